"""Own the only door to the HTTP client: a planned request goes out, a bounded response comes in.

One pool of connections for everybody, and nothing else shared: no cookie is kept, no proxy or
.netrc of the environment is read, no redirect leaves the origin. The target is sent as planned,
byte for byte. Three users: the gateway, credential renewal, the import's fetch; each hands in
its own egress policy.
"""

import base64
import contextlib
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote, unquote, urljoin, urlsplit

import anyio
import httpx2

from translator.errors import (
    AnswerLost,
    EgressRefused,
    IsthmusError,
    MalformedResponse,
    PlanError,
    SourceError,
    TransportError,
    UpstreamTimeout,
    UpstreamUnreachable,
)
from translator.runtime.content_coding import ACCEPTED, BodyDecoder, BrokenCoding
from translator.runtime.egress import EgressPolicy, check_address, check_origin, origin_of
from translator.runtime.media_types import is_stream
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Ended, Response

__all__ = ["EgressPolicy", "Response", "Transport", "fetch_document"]

MAX_REDIRECTS = 5
MAX_CONNECTIONS = 256

#: Shorter than the 5 s after which Node.js and uvicorn drop an idle connection: a request
#: written to a connection that is just being dropped may or may not have been acted on.
KEEPALIVE_EXPIRY_S = 4.0

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_OURS = frozenset({"host", "accept-encoding", "content-length", "connection", "transfer-encoding"})
_WITH_LENGTH = frozenset({"POST", "PUT", "PATCH", "QUERY"})
_PRINTABLE = "".join(chr(code) for code in range(0x21, 0x7F))


class _Flight:
    """What is known of one exchange; hears the HTTP client's events."""

    __slots__ = ("_host", "_policy", "body", "received", "sent", "status")

    def __init__(self, host: str, policy: EgressPolicy) -> None:
        self._host = host
        self._policy = policy
        self.sent = False
        self.status: int | None = None
        self.received = Response(0)
        self.body = bytearray()

    def answered(self, status: int, received: Response) -> None:
        """Note status and headers of an answer whose body is yet to come."""
        self.status, self.received, self.body = status, received, bytearray()

    def so_far(self, ended: Ended) -> Response | None:
        """Return a success as far as it came, None where nothing of its body did."""
        if not self.body or not 200 <= self.received.status < 300:
            return None
        return replace(self.received, body=bytes(self.body), complete=False, ended=ended)

    async def hear(self, event: str, details: Mapping[str, Any]) -> None:
        """Note that bytes are about to be written, or check whom the client connected to."""
        if event == "http11.send_request_headers.started":
            self.sent = True
        elif event == "connection.connect_tcp.complete" and not self._policy.allow_private:
            await self._check_peer(details["return_value"])

    async def _check_peer(self, stream: Any) -> None:
        address = stream.get_extra_info("server_addr")[0]
        try:
            check_address(self._policy, self._host, address)
        except EgressRefused:
            await stream.aclose()
            raise


