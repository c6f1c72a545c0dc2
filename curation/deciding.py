"""Own taking decisions: from what a person asks for to recorded decisions, all or none.

Each decision is recorded with the digest of the candidate it judged. Saying again what stands
already is not recorded. What could never be published is refused here; names that clash are
refused by `publish`, so that two names can be swapped in two steps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from curation.decisions import (
    API_KINDS,
    ARGUMENT_KINDS,
    SINGLE_KINDS,
    Allow,
    Clear,
    Content,
    Decision,
    Expose,
    ExposeAs,
    HideArgument,
    Instructions,
    SetProfile,
    TargetKind,
    content_to_json,
    slot_of,
)
from curation.draft import Draft, DraftArgument, DraftItem, advance
from curation.drafting import Current, Drafts
from curation.patterns import is_broad, matches, select, select_one
from curation.renewal import decided_in_vain, starting_hidden
from curation.reports import DecisionReport
from curation.rules import (
    argument_of,
    check,
    check_profile,
    check_text,
    exposure_possible,
    why_not_allowed,
)
from curation.store import Connection, Store
from curation.store.apis import know_principal
from curation.store.decisions import add_decisions
from curation.store.versions import definitions_of
from curation.values import check_value, values_of
from translator.candidates import Candidate
from translator.errors import RefusedByUs
from translator.json_value import JsonValue, to_json


@dataclass(frozen=True, slots=True)
class NewDecision:
    """A decision to take: its content, for each operation that a pattern selects.

    `patterns` is empty for what is about the whole API (`API_KINDS`). `argument` is the
    argument's name or binding, for kinds that are about one.
    """

    content: Content
    patterns: tuple[str, ...] = ()
    argument: str | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What a batch of decisions shares.

    `expected_revision` is the draft's revision its author looked at: what was decided since
    about the same target is refused.
    """

    author: str
    reason: str
    at: float
    expected_revision: int | None = None


@dataclass(slots=True)
class _Batch:
    """A batch while it is recorded; dicts stand for ordered sets."""

    connection: Connection
    wish: Wish
    current: Current
    sequences: list[int] = field(default_factory=list)
    operations: dict[str, None] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    unchanged: int = 0
    _defs: dict[int, Mapping[str, JsonValue]] = field(default_factory=dict)
    _waiting: list[Decision] = field(default_factory=list)

    def add(self, decision: Decision) -> None:
        """Record a decision, at the latest with `settle`; the draft stays as it is until then."""
        self._waiting.append(decision)

    def settle(self) -> None:
        """Record what waits, all at once, and go on with the draft it makes."""
        if not self._waiting:
            return
        sequences = add_decisions(self.connection, self.current.api.id, self._waiting)
        numbered = zip(self._waiting, sequences, strict=True)
        recorded = [replace(decision, sequence=number) for decision, number in numbered]
        self.current = replace(self.current, draft=advance(self.current.draft, recorded))
        self.sequences.extend(sequences)
        self._waiting.clear()

    def input_defs(self, version: int) -> Mapping[str, JsonValue]:
        """Return the definitions of a description version, read once."""
        if version not in self._defs:
            found = definitions_of(self.connection, self.current.api.id, [version])
            self._defs[version] = found[version].input_defs
        return self._defs[version]

    def report(self) -> DecisionReport:
        return DecisionReport(
            tuple(self.sequences),
            tuple(self.operations),
            self.unchanged,
            tuple(self.notes),
            self._offered(),
        )

    def _offered(self) -> dict[str, tuple[str, ...]]:
        touched = (one for one in self.current.draft.items if one.key in self.operations)
        return {
            item.key: tuple(sorted(one.value.replace("_", " ") for one in item.expose))
            for item in touched
            if item.is_published
        }


def decide(
    store: Store, drafts: Drafts, slug: str, decisions: Sequence[NewDecision], wish: Wish
) -> DecisionReport:
    """Record decisions, all or none.

    Raises:
        RefusedByUs: one of them cannot be taken; the message says which and why.
    """
    with store.reading() as connection:
        drafts.current(connection, slug)
    with store.writing() as connection:
        know_principal(connection, wish.author, wish.at)
        batch = _Batch(connection, wish, drafts.current(connection, slug, lock=True))
        for new in decisions:
            if new.patterns:
                _take(batch, new)
            else:
                _take_about_api(batch, new)
            batch.settle()
    return batch.report()


def allowing(patterns: Sequence[str], expose: str | None) -> tuple[NewDecision, ...]:
    """Return the decisions that allow operations, as a tool, a resource, both or as proposed.

    Raises:
        RefusedByUs: `expose` is none of these.
    """
    allow = NewDecision(Allow(), tuple(patterns))
    if expose is None:
        return (allow,)
    ways = {
        "tool": (ExposeAs.TOOL,),
        "resource": (ExposeAs.RESOURCE,),
        "both": (ExposeAs.TOOL, ExposeAs.RESOURCE),
    }
    if expose not in ways:
        raise RefusedByUs(f"nothing can be offered as {expose!r}; choose tool, resource or both")
    return allow, NewDecision(Expose(ways[expose]), tuple(patterns))


