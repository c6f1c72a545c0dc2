"""Own the connection to the database: opening, pragmas, permissions, transactions."""

from pathlib import Path


class Store:
    """An open database; each use case takes its transaction from it."""

    def close(self) -> None:
        """Give back every connection."""


def open_store(database: Path | str) -> Store:
    """Open the database at a path or a `postgresql://` address, bringing its schema up to date."""
    return Store()
