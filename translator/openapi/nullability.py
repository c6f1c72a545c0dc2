"""Keywords that only mean something together: null among types and values, enum beside type.

Pure functions on a schema that was just converted and that nobody else has seen yet.
"""

import re

from translator.json_value import JsonValue, to_json

_COMPOSING = ("allOf", "anyOf", "oneOf", "not", "$ref", "const", "if")
_ANNOTATIONS = ("title", "description", "default", "deprecated", "examples")
_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")


def accept_null(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return the schema made to accept null as well (OAS 3.0.3, Schema Object, `nullable`).

    A plain schema gets null into its `type` and `enum`; around a composition, whose parts
    need not accept null, an `anyOf` is put, with the texts outside.
    """
    if any(keyword in schema for keyword in _COMPOSING):
        outer = {key: schema.pop(key) for key in _ANNOTATIONS if key in schema}
        return {**outer, "anyOf": [schema, {"type": "null"}]}
    declared = schema.get("type")
    if declared is not None:
        types = declared if isinstance(declared, list) else [declared]
        schema["type"] = types if "null" in types else [*types, "null"]
    if "enum" in schema and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
    return schema


def fit_enum(schema: dict[str, JsonValue]) -> bool:
    """Make an enum usable whose values are all of another type than `type`; False if it was so.

    `{type: string, enum: [1, 2]}` accepts nothing at all, and means the texts `1` and `2`.
    """
    declared, values = schema.get("type"), schema["enum"]
    if not isinstance(declared, str) or any(_is_of_type(value, declared) for value in values):
        return True
    if all(value is None for value in values):
        return True
    schema["enum"] = [value if value is None else _as_type(value, declared) for value in values]
    return False


def _is_of_type(value: JsonValue, declared: str) -> bool:
    if declared == "string":
        return isinstance(value, str)
    if declared == "boolean":
        return isinstance(value, bool)
    if declared in ("integer", "number"):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return True


def _as_type(value: JsonValue, declared: str) -> JsonValue:
    """Return the value of the declared type that the author must mean, else the value."""
    if declared == "string":
        return to_json(value)
    text = value if isinstance(value, str) else ""
    if declared == "boolean":
        return {"true": True, "false": False}.get(text.lower(), value)
    if _INTEGER.fullmatch(text):
        return int(text)
    if declared == "number" and _NUMBER.fullmatch(text):
        return float(text)
    return value
