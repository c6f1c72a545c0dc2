"""The store: the only door to SQLAlchemy. SQLite in a local folder, or PostgreSQL.

`Store` gives transactions, as a `Connection` that use cases hand on to the queries in the
modules of this package and do nothing else with.
"""

from sqlalchemy import Connection

from curation.store.database import Store, open_store

__all__ = ["Connection", "Store", "open_store"]
