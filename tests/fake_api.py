"""A small real HTTP API on a socket of 127.0.0.1, scripted by the test and recording raw bytes.

It runs on a thread with an event loop of its own, so that synchronous code can call it too. It
can delay, send endlessly, hang up, and break HTTP; `closed` is set once it sees that a client
went away while it was still answering.
"""

import asyncio
import contextlib
import json
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True)
class Received:
    """One request exactly as it came."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        """The first value of a header, None without one."""
        return next((v for k, v in self.headers if k.lower() == name.lower()), None)


class Exchange:
    """What a scripted answer has in hand."""

    def __init__(
        self,
        api: "FakeApi",
        request: Received,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.request = request
        self._api = api
        self._reader = reader
        self._writer = writer

    async def write(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def until_closed(self) -> None:
        """Wait until the client goes away, and say so."""
        try:
            while await self._reader.read(65_536):
                pass
        finally:
            self._api.closed.set()
        raise ConnectionResetError


Answer = Callable[[Exchange], Awaitable[None]]


def reply(
    body: bytes | str = b"",
    *,
    status: int = 200,
    content_type: str | None = None,
    headers: tuple[tuple[str, str], ...] = (),
) -> Answer:
    """An ordinary answer."""
    content = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status} Status", *(f"{k}: {v}" for k, v in headers)]
    if content_type is not None:
        lines.append(f"Content-Type: {content_type}")
    if status != 204:
        lines.append(f"Content-Length: {len(content)}")
    return raw("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + content)


def reply_json(
    value: Any,
    *,
    status: int = 200,
    content_type: str = "application/json",
    headers: tuple[tuple[str, str], ...] = (),
) -> Answer:
    """An answer in JSON."""
    return reply(json.dumps(value), status=status, content_type=content_type, headers=headers)


def raw(data: bytes) -> Answer:
    """These bytes, HTTP or not."""

    async def answer(exchange: Exchange) -> None:
        await exchange.write(data)

    return answer


def hang(first: bytes = b"") -> Answer:
    """Send only these bytes, then nothing until the client goes away."""

    async def answer(exchange: Exchange) -> None:
        await exchange.write(first)
        await exchange.until_closed()

    return answer


def hang_up(first: bytes = b"") -> Answer:
    """Send only these bytes and close the connection."""

    async def answer(exchange: Exchange) -> None:
        await exchange.write(first)
        raise ConnectionResetError

    return answer


def endless(chunk: bytes, head: bytes) -> Answer:
    """Send the head, then the chunk again and again until the client goes away."""

    async def answer(exchange: Exchange) -> None:
        await exchange.write(head)
        gone = asyncio.ensure_future(exchange.until_closed())
        try:
            while not gone.done():
                await exchange.write(chunk)
                await asyncio.sleep(0)
        except ConnectionError:
            pass
        finally:
            await asyncio.wait([gone])
            gone.exception()
        raise ConnectionResetError

    return answer


class FakeApi:
    """The server; `answers` are used in turn and the last one repeats."""

    def __init__(self, *answers: Answer) -> None:
        self.requests: list[Received] = []
        self.connections = 0
        self.closed = threading.Event()
        self.received = threading.Event()
        self.origin = ""
        self._answers = deque(answers or [reply_json({})])
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(5)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._loop is not None and self._stop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(5)

    def script(self, *answers: Answer) -> None:
        """Replace the answers."""
        self._answers = deque(answers)

    @property
    def host(self) -> str:
        """Host and port."""
        return self.origin.removeprefix("http://")

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        tasks: set[asyncio.Task[None]] = set()
        writers: list[asyncio.StreamWriter] = []

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writers.append(writer)
            tasks.add(asyncio.ensure_future(self._connection(reader, writer)))

        server = await asyncio.start_server(connected, "127.0.0.1", 0)
        self.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._stop.wait()
        server.close()
        for _ in range(5):  # connections just being accepted become writers, too
            await asyncio.sleep(0)
        for writer in writers:
            writer.transport.abort()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()
        await asyncio.sleep(0)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                request = await self._request(reader, writer)
                self.requests.append(request)
                self.received.set()
                answer = self._answers[0] if len(self._answers) == 1 else self._answers.popleft()
                await answer(Exchange(self, request, reader, writer))
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _request(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> Received:
        start = await reader.readexactly(1)
        if start == b"\x16":  # a TLS handshake
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            raise ConnectionResetError
        head = (start + await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip("\r\n").split("\r\n")
        method, target, _ = first.split(" ")
        headers = tuple((k, v.strip()) for k, _, v in (line.partition(":") for line in lines))
        length = next((v for k, v in headers if k.lower() == "content-length"), "0")
        body = await reader.readexactly(int(length))
        return Received(method, target, headers, body)
