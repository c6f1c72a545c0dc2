"""Own the questions a body writer asks its schema: of which part, with which hints.

Pure. In comes the wire schema of a `BoundBody`, closed over its own `$defs`; the answers look
through `$ref`, allOf, anyOf and oneOf without judging the value: what is asked here are names
and formats, not validity.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from translator.json_value import JsonValue

_COMBINATORS = ("allOf", "anyOf", "oneOf")
_DEFS = "#/$defs/"
_MAX_PARTS = 200


@dataclass(frozen=True, slots=True)
class WireSchema:
    """A schema inside its root, whose `$defs` its references mean."""

    node: JsonValue
    root: JsonValue

    @property
    def reference(self) -> str | None:
        """The name of the definition that the schema refers to, if it only refers."""
        target = self.node.get("$ref") if isinstance(self.node, dict) else None
        if isinstance(target, str) and target.startswith(_DEFS):
            return target.removeprefix(_DEFS)
        return None

    def keyword(self, name: str) -> JsonValue:
        """Return a keyword's value: the schema's own, else of what it refers to or combines."""
        return next((part[name] for part in self.parts() if name in part), None)

    def keywords(self, name: str) -> Iterator[JsonValue]:
        """Give all values a keyword has, nearest first."""
        return (part[name] for part in self.parts() if name in part)

    def member(self, name: str) -> "WireSchema":
        """Return the schema of an object's member; `True` where nothing is said."""
        for properties in self.keywords("properties"):
            if isinstance(properties, dict) and name in properties:
                return WireSchema(properties[name], self.root)
        others = self.keyword("additionalProperties")
        return WireSchema(others if isinstance(others, dict) else True, self.root)

    def items(self, index: int = 0) -> "WireSchema":
        """Return the schema of an array's item; the schema itself where it is no array's."""
        leading = self.keyword("prefixItems")
        if isinstance(leading, list) and index < len(leading):
            return WireSchema(leading[index], self.root)
        items = self.keyword("items")
        return WireSchema(True if items is None else items, self.root)

    def parts(self) -> Iterator[dict[str, JsonValue]]:
        """Give the schema and all it refers to and combines, nearest first, each once."""
        waiting = [self.node]
        seen: set[int] = set()
        while waiting and len(seen) < _MAX_PARTS:
            node = waiting.pop(0)
            if not isinstance(node, dict) or id(node) in seen:
                continue
            seen.add(id(node))
            yield node
            waiting += self._next(node)

    def _next(self, node: dict[str, JsonValue]) -> list[JsonValue]:
        following = []
        name = WireSchema(node, self.root).reference
        definitions = self.root.get("$defs") if isinstance(self.root, dict) else None
        if name is not None and isinstance(definitions, dict):
            following.append(definitions.get(name))
        for combinator in _COMBINATORS:
            branches = node.get(combinator)
            following += branches if isinstance(branches, list) else []
        return following


def wire_schema(schema: JsonValue) -> WireSchema:
    """Return the root schema of a body."""
    return WireSchema(schema, schema)