class Transport:
    """Sends planned requests over one pool of connections; an asynchronous context manager."""

    def __init__(
        self,
        user_agent: str,
        *,
        ssl_context: ssl.SSLContext | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._user_agent = user_agent.encode()
        self._verify: ssl.SSLContext | bool = True if ssl_context is None else ssl_context
        self._monotonic = monotonic
        # A connection opened where private addresses are allowed must not serve where they
        # are not, so there is one pool for each.
        self._pools: dict[bool, httpx2.AsyncHTTPTransport] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for pool in self._pools.values():
            await pool.aclose()
        self._pools.clear()

    async def send(
        self, plan: RequestPlan, *, policy: EgressPolicy, deadline: float, max_bytes: int
    ) -> Response:
        """Send the request and read the answer, at most `max_bytes` decoded, until `deadline`.

        `deadline` is a time of the monotonic clock handed in. GET and HEAD follow redirects of
        the same origin; any other redirect is the answer. A success whose connection closes
        early, and a stream that has not ended by the deadline, are returned as far as they came.

        Raises:
            EgressRefused: the policy does not allow the address.
            PlanError: the request cannot be written as HTTP.
            TransportError: one of its subclasses; `sent` says whether a byte was written.
        """
        origin = check_origin(policy, plan.url)
        flight = _Flight(origin, policy)
        with anyio.move_on_after(max(0.0, deadline - self._monotonic())):
            return await self._follow(plan, policy, max_bytes, flight)
        stream = flight.so_far("time")
        if stream is not None and is_stream(stream.header("content-type") or ""):
            return stream
        raise _out_of_time(origin, flight)

    async def _follow(
        self, plan: RequestPlan, policy: EgressPolicy, max_bytes: int, flight: _Flight
    ) -> Response:
        await self._check_name(plan.url, policy)
        url = plan.url
        for redirects in range(MAX_REDIRECTS + 1):
            response = await self._exchange(plan, url, policy, max_bytes, flight, redirects)
            target = _same_origin_target(plan.method, url, response)
            if target is None or redirects == MAX_REDIRECTS:
                break
            url = target
        return response

    async def _check_name(self, url: str, policy: EgressPolicy) -> None:
        if policy.allow_private:
            return
        parts = urlsplit(url)
        host = parts.hostname or ""
        try:
            found = await anyio.getaddrinfo(host, parts.port or 0, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise _unreachable(origin_of(url), error) from error
        for *_, address in found:
            check_address(policy, host, str(address[0]))

    async def _exchange(
        self,
        plan: RequestPlan,
        url: str,
        policy: EgressPolicy,
        max_bytes: int,
        flight: _Flight,
        redirects: int,
    ) -> Response:
        try:
            with _translated(url, flight):
                request = self._request(plan, url, flight)
                answer = await self._pool(policy.allow_private).handle_async_request(request)
                return await _received(answer, url, redirects, max_bytes, flight)
        except AnswerLost:
            beginning = flight.so_far("connection")
            if beginning is None:
                raise
            return beginning

    def _pool(self, allow_private: bool) -> httpx2.AsyncHTTPTransport:
        pool = self._pools.get(allow_private)
        if pool is None:
            limits = httpx2.Limits(
                max_connections=MAX_CONNECTIONS, keepalive_expiry=KEEPALIVE_EXPIRY_S
            )
            pool = httpx2.AsyncHTTPTransport(verify=self._verify, trust_env=False, limits=limits)
            self._pools[allow_private] = pool
        return pool

    def _request(self, plan: RequestPlan, url: str, flight: _Flight) -> httpx2.Request:
        address = _address(origin_of(url))
        headers = [(b"Host", address.netloc), (b"Accept-Encoding", ACCEPTED.encode())]
        headers += [
            (name.encode("ascii"), value.encode("utf-8"))
            for name, value in plan.headers
            if name.lower() not in _OURS
        ]
        if not any(name.lower() == "user-agent" for name, _ in plan.headers):
            headers.append((b"User-Agent", self._user_agent))
        if plan.body is not None or plan.method in _WITH_LENGTH:
            headers.append((b"Content-Length", str(len(plan.body or b"")).encode()))
        request = httpx2.Request(
            plan.method,
            address,
            headers=headers,
            stream=httpx2.ByteStream(plan.body or b""),
            extensions={"target": _target(url), "trace": flight.hear},
        )
        request.method = plan.method  # httpx2 writes it in capitals; RFC 9110 §9.1 has case.
        return request


@lru_cache(maxsize=256)
def _address(origin: str) -> httpx2.URL:
    return httpx2.URL(origin)


def _target(url: str) -> bytes:
    """Return the request target (RFC 9110 §7.1) exactly; only what is no ASCII is encoded."""
    start = url.index("://") + 3
    whole = url.partition("#")[0]
    ends = [found for found in (whole.find(mark, start) for mark in "/?") if found >= 0]
    target = whole[min(ends, default=len(whole)) :]
    if not target.startswith("/"):
        target = "/" + target
    return quote(target, safe=_PRINTABLE).encode("ascii")


def _same_origin_target(method: str, url: str, response: Response) -> str | None:
    """Return where a redirect of a GET or HEAD leads if it stays with the origin."""
    if response.status not in _REDIRECTS or method not in ("GET", "HEAD"):
        return None
    location = response.header("location")
    if not location:
        return None
    try:
        target = urljoin(url, location.strip())
        return target if origin_of(target) == origin_of(url) else None
    except (ValueError, EgressRefused):
        return None


async def _received(
    answer: httpx2.Response, url: str, redirects: int, max_bytes: int, flight: _Flight
) -> Response:
    """Read an answer, and leave its connection fit for the next one or closed."""
    headers = tuple((k.decode("latin-1"), v.decode("latin-1")) for k, v in answer.headers.raw)
    head = Response(answer.status_code, headers, url=url, redirects=redirects)
    flight.answered(answer.status_code, head)
    excess = False
    try:
        complete = await _read(answer, flight.body, max_bytes)
        excess = complete and _has_more(answer)
    finally:
        with anyio.CancelScope(shield=True):
            if excess:
                await answer.extensions["network_stream"].aclose()
            await answer.aclose()
    return replace(head, body=bytes(flight.body), complete=complete, excess=excess)


async def _read(answer: httpx2.Response, body: bytearray, max_bytes: int) -> bool:
    """Read the decoded body up to the limit; return whether that is all of it."""
    decoder = BodyDecoder(answer.headers.get("content-encoding", ""))
    async with contextlib.aclosing(answer.aiter_raw()) as chunks:
        async for chunk in chunks:
            for piece in decoder.decode(chunk):
                body += piece
                if len(body) > max_bytes:
                    del body[max_bytes:]
                    return False
    decoder.finish()
    return True


def _has_more(answer: httpx2.Response) -> bool:
    """Tell whether bytes came after the end of the answer, as after a 204 with a body.

    The HTTP client would take them for the beginning of the next answer on the connection, which
    may be another caller's. It has no public way to see them.
    """
    inner: object = answer.stream
    for name in ("_httpcore_stream", "_stream", "_connection", "_h11_state"):
        inner = getattr(inner, name, None)
    trailing, _ = getattr(inner, "trailing_data", (b"", False))
    return bool(trailing)


@contextlib.contextmanager
def _translated(url: str, flight: _Flight) -> Iterator[None]:
    """Turn the HTTP client's exceptions into ours."""
    try:
        yield
    except (httpx2.HTTPError, httpx2.InvalidURL, BrokenCoding, OSError) as error:
        ours = _translate(error, origin_of(url), flight)
        if ours is None:
            raise
        raise ours from error


def _translate(error: Exception, origin: str, flight: _Flight) -> IsthmusError | None:
    match error:
        case httpx2.LocalProtocolError() | httpx2.InvalidURL():
            # Its own message quotes the header at fault, which may be a credential.
            return PlanError("The request cannot be written as HTTP: a header or the URL.")
        case httpx2.RemoteProtocolError() if not _hung_up(error):
            return MalformedResponse(f"{origin} answered with broken HTTP.", sent=True)
        case BrokenCoding():
            message = f"{origin} answered HTTP {flight.status}, but {error}; it cannot be read."
            return MalformedResponse(message, sent=True)
        case httpx2.TransportError() if flight.sent:
            return AnswerLost(f"{origin} closed the connection before its answer.", sent=True)
        case httpx2.TransportError() | OSError():
            return _unreachable(origin, error)
    return None


def _hung_up(error: httpx2.RemoteProtocolError) -> bool:
    text = str(error)
    return text.startswith(("Server disconnected", "peer closed connection"))


def _unreachable(origin: str, error: BaseException) -> UpstreamUnreachable:
    return UpstreamUnreachable(f"{origin} cannot be reached: {_reason(error)}.", sent=False)


def _reason(error: BaseException) -> str:
    for cause in _causes(error):
        match cause:
            case socket.gaierror() | UnicodeError():
                return "its name does not resolve (DNS)"
            case ssl.SSLCertVerificationError():
                return f"its certificate is not trusted (TLS: {cause.verify_message})"
            case ssl.SSLError():
                return f"no TLS connection comes about ({cause.reason or 'handshake failed'})"
            case ConnectionRefusedError():
                return "connection refused"
    return "no connection comes about"


def _causes(error: BaseException) -> list[BaseException]:
    """Return the exception and all behind it; the HTTP client keeps some only as arguments."""
    found: list[BaseException] = []
    waiting: list[object] = [error]
    while waiting:
        one = waiting.pop()
        if isinstance(one, BaseException) and one not in found:
            found.append(one)
            waiting += [one.__cause__, one.__context__, *one.args]
            waiting += getattr(one, "exceptions", ())
    return found


def _out_of_time(origin: str, flight: _Flight) -> UpstreamTimeout:
    if flight.status is not None:
        message = f"The time ran out while {origin} was sending its answer (HTTP {flight.status})."
    elif flight.sent:
        message = f"The time ran out before {origin} answered."
    else:
        message = f"The time ran out before anything could be sent to {origin}."
    return UpstreamTimeout(message, sent=flight.sent)


def fetch_document(
    url: str,
    *,
    policy: EgressPolicy,
    max_bytes: int = 50_000_000,
    timeout_s: float = 30.0,
    user_agent: str = "isthmus",
) -> bytes:
    """Return the document at a URL; user information in it is sent as HTTP Basic credentials.

    Raises:
        SourceError: it cannot be had; messages show the URL without user information.
    """
    shown, authorization = _without_userinfo(url)
    headers = (("Accept", "application/json, application/yaml, */*"), *authorization)

    async def fetch() -> Response:
        async with Transport(user_agent) as transport:
            plan = RequestPlan(method="GET", url=shown, headers=headers, body=None)
            deadline = time.monotonic() + timeout_s
            return await transport.send(plan, policy=policy, deadline=deadline, max_bytes=max_bytes)

    try:
        response = anyio.run(fetch)
    except (EgressRefused, PlanError, TransportError) as error:
        raise SourceError(str(error), document=shown) from error
    return _document_of(response, shown, max_bytes)


def _document_of(response: Response, shown: str, max_bytes: int) -> bytes:
    if response.status in _REDIRECTS:
        target, _ = _without_userinfo(urljoin(response.url, response.header("location") or ""))
        raise SourceError(
            f"leads to {target}, which is another origin or one redirect too many. "
            "Import that URL instead.",
            document=shown,
        )
    if response.status != 200:
        raise SourceError(f"answered HTTP {response.status}.", document=shown)
    if not response.complete and response.ended == "connection":
        raise SourceError("broke off: the connection closed early.", document=shown)
    if not response.complete:
        raise SourceError(f"is larger than {max_bytes:,} bytes.", document=shown)
    return response.body


def _without_userinfo(url: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the URL without user information, and the Authorization header that it means."""
    netloc = urlsplit(url).netloc
    userinfo, at, host = netloc.rpartition("@")
    if not at:
        return url, ()
    token = base64.b64encode(unquote(userinfo).encode()).decode("ascii")
    return url.replace(netloc, host, 1), (("Authorization", f"Basic {token}"),)
