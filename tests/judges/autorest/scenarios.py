"""Own the tables: which scenarios are wanted, what each sends and what must come back.

`suites.json` says which scenarios belong together and whether they count; `scenarios/*.json` has
one entry for each scenario whose values or answer the descriptions do not tell:

    call        the file and operation, where the values must be given
    arguments   the values by OpenAPI's names; `body` is the body
    client_headers  what the client's own request has, and the operator lets go on
    answer      the JSON value that must come back, exactly; long ones by `answer_sha256`
    text        the text that must come back, where it is no JSON; long ones by their SHA-256
    file        media type and SHA-256 of what must come back
    error       a status, and texts the message must hold
    headers     what must be told of the response's headers
    strays      the answer breaks the description, which the trace must say
    refused     why Isthmus does not send this on purpose; it counts as missed

Without an answer there must be none: `Done`, and no content.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from translator.json_value import JsonValue, parse_json

_HERE = Path(__file__).resolve().parent
_CALL = ("call", "calls", "arguments", "client_headers", "refused")


@dataclass(frozen=True)
class Planned:
    """One call of a scenario."""

    stem: str
    operation: str
    arguments: Mapping[str, JsonValue]
    client_headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Scenario:
    """What the server's scenario wants."""

    name: str
    calls: tuple[Planned, ...] = ()
    expected: Mapping[str, JsonValue] = field(default_factory=dict)
    refused: str = ""


@dataclass(frozen=True)
class Suite:
    """Scenarios that concern one thing; `left_out` maps a scenario to its reason.

    `stems` name the files whose operations meet them.
    """

    name: str
    about: str
    report: str
    stems: tuple[str, ...]
    keys: re.Pattern[str]
    left_out: Mapping[str, str]
    counts: bool
    reason: str

    def has(self, key: str) -> bool:
        """Tell whether a scenario of the suite's report belongs to it."""
        return self.keys.fullmatch(key) is not None


def read_suites() -> tuple[Suite, ...]:
    """Return the suites in the order of the table."""
    rows = _read(_HERE / "suites.json")
    return tuple(
        Suite(
            name=row["suite"],
            about=row["about"],
            report=row.get("report", "vanilla"),
            stems=tuple(row["files"]),
            keys=re.compile("|".join(row["keys"])),
            left_out=row.get("left_out", {}),
            counts=row.get("counts", True),
            reason=row.get("reason", ""),
        )
        for row in rows
    )


def read_scenarios() -> dict[str, Scenario]:
    """Return what is written down of scenarios, by name."""
    found: dict[str, Scenario] = {}
    for path in sorted((_HERE / "scenarios").glob("*.json")):
        for name, row in _read(path).items():
            if name in found:
                raise ValueError(f"{name} stands in two tables")
            found[name] = _scenario(name, row)
    return found


def credentials() -> Mapping[str, Mapping[str, str]]:
    """Return the credentials that scenarios expect: `{file stem: {scheme: secret}}`."""
    return dict(_read(_HERE / "credentials.json"))


def _scenario(name: str, row: Mapping[str, Any]) -> Scenario:
    rest = {key: row[key] for key in row if key not in _CALL}
    return Scenario(name, tuple(_calls(row)), rest, row.get("refused", ""))


def _calls(row: Mapping[str, Any]) -> Iterator[Planned]:
    for one in row.get("calls", [row]):
        if "call" in one:
            stem, _, operation = one["call"].partition(" ")
            headers = one.get("client_headers", {})
            yield Planned(stem, operation, one.get("arguments", {}), headers)


def _read(path: Path) -> Any:
    return parse_json(path.read_text(encoding="utf-8"))
