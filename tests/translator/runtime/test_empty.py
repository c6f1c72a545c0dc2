import pytest

from translator.runtime.asked import Asked
from translator.runtime.empty import beside_content, without_content
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


DECLARED = Asked(
    "GET /pets", repeatable=True, headers=("x-total", "etag", "link", "x-ratelimit-left")
)


def test_declared_headers_are_told_also_when_they_are_empty() -> None:
    headers = (("X-Total", ""), ("ETag", '"1"'), ("X-Other", "no"), ("Link", "</2>"))

    text = without_content(Response(200, headers), DECLARED)

    assert text == 'Done: HTTP 200, no content.\netag: "1"\nx-total: \nlink: </2>'


def test_declared_headers_are_told_beside_content() -> None:
    headers = (("X-Total", "7"), ("X-Other", "no"), ("Link", "</2>"), ("X-RateLimit-Left", "9"))

    assert beside_content(Response(200, headers), DECLARED) == "Its headers: x-total: 7."
    assert beside_content(Response(200), DECLARED) == ""
    assert beside_content(Response(200, headers), POST) == ""


@pytest.mark.parametrize("name", ["set-cookie", "date", "content-type", "Content-Length"])
def test_headers_that_say_nothing_of_the_answer_are_not_told_beside_it(name: str) -> None:
    asked = Asked("GET /pets", repeatable=True, headers=(name.lower(),))

    assert beside_content(Response(200, ((name, "x"),)), asked) == ""


def test_declared_headers_hide_no_cookie() -> None:
    asked = Asked("POST /login", repeatable=False, headers=("set-cookie",))

    assert "sid" not in without_content(Response(200, (("Set-Cookie", "sid=secret"),)), asked)
