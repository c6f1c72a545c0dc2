"""Own what happens to a description's prose before a model reads it: folded, and nothing hidden.

Characters that show nothing (zero width, bidirectional overrides, tags) can carry orders that
only a model sees, so they go. What a script or an emoji needs stays: one joiner between
characters outside Latin (Unicode Standard, §23.2), one emoji selector (UTS #51).
"""

import re
import unicodedata

_SHOWN_FORMATS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
_HIDDEN_OTHERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0e\U000e0000-\U000e0fff]"
)
_JOINERS = "\u200c\u200d"
_EMOJI_SELECTOR = "\ufe0f"
_LAST_LATIN = "\u02ff"
_SENTENCE_END = re.compile(r"[.!?。！？](?=\s|$)|[。！？]|\n\s*\n")  # noqa: RUF001


def _shows(character: str) -> bool:
    if character.isspace() or character in _SHOWN_FORMATS:
        return True
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co")


def _kept(text: str, at: int) -> bool:
    character = text[at]
    if character in _JOINERS:
        around = text[at - 1 : at] + text[at + 1 : at + 2]
        return len(around) == 2 and all(c > _LAST_LATIN and _shows(c) for c in around)
    if character == _EMOJI_SELECTOR:
        return at > 0 and text[at - 1] != _EMOJI_SELECTOR
    return _shows(character)


def visible(text: str) -> str:
    """Return the text without characters that show nothing; line ends become line feeds."""
    if text.isascii() and text.isprintable():
        return text
    text = _HIDDEN_OTHERS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(character for at, character in enumerate(text) if _kept(text, at))


def hidden_characters(text: str) -> tuple[str, ...]:
    """Return the characters that `visible` would take out, line ends aside."""
    if text.isascii() and text.isprintable():
        return ()
    return tuple(
        character
        for at, character in enumerate(text)
        if _HIDDEN_OTHERS.match(character) or not _kept(text, at)
    )


def fold(text: str) -> str:
    """Return the visible text on one line, with single spaces."""
    return " ".join(visible(text).split())


def first_sentence(text: str, max_characters: int) -> str:
    """Return the first sentence on one line, cut at a word where it is still too long."""
    end = _SENTENCE_END.search(text)
    sentence = fold(text[: end.end()] if end else text)
    if len(sentence) <= max_characters:
        return sentence
    head = sentence[: max_characters - 1]
    cut = head.rfind(" ")
    return (head[:cut] if cut > max_characters // 2 else head) + "…"
