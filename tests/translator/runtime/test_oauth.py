"""Client credentials against a real token server on loopback."""

import base64
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

import anyio
import anyio.to_thread
import pytest

from translator.errors import CredentialError, UpstreamUnreachable
from translator.runtime.oauth import TokenCache, TokenKey, token_request
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.upstream import CredentialReference

SECRET = "client one:p@ss w/rd"
REFERENCE = CredentialReference("OAuth", "env:OAUTH", "https://api.example.com")


@dataclass(slots=True)
class TokenServer:
    """Answers with `status` and `answer`; `%d` in the token counts the answers."""

    url: str
    status: int = 200
    answer: Any = field(
        default_factory=lambda: {"access_token": "t%d", "token_type": "Bearer", "expires_in": 3600}
    )
    requests: list[tuple[dict[str, str], dict[str, str]]] = field(default_factory=list)

    def reply(self, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        self.requests.append((headers, dict(parse_qsl(body.decode()))))
        text = self.answer if isinstance(self.answer, str) else json.dumps(self.answer)
        return self.status, text.replace("%d", str(len(self.requests))).encode()


@pytest.fixture
def server() -> Iterator[TokenServer]:
    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): text for name, text in self.headers.items()}
            status, content = answers.reply(headers, body)
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as listening:
        answers = TokenServer(f"http://127.0.0.1:{listening.server_port}/token")
        thread = threading.Thread(target=listening.serve_forever, args=(0.01,))
        thread.start()
        yield answers
        listening.shutdown()
        thread.join()


