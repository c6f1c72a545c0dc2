"""Own looking through a listed schema: every schema in it, where it stands and how deep.

A level is an object or a list inside another; branches of a choice stand on the level of what
they are a branch of. Pure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from translator.json_value import JsonValue

#: Keywords that hold a schema, schemas in a list, schemas by name; whether they lead deeper.
_SINGLE = {
    "items": True,
    "additionalProperties": True,
    "contains": True,
    "unevaluatedItems": True,
    "unevaluatedProperties": True,
    "propertyNames": False,
    "not": False,
    "if": False,
    "then": False,
    "else": False,
}
_LISTS = {"prefixItems": True, "allOf": False, "anyOf": False, "oneOf": False}
_NAMED = {
    "properties": True,
    "patternProperties": True,
    "dependentSchemas": False,
    "$defs": False,
}
_CONTENTS = frozenset(["properties", "patternProperties", "items", "prefixItems", "contains"])


@dataclass(frozen=True, slots=True)
class Place:
    """One schema inside another: its JSON pointer from the root, and its level."""

    pointer: str
    schema: dict[str, JsonValue]
    level: int


def is_container(schema: dict[str, JsonValue]) -> bool:
    """Say whether a schema describes what is inside an object or a list."""
    if any(schema.get(keyword) for keyword in _CONTENTS):
        return True
    additional = schema.get("additionalProperties")
    return isinstance(additional, dict) and bool(additional)


def escaped(step: str) -> str:
    """Return a step of a pointer as RFC 6901 §4 writes it."""
    return step.replace("~", "~0").replace("/", "~1")


class ListedSchema:
    """A schema with all its places, found once."""

    def __init__(self, schema: JsonValue) -> None:
        self.root: dict[str, JsonValue] = schema if isinstance(schema, dict) else {}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every schema that is an object, the root first."""
        return tuple(_places(self.root))


def _places(root: dict[str, JsonValue]) -> Iterator[Place]:
    waiting: list[tuple[str, JsonValue, int]] = [("", root, 1)]
    while waiting:
        pointer, schema, level = waiting.pop()
        if not isinstance(schema, dict):
            continue
        yield Place(pointer, schema, level)
        waiting.extend(reversed(list(_inside(pointer, schema, level))))


def _inside(
    pointer: str, schema: dict[str, JsonValue], level: int
) -> Iterator[tuple[str, JsonValue, int]]:
    for keyword, value in schema.items():
        if keyword in _SINGLE:
            yield f"{pointer}/{keyword}", value, level + _SINGLE[keyword]
        elif keyword in _LISTS and isinstance(value, list):
            for index, member in enumerate(value):
                yield f"{pointer}/{keyword}/{index}", member, level + _LISTS[keyword]
        elif keyword in _NAMED and isinstance(value, dict):
            for name, member in value.items():
                yield f"{pointer}/{keyword}/{escaped(name)}", member, level + _NAMED[keyword]
