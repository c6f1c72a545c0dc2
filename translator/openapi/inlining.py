"""Own which definitions stand where they are used: those used once, as far as that stays short.

A `$ref` and its entry in `$defs` cost tokens, and some clients do not follow them. Cycles keep
their definitions: a definition on a cycle that the root reaches is used at least twice, or by
one that is. Pure; what comes in is shared and never changed.
"""

from collections import Counter
from collections.abc import Mapping

from translator.json_value import JsonValue
from translator.openapi.closure import (
    LIST_KEYWORDS,
    MAP_KEYWORDS,
    SCHEMA_KEYWORDS,
    Shaped,
    references,
    referred,
    with_definitions,
)
from translator.openapi.conjunction import conjoin

#: Closures of more definitions stay as they are: copying them would cost more than it saves.
MAX_DEFINITIONS = 40
#: How deep a schema may become by inlining.
MAX_DEPTH = 60


def inline_definitions(root: JsonValue, reached: Mapping[str, Shaped]) -> JsonValue:
    """Return the schema closed over the definitions it reaches, single uses inlined."""
    return _Inliner(root, reached).close() if reached else root


class _Inliner:
    def __init__(self, root: JsonValue, reached: Mapping[str, Shaped]) -> None:
        self._root = root
        self._reached = reached
        self._kept: dict[str, JsonValue] = {}
        self._single: frozenset[str] = frozenset()

    def close(self) -> JsonValue:
        uses = Counter(_names(self._root, self._reached))
        if len(self._reached) <= MAX_DEFINITIONS:
            self._single = frozenset(name for name, count in uses.items() if count == 1)
        if not self._single:
            definitions = {name: shaped.schema for name, shaped in self._reached.items()}
            return with_definitions(self._root, definitions)
        root = self._copy(self._root, 0)
        done: set[str] = set()
        while waiting := [name for name in self._kept if name not in done]:
            for name in waiting:
                done.add(name)
                self._kept[name] = self._copy(self._reached[name].schema, 0)
        return with_definitions(root, self._kept)

    def _copy(self, schema: JsonValue, depth: int) -> JsonValue:
        if not isinstance(schema, dict):
            return schema
        out = {keyword: self._member(keyword, value, depth) for keyword, value in schema.items()}
        name = referred(out)
        if name is None:
            return out
        if name not in self._single or depth > MAX_DEPTH:
            self._kept.setdefault(name, None)
            return out
        del out["$ref"]
        body = self._copy(self._reached[name].schema, depth + 1)
        if not out:
            return body
        conjoin(out, body)
        return out

    def _member(self, keyword: str, value: JsonValue, depth: int) -> JsonValue:
        if keyword in SCHEMA_KEYWORDS:
            return self._copy(value, depth + 1)
        if keyword in LIST_KEYWORDS:
            return [self._copy(member, depth + 1) for member in value]
        if keyword in MAP_KEYWORDS:
            return {name: self._copy(member, depth + 1) for name, member in value.items()}
        return value


def _names(root: JsonValue, reached: Mapping[str, Shaped]) -> list[str]:
    inner = (name for shaped in reached.values() for name in shaped.references)
    return [*references(root), *inner]
