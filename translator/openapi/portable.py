"""Own the portable shape of a schema: what every client family accepts, never stricter.

The portable shape of a schema accepts whatever the schema accepts. Where a keyword has no
portable form it is left out, and a remark says so; the enforced schema keeps it. Clients refuse or
misread type lists, patterns of other dialects, arrays without items, `const`, bounds that exclude
their value, empty texts in enumerations and unknown keywords (`translator.profile_rules` says
which), so none of these is made.
"""

import math
from collections.abc import Callable, Mapping

from translator.json_value import JsonValue, to_json
from translator.openapi.closure import (
    LIST_KEYWORDS,
    MAP_KEYWORDS,
    SCHEMA_KEYWORDS,
    Shaper,
    keywords,
    references,
    referred,
)
from translator.openapi.conjunction import conjoin, same
from translator.openapi.type_lists import fit_enum, split_empty_text, split_types, unique
from translator.patterns import read_pattern
from translator.wording import fold, visible

#: Deeper than any person writes; deeper ones accept anything here.
MAX_DEPTH = 60
#: A definition whose JSON is no longer than this stands where it is used.
INLINE_CHARACTERS = 80
_EXAMPLE_CHARACTERS = 60
_PATTERN_CHARACTERS = 200
#: Formats whose name says all that an example could.
_TELLING_FORMATS = keywords(
    "int32 int64 float double date date-time uuid email uri url byte binary password ipv4 ipv6"
)
_STRUCTURE = SCHEMA_KEYWORDS | LIST_KEYWORDS | MAP_KEYWORDS | {"$ref"}
#: Keyword, the one to say it with, the narrower of two values, the way to the next, the words.
_EXCLUSIVE = (
    ("exclusiveMinimum", "minimum", max, 1, "Greater than"),
    ("exclusiveMaximum", "maximum", min, -1, "Less than"),
)


class PortableShaper:
    """Gives the portable shapes of schemas over one mapping of definitions."""

    def __init__(self, defs: Mapping[str, JsonValue]) -> None:
        self._defs = defs
        self.shaper = Shaper(defs, self._shape)

    def _shape(self, schema: JsonValue, at: str, remarks: list[str]) -> JsonValue:
        return Node(self, remarks, at).shape(schema)

    def known(self, name: str) -> bool:
        """Say whether there is such a definition."""
        return name in self._defs

    def small(self, name: str) -> JsonValue:
        """Return the shape of a definition that is better written where it is used, or None."""
        seen = set()
        while (target := self._alias_of(name)) is not None and name not in seen:
            seen.add(name)
            name = target
        raw = self._defs.get(name)
        if not isinstance(raw, dict):
            return {"not": {}} if raw is False else {} if raw is True else None
        if _STRUCTURE & raw.keys():
            return None
        shaped = self.shaper.definition(name)
        if shaped is None or len(to_json(shaped.schema)) > INLINE_CHARACTERS:
            return None
        return shaped.schema

    def _alias_of(self, name: str) -> str | None:
        raw = self._defs.get(name)
        return referred(raw) if isinstance(raw, dict) and len(raw) == 1 else None


