"""What may be sent again, and what is said of a call whose end nobody saw."""

import re
from typing import Any

import pytest

from tests.fake_api import hang, hang_up, reply, reply_json
from tests.kinds.conftest import Offering
from tests.kinds.offering import ERAS
from tests.servers import free_port

pytestmark = pytest.mark.anyio

METHODS = """
openapi: 3.1.0
info: {title: Methods, version: "1"}
servers: [{url: "{{API}}"}]
paths:
  /x:
    get: {operationId: read, responses: {"200": {description: ok}}}
    head: {operationId: look, responses: {"200": {description: ok}}}
    put: {operationId: set, responses: {"200": {description: ok}}}
    post: {operationId: add, responses: {"200": {description: ok}}}
    patch: {operationId: change, responses: {"200": {description: ok}}}
    delete: {operationId: remove, responses: {"200": {description: ok}}}
  /keyed:
    post:
      operationId: keyed
      parameters: [{name: Idempotency-Key, in: header, schema: {type: string}}]
      responses: {"200": {description: ok}}
"""
CHANGES = ("POST", "PUT", "PATCH", "DELETE")
UNKNOWN = re.compile(r"unknown|may have", re.IGNORECASE)
AGAIN = re.compile(r"please retry|try again|simply repeat it|call again", re.IGNORECASE)
HALF = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a"'

#: How an exchange goes wrong after the request was written: the API is silent, or goes away.
SILENT = {
    "no answer at all": hang(),
    "the head and no more": hang(HALF[:30]),
    "half an answer": hang(HALF),
}
LOST = {
    "hung up at once": hang_up(),
    "hung up in the head": hang_up(HALF[:30]),
    "something that is no HTTP": hang_up(b"NONSENSE\r\n\r\n"),
}


@pytest.mark.parametrize("method", CHANGES)
@pytest.mark.parametrize("kind", LOST)
async def test_a_change_whose_answer_was_lost_is_sent_once_and_its_outcome_called_unknown(
    offer: Offering, method: str, kind: str
) -> None:
    """RFC 9110 §9.2.2: no automatic retry of what is not known to be idempotent."""
    made = offer(METHODS, LOST[kind])
    made.bind(max_attempts=5)
    result = await made.call(f"{method} /x")
    assert result.is_error
    assert UNKNOWN.search(result.text), result.text
    assert not AGAIN.search(result.text)
    assert len(made.api.requests) == 1


@pytest.mark.parametrize("kind", SILENT)
async def test_so_is_a_change_that_is_still_waited_for_when_its_time_is_up(
    offer: Offering, kind: str
) -> None:
    made = offer(METHODS, SILENT[kind])
    made.bind(timeout_s=2.0, max_attempts=5)
    result = await made.call("PATCH /x")
    assert result.is_error
    assert UNKNOWN.search(result.text), result.text
    assert not AGAIN.search(result.text)
    assert len(made.api.requests) == 1


@pytest.mark.parametrize("method", CHANGES)
async def test_a_change_that_was_answered_but_not_whole_is_sent_once_and_not_called_failed(
    offer: Offering, method: str
) -> None:
    """The status says what became of it; what is missing of the content is said."""
    made = offer(METHODS, hang_up(HALF))
    result = await made.call(f"{method} /x")
    assert len(made.api.requests) == 1
    if result.is_error:
        assert UNKNOWN.search(result.text)
    else:
        assert '{"a"' in result.text
        assert "4 bytes" in result.text


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("method", CHANGES)
async def test_a_change_that_was_refused_is_not_sent_again(
    offer: Offering, era: Any, method: str
) -> None:
    made = offer(METHODS)
    async with made.session(era) as session:
        for status in (429, 500, 502, 503, 504):
            made.api.script(reply("busy", status=status, headers=(("Retry-After", "0"),)))
            result = await session.call(f"{method} /x")
            assert result.is_error
            assert str(status) in result.text
            assert made.sent.method == method


@pytest.mark.parametrize("kind", ["hung up at once", "hung up in the head"])
async def test_a_read_whose_answer_was_lost_is_sent_again(offer: Offering, kind: str) -> None:
    made = offer(METHODS, LOST[kind], reply_json({"ok": True}))
    result = await made.call("GET /x")
    assert not result.is_error, result.text
    assert [r.method for r in made.api.requests] == ["GET", "GET"]


@pytest.mark.parametrize("status", [429, 503])
async def test_a_read_that_was_put_off_is_sent_again(offer: Offering, status: int) -> None:
    busy = reply("busy", status=status, headers=(("Retry-After", "0"),))
    made = offer(METHODS, busy, reply_json({"ok": True}))
    assert not (await made.call("GET /x")).is_error
    assert len(made.api.requests) == 2


async def test_a_change_with_an_idempotency_key_is_sent_again_with_the_same_one(
    offer: Offering,
) -> None:
    made = offer(METHODS, hang_up(), reply_json({"ok": True}))
    assert not (await made.call("POST /keyed")).is_error
    first, second = (request.header("idempotency-key") for request in made.api.requests)
    assert first
    assert first == second
    made.api.requests.clear()
    made.api.script(reply_json({}))
    await made.call("POST /keyed")
    assert made.sent.header("idempotency-key") not in (None, first)


@pytest.mark.parametrize("method", CHANGES)
async def test_a_change_a_person_calls_idempotent_is_sent_again(
    offer: Offering, method: str
) -> None:
    made = offer(METHODS, hang_up(), reply_json({"ok": True}))
    made.service.annotate("api", [f"{method} /x"], {"idempotent": True}, author="op")
    made.service.publish("api", author="op")
    made.surfaces.refresh()
    assert not (await made.call(f"{method} /x")).is_error
    assert len(made.api.requests) == 2


@pytest.mark.parametrize("method", ["GET", *CHANGES])
async def test_what_never_left_is_not_called_unknown(offer: Offering, method: str) -> None:
    made = offer(METHODS)
    made.bind(base_url=f"http://127.0.0.1:{free_port()}", timeout_s=2.0)
    result = await made.call(f"{method} /x")
    assert result.is_error
    assert "cannot be reached" in result.text
    assert method == "GET" or "Nothing was sent" in result.text
    assert not UNKNOWN.search(result.text)


@pytest.mark.parametrize("kind", ["no answer at all", "half an answer"])
async def test_a_read_that_timed_out_is_a_timeout_and_harmless(offer: Offering, kind: str) -> None:
    made = offer(METHODS, SILENT[kind])
    made.bind(timeout_s=2.0)
    result = await made.call("GET /x")
    assert result.is_error
    assert not UNKNOWN.search(result.text)
