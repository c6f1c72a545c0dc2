"""Wire surfaces, gateway and pages into one application, and run it.

`create_app` makes the ASGI application: /mcp/{slug} for each published endpoint, the start page
at /, /healthz. `run_http` serves it until Ctrl-C.
"""

import contextlib
import importlib.metadata
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager

import uvicorn
from fastapi import FastAPI
from starlette.responses import JSONResponse
from starlette.staticfiles import StaticFiles

from translator.errors import RefusedByUs
from translator.ports import LiveSurfaces
from translator.runtime.gateway import Gateway
from translator.runtime.server import AllowedHosts, Authorize, HostGuard, McpHost
from translator.runtime.server.hosts import AsgiApp, Receive, Scope, Send
from web.rendering import STATIC
from web.start_page import Link, start_routes

_SHUTDOWN_S = 1
"""How long uvicorn waits for connections after the endpoints are closed."""


def create_app(
    *,
    surfaces: LiveSurfaces,
    gateway: Gateway,
    allowed_hosts: Iterable[str] = (),
    authorize: Authorize | None = None,
    links: Iterable[Link] = (),
    stdio_command: tuple[str, ...] = ("isthmus",),
    around: AbstractAsyncContextManager[object] | None = None,
) -> FastAPI:
    """Make the application.

    `allowed_hosts` are Host headers to answer besides loopback's; `links` and `stdio_command`
    (the program and options that find the same data) go on the start page; `around` is entered
    before the first request and left after the last.
    """
    version = importlib.metadata.version("isthmus")
    host = McpHost(surfaces=surfaces, gateway=gateway, version=version, authorize=authorize)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with around or contextlib.nullcontext(), host.run():
            yield

    app = FastAPI(openapi_url=None, lifespan=lifespan, redirect_slashes=False)
    app.state.mcp = host
    app.include_router(
        start_routes(surfaces, version=version, links=links, stdio_command=stdio_command)
    )
    app.add_api_route("/healthz", lambda: _health(host))
    app.mount("/static", StaticFiles(directory=STATIC))
    app.add_middleware(_FrontDoor, mcp=host)
    app.add_middleware(HostGuard, hosts=AllowedHosts(allowed_hosts))
    return app


def _health(host: McpHost) -> JSONResponse:
    if host.trouble is not None:
        return JSONResponse({"status": "degraded", "reason": host.trouble}, 503)
    return JSONResponse({"status": "ok", "endpoints": len(host.open_endpoints())})


class _FrontDoor:
    """Send /mcp/… straight to the endpoints: no routing, and no redirect to a slash."""

    def __init__(self, app: AsgiApp, mcp: McpHost) -> None:
        self._app = app
        self._mcp = mcp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and f"{scope['path']}/".startswith("/mcp/"):
            await self._mcp(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class _Server(uvicorn.Server):
    """Uvicorn that says when it is ready, and closes the endpoints before it waits for them."""

    def __init__(
        self, config: uvicorn.Config, mcp: McpHost, base_url: str, ready: Callable[[str], None]
    ) -> None:
        super().__init__(config)
        self._mcp = mcp
        self._base_url = base_url
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready(self._base_url)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._mcp.close()
        await super().shutdown(sockets)


def run_http(app: FastAPI, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve the application of `create_app` until Ctrl-C; `ready` gets the base URL once it is up.

    Port 0 takes a free one.

    Raises:
        RefusedByUs: the address cannot be listened on.
    """
    listening = _listen(host, port)
    taken = listening.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    config = uvicorn.Config(
        app,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=_SHUTDOWN_S,
    )
    server = _Server(config, app.state.mcp, f"http://{name}:{taken}", ready)
    with contextlib.suppress(KeyboardInterrupt), listening:
        server.run([listening])


def _listen(host: str, port: int) -> socket.socket:
    """Open the listening socket.

    It names its protocol: only then does asyncio turn Nagle's algorithm off, which would hold
    back the second part of each small answer for 40 ms.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise RefusedByUs(
            f"cannot listen on {host}:{port} ({error.strerror}); choose another with --port"
        ) from error
    return listening
