"""The store: the only door to SQLAlchemy. SQLite in a local folder, or PostgreSQL."""

from curation.store.database import Store, open_store

__all__ = ["Store", "open_store"]
