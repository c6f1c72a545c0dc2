"""Own the kinds of decision, as values; each is one thing a person decided.

A decision is never changed or taken away: a later one about the same matter supersedes it, and
`Clear` returns to the proposal. What a decision says is a frozen dataclass below (its *content*);
`content_to_json` and `content_from_json` are inverse. Nothing here does I/O.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import get_args

from pydantic import TypeAdapter, ValidationError

from translator.errors import RefusedByUs
from translator.json_value import JsonValue


class Kind(StrEnum):
    """What can be decided."""

    ALLOW = "allow"
    DENY = "deny"
    EXPOSE = "expose"
    RENAME = "rename"
    TITLE = "title"
    DESCRIBE = "describe"
    ANNOTATE = "annotate"
    RENAME_ARGUMENT = "rename-argument"
    DESCRIBE_ARGUMENT = "describe-argument"
    HIDE_ARGUMENT = "hide-argument"
    SHOW_ARGUMENT = "show-argument"
    DEFAULT_ARGUMENT = "default-argument"
    URI = "uri"
    OUTPUT = "output"
    PAGINATE = "paginate"
    INSTRUCTIONS = "instructions"
    PROFILE = "profile"
    CLEAR = "clear"


class TargetKind(StrEnum):
    """What a decision can be about."""

    OPERATION = "operation"
    API = "api"


class ExposeAs(StrEnum):
    """How an operation is offered; a resource with variables is a resource template."""

    TOOL = "tool"
    RESOURCE = "resource"


class HintName(StrEnum):
    """The four hints of a tool (MCP 2026-07-28, ToolAnnotations)."""

    READ_ONLY = "read_only"
    DESTRUCTIVE = "destructive"
    IDEMPOTENT = "idempotent"
    OPEN_WORLD = "open_world"


class OutputListing(StrEnum):
    """Which output schema a tool lists (DESIGN: open by default)."""

    OPEN = "open"
    STRICT = "strict"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Allow:
    """A model may use the operation, as the candidate that was judged says."""

    kind = Kind.ALLOW


@dataclass(frozen=True, slots=True)
class Deny:
    """The operation stays hidden."""

    kind = Kind.DENY


@dataclass(frozen=True, slots=True)
class Expose:
    """Offer the operation as a tool, as a resource, or as both."""

    primitives: tuple[ExposeAs, ...]
    kind = Kind.EXPOSE


@dataclass(frozen=True, slots=True)
class Rename:
    """Give the tool another name."""

    name: str
    kind = Kind.RENAME


@dataclass(frozen=True, slots=True)
class Retitle:
    """Give it another title, for people."""

    title: str
    kind = Kind.TITLE


@dataclass(frozen=True, slots=True)
class Describe:
    """Give it another description, for the model."""

    text: str
    kind = Kind.DESCRIBE


@dataclass(frozen=True, slots=True)
class Annotate:
    """Set one of the four hints: a person's word replaces the guess."""

    hint: HintName
    value: bool
    kind = Kind.ANNOTATE


@dataclass(frozen=True, slots=True)
class RenameArgument:
    """Give an argument another name; its binding stays."""

    name: str
    kind = Kind.RENAME_ARGUMENT


@dataclass(frozen=True, slots=True)
class DescribeArgument:
    """Give an argument another description."""

    text: str
    kind = Kind.DESCRIBE_ARGUMENT


@dataclass(frozen=True, slots=True)
class HideArgument:
    """Hide an argument; `pinned` holds the one value always sent, or nothing.

    Null is a value, so an absent one is the empty tuple.
    """

    pinned: tuple[JsonValue, ...] = ()
    kind = Kind.HIDE_ARGUMENT


@dataclass(frozen=True, slots=True)
class ShowArgument:
    """Show an argument again."""

    kind = Kind.SHOW_ARGUMENT


@dataclass(frozen=True, slots=True)
class DefaultArgument:
    """Send this value when the caller gives none."""

    default: JsonValue
    kind = Kind.DEFAULT_ARGUMENT


@dataclass(frozen=True, slots=True)
class SetUri:
    """Give the resource another URI, or the template another URI template."""

    uri: str
    kind = Kind.URI


@dataclass(frozen=True, slots=True)
class SetOutput:
    """Choose which output schema is listed."""

    listing: OutputListing
    kind = Kind.OUTPUT


@dataclass(frozen=True, slots=True)
class Paginate:
    """Let one call of the tool fetch up to so many pages; 1 is the first page alone."""

    pages: int
    kind = Kind.PAGINATE


@dataclass(frozen=True, slots=True)
class Instructions:
    """Set the endpoint's instructions (MCP, InitializeResult)."""

    text: str
    kind = Kind.INSTRUCTIONS


