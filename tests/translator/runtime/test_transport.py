import gzip
import socket
import ssl
import time
import zlib
from collections.abc import AsyncIterator, Iterator

import anyio
import brotli  # type: ignore[import-untyped]
import pytest

from tests.fake_api import FakeApi, endless, hang, hang_up, raw, reply, reply_json
from translator.errors import (
    AnswerLost,
    EgressRefused,
    MalformedResponse,
    PlanError,
    SourceError,
    UpstreamTimeout,
    UpstreamUnreachable,
)
from translator.runtime.plan import RequestPlan
from translator.runtime.transport import EgressPolicy, Response, Transport, fetch_document

ANYWHERE = EgressPolicy()

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
    headers: tuple[tuple[str, str], ...] = (),
    body: bytes | None = None,
    policy: EgressPolicy = ANYWHERE,
    timeout_s: float = 5.0,
    max_bytes: int = 1_000_000,
) -> Response:
    plan = RequestPlan(method, url, headers, body)
    deadline = time.monotonic() + timeout_s
    return await transport.send(plan, policy=policy, deadline=deadline, max_bytes=max_bytes)


@pytest.mark.parametrize(
    "target",
    [
        "/a/../b",
        "/a%2Fb/%2e%2e/c",
        "/x//y/",
        "/t:1/%7Eme?q=a%20b&q=a+b&c=[1]&d='x'|y",
        "/?",
        "/%C3%BC?empty&=&a==",
        "/q?redirect=http://x@y/#",
    ],
)
async def test_target_arrives_byte_for_byte(
    api: FakeApi, transport: Transport, target: str
) -> None:
    await send(transport, api.origin + target)
    assert api.requests[0].target == target.removesuffix("#")


async def test_url_without_path_asks_for_the_root(api: FakeApi, transport: Transport) -> None:
    await send(transport, api.origin + "?a=1")
    assert api.requests[0].target == "/?a=1"


async def test_what_is_no_ascii_in_a_target_is_percent_encoded(
    api: FakeApi, transport: Transport
) -> None:
    await send(transport, api.origin + "/ü b")
    assert api.requests[0].target == "/%C3%BC%20b"


async def test_method_keeps_its_case(api: FakeApi, transport: Transport) -> None:
    await send(transport, api.origin + "/", "purge")
    assert api.requests[0].method == "purge"


async def test_request_carries_planned_headers_and_body_and_nothing_unplanned(
    api: FakeApi, transport: Transport
) -> None:
    headers = (("X-A", "1"), ("X-A", "2"), ("Content-Type", "text/plain"), ("Host", "evil"))
    await send(transport, api.origin + "/", "POST", headers=headers, body=b"hi")
    assert api.requests[0].headers == (
        ("Host", api.host),
        ("Accept-Encoding", "gzip, deflate"),
        ("X-A", "1"),
        ("X-A", "2"),
        ("Content-Type", "text/plain"),
        ("User-Agent", "isthmus/test"),
        ("Content-Length", "2"),
    )
    assert api.requests[0].body == b"hi"


async def test_planned_user_agent_wins(api: FakeApi, transport: Transport) -> None:
    await send(transport, api.origin + "/", headers=(("User-Agent", "mine"),))
    assert [v for k, v in api.requests[0].headers if k == "User-Agent"] == ["mine"]


async def test_post_without_body_says_so(api: FakeApi, transport: Transport) -> None:
    await send(transport, api.origin + "/", "POST")
    assert api.requests[0].header("Content-Length") == "0"


async def test_answer_comes_back_whole(api: FakeApi, transport: Transport) -> None:
    api.script(reply("héllo", status=201, content_type="text/plain", headers=(("X-Y", "ü"),)))
    response = await send(transport, api.origin + "/p")
    assert (response.status, response.body.decode(), response.complete) == (201, "héllo", True)
    assert response.header("x-y") == "ü"
    assert response.url == api.origin + "/p"


