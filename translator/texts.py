"""Own the proposed texts: the title and the description a model reads, short and true.

They are what the author of the description wrote, without markup (`markup`), on one line, and
cut at a sentence where that is long. Sentences that say how to call survive the cut where they
can. Nothing is invented: without a text there is the method and the path. Pure.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from translator.built_names import built_name
from translator.finding import Finding, finding
from translator.markup import plain_text
from translator.naming import humanised
from translator.operation import Operation
from translator.wording import fold
from translator.words import plain_operation_id

MAX_TITLE = 100
MAX_DESCRIPTION = 1_000
_FIRST_SHARE = 0.7
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])")  # noqa: RUF001
_SAYS_HOW = re.compile(
    r"\b(?:must|only|required?|requires|cannot|can't|not allowed|at most|at least|maximum|"
    r"minimum|limit(?:ed)?|deprecated|instead|permissions?|scopes?|irreversibl[ey]|permanent(?:ly)?)\b",
    re.IGNORECASE,
)
_SMALL_WORDS = frozenset(["a", "an", "the", "s"])


class ProposedText(NamedTuple):
    """A text, where it comes from, and what there is to say about it."""

    text: str
    evidence: str
    finding: Finding | None


def propose_title(operation: Operation, name: str) -> str:
    """Return the summary as a title, or the words of the name."""
    title = plain_text(operation.summary or "").rstrip(".。 ")
    return _cut_at_word(title, MAX_TITLE) if title else humanised(name)


def propose_description(operation: Operation) -> ProposedText:
    """Return what a model is to read about the operation; never empty."""
    summary = plain_text(operation.summary or "")
    written = plain_text(operation.description or "")
    if not summary and not written:
        return _generated(operation)
    texts = {"summary": summary, "description": written}
    source = " and ".join(name for name, text in texts.items() if text)
    whole = _with_deprecation(_joined(summary, written), operation)
    text = shortened(whole, MAX_DESCRIPTION)
    cut = "" if text == whole else f", cut to {MAX_DESCRIPTION} characters"
    return ProposedText(text, f"from the {source}{cut}", None)


def shortened(text: str, max_characters: int) -> str:
    """Cut a text on one line at a sentence's end.

    The beginning stays; of the rest the sentences that say how to call, as far as they fit.
    `…` stands where something is left out.
    """
    if len(text) <= max_characters:
        return text
    sentences = [sentence for sentence in _SENTENCE.split(text) if sentence]
    plain, left_out = _selected(sentences, max_characters, max_characters)
    if not any(map(_SAYS_HOW.search, left_out)):
        return plain
    return _selected(sentences, int(max_characters * _FIRST_SHARE), max_characters)[0]


def _selected(sentences: Sequence[str], share: int, max_characters: int) -> tuple[str, list[str]]:
    """Return the sentences that stay, and those left out.

    The first ones up to `share` characters, then those that say how to call.
    """
    kept = [_cut_at_word(sentences[0], min(share, max_characters - 2))]
    used, gap, left_out = len(kept[0]), kept[0].endswith("…"), list[str]()
    beginning = not gap
    for sentence in sentences[1:]:
        size = len(sentence) + (1 if beginning else 3)
        beginning = beginning and used + size <= share - 2
        if used + size > max_characters - 2 or not (beginning or _SAYS_HOW.search(sentence)):
            left_out.append(sentence)
            gap = True
            continue
        kept += ["…", sentence] if gap and not kept[-1].endswith("…") else [sentence]
        used, gap = used + size, False
    closing = ["…"] if gap and not kept[-1].endswith("…") else []
    return " ".join([*kept, *closing]), left_out


def _generated(operation: Operation) -> ProposedText:
    said = humanised(plain_operation_id(operation) or built_name(operation))
    text = f"{said} ({operation.method} {operation.path})."
    text = _cut_at_word(fold(_with_deprecation(text, operation)), MAX_DESCRIPTION)
    evidence = "generated from method and path: the description says nothing"
    if operation.summary is None and operation.description is None:
        return ProposedText(text, evidence, None)
    remark = finding(
        "text-missing",
        "Summary and description hold no text.",
        pointer=operation.pointer,
        document=operation.document,
        operation=operation.key,
    )
    return ProposedText(text, evidence, remark)


def _joined(summary: str, written: str) -> str:
    """Put the summary before the description, unless that begins by saying it."""
    if not summary or _said_in(summary, _SENTENCE.split(written, maxsplit=1)[0]):
        return written
    if not written:
        return summary
    return f"{summary if summary[-1] in '.!?:。！？' else summary + '.'} {written}"  # noqa: RUF001


def _said_in(summary: str, sentence: str) -> bool:
    """Tell whether a sentence has all words of the summary: `Add pet` in `Adds a pet`."""
    stems = set(_stems(summary))
    return bool(stems) and stems <= set(_stems(sentence))


def _stems(text: str) -> list[str]:
    return [
        word.rstrip("s") for word in re.findall(r"\w+", text.lower()) if word not in _SMALL_WORDS
    ]


def _with_deprecation(text: str, operation: Operation) -> str:
    if not operation.deprecated or re.match(r"\W*deprecated", text, re.IGNORECASE):
        return text
    return f"Deprecated. {text}"


def _cut_at_word(text: str, max_characters: int) -> str:
    if len(text) <= max_characters:
        return text
    cut = text.rfind(" ", 0, max_characters)
    return text[: cut if cut > max_characters // 2 else max_characters - 1].rstrip() + "…"
