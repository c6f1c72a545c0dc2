"""Own the queries about decisions. They are only added."""

from collections.abc import Sequence

from sqlalchemy import Connection, RowMapping, func, insert, select

from curation.decisions import Decision, TargetKind, content_from_json, content_to_json
from curation.store.tables import decision
from translator.json_value import parse_json, to_json


def decisions_of(connection: Connection, api_id: str, *, after: int = 0) -> tuple[Decision, ...]:
    """Return the decisions about an API after a sequence, in their order."""
    statement = (
        select(decision)
        .where(decision.c.api_id == api_id, decision.c.sequence > after)
        .order_by(decision.c.sequence)
    )
    return tuple(_decision(row) for row in connection.execute(statement).mappings())


def last_sequence(connection: Connection, api_id: str) -> int:
    """Return the sequence of the last decision about an API, 0 for none."""
    statement = select(func.max(decision.c.sequence)).where(decision.c.api_id == api_id)
    return connection.execute(statement).scalar() or 0


def add_decisions(connection: Connection, api_id: str, new: Sequence[Decision]) -> list[int]:
    """Add decisions in their order and return the sequences they got; their own are ignored."""
    statement = insert(decision).returning(decision.c.sequence, sort_by_parameter_order=True)
    rows = [_row(api_id, one) for one in new]
    return list(connection.execute(statement, rows).scalars()) if rows else []


def _row(api_id: str, new: Decision) -> dict[str, object]:
    return {
        "api_id": api_id,
        "kind": new.kind.value,
        "target_kind": new.target_kind.value,
        "target_id": new.target_id,
        "argument": new.argument,
        "scope": new.scope,
        "value": to_json(content_to_json(new.content)),
        "reason": new.reason,
        "basis_digest": new.basis_digest,
        "basis_version": new.basis_version,
        "expected_revision": new.expected_revision,
        "supersedes": new.supersedes,
        "author": new.author,
        "decided_at": new.decided_at,
    }


def _decision(row: RowMapping) -> Decision:
    return Decision(
        sequence=row["sequence"],
        content=content_from_json(row["kind"], parse_json(row["value"])),
        target_kind=TargetKind(row["target_kind"]),
        target_id=row["target_id"],
        author=row["author"],
        decided_at=row["decided_at"],
        argument=row["argument"],
        scope=row["scope"],
        reason=row["reason"],
        basis_digest=row["basis_digest"],
        basis_version=row["basis_version"],
        expected_revision=row["expected_revision"],
        supersedes=row["supersedes"],
    )
