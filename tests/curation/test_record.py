import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from curation.record import Record
from curation.store import Store, open_store
from curation.store.packing import trace_from_text, unpack_text
from curation.store.record import latest_calls, verify_chains
from translator.errors import StoreUnavailable
from translator.trace import Caller, Trace

pytestmark = pytest.mark.anyio


class Clock:
    """Counts how often it is asked; a second each time."""

    def __init__(self, step: float = 0.001) -> None:
        self._now = 0.0
        self._step = step

    def now(self) -> float:
        self._now += self._step
        return self._now

    monotonic = now


def trace(name: str, *, read_only: bool = False) -> Trace:
    return Trace(name, 1.0, Caller(), "pets", "tool", name, "c", read_only=read_only)


def kinds(store: Store) -> list[tuple[str, str]]:
    with store.reading() as connection:
        rows = connection.execute(text("SELECT kind, trace_id FROM record_entry ORDER BY position"))
        return [(row.kind, row.trace_id) for row in rows]


@pytest.fixture
def record(store: Store):  # type: ignore[no-untyped-def]
    with Record(store, clock=Clock()) as opened:
        yield opened


async def test_an_intent_is_on_the_disk_before_begin_returns(store: Store, record: Record) -> None:
    await record.begin(trace("a"))
    assert kinds(store) == [("intent", "a")]


async def test_the_end_is_there_after_closing(store: Store, record: Record) -> None:
    call = trace("a")
    await record.begin(call)
    call.finished = True
    record.finish(call)
    record.close()
    assert kinds(store) == [("intent", "a"), ("trace", "a")]


async def test_the_intent_keeps_what_was_known_when_it_began(store: Store) -> None:
    with Record(store, clock=Clock(), linger_s=60) as record:
        call = trace("a", read_only=True)
        await record.begin(call)
        call.arguments = {"later": True}
    with store.reading() as connection:
        body = connection.execute(text("SELECT body FROM record_body")).scalar_one()
    assert trace_from_text(unpack_text(body)).arguments is None


async def test_a_read_that_ends_at_once_leaves_its_end_alone(store: Store) -> None:
    with Record(store, clock=Clock(), linger_s=60) as record:
        call = trace("a", read_only=True)
        await record.begin(call)
        record.finish(call)
        await record.begin(trace("b", read_only=True))
    assert kinds(store) == [("trace", "a"), ("intent", "b")]


async def test_all_that_wait_share_commits(store: Store, record: Record) -> None:
    names = [f"t{number}" for number in range(200)]
    await asyncio.gather(*(record.begin(trace(name)) for name in names))
    assert sorted(name for _, name in kinds(store)) == sorted(names)


async def test_everything_is_in_one_unbroken_chain(store: Store, record: Record) -> None:
    for name in ("a", "b", "c"):
        await record.begin(trace(name))
        record.finish(trace(name))
    record.close()
    with store.reading() as connection:
        (report,) = verify_chains(connection)
    assert (report.chain, report.entries, report.broken_at) == (record.chain, 6, None)


async def test_two_writers_have_a_chain_each(store: Store) -> None:
    with Record(store, clock=Clock()) as one, Record(store, clock=Clock()) as other:
        await asyncio.gather(
            *(one.begin(trace(f"a{n}")) for n in range(20)),
            *(other.begin(trace(f"b{n}")) for n in range(20)),
        )
    with store.reading() as connection:
        reports = verify_chains(connection)
    assert [(report.entries, report.broken_at) for report in reports] == [(20, None), (20, None)]


async def test_a_call_given_up_while_it_begins_does_not_stop_the_writer(
    store: Store, record: Record
) -> None:
    with store.writing():
        task = asyncio.ensure_future(record.begin(trace("a")))
        await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    await record.begin(trace("b"))
    assert ("intent", "b") in kinds(store)


async def test_a_full_record_holds_calls_back_and_counts_what_it_loses(store: Store) -> None:
    record = Record(store, clock=Clock(step=3.0), capacity=2, linger_s=60)
    with record:
        for name in "abcdef":
            record.finish(trace(name, read_only=True))
        with pytest.raises(StoreUnavailable, match="cannot keep up"):
            await record.begin(trace("g"))
    assert kinds(store) == [("trace", name) for name in "abcd"] + [("lost", "")]
    with store.reading() as connection:
        assert verify_chains(connection)[0].broken_at is None
        assert len(latest_calls(connection, limit=9)) == 4


async def test_a_call_waits_for_room(store: Store) -> None:
    with Record(store, clock=Clock(), capacity=1) as record:
        await asyncio.gather(*(record.begin(trace(f"t{number}")) for number in range(20)))
    assert len(kinds(store)) == 20


async def test_a_closed_record_takes_no_call_but_keeps_an_end(store: Store) -> None:
    record = Record(store, clock=Clock())
    await record.begin(trace("a"))
    record.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await record.begin(trace("b"))
    record.finish(trace("a"))
    for thread in threading.enumerate():
        if thread.name == "record":
            thread.join()
    assert kinds(store) == [("intent", "a"), ("trace", "a")]


def _rename(store: Store, before: str, after: str) -> None:
    with store.writing() as connection:
        connection.execute(text(f"ALTER TABLE {before} RENAME TO {after}"))


async def test_a_broken_database_stops_calls_and_loses_no_end(store: Store) -> None:
    with Record(store, clock=Clock(), linger_s=0.01) as record:
        await record.begin(trace("a"))
        _rename(store, "record_entry", "away")
        record.finish(trace("a"))
        with pytest.raises(StoreUnavailable):
            await record.begin(trace("b"))
        _rename(store, "away", "record_entry")
        await record.begin(trace("c"))
    assert kinds(store) == [("intent", "a"), ("trace", "a"), ("intent", "c")]


async def test_a_database_that_stays_broken_does_not_hang_the_end(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    with Record(store, clock=Clock(), linger_s=60) as record:
        _rename(store, "record_entry", "away")
        record.finish(trace("a"))
    assert "1 entries of the record were not written" in caplog.text


def _deep() -> list[object]:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    return nested


async def test_a_trace_that_cannot_be_written_is_counted_and_costs_no_other(store: Store) -> None:
    with Record(store, clock=Clock(), linger_s=60) as record:
        for name in ("a", "b", "c"):
            call = trace(name)
            call.arguments = {"deep": _deep()} if name == "b" else {}
            record.finish(call)
    assert kinds(store) == [("trace", "a"), ("trace", "c"), ("lost", "")]
    with Record(store, clock=Clock()) as record:
        await record.begin(trace("d"))
    assert kinds(store)[-1] == ("intent", "d")


def _begin_and_die(path: Path) -> None:
    store = open_store(path)
    record = Record(store, clock=Clock())
    asyncio.run(record.begin(trace("a")))
    os.kill(os.getpid(), signal.SIGKILL)


async def test_an_intent_survives_the_death_of_the_process(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    code = (
        "from pathlib import Path; from tests.curation.test_record import _begin_and_die; "
        f"_begin_and_die(Path({str(path)!r}))"
    )
    root = Path(__file__).resolve().parents[2]
    died = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], cwd=root, check=False
    )
    assert died.returncode == -signal.SIGKILL
    store = open_store(path)
    with store.reading() as connection:
        (call,) = latest_calls(connection, limit=2)
        assert (call.trace_id, call.finished) == ("a", False)
    store.close()
