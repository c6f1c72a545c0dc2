"""What is handed to the translator from outside, as protocols.

Implemented by `isthmus` (secrets) and `curation` (record, surfaces), or by tests with real
values. Nothing here has behaviour.
"""

from dataclasses import dataclass, field
from typing import Protocol

from translator.surface import Resource, ResourceTemplate, Surface, Tool
from translator.trace import Trace
from translator.upstream import CredentialReference, Upstream


@dataclass(frozen=True, slots=True)
class ServedSurface:
    """What an endpoint serves now.

    `recent` holds the surfaces it served before, the newest first. `stopped_tools`, by name, and
    all that is made of `stopped_operations`, by stable id, is refused at once, without a
    publication, and so is everything when `stopped` is true.
    """

    endpoint: str
    surface: Surface
    digest: str
    version: int
    upstream: Upstream
    stopped: bool = False
    stopped_tools: frozenset[str] = field(default_factory=frozenset)
    recent: tuple[Surface, ...] = ()
    stopped_operations: frozenset[str] = field(default_factory=frozenset)

    def offers(self, item: Tool | Resource | ResourceTemplate) -> bool:
        """Return whether no stop is on it or on the operation it is made of."""
        by_name = isinstance(item, Tool) and item.name in self.stopped_tools
        return not by_name and item.call.operation_id not in self.stopped_operations

    def recent_tools(self, name: str) -> tuple[Tool, ...]:
        """Return what a name stood for in the surfaces before."""
        return tuple(tool for old in self.recent for tool in old.tools if tool.name == name)


class SurfaceSource(Protocol):
    """Gives the served surfaces; cheap to ask, never slow on the call path."""

    def endpoints(self) -> tuple[str, ...]:
        """Return the slugs of all endpoints with an active surface."""
        ...

    def served(self, endpoint: str) -> ServedSurface | None:
        """Return what the endpoint serves now, None for an unknown one."""
        ...


class LiveSurfaces(SurfaceSource, Protocol):
    """Surfaces that change while they are served, also through another process."""

    def refresh(self) -> frozenset[str]:
        """Look for news; return the endpoints whose surface, stops or upstream changed.

        Blocks, but briefly: a server asks several times a second, from a thread.
        """
        ...


class KnownKeys(Protocol):
    """Tells callers apart by the keys they hold; cheap to ask, never slow on the call path."""

    @property
    def keys_were_made(self) -> bool:
        """Whether a key was ever made, even if it was removed since."""
        ...

    def principal_of(self, key: str) -> str | None:
        """Return who a key stands for, None for one that does not count."""
        ...


class RecordSink(Protocol):
    """Keeps traces, in order, without losing one."""

    async def begin(self, trace: Trace) -> None:
        """Keep the intent; for a call that is not read-only, durably before returning."""
        ...

    def finish(self, trace: Trace) -> None:
        """Keep the finished trace; never blocks."""
        ...


class SecretResolver(Protocol):
    """Turns a declared reference into its secret."""

    def resolve(self, reference: CredentialReference) -> str:
        """Return the secret.

        Raises:
            CredentialError: the reference names nothing; the message names the reference.
        """
        ...


class Clock(Protocol):
    """The time, handed in."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        ...

    def monotonic(self) -> float:
        """Return seconds of a clock that never goes back."""
        ...
