from dataclasses import replace

import pytest

from tests.choices import answers
from translator.arguments import Argument
from translator.collection import PageKind, Pagination
from translator.operation import Operation
from translator.pagination import PaginationReader

TEXT, INT, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
ITEM = {"type": "object", "properties": {"id": TEXT}}
LIST = {"type": "array", "items": ITEM}
INPUT_DEFS = {"Page": {"type": "integer", "default": 1}}
OUTPUT_DEFS = {"Meta": {"type": "object", "properties": {"next_cursor": TEXT, "total": INT}}}


def members(**properties):
    return {"type": "object", "properties": properties}


def taken(**schemas):
    """Arguments by binding, with `__` between location and name."""
    return [
        Argument(key, key.replace("__", ":", 1).replace("body:", "body:/"), schema, required=False)
        for key, schema in schemas.items()
    ]


def recognised(answer, arguments, method="GET", path="/pets", headers=()) -> Pagination | None:
    (response,) = answers(("200", "application/json", answer))
    responses = (replace(response, headers=headers),)
    operation = Operation(method, path, responses=responses)
    return PaginationReader(INPUT_DEFS, OUTPUT_DEFS).recognise(operation, arguments)


def test_cursor_that_comes_back_is_recognised_with_all_there_is_to_know():
    answer = members(data=LIST, meta={"$ref": "#/$defs/Meta"}, has_more=FLAG)
    found = recognised(answer, taken(query__cursor=TEXT, query__limit={**INT, "default": 20}))
    assert found == Pagination(
        PageKind.CURSOR,
        "cursor takes what the answer gives at /meta/next_cursor",
        items="/data",
        parameter="query:cursor",
        size="query:limit",
        size_default=20,
        next="/meta/next_cursor",
        more="/has_more",
        total="/meta/total",
    )


@pytest.mark.parametrize(
    ("argument", "answer", "pointer"),
    [
        ("pageToken", members(items=LIST, nextPageToken=TEXT), "/nextPageToken"),
        ("starting_after", members(data=LIST, next_cursor=TEXT), "/next_cursor"),
        ("continue", members(items=LIST, metadata=members(**{"continue": TEXT})), None),
        ("after", members(data=LIST, paging=members(next=members(after=TEXT))), None),
        ("after", members(data=LIST, paging=members(cursors=members(after=TEXT))), None),
        ("after", members(data=LIST, pageInfo=members(endCursor=TEXT)), "/pageInfo/endCursor"),
        ("cursor", members(data=LIST, cursor=TEXT), "/cursor"),
        ("cursor", members(data=LIST, next=TEXT), "/next"),
        ("start", members(ids=LIST, next=TEXT), "/next"),
        ("offset", members(records=LIST, offset=TEXT), "/offset"),
        ("after_id", members(data=LIST, last_id=TEXT, has_more=FLAG), "/last_id"),
        ("iterator", members(data=LIST, iterator=TEXT, done=FLAG), "/iterator"),
        ("page", members(data=LIST, next_page=TEXT), "/next_page"),
    ],
)
def test_cursors_go_by_many_names(argument, answer, pointer):
    found = recognised(answer, taken(**{f"query__{argument}": TEXT}))
    assert found is not None
    assert (found.kind, found.parameter) == (PageKind.CURSOR, f"query:{argument}")
    assert pointer is None or found.next == pointer
    assert (found.next or "").split("/")[-1] in ("continue", "after") or pointer


def test_last_items_id_is_a_cursor_where_the_answer_tells_that_there_is_more():
    answer = members(data=LIST, has_more=FLAG)
    found = recognised(answer, taken(query__starting_after=TEXT))
    assert found is not None
    assert (found.kind, found.last_item, found.more) == (PageKind.CURSOR, "/id", "/has_more")
    assert recognised(members(data=LIST), taken(query__starting_after=TEXT)) is None


@pytest.mark.parametrize(
    ("answer", "pointer", "why"),
    [
        (members(data=LIST, next_url=TEXT), "/next_url", "its name"),
        (members(value=LIST, **{"@odata.nextLink": TEXT}), "/@odata.nextLink", "its name"),
        (members(data=LIST, next={**TEXT, "format": "uri"}), "/next", "its format"),
        (members(data=LIST, links=members(next=TEXT)), "/links/next", "among links"),
        (members(data=LIST, _links=members(next=members(href=TEXT))), "/_links/next/href", "name"),
        (members(data=LIST, next={**TEXT, "description": "Link to more"}), "/next", "description"),
        (members(data=LIST, next={**TEXT, "examples": ["/pets?page=2"]}), "/next", "its example"),
    ],
)
def test_url_of_the_next_page_is_recognised(answer, pointer, why):
    found = recognised(answer, [])
    assert found is not None
    assert (found.kind, found.next, found.items) == (
        PageKind.NEXT_URL,
        pointer,
        "/data" if "data" in answer["properties"] else "/value",
    )
    assert why in found.evidence


