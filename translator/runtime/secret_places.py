"""Own where a schema says that a value holds secrets: `format: password`, and `writeOnly`.

Comes in: a schema, arguments. Goes out: the arguments with `[redacted]` in those places. Where it
cannot be told whether a part of a schema applies (`if`, `contains`, a pattern nothing can run), it
is taken to: what is hidden needlessly costs less than what is shown. Pure.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import jsonschema_rs
from jsonschema_rs import ValidationErrorKind

from translator.json_value import JsonValue
from translator.patterns import BACKTRACK_LIMIT
from translator.runtime.credentials import REDACTED

#: Keywords whose schemas apply, or may, to the same value (JSON Schema 2020-12 §10.2).
_BRANCHES = ("allOf", "anyOf", "oneOf")
_CONDITIONS = ("if", "then", "else")

Schemas = Sequence[JsonValue]
Flat = Sequence[dict[str, JsonValue]]


def may_hold_secrets(schema: JsonValue) -> bool:
    """Tell whether a schema mentions `format: password` or `writeOnly` anywhere."""
    if isinstance(schema, dict):
        return _is_secret(schema) or any(may_hold_secrets(part) for part in schema.values())
    return isinstance(schema, list) and any(may_hold_secrets(part) for part in schema)


def _is_secret(schema: JsonValue) -> bool:
    return isinstance(schema, dict) and (
        schema.get("format") == "password" or schema.get("writeOnly") is True
    )


def without_secrets(arguments: JsonValue, schema: JsonValue) -> JsonValue:
    """Return the arguments with `[redacted]` wherever the schema expects a secret.

    So is what stands under a name that the schema forbids: a misspelt `password` is one too.
    """
    return _redacted(arguments, [schema], _definitions(schema))


def is_secret_place(schema: JsonValue, path: Sequence[str | int]) -> bool:
    """Tell whether what stands at a path of the value, or around it, is a secret."""
    definitions = _definitions(schema)
    schemas: Schemas = [schema]
    for step in (*path, None):
        flat = _flattened(schemas, definitions)
        if any(_is_secret(one) for one in flat):
            return True
        schemas = _members(flat, step) if isinstance(step, str) else _entries(flat, step)
    return False


def _definitions(schema: JsonValue) -> Mapping[str, JsonValue]:
    return _mapping(_mapping(schema).get("$defs"))


def _redacted(
    value: JsonValue, schemas: Schemas, definitions: Mapping[str, JsonValue]
) -> JsonValue:
    flat = _flattened(schemas, definitions)
    if any(_is_secret(schema) for schema in flat):
        return REDACTED
    if isinstance(value, dict):
        return {
            name: REDACTED
            if _is_forbidden(flat, name)
            else _redacted(member, _members(flat, name), definitions)
            for name, member in value.items()
        }
    if isinstance(value, list):
        return [
            _redacted(entry, _entries(flat, index), definitions)
            for index, entry in enumerate(value)
        ]
    return value


def _is_forbidden(schemas: Flat, name: str) -> bool:
    closed = any(
        schema.get(keyword) is False
        for schema in schemas
        for keyword in ("additionalProperties", "unevaluatedProperties")
    )
    return closed and not any(_named(schema, name) for schema in schemas)


def _named(schema: dict[str, JsonValue], name: str) -> list[JsonValue]:
    """Return the schemas that a member gets by its name (JSON Schema 2020-12 §10.3.2)."""
    properties = _mapping(schema.get("properties"))
    found = [properties[name]] if name in properties else []
    patterns = _mapping(schema.get("patternProperties"))
    return found + [part for pattern, part in patterns.items() if _matches(pattern, name)]


def _members(schemas: Flat, name: str) -> list[JsonValue]:
    found: list[JsonValue] = []
    for schema in schemas:
        named = _named(schema, name)
        rest = (schema.get("additionalProperties"), schema.get("unevaluatedProperties"))
        found += named or rest
    return found


def _entries(schemas: Flat, index: int | None) -> list[JsonValue]:
    """Return the schemas of an entry (§10.3.1); of any entry where it is not known which."""
    return [part for schema in schemas for part in _of_entry(schema, index)]


def _of_entry(schema: dict[str, JsonValue], index: int | None) -> Iterator[JsonValue]:
    first = schema.get("prefixItems")
    prefix = first if isinstance(first, list) else []
    if index is None:
        yield from prefix
    elif index < len(prefix):
        yield prefix[index]
    if index is None or index >= len(prefix):
        yield schema.get("items")
        yield schema.get("unevaluatedItems")
    yield schema.get("contains")


def _flattened(schemas: Schemas, definitions: Mapping[str, JsonValue]) -> Flat:
    """Return all schemas that apply, or may, to the same value."""
    flat: list[dict[str, JsonValue]] = []
    seen: set[int] = set()
    waiting = list(schemas)
    while waiting:
        schema = waiting.pop()
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        flat.append(schema)
        waiting += _beside(schema, definitions)
    return flat


def _beside(
    schema: dict[str, JsonValue], definitions: Mapping[str, JsonValue]
) -> Iterable[JsonValue]:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        yield definitions.get(reference.rpartition("/")[2])
    for keyword in _BRANCHES:
        yield from schema.get(keyword) or ()
    for keyword in _CONDITIONS:
        yield schema.get(keyword)
    yield from _mapping(schema.get("dependentSchemas")).values()


def _mapping(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


@lru_cache(maxsize=512)
def _pattern(pattern: str) -> jsonschema_rs.Validator | None:
    options = jsonschema_rs.FancyRegexOptions(backtrack_limit=BACKTRACK_LIMIT)
    try:
        return jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=options)
    except ValueError:
        return None


def _matches(pattern: str, name: str) -> bool:
    """Tell whether a name matches, or may, as far as a bounded engine can say."""
    validator = _pattern(pattern)
    if validator is None:
        return True
    try:
        errors = list(validator.iter_errors(name))
    except (ValueError, UnicodeError):
        return True
    # Where the engine gave up, nothing is known.
    gave_up = ValidationErrorKind.BacktrackLimitExceeded
    return all(isinstance(error.kind, gave_up) for error in errors)
