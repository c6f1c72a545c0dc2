"""How much of a description is read, and the list of remarks that reading it leaves.

Shared by everything between bytes and documents. A limit that is passed is a `SourceError`; what
is merely odd is a finding. Pure: the deadline's clock is handed in.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from translator.finding import CODES, Finding, finding
from translator.json_value import JsonValue

#: Called now and then during long work; may raise, for instance when a deadline has passed.
Tick = Callable[[], None]

#: Beyond what any description has by far (113, 183 and 63 are the most that were seen): characters
#: of a name and of a path, parameters of an operation.
MAX_NAME = 1_000
MAX_PATH = 8_000
MAX_PARAMETERS = 1_000
#: Characters of JSON that a default, a constant or an example may have, and all values of an enum;
#: and how many values (301 are the most that were seen).
MAX_VALUE = 20_000
MAX_ENUM = 400_000
MAX_ENUM_VALUES = 20_000


def outweighs(value: JsonValue, characters: int) -> bool:
    """Say whether a value has more characters of JSON than that, roughly; looks no further.

    It is meant for values of a document, which are no deeper than `DocumentLimits.max_depth`.
    """
    left, waiting = characters, [value]
    while waiting and left >= 0:
        one = waiting.pop()
        if isinstance(one, str):
            left -= len(one) + 2
        elif isinstance(one, dict):
            left -= 2 + sum(map(len, one)) + 3 * len(one)
            waiting.extend(one.values())
        elif isinstance(one, list):
            left -= 2 + len(one)
            waiting.extend(one)
        else:
            left -= one.bit_length() // 3 + 1 if isinstance(one, int) else 4
    return left < 0


def no_tick() -> None:
    """Go on: what may take as long as it wants."""


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """Bounds on what is read: bytes after decompression, levels, and values with aliases expanded.

    `max_bytes`, `max_depth`, `max_nodes` hold per document; `max_documents`, `max_total_bytes`
    for the whole description; `max_seconds` and `max_memory`, which is in bytes, for all of its
    import. Together they keep the whole process below 512 MB. The largest descriptions there
    are have 13 MB and 260,000 values; what is larger is let in by name (`limits_for`).
    """

    max_bytes: int = 30_000_000
    max_depth: int = 200
    max_nodes: int = 1_000_000
    max_documents: int = 5_000
    max_total_bytes: int = 60_000_000
    max_seconds: float = 8.0
    max_memory: int = 380_000_000


def limits_for(
    max_seconds: float | None = None, max_memory_mb: int | None = None
) -> DocumentLimits:
    """Return limits by what one is ready to spend; more memory lets in more values and bytes."""
    usual = DocumentLimits()
    memory = usual.max_memory if max_memory_mb is None else max_memory_mb * 10**6
    more = max(1.0, memory / usual.max_memory)
    return replace(
        usual,
        max_bytes=int(usual.max_bytes * more),
        max_nodes=int(usual.max_nodes * more),
        max_total_bytes=int(usual.max_total_bytes * more),
        max_seconds=usual.max_seconds if max_seconds is None else max_seconds,
        max_memory=memory,
    )


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
