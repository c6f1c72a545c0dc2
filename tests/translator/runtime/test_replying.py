"""What becomes of answers, through the gateway and over a real socket."""

import gzip
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import anyio
import anyio.to_thread
import brotli  # type: ignore[import-untyped]
import pytest

from tests.fake_api import Answer, FakeApi, endless, hang, hang_up, raw, reply, reply_json
from tests.in_memory import Record, Secrets, Surfaces, WallClock
from tests.shop import GET, SURFACE, WIDGET, Bench, schema_of, tool
from translator.errors import ErrorClass
from translator.ports import ServedSurface
from translator.runtime.admitted import AdmissionLimits, Expected
from translator.runtime.asked import Asked
from translator.runtime.failures import Failure
from translator.runtime.gateway import Gateway, Outcome
from translator.runtime.replying import CUTS_KEY, NOTES_KEY, WHOLE_KEY, Replying
from translator.runtime.response import Response
from translator.runtime.spool_store import MemorySpool
from translator.runtime.targets import Target
from translator.runtime.transport import Transport
from translator.surface import Call, ExpectedResponse
from translator.trace import Admission, Caller, Trace
from translator.upstream import Limits, Upstream

pytestmark = pytest.mark.anyio

LOGIN = "login"
SECRET = "corrécthorse&<battery>"


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
async def bench(api: FakeApi) -> AsyncIterator[Bench]:
    upstream = Upstream(api.origin, limits=Limits(timeout_s=3.0, max_attempts=1))
    served = ServedSurface("shop", SURFACE, "sha256:1", 7, upstream)
    surfaces, record, secrets = Surfaces({"shop": served}), Record(), Secrets()
    async with Transport("isthmus/test") as transport:
        gateway = Gateway(
            surfaces=surfaces,
            transport=transport,
            secrets=secrets,
            record=record,
            clock=WallClock(),
            admission=AdmissionLimits(max_text_bytes=2_000),
        )
        yield Bench(api, gateway, surfaces, record, secrets)


STRAY = {
    "drifted": (reply_json({"id": "seven"}), "`id` must be an integer"),
    "no JSON": (reply("{broken", content_type="application/json"), "it is not JSON"),
    "NaN": (reply('{"id":NaN}', content_type="application/json"), "NaN"),
    "a page": (reply("<!doctype html>Log in", content_type="application/json"), "a web page"),
    "another type": (reply("a,b", content_type="text/csv"), None),
    "bytes": (reply(b"\x89PNG\0\0", content_type="application/json"), "no text"),
    "JSON as a page": (reply('{"id":1}', content_type="text/html"), "JSON, though its label"),
    "another success": (reply_json({"id": 1}, status=203), "no success 203"),
}


@pytest.mark.parametrize(("answer", "note"), STRAY.values(), ids=STRAY)
async def test_answer_that_strays_is_delivered_and_flagged(
    bench: Bench, answer: Answer, note: str | None
) -> None:
    bench.api.script(answer)
    outcome = await bench.call("get_widget", {"id": 7})
    assert not outcome.is_error
    assert outcome.blocks
    assert bench.trace.conforms is (None if note is None else False)
    if note is not None:
        assert note in " ".join(outcome.meta[NOTES_KEY])
        assert note in str(bench.trace.conformity)


async def test_answer_that_is_right_has_no_notes(bench: Bench) -> None:
    bench.api.script(reply_json({"id": 7}))
    outcome = await bench.call("get_widget", {"id": 7})
    assert (outcome.meta, bench.trace.conforms) == ({}, True)


TOLD = {
    "repeated": ('{"id":1,"id":2}', "repeats a member"),
    "rounded": ('{"id":1,"x":0.12345678901234567890}', "rounded"),
}


