"""Own which requests are answered by their Host and Origin headers.

A page of some website can make a browser call an address on this machine (DNS rebinding); MCP
2026-07-28, Transports, Security warning, requires a server to check Origin. Nothing here knows
MCP: the guard stands before every page as well.
"""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from translator.json_value import JsonValue, to_json

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class AllowedHosts:
    """The hosts that requests may name: loopback with any port, and what the operator adds.

    A host without a port is allowed with every port, `name:8443` with that one only.
    """

    def __init__(self, more: Iterable[str] = ()) -> None:
        self._allowed = frozenset(host.lower() for host in (*LOOPBACK, *more))

    def allows_host(self, header: str | None) -> bool:
        """Say whether a Host header (RFC 9110 §7.2) names us."""
        if not header:
            return False
        host = header.lower()
        return host in self._allowed or _without_port(host) in self._allowed

    def allows_origin(self, header: str | None) -> bool:
        """Say whether an Origin header (RFC 6454 §7) is absent, or one of ours."""
        if header is None:
            return True
        try:
            parts = urlsplit(header)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and self.allows_host(parts.netloc)


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


class HostGuard:
    """ASGI middleware: answer 421 to a foreign Host and 403 to a foreign Origin."""

    def __init__(self, app: AsgiApp, hosts: AllowedHosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on if its headers are ours."""
        if scope["type"] == "http":
            headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
            if not self._hosts.allows_host(headers.get(b"host")):
                await answer(send, 421, _refusal("Host"))
                return
            if not self._hosts.allows_origin(headers.get(b"origin")):
                await answer(send, 403, _refusal("Origin"))
                return
        await self._app(scope, receive, send)


def _refusal(header: str) -> str:
    return (
        f"The {header} header names a host this server does not answer for. "
        "Use 127.0.0.1 or localhost, or add the host to `allowed_hosts`."
    )


async def answer(
    send: Send, status: int, message: str, headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    """Answer with a JSON-RPC error without an id, which MCP clients and people can read."""
    error: JsonValue = {"code": -32600, "message": message}
    body = to_json({"jsonrpc": "2.0", "id": None, "error": error}).encode()
    sent = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": sent})
    await send({"type": "http.response.body", "body": body})
