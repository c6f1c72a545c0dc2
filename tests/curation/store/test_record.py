from dataclasses import replace

import pytest
from sqlalchemy import text

from curation.store import Store
from curation.store.record import (
    LOST,
    Link,
    NewEntry,
    append,
    calls_after,
    delete_bodies,
    entry_of,
    find_traces,
    last_call_at,
    latest_calls,
    verify_chains,
)
from translator.errors import ErrorClass
from translator.trace import Admission, Caller, Kind, ReceivedResponse, Trace

START = Link("chain")


def trace(name: str, **changes: object) -> Trace:
    made = Trace(
        trace_id=f"id-{name}",
        started_at=100.0,
        caller=Caller("ann", Kind.CLI),
        endpoint="pets",
        primitive="tool",
        name=name,
        correlation_id="c",
        stages={"plan": 0.5, "send": 1.0},
        admission=Admission.UNCHANGED,
        response=ReceivedResponse(200, (), "ok", 2, "sha256:x"),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def record(store: Store, *entries: NewEntry, end: Link = START) -> Link:
    with store.writing() as connection:
        return append(connection, end, entries)


def names(store: Store, **filters: object) -> list[str]:
    with store.reading() as connection:
        found = latest_calls(connection, limit=10, **filters)  # type: ignore[arg-type]
    return [summary.name for summary in found]


def ended(name: str, at: float = 1.0, **changes: object) -> NewEntry:
    return entry_of(trace(name, **changes), at, finished=True)


def begun(name: str) -> NewEntry:
    return entry_of(trace(name, response=None, admission=None), 1.0, finished=False)


def test_a_chain_goes_on_where_it_ended(store: Store) -> None:
    end = record(store, ended("a"), ended("b"))
    assert (end.chain, end.sequence) == ("chain", 2)
    assert record(store, ended("c"), end=end).sequence == 3
    with store.reading() as connection:
        (report,) = verify_chains(connection)
    assert (report.entries, report.broken_at) == (3, None)


def test_a_list_shows_the_newest_call_first_with_its_figures(store: Store) -> None:
    record(store, ended("a"), ended("b", error_class=ErrorClass.CANCELLED, error="gone"))
    with store.reading() as connection:
        newest, oldest = latest_calls(connection, limit=10)
    assert (oldest.name, oldest.status, oldest.duration_s) == ("a", 200, 1.5)
    assert (oldest.principal, oldest.kind, oldest.admission) == ("ann", "cli", "unchanged")
    assert (newest.error_class, newest.error) == (ErrorClass.CANCELLED, "gone")
    assert newest.position > oldest.position


def test_an_intent_shows_while_there_is_no_end(store: Store) -> None:
    end = record(store, begun("a"), begun("b"))
    record(store, ended("a"), end=end)
    with store.reading() as connection:
        found = latest_calls(connection, limit=10)
    assert [(each.name, each.finished) for each in found] == [("a", True), ("b", False)]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ["d", "c", "b", "a"]),
        ({"endpoint": "zoo"}, ["d"]),
        ({"name": "b"}, ["b"]),
        ({"principal": "bo"}, ["c"]),
        ({"failed": True}, ["b"]),
        ({"failed": False}, ["d", "c", "a"]),
    ],
)
def test_a_list_can_be_filtered(
    store: Store, filters: dict[str, object], expected: list[str]
) -> None:
    record(
        store,
        ended("a"),
        ended("b", error_class=ErrorClass.INTERNAL),
        ended("c", caller=Caller("bo")),
        ended("d", endpoint="zoo"),
    )
    assert names(store, **filters) == expected


def test_calls_after_a_position_come_in_their_order(store: Store) -> None:
    record(store, ended("a"), ended("b"), ended("c", endpoint="zoo"))
    with store.reading() as connection:
        first = calls_after(connection, 0, limit=1)[0]
        after = calls_after(connection, first.position, limit=10)
        zoo = calls_after(connection, 0, limit=10, endpoint="zoo")
    assert [each.name for each in after] == ["b", "c"]
    assert [each.name for each in zoo] == ["c"]


def test_a_call_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    record(store, begun("apple"), ended("apple"), ended("apricot"))
    with store.reading() as connection:
        assert find_traces(connection, "id-apple") == (trace("apple"),)
        assert len(find_traces(connection, "id-ap")) == 2
        assert find_traces(connection, "id_") == ()
        assert find_traces(connection, "none") == ()


def test_what_was_lost_is_in_the_chain_and_in_no_list(store: Store) -> None:
    record(store, ended("a"), NewEntry(LOST, "", 1.0, b'{"lost":3}'))
    assert names(store) == ["a"]
    with store.reading() as connection:
        assert verify_chains(connection)[0].entries == 2
        assert find_traces(connection, "") == (trace("a"),)


def test_the_last_call_of_an_endpoint(store: Store) -> None:
    record(store, ended("a"), ended("b", started_at=200.0))
    with store.reading() as connection:
        assert last_call_at(connection, "pets") == 200.0
        assert last_call_at(connection, "zoo") is None


def test_bodies_can_be_deleted_without_breaking_the_chain(store: Store) -> None:
    record(store, ended("a", 1.0), ended("b", 5.0))
    with store.writing() as connection:
        assert delete_bodies(connection, before=3.0) == 1
    with store.reading() as connection:
        (report,) = verify_chains(connection)
    assert (report.entries, report.deleted_bodies, report.broken_at) == (2, 1, None)
    assert names(store) == ["b"]


@pytest.mark.parametrize(
    ("tampering", "reason"),
    [
        ("UPDATE record_entry SET trace_id = 'x' WHERE sequence = 2", "the entry was changed"),
        ("UPDATE record_entry SET recorded_at = 9 WHERE sequence = 2", "the entry was changed"),
        (
            "UPDATE record_body SET body = (SELECT body FROM record_body ORDER BY position LIMIT 1)"
            " WHERE trace_id = 'id-b'",
            "the body was changed",
        ),
    ],
)
def test_tampering_shows(store: Store, tampering: str, reason: str) -> None:
    record(store, ended("a"), ended("b"), ended("c"))
    with store.writing() as connection:
        connection.execute(text(tampering))
    with store.reading() as connection:
        (report,) = verify_chains(connection)
    assert (report.broken_at, report.reason) == (2, reason)


def test_a_missing_entry_shows(store: Store) -> None:
    record(store, ended("a"), ended("b"), ended("c"))
    with store.writing() as connection:
        connection.execute(text("DELETE FROM record_body WHERE trace_id = 'id-b'"))
        connection.execute(text("DELETE FROM record_entry WHERE sequence = 2"))
    with store.reading() as connection:
        (report,) = verify_chains(connection)
    assert (report.broken_at, report.reason) == (2, "an entry is missing")


def test_text_a_database_cannot_hold_is_kept_in_the_body(store: Store) -> None:
    odd = "a\0\ud83d"
    record(store, ended(odd, trace_id="id-a"))
    assert names(store) == ["a\ufffd?"]
    with store.reading() as connection:
        (found,) = find_traces(connection, "id-a")
    assert found.name == odd
