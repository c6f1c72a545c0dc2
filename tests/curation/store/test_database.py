import multiprocessing
import stat
from pathlib import Path

import pytest
from sqlalchemy import text

from curation.store import Store, open_store
from curation.store.apis import know_principal
from translator.errors import RefusedByUs, StoreUnavailable


def test_the_database_is_closed_to_others(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "isthmus.db"
    store = open_store(path)
    with store.writing() as connection:
        know_principal(connection, "ann", 1.0)
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    store.close()
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    assert "isthmus.db-wal" in modes


def test_the_pragmas_are_set(store: Store) -> None:
    with store.reading() as connection:
        found = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        }
    assert found == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": 5000,
        "synchronous": 2,
    }


def _fail(store: Store, error: type[BaseException]) -> None:
    with store.writing() as connection:
        know_principal(connection, "ann", 1.0)
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_a_transaction_that_fails_leaves_nothing(store: Store, error: type[BaseException]) -> None:
    with pytest.raises(error):
        _fail(store, error)
    with store.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM principal")).scalar() == 0


def test_a_reader_sees_one_state_throughout(store: Store) -> None:
    count = text("SELECT count(*) FROM principal")
    with store.reading() as reader:
        assert reader.execute(count).scalar() == 0
        with store.writing() as writer:
            know_principal(writer, "ann", 1.0)
        assert reader.execute(count).scalar() == 0
    with store.reading() as reader:
        assert reader.execute(count).scalar() == 1


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RefusedByUs, match="choose another data folder"):
        open_store(tmp_path / "file" / "isthmus.db")


def test_what_is_no_database_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "isthmus.db").write_bytes(b"no database at all, but long enough to be read" * 100)
    with pytest.raises(StoreUnavailable, match="not a database"):
        open_store(tmp_path / "isthmus.db")


def test_ids_are_handed_in(tmp_path: Path) -> None:
    store = open_store(tmp_path / "a.db", new_id=iter("abc").__next__)
    assert [store.new_id(), store.new_id()] == ["a", "b"]
    store.close()


def _write(path: Path, name: str, count: int) -> None:
    store = open_store(path)
    for number in range(count):
        with store.writing() as connection:
            know_principal(connection, f"{name}{number}", 1.0)
    store.close()


def test_processes_open_migrate_and_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "isthmus.db"
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=_write, args=(path, name, 20)) for name in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    store = open_store(path)
    with store.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM principal")).scalar() == 60
    store.close()