class Node:
    """One schema being shaped: where it stands, what is lost on the way."""

    __slots__ = ("at", "depth", "loose", "owner", "remarks")

    def __init__(self, owner: PortableShaper, remarks: list[str], at: str, depth: int = 0) -> None:
        self.owner = owner
        self.remarks = remarks
        self.at = at
        self.depth = depth
        self.loose = False

    def shape(self, schema: JsonValue) -> dict[str, JsonValue]:
        """Return the portable shape."""
        if not isinstance(schema, dict):
            return {} if schema is True else {"not": {}}
        if self.depth > MAX_DEPTH:
            self.lose("what lies deeper")
            return {}
        out: dict[str, JsonValue] = {}
        for keyword, value in schema.items():
            rule = _RULES.get(keyword)
            if rule is not None:
                rule(self, out, keyword, value)
        self._finish(out, schema)
        return out

    def inner(self, schema: JsonValue, step: str = "") -> dict[str, JsonValue]:
        """Shape a subschema; `step` says where it is, seen from here."""
        node = Node(self.owner, self.remarks, self._place(step), self.depth + 1)
        made = node.shape(schema)
        self.loose = self.loose or node.loose
        return made

    def exact(self, schema: JsonValue, what: str) -> dict[str, JsonValue] | None:
        """Shape a subschema that must not grow; None, with a remark, where that cannot be."""
        remarks: list[str] = []
        node = Node(self.owner, remarks, self.at, self.depth + 1)
        made = node.shape(schema)
        if remarks or node.loose or references(made):
            self.lose(f"`{what}`")
            return None
        return made

    def lose(self, what: str) -> None:
        """Remark that something is checked at the call and not listed."""
        self.loose = True
        self.remarks.append(f"{self.at or 'arguments'}: {what} is checked at the call, not listed")

    def _place(self, step: str) -> str:
        return f"{self.at}.{step}" if self.at and step and step != "[]" else self.at + step

    def _finish(self, out: dict[str, JsonValue], schema: dict[str, JsonValue]) -> None:
        if "const" in out:
            _settle_const(out)
        self._settle_bounds(out)
        if "$ref" in out:
            self._settle_reference(out)
        for member in out.pop("allOf", ()):
            if member:
                conjoin(out, member)
        self._settle_groups(out, schema)
        self._settle_texts(out, schema)
        if "enum" in out:
            self._settle_enum(out)
        if isinstance(out.get("type"), list):
            split_types(out)
        elif "" in out.get("enum", ()):
            split_empty_text(out)
        if out.get("type") == "array":
            out.setdefault("items", {})
        if "default" in out and out["default"] is None and out.get("type", "null") != "null":
            del out["default"]

    def _settle_groups(self, out: dict[str, JsonValue], schema: dict[str, JsonValue]) -> None:
        """Leave out what would be stricter now that a keyword beside it is gone."""
        if "if" in schema and "if" not in out:
            out.pop("then", None)
            out.pop("else", None)
        if "patternProperties" in schema:
            self._settle_patterned(out, schema)
        if "maxContains" in schema and self.exact(schema.get("contains"), "maxContains") is None:
            out.pop("maxContains", None)

    def _settle_enum(self, out: dict[str, JsonValue]) -> None:
        """Tell values that are objects or lists, which clients do not take."""
        fit_enum(out)
        values = out.get("enum", ())
        if any(isinstance(value, dict | list) for value in values):
            del out["enum"]
            self.lose("`enum`")
            told = f"One of {', '.join(map(to_json, values))}."
            out["description"] = f"{out.get('description', '')} {told}".strip()

    def _settle_patterned(self, out: dict[str, JsonValue], schema: dict[str, JsonValue]) -> None:
        """Say of properties whose names follow patterns what any of them may be."""
        self.lose("`patternProperties`")
        rest = schema.get("additionalProperties", True)
        members = [*schema["patternProperties"].values(), *([] if rest is False else [rest])]
        shapes = unique([self.inner(member, "*") for member in members])
        if {} in shapes:
            out.pop("additionalProperties", None)
        else:
            out["additionalProperties"] = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}

    def _settle_bounds(self, out: dict[str, JsonValue]) -> None:
        """Say bounds that exclude their value with those that do not.

        For integers that is exact; elsewhere the value itself is refused at the call.
        """
        names = out.get("type")
        kinds = set(names if isinstance(names, list) else [names])
        whole = "integer" in kinds and not kinds & {"number", None}
        for keyword, plain, narrower, step, words in _EXCLUSIVE:
            if keyword not in out:
                continue
            bound = out.pop(keyword)
            if whole:
                bound = math.floor(bound) + 1 if step > 0 else math.ceil(bound) - 1
            else:
                self.lose(f"`{keyword}`")
                out["description"] = f"{out.get('description', '')} {words} {bound}.".strip()
            out[plain] = narrower(out[plain], bound) if plain in out else bound

    def _settle_reference(self, out: dict[str, JsonValue]) -> None:
        name = referred(out) or ""
        small = self.owner.small(name)
        if small is None and self.owner.known(name):
            return
        del out["$ref"]
        if small is None:
            self.lose(f"a reference to {name!r}, which is nowhere,")
        else:
            conjoin(out, small)

    def _settle_texts(self, out: dict[str, JsonValue], schema: dict[str, JsonValue]) -> None:
        pattern = schema.get("pattern")
        unlisted = isinstance(pattern, str) and "pattern" not in out
        if isinstance(pattern, str) and unlisted:
            cut = len(pattern) > _PATTERN_CHARACTERS
            shown = visible(pattern[:_PATTERN_CHARACTERS]) + ("…" if cut else "")
            out["description"] = f"{out.get('description', '')} Pattern: {shown}".strip()
        if "examples" in out and not (unlisted or _teaches(schema)):
            del out["examples"]
        if "title" in out and _squash(out["title"]) in (_squash(_last(self.at)), ""):
            del out["title"]


