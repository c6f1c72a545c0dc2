"""Own the schemas that Gemini's older field `parameters` takes: a part of OpenAPI 3.0's.

For programs that hand a tool's schema to that field as it is; one unknown keyword and every
request fails (see `profile_rules`). What the field cannot say is said in the description, or
left to the check at the call with a remark. `nullable` is the field's word for null. Where the
field must have a type and the schema takes anything, the choice of all types stands. Pure; in
comes a portable schema without references.
"""

from collections.abc import Callable, Mapping

from translator.json_value import JsonValue, to_json
from translator.openapi.closure import keywords
from translator.openapi.conjunction import conjoin
from translator.profile_rules import GEMINI_FIELD_FORMATS, GEMINI_FIELD_KEYWORDS

_STRUCTURE = keywords("properties items anyOf enum")
_SILENT = keywords(
    "additionalProperties contentEncoding contentMediaType minContains maxContains then else"
)
_SCALARS: tuple[JsonValue, ...] = tuple(
    {"type": name} for name in ("string", "number", "boolean", "object")
)
_ANYTHING: JsonValue = {"anyOf": [*_SCALARS, {"type": "array", "items": {"anyOf": list(_SCALARS)}}]}


def narrow(schema: JsonValue, remarks: list[str], at: str = "") -> dict[str, JsonValue]:
    """Return a portable schema in the words of the field; what it loses is remarked."""
    if not isinstance(schema, dict):
        schema = {} if schema is True else {"not": {}}
    return _Narrowing(schema, remarks, at).narrowed()


class _Narrowing:
    """One schema on its way: `out` has what the field takes, `told` what the text must say."""

    def __init__(self, schema: dict[str, JsonValue], remarks: list[str], at: str) -> None:
        self._schema = dict(schema)
        self._remarks = remarks
        self._at = at
        self._told: list[str] = []
        self._out: dict[str, JsonValue] = {}

    def narrowed(self) -> dict[str, JsonValue]:
        for member in self._schema.pop("allOf", ()):
            self._join(member)
        for keyword, value in self._schema.items():
            rule = _RULES.get(keyword)
            if rule is not None:
                rule(self, value)
            elif keyword in GEMINI_FIELD_KEYWORDS:
                self._out[keyword] = value
            elif keyword not in _SILENT:
                self.lose(keyword)
        self._settle_type()
        self._settle_text()
        return self._out

    def inner(self, schema: JsonValue, name: str = "") -> dict[str, JsonValue]:
        """Narrow a schema inside this one."""
        at = f"{self._at}.{name}" if self._at and name else self._at or name
        return narrow(schema, self._remarks, at)

    def lose(self, keyword: str) -> None:
        """Remark that something is checked at the call and not listed."""
        place = self._at or "arguments"
        self._remarks.append(f"{place}: `{keyword}` is checked at the call, not listed")

    def _join(self, member: JsonValue) -> None:
        conjoin(self._schema, member)
        if self._schema.pop("allOf", None):
            self.lose("allOf")

    def enumeration(self, values: list[JsonValue]) -> None:
        """List values that are texts; tell the others."""
        if all(isinstance(value, str) and value for value in values):
            self._out["enum"] = values
        elif len(values) == 1:
            self.tell("enum", f"Always {to_json(values[0])}.")
        else:
            self.tell("enum", f"One of {', '.join(map(to_json, values))}.")

    def format(self, name: str) -> None:
        """List a format the field knows; tell another one."""
        kind = self._schema.get("type", "string")
        if name in GEMINI_FIELD_FORMATS.get(kind, frozenset()):
            self._out["format"] = name
        else:
            self._told.append(f"Format: {name}.")

    def choice(self, branches: list[JsonValue]) -> None:
        """List a choice; null is a word of its own, and one branch alone is none."""
        kept = [self.inner(one) for one in branches if one != {"type": "null"}]
        if len(kept) < len(branches):
            self._out["nullable"] = True
        if len(kept) == 1:
            text = kept[0].pop("description", None)
            self._out = {**kept[0], **self._out}
            self._told += [text] if text else []
        elif kept:
            self._out["anyOf"] = kept

    def members(self, value: dict[str, JsonValue]) -> None:
        """List the properties of an object."""
        self._out["properties"] = {name: self.inner(one, name) for name, one in value.items()}

    def needed(self, names: list[str]) -> None:
        """List the required names that are properties."""
        known = [name for name in names if name in self._schema.get("properties", {})]
        if known:
            self._out["required"] = known

    def beginning(self, members: list[JsonValue]) -> None:
        """List what a list begins with as what any item may be."""
        rest = [self._schema["items"]] if self._schema.get("items") else []
        self._out["items"] = self.inner({"anyOf": [*members, *rest]})
        self.lose("prefixItems")

    def items(self, value: JsonValue) -> None:
        """List what the items of a list are."""
        if "prefixItems" not in self._schema:
            self._out["items"] = self.inner(value)

    def additional(self, value: JsonValue) -> None:
        """Tell what a dictionary holds; that nothing else is taken is said at the call."""
        if isinstance(value, dict) and value:
            kind = value.get("type", "any")
            self.tell("additionalProperties", f"Any names; each value is of type {kind}.")

    def said(self, text: str) -> None:
        """Say in the description what changes no value."""
        self._told.append(text)

    def tell(self, keyword: str, text: str) -> None:
        """Say in the description what a keyword would."""
        self._told.append(text)
        self.lose(keyword)

    def _settle_type(self) -> None:
        if self._out.get("type") == "null":
            self._out |= {"type": "string", "nullable": True}
            self._told.append("Always null.")
        if "anyOf" in self._out:
            self._out.pop("default", None)
        if "properties" in self._out or "required" in self._out:
            self._out["type"] = "object"
        elif "anyOf" in self._out:
            self._out.pop("type", None)
        elif "items" in self._out:
            self._out["type"] = "array"
        elif "type" not in self._out:
            self._out |= {"type": "string"} if "enum" in self._out else _ANYTHING

    def _settle_text(self) -> None:
        text = " ".join([*filter(None, [self._out.get("description")]), *self._told])
        if text:
            self._out["description"] = text


Rule = Callable[[_Narrowing, JsonValue], None]
_RULES: Mapping[str, Rule] = {
    "enum": _Narrowing.enumeration,
    "const": lambda it, value: it.enumeration([value]),
    "format": _Narrowing.format,
    "anyOf": _Narrowing.choice,
    "properties": _Narrowing.members,
    "required": _Narrowing.needed,
    "items": _Narrowing.items,
    "prefixItems": _Narrowing.beginning,
    "additionalProperties": _Narrowing.additional,
    "multipleOf": lambda it, value: it.tell("multipleOf", f"A multiple of {to_json(value)}."),
    "uniqueItems": lambda it, value: it.tell("uniqueItems", "No item twice."),
    "deprecated": lambda it, value: it.said("Deprecated."),
    "examples": lambda it, value: it.said(f"Such as {to_json(value[0])}."),
}
