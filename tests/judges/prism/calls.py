"""Import, allow and publish every operation of a description, and call it through the gateway."""

import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

from curation.binding import NewCredential
from curation.served import PublishedSurfaces
from curation.service import Service
from curation.store import open_store
from tests.in_memory import Record, Secrets, WallClock
from translator.errors import ErrorClass, IsthmusError
from translator.json_value import JsonValue
from translator.operation import SecurityScheme
from translator.ports import ServedSurface
from translator.runtime.addresses import base_url
from translator.runtime.gateway import Gateway
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.runtime.transport import EgressPolicy, Transport
from translator.surface import Tool
from translator.trace import Caller

_SECRETS = {"env:LOGIN": "ana:secret", "env:TOKEN": "token"}
_TIMEOUT_S = 30.0
_MAX_BYTES = 10_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call: what was sent, what came back, or why not.

    `broken` says that Isthmus failed over an answer that came.
    """

    sent: RequestPlan | None = None
    response: Response | None = None
    message: str = ""
    broken: bool = False


class WatchedTransport(Transport):
    """The transport, which shows what was sent and received before anything is redacted."""

    def __init__(self) -> None:
        super().__init__("isthmus-prism")
        self.answer = Answer()

    async def send(
        self, plan: RequestPlan, *, policy: EgressPolicy, deadline: float, max_bytes: int
    ) -> Response:
        """Send, and keep the answer."""
        self.answer = Answer(plan)
        response = await super().send(plan, policy=policy, deadline=deadline, max_bytes=max_bytes)
        self.answer = Answer(plan, response)
        return response


@dataclass(slots=True)
class Desk:
    """One published description, and the gateway that calls it."""

    served: ServedSurface
    gateway: Gateway
    transport: WatchedTransport
    record: Record

    @property
    def tools(self) -> tuple[Tool, ...]:
        """All tools whose calls go to Prism and nowhere else."""
        upstream = self.served.upstream
        return tuple(
            tool
            for tool in self.served.surface.tools
            if base_url(tool.call, upstream) == upstream.base_url
        )

    async def call(self, tool: Tool, arguments: dict[str, JsonValue]) -> Answer:
        """Call through the gateway; return what became of it."""
        self.transport.answer = Answer()
        outcome = await self.gateway.call_tool(self.served.endpoint, tool.name, arguments, Caller())
        self.record.finished.clear()
        self.record.intents.clear()
        return replace(
            self.transport.answer,
            message=outcome.message or "",
            broken=outcome.error_class is ErrorClass.INTERNAL,
        )

    async def send(self, plan: RequestPlan) -> Answer:
        """Send a request as it is."""
        limits = {"deadline": time.monotonic() + _TIMEOUT_S, "max_bytes": _MAX_BYTES}
        policy = EgressPolicy(frozenset({plan.origin}), allow_private=True)
        try:
            await self.transport.send(plan, policy=policy, **limits)
        except IsthmusError as error:
            return Answer(plan, message=str(error))
        return self.transport.answer


@contextlib.asynccontextmanager
async def desk(description: Path, base: str, folder: Path) -> AsyncIterator[Desk]:
    """Publish all operations as tools; the API stands at `base`, with dummy credentials."""
    with contextlib.closing(open_store(folder / "isthmus.db")) as store:
        service = Service(store, clock=WallClock())
        service.import_description(str(description), author="judge", slug="judged", base_url=base)
        service.allow("judged", ["*"], expose="tool", author="judge")
        service.publish("judged", author="judge")
        schemes = service.surface("judged").security_schemes
        declared = [NewCredential(key, _reference(scheme)) for key, scheme in schemes.items()]
        service.set_upstream("judged", author="judge", credentials=declared, max_attempts=1)
        surfaces = PublishedSurfaces(store)
        surfaces.refresh()
        served = surfaces.served("judged")
        assert served is not None
        record = Record()
        async with WatchedTransport() as transport:
            gateway = Gateway(
                surfaces=surfaces,
                transport=transport,
                secrets=Secrets(_SECRETS),
                record=record,
                clock=WallClock(),
            )
            yield Desk(served, gateway, transport, record)


def _reference(scheme: SecurityScheme) -> str:
    basic = scheme.kind == "http" and (scheme.http_scheme or "").lower() == "basic"
    return "env:LOGIN" if basic else "env:TOKEN"
