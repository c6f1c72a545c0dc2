"""Own how little a listed schema can say without saying less.

Texts are condensed (`translator.condensing`); titles that name what has a name, assertions that
cannot apply to the type, and a choice that another one contains go. What is written twice in
one schema is written once under `$defs` where that is shorter; what is used once stands where
it is used. Which values a schema accepts stays the same, but for one thing: the root no longer
says that unknown arguments are refused, which the check at the call says by their names.

`Economy` works over one mapping of definitions and reads each of them once. Pure; what comes in
is shared and never changed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from translator.condensing import with_facts_of
from translator.json_value import JsonValue, to_json
from translator.openapi.closure import (
    LIST_KEYWORDS,
    MAP_KEYWORDS,
    REF_PREFIX,
    SCHEMA_KEYWORDS,
    Shaped,
    referred,
)
from translator.openapi.conjunction import conjoin
from translator.openapi.leanness import lean_keywords

#: How deep a schema may become by writing definitions where they are used.
MAX_DEPTH = 60
#: What a reference and a definition's name cost, in characters of JSON as dense as schemas are.
_REFERENCE_CHARACTERS = 30
_DEFINITION_CHARACTERS = 12
#: Less is not worth a reference, which a model has to follow.
_WORTH_SHARING = 60
_MAX_NAME = 32
_ILLEGAL = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(slots=True, eq=False)
class Lean:
    """A lean schema: its keywords with `Lean` values for subschemas; equal ones are the same.

    `size` is the length of its JSON; `name` what it is called where it first occurred; `refers`
    whether a `$ref` is in it, however deep.
    """

    keywords: dict[str, JsonValue]
    children: tuple["Lean", ...]
    size: int
    name: str
    target: str | None
    refers: bool


class Economy:
    """Closes schemas over one mapping of shaped definitions, as short as they can be said."""

    def __init__(self) -> None:
        self._pool: dict[str, Lean] = {}
        self._definitions: dict[int, tuple[Shaped, Lean]] = {}

    def close(self, root: dict[str, JsonValue], reached: Mapping[str, Shaped]) -> JsonValue:
        """Return the root of an input schema with the definitions it needs."""
        definitions = {name: self._definition(name, shaped) for name, shaped in reached.items()}
        properties = root.get("properties", {})
        arguments = {name: self._argument(name, each) for name, each in properties.items()}
        rest = self._made({k: v for k, v in root.items() if k != "properties"}, "", "")
        made = Lean(
            {"type": "object", "properties": arguments, **_open(rest.keywords, arguments)},
            (*arguments.values(), *rest.children),
            0,
            "",
            None,
            True,
        )
        return _Writer(made, definitions).write()

    def _definition(self, name: str, shaped: Shaped) -> Lean:
        known = self._definitions.get(id(shaped))
        if known is None:
            made = self._lean(shaped.schema, _last_part(name), "", "")
            known = self._definitions[id(shaped)] = (shaped, made)
        return known[1]

    def _lean(self, schema: JsonValue, name: str, beside: str, around: str) -> Lean:
        """Return the lean schema; `beside` and `around`: name and text of what it stands in."""
        return self._made(lean_keywords(schema, name, beside, around), name, around)

    def _made(self, keywords: dict[str, JsonValue], name: str, around: str) -> Lean:
        text = str(keywords.get("description", around))
        out: dict[str, JsonValue] = {}
        children: list[Lean] = []
        for keyword, value in keywords.items():
            if keyword in SCHEMA_KEYWORDS and isinstance(value, dict):
                out[keyword] = self._lean(value, name, name, text)
                children.append(out[keyword])
            elif keyword in LIST_KEYWORDS:
                out[keyword] = [self._lean(each, name, name, text) for each in value]
                children += out[keyword]
            elif keyword in MAP_KEYWORDS:
                out[keyword] = {k: self._lean(v, k, name, text) for k, v in value.items()}
                children += out[keyword].values()
            else:
                out[keyword] = value
        return self._pooled(out, tuple(children), name)

    def _argument(self, name: str, schema: JsonValue) -> Lean:
        """Return an argument; its own text was decided on and stays as it is."""
        text = schema.get("description") if isinstance(schema, dict) else None
        if text is None or not isinstance(schema, dict):
            return self._lean(schema, name, "", "")
        rest = {key: value for key, value in schema.items() if key != "description"}
        made = self._lean(rest, name, "", text)
        keywords = {**made.keywords, "description": text}
        keywords.pop("title", None)
        return self._pooled(keywords, made.children, name)

    def _pooled(
        self, keywords: dict[str, JsonValue], children: tuple[Lean, ...], name: str
    ) -> Lean:
        key = to_json(_identified(keywords))
        known = self._pool.get(key)
        if known is None:
            target = referred(keywords)
            size = len(key) + sum(each.size for each in children)
            refers = target is not None or any(each.refers for each in children)
            known = Lean(keywords, children, size, name, target, refers)
            self._pool[key] = known
        return known


def _open(keywords: dict[str, JsonValue], arguments: Mapping[str, Lean]) -> dict[str, JsonValue]:
    """Return the keywords of a root without the word that unknown arguments are refused.

    MCP 2026-07-28, Tool: one without arguments says so with it.
    """
    if not arguments or keywords.get("additionalProperties") is not False:
        return keywords
    return {key: value for key, value in keywords.items() if key != "additionalProperties"}


def _identified(value: JsonValue) -> JsonValue:
    if isinstance(value, Lean):
        return id(value)
    if isinstance(value, dict):
        return {key: _identified(each) for key, each in value.items()}
    if isinstance(value, list) and any(isinstance(each, Lean) for each in value):
        return [_identified(each) for each in value]
    return value


def _last_part(name: str) -> str:
    """Return the telling part of a definition's name: `ObjectMeta` of `io.k8s.v1.ObjectMeta`."""
    return name.rpartition(".")[2] or name