def _settle_const(out: dict[str, JsonValue]) -> None:
    """Say one value as an enumeration; beside another one both hold."""
    value = out.pop("const")
    if "enum" not in out or any(same(value, other) for other in out["enum"]):
        out["enum"] = [value]
    else:
        out["not"] = {}


def _squash(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


def _last(at: str) -> str:
    return at.rpartition(".")[2]


def _teaches(schema: dict[str, JsonValue]) -> bool:
    """Say whether an example shows a form that the schema's words do not."""
    if not {"enum", "const", "default"}.isdisjoint(schema):
        return False
    return "pattern" in schema or schema.get("format", "date") not in _TELLING_FORMATS


Rule = Callable[[Node, dict[str, JsonValue], str, JsonValue], None]


def _copy(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    out[keyword] = value


def _copy_unless_empty(
    node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue
) -> None:
    if value:
        out[keyword] = value


def _text(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    text = fold(value)
    if text:
        out[keyword] = text


def _examples(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    texts = [v for v in value if isinstance(v, str) and 0 < len(v) <= _EXAMPLE_CHARACTERS]
    if texts:
        out[keyword] = texts[:1]


def _pattern(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    read = read_pattern(value)
    if read.portable:
        out[keyword] = read.text
    else:
        node.lose("the pattern" if read.engine else "a pattern no engine compiles")


def _subschema(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    out[keyword] = node.inner(value, "[]" if keyword == "items" else "")


def _items(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    """Say `items: false` as a length: it means no item beyond the prefix (2020-12 §10.3.1.2)."""
    if value is False:
        out["maxItems"] = min(out.get("maxItems", 10**9), len(out.get("prefixItems", ())))
    else:
        _subschema(node, out, keyword, value)


def _additional(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    if value is False:
        out[keyword] = False
    elif value is not True and value != {}:
        out[keyword] = node.inner(value, "*")


def _properties(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    out[keyword] = {
        name: node.inner(member, name) for name, member in value.items() if member is not False
    }


def _choice(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    """Say oneOf as anyOf: a branch that grew would make another one's values match twice."""
    if keyword == "oneOf" and len(value) > 1:
        node.loose = True
    branches: list[JsonValue] = []
    for member in value:
        branch = node.inner(member)
        if branch == {}:
            return
        if branch != {"not": {}} and not any(same(branch, other) for other in branches):
            branches.append(branch)
    choice = {"anyOf": branches} if len(branches) > 1 else (branches or [{"not": {}}])[0]
    out["allOf"] = [*out.get("allOf", ()), choice]


def _all(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    out["allOf"] = [*out.get("allOf", ()), *(node.inner(member) for member in value)]


def _prefix(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    out[keyword] = [node.inner(member, "[]") for member in value]


def _named(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    out[keyword] = {name: node.inner(member) for name, member in value.items()}


def _exact(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    made = node.exact(value, keyword)
    if made is not None:
        out[keyword] = made


def _dropped(node: Node, out: dict[str, JsonValue], keyword: str, value: JsonValue) -> None:
    node.lose(f"`{keyword}`")


_RULES: Mapping[str, Rule] = {
    **dict.fromkeys(["$ref", "type", "const", "enum", "format", "default", "minContains"], _copy),
    **dict.fromkeys(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], _copy),
    **dict.fromkeys(["multipleOf", "maxLength", "maxItems", "maxProperties"], _copy),
    **dict.fromkeys(["maxContains", "contentEncoding", "contentMediaType"], _copy),
    **dict.fromkeys(["minLength", "minItems", "minProperties"], _copy_unless_empty),
    **dict.fromkeys(["required", "dependentRequired", "uniqueItems"], _copy_unless_empty),
    **dict.fromkeys(["then", "else", "propertyNames", "contains"], _subschema),
    **dict.fromkeys(["title", "description"], _text),
    **dict.fromkeys(["anyOf", "oneOf"], _choice),
    **dict.fromkeys(["not", "if"], _exact),
    **dict.fromkeys(["unevaluatedItems", "unevaluatedProperties"], _dropped),
    "deprecated": _copy_unless_empty,
    "examples": _examples,
    "pattern": _pattern,
    "items": _items,
    "prefixItems": _prefix,
    "additionalProperties": _additional,
    "properties": _properties,
    "dependentSchemas": _named,
    "allOf": _all,
}
