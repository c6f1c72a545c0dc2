from curation.store import Store
from curation.store.apis import know_principal
from curation.store.keys import (
    add_key,
    key_rows,
    keys_revision,
    principals_by_digest,
    remove_key,
)


def _made(store: Store) -> tuple[int, int]:
    with store.writing() as connection:
        for name in ("op", "ben", "anna"):
            know_principal(connection, name, 1.0)
        ben = add_key(connection, "ben", "d1", "", author="op", at=2.0)
        anna = add_key(connection, "anna", "d2", "laptop", author="op", at=3.0)
    return ben, anna


def test_keys_are_listed_by_principal_and_without_digest(store: Store) -> None:
    _made(store)
    with store.reading() as connection:
        rows = key_rows(connection)
    assert [(row.principal_id, row.note, row.created_at) for row in rows] == [
        ("anna", "laptop", 3.0),
        ("ben", "", 2.0),
    ]


def test_a_removed_key_counts_no_more_and_leaves_its_row(store: Store) -> None:
    ben, anna = _made(store)
    with store.writing() as connection:
        remove_key(connection, ben, author="op", at=4.0)
        assert principals_by_digest(connection) == {"d2": "anna"}
        assert [row.id for row in key_rows(connection)] == [anna]
        assert keys_revision(connection) == (2, 1)


def test_the_revision_differs_after_every_change(store: Store) -> None:
    with store.reading() as connection:
        seen = [keys_revision(connection)]
    ben, _ = _made(store)
    with store.writing() as connection:
        seen.append(keys_revision(connection))
        remove_key(connection, ben, author="op", at=4.0)
        seen.append(keys_revision(connection))
        add_key(connection, "ben", "d3", "", author="op", at=5.0)
        seen.append(keys_revision(connection))
    assert len(set(seen)) == 4
