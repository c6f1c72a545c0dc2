"""Which properties a direction hides: readOnly ones in requests, writeOnly ones in responses.

OAS 3.0.3, Schema Object: such a property is not sent that way, and `required` does not count
there; OAS 3.1.1 recommends the same reading. The mark is found on the property itself, behind
its `$ref`, and in its `allOf`. Pure; works on schemas as written, before conversion.
"""

from collections.abc import Callable, Iterator

from translator.json_value import JsonValue
from translator.openapi.resolve import Place, Resolved

#: What a reference leads to, seen from a place; None when that is nothing.
Target = Callable[[str, Place], Resolved | None]

NONE: frozenset[str] = frozenset()
#: Deeper in one another no one composes schemas; a chain of thousands costs its square.
MAX_LEVELS = 50


class Visibility:
    """Answers for one direction; `keyword` is `readOnly` or `writeOnly`."""

    def __init__(self, keyword: str, target: Target, *, ref_siblings: bool) -> None:
        self._keyword = keyword
        self._target = target
        self._ref_siblings = ref_siblings
        self._marked: dict[Place, bool] = {}
        self._names: dict[Place, frozenset[str]] = {}

    def hides(self, schema: JsonValue, base: Place) -> bool:
        """Return whether a property with this schema is hidden; `base` is where it stands."""
        if type(schema) is not dict:
            return False
        if "$ref" not in schema and "allOf" not in schema:
            return schema.get(self._keyword) is True
        target = self._alone(schema, base)
        if target is None:
            return self._is_marked(schema, base)
        if target.place not in self._marked:
            self._marked[target.place] = self._is_marked(target.value, target.place)
        return self._marked[target.place]

    def hidden_names(self, schema: JsonValue, base: Place) -> frozenset[str]:
        """Return the hidden properties of a schema together with those of its `allOf`."""
        target = self._alone(schema, base)
        if target is None:
            return self._hidden(schema, base)
        if target.place not in self._names:
            self._names[target.place] = self._hidden(target.value, target.place)
        return self._names[target.place]

    def _alone(self, schema: JsonValue, base: Place) -> Resolved | None:
        """Return the target of a schema that is a reference and nothing else."""
        ref = schema.get("$ref") if type(schema) is dict and len(schema) == 1 else None
        return self._target(ref, base) if type(ref) is str else None

    def _is_marked(self, schema: JsonValue, base: Place) -> bool:
        return any(part.get(self._keyword) is True for part, _ in self._parts(schema, base))

    def _hidden(self, schema: JsonValue, base: Place) -> frozenset[str]:
        return frozenset(
            name
            for part, place in self._parts(schema, base)
            if type(part.get("properties")) is dict
            for name, value in part["properties"].items()
            if self.hides(value, place)
        )

    def _parts(
        self, schema: JsonValue, base: Place
    ) -> Iterator[tuple[dict[str, JsonValue], Place]]:
        """Yield a schema and all that every value of it must meet too, each once."""
        level, seen = [(schema, base)], set()
        for _ in range(MAX_LEVELS):
            deeper: list[tuple[JsonValue, Place]] = []
            for part, place in level:
                if type(part) is not dict or id(part) in seen:
                    continue
                seen.add(id(part))
                ref = part.get("$ref")
                if type(ref) is str:
                    target = self._target(ref, place)
                    if target is not None:
                        deeper.append((target.value, target.place))
                    if not self._ref_siblings:
                        continue
                yield part, place
                members = part.get("allOf")
                if type(members) is list:
                    deeper += [(member, place) for member in members]
            level = deeper
