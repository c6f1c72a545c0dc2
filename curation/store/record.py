"""Own the queries about the record: entries in hash chains, and the bodies they vouch for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sqlalchemy import (
    Connection,
    RowMapping,
    Select,
    and_,
    delete,
    exists,
    insert,
    or_,
    select,
)

from curation.reports import TraceSummary
from curation.store.packing import pack_text, trace_from_text, trace_text, unpack_text
from curation.store.tables import record_body, record_entry
from translator.errors import ErrorClass
from translator.json_value import JsonValue, digest_of, digest_of_bytes
from translator.trace import Admission, Trace

INTENT, TRACE, LOST = "intent", "trace", "lost"


@dataclass(frozen=True, slots=True)
class NewEntry:
    """Something to record: an intent or a finished trace, or how many were lost."""

    kind: str
    trace_id: str
    recorded_at: float
    text: bytes
    trace: Trace | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """The end of a chain: the next entry follows it."""

    chain: str
    sequence: int = 0
    hash: str = ""


@dataclass(frozen=True, slots=True)
class ChainReport:
    """What checking one chain found; `broken_at` is the first entry that does not fit."""

    chain: str
    entries: int
    deleted_bodies: int
    broken_at: int | None = None
    reason: str = ""


def entry_of(trace: Trace, recorded_at: float, *, finished: bool) -> NewEntry:
    """Return the entry for a trace as it is now."""
    kind = TRACE if finished else INTENT
    return NewEntry(kind, trace.trace_id, recorded_at, trace_text(trace), trace)


def append(connection: Connection, end: Link, entries: Sequence[NewEntry]) -> Link:
    """Add entries to a chain and return its new end."""
    rows = []
    for entry in entries:
        row = {
            "chain": end.chain,
            "sequence": end.sequence + 1,
            "kind": entry.kind,
            "trace_id": entry.trace_id,
            "recorded_at": entry.recorded_at,
            "body_digest": digest_of_bytes(entry.text),
            "previous_hash": end.hash,
        }
        row["hash"] = end_hash = _hash(row)
        end = Link(end.chain, end.sequence + 1, end_hash)
        rows.append(row)
    added = insert(record_entry).returning(record_entry.c.position, sort_by_parameter_order=True)
    positions = connection.execute(added, rows).scalars().all()
    bodies = [_body(position, entry) for position, entry in zip(positions, entries, strict=True)]
    connection.execute(insert(record_body), bodies)
    return end


def _hash(row: Mapping[str, JsonValue]) -> str:
    """Return the hash of an entry: everything it says, the body by its digest."""
    names = (
        "chain",
        "sequence",
        "kind",
        "trace_id",
        "recorded_at",
        "body_digest",
        "previous_hash",
    )
    return digest_of([row[name] for name in names])


def _body(position: int, entry: NewEntry) -> dict[str, JsonValue]:
    trace = entry.trace
    shown = _NO_CALL if trace is None else _shown(trace)
    return {
        **shown,
        "position": position,
        "kind": entry.kind,
        "trace_id": entry.trace_id,
        "body": pack_text(entry.text),
    }


def _shown(trace: Trace) -> dict[str, JsonValue]:
    """Return what lists show and filter by."""
    return {
        "endpoint": _storable(trace.endpoint),
        "primitive": trace.primitive,
        "name": _storable(trace.name),
        "principal": _storable(trace.caller.principal),
        "caller_kind": trace.caller.kind.value,
        "started_at": trace.started_at,
        "duration_s": trace.duration_s,
        "status": trace.response.status if trace.response else None,
        "error_class": trace.error_class.value if trace.error_class else None,
        "error": _storable(trace.error) if trace.error else None,
        "admission": trace.admission.value if trace.admission else None,
        "bytes_in": trace.bytes_in,
        "bytes_out": trace.bytes_out,
    }


_NO_CALL = MappingProxyType(
    {
        "endpoint": "",
        "primitive": "",
        "name": "",
        "principal": "",
        "caller_kind": "",
        "started_at": 0.0,
        "duration_s": 0.0,
        "status": None,
        "error_class": None,
        "error": None,
        "admission": None,
        "bytes_in": 0,
        "bytes_out": 0,
    }
)


def _storable(text: str) -> str:
    """Return the text without what a database's text cannot hold; the body has it whole."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")


_FINISHED = record_body.alias("finished")


def _calls() -> Select[tuple[TraceSummary]]:
    """Select one row per call: its trace, or its intent while there is no trace."""
    has_trace = exists().where(
        _FINISHED.c.trace_id == record_body.c.trace_id, _FINISHED.c.kind == TRACE
    )
    columns = [column for column in record_body.c if column.name != "body"]
    return select(*columns).where(
        or_(record_body.c.kind == TRACE, and_(record_body.c.kind == INTENT, ~has_trace))
    )


