"""The collection of real descriptions beside the checkout, as its index lists it."""

import csv
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "specs"


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of the index."""

    file: str
    operations: int

    @property
    def path(self) -> Path:
        """Where the entry document lies."""
        return FOLDER / self.file


def listed() -> tuple[Listed, ...]:
    """Return all rows, what takes longest first, so that two processes end together."""
    with (FOLDER / "INDEX.tsv").open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        rows = [Listed(row["file"], int(row["operations"])) for row in reader]
    return tuple(sorted(rows, key=lambda row: (-row.operations, row.file)))


def present() -> bool:
    """Say whether the collection is there."""
    return (FOLDER / "INDEX.tsv").is_file()
