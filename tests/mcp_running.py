"""One endpoint over real HTTP: a scripted API, the gateway, the MCP host, a socket."""

import threading
from collections.abc import AsyncIterator, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from time import monotonic, time
from typing import Any

from starlette.applications import Starlette

from tests.fake_api import Answer, FakeApi
from tests.mcp_surfaces import ZOO, Published
from tests.servers import serve
from translator.errors import CredentialError
from translator.ports import LiveSurfaces
from translator.runtime.gateway import Gateway
from translator.runtime.server import AllowedHosts, HostGuard, McpHost
from translator.runtime.transport import Transport
from translator.surface import Surface
from translator.trace import Trace
from translator.upstream import CredentialReference

MODES = ("auto", "legacy")


class Record:
    """A record in memory."""

    def __init__(self) -> None:
        self.traces: list[Trace] = []

    async def begin(self, trace: Trace) -> None:
        pass

    def finish(self, trace: Trace) -> None:
        self.traces.append(trace)


class NoSecrets:
    """A resolver where nothing is declared."""

    def resolve(self, reference: CredentialReference) -> str:
        raise CredentialError(f"nothing is declared as {reference.reference}")


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        return time()

    def monotonic(self) -> float:
        return monotonic()


def gateway_over(surfaces: LiveSurfaces, transport: Transport, record: Record) -> Gateway:
    return Gateway(
        surfaces=surfaces,
        transport=transport,
        secrets=NoSecrets(),
        record=record,
        clock=SystemClock(),
    )


@dataclass
class Running:
    """What a test has in hand; `streams` is set once a client's standing stream is open."""

    api: FakeApi
    surfaces: Published
    record: Record
    host: McpHost
    base_url: str = ""
    streams: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"{self.base_url}/mcp/zoo"

    def publish(self, surface: Surface, slug: str = "zoo") -> None:
        self.surfaces.publish(slug, surface, self.api.origin)


def watching_streams(app: Any, opened: threading.Event) -> Any:
    """ASGI middleware that tells when an answer to GET has begun."""

    async def watched(scope: Any, receive: Any, send: Any) -> None:
        async def watch(message: MutableMapping[str, Any]) -> None:
            await send(message)
            if message["type"] == "http.response.start" and scope.get("method") == "GET":
                opened.set()

        await app(scope, receive, watch)

    return watched


@contextmanager
def running(*answers: Answer, surface: Surface = ZOO, **options: Any) -> Iterator[Running]:
    """Serve one endpoint, `zoo`, over an API that gives these answers in turn."""
    with FakeApi(*answers) as api:
        surfaces, record, transport = Published(), Record(), Transport("isthmus-tests")
        gateway = gateway_over(surfaces, transport, record)
        host = McpHost(surfaces=surfaces, gateway=gateway, version="1", poll_s=0.02, **options)
        hand = Running(api, surfaces, record, host)
        hand.publish(surface)

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            async with transport, host.run():
                yield

        starlette = Starlette(lifespan=lifespan)
        guarded = watching_streams(HostGuard(host, AllowedHosts()), hand.streams)

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await (guarded if scope["type"] == "http" else starlette)(scope, receive, send)

        with serve(app) as hand.base_url:
            yield hand
