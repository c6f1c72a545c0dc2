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


@dataclass(frozen=True, slots=True)
class SpoolOwner:
    """Who may read what is spooled: the caller whose answer it is, at the same endpoint."""

    endpoint: str
    principal: str


@dataclass(frozen=True, slots=True)
class Spooled:
    """An answer that was too large for one result, without secrets.

    `shape` says how its pages are cut: `json`, `text` or `binary`. `name` and `operation_id`
    are those of the tool or resource it is an answer of, so that what stops them stops it.
    """

    body: bytes = field(repr=False)
    mime_type: str
    shape: str
    name: str
    operation_id: str
    page_bytes: int


class SpoolStore(Protocol):
    """Keeps large answers for some minutes, bounded in all."""

    @property
    def lifetime_s(self) -> float:
        """How long what is kept can be read."""
        ...

    def keep(self, owner: SpoolOwner, kept: Spooled) -> str | None:
        """Keep an answer; return an id nobody can guess, None where there is no room for it."""
        ...

    def find(self, owner: SpoolOwner, spool_id: str) -> Spooled | None:
        """Return what is kept, None where it is not, or no longer, or is another caller's."""
        ...


class Clock(Protocol):
    """The time, handed in."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        ...

    def monotonic(self) -> float:
        """Return seconds of a clock that never goes back."""
        ...
