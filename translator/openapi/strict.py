"""Own the enforced shape of a schema: all it demands, and nothing it only says.

What jsonschema-rs compiles, for arguments at the call and for the conformity of responses.

- `format` is an annotation (JSON Schema 2020-12 §7.2.1) and stays one, except that int32 and
  int64 bound an integer (OAS Format Registry) that has no bound of its own on that side.
- `oneOf` counts as `anyOf`. Descriptions write it for "one of these shapes"; where shapes
  overlap, the strict reading would refuse every value of the smaller one. The API judges.
- A pattern runs as `translator.patterns` reads it; one that compiles nowhere is left out, with
  a remark.
"""

from collections.abc import Callable, Mapping

from translator.json_value import JsonValue
from translator.openapi.closure import (
    LIST_KEYWORDS,
    MAP_KEYWORDS,
    SCHEMA_KEYWORDS,
    Shaper,
    keywords,
)
from translator.patterns import read_pattern

#: Deeper than any person writes; deeper ones accept anything.
MAX_DEPTH = 100
_COPIED = keywords(
    "$ref type format const enum required dependentRequired minimum maximum exclusiveMinimum "
    "exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems "
    "minProperties maxProperties minContains maxContains"
)
_NEGATING = keywords("not if")
_RANGES = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}


class _Place:
    """Where a schema stands; under `not` and `if` nothing may be loosened or tightened."""

    __slots__ = ("at", "defs", "depth", "negated", "remarks")

    def __init__(
        self,
        defs: Mapping[str, JsonValue],
        at: str,
        remarks: list[str],
        depth: int = 0,
        negated: bool = False,
    ) -> None:
        self.defs = defs
        self.at = at
        self.remarks = remarks
        self.depth = depth
        self.negated = negated

    def inner(self, step: str = "", negated: bool = False) -> "_Place":
        at = f"{self.at}.{step}" if self.at and step else self.at or step
        return _Place(self.defs, at, self.remarks, self.depth + 1, self.negated or negated)


def strict_shaper(defs: Mapping[str, JsonValue]) -> Shaper:
    """Return what gives the enforced shapes of schemas over these definitions."""
    return Shaper(defs, lambda schema, at, remarks: _shape(schema, _Place(defs, at, remarks)))


def _shape(schema: JsonValue, place: _Place) -> JsonValue:
    if not isinstance(schema, dict):
        return schema is not False
    if place.depth > MAX_DEPTH:
        place.remarks.append(f"{place.at}: what lies deeper is not checked")
        return True
    out: dict[str, JsonValue] = {}
    for keyword, value in schema.items():
        if keyword in _COPIED:
            out[keyword] = value
        elif keyword in _NEGATING:
            _add_negated(out, keyword, value, place)
        elif keyword in SCHEMA_KEYWORDS:
            out[keyword] = _shape(value, place.inner())
        elif keyword in LIST_KEYWORDS:
            _add_list(out, keyword, [_shape(member, place.inner()) for member in value], place)
        elif keyword in MAP_KEYWORDS:
            _MAPS[keyword](out, keyword, value, place)
    if len(out.get("patternProperties", ())) < len(schema.get("patternProperties", ())):
        out.pop("additionalProperties", None)
    _add_pattern(out, schema.get("pattern"), place)
    _add_range(out, schema, place)
    return _without_dangling(out, place)


def _add_negated(out: dict[str, JsonValue], keyword: str, value: JsonValue, place: _Place) -> None:
    """Keep what must not grow, unless a part of it had to be left out."""
    before = len(place.remarks)
    made = _shape(value, place.inner(negated=True))
    if len(place.remarks) == before:
        out[keyword] = made


def _add_list(
    out: dict[str, JsonValue], keyword: str, members: list[JsonValue], place: _Place
) -> None:
    if keyword == "oneOf" and not place.negated:
        keyword = "anyOf"
    if keyword in out:
        out["allOf"] = [*out.get("allOf", ()), {keyword: members}]
    elif keyword == "allOf":
        out["allOf"] = [*out.get("allOf", ()), *members]
    else:
        out[keyword] = members


def _add_named(out: dict[str, JsonValue], keyword: str, value: JsonValue, place: _Place) -> None:
    out[keyword] = {name: _shape(member, place.inner(name)) for name, member in value.items()}


def _add_patterned(
    out: dict[str, JsonValue], keyword: str, value: JsonValue, place: _Place
) -> None:
    made: dict[str, JsonValue] = {}
    for pattern, member in value.items():
        read = read_pattern(pattern)
        if read.engine is None:
            place.remarks.append(f"{place.at}: the pattern {pattern!r} of names compiles nowhere")
            continue
        shaped = _shape(member, place.inner())
        made[read.text] = {"allOf": [made[read.text], shaped]} if read.text in made else shaped
    out[keyword] = made


_MAPS: Mapping[str, Callable[[dict[str, JsonValue], str, JsonValue, _Place], None]] = {
    "properties": _add_named,
    "dependentSchemas": _add_named,
    "patternProperties": _add_patterned,
}


def _add_pattern(out: dict[str, JsonValue], pattern: JsonValue, place: _Place) -> None:
    if not isinstance(pattern, str):
        return
    read = read_pattern(pattern)
    if read.engine is None:
        place.remarks.append(f"{place.at}: the pattern {pattern!r:.200} compiles nowhere")
    else:
        out["pattern"] = read.text


def _add_range(out: dict[str, JsonValue], schema: dict[str, JsonValue], place: _Place) -> None:
    limits = _RANGES.get(schema.get("format", ""))
    names = out.get("type")
    integer = names == "integer" or (
        isinstance(names, list) and "integer" in names and "number" not in names
    )
    if limits is None or not integer or place.negated:
        return
    if not {"minimum", "exclusiveMinimum"} & out.keys():
        out["minimum"] = limits[0]
    if not {"maximum", "exclusiveMaximum"} & out.keys():
        out["maximum"] = limits[1]


def _without_dangling(out: dict[str, JsonValue], place: _Place) -> JsonValue:
    ref = out.get("$ref")
    if isinstance(ref, str) and ref.removeprefix("#/$defs/") not in place.defs:
        place.remarks.append(f"{place.at}: {ref!r} refers to nothing, and is not checked")
        del out["$ref"]
    return out or True
