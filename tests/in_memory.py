"""The ports of the translator, kept in memory: real implementations without a database."""

import time
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from translator.errors import CredentialError
from translator.ports import ServedSurface
from translator.trace import Trace
from translator.upstream import CredentialReference


@dataclass
class Surfaces:
    """What each endpoint serves; tests replace entries."""

    entries: dict[str, ServedSurface] = field(default_factory=dict)

    def endpoints(self) -> tuple[str, ...]:
        """Return the slugs of all endpoints."""
        return tuple(self.entries)

    def served(self, endpoint: str) -> ServedSurface | None:
        """Return what the endpoint serves."""
        return self.entries.get(endpoint)


@dataclass
class Record:
    """Keeps traces; `intents` are copies made when a call was about to be sent."""

    intents: list[Trace] = field(default_factory=list)
    finished: list[Trace] = field(default_factory=list)
    full: bool = False

    async def begin(self, trace: Trace) -> None:
        """Keep the intent."""
        if self.full:
            raise OSError("no space left on device")
        self.intents.append(deepcopy(trace))

    def finish(self, trace: Trace) -> None:
        """Keep the finished trace."""
        self.finished.append(trace)


@dataclass
class Secrets:
    """Secrets by reference."""

    values: Mapping[str, str] = field(default_factory=dict)

    def resolve(self, reference: CredentialReference) -> str:
        """Return the secret."""
        try:
            return self.values[reference.reference]
        except KeyError:
            raise CredentialError(f"{reference.reference} names no secret") from None


class WallClock:
    """The real time."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds of a clock that never goes back."""
        return time.monotonic()
