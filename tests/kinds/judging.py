"""What any client may ask of a listed tool, judged from outside: by JSON Schema and by eye."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs

_MAPS = ("properties", "patternProperties", "$defs", "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "not", "if", "then", "else", "contains",
           "propertyNames", "unevaluatedProperties", "unevaluatedItems")  # fmt: skip
_COMBINATORS = {"oneOf", "anyOf", "allOf", "not", "if", "enum", "const"}
_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield a schema and every schema in it."""
    if not isinstance(schema, dict):
        return
    yield schema
    for key in _MAPS:
        for part in schema.get(key, {}).values():
            yield from subschemas(part)
    for key in _LISTS:
        for part in schema.get(key, ()):
            yield from subschemas(part)
    for key in _SINGLE:
        yield from subschemas(schema.get(key))


def references(schema: Mapping[str, Any]) -> set[str]:
    """Return every $ref of a schema."""
    return {part["$ref"] for part in subschemas(schema) if "$ref" in part}


def faults(tool: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a tool as listed; nothing for what every client takes."""
    schema = tool["inputSchema"]
    found = [] if _NAME.fullmatch(tool["name"]) else [f"the name {tool['name']}"]
    found += [f"the key {key}" for key in schema.get("properties", {}) if not _KEY.fullmatch(key)]
    found += [f"{key} at the root" for key in sorted(_COMBINATORS & set(schema))]
    for listed in filter(None, (schema, tool.get("outputSchema"))):
        jsonschema_rs.meta.validate(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", **listed}
        )
        if listed.get("type") != "object":
            found.append(f"a root of type {listed.get('type')}")
        found += _reference_faults(listed)
    found += [f"a type list {p['type']}" for p in subschemas(schema) if _is_list(p.get("type"))]
    return found


def _reference_faults(schema: Mapping[str, Any]) -> list[str]:
    defined = {f"#/$defs/{name}" for name in schema.get("$defs", {})}
    used: set[str] = set()
    waiting = references({key: part for key, part in schema.items() if key != "$defs"})
    while waiting - used:
        used |= waiting
        names = [ref.removeprefix("#/$defs/") for ref in used & defined]
        waiting = {r for name in names for r in references(schema["$defs"][name])}
    broken = [f"the reference {ref}" for ref in sorted(used - defined)]
    return broken + [f"the unused {name}" for name in sorted(defined - used)]


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def accepts(schema: Any, value: Any) -> bool:
    """Say whether a value meets a schema under 2020-12."""
    return bool(jsonschema_rs.is_valid(schema, value))
