from collections.abc import Mapping
from typing import Any

import pytest

from translator.collection import PageKind, Pagination
from translator.operation import Location, Parameter
from translator.runtime.paging import Page, Step
from translator.runtime.paging_notes import PageNote, note_of
from translator.runtime.paging_run import Followed
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.surface import BoundParameter, Call, Paging

PAGE = BoundParameter(Parameter("page", Location.QUERY, True), "page")
CALL = Call("GET /p", "op", "GET", "/p", parameters=(PAGE,))
PAGING = Paging(Pagination(PageKind.CURSOR, items=""), argument="after")
PLAN = RequestPlan("GET", "https://a.example/p")


def followed(step: Step | None, count: int = 1, items: int = 3, **more: Any) -> Followed:
    response = Response(200, url=PLAN.url)
    page = Page(response, [], [1] * more.pop("shown", items), size=more.pop("size", None))
    return Followed(response, page, step, count, items, plan=PLAN, **more)


def numbers(asked: Mapping[str, Any]) -> Mapping[str, Any]:
    return {k: int(v) if isinstance(v, str) and v.isdigit() else v for k, v in asked.items()}


def note(found: Followed, paging: Paging = PAGING, secrets: tuple[str, ...] = ()) -> PageNote:
    return note_of(paging, CALL, found, numbers, secrets)


URL = Step(url="?page=2")


@pytest.mark.parametrize(
    ("found", "text", "meta"),
    [
        (followed(None), "", {"pages": 1, "items": 3, "more": False}),
        (
            followed(Step("b")),
            'There is more: call again with after="b".',
            {"pages": 1, "items": 3, "more": True, "next": {"after": "b"}},
        ),
        (
            followed(URL),
            "There is more: call again with page=2.",
            {"pages": 1, "items": 3, "more": True, "next": {"page": 2}},
        ),
        (
            followed(Step(4, sure=False)),
            "If there is more, it comes with after=4.",
            {"pages": 1, "items": 3, "next": {"after": 4}},
        ),
        (followed(Step(4, sure=False), size=9), "", {"pages": 1, "items": 3}),
        (followed(Step(4, sure=False), items=0), "", {"pages": 1, "items": 0}),
        (
            followed(None, 3, 1_234),
            "3 pages in one list of 1,234 entries; these are all.",
            {"pages": 3, "items": 1234, "more": False},
        ),
        (
            followed(URL, 2, stopped="it is\nbroken"),
            "2 pages in one list of 3 entries. Page 3 was not fetched: it is broken. "
            "There is more: call again with page=2.",
            {"pages": 2, "items": 3, "more": True, "next": {"page": 2}},
        ),
        (
            followed(Step(url="https://evil.example/p?page=2"), stopped="elsewhere"),
            "Page 2 was not fetched: elsewhere. There is more than this.",
            {"pages": 1, "items": 3, "more": True},
        ),
    ],
)
def test_one_line_and_meta_say_the_same(found: Followed, text: str, meta: dict[str, Any]) -> None:
    assert note(found) == PageNote(text, meta)


def test_what_a_caller_cannot_ask_for_is_not_told_as_an_argument() -> None:
    hidden = Paging(PAGING.how)
    assert note(followed(Step("b")), hidden).text == "There is more than this."
    assert note(followed(Step("b", sure=False)), hidden).text == ""


@pytest.mark.parametrize("cursor", ["x" * 2_000, "has s3cret in it", "[redacted]"])
def test_long_and_secret_cursors_are_not_told(cursor: str) -> None:
    found = note(followed(Step(cursor)), secrets=("s3cret",))
    assert found == PageNote("There is more than this.", {"pages": 1, "items": 3, "more": True})


def test_cursor_is_written_so_that_it_shows_as_it_is() -> None:
    assert note(followed(Step('"]\u202eü'))).text == (
        r'There is more: call again with after="\"]\u202e\u00fc".'
    )
