from dataclasses import replace

import pytest

from curation.decisions import (
    Allow,
    Clear,
    Content,
    DefaultArgument,
    Describe,
    Expose,
    ExposeAs,
    HideArgument,
    Paginate,
    Rename,
    RenameArgument,
    Retitle,
    SetUri,
)
from curation.draft import DraftItem, fold
from curation.rules import argument_of, check, exposure_possible, why_not_allowed
from tests.curating import argument, base, candidate, decision
from translator.candidates import Candidate
from translator.collection import PageKind, Pagination
from translator.errors import RefusedByUs

TEMPLATE = replace(
    candidate("GET /pets/{id}", argument("path:id", required=True), uri="api://p/pets/{id}"),
    uri_variables={"id": "id"},
)
TOOL = candidate("POST /pets", argument("body:/name", required=True), argument("query:dry run"))
PAGED = replace(
    candidate("GET /pets", argument("query:page")),
    pagination=Pagination(PageKind.PAGE, "told", items="", parameter="query:page"),
)
WRITES = replace(candidate("POST /pets", read_only=False), pagination=PAGED.pagination)


def item(made: Candidate) -> DraftItem:
    return fold(base([made]), ()).items[0]


@pytest.mark.parametrize(
    ("made", "content", "told"),
    [
        (TOOL, Rename("add pet"), "no legal tool name"),
        (TOOL, Rename("x" * 65), "no legal tool name"),
        (TOOL, Retitle(" "), "empty text"),
        (TOOL, Describe(""), "empty text"),
        (TOOL, SetUri("api://p/x"), "cannot be a resource"),
        (TEMPLATE, SetUri("pets/{id}"), "no absolute URI"),
        (TEMPLATE, SetUri("api://p/{id"), "no URI template"),
        (TEMPLATE, SetUri("api://p/{name}"), r"same variables.*\{id\}"),
        (TOOL, Expose(()), "must be offered as something"),
        (TOOL, Expose((ExposeAs.RESOURCE,)), "cannot be a resource"),
        (TOOL, Clear("name"), "no matter 'name'"),
        (TOOL, Paginate(2), "tells nothing of pages"),
        (WRITES, Paginate(2), "not read-only"),
        (PAGED, Paginate(0), "1 to 50 pages"),
        (PAGED, Paginate(51), "1 to 50 pages"),
    ],
)
def test_what_cannot_be_decided_is_refused(made: Candidate, content: Content, told: str) -> None:
    with pytest.raises(RefusedByUs, match=told):
        check(item(made), content, None)


@pytest.mark.parametrize(
    ("content", "binding", "told"),
    [
        (RenameArgument("a b"), "body:/name", "no portable argument name"),
        (RenameArgument("dry run"), "body:/name", "no portable argument name"),
        (HideArgument(), "body:/name", "pin one"),
    ],
)
def test_what_cannot_be_decided_about_an_argument(
    content: Content, binding: str, told: str
) -> None:
    about = item(TOOL)
    with pytest.raises(RefusedByUs, match=told):
        check(about, content, argument_of(about, binding))


def test_pages_are_followed_where_they_can_be_and_one_page_is_always_possible() -> None:
    check(item(PAGED), Paginate(50), None)
    check(item(TOOL), Paginate(1), None)


def test_two_arguments_cannot_share_a_name() -> None:
    made = candidate("GET /x", argument("query:a"), argument("query:b"))
    with pytest.raises(RefusedByUs, match=r"another argument 'a' \(query:a\)"):
        check(item(made), RenameArgument("a"), argument_of(item(made), "b"))


@pytest.mark.parametrize(
    ("made", "content"),
    [
        (TOOL, Allow()),
        (TOOL, Rename("add-pet_2")),
        (TOOL, Clear("rename")),
        (TEMPLATE, SetUri("zoo://animals/{id}")),
        (TOOL, Expose((ExposeAs.TOOL, ExposeAs.RESOURCE))),
    ],
)
def test_what_can_be_decided_passes(made: Candidate, content: Content) -> None:
    check(item(made), content, None)


def test_a_required_argument_may_be_hidden_with_a_value() -> None:
    about = item(TOOL)
    check(about, HideArgument((None,)), argument_of(about, "name"))
    default = decision(1, DefaultArgument("x"), TOOL, argument="body:/name")
    given = fold(base([TOOL]), [default]).items[0]
    check(given, HideArgument(), argument_of(given, "name"))


@pytest.mark.parametrize("wanted", ["body:/name", "name", "/name"])
def test_an_argument_is_known_by_binding_and_name(wanted: str) -> None:
    assert argument_of(item(TOOL), wanted).binding == "body:/name"


def test_a_renamed_argument_is_known_by_both_names() -> None:
    renamed = fold(
        base([TOOL]), [decision(1, RenameArgument("called"), TOOL, argument="body:/name")]
    ).items[0]
    assert argument_of(renamed, "called") == argument_of(renamed, "name")


def test_an_unknown_argument_lists_those_there_are() -> None:
    with pytest.raises(RefusedByUs, match="it has name"):
        argument_of(item(TOOL), "naem")
    with pytest.raises(RefusedByUs, match="it has none"):
        argument_of(item(candidate("GET /x")), "a")


def test_an_exposure_loses_what_is_impossible() -> None:
    both = Expose((ExposeAs.TOOL, ExposeAs.RESOURCE))
    assert exposure_possible(item(TOOL), both) == Expose((ExposeAs.TOOL,))
    assert exposure_possible(item(TEMPLATE), both) == both


def test_what_is_withheld_or_gone_cannot_be_allowed() -> None:
    assert why_not_allowed(item(TOOL)) is None
    assert why_not_allowed(item(candidate("GET /x", withheld="no body"))) == "no body"
    gone = fold(base([], version=2, earlier={1: [TOOL]}), [decision(1, Allow(), TOOL)]).items[0]
    assert "no longer offers" in (why_not_allowed(gone) or "")
