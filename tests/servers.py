"""Run an ASGI application on a real socket for as long as a test needs it."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Any

import uvicorn


@contextlib.contextmanager
def serve(app: Any) -> Iterator[str]:
    """Serve the application on a free loopback port and give its base URL."""
    # With the protocol named, asyncio turns Nagle's algorithm off; without, replies wait 40 ms.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    started = threading.Event()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started.set()

    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
    server = Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        if not started.wait(10):
            raise RuntimeError("the test server did not start")
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()


def free_port() -> int:
    """Return a loopback port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
