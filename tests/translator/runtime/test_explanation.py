import json
import time

import pytest

from translator.json_value import JsonValue
from translator.runtime import explanation
from translator.runtime.asked import ArgumentNames, Asked
from translator.runtime.explanation import page_text
from translator.runtime.legible import legible
from translator.runtime.response import Response

POST = Asked("POST /orders", repeatable=False)
GET = Asked("GET /orders/{id}", repeatable=True)


def explain(response: Response, asked: Asked) -> str:
    return explanation.explain(legible(response), asked)


def answer(
    status: int, body: JsonValue | str = "", content_type: str = "application/json", **headers: str
) -> Response:
    text = body if isinstance(body, str) else json.dumps(body)
    pairs = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Response(
        status,
        (("Content-Type", content_type), *pairs),
        text.encode(),
        url="https://api.example.com/orders",
    )


def test_status_operation_and_host_come_first() -> None:
    assert explain(answer(404), GET) == (
        "HTTP 404 Not Found from GET /orders/{id} (api.example.com). "
        "Check the ids in the arguments."
    )


def test_status_nobody_knows_has_no_phrase() -> None:
    assert explain(answer(499), GET).startswith("HTTP 499 from GET")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"title": "Invalid", "detail": "qty is off", "status": 422}, "Invalid. qty is off."),
        (
            {"title": "Invalid", "errors": [{"field": "qty", "message": "too small"}]},
            "Invalid. qty: too small.",
        ),
        ({"errors": {"qty": ["too small", "odd"]}}, "qty: too small, odd."),
        ({"invalid-params": [{"name": "age", "reason": "no number"}]}, "age: no number."),
        ({"detail": [{"loc": ["body", "qty"], "msg": "missing"}]}, "body/qty: missing."),
        ({"error": {"code": 7, "message": "no such order"}}, 'no such order. {"code":7}'),
        ({"error": "bad_request", "error_description": "No."}, "bad_request. No."),
        ({"message": "Nope", "request_id": "r1"}, 'Nope. {"request_id":"r1"}'),
        ({"errors": ["a", "b"]}, "a; b."),
        ([{"what": "ever"}], '{"what":"ever"}'),
        ({"odd": {"a": [1]}}, '{"odd":{"a":[1]}}'),
        ("plain words", "plain words."),
    ],
)
def test_explanation_of_the_api_is_quoted(body: JsonValue, said: str) -> None:
    for content_type in ("application/problem+json", "application/json"):
        assert f": {said} Correct" in explain(answer(422, body, content_type), POST)


def test_json_without_its_label_is_read_too() -> None:
    assert "Nope." in explain(answer(400, {"message": "Nope"}, "text/plain"), POST)


def test_cut_json_is_read_as_far_as_it_goes() -> None:
    response = Response(
        400, (("Content-Type", "application/json"),), b'{"message":"No","x":"', False
    )
    assert "No." in explain(response, POST)


@pytest.mark.parametrize("size", [10, 3_000, 300_000])
def test_explanation_is_bounded(size: int) -> None:
    for body in ("x" * size, {"m": "x" * size}, {"message": "x" * size}, ["x"] * size):
        assert len(explain(answer(500, body), GET)) < 2_500


def test_html_error_page_is_reduced_to_its_words() -> None:
    page = "<!DOCTYPE html><title>502 Bad</title><style>p{}</style><script>x</script>" + (
        "<div>proxy error</div>" * 4000
    )
    said = explain(answer(502, page, "text/html"), POST)
    assert said.startswith(
        "HTTP 502 Bad Gateway from POST /orders (api.example.com): 502 Bad proxy"
    )
    assert len(said) < 600


@pytest.mark.parametrize(
    "page", ["<", "<a", "<!--", "<!" * 9999, "&#x110000;", "<svg>" * 9, "<![CDATA["]
)
def test_broken_html_does_no_harm(page: str) -> None:
    assert len(page_text(page, 300)) < 310


@pytest.mark.parametrize(
    "part", ["<a ", "</", '<a x="', "<!--", "<!", "<", "<script", "<svg>", "&#9", "9", "\n<"]
)
def test_hostile_page_takes_no_time(part: str) -> None:
    start = time.process_time()
    page_text(part * 100_000, 300)
    page_text("&#" + part * 100_000, 300)
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("a<b>b</b>c", "a b c"),
        ("1 < 2 &lt; 3", "1 < 2 < 3"),
        ("a<!-- b > c -->d", "a d"),
        ("a<SCRIPT x=1>if (a < b) '<p>'</Script >b", "a b"),
        ("a<svg/><p>b</p>", "a b"),
        ("a<svg><p>b</p>", "a"),
        ("a<stylex>b", "a b"),
        ("a<b", "a"),
    ],
)
def test_visible_text_of_a_page_is_what_stands_between_tags(page: str, text: str) -> None:
    assert page_text(page, 300) == text


