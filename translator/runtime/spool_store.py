"""Keep large answers in memory for some minutes: a `SpoolStore` that never grows without end.

In memory, because nothing then outlives the process or has to be guarded on a disk. What one
caller keeps never drives out another's: each has a share.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from translator.ports import Spooled, SpoolOwner

LIFETIME_S = 600.0
MAX_BYTES = 64_000_000
MAX_ENTRIES = 500

#: The part of all that one caller may have.
_SHARE = 4
_ID_BYTES = 24


@dataclass(frozen=True, slots=True)
class _Entry:
    owner: SpoolOwner
    kept: Spooled
    until: float


class MemorySpool:
    """A `SpoolStore` with room for so many bytes and entries in all, for so many seconds."""

    def __init__(
        self,
        monotonic: Callable[[], float],
        *,
        lifetime_s: float = LIFETIME_S,
        max_bytes: int = MAX_BYTES,
        max_entries: int = MAX_ENTRIES,
    ) -> None:
        self._monotonic = monotonic
        self._lifetime_s = lifetime_s
        self._max_bytes = max_bytes
        self._max_entries = max_entries
        self._entries: dict[str, _Entry] = {}

    @property
    def lifetime_s(self) -> float:
        """How long what is kept can be read."""
        return self._lifetime_s

    def keep(self, owner: SpoolOwner, kept: Spooled) -> str | None:
        """Keep an answer for its caller alone; None where it takes more than a caller's share."""
        size = len(kept.body)
        if size > self._max_bytes // _SHARE:
            return None
        self._forget_old()
        self._make_room(size, owner, self._max_bytes // _SHARE, self._max_entries // _SHARE)
        self._make_room(size, None, self._max_bytes, self._max_entries)
        spool_id = secrets.token_urlsafe(_ID_BYTES)
        until = self._monotonic() + self._lifetime_s
        self._entries[spool_id] = _Entry(owner, kept, until)
        return spool_id

    def find(self, owner: SpoolOwner, spool_id: str) -> Spooled | None:
        """Return what is kept, None where it is not, or no longer, or is another caller's."""
        self._forget_old()
        entry = self._entries.get(spool_id)
        return None if entry is None or entry.owner != owner else entry.kept

    def _forget_old(self) -> None:
        """Drop what is out of time; entries stand in the order of their ends."""
        now = self._monotonic()
        for spool_id, entry in list(self._entries.items()):
            if entry.until > now:
                break
            del self._entries[spool_id]

    def _make_room(
        self, size: int, owner: SpoolOwner | None, max_bytes: int, max_entries: int
    ) -> None:
        """Drop the oldest entries, of one caller or of all, until one more has room."""
        own = {
            spool_id: len(entry.kept.body)
            for spool_id, entry in self._entries.items()
            if owner in (None, entry.owner)
        }
        taken = sum(own.values())
        for number, (spool_id, bytes_kept) in enumerate(own.items()):
            if taken + size <= max_bytes and len(own) - number < max_entries:
                break
            taken -= bytes_kept
            del self._entries[spool_id]
