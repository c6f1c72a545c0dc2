import contextlib
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from curation.store import Store, open_store
from curation.store.keys import keys_revision
from curation.store.migrate import HEAD, current_revision
from curation.store.tables import metadata
from curation.store.upstreams import current_upstream
from translator.errors import RefusedByUs
from translator.upstream import Limits, Upstream


def test_head_is_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", "curation.store:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_the_migrations_make_the_tables_that_are_declared(store: Store) -> None:
    with store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert current_revision(connection) == HEAD


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    for _ in range(2):
        store = open_store(path)
        with store.reading() as connection:
            assert current_revision(connection) == HEAD
        store.close()


def test_a_database_of_a_newer_isthmus_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    store = open_store(path)
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(RefusedByUs, match="upgrade Isthmus"):
        open_store(path)


def test_alembic_is_not_imported_where_there_is_nothing_to_do(blank: Path) -> None:
    code = (
        "import sys; from curation.store import open_store; "
        f"open_store({str(blank)!r}); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_database_of_the_first_schema_keeps_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with create_engine(f"sqlite:///{path}").begin() as connection:
        config = Config()
        config.set_main_option("script_location", "curation.store:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for statement in (
            "INSERT INTO principal VALUES ('ann', 'person', 'ann', 1)",
            "INSERT INTO api VALUES ('a', 'pets', 'Pets', 1)",
            "INSERT INTO upstream VALUES ('u', 'a', 'pets', 1)",
            "INSERT INTO upstream_revision VALUES "
            "(1, 'u', 1, 'https://a.example', 2.0, 3, 4, '[]', '{}', 'ann', 1)",
        ):
            connection.execute(text(statement))
    with contextlib.closing(open_store(path)) as store, store.reading() as connection:
        assert current_revision(connection) == HEAD
        assert current_upstream(connection, "u") == Upstream(
            base_url="https://a.example", limits=Limits(2.0, 3, 4), revision=1
        )
        assert keys_revision(connection) == (0, 0)
