"""Own how schemas hang together: subschemas, references, and what a schema reaches.

A reference reads `#/$defs/NAME` (JSON Schema 2020-12 §8.2.4). Closing a schema gives it exactly
the definitions it reaches. `Shaper` turns schemas into others by a rule and remembers what it
made of each definition, so that a thousand tools share the work. Pure; what comes in and goes
out is shared and never changed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from translator.json_value import JsonValue

REF_PREFIX = "#/$defs/"


def keywords(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


#: Keywords whose value is a schema, a list of schemas, or schemas by name (2020-12 §10, §11).
SCHEMA_KEYWORDS = keywords(
    "additionalProperties items not if then else contains propertyNames unevaluatedItems "
    "unevaluatedProperties"
)
LIST_KEYWORDS = keywords("allOf anyOf oneOf prefixItems")
MAP_KEYWORDS = keywords("properties patternProperties dependentSchemas")


def subschemas(schema: JsonValue) -> Iterator[JsonValue]:
    """Give the schemas directly inside a schema."""
    if not isinstance(schema, dict):
        return
    for keyword, value in schema.items():
        if keyword in SCHEMA_KEYWORDS:
            yield value
        elif keyword in LIST_KEYWORDS and isinstance(value, list):
            yield from value
        elif keyword in MAP_KEYWORDS and isinstance(value, dict):
            yield from value.values()


def referred(schema: JsonValue) -> str | None:
    """Return the name of the definition that a schema's own `$ref` means."""
    ref = schema.get("$ref") if isinstance(schema, dict) else None
    return ref.removeprefix(REF_PREFIX) if isinstance(ref, str) else None


def references(schema: JsonValue) -> list[str]:
    """Return the names of all definitions a schema refers to, each as often as it does."""
    names, waiting = [], [schema]
    while waiting:
        node = waiting.pop()
        name = referred(node)
        if name is not None:
            names.append(name)
        waiting.extend(reversed(list(subschemas(node))))
    return names


def reachable(
    names: Iterable[str], references_of: Callable[[str], Iterable[str] | None]
) -> list[str]:
    """Return all names reached from some, in the order met; None leads nowhere."""
    seen: dict[str, None] = {}
    waiting = list(reversed(list(names)))
    while waiting:
        name = waiting.pop()
        following = None if name in seen else references_of(name)
        if following is not None:
            seen[name] = None
            waiting.extend(reversed(list(following)))
    return list(seen)


def with_definitions(schema: JsonValue, defs: Mapping[str, JsonValue]) -> JsonValue:
    """Return the schema with these `$defs`, or the schema itself where there are none."""
    if not defs:
        return schema
    root = schema if isinstance(schema, dict) else {} if schema is True else {"not": {}}
    return {**root, "$defs": dict(defs)}


def close(schema: JsonValue, defs: Mapping[str, JsonValue]) -> JsonValue:
    """Return the schema with `$defs` that hold exactly what it reaches."""
    names = reachable(
        references(schema), lambda name: references(defs[name]) if name in defs else None
    )
    return with_definitions(schema, {name: defs[name] for name in names})


@dataclass(frozen=True, slots=True)
class Shaped:
    """What became of one schema: itself, what it refers to, and what there is to say."""

    schema: JsonValue
    references: tuple[str, ...]
    remarks: tuple[str, ...] = ()


class Shaper:
    """Shapes schemas over one mapping of definitions; each definition once.

    `shape(schema, at, remarks)` returns the new schema and appends to `remarks`; `at` is the
    place in words.
    """

    def __init__(
        self,
        defs: Mapping[str, JsonValue],
        shape: Callable[[JsonValue, str, list[str]], JsonValue],
    ) -> None:
        self._defs = defs
        self._shape = shape
        self._made: dict[str, Shaped] = {}

    def shape(self, schema: JsonValue, at: str = "") -> Shaped:
        """Shape a schema."""
        remarks: list[str] = []
        made = self._shape(schema, at, remarks)
        return Shaped(made, tuple(references(made)), tuple(dict.fromkeys(remarks)))

    def definition(self, name: str) -> Shaped | None:
        """Shape a definition, the first time; None: there is no such one."""
        if name not in self._made:
            if name not in self._defs:
                return None
            self._made[name] = self.shape(self._defs[name], name)
        return self._made[name]

    def reached(self, shaped: Shaped) -> dict[str, Shaped]:
        """Return the shaped definitions that a shaped schema reaches, in the order met."""
        names = reachable(shaped.references, self._references_of)
        return {name: found for name in names if (found := self.definition(name)) is not None}

    def close(self, schema: JsonValue) -> Shaped:
        """Shape a schema and all it reaches; its remarks are those of the whole."""
        root = self.shape(schema)
        reached = self.reached(root)
        remarks = (*root.remarks, *(text for found in reached.values() for text in found.remarks))
        closed = with_definitions(
            root.schema, {name: found.schema for name, found in reached.items()}
        )
        return Shaped(closed, (), remarks)

    def _references_of(self, name: str) -> tuple[str, ...] | None:
        found = self.definition(name)
        return None if found is None else found.references
