"""Own the connection to the database: opening, pragmas, permissions, transactions.

SQLite runs in WAL mode, so that readers never wait and one writer at a time does. A writing
transaction takes the write lock when it begins: two processes queue up instead of failing on
each other in the middle.
"""

import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
)

from curation.store.migrate import bring_up_to_date
from translator.errors import RefusedByUs, StoreUnavailable

BUSY_TIMEOUT_MS = 5_000
_WRITES = "isthmus_writes"


class Store:
    """An open database; each use case takes its transactions from it."""

    def __init__(self, engine: Engine, *, new_id: Callable[[], str]) -> None:
        self._engine = engine
        self._writing = engine.execution_options(**{_WRITES: True})
        self.new_id = new_id

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one state of the database throughout."""
        with _translated(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose changes all happen when the block ends, or none on an error."""
        with _translated(), self._writing.begin() as connection:
            yield connection

    def close(self) -> None:
        """Give back every connection."""
        self._engine.dispose()


def open_store(database: Path | str, *, new_id: Callable[[], str] | None = None) -> Store:
    """Open a database file, or a database address, and bring its schema up to date.

    The file and its folder are made when missing, readable by their owner alone. `new_id` makes
    the opaque ids.

    Raises:
        RefusedByUs: the database was made by a newer Isthmus, or cannot be opened.
    """
    url = _address(database)
    if url.get_backend_name() == "sqlite" and url.database:
        _make_file(Path(url.database))
    engine = create_engine(url)
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    with _translated():
        bring_up_to_date(engine, engine.execution_options(**{_WRITES: True}))
    return Store(engine, new_id=new_id or _random_id)


#: What says that our own statements are wrong, and not the database.
_OUR_FAULT = (IntegrityError, ProgrammingError, DataError, NotSupportedError)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        if isinstance(error, _OUR_FAULT):
            raise
        raise StoreUnavailable(
            f"the database cannot be used ({error.orig}); check the disk, and whether another "
            "program holds it"
        ) from error


def _random_id() -> str:
    return uuid.uuid4().hex


def _address(database: Path | str) -> URL:
    if isinstance(database, str) and "://" in database:
        url = make_url(database)
        return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url
    return URL.create("sqlite", database=str(database))


def _make_file(path: Path) -> None:
    """Create the database file closed to others; SQLite gives its side files the same mode."""
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise RefusedByUs(
            f"the database {path} cannot be opened: {error.strerror}; choose another data folder"
        ) from error


def _prepare_sqlite(connection: SqliteConnection, _record: object) -> None:
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {BUSY_TIMEOUT_MS}",
        "journal_mode = WAL",
        "foreign_keys = ON",
        "synchronous = FULL",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
