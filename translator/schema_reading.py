"""Own how a schema is looked into: which members and kinds the values it describes may have.

References are followed and combinators seen through: what any branch has, a value may have.
Nothing here judges a value. Pure.
"""

from collections.abc import Mapping

from translator.json_value import JsonValue

_REF = "#/$defs/"
_MAX_PARTS = 60
_BRANCHES = ("allOf", "anyOf", "oneOf")


class SchemaReader:
    """Looks into schemas over one set of definitions; each is taken apart once."""

    def __init__(self, defs: Mapping[str, JsonValue]) -> None:
        self._defs = defs
        self._parts: dict[int, tuple[JsonValue, tuple[dict[str, JsonValue], ...]]] = {}
        self._members: dict[int, dict[str, JsonValue]] = {}

    def parts(self, schema: JsonValue) -> tuple[dict[str, JsonValue], ...]:
        """Return the schemas that speak about the same value, the outermost first."""
        known = self._parts.get(id(schema))
        if known is None:
            # The schema itself is kept, so that its id stays its own.
            known = self._parts[id(schema)] = (schema, self._flat(schema))
        return known[1]

    def kinds(self, schema: JsonValue) -> frozenset[str]:
        """Return the types a value may have as far as they are told; null is left out."""
        found: set[str] = set()
        for part in self.parts(schema):
            given = part.get("type", ())
            found.update([given] if isinstance(given, str) else given)
            if "properties" in part:
                found.add("object")
        return frozenset(found - {"null"})

    def members(self, schema: JsonValue) -> Mapping[str, JsonValue]:
        """Return the properties an object may have, in the order they are told."""
        known = self._members.get(id(schema))
        if known is None:
            known = {}
            for part in self.parts(schema):
                for name, member in part.get("properties", {}).items():
                    known.setdefault(name, member)
            self._members[id(schema)] = known
        return known

    def items(self, schema: JsonValue) -> JsonValue:
        """Return the schema of a list's entries; True where it says nothing."""
        return next((part["items"] for part in self.parts(schema) if "items" in part), True)

    def said(self, schema: JsonValue, keyword: str) -> JsonValue:
        """Return what the schema says under a keyword, the outermost first; None for nothing."""
        return next((part[keyword] for part in self.parts(schema) if keyword in part), None)

    def _flat(self, schema: JsonValue) -> tuple[dict[str, JsonValue], ...]:
        found: list[dict[str, JsonValue]] = []
        seen: set[int] = set()
        waiting = [schema]
        while waiting and len(found) < _MAX_PARTS:
            node = waiting.pop(0)
            if not isinstance(node, dict) or id(node) in seen:
                continue
            seen.add(id(node))
            found.append(node)
            reference = node.get("$ref")
            if isinstance(reference, str):
                waiting.append(self._defs.get(reference.removeprefix(_REF)))
            for keyword in _BRANCHES:
                waiting += node.get(keyword, ())
        return tuple(found)


def pointer_to(*names: str) -> str:
    """Return the JSON pointer (RFC 6901) that leads through members of these names."""
    return "".join("/" + name.replace("~", "~0").replace("/", "~1") for name in names)


def found_at(value: JsonValue, pointer: str) -> JsonValue:
    """Return what stands at a JSON pointer of a value, None where nothing does."""
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        value = value.get(name) if isinstance(value, dict) else None
    return value
