"""Own the proposed texts: the title and the description a model reads, short and true.

They are what the author of the description wrote, condensed (`condensing`) and on one line.
Nothing is invented: without a text there is the method and the path. Pure.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from translator.built_names import built_name
from translator.condensing import closed_sentence, condensed, facts_of, without_last_stop
from translator.finding import Finding, finding
from translator.markup import plain_text
from translator.naming import humanised
from translator.operation import Operation
from translator.wording import fold
from translator.words import plain_operation_id

MAX_TITLE = 100
_MAX_GENERATED = 1_000
_SMALL_WORDS = frozenset(["a", "an", "the", "s", "of", "for", "in", "to"])


class ProposedText(NamedTuple):
    """A text, where it comes from, and what there is to say about it."""

    text: str
    evidence: str
    finding: Finding | None


def propose_title(operation: Operation, name: str) -> str:
    """Return the summary as a title, or the words of the name."""
    title = plain_text(operation.summary or "").rstrip(".。 ")
    return _cut_at_word(title, MAX_TITLE) if title else humanised(name)


def propose_description(operation: Operation, about_body: Sequence[str] = ()) -> ProposedText:
    """Return what a model is to read about the operation; never empty.

    The summary, or the description's first sentence, says what it is for; of the description's
    other sentences those stay that say how to call, and of what is said about a body whose
    members are arguments.
    """
    summary, written = operation.summary or "", operation.description or ""
    text = _joined(condensed(summary), written)
    if not without_last_stop(text).strip():
        return _generated(operation)
    more = (each for said in about_body for each in facts_of(said) if each not in text)
    text = " ".join([closed_sentence(text), *dict.fromkeys(more)]) if about_body else text
    told = (name for name, each in (("summary", summary), ("description", written)) if each.strip())
    evidence = f"from the {' and '.join(told)}, condensed"
    text = without_last_stop(_with_deprecation(text, operation))
    return ProposedText(text, evidence, None)


def _generated(operation: Operation) -> ProposedText:
    said = humanised(plain_operation_id(operation) or built_name(operation))
    text = f"{said} ({operation.method} {operation.path})."
    text = _cut_at_word(fold(_with_deprecation(text, operation)), _MAX_GENERATED)
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
    """Put the facts of the description behind the summary, each said once."""
    if not summary:
        return condensed(written)
    facts = [each for each in facts_of(written) if not _said_in(each, summary)]
    if not facts or _said_in(summary, facts[0]):
        return " ".join(facts) or summary
    return " ".join([closed_sentence(summary), *facts])


def _said_in(part: str, whole: str) -> bool:
    """Tell whether a text has all words of another: `Adds a pet` those of `Add pet`."""
    return set(_stems(part)) <= set(_stems(whole))


def _stems(text: str) -> list[str]:
    words = re.findall(r"[^\W_]+", text.lower())
    return [word.rstrip("s") for word in words if word not in _SMALL_WORDS]


def _with_deprecation(text: str, operation: Operation) -> str:
    if not operation.deprecated or re.match(r"\W*deprecated", text, re.IGNORECASE):
        return text
    return f"Deprecated. {text}"


def _cut_at_word(text: str, max_characters: int) -> str:
    if len(text) <= max_characters:
        return text
    cut = text.rfind(" ", 0, max_characters)
    return text[: cut if cut > max_characters // 2 else max_characters - 1].rstrip() + "…"