async def test_connection_is_used_again(api: FakeApi, transport: Transport) -> None:
    for _ in range(3):
        await send(transport, api.origin + "/")
    assert api.connections == 1


async def test_cookies_are_not_kept(api: FakeApi, transport: Transport) -> None:
    api.script(reply(headers=(("Set-Cookie", "sid=A; Path=/"),)))
    await send(transport, api.origin + "/login", "POST")
    await send(transport, api.origin + "/me")
    assert api.requests[1].header("cookie") is None


async def test_proxies_of_the_environment_are_not_used(
    api: FakeApi, transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    assert (await send(transport, api.origin + "/")).status == 200


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirect_inside_the_origin_is_followed_for_get(
    api: FakeApi, transport: Transport, status: int
) -> None:
    api.script(reply(status=status, headers=(("Location", "/b?c=%2F"),)), reply("there"))
    response = await send(transport, api.origin + "/a/", headers=(("Authorization", "x"),))
    assert response.body == b"there"
    assert (response.url, response.redirects) == (api.origin + "/b?c=%2F", 1)
    assert api.requests[1].target == "/b?c=%2F"
    assert api.requests[1].header("authorization") == "x"


async def test_redirect_of_a_post_is_handed_back(api: FakeApi, transport: Transport) -> None:
    api.script(reply(status=302, headers=(("Location", "/b"),)))
    response = await send(transport, api.origin + "/a", "POST", body=b"x")
    assert (response.status, len(api.requests)) == (302, 1)


async def test_redirect_to_another_origin_is_handed_back(
    api: FakeApi, transport: Transport
) -> None:
    with FakeApi() as other:
        api.script(reply(status=307, headers=(("Location", other.origin + "/"),)))
        response = await send(transport, api.origin + "/a", headers=(("X-API-Key", "k"),))
        assert response.status == 307
        assert other.requests == []


@pytest.mark.parametrize("location", ["http://[x", "file:///etc/passwd", "//evil:x/", ""])
async def test_redirect_to_nowhere_is_handed_back(
    api: FakeApi, transport: Transport, location: str
) -> None:
    api.script(reply(status=302, headers=(("Location", location),)))
    assert (await send(transport, api.origin + "/a")).status == 302


async def test_redirects_end_after_five(api: FakeApi, transport: Transport) -> None:
    api.script(reply(status=302, headers=(("Location", "/again"),)))
    response = await send(transport, api.origin + "/a")
    assert (response.status, len(api.requests)) == (302, 6)


CODINGS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "gzip, deflate": lambda body: zlib.compress(gzip.compress(body)),
}


@pytest.mark.parametrize("coding", CODINGS)
async def test_content_codings_are_undone(api: FakeApi, transport: Transport, coding: str) -> None:
    body = b"0123456789" * 30_000
    api.script(reply(CODINGS[coding](body), headers=(("Content-Encoding", coding),)))
    assert (await send(transport, api.origin + "/")).body == body


async def test_gzip_bomb_is_cut_at_the_decoded_limit(api: FakeApi, transport: Transport) -> None:
    bomb = gzip.compress(bytes(50_000_000))
    api.script(reply(bomb, headers=(("Content-Encoding", "gzip"),)))
    response = await send(transport, api.origin + "/", max_bytes=10_000)
    assert (len(response.body), response.complete) == (10_000, False)


async def test_answer_of_exactly_the_limit_is_complete(api: FakeApi, transport: Transport) -> None:
    api.script(reply(b"x" * 1000))
    assert (await send(transport, api.origin + "/", max_bytes=1000)).complete


