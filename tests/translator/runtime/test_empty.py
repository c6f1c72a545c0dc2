import pytest

from translator.runtime.asked import Asked
from translator.runtime.empty import without_content
from translator.runtime.response import Response

POST = Asked("POST /orders", repeatable=False)
HEAD = Asked("HEAD /files/{id}", repeatable=True)


@pytest.mark.parametrize("status", [200, 202, 204, 205])
def test_success_without_content_is_done(status: int) -> None:
    response = Response(status, (("Date", "now"), ("Server", "x")))
    assert without_content(response, POST) == f"Done: HTTP {status}, no content."


@pytest.mark.parametrize(
    ("name", "value"),
    [("Location", "/orders/17"), ("Retry-After", "5"), ("ETag", '"v1"'), ("Content-Location", "/")],
)
def test_what_a_header_tells_of_it_is_told(name: str, value: str) -> None:
    text = without_content(Response(201, ((name, value),)), POST)
    assert text == f"Done: HTTP 201, no content.\n{name.lower()}: {value}"


def test_head_is_answered_by_its_headers() -> None:
    headers = (
        ("Content-Length", "1234"),
        ("X-Rows", "7"),
        ("Set-Cookie", "sid=secret"),
        ("Server", "x"),
        ("Access-Control-Allow-Origin", "*"),
    )
    assert without_content(Response(200, headers), HEAD) == (
        "HTTP 200, with these headers:\ncontent-length: 1234\nx-rows: 7"
    )
    assert without_content(Response(200), HEAD) == "Done: HTTP 200, no content."


def test_headers_are_bounded_and_harmless() -> None:
    headers = tuple((f"X-{n}", "a\u202e" + "b" * 5_000) for n in range(200))
    text = without_content(Response(200, headers), HEAD)
    assert len(text) < 7_000
    assert "\u202e" not in text


def test_what_has_not_changed_says_so() -> None:
    assert "not changed" in without_content(Response(304), POST)
