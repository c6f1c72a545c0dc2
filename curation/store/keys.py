"""Own the queries about the keys of principals. A key is never stored, only its digest."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from curation.store.tables import principal_key


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key as it can be shown: everything but the key."""

    id: int
    principal_id: str
    note: str
    author: str
    created_at: float


def add_key(
    connection: Connection, principal_id: str, digest: str, note: str, *, author: str, at: float
) -> int:
    """Add a key by its digest; returns its number."""
    number: int = connection.execute(
        insert(principal_key)
        .values(principal_id=principal_id, digest=digest, note=note, author=author, created_at=at)
        .returning(principal_key.c.id)
    ).scalar_one()
    return number


def key_rows(connection: Connection) -> tuple[KeyRow, ...]:
    """Return the keys that count, by principal."""
    columns = [principal_key.c[name] for name in KeyRow.__slots__]
    statement = (
        select(*columns)
        .where(principal_key.c.removed_at.is_(None))
        .order_by(principal_key.c.principal_id, principal_key.c.id)
    )
    return tuple(KeyRow(**row) for row in connection.execute(statement).mappings())


def remove_key(connection: Connection, number: int, *, author: str, at: float) -> None:
    """Let a key count no more."""
    connection.execute(
        update(principal_key)
        .where(principal_key.c.id == number)
        .values(removed_by=author, removed_at=at)
    )


def principals_by_digest(connection: Connection) -> Mapping[str, str]:
    """Return who each key that counts stands for, by the key's digest."""
    statement = select(principal_key.c.digest, principal_key.c.principal_id).where(
        principal_key.c.removed_at.is_(None)
    )
    return {row.digest: row.principal_id for row in connection.execute(statement)}


def keys_revision(connection: Connection) -> tuple[int, int]:
    """Return the keys ever made and those removed; one grows whenever anything changes."""
    removed = func.count(principal_key.c.removed_at)
    statement = select(func.count(), removed).select_from(principal_key)
    made, gone = connection.execute(statement).one()
    return made, gone
