"""Own the record of calls while a process runs: one writer thread, one hash chain.

`begin` of a call that is not read-only returns when its intent is on the disk; whatever waits at
that moment shares the one commit. Everything else is written at the latest 200 ms after it came.
A read whose end arrives before its intent was written leaves no intent.

When the writer falls behind, `begin` waits, so that calls slow down before anything is lost.
`finish` never waits: it has the same room again, and if even that is full the trace is counted,
and the count stands in the chain as an entry of its own. A trace that cannot be written is
counted likewise and costs no other.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from curation.store import Store
from curation.store.record import LOST, Link, NewEntry, append, entry_of
from translator.errors import StoreUnavailable
from translator.json_value import to_json
from translator.ports import Clock
from translator.trace import Trace

_log = logging.getLogger("isthmus.record")
LINGER_S = 0.2
_RETRY_S = 0.5
_PATIENCE_S = 5.0
_LOOK_S = 0.005
_MOST = 500


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Something to be written. An intent is text already: its trace goes on changing."""

    trace: Trace
    recorded_at: float
    intent: NewEntry | None = None
    done: "Future[None] | None" = None


class Record:
    """A `RecordSink` over the store. Starts its thread with the first call; `close` ends it."""

    def __init__(
        self, store: Store, *, clock: Clock, capacity: int = 2_000, linger_s: float = LINGER_S
    ) -> None:
        self._store = store
        self._clock = clock
        self._capacity = capacity
        self._linger_s = linger_s
        self._end = Link(store.new_id())
        self._changed = threading.Condition()
        self._queue: deque[_Waiting] = deque()
        self._urgent = 0
        self._lost = 0
        self._closing = False
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def chain(self) -> str:
        """The id of this writer's chain."""
        return self._end.chain

    async def begin(self, trace: Trace) -> None:
        """Keep the intent; for a call that is not read-only, durably before returning.

        Raises:
            StoreUnavailable: it could not be written; the call must not go ahead.
        """
        await self._room()
        now = self._clock.now()
        intent = entry_of(trace, now, finished=False)
        if trace.read_only:
            self._put(_Waiting(trace, now, intent))
            return
        done: Future[None] = Future()
        self._put(_Waiting(trace, now, intent, done))
        await asyncio.wrap_future(done)

    def finish(self, trace: Trace) -> None:
        """Keep the finished trace, which must not change any more; never blocks."""
        waiting = _Waiting(trace, self._clock.now())
        with self._changed:
            if self._closing:
                self._queue.append(waiting)
                self._start()
            elif len(self._queue) >= 2 * self._capacity:
                self._lost += 1
            else:
                self._put(waiting)

    def close(self) -> None:
        """Write what waits and end the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join()

    async def _room(self) -> None:
        """Wait until the writer has caught up."""
        deadline = self._clock.monotonic() + _PATIENCE_S
        while len(self._queue) >= self._capacity:
            if self._clock.monotonic() > deadline:
                raise StoreUnavailable("the record cannot keep up; try again, and check the disk")
            await asyncio.sleep(_LOOK_S)

    def _put(self, waiting: _Waiting) -> None:
        with self._changed:
            if self._closing:
                raise StoreUnavailable("the record is closed; no call is taken any more")
            self._queue.append(waiting)
            self._urgent += waiting.done is not None
            self._start()
            self._changed.notify_all()

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="record", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while batch := self._next():
            self._write(batch)

    def _next(self) -> Sequence[_Waiting]:
        """Wait for work and return it; nothing when the record is closed and all is written."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closing)
            self._changed.wait_for(
                lambda: self._urgent or self._closing or len(self._queue) >= _MOST, self._linger_s
            )
            batch = [self._queue.popleft() for _ in range(min(_MOST, len(self._queue)))]
            self._urgent -= sum(waiting.done is not None for waiting in batch)
            if not batch:
                self._thread = None
            return batch

    def _write(self, batch: Sequence[_Waiting]) -> None:
        dones = [one.done for one in batch if one.done and one.done.set_running_or_notify_cancel()]
        with self._changed:
            lost, self._lost = self._lost, 0
        failure: StoreUnavailable | None = StoreUnavailable("the record stopped; see the log")
        try:
            entries = self._entries(batch, lost)
            with self._store.writing() as connection:
                end = append(connection, self._end, entries)
            self._end, failure = end, None
        except StoreUnavailable as error:
            failure = error
            self._keep_for_later(batch, lost, error)
        except Exception:
            _log.exception("entries of the record were not written and are counted as lost")
            with self._changed:
                self._lost += lost + sum(one.done is None for one in batch)
        finally:
            for done in dones:
                if failure is None:
                    done.set_result(None)
                else:
                    done.set_exception(failure)

    def _entries(self, batch: Sequence[_Waiting], lost: int) -> list[NewEntry]:
        ends = [one for one in batch if one.intent is None]
        written = {id(one): end for one in ends if (end := _end_of(one))}
        ended = {end.trace_id for end in written.values()}
        entries: list[NewEntry] = []
        for one in batch:
            if one.intent is None:
                entries.extend([written[id(one)]] if id(one) in written else [])
            elif one.done is not None or one.trace.trace_id not in ended:
                entries.append(one.intent)
        lost += len(ends) - len(written)
        if lost:
            told = to_json({"lost": lost}).encode("ascii")
            entries.append(NewEntry(LOST, "", self._clock.now(), told))
        return entries

    def _keep_for_later(
        self, batch: Sequence[_Waiting], lost: int, error: StoreUnavailable
    ) -> None:
        """Put back what nobody waits for, and give the database a moment."""
        kept = [one for one in batch if one.done is None]
        with self._changed:
            self._lost += lost
            if self._closing:
                _log.error("%d entries of the record were not written: %s", len(kept), error)
                return
            _log.warning("the record is behind: %s", error)
            self._queue.extendleft(reversed(kept))
            self._changed.wait_for(lambda: self._closing, _RETRY_S)


def _end_of(one: _Waiting) -> NewEntry | None:
    """Return the entry of a finished trace, None when it cannot be written, whatever the cause."""
    try:
        return entry_of(one.trace, one.recorded_at, finished=True)
    except Exception as error:
        words = "the trace %s cannot be written and is counted as lost: %s"
        _log.error(words, one.trace.trace_id, type(error).__name__)
        return None
