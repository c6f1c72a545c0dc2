"""Own how a surface is written as JSON text: piece by piece, so that no one holds it whole.

The definitions of schemas are shared by hundreds of tools; each is written once and its text used
again, which is what makes large surfaces bearable. Two forms: members in their order, and the
canonical one that digests are taken of (`json_value.canonical_json`). Pure.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from translator.json_value import JsonValue

#: Characters of definitions that are remembered.
_MAX_KNOWN = 30_000_000

_Named = Iterable[tuple[str, object]]


def json_pieces(value: object, *, canonical: bool = False) -> Iterator[str]:
    """Yield the JSON text of a value made of dataclasses, tuples, enums, mappings and JSON."""
    return _Writer(canonical).pieces(value)


class Sizes:
    """Tells how many characters of JSON values take, the definitions they share each time."""

    def __init__(self) -> None:
        self._writer = _Writer(canonical=False)

    def of(self, value: object) -> int:
        """Return the length of the JSON text of a value."""
        return sum(map(len, self._writer.pieces(value)))


class _Writer:
    """Writes one value; remembers the texts of definitions by their identity."""

    def __init__(self, canonical: bool) -> None:
        self._canonical = canonical
        self._encoder = json.JSONEncoder(
            ensure_ascii=False, separators=(",", ":"), sort_keys=canonical, allow_nan=False
        )
        self._known: dict[int, tuple[JsonValue, str]] = {}
        self._left = _MAX_KNOWN

    def pieces(self, value: object) -> Iterator[str]:
        if isinstance(value, Enum):
            yield self._encoder.encode(value.value)
        elif is_dataclass(value):
            named = ((each.name, getattr(value, each.name)) for each in fields(value))
            yield from self._object(named)
        elif isinstance(value, tuple):
            yield from self._array(value)
        elif isinstance(value, Mapping) and any(is_dataclass(one) for one in value.values()):
            yield from self._object(value.items())
        elif isinstance(value, dict) and isinstance(value.get("$defs"), dict):
            yield from self._closed(value)
        else:
            yield self._encoder.encode(dict(value) if isinstance(value, Mapping) else value)

    def _object(self, named: _Named) -> Iterator[str]:
        before = "{"
        for name, value in sorted(named) if self._canonical else named:
            yield f"{before}{self._encoder.encode(name)}:"
            yield from self.pieces(value)
            before = ","
        yield "{}" if before == "{" else "}"

    def _array(self, values: tuple[object, ...]) -> Iterator[str]:
        before = "["
        for value in values:
            yield before
            yield from self.pieces(value)
            before = ","
        yield "[]" if before == "[" else "]"

    def _closed(self, schema: dict[str, JsonValue]) -> Iterator[str]:
        """Write a schema with its definitions."""
        before = "{"
        for name, value in sorted(schema.items()) if self._canonical else schema.items():
            yield f"{before}{self._encoder.encode(name)}:"
            if name == "$defs":
                yield from self._definitions(value)
            else:
                yield self._encoder.encode(value)
            before = ","
        yield "}"

    def _definitions(self, definitions: dict[str, JsonValue]) -> Iterator[str]:
        before = "{"
        ordered = sorted(definitions.items()) if self._canonical else definitions.items()
        for name, schema in ordered:
            yield f"{before}{self._encoder.encode(name)}:"
            yield self._definition(schema)
            before = ","
        yield "{}" if before == "{" else "}"

    def _definition(self, schema: JsonValue) -> str:
        known = self._known.get(id(schema))
        if known is not None:
            return known[1]
        text = self._encoder.encode(schema)
        self._left -= len(text)
        if self._left > 0:
            self._known[id(schema)] = (schema, text)
        return text