class _Writer:
    """Writes one closed schema: decides what is shared, names it, and copies the rest."""

    def __init__(self, root: Lean, definitions: Mapping[str, Lean]) -> None:
        self._root = root
        self._definitions = definitions
        self._uses: dict[int, int] = {}
        self._names: dict[int, str] = {}
        self._waiting: list[Lean] = []
        self._count()

    def write(self) -> JsonValue:
        """Return the schema as JSON."""
        root = self._keywords(self._root, 0)
        written: dict[str, JsonValue] = {}
        while self._waiting:
            shared = self._waiting.pop(0)
            written[self._names[id(shared)]] = self._keywords(shared, 0)
        return {**root, "$defs": written} if written else root

    def _target(self, lean: Lean) -> Lean | None:
        return None if lean.target is None else self._definitions.get(lean.target)

    def _behind(self, lean: Lean) -> Lean:
        """Return what a schema amounts to that is nothing but a reference."""
        for _ in range(MAX_DEPTH):
            target = self._target(lean) if len(lean.keywords) == 1 else None
            if target is None:
                return lean
            lean = target
        return lean

    def _edges(self, lean: Lean) -> Iterator[Lean]:
        yield from (self._behind(child) for child in lean.children)
        target = self._target(lean)
        if target is not None:
            yield self._behind(target)

    def _count(self) -> None:
        waiting = [self._root]
        while waiting:
            for each in self._edges(waiting.pop()):
                known = self._uses.get(id(each), 0)
                self._uses[id(each)] = known + 1
                if not known:
                    waiting.append(each)

    def _is_shared(self, lean: Lean) -> bool:
        uses = self._uses.get(id(lean), 0)
        if uses < 2 or len(lean.keywords) == 0:
            return False
        saved = (uses - 1) * lean.size - uses * _REFERENCE_CHARACTERS - _DEFINITION_CHARACTERS
        return lean.refers or saved > _WORTH_SHARING

    def _written(self, lean: Lean, depth: int) -> JsonValue:
        lean = self._behind(lean)
        if self._is_shared(lean) or (depth > MAX_DEPTH and lean.children):
            return {"$ref": REF_PREFIX + self._name(lean)}
        return self._keywords(lean, depth)

    def _name(self, lean: Lean) -> str:
        if id(lean) not in self._names:
            wanted = _ILLEGAL.sub("_", lean.name)[:_MAX_NAME] or "shared"
            taken, name, number = set(self._names.values()), wanted, 2
            while name in taken:
                name, number = f"{wanted}{number}", number + 1
            self._names[id(lean)] = name
            self._waiting.append(lean)
        return self._names[id(lean)]

    def _keywords(self, lean: Lean, depth: int) -> dict[str, JsonValue]:
        out = {
            keyword: self._value(value, depth)
            for keyword, value in lean.keywords.items()
            if keyword != "$ref"
        }
        target = self._target(lean)
        if target is not None:
            body = self._written(target, depth + 1)
            if body.keys() == {"$ref"}:
                return {"$ref": body["$ref"], **out}
            said = with_facts_of(out.get("description", ""), body.get("description", ""))
            conjoin(out, {key: value for key, value in body.items() if key != "description"})
            if said:
                out["description"] = said
        return out

    def _value(self, value: JsonValue, depth: int) -> JsonValue:
        if isinstance(value, Lean):
            return self._written(value, depth + 1)
        if isinstance(value, dict):
            return {
                key: self._written(each, depth + 1) if isinstance(each, Lean) else each
                for key, each in value.items()
            }
        if isinstance(value, list):
            return [self._written(e, depth + 1) if isinstance(e, Lean) else e for e in value]
        return value
