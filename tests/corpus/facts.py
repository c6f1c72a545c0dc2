"""An oracle for texts: which facts a description states, and whether a model still reads them.

Knows nothing of how Isthmus condenses: it has its own idea of markup, sentences and facts. A fact
is a literal in backticks (or `<code>`), a number, with its unit where it has one, or a sentence
with a word that bounds: must, only, not, one of, default and the like. It is *kept* where the
literal, the number or the sentence's words, in order, stand in one text that a model reads
(articles and a few words that address the reader apart, `STOP`), and *carried* where enum,
default, format or bounds of the schema say it. Everything else is lost.

Three kinds of sentence are no input and are counted apart: those that only point to something to
read, those that only tell what the answer looks like, and examples that tell a story.
"""

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

JsonValue = Any


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: Words that may go from a sentence and leave its meaning.
STOP = _set(
    "a an the of this that which is are was were be been have has it its please note also in "
    "order to use endpoint operation method api you can value field parameter property name "
    "argument attribute string important warning e g for example instance whether indicates "
    "info determines specifies flag indicating boolean"
)
#: Phrases that may go, whole.
_PADDING = re.compile(
    r"^(?:if|when) (?:specified|provided|given|present), "
    r"|\bif not (?:specified|set|provided)\b"
    r"|\b(?:indicat\w+|specif\w+|determin\w+|represent\w+) (?:if|whether)\b"
    r"|^this (?:endpoint|operation|method) (?:allows you to|lets you|can be used to) "
    r"|\((?:for more [a-z]+, )?(?:please )?(?:also )?(?:see|refer to)\b[^()\d]*\)"
    r"|\bto (?:use|access) this (?:endpoint|operation|method|api)\b|(?<=\bwhether) or not\b",
    re.IGNORECASE,
)
_BOUNDING = re.compile(
    r"\b(?:must|only|not|cannot|never|one of|required|requires|at most|at least|maximum|minimum|"
    r"(?:valid|allowed|possible|accepted|supported|available) (?:values?|options)|"
    r"defaults?|no more than|no less than|up to|exactly|unless|mandatory)\b|\w+n['’]t\b",  # noqa: RUF001
    re.IGNORECASE,
)
_LITERAL = re.compile(r"(?<!`)`([^`\n]+)`(?!`)|<code>(.+?)</code>", re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1[^\n]*$|\Z)", re.S | re.M)
_NUMBER = re.compile(r"(?<![\w.#/-])\d+(?:[.,:]\d+)*(?![\w/-]|\.\d)")
_UNITS = (
    "bytes kilobytes megabytes gigabytes kb mb gb tb kib mib gib ms milliseconds seconds second "
    "minutes minute hours hour days day weeks week months month years year characters chars "
    "items entries percent requests results"
)
_MEASURE = re.compile(
    rf"{_NUMBER.pattern}(?:\s?(?:{'|'.join(_UNITS.split())})\b)?"
    rf"|(?<![\w.#/-])\d+(?:\.\d+)?(?:{'|'.join(_UNITS.split())})\b",
    re.IGNORECASE,
)
#: Units that bounds of texts and lists have.
_COUNTED = _set("characters chars items entries")
_INLINE = _set("a b code em i kbd s small span strong tt u")
_LINK = re.compile(
    r"(?P<code>(?<!`)`[^`\n]+`(?!`))"
    r"|!?\[(?P<text>[^\[\]\n]*)\](?:\([^()\s]*(?: +\"[^\"\n]*\")?\)|\[[^\[\]\n]*\])"
)
_TAG = re.compile(
    r"</?(a|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd"
    r"|li|ol|p|pre|s|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt"
    r"|u|ul|var)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.S | re.I)
_END = re.compile(
    r"(?<=\w\w[.!?])[*_\"'”’)]*\s+(?=\S)|(?<=[.!?])[*_\"'”’)]*\s+(?=[\"“'(<*_]*[A-Z`])"  # noqa: RUF001
    r"|(?<=[.!?:;\"”])\s+(?=[-*•]\s)|\n\s*\n|\n\s*(?=[-*+•|#]|\d+[.)]\s)"
)
_ABBREVIATED = re.compile(r"\b(?:e\.g\.|i\.e\.|vs\.|etc\.(?=\s[a-z])|U\.S\.)", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|hr|/?(?:p|li|ul|ol|tr|div|h[1-6]))(?:\s[^<>]*)?/?>", re.IGNORECASE)
_EXAMPLE = re.compile(r"(\bexamples?:)\s*\n\s*(?=[^\s`])", re.IGNORECASE)
_ENUMERATOR = re.compile(r"^\s*\d{1,3}[.)](?:\s|$)")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")  # noqa: RUF001
_POINTS = re.compile(
    r"\b(?:see|refer to|more (?:info|information|details)|learn (?:more|about)|read more|"
    r"documentation|visit|check out)\b|https?://|\]\(",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"^\W*(?:the )?response (?:body )?(?:will )?(?:includes?|contains?)\b(?=[^:]*$)"
    r"|if you do not (?:pass|specify) any specific media type"
    r"|^\W*[\w.*+-]+/[\w.*+-]+\W*:\W*returns\b",
    re.IGNORECASE,
)
_STORY = re.compile(r"^\W*(?:for (?:example|instance)|e\.g|example)\b", re.IGNORECASE)
_STORY_WORDS = 12
#: What is read of a text; Isthmus reads as much.
MAX_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a description's text: its words, and the facts in it."""

    said: str
    words: tuple[str, ...]
    literals: tuple[str, ...]
    numbers: tuple[str, ...]
    bounds: bool
    apart: str = ""

    @property
    def facts(self) -> int:
        """How many facts it states."""
        return len(self.literals) + len(self.numbers) + self.bounds


@dataclass(slots=True)
class Verdict:
    """Counts of facts, and examples of what is lost."""

    found: int = 0
    kept: int = 0
    carried: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    apart: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Verdict") -> None:
        """Count another verdict in."""
        self.found += other.found
        self.kept += other.kept
        self.carried += other.carried
        self.lost.update(other.lost)
        self.apart.update(other.apart)


@lru_cache(maxsize=100_000)
def sentences_of(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text that state facts."""
    text = _HIDDEN.sub(" ", _FENCE.sub("\n\n", text[:MAX_CHARACTERS]))
    text = _BREAK.sub("\n\n", _EXAMPLE.sub(r"\1 ", text))
    text = _ABBREVIATED.sub(lambda found: found[0].replace(".", "\u2024"), text)
    found = (_sentence(part) for part in _END.split(_LINK.sub(_linked, text)) if part)
    return tuple(each for each in found if each.facts)


def _linked(found: re.Match[str]) -> str:
    if found["code"]:
        return found[0]
    return f"{found['text']}\u2060"  # remembers that there was a link


def _sentence(part: str) -> Sentence:
    part = _ENUMERATOR.sub("", part.replace("\u2024", "."))
    pointed = "\u2060" in part or bool(_POINTS.search(part))
    part = part.replace("\u2060", "")
    literals = tuple(
        _normal(found[1] or html.unescape(_TAG.sub("", found[2]))).strip("\"'")
        for found in _LITERAL.finditer(part)
    )
    prose = _plain(_LITERAL.sub(" ", part))
    whole = _plain(part)
    bounds = bool(_BOUNDING.search(_PADDING.sub("", prose)))
    measures = _MEASURE.finditer(re.sub(r"https?://\S+", " ", prose))
    numbers = tuple(_normal(found[0]) for found in measures)
    return Sentence(
        said=whole,
        words=content_words(_PADDING.sub("", whole)),
        literals=tuple(each for each in literals if each),
        numbers=numbers,
        bounds=bounds,
        apart=_apart(prose, whole, pointed, bounds, bool(literals)),
    )


def _apart(prose: str, whole: str, pointed: bool, bounds: bool, has_literals: bool) -> str:
    if pointed and not bounds and not has_literals and _POINTS.search(whole):
        return "points to something to read"
    if _ANSWER.search(whole) and not re.search(r"\b(?:must|cannot|only (?:if|when))\b", prose):
        return "tells what the answer looks like"
    hard = re.search(r"\b(?:must|shall|only|not|cannot|never|one of|required?|default)\b", prose)
    if _STORY.match(prose) and len(whole.split()) > _STORY_WORDS and not hard:
        return "is an example that tells a story"
    return ""


def _plain(text: str) -> str:
    text = re.sub(r"^\s*(?:>\s*)+|\n\s*>|\[![A-Z]+\]", " ", text)
    text = _TAG.sub(lambda tag: "" if tag[1].lower() in _INLINE else " ", text)
    text = html.unescape(text).replace("`", "")
    return " ".join(re.sub(r"\\(?=[^\w\s])|\*+|(?<!\w)_+|_+(?!\w)", "", text).split())


def _normal(text: str) -> str:
    return " ".join(text.replace("\\", "").split()).lower()


def content_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without those that may go."""
    words = (word.lower().replace("’", "'") for word in _WORD.findall(text))  # noqa: RUF001
    return tuple(word for word in words if word not in STOP)


class Reader:
    """What a model reads of one tool: `name`, `description`, and the input schema."""

    def __init__(self, name: str, description: str, schema: JsonValue) -> None:
        self._name = name
        texts = [description, *_texts(schema)]
        self._words = [content_words(text) for text in texts]
        self._sentences = [
            content_words(part) for text in texts[1:] for part in _END.split(text) if part
        ]
        self._line = "\n".join(f" {' '.join(words)} " for words in self._words)
        everything = [name, *texts, *map(str, _values(schema))]
        self._seen = _normal("\n".join(everything))
        self._numbers = set(_NUMBER.findall("\n".join(everything)))
        self._numbers |= {str(each) for each in _values(schema)}
        self._bounds = {str(each) for each in _values(schema) if isinstance(each, int | float)}
        values = " ".join(map(str, _values(schema)))
        self._values = _stems_of(values) | _stems_of(values.lower())
        self._heading = _stems_of(f"{name} {description}")
        self._tight = re.sub(r"[\s\\]", "", self._seen)

    def judge(self, text: str, about: str = "", form: str = "") -> Verdict:
        """Return what became of the facts of a text about an argument (or the operation)."""
        verdict = Verdict()
        for sentence in sentences_of(text):
            if sentence.apart:
                verdict.apart[sentence.apart] += sentence.facts
                continue
            verdict.found += sentence.facts
            if f" {' '.join(sentence.words)} " in self._line:
                verdict.kept += sentence.facts
            else:
                self._judge(sentence, about, form, verdict)
        return verdict

    def _judge(self, sentence: Sentence, about: str, form: str, verdict: Verdict) -> None:
        formal = _FORMAL.get(form, frozenset())
        for kind, values in (("literal", sentence.literals), ("number", sentence.numbers)):
            for value in values:
                if self._shows(value) if kind == "literal" else self._measures(value):
                    verdict.kept += 1
                elif value.lower() in formal or self._counts(value):
                    verdict.carried += 1
                else:
                    verdict.lost[f"{kind} {value}: {sentence.said}"[:200]] += 1
        if sentence.bounds:
            names = _stems_of(f"{about} {self._name} object string number integer") | {
                _LONG.get(n, n) for n in _stems_of(about)
            }
            seen = names if about == "operation" else names | self._heading
            rest = tuple(word for word in sentence.words if _stem(word) not in seen)
            if self._in_order(sentence.words):
                verdict.kept += 1
            elif self._is_carried(sentence, names, about) or self._in_its_text(rest):
                verdict.carried += 1
            else:
                verdict.lost[f"clause: {sentence.said}"[:200]] += 1

    def _measures(self, value: str) -> bool:
        """Say whether a number is seen, beside its unit where it has one."""
        if " " not in value and not value[-1].isalpha():
            return value in self._numbers
        return value.replace(" ", "") in self._tight

    def _counts(self, value: str) -> bool:
        number, _, unit = value.partition(" ")
        return unit in _COUNTED and number in self._bounds

    def _shows(self, literal: str) -> bool:
        return literal in self._seen or re.sub(r"[\s\\]", "", literal) in self._tight

    def _in_order(self, words: tuple[str, ...]) -> bool:
        return any(_is_subsequence(words, text) for text in self._words)

    def _in_its_text(self, words: tuple[str, ...]) -> bool:
        """Say whether what names and the tool's text leave stands in one sentence below."""
        return bool(words) and any(_is_subsequence(words, each) for each in self._sentences)

    def _is_carried(self, sentence: Sentence, names: set[str], about: str) -> bool:
        """Say whether keywords or names say a clause: nothing but their words is in it."""
        stems = {_stem(word) for word in sentence.words}
        words = stems - {_stem(word) for word in _INTRODUCING}
        if about == "operation":
            return len(words) <= _TITLE_WORDS and words <= self._heading
        return words <= self._values | names or stems <= names | {"should"}


#: Names that are short for others.
_LONG = {"org": "organization", "repo": "repository"}
#: The longest summary that the description's first sentence may stand for.
_TITLE_WORDS = 12
#: Words that introduce what enum, default, bounds and required say.
_INTRODUCING = _set(
    "must one of either can values default maximum minimum at most least by possible valid allowed "
    "available accepted supported these following option length size character item between "
    "required optional all any set or and may up currently"
)
#: What the formats of JSON Schema say, in lower case.
_FORMAL = {
    "date-time": frozenset(("yyyy-mm-ddthh:mm:ssz", "8601", "3339")),
    "date": frozenset(("yyyy-mm-dd", "8601", "3339")),
}


def _stem(word: str) -> str:
    """Return the word without its endings, however many: `succeeds` as `succeed`."""
    return re.sub(r"(?:ing|ed|es|e|s)*$", "", word.removesuffix("'s")) or word


def _stems_of(text: str) -> set[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return {_stem(word.lower()) for word in _WORD.findall(spaced)}


def _is_subsequence(words: tuple[str, ...], text: tuple[str, ...]) -> bool:
    rest = iter(text)
    return all(word in rest for word in words)


def _texts(schema: JsonValue) -> Iterator[str]:
    for keyword, value, _ in _keywords(schema):
        if keyword in ("description", "title") and isinstance(value, str):
            yield value


def _values(schema: JsonValue) -> Iterator[JsonValue]:
    for keyword, value, name in _keywords(schema):
        yield from filter(None, [name])
        if keyword == "required" or (isinstance(value, list) and keyword in ("enum", "examples")):
            yield from value
        elif isinstance(value, str | int | float):
            yield value


def _keywords(schema: JsonValue) -> Iterator[tuple[str, JsonValue, str]]:
    """Give keyword and value of each schema object; of properties the names, too."""
    waiting = [(schema, False)]
    while waiting:
        node, named = waiting.pop()
        if isinstance(node, list):
            waiting.extend((each, False) for each in node)
        if not isinstance(node, dict):
            continue
        for keyword, value in node.items():
            if named:
                yield "", None, keyword
            else:
                yield keyword, value, ""
            if named or keyword not in ("enum", "default", "examples", "const", "required"):
                waiting.append((value, not named and keyword in _NAMED))


_NAMED = frozenset(["properties", "$defs", "dependentSchemas", "patternProperties"])
