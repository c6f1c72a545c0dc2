"""Make instances of a JSON Schema 2020-12: quick, repeatable, and spicy where nothing forbids it.

hypothesis-jsonschema judges single schemas better; this one is for tens of thousands of them.
An instance is checked by jsonschema-rs before it counts.
"""

import random
import re
import string
from typing import Any

import jsonschema_rs
import rstr

JsonValue = Any

_SPICY = "aZ09 é&=+%/,;:?#[]@'\"<>~ü漢"
#: Base64 of bytes that show their type, which a range such as `image/*` asks for.
_PIXEL = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
_FORMATS = {
    "date": "2026-03-02",
    "date-time": "2026-03-02T09:30:00Z",
    "time": "09:30:00Z",
    "duration": "P1D",
    "email": "ana@desk.example",
    "uuid": "8d1f3a52-6c1e-4a4e-9d0f-0c2f3a1b5e77",
    "uri": "https://desk.example/a?b=c",
    "uri-reference": "/a/b",
    "url": "https://desk.example/a",
    "ipv4": "192.0.2.7",
    "ipv6": "2001:db8::7",
    "hostname": "desk.example",
    "byte": _PIXEL,
    "binary": _PIXEL,
    "base64": _PIXEL,
}


class Impossible(Exception):
    """No instance was found."""