@dataclass(frozen=True, slots=True)
class SetProfile:
    """Choose the dialect that listed schemas are written in (`translator.openapi.profiles`)."""

    profile: str
    kind = Kind.PROFILE


@dataclass(frozen=True, slots=True)
class Clear:
    """Return to the proposal: take back what decisions in this slot say."""

    slot: str
    kind = Kind.CLEAR


Content = (
    Allow
    | Deny
    | Expose
    | Rename
    | Retitle
    | Describe
    | Annotate
    | RenameArgument
    | DescribeArgument
    | HideArgument
    | ShowArgument
    | DefaultArgument
    | SetUri
    | SetOutput
    | Paginate
    | Instructions
    | SetProfile
    | Clear
)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision as recorded.

    `target_id` is the operation's stable id, or the API's; `argument` the binding of the
    argument it is about. `basis_digest` and `basis_version` name the candidate that was judged:
    its digest, and the number of the description version it came from. `supersedes` is the
    sequence of the decision it replaces. `scope` is `api`, or later an endpoint's.
    """

    sequence: int
    content: Content
    target_kind: TargetKind
    target_id: str
    author: str
    decided_at: float
    argument: str | None = None
    scope: str = "api"
    reason: str = ""
    basis_digest: str | None = None
    basis_version: int | None = None
    expected_revision: int | None = None
    supersedes: int | None = None

    @property
    def kind(self) -> Kind:
        """The kind of its content."""
        return self.content.kind

    @property
    def slot(self) -> str:
        """Name the matter it settles; a later decision in the same slot supersedes it."""
        return slot_of(self.content)


#: Kinds that settle the same matter, and so supersede one another.
_SLOTS = MappingProxyType(
    {
        Kind.ALLOW: "verdict",
        Kind.DENY: "verdict",
        Kind.HIDE_ARGUMENT: "argument-visibility",
        Kind.SHOW_ARGUMENT: "argument-visibility",
    }
)

#: Kinds that are about one argument and need its binding.
ARGUMENT_KINDS = frozenset(
    {
        Kind.RENAME_ARGUMENT,
        Kind.DESCRIBE_ARGUMENT,
        Kind.HIDE_ARGUMENT,
        Kind.SHOW_ARGUMENT,
        Kind.DEFAULT_ARGUMENT,
    }
)

#: Kinds that are about the API as a whole.
API_KINDS = frozenset({Kind.INSTRUCTIONS, Kind.PROFILE})

#: Kinds whose content belongs to one operation alone.
SINGLE_KINDS = frozenset({Kind.RENAME, Kind.TITLE, Kind.DESCRIBE, Kind.URI, Kind.PAGINATE})


def slot_of(content: Content) -> str:
    """Return the slot a content settles: its kind, or what it shares with other kinds.

    The four hints are four slots, so that setting one leaves the others.
    """
    if isinstance(content, Clear):
        return content.slot
    if isinstance(content, Annotate):
        return f"annotate:{content.hint}"
    return _SLOTS.get(content.kind, content.kind.value)


def hint_named(name: str) -> HintName:
    """Return the hint with MCP's name or ours: `readOnly`, `readOnlyHint`, `read_only`.

    Raises:
        RefusedByUs: there is no such hint.
    """
    plain = name.lower().replace("_", "").removesuffix("hint")
    for hint in HintName:
        if hint.value.replace("_", "") == plain:
            return hint
    raise RefusedByUs(f"{name!r} is no hint; use readOnly, destructive, idempotent or openWorld")


def slots() -> frozenset[str]:
    """Return every slot there is."""
    hints = {f"annotate:{hint}" for hint in HintName}
    plain = {_SLOTS.get(kind, kind.value) for kind in Kind} - {Kind.ANNOTATE, Kind.CLEAR}
    return frozenset({str(slot) for slot in plain} | hints)


def content_to_json(content: Content) -> JsonValue:
    """Return a content's value as JSON; its kind stands beside it, not in it."""
    return _adapter(content.kind).dump_python(content, mode="json")


def content_from_json(kind: str, value: JsonValue) -> Content:
    """Return the content of a kind that a JSON value stands for.

    Raises:
        RefusedByUs: no such kind, or no value of it.
    """
    if kind not in set(Kind):
        raise RefusedByUs(f"no decision is of kind {kind!r}; kinds are {', '.join(Kind)}")
    try:
        return _adapter(Kind(kind)).validate_python(value or {})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise RefusedByUs(f"a decision {kind!r} does not read {where}: {first['msg']}") from error


@cache
def _adapter(kind: Kind) -> TypeAdapter[Content]:
    by_kind = {content.kind: content for content in get_args(Content)}
    return TypeAdapter(by_kind[kind])
