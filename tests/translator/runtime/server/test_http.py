"""What goes over the wire, and endpoints that come and go."""

import threading
from collections.abc import Mapping
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client

from tests.fake_api import hang, reply
from tests.mcp_running import MODES, Running, running
from tests.mcp_surfaces import ZOO, renamed

MODERN = {
    "accept": "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def post(url: str, method: str, headers: Mapping[str, str] = {}, **params: Any) -> httpx2.Response:
    """Send one request of the 2026-07-28 revision, with the headers it asks for."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": META, **params}}
    named = {"mcp-name": params["name"]} if "name" in params else {}
    sent = {**MODERN, "mcp-method": method, **named, **headers}
    return httpx2.post(url, json=body, headers=sent, timeout=10)


def until(hand: Running, slug: str, status: int) -> httpx2.Response:
    """Ask until the endpoint answers with this status."""
    with anyio.from_thread.start_blocking_portal() as portal:
        return portal.call(_until, f"{hand.base_url}/mcp/{slug}", status)


async def _until(url: str, status: int) -> httpx2.Response:
    with anyio.fail_after(5):
        while True:
            answer = await anyio.to_thread.run_sync(post, url, "tools/list")
            if answer.status_code == status:
                return answer


def test_a_modern_call_is_answered_in_plain_json_with_every_digit() -> None:
    with running(reply(b'{"id":18446744073709551617}', content_type="application/json")) as hand:
        answer = post(hand.url, "tools/call", name="look", arguments={})
    assert answer.headers["content-type"] == "application/json"
    assert b'"id":18446744073709551617' in answer.content.replace(b" ", b"")


def test_a_handshake_call_carries_every_digit_on_the_wire() -> None:
    big = reply(b'{"id":18446744073709551617}', content_type="application/json")
    headers = {"accept": MODERN["accept"]}
    with running(big) as hand, httpx2.Client(headers=headers, timeout=10) as client:
        client.headers["mcp-session-id"] = _handshake(client, hand.url)
        call = {"name": "find", "arguments": {"id": 2**70}}
        body = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}
        answer = client.post(hand.url, json=body)
    assert b'"id":18446744073709551617' in answer.content
    assert hand.api.requests[0].target == f"/find?id={2**70}"


def test_a_session_answers_only_whom_it_was_opened_by() -> None:
    headers = {"accept": MODERN["accept"], "authorization": "Bearer anna"}
    body = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    with running(authorize=by_token) as hand, httpx2.Client(headers=headers) as client:
        client.headers["mcp-session-id"] = _handshake(client, hand.url)
        assert client.post(hand.url, json=body).status_code == 200
        as_ben = client.post(hand.url, json=body, headers={"authorization": "Bearer ben"})
    assert as_ben.status_code == 404


def test_the_trace_of_the_client_is_continued_to_the_api() -> None:
    trace = "0af7651916cd43dd8448eb211c80319c"
    body = {"name": "look", "arguments": {}}
    meta = META | {"traceparent": f"00-{trace}-b7ad6b7169203331-01"}
    with running() as hand:
        post(hand.url, "tools/call", **body, _meta=meta)
    assert trace in (hand.api.requests[0].header("traceparent") or "")


def _handshake(client: httpx2.Client, url: str) -> str:
    who = {"name": "raw", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": who}
    opened = client.post(
        url, json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    )
    session: str = opened.headers["mcp-session-id"]
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    client.post(url, json=note, headers={"mcp-session-id": session})
    return session


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_handshake_revision_is_served(revision: str) -> None:
    who = {"name": "raw", "version": "1"}
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": who}
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    with running() as hand:
        answer = httpx2.post(hand.url, json=body, headers={"accept": MODERN["accept"]})
    assert f'"protocolVersion":"{revision}"' in answer.text


def test_the_modern_revision_is_discovered() -> None:
    with running() as hand:
        result = post(hand.url, "server/discover").json()["result"]
    assert result["supportedVersions"] == ["2026-07-28"]
    assert result["capabilities"]["tools"] == {"listChanged": True}


def test_lists_are_never_cached() -> None:
    with running() as hand:
        result = post(hand.url, "tools/list").json()["result"]
    assert (result["ttlMs"], result["cacheScope"]) == (0, "private")


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("host", "evil.example", 421),
        ("host", "127.0.0.1.evil.example", 421),
        ("origin", "http://evil.example", 403),
        ("origin", "http://localhost:6274", 200),
    ],
)
def test_a_foreign_host_or_origin_is_refused(header: str, value: str, status: int) -> None:
    with running() as hand:
        assert post(hand.url, "tools/list", {header: value}).status_code == status


def test_too_large_a_request_is_refused() -> None:
    with running(max_request_bytes=10_000) as hand:
        assert post(hand.url, "tools/call", name="look", x="y" * 10_000).status_code == 413


def test_a_modern_get_is_not_allowed() -> None:
    with running() as hand:
        assert httpx2.get(hand.url, headers=MODERN).status_code == 405


def test_a_persons_browser_is_told_what_the_address_is_for() -> None:
    with running() as hand:
        answer = httpx2.get(hand.url, headers={"accept": "text/html,*/*;q=0.8"})
        assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
        assert "for MCP clients" in answer.text


def test_an_unknown_endpoint_says_what_to_do_and_names_no_other() -> None:
    with running() as hand:
        answer = post(f"{hand.base_url}/mcp/aquarium", "tools/list")
    assert answer.status_code == 404
    assert "isthmus publish" in answer.json()["error"]["message"]
    assert "zoo" not in answer.text


def test_a_new_endpoint_opens_and_a_stopped_one_closes_and_opens_again() -> None:
    with running() as hand:
        hand.publish(renamed(ZOO, "look", "watch"), "park")
        assert "watch" in until(hand, "park", 200).text
        hand.surfaces.stop("park")
        assert "stopped" in until(hand, "park", 503).text
        hand.publish(ZOO, "park")
        until(hand, "park", 200)
        assert hand.host.open_endpoints() == ("park", "zoo")


def test_stopping_an_endpoint_cancels_its_calls_and_says_so() -> None:
    with running(hang()) as hand:
        answers: list[httpx2.Response] = []
        caller = threading.Thread(
            target=lambda: answers.append(post(hand.url, "tools/call", name="look", arguments={}))
        )
        caller.start()
        assert hand.api.received.wait(5)
        hand.surfaces.stop("zoo")
        caller.join(5)
        assert hand.api.closed.wait(1)
    result = answers[0].json()["result"]
    assert result["isError"]
    assert "may have acted" in result["content"][0]["text"]


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_a_slash_at_the_end_is_no_other_endpoint(mode: Any) -> None:
    with running() as hand:
        async with Client(f"{hand.url}/", mode=mode) as client:
            assert (await client.list_tools()).tools


def by_token(headers: Mapping[str, str]) -> str | None:
    return {"Bearer anna": "anna", "Bearer ben": "ben"}.get(headers.get("authorization", ""))


def test_who_is_not_known_is_refused() -> None:
    with running(authorize=by_token) as hand:
        answer = post(hand.url, "tools/list")
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Bearer realm="isthmus"'
    assert "isthmus key add" in answer.json()["error"]["message"]


def test_a_key_that_is_not_known_is_refused_as_such() -> None:
    with running(authorize=by_token) as hand:
        answer = post(hand.url, "tools/list", {"authorization": "Bearer carl"})
    assert answer.status_code == 401
    challenge = answer.headers["www-authenticate"]
    assert challenge == 'Bearer realm="isthmus", error="invalid_token"'
    assert "carl" not in answer.text


def test_two_authorization_headers_are_no_key() -> None:
    both = [("authorization", "Bearer anna"), ("authorization", "Bearer ben")]
    with running(authorize=by_token) as hand:
        answer = httpx2.post(hand.url, json={}, headers=[*MODERN.items(), *both])
    assert answer.status_code == 401


def test_each_call_carries_its_own_principal_and_what_that_one_was_shown() -> None:
    with running(authorize=by_token) as hand:
        anna, ben = ({"authorization": f"Bearer {who}"} for who in ("anna", "ben"))
        post(hand.url, "tools/list", anna)
        for headers in (anna, ben):
            post(hand.url, "tools/call", headers, name="look", arguments={})
    callers = [(trace.caller.principal, trace.caller.shown) for trace in hand.record.traces]
    assert [who for who, _ in callers] == ["anna", "ben"]
    assert callers[0][1] is not None
    assert callers[1][1] is None


def test_the_clients_headers_do_not_reach_the_api() -> None:
    with running(authorize=by_token) as hand:
        headers = {"authorization": "Bearer anna", "cookie": "a=b", "x-trace": "1"}
        post(hand.url, "tools/call", headers, name="look", arguments={})
    sent = {name.lower() for name, _ in hand.api.requests[0].headers}
    assert not sent & {"authorization", "cookie", "x-trace", "mcp-protocol-version", "mcp-name"}


@pytest.mark.anyio
async def test_closing_the_stream_cancels_a_modern_call() -> None:
    with running(hang()) as hand:
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        params = {"_meta": META, "name": "look", "arguments": {}}
        headers = {**MODERN, "mcp-method": "tools/call", "mcp-name": "look"}

        async def call(client: httpx2.AsyncClient) -> None:
            await client.post(hand.url, json=body | {"params": params}, headers=headers)

        async with httpx2.AsyncClient(timeout=10) as client, anyio.create_task_group() as tasks:
            tasks.start_soon(call, client)
            assert await anyio.to_thread.run_sync(hand.api.received.wait, 5)
            tasks.cancel_scope.cancel()
        assert await anyio.to_thread.run_sync(hand.api.closed.wait, 1)
