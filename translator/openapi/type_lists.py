"""Own types said without lists: one type per schema, an enumeration's values of that type.

JSON Schema 2020-12 lets `type` list several types, and `enum` mix them and hold the empty text;
several clients take none of these. All are choices, so they are said with `anyOf`, exactly.
Schemas here are fresh objects of the caller, changed in place.
"""

from collections.abc import Mapping

from translator.json_value import JsonValue, canonical_json
from translator.openapi.closure import keywords

_STRING = keywords("minLength maxLength pattern format contentEncoding contentMediaType")
_NUMBER = keywords("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf format")
_ARRAY = keywords(
    "items prefixItems minItems maxItems uniqueItems contains minContains maxContains"
)
_OBJECT = keywords(
    "properties required additionalProperties patternProperties propertyNames "
    "minProperties maxProperties dependentRequired dependentSchemas"
)
#: What each type's instances are judged by, besides what judges all (2020-12 Validation §6).
_OWN: Mapping[str, frozenset[str]] = {
    "string": _STRING,
    "number": _NUMBER,
    "integer": _NUMBER,
    "array": _ARRAY,
    "object": _OBJECT,
    "boolean": frozenset(),
    "null": frozenset(),
}
_TEXT = _STRING | {"type", "enum"}
_ALL_OWN = frozenset().union(*_OWN.values())
_NUMERIC_FORMATS = ("int", "uint", "float", "double", "decimal")


def type_of(value: JsonValue) -> str:
    """Return the narrowest type of a JSON value (2020-12 §6.1.1: 1.0 is an integer)."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return "integer"
    names: dict[type, str] = {float: "number", str: "string", list: "array", dict: "object"}
    return names[type(value)]


def _is_of(value: JsonValue, name: str) -> bool:
    kind = type_of(value)
    return kind == name or (kind == "integer" and name == "number")


def unique(values: list[JsonValue]) -> list[JsonValue]:
    """Return the values without repeats; 1, 1.0 and true stay apart."""
    first: dict[bytes, JsonValue] = {}
    for value in values:
        first.setdefault(canonical_json(value), value)
    return list(first.values())


def fit_enum(schema: dict[str, JsonValue]) -> None:
    """Give an enumeration its type, and leave out repeats and values its type refuses."""
    if not schema["enum"]:
        del schema["enum"]
        return
    values = schema["enum"] = unique(schema["enum"])
    if len(values) == 1 and values[0] in ({}, []) and "type" not in schema:
        schema["type"] = type_of(values[0])
    if values in ([{}], [[]]) and schema["type"] == type_of(values[0]):
        schema["maxProperties" if values == [{}] else "maxItems"] = 0
        del schema["enum"]
        return
    name = schema.get("type")
    if isinstance(name, str):
        schema["enum"] = [value for value in values if _is_of(value, name)] or values
    elif name is None:
        kinds = list(dict.fromkeys(type_of(value) for value in values))
        if "number" in kinds and "integer" in kinds:
            kinds.remove("integer")
        schema["type"] = kinds[0] if len(kinds) == 1 else kinds


def split_types(schema: dict[str, JsonValue]) -> None:
    """Say a list of types as a choice of schemas that have one type each."""
    names = [name for name in schema["type"] if name != "integer" or "number" not in schema["type"]]
    rest = {key: value for key, value in schema.items() if key not in _ALL_OWN}
    del rest["type"]
    values = rest.pop("enum", None)
    branches = []
    for name in names:
        branch = {"type": name} | {k: v for k, v in schema.items() if _belongs(k, v, name, names)}
        if values is not None:
            branch["enum"] = [value for value in values if _is_of(value, name)]
        if values is None or branch["enum"]:
            branches += _without_empty_text(_completed(branch))
    schema.clear()
    schema.update(rest)
    _choose(schema, branches)


def split_empty_text(schema: dict[str, JsonValue]) -> None:
    """Say that a text may be empty with its length, not with an enumeration."""
    branches = _without_empty_text({key: schema.pop(key) for key in _TEXT & schema.keys()})
    _choose(schema, branches)


def _choose(schema: dict[str, JsonValue], branches: list[JsonValue]) -> None:
    """Make a schema demand that one of the branches holds."""
    if not branches:
        schema["not"] = {}
    elif len(branches) == 1:
        schema.update(branches[0])
    elif "anyOf" in schema:
        schema["allOf"] = [*schema.get("allOf", ()), {"anyOf": branches}]
    else:
        schema["anyOf"] = branches


def _without_empty_text(branch: dict[str, JsonValue]) -> list[JsonValue]:
    values = branch.get("enum", [])
    if "" not in values:
        return [branch]
    rest = [value for value in values if value != ""]
    empty = {key: value for key, value in branch.items() if key != "enum"}
    empty["maxLength"] = 0
    return [{**branch, "enum": rest}, empty] if rest else [empty]


def _belongs(keyword: str, value: JsonValue, name: str, names: list[str]) -> bool:
    if keyword not in _OWN[name]:
        return False
    if keyword != "format" or "string" not in names:
        return True
    numeric = isinstance(value, str) and value.startswith(_NUMERIC_FORMATS)
    return (name != "string") == numeric or len(set(names) - {"null", "string"}) == 0


def _completed(branch: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if branch["type"] == "null":
        branch.pop("enum", None)
    elif branch["type"] == "array":
        branch.setdefault("items", {})
    return branch
