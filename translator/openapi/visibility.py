"""Which properties a direction hides: readOnly ones in requests, writeOnly ones in responses.

OAS 3.0.3, Schema Object: such a property is not sent that way, and `required` does not count
there; OAS 3.1.1 recommends the same reading. The mark is found on the property itself, behind
its `$ref`, and in its `allOf`. Pure; works on schemas as written, before conversion.
"""

from collections.abc import Callable

from translator.json_value import JsonValue
from translator.openapi.resolve import Place, Resolved

#: What a reference leads to, seen from a place; None when that is nothing.
Target = Callable[[str, Place], Resolved | None]

NONE: frozenset[str] = frozenset()


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
        ref = schema.get("$ref")
        if type(ref) is str:
            marked = self._ref_siblings and schema.get(self._keyword) is True
            return marked or self._target_hides(ref, base)
        if schema.get(self._keyword) is True:
            return True
        members = schema.get("allOf")
        return type(members) is list and any(self.hides(member, base) for member in members)

    def hidden_names(self, schema: JsonValue, base: Place) -> frozenset[str]:
        """Return the hidden properties of a schema together with those of its `allOf`."""
        if type(schema) is not dict:
            return NONE
        ref = schema.get("$ref")
        names = self._target_names(ref, base) if type(ref) is str else NONE
        if names is not NONE and not self._ref_siblings:
            return names
        properties = schema.get("properties")
        if type(properties) is dict:
            names |= {name for name, value in properties.items() if self.hides(value, base)}
        members = schema.get("allOf")
        if type(members) is list:
            names = names.union(*(self.hidden_names(member, base) for member in members))
        return names

    def _target_hides(self, ref: str, base: Place) -> bool:
        target = self._target(ref, base)
        if target is None:
            return False
        if target.place not in self._marked:
            self._marked[target.place] = False  # ends a cycle
            self._marked[target.place] = self.hides(target.value, target.place)
        return self._marked[target.place]

    def _target_names(self, ref: str, base: Place) -> frozenset[str]:
        target = self._target(ref, base)
        if target is None:
            return NONE
        if target.place not in self._names:
            self._names[target.place] = NONE  # ends a cycle
            self._names[target.place] = self.hidden_names(target.value, target.place)
        return self._names[target.place]
