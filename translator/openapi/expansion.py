"""Own writing a schema without references: each definition stands wherever it is used.

Popular clients drop `$defs` on the way to the model, or refuse a `$ref` (see `profile_rules`).
A definition that holds itself is written once, and stands for anything of its type where it
comes again; below the last level everything is anything. What is written is never stricter. Pure;
what comes in is shared and never changed.
"""

from collections.abc import Iterator, Mapping

from translator.json_value import JsonValue, to_json
from translator.listed_schema import is_container
from translator.openapi.closure import LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS, referred
from translator.openapi.conjunction import conjoin

#: Keywords whose schemas lie one level deeper.
_DEEPER = frozenset(["items", "additionalProperties", "contains", "prefixItems", "properties"])
#: What stays of a schema that is cut.
_KEPT = frozenset(["type", "title", "description", "deprecated"])
#: Where a looser schema would make the whole stricter; nothing is cut there.
_EXACT = frozenset(["not", "if", "contains"])
#: Definitions inside one another: more come of a line of them that no one wrote by hand.
_MAX_INSIDE = 40
#: Deeper than any schema that was shaped.
_NO_LIMIT = -10_000


class TooLarge(Exception):
    """The schema would be longer than permitted."""


def expand(
    closed: dict[str, JsonValue], *, max_levels: int, max_characters: int, remarks: list[str]
) -> dict[str, JsonValue]:
    """Return a closed schema without its `$defs`; what had to be left out is remarked.

    `max_levels` counts objects and lists inside one another, the root being the first;
    `max_characters` is about how long the result may be.

    Raises:
        TooLarge: it would have more characters than that.
    """
    if "$defs" not in closed and not _is_deeper_than(closed, max_levels):
        return closed
    root = {keyword: value for keyword, value in closed.items() if keyword != "$defs"}
    run = _Run(closed.get("$defs", {}), max_levels, max_characters, remarks)
    made: dict[str, JsonValue] = run.copy(root, 1, (), "")
    return made


class _Run:
    """One schema being written."""

    def __init__(
        self,
        definitions: Mapping[str, JsonValue],
        max_levels: int,
        max_characters: int,
        remarks: list[str],
    ) -> None:
        self._definitions = definitions
        self._max_levels = max_levels
        self._left = max_characters
        self._remarks = remarks
        self._sizes: dict[str, int] = {}

    def copy(self, schema: JsonValue, level: int, inside: tuple[str, ...], at: str) -> JsonValue:
        """Copy a schema that stands inside these definitions; `at` is the place in words."""
        if not isinstance(schema, dict):
            return schema
        if level > self._max_levels and is_container(schema):
            self._lose(at, f"what lies deeper than {self._max_levels} levels")
            return _cut(schema)
        out = {
            keyword: self._member(keyword, value, level, inside, at)
            for keyword, value in schema.items()
            if keyword != "$ref"
        }
        name = referred(schema)
        if name is None:
            return out
        body = self._definition(name, level, inside, at)
        conjoin(out, body)
        return out

    def _definition(self, name: str, level: int, inside: tuple[str, ...], at: str) -> JsonValue:
        schema = self._definitions[name]
        if name in inside:
            self._lose(at, f"what lies in another {name}")
            return _again(schema, name)
        if len(inside) >= _MAX_INSIDE:
            self._lose(at, f"what lies behind {_MAX_INSIDE} references")
            return _cut(schema) if isinstance(schema, dict) else schema
        if name not in self._sizes:
            self._sizes[name] = len(to_json(schema))
        self._left -= self._sizes[name]
        if self._left < 0:
            raise TooLarge
        return self.copy(schema, level, (*inside, name), at)

    def _member(
        self, keyword: str, value: JsonValue, level: int, inside: tuple[str, ...], at: str
    ) -> JsonValue:
        level = _NO_LIMIT if keyword in _EXACT else level + (keyword in _DEEPER)
        if keyword in SCHEMA_KEYWORDS:
            return self.copy(value, level, inside, _below(at, keyword))
        if keyword in LIST_KEYWORDS:
            return [self.copy(one, level, inside, _below(at, keyword)) for one in value]
        if keyword in MAP_KEYWORDS:
            return {
                name: self.copy(one, level, inside, f"{at}.{name}" if at else name)
                for name, one in value.items()
            }
        return value

    def _lose(self, at: str, what: str) -> None:
        self._remarks.append(f"{at or 'arguments'}: {what} is checked at the call, not listed")


def _below(at: str, keyword: str) -> str:
    return f"{at}[]" if keyword in ("items", "prefixItems") else at


def _again(schema: JsonValue, name: str) -> JsonValue:
    """Return what stands for a definition inside itself."""
    if not isinstance(schema, dict):
        return schema
    out = _cut(schema)
    out["description"] = " ".join([f"Again {name}.", *filter(None, [out.get("description")])])
    return out


def _cut(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return what accepts all that the schema does, and says what kind of value that is."""
    out = {keyword: value for keyword, value in schema.items() if keyword in _KEPT}
    if out.get("type") == "array":
        out["items"] = {}
    return out


def _is_deeper_than(schema: JsonValue, levels: int) -> bool:
    """Say whether objects and lists lie deeper in one another."""
    if not isinstance(schema, dict):
        return False
    if levels < 1 and is_container(schema):
        return True
    return any(_is_deeper_than(inner, levels - deeper) for inner, deeper in _inside(schema))


def _inside(schema: dict[str, JsonValue]) -> Iterator[tuple[JsonValue, bool]]:
    for keyword, value in schema.items():
        deeper = keyword in _DEEPER
        if keyword in SCHEMA_KEYWORDS:
            yield value, deeper
        elif keyword in LIST_KEYWORDS:
            yield from ((one, deeper) for one in value)
        elif keyword in MAP_KEYWORDS:
            yield from ((one, deeper) for one in value.values())
