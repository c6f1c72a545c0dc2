"""How much of a description is read, and the list of remarks that reading it leaves.

Shared by everything between bytes and documents. A limit that is passed is a `SourceError`; what
is merely odd is a finding. Pure: the deadline's clock is handed in.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from translator.finding import CODES, Finding, finding

#: Called now and then during long work; may raise, for instance when a deadline has passed.
Tick = Callable[[], None]


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """Bounds on what is read: bytes after decompression, levels, and values with aliases expanded.

    `max_bytes`, `max_depth`, `max_nodes` hold per document; `max_documents`, `max_total_bytes`
    and `max_seconds` for the whole description.
    """

    max_bytes: int = 50_000_000
    max_depth: int = 200
    max_nodes: int = 5_000_000
    max_documents: int = 5_000
    max_total_bytes: int = 100_000_000
    max_seconds: float = 60.0


@dataclass(slots=True)
class Remarks:
    """Collects findings; of each code at most `per_code` are listed, the rest are counted."""

    per_code: int = 100
    _listed: list[Finding] = field(default_factory=list)
    _seen: Counter[str] = field(default_factory=Counter)

    def add(
        self,
        code: str,
        message: str | Callable[[], str],
        pointer: str | Callable[[], str] = "",
        document: str = "",
    ) -> None:
        """Add a finding; what costs something to say is handed in as a function."""
        self._seen[code] += 1
        if self._seen[code] <= self.per_code:
            message, pointer = (
                part if isinstance(part, str) else part() for part in (message, pointer)
            )
            self._listed.append(finding(code, message, pointer=pointer, document=document))

    def count(self, code: str, times: int) -> None:
        """Count what is like others that were added, and not worth listing."""
        self._seen[code] += times

    def findings(self) -> tuple[Finding, ...]:
        """Return what was listed and, per code, how many more there were."""
        more = (
            finding(code, f"{times - self.per_code} more like this: {CODES[code].meaning}")
            for code, times in self._seen.items()
            if times > self.per_code
        )
        return (*self._listed, *more)