@pytest.mark.parametrize(("body", "told"), TOLD.values(), ids=TOLD)
async def test_what_values_lose_is_told_to_the_model(bench: Bench, body: str, told: str) -> None:
    bench.api.script(reply(body, content_type="application/json"))
    outcome = await bench.call("get_widget", {"id": 7})
    assert outcome.blocks[0].text == body
    assert told in outcome.blocks[1].text
    assert told in outcome.meta[NOTES_KEY][0]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (json.dumps({"echo": SECRET}), "application/json"),
        (json.dumps({"echo": SECRET}, ensure_ascii=False), "application/json"),
        (
            json.dumps({"echo": SECRET}).replace("&", "\\u0026").replace("<", "\\u003C"),
            "application/json",
        ),
        ("".join(f"\\u{ord(c):04x}" for c in SECRET).join(['{"echo":"', '"}']), "application/json"),
        (json.dumps({"echo": SECRET}).encode("utf-16"), "application/json"),
        (json.dumps({"echo": SECRET}).encode("utf-32-be"), "application/json"),
        (f"you said {SECRET}".encode("latin-1"), "text/plain; charset=iso-8859-1"),
        (f"you said {SECRET}".encode("cp037"), "text/plain; charset=cp037"),
        (f"you said {SECRET}".encode("utf-16"), "text/plain"),
        (gzip.compress(json.dumps({"echo": SECRET}).encode(), mtime=0), "application/json"),
        (json.dumps({"echo": SECRET}) + "\n", "application/x-ndjson"),
        (f'data: {{"echo": "{SECRET}"}}\n\n', "text/event-stream"),
        (f"<b>{SECRET}</b>", "text/html"),
    ],
)
async def test_secret_does_not_come_back_in_any_spelling(
    bench: Bench, body: bytes | str, content_type: str
) -> None:
    bench.api.script(reply(body, content_type=content_type))
    outcome = await bench.call(LOGIN, {"password": SECRET})
    shown = json.dumps(
        [repr(outcome.blocks), outcome.structured, repr(bench.trace.response)], ensure_ascii=False
    )
    assert "horse" not in shown
    assert "battery" not in shown
    assert "[redacted]" in shown
    assert bench.trace.admission is Admission.REDACTED


async def test_stream_without_end_comes_as_far_as_it_did(bench: Bench) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    bench.api.script(hang(head + b'data: {"n":1}\n\ndata: {"n":2}\n\ndata: {"n"'))
    bench.serve(limits=Limits(timeout_s=0.4))
    outcome = await bench.call("get_widget", {"id": 7})
    assert not outcome.is_error
    assert outcome.structured == ({"result": [{"data": {"n": 1}}, {"data": {"n": 2}}]},)
    assert "had not ended when the time of the call ran out" in outcome.blocks[1].text
    assert bench.trace.admission is Admission.TRUNCATED


async def test_slow_answer_of_another_kind_is_out_of_time(bench: Bench) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
    bench.api.script(hang(head + b'{"id": 1'))
    bench.serve(limits=Limits(timeout_s=0.3))
    outcome = await bench.call("get_widget", {"id": 7})
    assert outcome.error_class is ErrorClass.UPSTREAM_TIMEOUT


async def test_success_that_breaks_off_is_delivered_and_said(bench: Bench) -> None:
    head = b"HTTP/1.1 201 Made\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    bench.api.script(hang_up(head + b'{"id": 7, "lines": [1, 2, 3'))
    outcome = await bench.call("order", {"qty": 1})
    assert not outcome.is_error
    assert outcome.structured == ({"id": 7, "lines": [1, 2]},)
    assert "The connection closed after 27 bytes" in outcome.blocks[1].text


async def test_answer_larger_than_is_read_says_how_much_was_read(bench: Bench) -> None:
    bench.serve(limits=Limits(timeout_s=3.0, max_response_bytes=3_000))
    bench.api.script(reply_json(list(range(5_000))))
    outcome = await bench.call("get_widget", {"id": 7})
    kept = json.loads(outcome.blocks[0].text)
    assert kept == list(range(len(kept)))
    assert "3,000 bytes were read" in outcome.blocks[1].text


