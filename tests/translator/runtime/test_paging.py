import json
from dataclasses import replace
from typing import Any

import pytest

from translator.collection import PageKind, Pagination
from translator.operation import Location, Parameter
from translator.runtime.paging import Page, Step, merged, moved, next_step, page_of
from translator.runtime.response import Response
from translator.surface import BoundBody, BoundMember, BoundParameter, Call, Paging

MORE = Parameter("more", Location.QUERY, True)
SIZE = BoundParameter(Parameter("size", Location.QUERY, True), "size")
CALL = Call("GET /p", "op", "GET", "/p", parameters=(BoundParameter(MORE, "more"), SIZE))


def paging(kind: PageKind, **how: Any) -> Paging:
    fields = {"items": "/data", "parameter": "query:more", "size": "query:size"}
    return Paging(Pagination(kind, **(fields | how)), 5, MORE, argument="more", size="size")


def page(made: Paging, value: Any, call: Call = CALL, **sent: Any) -> Page:
    headers = tuple((name, text) for name, text in sent.pop("headers", ()))
    response = Response(200, headers, json.dumps(value).encode())
    found = page_of(made, call, sent, response)
    assert found is not None
    return found


def step(made: Paging, value: Any, **sent: Any) -> Step | None:
    return next_step(made, page(made, value, **sent))


CURSOR = paging(PageKind.CURSOR, next="/meta/next", more="/more", last="/last")
URL = paging(PageKind.NEXT_URL, next="/next")
HEADER = paging(PageKind.PAGE, header="X-Next-Page")
SEEN = paging(PageKind.CURSOR, last_item="/id", more="/more")


@pytest.mark.parametrize(
    ("made", "value", "step_made"),
    [
        (CURSOR, {"data": [1], "meta": {"next": "b"}}, Step("b")),
        (CURSOR, {"data": [1], "meta": {"next": 0}}, Step(0)),
        (CURSOR, {"data": [1], "meta": {"next": "b"}, "more": False}, None),
        (CURSOR, {"data": [1], "meta": {"next": "b"}, "last": True}, None),
        (CURSOR, {"data": [1], "meta": {"next": ""}}, None),
        (CURSOR, {"data": [1], "meta": {"next": None}}, None),
        (CURSOR, {"data": [1], "meta": {"next": False}}, None),
        (CURSOR, {"data": [1], "meta": {"next": {"a": 1}}}, None),
        (CURSOR, {"data": [1], "more": True}, None),
        (CURSOR, [1], None),
        (URL, {"data": [1], "next": " /p?c=2 "}, Step(url="/p?c=2")),
        (URL, {"data": [1], "next": {"href": "/p?c=2"}}, Step(url="/p?c=2")),
        (URL, {"data": [1], "next": None}, None),
        (URL, {"data": [1], "next": 7}, None),
        (URL, {"data": [1], "next": "x" * 20_000}, None),
        (SEEN, {"data": [{"id": "a"}, {"id": "b"}], "more": True}, Step("b")),
        (SEEN, {"data": [{"id": "a"}]}, None),
        (SEEN, {"data": [], "more": True}, None),
        (SEEN, {"data": [{}], "more": True}, None),
    ],
)
def test_answer_says_where_to_go_on(made: Paging, value: Any, step_made: Step | None) -> None:
    assert step(made, value) == step_made


@pytest.mark.parametrize(
    ("made", "headers", "step_made"),
    [
        (paging(PageKind.LINK, items=""), [("Link", "</p?x=2>; rel=next")], Step(url="/p?x=2")),
        (paging(PageKind.LINK, items=""), [("Link", "</p?x=2>; rel=prev")], None),
        (paging(PageKind.LINK, items=""), [], None),
        (HEADER, [("x-next-page", "3")], Step("3")),
        (HEADER, [("x-next-page", "")], None),
        (paging(PageKind.NEXT_URL, header="Next-Page"), [("Next-Page", "/p")], Step(url="/p")),
    ],
)
def test_headers_say_where_to_go_on(made: Paging, headers: Any, step_made: Step | None) -> None:
    assert step(made, {"data": [1]}, headers=headers) == step_made


PAGE = paging(PageKind.PAGE, first=1, pages="/pages", total="/total", current="/page")
OFFSET = paging(PageKind.OFFSET, first=0, total="/total", current="/offset")
UNKNOWN = paging(PageKind.PAGE, current="/page", pages="/pages")
SCIM = paging(PageKind.OFFSET, first=1, total="/total")


