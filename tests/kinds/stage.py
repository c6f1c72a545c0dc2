"""One real server for all tests of a session, on which applications come and go.

Starting and ending a server takes a fifth of a second, mostly asleep; there are hundreds of
tests. Each application stands under a prefix of its own and lives in the server's event loop.
"""

import asyncio
import contextlib
import itertools
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

from tests.servers import serve


@dataclass
class Stage:
    """An ASGI application that hands requests on by the first segment of their path."""

    base_url: str = ""
    _apps: dict[str, FastAPI] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=itertools.count)
    _loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        _, prefix, rest = scope["path"].split("/", 2)
        await self._apps[prefix]({**scope, "path": f"/{rest}"}, receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        self._loop = asyncio.get_running_loop()
        for phase in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{phase}.complete"})

    @contextlib.contextmanager
    def play(self, app: FastAPI) -> Iterator[str]:
        """Serve an application, and give its base URL."""
        assert self._loop is not None
        prefix, over = f"app{next(self._numbers)}", asyncio.Event()
        ready: Future[None] = Future()
        life = asyncio.run_coroutine_threadsafe(_lifespan(app, ready, over), self._loop)
        life.add_done_callback(lambda ended: _tell(ended, ready))
        ready.result(10)
        self._apps[prefix] = app
        try:
            yield f"{self.base_url}/{prefix}"
        finally:
            self._loop.call_soon_threadsafe(over.set)
            life.result(10)
            del self._apps[prefix]


async def _lifespan(app: FastAPI, ready: "Future[None]", over: asyncio.Event) -> None:
    async with app.router.lifespan_context(app):
        ready.set_result(None)
        await over.wait()


def _tell(ended: "Future[None]", ready: "Future[None]") -> None:
    """Hand on why an application did not start."""
    error = ended.exception()
    if error is not None and not ready.done():
        ready.set_exception(error)


@contextlib.contextmanager
def on_stage() -> Iterator[Stage]:
    """Run the server."""
    stage = Stage()
    with serve(stage) as stage.base_url:
        yield stage
