from dataclasses import replace

import pytest

from tests.choices import argument, candidate, choose, hints, with_responses
from translator.arguments import Argument
from translator.binding import fillings
from translator.candidates import Candidate
from translator.choice import ArgumentChoice, Choice
from translator.collection import PageKind, Pagination
from translator.operation import Location, Operation, Parameter
from translator.pagination_binding import MAX_PAGES, bound_paging, why_no_pages
from translator.surface import Paging

CURSOR = Parameter("cursor", Location.QUERY, {"type": "string"}, description="Where to go on.")
LIMIT = Parameter("limit", Location.QUERY, {"type": "integer"})
HOW = Pagination(
    PageKind.CURSOR, "told", items="/data", parameter="query:cursor", size="query:limit", next="/n"
)


def collection(how: Pagination | None = HOW, *more: Argument) -> Candidate:
    operation = Operation("GET", "/pets", parameters=(CURSOR, LIMIT))
    return candidate(operation, argument(CURSOR), argument(LIMIT), *more, pagination=how)


def bound(choice: Choice) -> tuple[Paging | None, str | None]:
    return bound_paging(choice, {each.argument.binding: each for each in fillings(choice)})


def test_paging_names_the_arguments_a_caller_has() -> None:
    chosen = (ArgumentChoice("query:cursor", "from"), ArgumentChoice("query:limit", "n"))
    paging, problem = bound(choose(collection(), *chosen, pages=3))
    assert problem is None
    assert paging == Paging(
        replace(HOW, evidence=""),
        pages=3,
        parameter=replace(CURSOR, schema=True, description=None),
        argument="from",
        size="n",
    )


def test_hidden_argument_still_asks_for_pages_and_a_pinned_one_does_not() -> None:
    hidden, _ = bound(choose(collection(), ArgumentChoice("query:cursor", "c", hidden=True)))
    assert hidden is not None
    assert (hidden.argument, hidden.parameter is not None) == (None, True)
    pinned = ArgumentChoice("query:cursor", "c", hidden=True, pinned=("x",))
    assert bound(choose(collection(), pinned, pages=2)) == (None, "c has a pinned value")
    assert bound(choose(collection(), pinned)) == (None, None)


def test_member_of_a_body_asks_for_pages() -> None:
    how = replace(HOW, parameter="body:/a~1b")
    member = Argument("a_b", "body:/a~1b", {}, required=False)
    paging, _ = bound(choose(collection(how, member)))
    assert paging is not None
    assert (paging.member, paging.parameter, paging.argument) == ("a/b", None, "a_b")


@pytest.mark.parametrize(
    ("how", "read_only", "why"),
    [
        (HOW, True, None),
        (None, True, "tells nothing of pages"),
        (replace(HOW, items=None), True, "where the list stands"),
        (HOW, False, "not read-only"),
    ],
)
def test_several_pages_take_a_list_and_a_call_that_reads(
    how: Pagination | None, read_only: bool, why: str | None
) -> None:
    choice = choose(collection(how), hints=hints(read_only), pages=5)
    paging, problem = bound(choice)
    assert (why or "") in (problem or "")
    assert (problem is None) is (why is None)
    assert problem == why_no_pages(choice.candidate, read_only=read_only)
    assert (paging.pages if paging else 1) == (5 if why is None else 1)


def test_without_a_decision_there_is_no_problem_and_one_page() -> None:
    paging, problem = bound(choose(collection(), hints=hints(read_only=False)))
    assert problem is None
    assert paging is not None
    assert paging.pages == 1


@pytest.mark.parametrize(
    ("output", "most", "pages"),
    [("open", 10, 4), ("strict", None, 4), ("strict", 10, 1), ("none", 10, 4)],
)
def test_pages_together_keep_what_the_tool_lists(output: str, most: int | None, pages: int) -> None:
    listed = {"type": "array", "items": {}} | ({"maxItems": most} if most else {})
    answer = {"type": "object", "properties": {"data": listed}}
    made = with_responses(collection(), ("200", "application/json", answer))
    paging, problem = bound(choose(made, output=output, pages=4))
    assert paging is not None
    assert paging.pages == pages
    assert (problem is None) is (pages == 4)


def test_more_than_the_most_is_the_most() -> None:
    paging, _ = bound(choose(collection(), pages=10**6))
    assert paging is not None
    assert paging.pages == MAX_PAGES
