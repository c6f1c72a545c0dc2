"""YAML text → plain JSON values, under the rules of YAML 1.2.2 that OpenAPI names.

OAS 3.1.1 §4.3 limits YAML to the JSON schema ruleset (YAML 1.2.2 §10.2) with text as keys, so
`no`, `on`, `0123`, `0x1F`, `1_000`, `12:30` and dates are text. Of the core schema (§10.3) the
spellings `~`, empty, `Null`, `True`, `FALSE` and `.5` are read too, because documents use them.

Works on the parser's events and not on PyYAML's constructors: no tag runs code, nothing recurses,
an alias shares its value while its expanded size is counted, and every complaint has a place.
Merge keys, which are YAML 1.1, are applied as people mean them.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml
from yaml.error import Mark
from yaml.reader import ReaderError

from translator.errors import SourceError
from translator.json_value import JsonValue, to_json
from translator.openapi.json_text import line_and_column
from translator.openapi.limits import DocumentLimits, Remarks, Tick
from translator.openapi.resolve import join_pointer
from translator.openapi.surrogates import join_surrogates

if TYPE_CHECKING:
    from yaml._yaml import Mark as CMark

_CONSTANTS: dict[str, JsonValue] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_MAX_KEY = 200
_TICK_EVERY = 20_000
#: So many characters of a text that an alias repeats count as one more value.
_CHARACTERS_A_VALUE = 100
#: Above this the fallback parser, which is written in Python, would take minutes.
_MAX_SLOW_CHARACTERS = 5_000_000

_TAG = "tag:yaml.org,2002:"
_TEXT_TAGS = frozenset({"!", _TAG + "str", _TAG + "binary", _TAG + "timestamp"})
_VALUE_TAGS = frozenset(_TAG + name for name in ("null", "bool", "int", "float", "merge", "value"))
_COLLECTION_TAGS = frozenset(_TAG + name for name in ("map", "seq", "omap", "pairs", "set"))


def read_yaml(
    text: str, uri: str, limits: DocumentLimits, remarks: Remarks, tick: Tick | None = None
) -> JsonValue:
    """Read the first document of a YAML stream.

    Raises:
        NotYaml: it is no YAML; the message has line and column.
        SourceError: it passes a limit.
    """
    composer = _Composer(uri, limits, remarks)
    try:
        _compose(composer, text, tick)
    except _NeedsPythonParser:
        composer = _Composer(uri, limits, remarks)
        _compose(composer, text, tick, fast=False)
    except _TooDeepForParser as error:
        message = f"{error}: nested deeper than {limits.max_depth} levels; flatten it"
        raise SourceError(message, document=uri) from error
    return composer.root


def scalar_value(text: str) -> JsonValue:
    """Return what a plain scalar means (YAML 1.2.2 §10.2.2); whatever is no number is text.

    Raises:
        ValueError: an integer has more digits than Python converts.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in "-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


class NotYaml(ValueError):
    """The text is not YAML."""


class _NeedsPythonParser(Exception):
    r"""libyaml refuses `\ud83d\ude00`, which JSON allows and so YAML 1.2 should."""


class _TooDeepForParser(Exception):
    """libyaml looks ahead for a key and gives up at 1,000 levels, before the composer sees any."""


class _MergeKey:
    """Stands for a plain `<<` key."""


_MERGE = _MergeKey()


