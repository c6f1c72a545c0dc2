"""Own /mcp/{slug}: endpoints over streamable HTTP that come and go while the process runs.

An ASGI application and the task group behind it. It follows the published surfaces: new
endpoints open, stopped ones close, changed ones tell their clients.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.abc
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from translator.ports import LiveSurfaces
from translator.runtime.gateway import Gateway
from translator.runtime.server.authorizing import Authorize
from translator.runtime.server.endpoint import PRINCIPAL_KEY, EndpointServer
from translator.runtime.server.hosts import Receive, Scope, Send, answer
from translator.runtime.server.watch import POLL_S, Watch

MAX_REQUEST_BYTES = 4 * 1024 * 1024
PREFIX = "/mcp/"

_GRACE_S = 0.2


class _OpenEndpoint:
    """One endpoint while it is open: its sessions, and the requests that are being answered."""

    def __init__(self, server: EndpointServer, max_request_bytes: int) -> None:
        self.server = server
        self.manager = StreamableHTTPSessionManager(
            server.sdk, max_request_body_size=max_request_bytes
        )
        self.stopping = anyio.Event()
        self.stopped = anyio.Event()
        self._drained = anyio.Event()
        self._requests: set[anyio.CancelScope] = set()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; a request that outlives the endpoint ends with it."""
        reply = _Reply(send)
        with anyio.CancelScope() as request:
            self._requests.add(request)
            try:
                await self.manager.asgi_app(scope, receive, reply)
            finally:
                self._requests.discard(request)
                if self.stopping.is_set() and not self._requests:
                    self._drained.set()
        await reply.end()

    async def own(self, *, task_status: anyio.abc.TaskStatus[None]) -> None:
        """Hold the sessions until told to stop; the SDK wants one task to enter and leave."""
        try:
            async with self.manager.run():
                task_status.started()
                await self.stopping.wait()
                self.server.close()
                if self._requests:
                    with anyio.move_on_after(_GRACE_S):
                        await self._drained.wait()
        finally:
            for request in tuple(self._requests):
                request.cancel()
            self.stopped.set()


