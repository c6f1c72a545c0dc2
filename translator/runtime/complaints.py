"""Own the sentences that say what is wrong with a value, so that a model can put it right.

Each names the place in words (`filter.name`, `tags[0]`), what was expected, and a bounded view
of what was given; what its schema calls a password is never shown. Pure.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jsonschema_rs import ValidationError, ValidationErrorKind

from translator.json_value import JsonValue, to_json
from translator.runtime.secret_places import is_secret_place

_MAX_SHOWN = 60
_MAX_NAMES = 30
_MAX_OPTIONS = 12
_TYPES = {"integer": "an integer", "array": "an array", "object": "an object", "null": "null"}

Path = Sequence[str | int]
#: Gives what stands at a path into the schema, None for nothing.
SchemaAt = Callable[[Path], JsonValue]


@dataclass(frozen=True, slots=True)
class Subject:
    """What is judged: what its root is called, and how its members are."""

    root: str
    member: str
    takes: str


ARGUMENTS = Subject("the arguments", "argument", "this tool takes")
ANSWER = Subject("the answer", "member", "it has")


def complaint(error: ValidationError, schema_at: SchemaAt, subject: Subject) -> str:
    """Return one sentence about an error, without a full stop."""
    return _Complaint(error, schema_at, subject).sentence()


def in_words(path: Path, root: str) -> str:
    """Return a path as a person says it: `filter.name`, `tags[0].id`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step:.64}" for step in path)
    text = "".join(steps).removeprefix(".")
    return f"`{text}`" if text else root


def kind_of(value: JsonValue) -> str:
    """Return what a JSON value is, with its article."""
    names: dict[type, str] = {
        type(None): "null",
        bool: "a boolean",
        str: "a text",
        list: "an array",
        dict: "an object",
    }
    return names.get(type(value), "a number")


