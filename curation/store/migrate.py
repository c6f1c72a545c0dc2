"""Own bringing a database's schema up to date, once, whoever opens it first.

Alembic is imported only when there is something to do.
"""

from sqlalchemy import Connection, Engine, inspect, text

from translator.errors import RefusedByUs

#: The newest migration; a test holds it to `migrations/versions`.
HEAD = "0003"
_LOCK = 4_772_051


def bring_up_to_date(engine: Engine, writing: Engine) -> None:
    """Run the migrations that are missing, all in one transaction of the `writing` engine.

    Raises:
        RefusedByUs: the database was made by a newer Isthmus.
    """
    with engine.connect() as connection:
        if current_revision(connection) == HEAD:
            return
    with writing.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        if current_revision(connection) != HEAD:
            _upgrade(connection)


def current_revision(connection: Connection) -> str | None:
    """Return the migration the database stands at, None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "curation.store:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise RefusedByUs(
            f"the database stands at schema {current_revision(connection)}, which this Isthmus "
            "does not know; a newer Isthmus made it: upgrade Isthmus"
        ) from error
