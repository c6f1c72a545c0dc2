"""Own the composition: settings → store, use cases, record, gateway. Decides nothing."""

import contextlib
import importlib.metadata
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from isthmus.settings import EnvironmentSecrets, Settings

if TYPE_CHECKING:
    from curation.served import PublishedSurfaces
    from curation.service import Service
    from curation.store import Store
    from translator.runtime.admitted import AdmissionLimits
    from translator.runtime.gateway import Gateway


class SystemClock:
    """The machine's clocks."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds of a clock that never goes back."""
        return time.monotonic()


def user_agent() -> str:
    """Return how Isthmus names itself to APIs."""
    return f"isthmus/{importlib.metadata.version('isthmus')}"


def fetch(url: str, max_bytes: int, timeout_s: float) -> bytes:
    """Return a document at a URL, for an import that a person started by hand."""
    from translator.runtime.transport import EgressPolicy, fetch_document

    return fetch_document(
        url,
        policy=EgressPolicy(),
        max_bytes=max_bytes,
        timeout_s=timeout_s,
        user_agent=user_agent(),
    )


def service_over(store: "Store") -> "Service":
    """Return the use cases over an open store."""
    from curation.service import Service

    return Service(store, clock=SystemClock(), fetch=fetch)


def open_service(settings: Settings) -> "Service":
    """Open the store and return the use cases."""
    from curation.store import open_store

    return service_over(open_store(settings.database))


@dataclass(frozen=True, slots=True)
class Running:
    """All that serves: what is published, who answers calls, and what must be entered first."""

    surfaces: "PublishedSurfaces"
    gateway: "Gateway"
    around: contextlib.AbstractAsyncContextManager[None]


@contextlib.contextmanager
def running(store: "Store", *, admission: "AdmissionLimits | None" = None) -> Iterator[Running]:
    """Compose a gateway over a store; its record is flushed at the end.

    `admission` replaces what each upstream says of how much of an answer is delivered.
    """
    from curation.record import Record
    from curation.served import PublishedSurfaces
    from isthmus.logs import configure
    from translator.runtime.gateway import Gateway
    from translator.runtime.transport import Transport

    configure()
    clock = SystemClock()
    surfaces = PublishedSurfaces(store)
    with contextlib.closing(Record(store, clock=clock)) as record:
        transport = Transport(user_agent())
        gateway = Gateway(
            surfaces=surfaces,
            transport=transport,
            secrets=EnvironmentSecrets(),
            record=record,
            clock=clock,
            admission=admission,
        )
        yield Running(surfaces, gateway, _open(transport))


@contextlib.asynccontextmanager
async def _open(transport: contextlib.AbstractAsyncContextManager[object]) -> AsyncIterator[None]:
    async with transport:
        yield