async def test_204_with_a_body_is_done_and_the_body_told_of(bench: Bench) -> None:
    bench.api.script(raw(b"HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\n{}"), reply_json({"id": 1}))
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.blocks[0].text == "Done: HTTP 204, no content."
    assert "more than it announced" in outcome.meta[NOTES_KEY][0]
    assert (await bench.call("get_widget", {"id": 1})).structured == ({"id": 1},)


async def test_made_thing_tells_its_address(bench: Bench) -> None:
    bench.api.script(reply(status=201, headers=(("Location", "/orders/17"),)))
    assert "location: /orders/17" in (await bench.call("order", {"qty": 1})).blocks[0].text


async def test_nothing_new_is_no_failure(bench: Bench) -> None:
    bench.api.script(raw(b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"))
    outcome = await bench.call("get_widget", {"id": 7})
    assert not outcome.is_error
    assert "not changed" in outcome.blocks[0].text


def strict(bench: Bench, schema: dict[str, object]) -> None:
    call: Call = replace(GET, responses=(ExpectedResponse("200", "application/json", schema),))
    made = tool("get_widget", call, schema_of(id={}), schema)
    bench.serve(replace(SURFACE, tools=(made,)))


async def test_cut_that_breaks_a_strict_schema_says_that_it_was_the_cut(bench: Bench) -> None:
    strict(bench, {"type": "object", "properties": {"rows": {"type": "array", "minItems": 800}}})
    bench.api.script(reply_json({"rows": list(range(900))}))
    outcome = await bench.call("get_widget", {"id": 7})
    assert (outcome.error_class, outcome.structured) == (ErrorClass.TOO_LARGE, ())
    assert "its answer is too large" in outcome.message
    assert json.loads(outcome.blocks[1].text)["rows"][:3] == [0, 1, 2]
    assert any(block.kind == "link" for block in outcome.blocks)
    assert outcome.meta[CUTS_KEY][0]["pointer"] == "/rows"


async def test_answer_that_broke_its_promise_before_it_was_cut_says_so(bench: Bench) -> None:
    strict(bench, {"type": "object", "required": ["id"], "properties": {}})
    bench.api.script(reply_json({"rows": list(range(900))}))
    outcome = await bench.call("get_widget", {"id": 7})
    assert outcome.error_class is ErrorClass.MALFORMED_RESPONSE
    assert "`id` is required" in outcome.message


async def test_cut_answer_that_keeps_a_strict_schema_is_a_result(bench: Bench) -> None:
    strict(bench, WIDGET)
    bench.api.script(reply_json({"id": 1, "log": "x" * 9_000}))
    outcome = await bench.call("get_widget", {"id": 7})
    assert not outcome.is_error
    assert outcome.structured[0]["id"] == 1


@pytest.mark.parametrize(
    ("content_type", "first", "chunk"),
    [
        ("application/json", b"[", b'{"n":1},'),
        ("application/x-ndjson", b"", b'{"n":1}\n'),
        ("text/event-stream", b"", b"data: 1\n\n"),
        ("text/csv", b"a,b\n", b"1,2\n"),
    ],
)
async def test_answer_without_end_is_read_to_the_limit_and_delivered_in_part(
    bench: Bench, content_type: str, first: bytes, chunk: bytes
) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode()
    bench.api.script(endless(chunk * 50, head + first))
    bench.serve(limits=Limits(timeout_s=5.0, max_response_bytes=20_000))
    outcome = await bench.call("get_widget", {"id": 7})
    assert not outcome.is_error
    assert "more than 20,000 bytes; the rest was not read" in outcome.blocks[1].text
    assert bench.trace.bytes_in == 20_000
    assert await anyio.to_thread.run_sync(bench.api.closed.wait, 2)


@pytest.mark.parametrize("coding", ["gzip", "br", "gzip, gzip"])
async def test_bomb_is_read_to_the_limit(bench: Bench, coding: str) -> None:
    bomb = b'["' + b"x" * 30_000_000 + b'"]'
    for name in coding.split(", "):
        bomb = brotli.compress(bomb, quality=1) if name == "br" else gzip.compress(bomb)
    bench.api.script(
        reply(bomb, content_type="application/json", headers=(("Content-Encoding", coding),))
    )
    bench.serve(limits=Limits(timeout_s=5.0, max_response_bytes=20_000))
    outcome = await bench.call("get_widget", {"id": 7})
    assert not outcome.is_error
    assert bench.trace.bytes_in == 20_000


async def test_head_is_answered_by_its_headers(bench: Bench) -> None:
    asked = replace(GET, operation="HEAD /widgets/{id}", method="HEAD", responses=())
    made = tool("get_widget", asked, schema_of(id={"type": "integer"}))
    bench.serve(replace(SURFACE, tools=(made,)))
    bench.api.script(raw(b"HTTP/1.1 200 OK\r\nContent-Length: 77\r\nX-Rows: 3\r\n\r\n"))
    outcome = await bench.call("get_widget", {"id": 7})
    assert outcome.blocks[0].text == (
        "HTTP 200, with these headers:\ncontent-length: 77\nx-rows: 3"
    )


REFUSED = {
    "problem": (
        reply(
            '{"title":"Invalid","invalid-params":[{"name":"qty","reason":"too small"}]}',
            status=422,
            content_type="application/problem+json",
        ),
        "Invalid. `qty`: too small. Correct `qty`.",
    ),
    "challenge": (
        reply(status=401, headers=(("WWW-Authenticate", 'Bearer error="invalid_token"'),)),
        "a valid credential (Bearer: invalid_token)",
    ),
    "allowed": (reply(status=405, headers=(("Allow", "GET"),)), "here, only GET;"),
    "busy": (reply(status=429, headers=(("Retry-After", "7"),)), "Wait 7 seconds"),
    "conflict": (reply_json({"message": "taken"}, status=409), "taken. It conflicts"),
    "stale": (reply(status=412), "read it again"),
    "conditional": (reply(status=428), "If-Match"),
    "form": (reply(status=415, headers=(("Accept", "text/csv"),)), "It takes text/csv"),
    "page": (
        reply("<html><title>Bad</title><p>gateway" * 900, status=502, content_type="text/html"),
        "HTTP 502 Bad Gateway from POST /orders",
    ),
    "XML": (
        reply("<Error><Message>No room.</Message></Error>", status=507, content_type="text/xml"),
        "No room.",
    ),
}


@pytest.mark.parametrize(("answer", "said"), REFUSED.values(), ids=REFUSED)
async def test_refusal_says_what_to_do(bench: Bench, answer: Answer, said: str) -> None:
    bench.api.script(answer)
    outcome = await bench.call("order", {"qty": 0})
    assert outcome.is_error
    assert said in outcome.message
    assert len(outcome.message) < 700
    assert bench.trace.error == outcome.message


@pytest.mark.parametrize(("primitive", "kept"), [("tool", True), ("completion", False)])
def test_only_what_can_be_read_afterwards_is_kept(primitive: str, kept: bool) -> None:
    trace = Trace("t", 0.0, Caller("ann"), "shop", primitive, "list", "00-a-b-01")
    expected = Expected(Asked("GET /x", repeatable=True))
    target = Target("list", GET, expected, lambda given: (given, ()))
    spool = MemorySpool(lambda: 0.0)
    replying = Replying(trace, target, AdmissionLimits(1_000), 10**6, spool, no_failure)
    headers = (("Content-Type", "application/json"),)
    outcome = replying.reply(Response(200, headers, json.dumps(["x"] * 900).encode()), ())
    assert (WHOLE_KEY in outcome.meta) == kept


def no_failure(failure: Failure) -> Outcome:
    raise AssertionError(failure)