def _take(batch: _Batch, new: NewDecision) -> None:
    if _is_about_api(new.content):
        raise RefusedByUs(f"{slot_of(new.content)} is about the whole API; name no operation")
    items = _selected(batch.current.draft, new)
    if isinstance(new.content, Allow | Expose):
        items = _offerable(batch, items, new.patterns)
    for item in items:
        expected = batch.wish.expected_revision
        if expected is not None and item.revision > expected:
            raise RefusedByUs(f"{item.key} was decided about meanwhile; look at it again")
        _take_about(batch, item, new)


def _selected(draft: Draft, new: NewDecision) -> tuple[DraftItem, ...]:
    if new.content.kind not in SINGLE_KINDS:
        return select(draft, new.patterns)
    if len(new.patterns) != 1:
        raise RefusedByUs(f"{new.content.kind} is about one operation; name one")
    return (select_one(draft, new.patterns[0]),)


def _offerable(
    batch: _Batch, items: tuple[DraftItem, ...], patterns: Sequence[str]
) -> tuple[DraftItem, ...]:
    """Leave out what cannot be offered, if a broad pattern took it along, with a note."""
    lost = {item.key: why for item in items if (why := why_not_allowed(item))}
    narrow = [pattern for pattern in patterns if not is_broad(pattern)]
    named = [i for i in items if i.key in lost and any(matches(p, i) for p in narrow)]
    if named or (lost and len(lost) == len(items)):
        raise RefusedByUs("; ".join(f"{key} cannot be allowed: {why}" for key, why in lost.items()))
    batch.notes.update({f"left out {key}: {why}": None for key, why in lost.items()})
    return tuple(item for item in items if item.key not in lost)


def _take_about(batch: _Batch, item: DraftItem, new: NewDecision) -> None:
    argument = _argument(item, new)
    check(item, new.content, argument)
    if argument is not None:
        for value in values_of(new.content):
            check_value(argument, value, batch.input_defs(item.basis_version))
    content = new.content
    if isinstance(content, Expose) and (possible := exposure_possible(item, content)) != content:
        batch.notes[f"{item.key} cannot be a resource; it becomes a tool only"] = None
        content = possible
    batch.operations[item.key] = None
    binding = argument.binding if argument else None
    judged, version = item.basis, item.basis_version
    if isinstance(content, Allow) and item.candidate is not None:
        judged, version = item.candidate, batch.current.version.number
    decision = Decision(
        sequence=0,
        content=content,
        target_kind=TargetKind.OPERATION,
        target_id=item.operation_id,
        author=batch.wish.author,
        decided_at=batch.wish.at,
        argument=binding,
        reason=batch.wish.reason,
        basis_digest=judged.digest,
        basis_version=version,
        expected_revision=batch.wish.expected_revision,
    )
    _record(batch, decision, item.standing.get((decision.slot, binding)))
    if isinstance(content, Allow) and item.basis.digest != judged.digest:
        _renew(batch, item, decision, judged)


def _renew(batch: _Batch, item: DraftItem, allow: Decision, now: Candidate) -> None:
    """Hide what nobody has seen yet of an operation allowed again, and tell what is gone."""
    batch.notes.update(dict.fromkeys(decided_in_vain(item, now)))
    for argument in starting_hidden(item, now):
        hide = replace(allow, content=HideArgument(), argument=argument.binding)
        _record(batch, hide, item.standing.get((hide.slot, argument.binding)))
        batch.notes[f"{item.key}: the new argument {argument.name} starts hidden"] = None


def _argument(item: DraftItem, new: NewDecision) -> DraftArgument | None:
    if new.content.kind not in ARGUMENT_KINDS and not isinstance(new.content, Clear):
        return None
    if new.argument is not None:
        return argument_of(item, new.argument)
    if new.content.kind in ARGUMENT_KINDS:
        raise RefusedByUs(f"{new.content.kind} is about an argument; say which")
    return None


def _take_about_api(batch: _Batch, new: NewDecision) -> None:
    if not _is_about_api(new.content):
        raise RefusedByUs(f"{new.content.kind} is about operations; say which")
    api, expected = batch.current.api, batch.wish.expected_revision
    if isinstance(new.content, Instructions):
        check_text("the instructions", new.content.text)
    if isinstance(new.content, SetProfile):
        check_profile(new.content.profile)
    slot = slot_of(new.content)
    standing = batch.current.draft.standing.get(api.id, {}).get((slot, None))
    if standing is not None and expected is not None and standing.sequence > expected:
        raise RefusedByUs(f"somebody decided about {slot} meanwhile; look at it again")
    decision = Decision(
        sequence=0,
        content=new.content,
        target_kind=TargetKind.API,
        target_id=api.id,
        author=batch.wish.author,
        decided_at=batch.wish.at,
        reason=batch.wish.reason,
        basis_version=batch.current.version.number,
        expected_revision=expected,
    )
    _record(batch, decision, standing)


def _is_about_api(content: Content) -> bool:
    return slot_of(content) in API_KINDS


def _record(batch: _Batch, decision: Decision, standing: Decision | None) -> None:
    """Record a decision unless the same stands already."""
    if standing is not None and _says_the_same(standing, decision):
        batch.unchanged += 1
        return
    batch.add(replace(decision, supersedes=standing.sequence if standing else None))


def _says_the_same(standing: Decision, new: Decision) -> bool:
    if isinstance(new.content, Allow) and standing.basis_digest != new.basis_digest:
        return False
    return (
        to_json(content_to_json(standing.content)) == to_json(content_to_json(new.content))
        and standing.kind is new.kind
    )
