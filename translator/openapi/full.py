"""Own the full shape of a schema: JSON Schema 2020-12 as the description says it.

For clients that read all of the standard. Nothing is weakened or rewritten; keywords that are
none of 2020-12 and characters that show nothing are left out, and a reference that leads nowhere
accepts anything. Pure.
"""

from collections.abc import Mapping

from translator.json_value import JsonValue
from translator.openapi.closure import (
    LIST_KEYWORDS,
    MAP_KEYWORDS,
    SCHEMA_KEYWORDS,
    Shaper,
    keywords,
    referred,
)
from translator.wording import fold

MAX_DEPTH = 100
_TEXTS = keywords("title description")
_COPIED = keywords(
    "$ref type const enum format default examples deprecated required dependentRequired minimum "
    "maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems "
    "maxItems uniqueItems minContains maxContains minProperties maxProperties contentEncoding "
    "contentMediaType"
)


def full_shaper(defs: Mapping[str, JsonValue]) -> Shaper:
    """Return what gives the full shapes of schemas over these definitions."""
    return Shaper(defs, lambda schema, at, remarks: _Full(defs, remarks).shape(schema, at, 0))


class _Full:
    def __init__(self, defs: Mapping[str, JsonValue], remarks: list[str]) -> None:
        self._defs = defs
        self._remarks = remarks

    def shape(self, schema: JsonValue, at: str, depth: int) -> JsonValue:
        if not isinstance(schema, dict):
            return schema is not False
        if depth > MAX_DEPTH:
            self._lose(at, "what lies deeper")
            return True
        out = {
            keyword: self._member(keyword, value, at, depth + 1)
            for keyword, value in schema.items()
            if keyword in _KNOWN
        }
        name = referred(out)
        if name is not None and name not in self._defs:
            del out["$ref"]
            self._lose(at, f"a reference to {name!r}, which is nowhere,")
        return out

    def _member(self, keyword: str, value: JsonValue, at: str, depth: int) -> JsonValue:
        if keyword in SCHEMA_KEYWORDS:
            return self.shape(value, at, depth)
        if keyword in LIST_KEYWORDS:
            return [self.shape(member, at, depth) for member in value]
        if keyword in MAP_KEYWORDS:
            return {
                name: self.shape(member, f"{at}.{name}" if at else name, depth)
                for name, member in value.items()
            }
        return fold(value) if keyword in _TEXTS else value

    def _lose(self, at: str, what: str) -> None:
        self._remarks.append(f"{at or 'arguments'}: {what} is checked at the call, not listed")


_KNOWN = _COPIED | _TEXTS | SCHEMA_KEYWORDS | LIST_KEYWORDS | MAP_KEYWORDS