async def test_endless_answer_is_cut_and_its_connection_closed(
    api: FakeApi, transport: Transport
) -> None:
    api.script(endless(b"x" * 1000, b"HTTP/1.1 200 OK\r\n\r\n"))
    response = await send(transport, api.origin + "/", max_bytes=50_000)
    assert (len(response.body), response.complete) == (50_000, False)
    assert await anyio.to_thread.run_sync(api.closed.wait, 1)


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", b"no gzip"),
        ("gzip", gzip.compress(b"x" * 99, mtime=0)[:-9]),
        ("br", b"no Brotli"),
        ("zstd", b"x"),
        ("deflate", b"?"),
    ],
)
async def test_broken_content_coding_is_malformed(
    api: FakeApi, transport: Transport, coding: str, body: bytes
) -> None:
    api.script(reply(body, headers=(("Content-Encoding", coding),)))
    with pytest.raises(MalformedResponse, match="HTTP 200") as caught:
        await send(transport, api.origin + "/")
    assert caught.value.sent


@pytest.mark.parametrize(
    "answer", [b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 999999 x\r\n\r\n", b"\x00\x01\r\n\r\n"]
)
async def test_answer_that_is_no_http_is_malformed(
    api: FakeApi, transport: Transport, answer: bytes
) -> None:
    api.script(hang_up(answer))
    with pytest.raises(MalformedResponse) as caught:
        await send(transport, api.origin + "/")
    assert caught.value.sent


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Le",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
        b"HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nab",
    ],
)
async def test_connection_closed_before_the_answer_is_whole_loses_it(
    api: FakeApi, transport: Transport, start: bytes
) -> None:
    api.script(hang_up(start))
    with pytest.raises(AnswerLost) as caught:
        await send(transport, api.origin + "/", "POST", body=b"x")
    assert caught.value.sent


async def test_refused_connection_is_unreachable_and_unsent(transport: Transport) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(UpstreamUnreachable, match=f"127.0.0.1:{port}.*refused") as caught:
            await send(transport, f"http://127.0.0.1:{port}/")
    assert not caught.value.sent


async def test_unknown_name_is_unreachable(transport: Transport) -> None:
    with pytest.raises(UpstreamUnreachable, match="DNS"):
        await send(transport, "http://nowhere.invalid/")


async def test_name_too_long_for_dns_is_unreachable(transport: Transport) -> None:
    with pytest.raises(UpstreamUnreachable):
        await send(transport, f"http://{'a' * 70}.test/")


async def test_tls_to_a_plain_server_is_unreachable(api: FakeApi, transport: Transport) -> None:
    with pytest.raises(UpstreamUnreachable, match="TLS") as caught:
        await send(transport, api.origin.replace("http", "https") + "/", timeout_s=1)
    assert not caught.value.sent


async def test_time_running_out_before_the_answer(api: FakeApi, transport: Transport) -> None:
    api.script(hang())
    with pytest.raises(UpstreamTimeout, match=r"before \S+ answered") as caught:
        await send(transport, api.origin + "/", "POST", timeout_s=0.2)
    assert caught.value.sent
    assert await anyio.to_thread.run_sync(api.closed.wait, 1)


