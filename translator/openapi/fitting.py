"""Own the last step of listing: from a closed portable schema to what a profile's clients take.

`portable` writes it without references, as long as that stays readable; `gemini` always, and in
the words of Gemini's older field. Pure.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from translator.json_value import JsonValue
from translator.openapi.expansion import TooLarge, expand
from translator.openapi.gemini_field import narrow
from translator.profile_rules import MAX_LEVELS

#: A schema that would be longer without references keeps them: it is long enough, and clients
#: that misread a reference are no better off with a text that fills a model's context.
MAX_CHARACTERS = 100_000
#: Two levels fewer than permitted: where a list is cut its items may be anything, lists too.
_GEMINI_LEVELS = (MAX_LEVELS - 2, 6, 4, 3, 2, 1)

#: Takes a closed schema and the remarks so far, to which it adds; returns the schema to list.
Fit = Callable[[dict[str, JsonValue], list[str]], JsonValue]


def fit_portable(closed: dict[str, JsonValue], remarks: list[str]) -> JsonValue:
    """Return the schema without references, or as it is where that would be too long."""
    try:
        return _expanded(closed, MAX_LEVELS, remarks)
    except TooLarge:
        return closed


def fit_gemini(closed: dict[str, JsonValue], remarks: list[str]) -> JsonValue:
    """Return the schema for Gemini's older field, cut to fewer levels where it is too long."""
    for levels in _GEMINI_LEVELS:
        try:
            return narrow(_expanded(closed, levels, remarks), remarks)
        except TooLarge:
            continue
    remarks.append("arguments: what they hold is checked at the call, not listed")
    names = closed.get("properties", {})
    return narrow({**closed, "properties": {name: {} for name in names}}, remarks)


def _expanded(
    closed: dict[str, JsonValue], levels: int, remarks: list[str]
) -> dict[str, JsonValue]:
    lost: list[str] = []
    made = expand(closed, max_levels=levels, max_characters=MAX_CHARACTERS, remarks=lost)
    remarks += lost
    return made


#: By the profile's name; the full profile lists what it has.
FITS: Mapping[str, Fit] = MappingProxyType({"portable": fit_portable, "gemini": fit_gemini})