class _Reply:
    """An ASGI `send` that knows how far the answer is."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._started = False
        self._ended = False

    async def __call__(self, message: Scope) -> None:
        if message["type"] == "http.response.start":
            self._started = True
        elif message["type"] == "http.response.body":
            self._ended = not message.get("more_body", False)
        await self._send(message)

    async def end(self) -> None:
        """Bring an answer that was cut off to an end that HTTP allows."""
        if not self._started:
            await answer(self._send, 503, "The endpoint was stopped while it answered.")
        elif not self._ended:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})


class McpHost:
    """The ASGI application of all endpoints; `run` must be entered before the first request."""

    def __init__(
        self,
        *,
        surfaces: LiveSurfaces,
        gateway: Gateway,
        version: str = "",
        authorize: Authorize | None = None,
        max_request_bytes: int = MAX_REQUEST_BYTES,
        poll_s: float = POLL_S,
    ) -> None:
        """Take who knows what is published, who answers calls, and who says who calls."""
        self._surfaces = surfaces
        self._gateway = gateway
        self._version = version
        self._authorize = authorize
        self._max_request_bytes = max_request_bytes
        self._watch = Watch(surfaces, poll_s)
        self._open: dict[str, _OpenEndpoint] = {}
        self._closed = False

    @property
    def trouble(self) -> str | None:
        """Say why news of publications cannot be had at the moment, or None."""
        return self._watch.trouble

    def open_endpoints(self) -> tuple[str, ...]:
        """Return the slugs that answer now."""
        return tuple(sorted(self._open))

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Open what is published, follow what changes, and close everything at the end."""
        async with anyio.create_task_group() as tasks:

            async def follow(news: frozenset[str]) -> None:
                await self._follow(news, tasks)

            await follow(await self._watch.refresh())
            tasks.start_soon(self._watch.run, follow)
            try:
                yield
            finally:
                with anyio.CancelScope(shield=True):
                    await self.close()
                tasks.cancel_scope.cancel()

    async def close(self) -> None:
        """Close every endpoint within a fraction of a second: streams end, sessions are gone."""
        self._closed = True
        closing = [self._stop(slug) for slug in tuple(self._open)]
        for endpoint in closing:
            await endpoint.stopped.wait()

    async def _follow(self, news: frozenset[str], tasks: anyio.abc.TaskGroup) -> None:
        if self._closed:
            return
        wanted = {slug for slug in self._surfaces.endpoints() if self._is_served(slug)}
        for slug in self._open.keys() - wanted:
            self._stop(slug)
        for slug in self._open.keys() & news:
            tasks.start_soon(self._open[slug].server.changed)
        for slug in sorted(wanted - self._open.keys()):
            await self._start(slug, tasks)

    def _is_served(self, slug: str) -> bool:
        served = self._surfaces.served(slug)
        return served is not None and not served.stopped

    async def _start(self, slug: str, tasks: anyio.abc.TaskGroup) -> None:
        server = EndpointServer(
            slug, gateway=self._gateway, surfaces=self._surfaces, version=self._version
        )
        await server.prepare()
        endpoint = _OpenEndpoint(server, self._max_request_bytes)
        await tasks.start(endpoint.own)
        self._open[slug] = endpoint

    def _stop(self, slug: str) -> _OpenEndpoint:
        endpoint = self._open.pop(slug)
        endpoint.stopping.set()
        return endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request for /mcp/{slug}, with or without a slash at the end."""
        slug = scope["path"].removeprefix(PREFIX).removesuffix("/")
        if _is_browser(scope):
            await answer(send, 405, _BROWSER, [(b"allow", b"POST")])
            return
        if self._authorize is not None:
            principal = self._authorize(_headers(scope))
            if principal is None:
                await _refuse(scope, send)
                return
            scope[PRINCIPAL_KEY] = principal
            # The SDK ties a handshake-era session to the user that opened it.
            scope["user"] = AuthenticatedUser(_token_of(principal))
        endpoint = self._open.get(slug)
        if endpoint is not None:
            await endpoint.serve(scope, receive, send)
        elif self._surfaces.served(slug) is not None:
            await answer(send, 503, "This endpoint is stopped. Its operator can start it again.")
        else:
            await answer(send, 404, _UNKNOWN)


_BROWSER = (
    "This address is for MCP clients, not for browsers: give it to one. "
    "The page / of this server says how."
)
_WHO = (
    "This server wants to know who calls: send `Authorization: Bearer KEY`. "
    "Its operator makes a key with `isthmus key add PRINCIPAL`."
)
_UNKNOWN_KEY = (
    "The Authorization header holds no key that this server knows: the key may be mistyped or was "
    "removed. Its operator makes another with `isthmus key add PRINCIPAL`."
)
_UNKNOWN = (
    "No such endpoint. The page / of this server lists the endpoints there are; "
    "`isthmus publish SLUG` opens one."
)


def _is_browser(scope: Scope) -> bool:
    """Tell a person's browser from a client that opens a stream of events."""
    accept = _headers(scope).get("accept", "") if scope["method"] == "GET" else ""
    return "text/html" in accept and "text/event-stream" not in accept


async def _refuse(scope: Scope, send: Send) -> None:
    """Answer 401 with a challenge (RFC 6750 §3): without an error code where no key was sent."""
    given = "authorization" in _headers(scope)
    challenge = b'Bearer realm="isthmus"' + (b', error="invalid_token"' if given else b"")
    message = _UNKNOWN_KEY if given else _WHO
    await answer(send, 401, message, [(b"www-authenticate", challenge)])


def _token_of(principal: str) -> AccessToken:
    """Return what the SDK tells users apart by; the real token goes no further than `authorize`."""
    return AccessToken(token="", client_id=principal, scopes=[], subject=principal)


def _headers(scope: Scope) -> dict[str, str]:
    """Return the headers; of one that came twice, both values, which no single field allows."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found
