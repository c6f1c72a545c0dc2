"""Own how a text becomes what a model reads: markup gone, talk gone, every fact kept.

Kept are the first sentence, which says what the thing is, and every sentence that says how to
call (`facts`); they lose their padding (`phrasing`). What only points to reading matter goes.
So does, of an argument, what its schema says already: its name in other words, its enum, its
default. In other languages than English nothing is known to be talk: only what is long loses
sentences, and never one with a literal or a number. Pure.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from translator.facts import is_english, only_illustrates, only_points, only_tells_answer, says_how
from translator.json_value import JsonValue, to_json
from translator.markup import LITERAL, MAX_CHARACTERS, prose_of
from translator.phrasing import shortly, without_subject
from translator.sentences import sentences

#: Beyond this, a text in another language keeps only sentences with literals and numbers.
FOREIGN_CHARACTERS = 1_000


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ENDS = ".!?:…。！？"  # noqa: RUF001
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
#: Words that say nothing about an argument beside its name.
_SILENT = _set(
    "a an the of for to this that is are in on by with as at from or and it its s be id "
    "which identifier identifies identify identifying value given specified particular "
    "requested desired corresponding result return returned fetch get list retrieve specify "
    "specifies indicate indicates determine determines whether should can will use used "
    "using set sets setting settings configure configures controls enable enables option "
    "options your you associated information details about if parameter field property "
    "object was were has have been being want wants needs describes describing contains "
    "containing related"
)
_SAME = {
    "text": "string",
    "array": "list",
    "flag": "boolean",
    "integer": "number",
    "org": "organization",
    "repo": "repository",
}
#: A sentence without facts is left out when so much of it is known.
_NEARLY_ALL = 2 / 3
_BRACKET = re.compile(r" \(([^()]+)\)")
#: What comes before the manner: `Name of repository` before `without .git extension`.
_HEAD = re.compile(
    r"((?:name|id|timestamp|date|time|duration|path|slug|version)(?: of [\w' -]{1,30}?)?)"
    r" (?=(?:without|in)\s)",
    re.IGNORECASE,
)
_UNIQUE = re.compile(r"\bunique (?=id|number)", re.IGNORECASE)
_TELLS_VALUES = _set(
    "a an the of to is are be can may must one either or and any all value values possible "
    "allowed valid available accepted supported options option choices following these this "
    "it parameter field property enum currently"
)
_TELLS_DEFAULT = _set("default defaults defaulting by if not specified set provided")
_TELLS_MOST = _set("maximum max most at up to than less no more between and")
_TELLS_LEAST = _set("minimum min least at than no less fewer between and")
_TELLS_BOUNDS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems"), _TELLS_MOST),
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems"), _TELLS_LEAST),
}
_CARRYING = frozenset(("enum", "items", "const", "default", "format", *_TELLS_BOUNDS))
#: Nobody lists more values in a text.
_MOST_VALUES = 300
#: What a format says (JSON Schema 2020-12 validation §7.3.1), as people write it.
_FORMS: Mapping[str, tuple[str, ...]] = {
    "date-time": (
        "YYYY-MM-DDTHH:MM:SSZ", "YYYY-MM-DDTHH:mm:ssZ", "ISO 8601", "ISO-8601", "ISO8601",
        "RFC 3339", "RFC-3339", "RFC3339",
    ),
    "date": ("YYYY-MM-DD", "ISO 8601", "ISO-8601", "ISO8601"),
}  # fmt: skip
_TELLS_FORMAT = _set("timestamp date time datetime format string in")
_BOUND_NOUNS = _set("length size characters items number integer")


def condensed(text: str) -> str:
    """Return what is said in a text, condensed; what may be empty is only padding."""
    return " ".join(_read(text, False).sentences)


def facts_of(text: str) -> tuple[str, ...]:
    """Return the sentences of a text that say how to call, condensed; in other languages all."""
    return _read(text, False).facts


def condensed_about(text: str, name: str, schema: JsonValue, beside: str = "") -> str:
    """Return what a text says about an argument or property beside its name and schema.

    `beside` holds what else a reader sees next to it: the operation's name and summary and
    the other arguments' names, or the name of the object it belongs to.
    """
    kind = schema.get("type") if isinstance(schema, dict) else None
    known = _words(name) | _words(beside) | _words(kind if isinstance(kind, str) else "")
    read = _read(text, True)
    names = f"{name} {beside}".lower()
    kept, carried = list[str](), _carried(schema)
    for each in read.sentences:
        if carried and _in_schema(each, carried):
            continue
        if all(literal.lower() in names for literal in read.literals.get(each, ())):
            kept.append(_own_part(each, known, each in read.facts))
        else:
            kept.append(_own_manner(each, known) or each)
    return without_last_stop(" ".join(filter(None, kept)))


def with_facts_of(text: str, other: str) -> str:
    """Return a condensed text, or the other, with what the other says besides of how to call."""
    if not text or not other:
        return text or other
    more = [each for each in sentences(other) if says_how(each) and each not in text]
    return " ".join([closed_sentence(text), *more]) if more else text


def closed_sentence(text: str) -> str:
    """Return a text that is not empty so that a sentence can follow."""
    return text if text[-1] in _ENDS else f"{text}."


def without_last_stop(text: str) -> str:
    """Return a text without the full stop at its end, which says nothing there."""
    return text[:-1] if text.endswith(".") and not text.endswith(("..", " etc.")) else text


class _Read(NamedTuple):
    """A text read once: the sentences that stay, those that say how to call, their literals."""

    sentences: tuple[str, ...]
    facts: tuple[str, ...]
    literals: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def _read(text: str, about_argument: bool) -> _Read:
    return _read_once(text[:MAX_CHARACTERS], about_argument)


@lru_cache(maxsize=8192)
def _read_once(text: str, about_argument: bool) -> _Read:
    prose = prose_of(text)
    parts = sentences(prose.text)
    if not is_english(prose.text):
        parts = _foreign(parts) if len(prose.text) > FOREIGN_CHARACTERS else parts
        spoken = tuple(filter(None, map(prose.spoken, parts)))
        return _Read(spoken, spoken)
    kept, facts = dict[str, None](), dict[str, None]()
    literals: dict[str, tuple[str, ...]] = {}
    for number, part in enumerate(each for each in parts if not only_points(each)):
        is_fact = says_how(part) and not only_illustrates(part)
        is_fact = is_fact and not only_tells_answer(prose.spoken(part))
        if number and not is_fact:
            continue
        said = prose.spoken(shortly(without_subject(part) if about_argument else part))
        kept[said] = None
        if is_fact:
            facts[said] = None
        literals[said] = tuple(prose.literals[int(each)] for each in LITERAL.findall(part))
    return _Read(tuple(filter(None, kept)), tuple(filter(None, facts)), literals)


def _foreign(parts: list[str]) -> list[str]:
    kept, used = [], 0
    for part in parts:
        used += len(part)
        if used <= FOREIGN_CHARACTERS or says_how(part):
            kept.append(part)
        elif kept[-1:] != ["…"]:
            kept.append("…")
    return kept


@lru_cache(maxsize=16_384)
def _words(text: str) -> frozenset[str]:
    words = (word.lower() for word in _WORD.findall(_CAMEL.sub(" ", text)))
    stems = ((_SAME.get(word, word)).rstrip("s") or word for word in words)
    return frozenset(_SAME.get(stem, stem) for stem in stems if stem not in _SILENT)


def _own_part(sentence: str, known: frozenset[str], is_fact: bool) -> str:
    """Return a sentence, what it says in brackets beside known words, or nothing."""
    said = _words(_UNIQUE.sub("", sentence))
    if said <= known or (not is_fact and len(said & known) >= _NEARLY_ALL * len(said)):
        return ""
    manner = _own_manner(sentence, known) if is_fact else ""
    if manner:
        return manner
    bracket = _BRACKET.search(sentence)
    if bracket is None or not says_how(bracket[1]):
        return sentence
    rest = f"{sentence[: bracket.start()]} {sentence[bracket.end() :]}"
    if not _words(_UNIQUE.sub("", rest)) <= known:
        return sentence
    return f"{bracket[1][:1].upper()}{bracket[1][1:]}."


def _own_manner(sentence: str, known: frozenset[str]) -> str:
    """Return what follows known words: `Without .git extension`; nothing where none does."""
    head = _HEAD.match(sentence)
    if head is None or not _words(head[1]) - {"name"} <= known:
        return ""
    rest = sentence[head.end() :]
    return rest[:1].upper() + rest[1:]


#: What keywords say, and the words that introduce it in a text.
_Carried: TypeAlias = list[tuple[str, frozenset[str]]]


def _in_schema(sentence: str, carried: _Carried) -> bool:
    """Say whether a sentence lists the enum, names the default or the bounds, and no more."""
    rest, silent = sentence, _TELLS_VALUES
    for value, words in carried:
        if value not in rest:
            continue
        found = re.sub(rf"(?<![\w.-]){re.escape(value)}(?![\w-])", " ", rest)
        if found != rest:
            rest, silent = found, silent | words
    return rest != sentence and all(word.lower() in silent for word in _WORD.findall(rest))


def _carried(schema: JsonValue) -> _Carried:
    """Return the values that keywords of a schema say, the longest first."""
    if not isinstance(schema, dict) or _CARRYING.isdisjoint(schema):
        return []
    items = schema.get("items")
    values = list(schema.get("enum", ()))
    if isinstance(items, dict):
        values += items.get("enum", ())
    if "const" in schema:
        values.append(schema["const"])
    said = [(_spoken(value), frozenset[str]()) for value in values[:_MOST_VALUES]]
    if "default" in schema:
        said.append((_spoken(schema["default"]), _TELLS_DEFAULT))
    said += ((form, _TELLS_FORMAT) for form in _FORMS.get(str(schema.get("format")), ()))
    for key, value in schema.items():
        if key in _TELLS_BOUNDS and isinstance(value, int | float):
            said.append((_spoken(value), _TELLS_BOUNDS[key] | _BOUND_NOUNS))
    return sorted((each for each in said if each[0]), key=lambda each: -len(each[0]))


def _spoken(value: JsonValue) -> str:
    return value if isinstance(value, str) else to_json(value)