def shown(value: JsonValue) -> str:
    """Return a bounded view of a value; of arrays and objects, only what they are."""
    if isinstance(value, list | dict):
        return kind_of(value)
    text = to_json(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"


def _alternatives(values: Sequence[JsonValue]) -> str:
    texts = [shown(value) for value in values[:_MAX_OPTIONS]]
    more = len(values) - _MAX_OPTIONS
    return ", ".join(texts) + (f" or {more} others" if more > 0 else "")


def _type_names(names: Sequence[str]) -> str:
    ordered = sorted(names, key=lambda name: name == "null")
    return " or ".join(_TYPES.get(name, f"a {name}") for name in ordered)


class _Complaint:
    """One error on its way to a sentence."""

    def __init__(self, error: ValidationError, schema_at: SchemaAt, subject: Subject) -> None:
        self.path = error.instance_path
        self.value = error.instance
        self.kind: Any = error.kind
        self.error = error
        self.schema_at = schema_at
        self.subject = subject
        self.where = in_words(self.path, subject.root)
        self.schema = schema_at(error.schema_path[:-1])

    def sentence(self) -> str:
        if isinstance(self.kind, ValidationErrorKind.BacktrackLimitExceeded):
            return f"{self.where} is too long to be checked against its pattern"
        say = _SENTENCES.get(self.kind.name)
        if say is not None:
            return say(self)
        return f"{self.where} is not as its schema says" + (
            "" if self.secret or self.composed else f": {self.error.message:.200}"
        )

    def inner(self, error: ValidationError) -> str:
        return complaint(error, self.schema_at, self.subject)

    @property
    def secret(self) -> bool:
        """Say whether any schema of the value, or of what it stands in, calls it a secret."""
        return is_secret_place(self.schema_at(()), self.path) or is_secret_place(self.schema, ())

    @property
    def composed(self) -> bool:
        """Say whether the value may hold secrets of its own."""
        return isinstance(self.value, dict | list)

    @property
    def given(self) -> str:
        """Say what was given instead, unless it is a secret."""
        return "" if self.secret else f", not {shown(self.value)}"


def _type(one: _Complaint) -> str:
    given = kind_of(one.value)
    if isinstance(one.value, str | int | float) and not one.secret:
        given = f"{given}: {shown(one.value)}"
    return f"{one.where} must be {_type_names(one.kind.types)}, not {given}"


def _required(one: _Complaint) -> str:
    return f"{in_words([*one.path, one.kind.property], one.subject.root)} is required"


def _unknown(one: _Complaint) -> str:
    return _unknown_members(one, one.kind.unexpected)


def _unknown_members(one: _Complaint, names: Sequence[str]) -> str:
    few = ", ".join(f"`{name:.64}`" for name in names[:_MAX_OPTIONS])
    plural = "s" if len(names) > 1 else ""
    known = list(one.schema.get("properties", ())) if isinstance(one.schema, dict) else []
    more = f" and {len(known) - _MAX_NAMES} more" if len(known) > _MAX_NAMES else ""
    takes = f"{', '.join(known[:_MAX_NAMES]) or 'none'}{more}"
    if not one.path:
        return f"unknown {one.subject.member}{plural} {few}; {one.subject.takes}: {takes}"
    return f"{one.where} has unknown member{plural} {few}; it takes: {takes}"


def _options(one: _Complaint) -> str:
    return f"{one.where} must be one of {_alternatives(one.kind.options)}{one.given}"


def _constant(one: _Complaint) -> str:
    return f"{one.where} must be {shown(one.kind.expected_value)}{one.given}"


def _pattern(one: _Complaint) -> str:
    return f"{one.where} must match {one.kind.pattern:.200}{one.given}"


def _measured(words: str, measure: Callable[[JsonValue], object] = shown) -> "Say":
    def say(one: _Complaint) -> str:
        limit = getattr(one.kind, "limit", getattr(one.kind, "multiple_of", None))
        given = "" if one.secret else f", not {measure(one.value)}"
        return f"{one.where} must {words.format(limit)}{given}"

    return say


def _no_alternative(one: _Complaint) -> str:
    """Name the types that would do, else what is wrong by the alternative that comes nearest."""
    branches = [branch for branch in one.kind.context if branch]
    if not branches:
        return f"{one.where} fits more than one alternative"
    firsts: list[Any] = [branch[0] for branch in branches]
    at_hand = [e for e in firsts if e.kind.name == "type" and e.instance_path == one.path]
    if len(at_hand) == len(firsts):
        names = list(dict.fromkeys(name for e in at_hand for name in e.kind.types))
        given = kind_of(one.value)
        return f"{one.where} must be {_type_names(names)}, not {given}"
    nearest = min(
        (branch for branch in branches if branch[0] not in at_hand),
        key=lambda branch: (len(branch), -max(len(e.instance_path) for e in branch)),
    )
    told = one.inner(nearest[0])
    if len(branches) - len(at_hand) == 1:
        return told
    return f"{one.where} fits none of {len(branches)} alternatives; by the nearest, {told}"


def _forbidden(one: _Complaint) -> str:
    if one.error.schema_path[-1:] == ["additionalProperties"] and isinstance(one.value, dict):
        return _unknown_members(one, list(one.value))
    return f"{one.where} must not be given"


def _name(one: _Complaint) -> str:
    return f"{one.where} has a member name that is not allowed: {one.kind.error.message:.200}"


def _contains(one: _Complaint) -> str:
    return f"{one.where} lacks an item that its schema demands"


def _unique(one: _Complaint) -> str:
    return f"{one.where} must not repeat an item"


Say = Callable[[_Complaint], str]
_SENTENCES: Mapping[str, Say] = {
    "type": _type,
    "required": _required,
    "additionalProperties": _unknown,
    "unevaluatedProperties": _unknown,
    "enum": _options,
    "const": _constant,
    "pattern": _pattern,
    "minimum": _measured("be at least {}"),
    "maximum": _measured("be at most {}"),
    "exclusiveMinimum": _measured("be more than {}"),
    "exclusiveMaximum": _measured("be less than {}"),
    "multipleOf": _measured("be a multiple of {}"),
    "minLength": _measured("have at least {} characters", len),
    "maxLength": _measured("have at most {} characters", len),
    "minItems": _measured("have at least {} items", len),
    "maxItems": _measured("have at most {} items", len),
    "minProperties": _measured("have at least {} members", len),
    "maxProperties": _measured("have at most {} members", len),
    "uniqueItems": _unique,
    "contains": _contains,
    "propertyNames": _name,
    "anyOf": _no_alternative,
    "oneOf": _no_alternative,
    "falseSchema": _forbidden,
}
