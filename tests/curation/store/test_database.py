import asyncio
import contextlib
import multiprocessing
import os
import stat
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from curation.record import Record
from curation.service import Service
from curation.store import Store, open_store
from curation.store.apis import know_principal
from tests.curating import SteppingClock, pets
from translator.errors import RefusedByUs, StoreUnavailable
from translator.json_value import to_json
from translator.trace import Caller, Trace


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


@pytest.fixture
def postgresql() -> Iterator[str]:
    """The address of an empty PostgreSQL database of its own."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    server = os.environ.get("ISTHMUS_TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1/test")
    try:
        admin = psycopg.connect(server, autocommit=True, connect_timeout=2)
    except psycopg.OperationalError:
        pytest.skip("no PostgreSQL server listens on loopback")
    name = f"isthmus_{uuid.uuid4().hex[:12]}"
    admin.execute(f"CREATE DATABASE {name}")
    yield f"{server.rpartition('/')[0]}/{name}"
    admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    admin.close()


def test_the_schema_works_on_postgresql(postgresql: str, tmp_path: Path) -> None:
    for _ in range(2):
        open_store(postgresql).close()
    with contextlib.closing(open_store(postgresql)) as store:
        (tmp_path / "pets.json").write_text(to_json(pets()), encoding="utf-8")
        service = Service(store, clock=SteppingClock())
        assert service.import_description(str(tmp_path / "pets.json"), author="ann").changed
        assert not service.import_description(str(tmp_path / "pets.json"), author="ann").changed
        service.allow("pet-shop", ["*"], expose="both", author="ann")
        assert service.publish("pet-shop", author="ann").tools == 4
        with Record(store, clock=SteppingClock()) as record:
            call = Trace("t", 1.0, Caller(), "pet-shop", "tool", "a\0\ud83d", "c")
            asyncio.run(record.begin(call))
            record.finish(call)
        assert service.trace("t") == call
        assert service.apis()[0].last_call_at == 1.0