@dataclass(frozen=True, slots=True)
class _Node:
    """What an anchor holds: a value, its text as a key, its expanded size, the levels below.

    The size counts values, and long texts as several: whoever writes them out writes each.
    """

    value: JsonValue
    text: str | None
    size: int = 1
    height: int = 0


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet."""

    value: JsonValue
    anchor: str | None
    size: int = 1
    height: int = 0
    key: str | _MergeKey | None = None
    merges: list[dict[str, JsonValue]] = field(default_factory=list)


class _Composer:
    """Builds one value from events; knows where it is, so that remarks can say so."""

    def __init__(self, uri: str, limits: DocumentLimits, remarks: Remarks) -> None:
        self.root: JsonValue = None
        self._uri, self._remarks = uri, remarks
        self._max_nodes, self._max_depth = limits.max_nodes, limits.max_depth
        self._open: list[_Open] = []
        self._anchors: dict[str, _Node | None] = {}
        self._nodes = 0

    def feed(self, event: yaml.Event) -> None:
        """Take the next event of the document."""
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._start(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._count(1, event)
        text = event.value
        if not text.isascii():
            text, replaced = join_surrogates(text)
            if replaced:
                message = "half a surrogate pair was read as U+FFFD"
                self._remarks.add("lone-surrogate", message, self._pointer)
        value = text if event.implicit[1] else self._scalar_value(event, text)
        if event.anchor:
            self._anchors[event.anchor] = _Node(value, text, 1 + len(text) // _CHARACTERS_A_VALUE)
        self._add(value, text, event, 1 + len(text) // _CHARACTERS_A_VALUE)

    def _alias(self, event: yaml.AliasEvent) -> None:
        node = self._anchors.get(event.anchor or "")
        if node is None:
            known = event.anchor in self._anchors
            why = "stands inside its own anchor" if known else "has no anchor before it"
            raise self._fault(f"the alias *{event.anchor} {why}; write the value out", event)
        self._count(node.size, event)
        self._check_depth(len(self._open) + node.height, event)
        self._add(node.value, node.text, event, node.size, node.height)

    def _start(self, event: yaml.CollectionStartEvent) -> None:
        self._count(1, event)
        self._check_depth(len(self._open) + 1, event)
        if event.tag is not None and event.tag not in _COLLECTION_TAGS and event.tag != "!":
            self._remark_tag(event)
        if event.anchor:
            self._anchors[event.anchor] = None
        value: JsonValue = [] if isinstance(event, yaml.SequenceStartEvent) else {}
        self._open.append(_Open(value, event.anchor))

    def _end(self, event: yaml.CollectionEndEvent) -> None:
        done = self._open.pop()
        if done.merges:
            done.value = _merged(done)
        if done.anchor:
            self._anchors[done.anchor] = _Node(done.value, None, done.size, done.height)
        self._add(done.value, None, event, done.size, done.height)

    def _add(
        self, value: JsonValue, text: str | None, event: yaml.Event, size: int = 1, height: int = 0
    ) -> None:
        """Put a finished value where it belongs; `text` is what a scalar reads as a key."""
        if not self._open:
            self.root = value
            return
        parent = self._open[-1]
        parent.size += size
        if height >= parent.height:
            parent.height = height + 1
        if type(parent.value) is list:
            parent.value.append(value)
        elif parent.key is None:
            parent.key = self._key(value, text, event)
        elif parent.key is _MERGE:
            self._merge(parent, value)
        else:
            parent.value[parent.key] = value
            parent.key = None

    def _key(self, value: JsonValue, text: str | None, event: yaml.Event) -> str | _MergeKey:
        if text == "<<" and isinstance(event, yaml.ScalarEvent) and event.implicit[0]:
            return _MERGE
        key = text if text is not None else to_json(value)[:_MAX_KEY]
        if type(value) not in (str, int):
            self._remarks.add(
                "yaml-non-string-key", lambda: f"read as the text {key!r}", self._pointer
            )
        if key in self._open[-1].value:
            self._remarks.add(
                "duplicate-key",
                lambda: (
                    f"the key {key[:80]!r} stands here twice, again in "
                    f"{_place(event.start_mark)}; the last one counts"
                ),
                lambda: join_pointer(self._pointer(), key),
            )
        return key

    def _merge(self, parent: _Open, value: JsonValue) -> None:
        parent.key = None
        sources = value if isinstance(value, list) else [value]
        if all(isinstance(source, dict) for source in sources):
            self._remarks.add("yaml-merge-key", "the merge key << was applied", self._pointer)
            parent.merges.extend(sources)
        else:
            self._remarks.add(
                "yaml-merge-key", "<< leads to no mapping; read as an ordinary key", self._pointer
            )
            parent.value["<<"] = value

    def _scalar_value(self, event: yaml.ScalarEvent, text: str) -> JsonValue:
        if event.tag in _TEXT_TAGS:
            return text
        if event.tag is not None and event.tag not in _VALUE_TAGS:
            self._remark_tag(event)
            if event.style:
                return text
        try:
            value = scalar_value(text)
        except ValueError as error:
            raise self._fault("this integer is too long to be read; shorten it", event) from error
        if isinstance(value, float) and not math.isfinite(value):
            message = f"{text[:40]} is beyond what a double holds; kept as text"
            self._remarks.add("number-out-of-range", message, self._pointer)
            return text
        return value

    def _remark_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        tag = (event.tag or "")[:80]
        self._remarks.add("yaml-tag-ignored", lambda: f"the tag {tag!r} was ignored", self._pointer)

    def remark_second_document(self, event: yaml.Event) -> None:
        """Say that the stream goes on behind the document that was read."""
        place = _place(event.start_mark)
        self._remarks.add("yaml-second-document", f"another document begins in {place}")

    def _count(self, nodes: int, event: yaml.Event) -> None:
        self._nodes += nodes
        if self._nodes > self._max_nodes:
            raise self._fault(
                f"more than {self._max_nodes:,} values, aliases expanded; "
                "split the description or remove aliases of aliases",
                event,
            )

    def _check_depth(self, depth: int, event: yaml.Event) -> None:
        if depth > self._max_depth:
            raise self._fault(f"nested deeper than {self._max_depth} levels; flatten it", event)

    def _fault(self, message: str, event: yaml.Event) -> SourceError:
        return SourceError(f"{_place(event.start_mark)}: {message}", document=self._uri)

    def _pointer(self) -> str:
        """Return where the value being read will stand."""
        pointer = ""
        for level in self._open:
            if isinstance(level.value, list):
                pointer = join_pointer(pointer, len(level.value))
            elif isinstance(level.key, str):
                pointer = join_pointer(pointer, level.key)
        return pointer


def _merged(mapping: _Open) -> dict[str, JsonValue]:
    """Own members win over merged ones, earlier merges over later ones (YAML 1.1, merge)."""
    result: dict[str, JsonValue] = {}
    for source in mapping.merges:
        for key, value in source.items():
            result.setdefault(key, value)
    result.update(mapping.value)
    return result


def _compose(composer: _Composer, text: str, tick: Tick | None, *, fast: bool = True) -> None:
    """Feed the events of the first document; a second one is left unread, with a finding."""
    events = _events(text, fast=fast)
    for number, event in enumerate(events):
        if tick is not None and number % _TICK_EVERY == 0:
            tick()
        if isinstance(event, yaml.DocumentEndEvent):
            break
        composer.feed(event)
    following = next(events, None)
    if isinstance(following, yaml.DocumentStartEvent):
        composer.remark_second_document(following)


def _events(text: str, *, fast: bool) -> Iterator[yaml.Event]:
    """Yield what the parser finds: libyaml's when it is there, else the one in Python."""
    try:
        parser = (yaml.CSafeLoader if fast and yaml.__with_libyaml__ else yaml.SafeLoader)(text)
        while (event := parser.get_event()) is not None:
            yield event
    except yaml.MarkedYAMLError as error:
        problem = _problem(error)
        if "maximum nesting" in problem:
            raise _TooDeepForParser(_place(error.problem_mark)) from error
        if fast and "escape code" in problem and len(text) <= _MAX_SLOW_CHARACTERS:
            raise _NeedsPythonParser from error
        place = _place(error.problem_mark or error.context_mark)
        raise NotYaml(f"{place}: {problem}") from error
    except ReaderError as error:
        line, column = line_and_column(text, max(0, text.find(chr(error.character))))
        character = f"U+{error.character:04X}"
        raise NotYaml(
            f"line {line}, column {column}: the character {character} is not allowed"
        ) from error


def _problem(error: yaml.MarkedYAMLError) -> str:
    since = error.context_mark
    context = f"{error.context} begun in line {since.line + 1}: " if since and error.context else ""
    return f"{context}{error.problem}"


def _place(mark: "Mark | CMark | None") -> str:
    return "somewhere" if mark is None else f"line {mark.line + 1}, column {mark.column + 1}"
