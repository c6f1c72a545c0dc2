"""Own checking values against schemas that are compiled once.

In comes an enforced schema; out come checks that complain in sentences, and that say which
texts were meant as other values. Nothing here fetches anything. Pure.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from typing import Any

import jsonschema_rs
from jsonschema_rs import ValidationError

from translator.json_value import JsonValue, to_json
from translator.patterns import BACKTRACK_LIMIT
from translator.runtime.complaints import Path, Subject, complaint

MAX_COMPLAINTS = 10
_MAX_ERRORS = 50
_MAX_ROUNDS = 3
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,39})")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,39})(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?")

#: What an error says a value was meant as: a one-element tuple, or empty.
Meant = Callable[[ValidationError], tuple[JsonValue, ...]]


@dataclass(frozen=True, slots=True)
class Check:
    """A compiled schema, the schema itself, and what is judged by it."""

    schema: JsonValue
    validator: jsonschema_rs.Validator
    subject: Subject

    def complaints(self, value: JsonValue) -> tuple[str, ...]:
        """Return what is wrong with a value, one sentence each; nothing where it is right."""
        try:
            if self.validator.is_valid(value):
                return ()
            errors = list(islice(self.validator.iter_errors(value), _MAX_ERRORS))
            told = list(dict.fromkeys(self._sentence(error) for error in errors))
        except UnicodeError:
            return (f"{self.subject.root}: a text holds half a surrogate pair; leave it out",)
        except (ValueError, RecursionError) as error:
            return (f"{self.subject.root} cannot be checked: {error!s:.200}",)
        more = len(told) - MAX_COMPLAINTS
        rest = (f"and {more} more problems",) if more > 0 else ()
        return (*told[:MAX_COMPLAINTS], *rest)

    def as_meant(self, value: JsonValue, meant: Meant) -> JsonValue:
        """Return the value, or a copy with what its errors say was meant otherwise."""
        for _ in range(_MAX_ROUNDS):
            changes = list(self._changes(value, meant))
            if not changes:
                break
            value = deepcopy(value)
            for path, other in changes:
                value = _replaced(value, path, other)
        return value

    def _changes(self, value: JsonValue, meant: Meant) -> Iterator[tuple[Path, JsonValue]]:
        try:
            if self.validator.is_valid(value):
                return
            errors = list(islice(_flat(self.validator.iter_errors(value)), _MAX_ERRORS))
        except (ValueError, RecursionError):
            return
        changed = set()
        for error in errors:
            place = to_json(error.instance_path)
            for other in meant(error) if place not in changed else ():
                changed.add(place)
                yield error.instance_path, other

    def _sentence(self, error: ValidationError) -> str:
        return complaint(error, self._schema_at, self.subject)

    def _schema_at(self, path: Path) -> JsonValue:
        node = self.schema
        for step in path:
            if isinstance(node, dict):
                node = node.get(str(step))
            elif isinstance(node, list) and isinstance(step, int) and step < len(node):
                node = node[step]
            else:
                return None
        return node


def compile_check(schema: JsonValue, subject: Subject) -> Check:
    """Compile an enforced schema: patterns in linear time, else in a bounded number of steps.

    Raises:
        ValueError: it is no schema.
    """
    try:
        validator = _compiled(schema, jsonschema_rs.RegexOptions())
    except ValueError:
        options = jsonschema_rs.FancyRegexOptions(backtrack_limit=BACKTRACK_LIMIT)
        validator = _compiled(schema, options)
    return Check(schema, validator, subject)


def _compiled(
    schema: JsonValue, options: jsonschema_rs.RegexOptions | jsonschema_rs.FancyRegexOptions
) -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator(
        schema, pattern_options=options, validate_formats=False, offline=True
    )


def integer_meant(error: ValidationError) -> tuple[JsonValue, ...]:
    """Return the integer that a decimal text stands for where the schema wants one.

    Clients that read numbers as doubles give large ids as text (RFC 8259 §6).
    """
    text = error.instance
    if error.kind.name != "type" or not isinstance(text, str) or not _INTEGER.fullmatch(text):
        return ()
    kind: Any = error.kind
    return (int(text),) if "integer" in kind.types else ()


def text_meant(error: ValidationError) -> tuple[JsonValue, ...]:
    """Return the value that a text from a URI stands for where the schema wants another type."""
    kind: Any = error.kind
    text = error.instance
    if not isinstance(text, str):
        return ()
    if kind.name == "enum":
        return tuple(option for option in kind.options if to_json(option) == text)[:1]
    if kind.name == "const":
        return (kind.expected_value,) if to_json(kind.expected_value) == text else ()
    if kind.name != "type":
        return ()
    for name in sorted(kind.types):
        read = _READINGS.get(name)
        found = read(text) if read else ()
        if found:
            return found
    return ()


def _integer(text: str) -> tuple[JsonValue, ...]:
    return (int(text),) if _INTEGER.fullmatch(text) else ()


def _number(text: str) -> tuple[JsonValue, ...]:
    return _integer(text) or ((float(text),) if _NUMBER.fullmatch(text) else ())


def _boolean(text: str) -> tuple[JsonValue, ...]:
    return ({"true": True, "false": False}[text],) if text in ("true", "false") else ()


_READINGS: Mapping[str, Callable[[str], tuple[JsonValue, ...]]] = {
    "array": lambda text: ([text],),
    "boolean": _boolean,
    "integer": _integer,
    "null": lambda text: (None,) if text == "null" else (),
    "number": _number,
}


def _flat(errors: Iterator[ValidationError]) -> Iterator[ValidationError]:
    """Give errors, and those of the alternatives inside them."""
    for error in errors:
        yield error
        for branch in getattr(error.kind, "context", ()):
            yield from _flat(iter(branch))


def _replaced(root: JsonValue, path: Path, value: JsonValue) -> JsonValue:
    if not path:
        return value
    node = root
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    return root
