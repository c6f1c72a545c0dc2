"""JSON text → value, as descriptions need it: exact integers, duplicate keys told, bounded.

The fast path of reading a document. More lenient than `json_value.parse_json`, which reads our
own JSON: control characters inside texts pass, and NaN, infinities and numbers beyond a double
stay text with a finding, because a description that holds one is still a description.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from translator.errors import SourceError
from translator.json_value import JsonValue, NotJson
from translator.openapi.limits import DocumentLimits, Remarks
from translator.openapi.surrogates import without_surrogates
from translator.openapi.way import Way, pointer_of

_TEXT = r'"(?:[^"\\]|\\.)*+"'
_BRACKETS = re.compile(rf"{_TEXT}|[\[\]{{}}]", re.DOTALL)
_TEXTS = re.compile(_TEXT, re.DOTALL)
#: Half of a surrogate pair without its other half; sometimes more, when backslashes abound.
_HALF_ESCAPE = re.compile(
    r"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]"
)
_MAX_PLACED = 1_000
_LONG_INTEGER = re.compile(r"[0-9]{4301}")


def read_json(text: str, uri: str, limits: DocumentLimits, remarks: Remarks) -> JsonValue:
    """Read JSON (RFC 8259).

    Raises:
        NotJson: it is not JSON; the message has line and column.
        SourceError: it passes a limit.
    """
    _check_nodes(text, uri, limits)
    odd = _Oddities()
    root = _parse(text, uri, limits, odd)
    if depth_of(root, limits.max_depth) > limits.max_depth:
        raise _too_deep(text, uri, limits)
    odd.report(root, remarks)
    if ("\\ud" in text or "\\uD" in text) and _HALF_ESCAPE.search(text):
        return without_surrogates(root, remarks)
    return root


def depth_of(root: JsonValue, enough: int) -> int:
    """Return how many levels of objects and arrays there are; stops counting past `enough`."""
    depth = 0
    level = [root] if isinstance(root, (dict, list)) else []
    while level and depth <= enough:
        depth += 1
        level = [
            child
            for value in level
            for child in (value.values() if isinstance(value, dict) else value)
            if isinstance(child, (dict, list))
        ]
    return depth


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """Return where a character stands, both counted from 1."""
    before = text.rfind("\n", 0, index)
    return text.count("\n", 0, index) + 1, index - before


def _parse(text: str, uri: str, limits: DocumentLimits, odd: "_Oddities") -> JsonValue:
    try:
        return json.loads(
            text,
            strict=False,
            object_pairs_hook=odd.members,
            parse_float=odd.decimal,
            parse_constant=odd.no_number,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise NotJson(f"{place}: {error.msg}") from error
    except RecursionError as error:
        raise _too_deep(text, uri, limits) from error
    except ValueError as error:
        found = _LONG_INTEGER.search(text)
        line, column = line_and_column(text, found.start() if found else 0)
        raise SourceError(
            f"line {line}, column {column}: this integer is too long to be read; shorten it",
            document=uri,
        ) from error


@dataclass(frozen=True, slots=True)
class _Oddity:
    """What there is to say about one object met while parsing, whose place is not known yet."""

    code: str
    subject: JsonValue
    messages: tuple[tuple[str | None, str], ...]
    """Pairs of a member's name (None for the subject itself) and what to say."""


@dataclass(slots=True)
class _Oddities:
    """Hooks for the parser; remembers by identity what is odd, which is rare."""

    _found: dict[int, _Oddity] = field(default_factory=dict)
    _unplaced: Counter[str] = field(default_factory=Counter)

    def members(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        value = dict(pairs)
        if len(value) != len(pairs):
            counted = Counter(key for key, _ in pairs)
            repeated = (key for key, times in counted.items() if times > 1)
            messages = tuple(
                (key, f"the key {key[:80]!r} stands here twice; the last one counts")
                for key in islice(repeated, _MAX_PLACED)
            )
            self._remember(_Oddity("duplicate-key", value, messages))
        return value

    def decimal(self, text: str) -> float | str:
        value = float(text)
        return value if math.isfinite(value) else self.no_number(text)

    def no_number(self, text: str) -> str:
        message = f"{text[:40]} is no number that JSON and a double can hold; kept as text"
        self._remember(_Oddity("number-out-of-range", text, ((None, message),)))
        return text

    def _remember(self, oddity: _Oddity) -> None:
        if len(self._found) < _MAX_PLACED:
            self._found[id(oddity.subject)] = oddity
        else:
            self._unplaced[oddity.code] += 1

    def report(self, root: JsonValue, remarks: Remarks) -> None:
        """Find out where the odd objects stand, and say so."""
        if not self._found:
            return
        for value, way in _walk(root):
            oddity = self._found.get(id(value))
            if oddity is None or oddity.subject is not value:
                continue
            for name, message in oddity.messages:
                place = (way, name) if name is not None else way
                remarks.add(oddity.code, message, pointer_of(place))
        for code, times in self._unplaced.items():
            remarks.count(code, times)


def _walk(root: JsonValue) -> Iterator[tuple[JsonValue, Way]]:
    """Yield every value with the way to it, in the order of the document."""
    pending: list[tuple[JsonValue, Way]] = [(root, ())]
    while pending:
        value, way = pending.pop()
        yield value, way
        if isinstance(value, dict):
            pending.extend([(item, (way, key)) for key, item in value.items()][::-1])
        elif isinstance(value, list):
            pending.extend([(item, (way, key)) for key, item in enumerate(value)][::-1])


def _check_nodes(text: str, uri: str, limits: DocumentLimits) -> None:
    """Refuse before parsing what would fill the memory: commas and brackets count values."""
    if _separators(text) > limits.max_nodes:
        count = _separators(_TEXTS.sub("", text))
        if count > limits.max_nodes:
            raise SourceError(
                f"more than {limits.max_nodes:,} values; split the description", document=uri
            )


def _separators(text: str) -> int:
    return text.count(",") + text.count("[") + text.count("{")


def _too_deep(text: str, uri: str, limits: DocumentLimits) -> SourceError:
    depth, place = 0, ""
    for match in _BRACKETS.finditer(text):
        if match.group() in "[{":
            depth += 1
        elif match.group() in "]}":
            depth -= 1
        if depth > limits.max_depth:
            line, column = line_and_column(text, match.start())
            place = f"line {line}, column {column}: "
            break
    return SourceError(
        f"{place}nested deeper than {limits.max_depth} levels; flatten it", document=uri
    )
