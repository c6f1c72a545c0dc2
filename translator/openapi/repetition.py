"""Own what one listed schema would say many times: said once, in words where JSON has no other.

Clients drop references (`translator.profile_rules`), so a long enumeration that several
arguments share is listed at the first and named at the others, and a limit that nearly all
texts share is said once for all of them. Both are checked at the call as before. Pure; what
comes in is shared and never changed.
"""

from collections import Counter
from collections.abc import Iterator

from translator.json_value import JsonValue, to_json
from translator.openapi.closure import LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS

#: An enumeration whose JSON is shorter may stand in one schema several times.
ENUM_CHARACTERS = 300
#: A limit below this is worth saying at each text: a text may well reach it.
LONG_TEXT = 1_000
#: Fewer limits cost less than the sentence.
_ENOUGH_TEXTS = 4
#: Where a looser schema would make the whole stricter.
_EXACT = frozenset(["not", "if", "contains"])


def said_once(schema: dict[str, JsonValue], remarks: list[str]) -> JsonValue:
    """Return the listed schema without its repetitions; what it leaves out is remarked."""
    lengths = Counter(_lengths(schema))
    shared = next((value for value, times in lengths.most_common(1) if times >= _ENOUGH_TEXTS), 0)
    repeated = any(times > 1 for times in Counter(_enumerations(schema)).values())
    if not shared and not repeated:
        return schema
    out: dict[str, JsonValue] = _Copy(shared, remarks).of(schema, "")
    if shared:
        said = f"Texts without maxLength: at most {shared} characters"
        text = f"{out['description']} {said}" if out.get("description") else said
        out = {"type": out["type"], "description": text, **out}
        out["description"] = text
    return out


class _Copy:
    def __init__(self, length: int, remarks: list[str]) -> None:
        self._length = length
        self._remarks = remarks
        self._listed: dict[str, str] = {}

    def of(self, schema: JsonValue, at: str) -> JsonValue:
        if not isinstance(schema, dict):
            return schema
        out = {keyword: self._member(keyword, value, at) for keyword, value in schema.items()}
        if self._length and _long_limit(schema) == self._length:
            del out["maxLength"]
        key = _enumeration(schema)
        if key is None:
            return out
        if key not in self._listed:
            self._listed[key] = at
            return out
        del out["enum"]
        where = self._listed[key]
        text = str(out.get("description", "")).rstrip(".")
        out["description"] = f"{text}. Values as in {where}" if text else f"Values as in {where}"
        self._remarks.append(f"{at}: its values are listed at {where} and checked at the call")
        return out

    def _member(self, keyword: str, value: JsonValue, at: str) -> JsonValue:
        if keyword in _EXACT:
            return value
        if keyword in SCHEMA_KEYWORDS:
            return self.of(value, f"{at}[]" if keyword == "items" else at)
        if keyword in LIST_KEYWORDS:
            return [self.of(each, at) for each in value]
        if keyword in MAP_KEYWORDS or keyword == "$defs":
            return {
                name: self.of(each, f"{at}.{name}" if at else name) for name, each in value.items()
            }
        return value


def _enumeration(schema: dict[str, JsonValue]) -> str | None:
    values = schema.get("enum")
    if not isinstance(values, list) or "default" in schema:
        return None
    key = to_json(values)
    return key if len(key) >= ENUM_CHARACTERS else None


def _long_limit(schema: dict[str, JsonValue]) -> int:
    limit = schema.get("maxLength")
    if schema.get("type") != "string" or not isinstance(limit, int) or "enum" in schema:
        return 0
    return limit if limit >= LONG_TEXT else 0


def _lengths(schema: JsonValue) -> Iterator[int]:
    return (limit for each in _all(schema) if (limit := _long_limit(each)))


def _enumerations(schema: JsonValue) -> Iterator[str]:
    return (key for each in _all(schema) if (key := _enumeration(each)))


def _all(schema: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """Give every schema in a schema that may become looser."""
    waiting = [schema]
    while waiting:
        each = waiting.pop()
        if not isinstance(each, dict):
            continue
        yield each
        for keyword, value in each.items():
            if keyword in _EXACT:
                continue
            if keyword in SCHEMA_KEYWORDS:
                waiting.append(value)
            elif keyword in LIST_KEYWORDS:
                waiting.extend(value)
            elif keyword in MAP_KEYWORDS or keyword == "$defs":
                waiting.extend(value.values())