def test_link_header_is_recognised_with_what_asks_for_a_page():
    found = recognised(LIST, taken(query__page=INT, query__per_page=INT), headers=("Link",))
    assert found is not None
    assert (found.kind, found.header, found.items) == (PageKind.LINK, "Link", "")
    assert (found.parameter, found.size) == ("query:page", "query:per_page")
    assert "RFC 8288" in found.evidence
    assert recognised(members(name=TEXT), [], headers=("Link",)) is None
    assert recognised(members(options=LIST), [], headers=("Link",)) is None
    assert recognised(LIST, [], headers=("Link",)) is not None


@pytest.mark.parametrize(
    ("header", "arguments", "kind"),
    [
        ("X-Next-Page", taken(query__page=INT), PageKind.PAGE),
        ("X-Next-Cursor", taken(query__cursor=TEXT), PageKind.CURSOR),
        ("Next-Page", [], PageKind.NEXT_URL),
    ],
)
def test_next_page_may_stand_in_a_header(header, arguments, kind):
    found = recognised(LIST, arguments, headers=(header,))
    assert found is not None
    assert (found.kind, found.header, found.next) == (kind, header, None)


@pytest.mark.parametrize(
    ("argument", "schema", "description", "first"),
    [
        ("page", {**INT, "default": 1}, None, 1),
        ("page", {"$ref": "#/$defs/Page"}, None, 1),
        ("page", INT, "Zero-based page index (0..N)", 0),
        ("page", INT, "Starts at 1.", 1),
        ("page", {**INT, "minimum": 1}, None, 1),
        ("page", {**INT, "minimum": 0}, None, None),
        ("page", INT, None, None),
        ("pageNumber", INT, "The default is 1.", 1),
        ("page[number]", INT, None, None),
    ],
)
def test_page_numbers_count_from_where_somebody_says(argument, schema, description, first):
    answer = members(content=LIST, totalPages=INT, number=INT)
    asked = Argument(argument, f"query:{argument}", schema, False, description)
    found = recognised(answer, [asked, *taken(query__size=INT)])
    assert found is not None
    assert (found.kind, found.parameter, found.first) == (
        PageKind.PAGE,
        f"query:{argument}",
        first,
    )
    assert (found.pages, found.current, found.size) == ("/totalPages", "/number", "query:size")


@pytest.mark.parametrize(
    ("argument", "first"),
    [("offset", 0), ("$skip", 0), ("startAt", 0), ("from", 0), ("page[offset]", 0)],
)
def test_offsets_count_items(argument, first):
    found = recognised(LIST, taken(**{f"query__{argument}": INT}, query__limit=INT))
    assert found is not None
    assert (found.kind, found.parameter, found.first) == (
        PageKind.OFFSET,
        f"query:{argument}",
        first,
    )


def test_index_that_nobody_explains_may_count_from_zero_or_one():
    arguments = taken(query__startIndex=INT, query__count=INT)
    found = recognised(members(Resources=LIST, totalResults=INT), arguments)
    assert found is not None
    assert (found.kind, found.first, found.total) == (PageKind.OFFSET, None, "/totalResults")


def test_members_of_a_body_ask_for_pages_of_what_is_looked_up():
    arguments = taken(body__start_cursor=TEXT, body__page_size=INT)
    answer = members(results=LIST, next_cursor=TEXT)
    found = recognised(answer, arguments, "POST", "/databases/{id}/query")
    assert found is not None
    assert (found.kind, found.parameter) == (PageKind.CURSOR, "body:/start_cursor")
    assert recognised(answer, arguments, "POST", "/databases") is None
    assert recognised(answer, arguments, "DELETE", "/search") is None


@pytest.mark.parametrize(
    ("answer", "arguments"),
    [
        (LIST, []),
        (LIST, taken(query__limit=INT)),
        (LIST, taken(query__cursor=TEXT)),
        (LIST, taken(query__after={**TEXT, "format": "date-time"})),
        (members(name=TEXT), taken(query__page=INT, query__size=INT)),
        (LIST, taken(query__from=INT, query__to=INT, query__limit=INT)),
        (LIST, taken(query__start=INT)),
        (LIST, taken(query__page={"type": "array"})),
        (members(token=TEXT), taken(query__token=TEXT)),
        (members(key=TEXT), taken(query__key=TEXT)),
        (members(data=LIST, next=TEXT), []),
        (members(data=LIST, next={"type": "boolean"}, url=TEXT), []),
        (members(data=LIST, last_id=TEXT), taken(query__after=TEXT)),
        (members(page=TEXT, url=TEXT), taken(query__page=TEXT)),
    ],
)
def test_what_does_not_fit_together_is_no_pagination(answer, arguments):
    assert recognised(answer, arguments) is None


def test_pages_of_an_answer_that_nobody_describes_cannot_be_put_together():
    found = recognised(True, taken(query__page=INT, query__size=INT))
    assert found is not None
    assert (found.kind, found.items) == (PageKind.PAGE, None)


def test_a_very_wide_and_deep_answer_is_looked_at_in_bounds():
    inner = members(next_cursor=TEXT)
    for _ in range(50):
        inner = members(meta=inner)
    wide = {f"p{number}": TEXT for number in range(50_000)}
    assert recognised(members(data=LIST, **wide, meta=inner), taken(query__cursor=TEXT)) is None