def send_now(plan: RequestPlan) -> Response:
    request = urllib.request.Request(plan.url, plan.body, dict(plan.headers), method=plan.method)
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return Response(answer.status, (), answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Response(error.code, (), error.read())


async def send(plan: RequestPlan) -> Response:
    return await anyio.to_thread.run_sync(send_now, plan)


@dataclass(slots=True)
class Hands:
    """A clock whose hands the test moves."""

    seconds: float = 1000.0

    def now(self) -> float:
        return self.seconds


def key_at(server: TokenServer, *scopes: str, principal: str | None = None) -> TokenKey:
    reference = CredentialReference("OAuth", "env:OAUTH", REFERENCE.origin, principal)
    return TokenKey(server.url, reference, scopes)


@pytest.mark.anyio
async def test_token_request_is_that_of_rfc_6749(server: TokenServer) -> None:
    token = await TokenCache(Hands().now).token(key_at(server, "read", "write:all"), SECRET, send)

    ((headers, form),) = server.requests
    basic = base64.b64decode(headers["authorization"].removeprefix("Basic ")).decode()
    assert (token, form, basic) == (
        "t1",
        {"grant_type": "client_credentials", "scope": "read write:all"},
        "client+one:p%40ss+w%2Frd",
    )


@pytest.mark.anyio
async def test_token_is_kept_until_shortly_before_it_ends(server: TokenServer) -> None:
    clock = Hands()
    cache = TokenCache(clock.now)
    key = key_at(server)

    seen = []
    for moment in (0, 3569, 3571):
        clock.seconds = 1000 + moment
        seen.append(await cache.token(key, SECRET, send))

    assert seen == ["t1", "t1", "t2"]


@pytest.mark.parametrize(
    ("expires_in", "kept_s", "gone_s"),
    [(10, 8, 9.5), ("3600", 3569, 3571), (None, 3569, 3571), ("soon", 3569, 3571)],
)
@pytest.mark.anyio
async def test_lifetimes(
    server: TokenServer, expires_in: Any, kept_s: float, gone_s: float
) -> None:
    server.answer = {"access_token": "t%d", "expires_in": expires_in}
    clock = Hands()
    cache = TokenCache(clock.now)

    seen = []
    for moment in (0, kept_s, gone_s):
        clock.seconds = 1000 + moment
        seen.append(await cache.token(key_at(server), SECRET, send))

    assert seen == ["t1", "t1", "t2"]


@pytest.mark.anyio
async def test_each_client_scope_and_principal_has_its_token(server: TokenServer) -> None:
    cache = TokenCache(Hands().now)
    keys = [key_at(server), key_at(server, "read"), key_at(server, principal="ann")]

    tokens = [await cache.token(key, SECRET, send) for key in [*keys, *keys]]

    assert tokens == ["t1", "t2", "t3", "t1", "t2", "t3"]


@pytest.mark.anyio
async def test_tasks_that_want_the_same_token_fetch_it_once(server: TokenServer) -> None:
    cache = TokenCache(Hands().now)
    tokens: list[str] = []

    async def want() -> None:
        tokens.append(await cache.token(key_at(server), SECRET, send))

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(want)

    assert (tokens, len(server.requests)) == (["t1"] * 20, 1)


@pytest.mark.anyio
async def test_cancelled_fetch_leaves_the_next_one_free(server: TokenServer) -> None:
    cache = TokenCache(Hands().now)
    asked = anyio.Event()

    async def never(_: RequestPlan) -> Response:
        asked.set()
        await anyio.sleep_forever()
        raise AssertionError

    async with anyio.create_task_group() as group:
        group.start_soon(cache.token, key_at(server), SECRET, never)
        await asked.wait()
        group.cancel_scope.cancel()

    assert await cache.token(key_at(server), SECRET, send) == "t1"


@pytest.mark.anyio
async def test_refused_token_is_forgotten_but_not_its_successor(server: TokenServer) -> None:
    cache = TokenCache(Hands().now)
    key = key_at(server)
    await cache.token(key, SECRET, send)

    cache.invalidate(key, "t1")
    renewed = await cache.token(key, SECRET, send)
    cache.invalidate(key, "t1")

    assert (renewed, await cache.token(key, SECRET, send)) == ("t2", "t2")


@pytest.mark.parametrize(
    ("status", "answer", "message"),
    [
        (
            400,
            {"error": "invalid_client", "error_description": SECRET},
            "answered 400 invalid_client",
        ),
        (401, {"error": f"x {SECRET}"}, "answered 401$"),
        (500, "<html>", "answered 500$"),
        (200, "[]", "without an access token"),
        (200, {"access_token": ""}, "without an access token"),
        (200, {"access_token": "a\nb"}, "without an access token"),
        (200, {"access_token": "a", "token_type": "mac"}, "other than bearer"),
    ],
)
@pytest.mark.anyio
async def test_refusal_says_the_code_and_never_the_secret(
    server: TokenServer, status: int, answer: Any, message: str
) -> None:
    server.status, server.answer = status, answer

    with pytest.raises(CredentialError, match=message) as caught:
        await TokenCache(Hands().now).token(key_at(server), SECRET, send)
    assert "OAuth" in str(caught.value)
    assert "p@ss" not in str(caught.value)


@pytest.mark.anyio
async def test_failed_exchange_is_a_credential_error_so_that_nothing_looks_sent(
    server: TokenServer,
) -> None:
    async def fail(_: RequestPlan) -> Response:
        raise UpstreamUnreachable("no route", sent=False)

    with pytest.raises(CredentialError, match="could not be asked: no route"):
        await TokenCache(Hands().now).token(key_at(server), SECRET, fail)


@pytest.mark.parametrize("secret", ["no colon", ":only", ""])
def test_secret_of_another_form_is_refused_by_its_reference(secret: str) -> None:
    with pytest.raises(CredentialError, match="env:OAUTH must read client_id:client_secret"):
        token_request(TokenKey("https://a.com/t", REFERENCE), secret)


@pytest.mark.anyio
async def test_nothing_shown_holds_a_token(server: TokenServer) -> None:
    server.answer = {"access_token": "hunter2"}
    cache = TokenCache(Hands().now)

    await cache.token(key_at(server), SECRET, send)

    assert "hunter2" not in repr(cache)
