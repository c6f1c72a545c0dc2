"""Own what lint looks at, what it says, and the table of all it can say.

A lint finding never stops anything. Its code is a key of `CODES`, which gives severity, meaning
and advice; `docs/lint.md` lists the same, and a test holds the two together. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from translator.annotations import Hints
from translator.surface import Tool


class LintSeverity(StrEnum):
    """What a finding costs: a client loses the tool, a model may err, or it is only told."""

    BLOCKING = "blocking"
    WARNING = "warning"
    NOTE = "note"


class LintCode(NamedTuple):
    """One thing lint can say: how grave, what it means, what to do about it.

    The advice may name `{slug}`, `{operation}` and `{name}`.
    """

    severity: LintSeverity
    meaning: str
    advice: str


@dataclass(frozen=True, slots=True)
class OfferedArgument:
    """An argument as a model sees it; `explained` where its schema says what to send."""

    name: str
    description: str | None
    explained: bool = False


@dataclass(frozen=True, slots=True)
class Offered:
    """One operation as it is offered, compiled.

    `tool` is None for what is only a resource; `problems` says why it could not be compiled.
    `weakened` are sentences on what the listed schema leaves to the check at the call. `tokens`
    are those of name, description and input schema. `answers` says whether a success has any
    content.
    """

    operation: str
    method: str
    path: str
    name: str
    title: str
    description: str
    hints: Hints
    tool: Tool | None = None
    problems: tuple[str, ...] = ()
    weakened: tuple[str, ...] = ()
    arguments: tuple[OfferedArgument, ...] = ()
    tokens: int = 0
    answers: bool = True


@dataclass(frozen=True, slots=True)
class Limits:
    """What the operator allows."""

    max_tokens: int = 1_000


@dataclass(frozen=True, slots=True)
class Offer:
    """All that would be published, and how: what lint judges as a whole."""

    slug: str
    profile: str
    offered: tuple[Offered, ...]
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One remark about one operation, or about the list as a whole ('' as operation).

    `client` and `pointer` (RFC 6901, into the tool as listed) are given where a client's rule
    is broken.
    """

    code: str
    severity: LintSeverity
    message: str
    advice: str
    operation: str = ""
    name: str = ""
    client: str = ""
    pointer: str = ""


_B, _W, _N = LintSeverity.BLOCKING, LintSeverity.WARNING, LintSeverity.NOTE
_DESCRIBE = "isthmus describe {slug} '{operation}' TEXT"
_RENAME = "isthmus rename {slug} '{operation}' NEWNAME"

#: Every code there is. Add one here, in docs/lint.md, and in the check that gives it.
CODES: Mapping[str, LintCode] = MappingProxyType(
    {
        "not-publishable": LintCode(
            _B, "It cannot be published as it stands.", "isthmus review {slug} '{operation}'"
        ),
        "client-refuses": LintCode(
            _B,
            "A client refuses every request while this is listed.",
            "Change what it names, or choose a profile: isthmus profile {slug} portable",
        ),
        "client-drops": LintCode(
            _B,
            "A client leaves the tool out.",
            "Change what it names, or choose a profile: isthmus profile {slug} portable",
        ),
        "name-refused": LintCode(
            _B,
            "A client refuses or leaves out the tool because of its name.",
            f"Shorten it: {_RENAME}",
        ),
        "too-many-tools": LintCode(
            _B,
            "A client refuses a list of so many tools.",
            "Allow fewer, or expose what is only read: isthmus allow {slug} PATTERN --as resource",
        ),
        "many-tools": LintCode(
            _W,
            "A client shows only some of so many tools.",
            "Allow fewer, or expose what is only read: isthmus allow {slug} PATTERN --as resource",
        ),
        "client-shortens": LintCode(
            _W,
            "A client cuts the name or a text, so that the model reads only its beginning.",
            f"Shorten it: {_RENAME}, or {_DESCRIBE}",
        ),
        "description-short": LintCode(
            _W, "The description says no more than the name.", f"Say what it does: {_DESCRIBE}"
        ),
        "description-long": LintCode(
            _N, "The description is longer than a model reads with care.", f"Cut it: {_DESCRIBE}"
        ),
        "when-unsaid": LintCode(
            _N, "The description does not say when to use it.", f"Say when: {_DESCRIBE}"
        ),
        "returns-unsaid": LintCode(
            _N, "Nothing says what it returns.", f"Say what comes back: {_DESCRIBE}"
        ),
        "name-jargon": LintCode(
            _W, "The name is made of the path or of a program's words.", f"Rename it: {_RENAME}"
        ),
        "text-jargon": LintCode(
            _W,
            "The description speaks of paths or of OpenAPI, which the model does not see.",
            f"Rewrite it: {_DESCRIBE}",
        ),
        "arguments-undescribed": LintCode(
            _W,
            "Arguments have no description, and their schema does not explain them.",
            "isthmus argument {slug} '{operation}' ARGUMENT --describe TEXT",
        ),
        "too-many-tokens": LintCode(
            _W,
            "The tool costs a model more tokens than the limit (`lint_max_tokens`).",
            "Hide arguments nobody needs: isthmus argument {slug} '{operation}' ARGUMENT --hide",
        ),
        "near-duplicate": LintCode(
            _W,
            "Two tools are too alike to tell apart.",
            f"Say how they differ, or deny one: {_DESCRIBE}",
        ),
        "hint-undecided": LintCode(
            _N,
            "That it changes or destroys something is a guess, which nobody confirmed.",
            "isthmus annotate {slug} '{operation}' destructive=true|false",
        ),
        "schema-weakened": LintCode(
            _N,
            "The profile lists the schema weaker than it is; the call is checked by all of it.",
            "Nothing, or list all of it: isthmus profile {slug} full",
        ),
        "client-ignores": LintCode(
            _N, "A client leaves a part of the schema out.", "Nothing: the call is checked by it"
        ),
    }
)


def lint_finding(
    code: str,
    message: str,
    offer: Offer,
    offered: Offered | None = None,
    *,
    client: str = "",
    pointer: str = "",
) -> LintFinding:
    """Make a finding of a known code, with the severity and the advice of the table."""
    known = CODES[code]
    operation, name = (offered.operation, offered.name) if offered else ("", "")
    advice = known.advice.format(slug=offer.slug, operation=operation, name=name)
    return LintFinding(code, known.severity, message, advice, operation, name, client, pointer)