def test_misleading_characters_are_not_quoted() -> None:
    said = explain(answer(400, {"message": "a\u202eb\x1b[31m", "x": "\u202e"}), POST)
    assert "\u202e" not in said
    assert "\x1b" not in said


@pytest.mark.parametrize(
    ("status", "asked", "advice"),
    [
        (400, POST, "Correct the arguments"),
        (401, POST, "credential"),
        (403, POST, "credential"),
        (404, GET, "ids"),
        (409, POST, "present state"),
        (422, POST, "Correct the arguments"),
        (429, POST, "wait"),
        (500, GET, "may succeed later"),
        (500, POST, "may have acted"),
        (503, POST, "wait"),
    ],
)
def test_advice_says_what_to_do(status: int, asked: Asked, advice: str) -> None:
    assert advice in explain(answer(status), asked)


def test_time_to_wait_is_told() -> None:
    assert "Wait 30 seconds" in explain(answer(429, retry_after="30"), POST)


def test_redirection_says_where_to_without_secrets() -> None:
    said = explain(answer(302, location="https://u:p@login.example/x?key=s#f"), POST)
    assert "https://login.example/x" in said
    assert not any(part in said for part in ("u:p", "key=s"))


def test_relative_redirection_is_resolved() -> None:
    assert "https://api.example.com/b" in explain(answer(307, location="/b"), POST)


def test_redirection_to_no_url_is_told() -> None:
    assert "no URL" in explain(answer(302, location="http://[x"), POST)


NAMED = Asked(
    "POST /orders",
    repeatable=False,
    names=ArgumentNames((("query", "dryRun", "dry_run"),), {"qty": "quantity", "state": None}),
)


@pytest.mark.parametrize(
    ("problem", "said", "advice"),
    [
        ({"field": "qty", "message": "too small"}, "`quantity`: too small.", "Correct `quantity`."),
        ({"loc": ["body", "qty"], "msg": "missing"}, "`quantity`: missing.", "`quantity`."),
        ({"source": {"pointer": "/qty"}, "detail": "No."}, "`quantity`: No.", "`quantity`."),
        ({"param": "dryRun", "message": "odd"}, "`dry_run`: odd.", "Correct `dry_run`."),
        (
            {"field": "state", "message": "odd"},
            "`state` (set by the operator): odd.",
            "Correct the arguments.",
        ),
        ({"field": "colour", "message": "odd"}, "colour: odd.", "Correct the arguments."),
    ],
)
def test_argument_that_is_meant_is_named(problem: JsonValue, said: str, advice: str) -> None:
    text = explain(answer(422, {"errors": [problem]}), NAMED)
    assert f": {said}" in text
    assert text.endswith(advice)


def test_name_that_only_the_api_uses_is_explained() -> None:
    text = explain(answer(400, {"message": "qty must be positive"}), NAMED)
    assert "What the API calls qty is the argument `quantity`. Correct `quantity`." in text
    assert "What the API" not in explain(answer(400, {"message": "the qtys are odd"}), NAMED)


def test_error_in_xml_is_reduced_to_its_words() -> None:
    body = "<?xml version='1'?><Error><Code>NoSuchKey</Code><Message>It is gone.</Message></Error>"
    said = explain(answer(404, body, "application/xml"), GET)
    assert ": NoSuchKey It is gone. Check" in said


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "text/html"])
def test_page_under_any_label_is_reduced_to_its_words(content_type: str) -> None:
    page = "<!doctype html><html><title>Bad gateway</title><body><h1>nginx</h1>"
    assert "Bad gateway nginx." in explain(answer(502, page, content_type), GET)


def test_error_in_another_charset_is_read() -> None:
    body = json.dumps({"message": "größer"}, ensure_ascii=False).encode("latin-1")
    headers = (("Content-Type", "application/json; charset=iso-8859-1"),)
    assert "größer" in explain(Response(400, headers, body), POST)


def test_binary_error_says_nothing() -> None:
    said = explain(Response(500, (("Content-Type", "image/png"),), b"\x89PNG\0"), GET)
    assert said == "HTTP 500 Internal Server Error from GET /orders/{id}. " + (
        "The API failed; the same call may succeed later."
    )