def merge(a: dict[str, JsonValue], b: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return one schema that is about as strict as both."""
    out = {**a, **b}
    for key in ("properties", "patternProperties"):
        if key in a and key in b:
            out[key] = {**a[key], **b[key]}
    if "required" in a and "required" in b:
        out["required"] = sorted({*a["required"], *b["required"]})
    for key in ("allOf", "anyOf", "oneOf"):
        if key in a and key in b:
            out[key] = a[key]
    if "enum" in a and "enum" in b:
        out["enum"] = [v for v in a["enum"] if v in b["enum"]] or a["enum"]
    return out


class Sampler:
    """Instances of one root schema; refs resolve in its `$defs`."""

    def __init__(
        self, root: JsonValue, seed: int = 0, *, spicy: bool = True, share: float | None = None
    ) -> None:
        """Take the schema; `share` of optional members is given, varied where it is None."""
        self.root = root
        self.defs = root.get("$defs", {}) if isinstance(root, dict) else {}
        self.random = random.Random(seed)
        self.words = rstr.Rstr(self.random)
        self.spicy = spicy
        self.letters = _SPICY
        self.share = share
        self.generosity = 0.6
        self.members = 0

    def instance(self, validator: Any = None, tries: int = 25) -> JsonValue:
        """Return an instance the validator accepts.

        Raises:
            Impossible: none was found in so many tries.
        """
        judge = validator or jsonschema_rs.Draft202012Validator(self.root)
        for attempt in range(tries):
            self.generosity = self._generosity(attempt)
            self.spicy = self.spicy and attempt < 15
            self.members = 0
            try:
                value = self.sample(self.root, 0)
            except Impossible:
                continue
            if judge.is_valid(value):
                return value
        raise Impossible("no instance found")

    def _generosity(self, attempt: int) -> float:
        """Return less from try to try, and more where it was asked for nothing optional."""
        if self.share == 0:
            return 0.6 if attempt < 10 else 0.1 if attempt < 20 else 0.3
        return 0.6 if attempt < 10 else 0.15 if attempt < 20 else 0.0

    def sample(self, schema: JsonValue, depth: int) -> JsonValue:
        """Return a value that probably is an instance."""
        if schema is True or schema == {}:
            return self._text({})
        if schema is False or depth > 40:
            raise Impossible("nothing is an instance")
        if "$ref" in schema:
            target = self.defs[schema["$ref"].removeprefix("#/$defs/")]
            rest = {k: v for k, v in schema.items() if k != "$ref"}
            if not isinstance(target, dict):
                return self.sample(rest if rest else target, depth + 1)
            return self.sample(merge(target, rest) if rest else target, depth + 1)
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return self.random.choice(schema["enum"])
        for key in ("allOf", "oneOf", "anyOf"):
            if schema.get(key):
                return self._combined(schema, key, depth)
        return self._typed(schema, depth)

    def _combined(self, schema: dict[str, JsonValue], key: str, depth: int) -> JsonValue:
        rest = {k: v for k, v in schema.items() if k != key}
        branches = schema[key] if key == "allOf" else [self.random.choice(schema[key])]
        merged = rest
        for branch in branches:
            merged = merge(merged, self._followed(branch))
        return self.sample(merged, depth + 1)

    def _followed(self, schema: JsonValue, hops: int = 0) -> dict[str, JsonValue]:
        if not isinstance(schema, dict):
            if schema is False:
                raise Impossible("nothing is an instance")
            return {}
        if "$ref" in schema and hops < 30:
            target = self.defs[schema["$ref"].removeprefix("#/$defs/")]
            rest = {k: v for k, v in schema.items() if k != "$ref"}
            return merge(self._followed(target, hops + 1), rest)
        return schema

    def _typed(self, schema: dict[str, JsonValue], depth: int) -> JsonValue:
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self.random.choice(kind)
        if kind is None:
            kind = _kind_meant(schema)
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            return self._array(schema, depth)
        if kind in ("integer", "number"):
            return self._number(schema, kind)
        if kind == "boolean":
            return self.random.random() < 0.5
        return None if kind == "null" else self._text(schema)

    def _object(self, schema: dict[str, JsonValue], depth: int) -> dict[str, JsonValue]:
        properties = schema.get("properties", {})
        required = set(schema.get("required", ()))
        chance = self._chance(depth)
        out = {}
        low = schema.get("minProperties", 0)
        missing = max(low - len(required), 0)
        for key in [*properties, *sorted(required - set(properties))]:
            if key in required or missing > 0 or self.random.random() < chance:
                missing -= key not in required
                try:
                    out[key] = self.sample(properties.get(key, True), depth + 1)
                except Impossible:
                    if key in required:
                        raise
        more = schema.get("additionalProperties")
        wanted = max(low - len(out), 0)
        if isinstance(more, dict) and not properties:
            wanted = max(wanted, int(self.random.random() < chance))
        for number in range(wanted):
            inner = True if more is None else more
            out[f"key{number}"] = self.sample(inner, depth + 1)
        return out

    def _chance(self, depth: int) -> float:
        """Return how probable an optional member is; never does a value grow without end."""
        self.members += 1
        share = self.share if self.generosity == 0.6 else None
        if share is None or (share > 0 and (depth > 8 or self.members > 200)):
            return self.generosity / (1 + depth)
        return share

    def _array(self, schema: dict[str, JsonValue], depth: int) -> list[JsonValue]:
        low = schema.get("minItems", 0)
        high = schema.get("maxItems", low + 2)
        size = min(max(low, self.random.randint(1, 2) if depth < 6 else low), high)
        was, self.letters = self.letters, self.letters.replace(",", "")
        try:
            return self._items(schema, size, depth)
        finally:
            self.letters = was

    def _items(self, schema: dict[str, JsonValue], size: int, depth: int) -> list[JsonValue]:
        """Return so many items; none holds a comma, which some styles cannot carry in an item."""
        fixed = schema.get("prefixItems", [])
        out: list[JsonValue] = [self.sample(s, depth + 1) for s in fixed[:size]]
        for _ in range(8 * size):
            if len(out) >= size:
                break
            item = self.sample(schema.get("items", True), depth + 1)
            if not schema.get("uniqueItems") or item not in out:
                out.append(item)
        return out

    def _number(self, schema: dict[str, JsonValue], kind: str) -> JsonValue:
        low, high = schema.get("minimum"), schema.get("maximum")
        if "exclusiveMinimum" in schema:
            low = schema["exclusiveMinimum"] + 1
        if "exclusiveMaximum" in schema:
            high = schema["exclusiveMaximum"] - 1
        low = (high - 50 if high is not None else 0) if low is None else low
        high = low + 100 if high is None else high
        step = schema.get("multipleOf")
        if step:
            first = -(-low // step)
            return step * (first + self.random.randint(0, 3)) if high > low else low
        if kind == "integer" or float(low).is_integer():
            return self.random.randint(int(low), max(int(low), int(high)))
        return self.random.uniform(low, high)

    def _text(self, schema: dict[str, JsonValue]) -> str:
        if schema.get("contentEncoding") == "base64":
            return _PIXEL
        low = schema.get("minLength", 0)
        high = schema.get("maxLength", max(low, 12))
        usual = _FORMATS.get(schema.get("format", ""))
        if "pattern" in schema:
            if usual is not None and _matches(schema["pattern"], usual):
                return usual
            return self._patterned(schema["pattern"], low, schema.get("maxLength"))
        if usual is not None:
            return usual
        letters = self.letters if self.spicy else string.ascii_lowercase
        size = min(max(low, self.random.randint(1, 8)), high)
        return "".join(self.random.choice(letters) for _ in range(size))

    def _patterned(self, pattern: str, low: int, high: int | None) -> str:
        for _ in range(8):
            try:
                text = self.words.xeger(pattern)
            except Exception as error:
                raise Impossible(f"no text for {pattern!r}") from error
            text = text[:high] + "a" * (low - len(text))
            if text.isprintable():
                return text
        raise Impossible(f"no printable text for {pattern!r}")


def _matches(pattern: str, text: str) -> bool:
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return False


def _kind_meant(schema: dict[str, JsonValue]) -> str:
    if {"properties", "additionalProperties", "required", "minProperties"} & set(schema):
        return "object"
    if {"items", "prefixItems", "minItems"} & set(schema):
        return "array"
    if {"minimum", "maximum", "multipleOf"} & set(schema):
        return "number"
    return "string"