async def test_time_running_out_during_the_answer(api: FakeApi, transport: Transport) -> None:
    api.script(hang(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"))
    with pytest.raises(UpstreamTimeout, match="HTTP 200") as caught:
        await send(transport, api.origin + "/", timeout_s=0.2)
    assert caught.value.sent


async def test_deadline_in_the_past_sends_nothing(api: FakeApi, transport: Transport) -> None:
    with pytest.raises(UpstreamTimeout) as caught:
        await send(transport, api.origin + "/", timeout_s=-1)
    assert not caught.value.sent
    assert api.requests == []


async def test_cancelling_closes_the_connection_within_a_second(
    api: FakeApi, transport: Transport
) -> None:
    api.script(hang(b"HTTP/1.1 200 OK\r\n\r\nab"))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(send, transport, api.origin + "/")
        await anyio.to_thread.run_sync(api.received.wait, 5)
        tasks.cancel_scope.cancel()
    assert await anyio.to_thread.run_sync(api.closed.wait, 1)


async def test_transport_works_on_after_a_cancelled_call(
    api: FakeApi, transport: Transport
) -> None:
    api.script(hang(), reply("ok"))
    with pytest.raises(UpstreamTimeout):
        await send(transport, api.origin + "/", timeout_s=1)
    assert (await send(transport, api.origin + "/")).body == b"ok"


async def test_header_that_is_none_is_refused_without_quoting_it(
    api: FakeApi, transport: Transport
) -> None:
    with pytest.raises(PlanError) as caught:
        await send(transport, api.origin + "/", headers=(("Authorization", "a\r\nX: secret"),))
    assert "secret" not in str(caught.value)
    assert api.requests == []


async def test_origin_outside_the_policy_is_refused(api: FakeApi, transport: Transport) -> None:
    policy = EgressPolicy(frozenset({"https://api.example.com"}))
    with pytest.raises(EgressRefused, match=api.origin):
        await send(transport, api.origin + "/", policy=policy)
    assert api.requests == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433"])
async def test_private_address_is_refused_before_connecting(
    api: FakeApi, transport: Transport, host: str
) -> None:
    url = api.origin.replace("127.0.0.1", host) + "/"
    with pytest.raises(EgressRefused, match="public"):
        await send(transport, url, policy=EgressPolicy(allow_private=False))
    assert api.connections == 0


async def test_connection_to_a_private_address_is_refused_whatever_the_name_said_first(
    api: FakeApi, transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def public(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 80))]

    monkeypatch.setattr("translator.runtime.transport.anyio.getaddrinfo", public)
    with pytest.raises(EgressRefused, match="public"):
        await send(transport, api.origin + "/", policy=EgressPolicy(allow_private=False))
    assert api.requests == []


async def test_certificate_nobody_trusts_is_named(tmp_path: object) -> None:
    async with Transport("isthmus/test", ssl_context=ssl.create_default_context()) as transport:
        with pytest.raises(UpstreamUnreachable):
            await send(transport, "https://127.0.0.1:9/")


def test_document_is_fetched(api: FakeApi) -> None:
    api.script(reply_json({"openapi": "3.1.0"}))
    assert fetch_document(api.origin + "/d.json", policy=ANYWHERE) == b'{"openapi": "3.1.0"}'


def test_user_information_becomes_basic_credentials(api: FakeApi) -> None:
    url = api.origin.replace("http://", "http://me:p%40ss@") + "/d?mail=a@b"
    fetch_document(url, policy=ANYWHERE)
    assert api.requests[0].header("authorization") == "Basic bWU6cEBzcw=="
    assert api.requests[0].target == "/d?mail=a@b"


def test_document_behind_another_origin_names_it(api: FakeApi) -> None:
    api.script(reply(status=302, headers=(("Location", "https://u:secret@x.example/d.json"),)))
    with pytest.raises(SourceError, match=r"https://x\.example/d\.json") as caught:
        fetch_document(api.origin + "/", policy=ANYWHERE)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (reply("no", status=404), "HTTP 404"),
        (reply(b"x" * 200), "100 bytes"),
        (raw(b"?\r\n\r\n"), "broken HTTP"),
    ],
)
def test_document_that_cannot_be_had_says_why(api: FakeApi, answer: object, what: str) -> None:
    api.script(answer)  # type: ignore[arg-type]
    url = api.origin.replace("http://", "http://me:secret@") + "/d"
    with pytest.raises(SourceError, match=what) as caught:
        fetch_document(url, policy=ANYWHERE, max_bytes=100)
    assert "secret" not in str(caught.value)
    assert api.origin in str(caught.value)


def test_document_that_takes_too_long_is_given_up(api: FakeApi) -> None:
    api.script(hang())
    with pytest.raises(SourceError, match="time ran out"):
        fetch_document(api.origin + "/", policy=ANYWHERE, timeout_s=0.2)


def test_address_without_a_server_is_named() -> None:
    with pytest.raises(SourceError, match="ftp"):
        fetch_document("ftp://example.com/d", policy=ANYWHERE)