@pytest.mark.parametrize(
    ("made", "value", "sent", "step_made"),
    [
        (PAGE, {"data": [1], "pages": 2}, {}, Step(2)),
        (PAGE, {"data": [1], "pages": 2}, {"more": 1}, Step(2)),
        (PAGE, {"data": [1], "pages": 2}, {"more": "1"}, Step(2)),
        (PAGE, {"data": [1], "pages": 2}, {"more": 2}, None),
        (PAGE, {"data": [1], "total": 5}, {"more": 2, "size": 2}, Step(3)),
        (PAGE, {"data": [1], "total": 5}, {"more": 3, "size": 2}, None),
        (PAGE, {"data": [1, 2]}, {"size": 2}, Step(2, sure=False)),
        (PAGE, {"data": [1, 2]}, {"size": 3}, Step(2, sure=False)),
        (PAGE, {"data": [1, 2], "page": 4}, {}, Step(5, sure=False)),
        (PAGE, {"data": [], "pages": 9}, {}, None),
        (PAGE, {"pages": 9}, {}, None),
        (UNKNOWN, {"data": [1]}, {}, None),
        (UNKNOWN, {"data": [1], "page": 0, "pages": 2}, {}, Step(1)),
        (UNKNOWN, {"data": [1], "page": 0, "pages": 1}, {}, None),
        (UNKNOWN, {"data": [1], "page": 2, "pages": 2}, {}, None),
        (UNKNOWN, {"data": [1]}, {"more": 7}, Step(8, sure=False)),
        (OFFSET, {"data": [1, 2], "total": 3}, {}, Step(2)),
        (OFFSET, {"data": [1], "total": 3}, {"more": 2}, None),
        (OFFSET, {"data": [1, 2]}, {"more": 40}, Step(42, sure=False)),
        (OFFSET, {"data": [1, 2], "offset": 6}, {}, Step(8, sure=False)),
        (SCIM, {"data": [1, 2], "total": 3}, {}, Step(3)),
        (SCIM, {"data": [1], "total": 3}, {"more": 3}, None),
        (
            replace(PAGE, how=replace(PAGE.how, more="/more")),
            {"data": [1], "more": True},
            {},
            Step(2),
        ),
        (replace(PAGE, how=replace(PAGE.how, size_default=2)), {"data": [1]}, {}, None),
        (
            replace(PAGE, how=replace(PAGE.how, size_default=1)),
            {"data": [1]},
            {},
            Step(2, sure=False),
        ),
        (PAGE, {"data": [1]}, {"more": "x"}, None),
        (PAGE, {"data": [1]}, {"more": True}, None),
    ],
)
def test_numbers_go_up_while_something_says_so(
    made: Paging, value: Any, sent: dict[str, Any], step_made: Step | None
) -> None:
    assert step(made, value, **sent) == step_made


def test_defaults_and_pinned_values_count_as_sent() -> None:
    bound = CALL.parameters[0]
    default = replace(CALL, parameters=(replace(bound, default=(3,)), SIZE))
    pinned = replace(CALL, parameters=(replace(bound, argument=None, pinned=(6,)), SIZE))
    assert page(PAGE, {"data": [1]}, default).position == 3
    assert page(PAGE, {"data": [1]}, pinned, more=9).position == 6
    member = BoundMember("a/b", "n", default=(4,))
    body = replace(CALL, body=BoundBody("application/json", True, members=(member,)))
    in_body = paging(PageKind.PAGE, parameter="body:/a~1b")
    assert page(in_body, {"data": [1]}, body).position == 4


@pytest.mark.parametrize(
    "response",
    [
        Response(404, (), b"{}"),
        Response(200, (), b'{"data": [', complete=False),
        Response(200, (), b"<html>"),
        Response(200, (), b'{"data": [NaN]}'),
        Response(204),
        Response(200, (), b"[" * 100_000),
    ],
)
def test_what_is_no_whole_json_is_no_page(response: Response) -> None:
    assert page_of(CURSOR, CALL, {}, response) is None


def test_moving_replaces_whatever_asks_for_a_page() -> None:
    call = moved(CALL, PAGE, 7)
    assert [(b.parameter.name, b.argument, b.pinned) for b in call.parameters] == [
        ("size", "size", ()),
        ("more", None, (7,)),
    ]
    members = (BoundMember("cursor", "cursor"), BoundMember("q", "q"))
    body = replace(CALL, body=BoundBody("application/json", True, members=members))
    in_body = replace(PAGE, parameter=None, member="cursor")
    moved_body = moved(body, in_body, "x").body
    assert moved_body is not None
    assert moved_body.members == (members[1], BoundMember("cursor", None, pinned=("x",)))
    assert moved(CALL, in_body, "x") == CALL


def answer(made: Paging, *values: Any) -> Any:
    pages = [page(made, value) for value in values]
    response = merged(made, pages)
    return json.loads(response.body)


def test_pages_become_one_answer_in_the_shape_of_the_first() -> None:
    first = {"data": [1, 2], "meta": {"next": "b", "x": 1}, "more": True, "total": 3}
    last = {"data": [3], "meta": {"next": None, "x": 2}, "more": False, "total": 9}
    assert answer(CURSOR, first, last) == {
        "data": [1, 2, 3],
        "meta": {"next": None, "x": 1},
        "more": False,
        "total": 3,
    }
    assert answer(CURSOR, first, {"data": [3]}) == {
        "data": [1, 2, 3],
        "meta": {"x": 1},
        "total": 3,
    }
    assert answer(paging(PageKind.LINK, items=""), [1], [2]) == [1, 2]


def test_numbers_and_odd_texts_survive_putting_together() -> None:
    made = paging(PageKind.LINK, items="")
    first = Response(200, (("Content-Type", "application/hal+json"),), b"[18446744073709551617]")
    last = Response(200, (("Content-Length", "9"), ("Link", "<x>")), b'["\\ud800", 1.0]')
    pages = [found for one in (first, last) if (found := page_of(made, CALL, {}, one))]
    response = merged(made, pages)
    assert json.loads(response.body) == [2**64 + 1, "\ud800", 1.0]
    assert response.headers == (("Link", "<x>"), ("Content-Type", "application/hal+json"))
