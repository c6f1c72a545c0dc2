"""Own the tables: which descriptions Prism judges, and where it and Isthmus disagree, and why."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

_HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Description:
    """One description of the collection; `traits` says what is in it that counts here."""

    file: str
    version: str
    traits: str


@dataclass(frozen=True, slots=True)
class Reason:
    """What differs, who is right (`Isthmus`, `nobody`), and by which paragraph."""

    differs: str
    right: str
    by: str


class Objecting(Protocol):
    """What an objection says: where, and by which rule."""

    @property
    def operation(self) -> str: ...

    @property
    def place(self) -> str: ...

    @property
    def code(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One place of one operation at which Prism's objections are explained.

    `place` is a place as Prism writes it, or one above it; `codes` are the rules it names there.
    """

    file: str
    operation: str
    place: str
    codes: frozenset[str]
    reason: Reason

    def covers(self, file: str, objection: Objecting) -> bool:
        """Say whether the row explains an objection."""
        return (
            (file, objection.operation) == (self.file, self.operation)
            and f"{objection.place}.".startswith(f"{self.place}.")
            and objection.code in self.codes
        )


def descriptions() -> tuple[Description, ...]:
    """Return what is judged, in the order of the table."""
    return tuple(Description(**row) for row in _read("descriptions.toml")["description"])


def disagreements() -> tuple[Disagreement, ...]:
    """Return all rows: each names its operations and places under one reason."""
    return tuple(
        Disagreement(row["file"], operation, place, frozenset(row["codes"]), _reason(entry))
        for entry in _read("disagreements.toml")["reason"]
        for row in entry["rows"]
        for operation, places in row["operations"].items()
        for place in places
    )


def _reason(entry: dict[str, Any]) -> Reason:
    return Reason(entry["differs"], entry["right"], entry["by"])


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_HERE / name).read_text(encoding="utf-8"))
