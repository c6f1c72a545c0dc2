"""Own the open shape of an answer: what it looks like, and nothing that it could break.

Answers stray from their descriptions, and clients throw away an answer that breaks a listed
output schema (MCP, tools, output schema). So the open shape holds property names, short
descriptions and nesting, and accepts every value: no type, required, enum, bound, format or
pattern; combinators at the root become the union of their branches' properties.
"""

from collections.abc import Iterator, Mapping

from translator.json_value import JsonValue
from translator.openapi.closure import Shaper, keywords, referred
from translator.wording import first_sentence

MAX_DEPTH = 60
#: Branches looked through for one union; more say nothing new.
MAX_PARTS = 200
_DESCRIPTION_CHARACTERS = 100
_COMBINATORS = ("allOf", "anyOf", "oneOf")
_STRUCTURE = keywords("$ref properties items prefixItems additionalProperties allOf anyOf oneOf")


class OpenShaper:
    """Gives the open shapes of schemas over one mapping of definitions."""

    def __init__(self, defs: Mapping[str, JsonValue]) -> None:
        self._defs = defs
        self.shaper = Shaper(defs, lambda schema, at, remarks: self._shape(schema, 0))

    def is_object(self, schema: JsonValue) -> bool:
        """Say whether a conforming answer would be an object."""
        names = {name for part in self._parts(schema) for name in _types(part)}
        names.discard("null")
        return names == {"object"}

    def spread(self, schema: JsonValue) -> JsonValue:
        """Return the schema with what it amounts to in its place, so that it shows properties."""
        seen = set[str]()
        while isinstance(schema, dict) and (name := self._only_target(schema)) not in seen:
            if name is None:
                break
            seen.add(name)
            schema = self._defs.get(name, True)
        return schema

    def _shape(self, schema: JsonValue, depth: int) -> dict[str, JsonValue]:
        out: dict[str, JsonValue] = {}
        if not isinstance(schema, dict) or depth > MAX_DEPTH:
            return out
        text = first_sentence(schema.get("description", ""), _DESCRIPTION_CHARACTERS)
        if text:
            out["description"] = text
        target = self._only_target(schema)
        if target is not None:
            return out | self._reference(target, depth)
        parts = [schema] if depth else list(self._parts(schema))
        properties = self._properties(parts, depth)
        if properties:
            out["properties"] = properties
        for keyword in ("items", "additionalProperties"):
            inner = self._first(parts, keyword, depth)
            if inner:
                out[keyword] = inner
        return out | self._branches(schema, depth) if depth else out

    def _branches(self, schema: dict[str, JsonValue], depth: int) -> dict[str, JsonValue]:
        """Show branches below the root as branches: their union there would grow without end.

        Each accepts everything, so `anyOf` and `allOf` of them do; `oneOf` would not.
        """
        out: dict[str, JsonValue] = {}
        for keyword, shown in (("allOf", "allOf"), ("anyOf", "anyOf"), ("oneOf", "anyOf")):
            telling = (branch for branch in schema.get(keyword, ()) if _tells(branch))
            shapes = [shape for branch in telling if (shape := self._shape(branch, depth + 1))]
            if shapes:
                out[shown] = [*out.get(shown, ()), *shapes]
        return out

    def _reference(self, name: str, depth: int) -> dict[str, JsonValue]:
        """Refer to a definition, or say here what little it says."""
        raw = self._defs.get(name)
        if isinstance(raw, dict) and _STRUCTURE & raw.keys():
            return {"$ref": f"#/$defs/{name}"}
        return self._shape(raw, depth + 1)

    def _only_target(self, schema: dict[str, JsonValue]) -> str | None:
        """Return the definition a schema amounts to: its `$ref`, or its only telling branch."""
        if _STRUCTURE & schema.keys() == {"$ref"}:
            return referred(schema)
        used = [keyword for keyword in _COMBINATORS if keyword in schema]
        if len(used) != 1 or len(_STRUCTURE & schema.keys()) != 1:
            return None
        telling = [branch for branch in schema[used[0]] if _tells(branch)]
        alone = len(telling) == 1 and _STRUCTURE & telling[0].keys() == {"$ref"}
        return referred(telling[0]) if alone else None

    def _properties(self, parts: list[dict[str, JsonValue]], depth: int) -> dict[str, JsonValue]:
        union: dict[str, JsonValue] = {}
        for part in parts:
            for name, member in part.get("properties", {}).items():
                if name not in union or not union[name]:
                    union[name] = self._shape(member, depth + 1)
        return union

    def _first(
        self, parts: list[dict[str, JsonValue]], keyword: str, depth: int
    ) -> dict[str, JsonValue]:
        shapes = (self._shape(part[keyword], depth + 1) for part in parts if keyword in part)
        return next((shape for shape in shapes if shape), {})

    def _parts(self, schema: JsonValue) -> Iterator[dict[str, JsonValue]]:
        """Give a schema and what it refers to or combines, each once."""
        waiting, seen = [schema], set[str]()
        count = 0
        while waiting and count < MAX_PARTS:
            node = waiting.pop(0)
            if not isinstance(node, dict):
                continue
            count += 1
            yield node
            name = referred(node)
            if name is not None and name not in seen:
                seen.add(name)
                waiting.append(self._defs.get(name))
            for keyword in _COMBINATORS:
                waiting.extend(node.get(keyword, ()))


def _tells(branch: JsonValue) -> bool:
    return isinstance(branch, dict) and bool(_STRUCTURE & branch.keys())


def _types(part: dict[str, JsonValue]) -> list[str]:
    """Return the types that one schema by itself allows, as far as it says so."""
    names = part.get("type")
    if isinstance(names, str):
        return [names]
    if isinstance(names, list):
        return names
    if "properties" in part or "additionalProperties" in part:
        return ["object"]
    return ["array"] if "items" in part or "prefixItems" in part else []
