"""Own which body schemas are plain objects, whose members can stand beside the parameters.

Plain is an object with properties that is closed or silent about other keys and combines
nothing; references are followed, and an allOf of plain objects that do not contradict each
other is one. A closed object without properties is plain, too: it can only be `{}`. Pure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from translator.json_value import JsonValue

_REF = "#/$defs/"
_MAX_PARTS = 60
#: Applicators and assertions that say more about an object than which members it has.
_COMBINING = frozenset(
    [
        "anyOf",
        "oneOf",
        "not",
        "if",
        "dependentSchemas",
        "dependentRequired",
        "patternProperties",
        "propertyNames",
        "enum",
        "const",
        "$dynamicRef",
    ]
)


@dataclass(frozen=True, slots=True)
class PlainObject:
    """An object as its members: their schemas, and which are required."""

    properties: Mapping[str, JsonValue]
    required: frozenset[str]


_NOTHING = PlainObject({}, frozenset())


def plain_object(schema: JsonValue, defs: Mapping[str, JsonValue]) -> PlainObject | None:
    """Return the members of a plain object, None for any other schema."""
    parts = _parts(schema, defs)
    if parts is None or not all(map(_is_plain, parts)):
        return None
    if not any(
        part.get("type") in ("object", ["object"]) or "properties" in part for part in parts
    ):
        return None
    properties = _merged(parts)
    required = frozenset(name for part in parts for name in part.get("required", ()))
    if not required <= properties.keys():
        return None
    if not properties:
        return _NOTHING if any(map(_is_closed_and_empty, parts)) else None
    if not all(_fits_its_members(part, properties, required) for part in parts):
        return None
    return PlainObject(properties, required)


def _is_closed_and_empty(part: dict[str, JsonValue]) -> bool:
    return part.get("additionalProperties") is False and not part.get("properties")


def resolved(schema: JsonValue, defs: Mapping[str, JsonValue]) -> JsonValue:
    """Return the schema behind a chain of references; True where it leads nowhere."""
    for _ in range(_MAX_PARTS):
        target = schema.get("$ref") if isinstance(schema, dict) else None
        if not isinstance(target, str):
            return schema
        schema = defs.get(target.removeprefix(_REF), True)
    return True


def descriptions(schema: JsonValue, defs: Mapping[str, JsonValue]) -> list[str]:
    """Return the descriptions of all schemas that hold together for a value, outermost first."""
    said = (part.get("description") for part in _parts(schema, defs) or ())
    return [text for text in said if isinstance(text, str)]


def _parts(schema: JsonValue, defs: Mapping[str, JsonValue]) -> list[dict[str, JsonValue]] | None:
    """Return all schemas that hold together for a value; None where that cannot be told."""
    found: list[dict[str, JsonValue]] = []
    waiting = [schema]
    while waiting:
        node = waiting.pop(0)
        if node is True:
            continue
        if not isinstance(node, dict) or len(found) >= _MAX_PARTS:
            return None
        found.append(node)
        waiting[:0] = _conjuncts(node, defs)
    return found


def _conjuncts(node: dict[str, JsonValue], defs: Mapping[str, JsonValue]) -> Iterator[JsonValue]:
    if "$ref" in node:
        yield defs.get(str(node["$ref"]).removeprefix(_REF), True)
    yield from node.get("allOf", ())


def _is_plain(part: dict[str, JsonValue]) -> bool:
    closed = (part.get("additionalProperties", False), part.get("unevaluatedProperties", False))
    return (
        part.get("type", "object") in ("object", ["object"])
        and not _COMBINING & part.keys()
        and closed == (False, False)
    )


def _merged(parts: list[dict[str, JsonValue]]) -> dict[str, JsonValue]:
    """Return all properties; none where two parts say different things about one."""
    properties: dict[str, JsonValue] = {}
    for part in parts:
        for name, schema in part.get("properties", {}).items():
            known = properties.get(name, True)
            if known not in (True, schema) and schema is not True:
                return {}
            properties[name] = known if schema is True else schema
    return properties


def _fits_its_members(
    part: dict[str, JsonValue], properties: Mapping[str, JsonValue], required: frozenset[str]
) -> bool:
    """Tell whether nothing a part says is lost when only the members are left."""
    closed = part.get("additionalProperties") is False
    if closed and not properties.keys() <= part.get("properties", {}).keys():
        return False
    fewest, most = part.get("minProperties", 0), part.get("maxProperties", len(properties))
    return bool(fewest <= len(required) and most >= len(properties))
