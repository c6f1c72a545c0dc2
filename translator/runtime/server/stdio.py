"""Own one endpoint over standard input and output, where only JSON-RPC may pass."""

import sys
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import cast

import anyio
import anyio.from_thread
from anyio.lowlevel import EventLoopToken, current_token
from mcp.server.stdio import stdio_server

from translator.errors import RefusedByUs
from translator.ports import LiveSurfaces
from translator.runtime.gateway import Gateway
from translator.runtime.server.endpoint import EndpointServer
from translator.runtime.server.watch import POLL_S, Watch
from translator.trace import LOCAL


async def run_stdio(
    endpoint: str,
    *,
    gateway: Gateway,
    surfaces: LiveSurfaces,
    version: str = "",
    principal: str = LOCAL,
    poll_s: float = POLL_S,
) -> None:
    """Serve the endpoint until the client closes standard input, or until cancelled.

    `principal` is whose calls these are: who started the process says so.

    Raises:
        RefusedByUs: nothing is published under that name.
    """
    watch = Watch(surfaces, poll_s)
    await watch.refresh()
    if surfaces.served(endpoint) is None:
        raise RefusedByUs(
            f"{endpoint}: nothing is published under that name; "
            f"`isthmus review {endpoint}` and `isthmus publish {endpoint}` are the way there"
        )
    server = EndpointServer(
        endpoint, gateway=gateway, surfaces=surfaces, version=version, principal=principal
    )

    await server.prepare()

    async def tell(news: frozenset[str]) -> None:
        if endpoint in news:
            await server.changed()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch.run, tell)
        # Typed as a file by the SDK, which only asks it for lines.
        lines = cast("anyio.AsyncFile[str]", _standard_input())
        async with stdio_server(stdin=lines) as (reading, writing):
            await server.sdk.run(reading, writing, server.sdk.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _standard_input() -> AsyncIterator[str]:
    """Yield the lines of standard input.

    A daemon thread reads them: a thread that is waited for, as the SDK's is, would keep the
    process from ending on Ctrl-C until the client writes another line.
    """
    send, receive = anyio.create_memory_object_stream[str](0)

    def read(token: EventLoopToken) -> None:
        with (
            suppress(anyio.BrokenResourceError, anyio.RunFinishedError),
            open(sys.stdin.fileno(), "rb", closefd=False) as stream,
        ):
            for line in stream:
                text = line.decode("utf-8", "replace")
                anyio.from_thread.run(send.send, text, token=token)
            anyio.from_thread.run(send.aclose, token=token)

    threading.Thread(target=read, args=(current_token(),), daemon=True).start()
    async with receive:
        async for line in receive:
            yield line
