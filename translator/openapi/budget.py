"""How much one import may take: seconds and memory, asked for now and then by long work.

Seconds are those in which this thread computes, and those in which it waits for somebody else, a
server or a pipe: a busy machine ends no import, a server that gives a byte a second does. Memory
is what the process has grown by since the import began. Both are bounds of the program itself: a
description that is hostile, or merely huge, ends in a `SourceError` and takes nothing down with it.
The clocks and the measure of memory are handed in.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from translator.errors import SourceError
from translator.openapi.limits import DocumentLimits

_STATISTICS = Path("/proc/self/statm")
_LIMITS = DocumentLimits()


def resident_bytes() -> int:
    """Return the memory this process has now, 0 where the system does not tell."""
    try:
        return int(_STATISTICS.read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


class Budget:
    """What is left to one import; `tick` ends it when that is nothing."""

    def __init__(
        self,
        limits: DocumentLimits = _LIMITS,
        *,
        computed_s: Callable[[], float] = time.thread_time,
        wall_s: Callable[[], float] = time.monotonic,
        resident: Callable[[], int] = resident_bytes,
    ) -> None:
        self.limits = limits
        self._computed_s, self._wall_s, self._resident = computed_s, wall_s, resident
        self._began_s = computed_s()
        self._waited_s = 0.0
        self._began_bytes = resident()

    def tick(self) -> None:
        """Go on, or end the import.

        Raises:
            SourceError: the time or the memory is used up; says how to allow more.
        """
        if self.spent_s() > self.limits.max_seconds:
            raise SourceError(
                f"importing it takes longer than {self.limits.max_seconds:g} seconds; import a "
                "part of it, or allow more with --max-seconds"
            )
        if self._resident() - self._began_bytes > self.limits.max_memory:
            raise SourceError(
                f"importing it takes more than {self.limits.max_memory // 10**6:,} MB of memory; "
                "import a part of it, or allow more with --max-memory"
            )

    def spent_s(self) -> float:
        """Return the seconds used so far."""
        return self._computed_s() - self._began_s + self._waited_s

    def left_s(self) -> float:
        """Return the seconds that are left, at least 0."""
        return max(0.0, self.limits.max_seconds - self.spent_s())

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count what passes inside by the wall's clock: somebody else is at work."""
        began_s, computed_s = self._wall_s(), self._computed_s()
        try:
            yield
        finally:
            computed_s = self._computed_s() - computed_s
            self._waited_s += max(0.0, self._wall_s() - began_s - computed_s)