def latest_calls(
    connection: Connection,
    *,
    limit: int,
    endpoint: str | None = None,
    name: str | None = None,
    principal: str | None = None,
    failed: bool | None = None,
) -> tuple[TraceSummary, ...]:
    """Return calls, the newest first."""
    statement = _calls().order_by(record_body.c.position.desc()).limit(limit)
    for column, value in (("endpoint", endpoint), ("name", name), ("principal", principal)):
        if value is not None:
            statement = statement.where(record_body.c[column] == value)
    if failed is not None:
        error = record_body.c.error_class
        statement = statement.where(error.is_not(None) if failed else error.is_(None))
    return tuple(_summary(row) for row in connection.execute(statement).mappings())


def calls_after(
    connection: Connection, position: int, *, limit: int, endpoint: str | None = None
) -> tuple[TraceSummary, ...]:
    """Return calls recorded after a position, the oldest first."""
    statement = _calls().where(record_body.c.position > position)
    if endpoint is not None:
        statement = statement.where(record_body.c.endpoint == endpoint)
    rows = connection.execute(statement.order_by(record_body.c.position).limit(limit)).mappings()
    return tuple(_summary(row) for row in rows)


def find_traces(connection: Connection, trace_id: str) -> tuple[Trace, ...]:
    """Return the calls whose id is, or begins with, the given one; at most two."""
    ids = connection.execute(
        select(record_body.c.trace_id)
        .where(record_body.c.trace_id.startswith(trace_id, autoescape=True))
        .where(record_body.c.trace_id != "")
        .distinct()
        .limit(2)
    ).scalars()
    return tuple(_whole(connection, found) for found in ids.all())


def last_call_at(connection: Connection, endpoint: str) -> float | None:
    """Return when an endpoint was called last."""
    statement = (
        select(record_body.c.started_at)
        .where(record_body.c.endpoint == endpoint)
        .order_by(record_body.c.position.desc())
        .limit(1)
    )
    return connection.execute(statement).scalar()


def delete_bodies(connection: Connection, *, before: float) -> int:
    """Delete what entries recorded before a time say; the chains stay whole. Returns how many."""
    old = select(record_entry.c.position).where(record_entry.c.recorded_at < before)
    return connection.execute(delete(record_body).where(record_body.c.position.in_(old))).rowcount


def verify_chains(connection: Connection) -> tuple[ChainReport, ...]:
    """Check every chain: no entry missing, none changed, every body the one it was."""
    chains = connection.execute(select(record_entry.c.chain).distinct()).scalars().all()
    return tuple(_verify(connection, chain) for chain in sorted(chains))


def _verify(connection: Connection, chain: str) -> ChainReport:
    statement = (
        select(record_entry, record_body.c.body)
        .outerjoin(record_body, record_body.c.position == record_entry.c.position)
        .where(record_entry.c.chain == chain)
        .order_by(record_entry.c.sequence)
    )
    end, deleted = Link(chain), 0
    for row in connection.execute(statement).mappings():
        reason = _why_broken(row, end)
        if reason is not None:
            return ChainReport(chain, end.sequence, deleted, end.sequence + 1, reason)
        deleted += row["body"] is None
        end = Link(chain, row["sequence"], row["hash"])
    return ChainReport(chain, end.sequence, deleted)


def _why_broken(row: RowMapping, end: Link) -> str | None:
    if row["sequence"] != end.sequence + 1:
        return "an entry is missing"
    if row["previous_hash"] != end.hash or row["hash"] != _hash(dict(row)):
        return "the entry was changed"
    body = row["body"]
    if body is not None and digest_of_bytes(unpack_text(body)) != row["body_digest"]:
        return "the body was changed"
    return None


def _whole(connection: Connection, trace_id: str) -> Trace:
    statement = (
        select(record_body.c.body)
        .where(record_body.c.trace_id == trace_id)
        .order_by(record_body.c.position.desc())
        .limit(1)
    )
    return trace_from_text(unpack_text(connection.execute(statement).scalar_one()))


def _summary(row: RowMapping) -> TraceSummary:
    return TraceSummary(
        position=row["position"],
        trace_id=row["trace_id"],
        started_at=row["started_at"],
        endpoint=row["endpoint"],
        primitive=row["primitive"],
        name=row["name"],
        principal=row["principal"],
        kind=row["caller_kind"],
        finished=row["kind"] == TRACE,
        status=row["status"],
        error_class=ErrorClass(row["error_class"]) if row["error_class"] else None,
        error=row["error"],
        admission=Admission(row["admission"]) if row["admission"] else None,
        duration_s=row["duration_s"],
        bytes_in=row["bytes_in"],
        bytes_out=row["bytes_out"],
    )
