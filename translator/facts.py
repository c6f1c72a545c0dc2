"""Own which sentences of an English text say how to call, and which only accompany.

A sentence counts when it holds a literal, a number, a quoted word, or a word that bounds,
requires, forbids, names a default or a form. The words are a wide net on purpose: what is not
known to be talk is kept. In other languages no such words are known, so there every sentence
counts. Pure.
"""

import re

from translator.markup import LITERAL

_BOUNDING = (
    "must shall only not cannot never nor neither none no without unless except excluding "
    "exactly default defaults defaulted required requires require mandatory "
    "forbidden prohibited disallowed maximum minimum max min exceed exceeds deprecated unset empty "
    "null blank omit omitted ignored instead comma-separated case-insensitive case-sensitive "
    "lowercase uppercase base64 utc"
)
_PHRASES = (
    r"\w+n['’]t\b|one of|any of|all of|at (?:most|least)|up to|limited to|"  # noqa: RUF001
    r"(?:more|less|fewer|greater|larger|smaller|longer|shorter|higher|lower|later|earlier) than|"
    r"(?:valid|allowed|possible|accepted|supported|available|permitted|following)"
    r" (?:values?|options?|formats?|choices)|values? (?:are|can be)|can be:|options are|"
    r"in the format|(?:bytes|seconds|milliseconds|minutes|hours|days)\b"
)
_FACT = re.compile(
    rf"\d|`|\bzero\b|\b(?:{'|'.join(_BOUNDING.split())})\b|\b(?:{_PHRASES})"
    r"|(?<![\w'])'[^'\s]{1,40}'(?!\w)|[\"“][^\"“”\s]{1,40}[\"”]|\w_\w|\w\|\w|[$%€£¥=]",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\b(?:must|shall|only|not|cannot|never|one of|required?|requires|default|at (?:most|least))\b"
    r"|\w+n['’]t\b",  # noqa: RUF001
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"')\]]+")
_POINTER = re.compile(
    r"^\W*(?:note:? )?(?:(?:for|to) [^.]{0,120}?, (?:please )?(?:see|refer to|visit|check|read)\b"
    r"|(?:for|to (?:learn|find out|read)|you can (?:find|read|learn)|find|learn|read|get)\b"
    r"[^.]{0,40}?\b(?:more|further|additional|full|complete|details?)\b"
    r"|(?:please )?(?:also )?(?:see|refer to|visit|check out|consult|have a look at)\b"
    r"|more (?:info|information|details?)\b)",
    re.IGNORECASE,
)
#: What a pointer to reading matter may say without saying how to call.
_TITLE = re.compile(r"[\"“][^\"“”]{1,200}[\"”]")
_ENGLISH = frozenset(
    [
        "the", "and", "this", "that", "these", "which", "when", "with", "of", "is", "are", "to",
        "be", "by", "for", "from", "if", "not", "you", "can", "will", "must", "only", "or", "as",
    ]
)  # fmt: skip
_FOREIGN = frozenset(
    [
        "de", "la", "el", "le", "les", "los", "las", "der", "die", "das", "und", "oder", "nicht",
        "mit", "von", "für", "ein", "eine", "den", "des", "du", "il", "di", "che", "que", "para",
        "por", "um", "uma", "os", "em", "na", "een", "het", "van", "voor", "och", "att", "på",
        "ikke", "og", "nie", "jest", "lub", "w", "z", "dla", "pour", "dans", "est", "si", "se",
        "con", "una", "del",
    ]
)  # fmt: skip
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff\u2e80-\ud7ff\uf900-\ufaff]")


def is_english(text: str) -> bool:
    """Say whether a text is English, as far as its small words tell."""
    if not text.isascii() and len(_OTHER_SCRIPT.findall(text)) * 4 > len(text):
        return False
    words = [word.strip(".,;:!?()\"'") for word in text.lower().split()]
    english = sum(word in _ENGLISH for word in words)
    return english > 0 and english >= 2 * sum(word in _FOREIGN for word in words)


def says_how(sentence: str) -> bool:
    """Say whether an English sentence holds something that changes how to call."""
    return bool(LITERAL.search(sentence) or _FACT.search(sentence))


def only_points(sentence: str) -> bool:
    """Say whether a sentence does nothing but point to something to read."""
    pointer = _POINTER.match(sentence)
    if pointer is None:
        return False
    return not says_how(_TITLE.sub("", _ADDRESS.sub("", sentence)))


#: The answer's media types and members; a caller chooses neither, Isthmus sends Accept.
_ANSWER = re.compile(
    r"^\W*(?:(?:the )?response (?:body )?(?:will )?(?:includes?|contains?)\b(?=[^:]*$)"
    r"|this is the default if you do not (?:pass|specify) any specific media type"
    r"|[\w.*+-]+/[\w.*+-]+\+?\w*: returns\b)",
    re.IGNORECASE,
)


def only_tells_answer(spoken: str) -> bool:
    """Say whether a sentence, literals in their places, only describes what is answered."""
    return bool(_ANSWER.match(spoken)) and not re.search(
        r"\b(?:must|cannot|only (?:if|when)|required)\b", spoken, re.IGNORECASE
    )


_ILLUSTRATING = re.compile(r"^\W*(?:for (?:example|instance)|e\.g|example)\b", re.IGNORECASE)
#: With more words around its literals, an example tells a story and teaches no format.
_FEW_WORDS = 12
#: It ends in what it shows.
_SHOWS = re.compile(rf":\s*(?:{LITERAL.pattern}\W*)+$")


def only_illustrates(sentence: str) -> bool:
    """Say whether a sentence is an example that neither teaches a format nor bounds anything."""
    if not _ILLUSTRATING.match(sentence):
        return False
    if len(sentence.split()) <= _FEW_WORDS or _SHOWS.search(sentence):
        return False
    return not _CLAUSE.search(sentence)
