"""Own the step from how pages follow one another to how a published tool fetches them.

In come a candidate's pagination and what was chosen about it; out comes the `Paging` of a tool.
Whether more than one page may be fetched is decided here, for the surface and for whoever wants
to decide so. Pure.
"""

from collections.abc import Mapping
from dataclasses import replace

from translator.binding import Filling
from translator.candidates import Candidate
from translator.choice import Choice
from translator.collection import Pagination
from translator.item_lists import find_list
from translator.operation import Location, Parameter
from translator.schema_reading import SchemaReader
from translator.surface import Paging

#: How many pages one call may fetch at most, whatever is decided.
MAX_PAGES = 50

_MEMBER = "body:/"


def why_no_pages(candidate: Candidate, *, read_only: bool) -> str | None:
    """Return why calls of a candidate cannot fetch several pages, None when they can."""
    how = candidate.pagination
    if how is None:
        return "its description tells nothing of pages"
    if how.items is None:
        return "where the list stands in its answer cannot be told, so pages cannot be put together"
    if not read_only:
        return "it is not read-only; annotate it readOnly=true where it only reads"
    return None


def bound_paging(choice: Choice, filled: Mapping[str, Filling]) -> tuple[Paging | None, str | None]:
    """Return how the pages of a tool are fetched, and why not as many as was decided.

    `filled` holds the fillings by binding. Where what asks for the next page has a pinned value
    there is nothing to fetch.
    """
    how = choice.candidate.pagination
    wanted = min(choice.pages, MAX_PAGES)
    problem = why_no_pages(choice.candidate, read_only=choice.hints.read_only.value)
    problem = problem or _why_not_one_list(choice)
    moving = filled.get(how.parameter or "") if how is not None else None
    if moving is not None and moving.choice.pinned:
        problem, how = f"{moving.choice.name} has a pinned value", None
    if how is None:
        return None, problem if wanted > 1 else None
    size = filled.get(how.size or "")
    paging = Paging(
        how=replace(how, evidence=""),
        pages=wanted if problem is None else 1,
        parameter=_parameter(choice, how),
        member=_member(how),
        argument=None if moving is None else moving.key,
        size=None if size is None else size.key,
    )
    return paging, problem if wanted > 1 else None


def _why_not_one_list(choice: Choice) -> str | None:
    """Return why the list of several pages would break what the tool lists as its output."""
    found = find_list(choice.candidate.operation, SchemaReader(choice.output_defs))
    if choice.output != "strict" or found is None or found.most is None:
        return None
    return f"its strict output schema allows {found.most} entries; list the open one"


def _parameter(choice: Choice, how: Pagination) -> Parameter | None:
    for each in choice.candidate.operation.parameters:
        if each.location is Location.QUERY and how.parameter == f"query:{each.name}":
            return replace(each, schema=True, description=None, examples=(), pointer="")
    return None


def _member(how: Pagination) -> str | None:
    """Return the member of the body that asks for the next page (RFC 6901 §4)."""
    if how.parameter is None or not how.parameter.startswith(_MEMBER):
        return None
    return how.parameter.removeprefix(_MEMBER).replace("~1", "/").replace("~0", "~")
