"""Own the draft: the candidates of one description version with the decisions folded in.

Pure: `fold(base, decisions)` and `advance(draft, decisions)` give the same draft for the same
decisions. The rule it keeps: an operation is published exactly as the candidate that was judged.
When a new description changes the candidate, the item is `changed` and keeps standing on the
judged one until someone allows it again; when the new one requires an argument nobody judged,
or withholds the operation, it is `held`; when it is missing there, `gone`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from curation.decisions import (
    Allow,
    Annotate,
    Clear,
    Content,
    Decision,
    DefaultArgument,
    Deny,
    Describe,
    DescribeArgument,
    Expose,
    ExposeAs,
    HideArgument,
    HintName,
    Instructions,
    OutputListing,
    Paginate,
    Rename,
    RenameArgument,
    Retitle,
    SetOutput,
    SetProfile,
    SetUri,
    TargetKind,
)
from translator.annotations import Hint, Hints
from translator.candidates import Argument, Candidate, Primitive
from translator.json_value import JsonValue


class State(StrEnum):
    """Where an item stands."""

    NEW = "new"
    ALLOWED = "allowed"
    DENIED = "denied"
    CHANGED = "changed"
    HELD = "held"
    GONE = "gone"


#: States in which an item was allowed and someone has to look at it again.
NEEDS_A_DECISION = frozenset({State.CHANGED, State.HELD, State.GONE})
#: States in which an item is published.
PUBLISHED = frozenset({State.ALLOWED, State.CHANGED})

#: What listed schemas are written in where nobody decided.
DEFAULT_PROFILE = "portable"

#: What stands about one target: slot and argument binding to the last decision about it.
Standing = Mapping[tuple[str, str | None], Decision]
_NOTHING: Standing = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Base:
    """What a fold starts from: one description version, and what was judged in earlier ones.

    `keys` maps the stable id of every operation the API ever had to `METHOD path`, those of this
    version first and in its order. `candidates` holds this version's, `judged` earlier ones by
    version number and operation id, as far as decisions stand on them.
    """

    slug: str
    title: str
    version: int
    keys: Mapping[str, str]
    candidates: Mapping[str, Candidate]
    judged: Mapping[tuple[int, str], Candidate]


@dataclass(frozen=True, slots=True)
class DraftArgument:
    """An argument as it stands; `proposed_name` is the candidate's."""

    binding: str
    name: str
    proposed_name: str
    schema: JsonValue
    required: bool
    description: str | None
    hidden: bool = False
    pinned: tuple[JsonValue, ...] = ()
    default: tuple[JsonValue, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftItem:
    """One operation with everything about it that stands.

    `candidate` is this description version's, None when it has none. `basis` is the candidate
    that all texts and arguments here come from, and that would be published: the judged one for
    an allowed item, else the current one; `basis_version` is the version that holds it. `held`
    says why the item cannot be published. `revision` is the last decision about it, or 0.
    """

    operation_id: str
    key: str
    state: State
    candidate: Candidate | None
    basis: Candidate
    basis_version: int
    expose: frozenset[Primitive]
    name: str
    title: str
    description: str
    hints: Hints
    arguments: tuple[DraftArgument, ...]
    uri: str | None
    output: OutputListing
    standing: Standing
    held: tuple[str, ...] = ()
    revision: int = 0
    pages: int = 1

    @property
    def is_published(self) -> bool:
        """Whether the next publication would contain it."""
        return self.state in PUBLISHED

    def decision(self, slot: str, argument: str | None = None) -> Decision | None:
        """Return the decision that stands in a slot."""
        return _standing(self.standing, slot, argument)


@dataclass(frozen=True, slots=True)
class Draft:
    """All items of an API by stable id, in the description's order; lost ones come last.

    `revision` is the sequence of the last decision folded in.
    """

    base: Base
    revision: int
    by_id: Mapping[str, DraftItem]
    standing: Mapping[str, Standing]
    instructions: str | None = None
    profile: str = DEFAULT_PROFILE

    @property
    def items(self) -> tuple[DraftItem, ...]:
        """The items in order."""
        return tuple(self.by_id.values())

    def counts(self) -> dict[str, int]:
        """Return how many items are in each state."""
        counts = dict.fromkeys((state.value for state in State), 0)
        for item in self.by_id.values():
            counts[item.state.value] += 1
        return counts


def fold(base: Base, decisions: Iterable[Decision]) -> Draft:
    """Return the draft that the decisions, in their order, make of the base."""
    standing: dict[str, dict[tuple[str, str | None], Decision]] = {}
    revision = 0
    for decision in decisions:
        standing.setdefault(decision.target_id, {})[decision.slot, decision.argument] = decision
        revision = decision.sequence
    items = {
        operation_id: item
        for operation_id in base.keys
        if (item := _item(base, operation_id, standing.get(operation_id, _NOTHING)))
    }
    instructions, profile = _instructions(standing.values()), _profile(standing.values())
    return Draft(base, revision, items, standing, instructions, profile)


def advance(draft: Draft, decisions: Iterable[Decision]) -> Draft:
    """Return the draft with more decisions, in their order; builds anew only what they are about.

    Thousands at once cost little more than one: the items that stay are copied once.
    """
    standing, revision = dict(draft.standing), draft.revision
    targets: dict[str, TargetKind] = {}
    for decision in decisions:
        before = standing.get(decision.target_id, _NOTHING)
        standing[decision.target_id] = {**before, (decision.slot, decision.argument): decision}
        targets[decision.target_id] = decision.target_kind
        revision = decision.sequence
    touched = [target for target, kind in targets.items() if kind is TargetKind.OPERATION]
    by_id = draft.by_id
    if touched:
        items = {**by_id, **{one: _item(draft.base, one, standing[one]) for one in touched}}
        by_id = {key: found for key in draft.base.keys if (found := items.get(key))}
    made = replace(draft, revision=revision, standing=standing, by_id=by_id)
    if len(touched) == len(targets):
        return made
    instructions, profile = _instructions(standing.values()), _profile(standing.values())
    return replace(made, instructions=instructions, profile=profile)


def newly_required(judged: Candidate, current: Candidate) -> tuple[str, ...]:
    """Return the bindings that the current candidate requires and the judged one did not."""
    known = {argument.binding for argument in judged.arguments if argument.required}
    return tuple(a.binding for a in current.arguments if a.required and a.binding not in known)


def _instructions(standing: Iterable[Standing]) -> str | None:
    for about in standing:
        content = _content(about, "instructions")
        if isinstance(content, Instructions):
            return content.text
    return None


def _profile(standing: Iterable[Standing]) -> str:
    for about in standing:
        content = _content(about, "profile")
        if isinstance(content, SetProfile):
            return content.profile
    return DEFAULT_PROFILE


def _standing(standing: Standing, slot: str, argument: str | None = None) -> Decision | None:
    decision = standing.get((slot, argument))
    return None if decision is None or isinstance(decision.content, Clear) else decision


def _content(standing: Standing, slot: str, argument: str | None = None) -> Content | None:
    decision = _standing(standing, slot, argument)
    return decision.content if decision else None


def _item(base: Base, operation_id: str, standing: Standing) -> DraftItem | None:
    """Build one item; None for an operation that is gone and does not stand allowed."""
    current = base.candidates.get(operation_id)
    verdict = _standing(standing, "verdict")
    if verdict is None or not isinstance(verdict.content, Allow):
        if current is None:
            return None
        state = State.DENIED if verdict and isinstance(verdict.content, Deny) else State.NEW
        return _assemble(base, operation_id, state, current, base.version, standing, ())
    judged, version = _judged(base, operation_id, current, verdict)
    state, held = _state_of_allowed(current, judged, verdict, standing)
    basis = judged or current
    if basis is None:
        return None
    return _assemble(base, operation_id, state, basis, version, standing, held)


def _judged(
    base: Base, operation_id: str, current: Candidate | None, allow: Decision
) -> tuple[Candidate | None, int]:
    """Return the candidate an allow judged, and the version whose definitions it needs."""
    if current is not None and current.digest == allow.basis_digest:
        return current, base.version
    version = allow.basis_version or 0
    judged = base.judged.get((version, operation_id))
    return (judged if judged and judged.digest == allow.basis_digest else None), version


def _state_of_allowed(
    current: Candidate | None, judged: Candidate | None, allow: Decision, standing: Standing
) -> tuple[State, tuple[str, ...]]:
    if current is None:
        return State.GONE, ("the description no longer offers it",)
    if current.withheld is not None:
        return State.HELD, (current.withheld,)
    if current.digest == allow.basis_digest:
        return State.ALLOWED, ()
    if judged is None:
        return State.HELD, ("the version that was judged is not kept; allow it again",)
    missing = [b for b in newly_required(judged, current) if not _has_value(judged, b, standing)]
    if missing:
        return State.HELD, tuple(
            f"the description now requires {binding}, which nobody decided on; look at it and "
            "allow it again"
            for binding in missing
        )
    return State.CHANGED, ()


def _has_value(judged: Candidate, binding: str, standing: Standing) -> bool:
    """Whether a judged optional argument is always sent, by decision."""
    if all(argument.binding != binding for argument in judged.arguments):
        return False
    hide = _content(standing, "argument-visibility", binding)
    pinned = isinstance(hide, HideArgument) and bool(hide.pinned)
    return pinned or _standing(standing, "default-argument", binding) is not None


def _assemble(
    base: Base,
    operation_id: str,
    state: State,
    basis: Candidate,
    version: int,
    standing: Standing,
    held: tuple[str, ...],
) -> DraftItem:
    rename, retitle = _content(standing, "rename"), _content(standing, "title")
    describe, uri = _content(standing, "describe"), _uri(basis, standing)
    output, paginate = _content(standing, "output"), _content(standing, "paginate")
    return DraftItem(
        operation_id=operation_id,
        key=base.keys[operation_id],
        state=state,
        candidate=base.candidates.get(operation_id),
        basis=basis,
        basis_version=version,
        expose=_expose(basis, uri, standing),
        name=rename.name if isinstance(rename, Rename) else basis.name,
        title=retitle.title if isinstance(retitle, Retitle) else basis.title,
        description=describe.text if isinstance(describe, Describe) else basis.description,
        hints=_hints(basis.hints, standing),
        arguments=tuple(_argument(argument, standing) for argument in basis.arguments),
        uri=uri,
        output=output.listing if isinstance(output, SetOutput) else OutputListing.OPEN,
        standing=standing,
        held=held,
        revision=max((decision.sequence for decision in standing.values()), default=0),
        pages=paginate.pages if isinstance(paginate, Paginate) else 1,
    )


def _uri(basis: Candidate, standing: Standing) -> str | None:
    if basis.uri is None:
        return None
    decided = _content(standing, "uri")
    return decided.uri if isinstance(decided, SetUri) else basis.uri


def _expose(basis: Candidate, uri: str | None, standing: Standing) -> frozenset[Primitive]:
    """Return what the item is offered as: decided, else the proposal."""
    resource = Primitive.RESOURCE_TEMPLATE if uri and "{" in uri else Primitive.RESOURCE
    decided = _content(standing, "expose")
    if not isinstance(decided, Expose):
        return frozenset({Primitive.TOOL if basis.primitive is Primitive.TOOL else resource})
    wanted = {
        Primitive.TOOL if primitive is ExposeAs.TOOL else resource
        for primitive in decided.primitives
        if primitive is ExposeAs.TOOL or uri is not None
    }
    return frozenset(wanted)


def _hints(proposed: Hints, standing: Standing) -> Hints:
    def stands(name: HintName, guess: Hint) -> Hint:
        decision = _standing(standing, f"annotate:{name}")
        if decision is None or not isinstance(decision.content, Annotate):
            return guess
        because = f": {decision.reason}" if decision.reason else ""
        return Hint(decision.content.value, f"decided by {decision.author}{because}", decided=True)

    return Hints(
        read_only=stands(HintName.READ_ONLY, proposed.read_only),
        destructive=stands(HintName.DESTRUCTIVE, proposed.destructive),
        idempotent=stands(HintName.IDEMPOTENT, proposed.idempotent),
        open_world=stands(HintName.OPEN_WORLD, proposed.open_world),
    )


def _argument(argument: Argument, standing: Standing) -> DraftArgument:
    binding = argument.binding
    rename = _content(standing, "rename-argument", binding)
    describe = _content(standing, "describe-argument", binding)
    hide = _content(standing, "argument-visibility", binding)
    default = _content(standing, "default-argument", binding)
    return DraftArgument(
        binding=binding,
        name=rename.name if isinstance(rename, RenameArgument) else argument.name,
        proposed_name=argument.name,
        schema=argument.schema,
        required=argument.required,
        description=(
            describe.text if isinstance(describe, DescribeArgument) else argument.description
        ),
        hidden=isinstance(hide, HideArgument),
        pinned=hide.pinned if isinstance(hide, HideArgument) else (),
        default=(default.default,) if isinstance(default, DefaultArgument) else (),
    )
