"""Derive the arguments of a call from what the description says: no more is known to a model.

A value is taken where there is only one: a constant, an enum of one value, else a literal that
the argument's text gives as an example and its schema takes.
"""

import ast
import contextlib
import re
from collections.abc import Iterator, Mapping

from jsonschema import Draft202012Validator

from translator.json_value import JsonValue
from translator.surface import Tool

_WORDS = {"true": "True", "false": "False", "null": "None"}
_WORD = re.compile(r"\b(true|false|null)\b")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_PAIRS = {"[": "]", "{": "}"}


def derived_arguments(tool: Tool, texts: Mapping[str, str]) -> dict[str, JsonValue] | None:
    """Return the arguments that the description tells; None where a required one is untold."""
    schema = tool.input_schema
    required = frozenset(schema.get("required", ()))
    arguments = {}
    for name, declared in schema.get("properties", {}).items():
        value = _only_value(declared)
        if not value and name in required:
            value = _told(declared, texts.get(name, ""), schema.get("$defs", {}))
            if not value:
                return None
        if value:
            arguments[name] = value[0]
    return arguments


def _only_value(schema: JsonValue) -> tuple[JsonValue, ...]:
    if not isinstance(schema, dict):
        return ()
    if "const" in schema:
        return (schema["const"],)
    if schema.get("maxLength") == 0:
        return ("",)
    values = schema.get("enum", ())
    return tuple(values) if len(values) == 1 else ()


def _told(schema: JsonValue, text: str, definitions: JsonValue) -> tuple[JsonValue, ...]:
    """Return the one literal of the text that the schema takes."""
    declared = schema if isinstance(schema, dict) else {}
    check = Draft202012Validator({**declared, "$defs": definitions})
    for kind in (_bracketed, _quoted):
        fitting = [value for value in kind(text) if check.is_valid(value)]
        if fitting:
            return (fitting[0],) if all(value == fitting[0] for value in fitting) else ()
    return ()


def _bracketed(text: str) -> Iterator[JsonValue]:
    """Give the outermost arrays and objects, with quotes of either kind."""
    start = 0
    while start < len(text):
        end = _end_of(text, start)
        if end is None:
            start += 1
            continue
        with contextlib.suppress(ValueError, SyntaxError):
            yield ast.literal_eval(_WORD.sub(lambda m: _WORDS[m.group()], text[start:end]))
        start = end


def _end_of(text: str, start: int) -> int | None:
    """Return where a bracket at a place closes, None where there is none or it does not."""
    if text[start] not in _PAIRS:
        return None
    opened = [_PAIRS[text[start]]]
    for index in range(start + 1, len(text)):
        if text[index] in _PAIRS:
            opened.append(_PAIRS[text[index]])
        elif text[index] == opened[-1]:
            opened.pop()
            if not opened:
                return index + 1
    return None


def _quoted(text: str) -> Iterator[JsonValue]:
    for single, double in _QUOTED.findall(text):
        yield single or double
