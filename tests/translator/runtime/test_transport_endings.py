"""How the transport takes answers that do not end where HTTP says they should."""

import time
from collections.abc import AsyncIterator, Iterator

import anyio
import pytest

from tests.fake_api import FakeApi, hang, hang_up, raw, reply
from translator.errors import UpstreamTimeout
from translator.runtime.plan import RequestPlan
from translator.runtime.transport import EgressPolicy, Response, Transport

pytestmark = pytest.mark.anyio


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
async def transport() -> AsyncIterator[Transport]:
    async with Transport("isthmus/test") as transport:
        yield transport


async def send(
    transport: Transport,
    url: str,
    method: str = "GET",
    *,
    body: bytes | None = None,
    timeout_s: float = 5.0,
) -> Response:
    plan = RequestPlan(method, url, (), body)
    deadline = time.monotonic() + timeout_s
    return await transport.send(plan, policy=EgressPolicy(), deadline=deadline, max_bytes=1_000_000)


@pytest.mark.parametrize(
    "framing", ["Content-Length: 9\r\n\r\nab", "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"]
)
async def test_success_whose_connection_closes_early_comes_as_far_as_it_did(
    api: FakeApi, transport: Transport, framing: str
) -> None:
    api.script(hang_up(f"HTTP/1.1 201 Made\r\nX-A: 1\r\n{framing}".encode()))
    response = await send(transport, api.origin + "/", "POST", body=b"x")
    assert (response.status, response.body, response.header("x-a")) == (201, b"ab", "1")
    assert (response.complete, response.ended) == (False, "connection")


EXCESS = {
    "body of a 204": "204 No\r\nContent-Length: 2\r\n\r\nab",
    "body of a 304": "304 No\r\nContent-Length: 2\r\n\r\nab",
    "unasked answer": "204 No\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!",
    "too short a length": "200 OK\r\nContent-Length: 2\r\n\r\nab{}",
    "after the last chunk": "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n!",
}


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("answer", EXCESS.values(), ids=EXCESS)
async def test_what_comes_after_an_answer_never_becomes_the_next_one(
    api: FakeApi, transport: Transport, method: str, answer: str
) -> None:
    api.script(raw(f"HTTP/1.1 {answer}".encode()), reply("mine"))
    first = await send(transport, api.origin + "/", method)
    assert first.excess
    second = await send(transport, api.origin + "/")
    assert (second.body, second.excess, api.connections) == (b"mine", False, 2)


async def test_head_that_is_answered_as_such_leaves_the_connection_open(
    api: FakeApi, transport: Transport
) -> None:
    api.script(raw(b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n"), reply("mine"))
    assert not (await send(transport, api.origin + "/", "HEAD")).excess
    assert (await send(transport, api.origin + "/")).body == b"mine"
    assert api.connections == 1


async def test_interim_answers_are_passed_over(api: FakeApi, transport: Transport) -> None:
    interim = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    api.script(raw(interim + b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"))
    response = await send(transport, api.origin + "/", "POST", body=b"x")
    assert (response.status, response.body) == (200, b"ab")


@pytest.mark.parametrize(
    "content_type", ["text/event-stream", "application/x-ndjson", "application/json-seq"]
)
async def test_stream_that_does_not_end_comes_as_far_as_it_did(
    api: FakeApi, transport: Transport, content_type: str
) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n"
    api.script(hang(head.encode() + b"data: 1\n\n"))
    response = await send(transport, api.origin + "/", timeout_s=0.3)
    assert (response.body, response.complete, response.ended) == (b"data: 1\n\n", False, "time")
    assert await anyio.to_thread.run_sync(api.closed.wait, 1)


async def test_stream_without_a_single_byte_is_out_of_time(
    api: FakeApi, transport: Transport
) -> None:
    api.script(hang(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"))
    with pytest.raises(UpstreamTimeout, match="HTTP 200"):
        await send(transport, api.origin + "/", timeout_s=0.2)
