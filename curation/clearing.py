"""Own taking decisions back: which ones stand, and the decisions that clear them. Pure."""

from collections.abc import Iterator, Sequence

from curation.deciding import NewDecision
from curation.decisions import Clear, slots
from curation.draft import Draft, DraftItem
from curation.patterns import select
from curation.rules import argument_of
from translator.errors import RefusedByUs


def clearing(
    draft: Draft, patterns: Sequence[str], slot: str | None, argument: str | None
) -> tuple[NewDecision, ...]:
    """Return what takes back the decisions about operations, or one matter or argument of them.

    Raises:
        RefusedByUs: no such matter or operation, or nothing was decided about it.
    """
    if slot is not None and slot not in slots():
        known = ", ".join(sorted(slots()))
        raise RefusedByUs(f"there is no matter {slot!r}; matters are {known}")
    found = [new for item in select(draft, patterns) for new in _of_item(item, slot, argument)]
    if not found:
        what = f"{slot} of " if slot else ""
        raise RefusedByUs(f"nothing was decided about {what}{', '.join(patterns)}")
    return tuple(found)


def _of_item(item: DraftItem, slot: str | None, argument: str | None) -> Iterator[NewDecision]:
    wanted = None if argument is None else argument_of(item, argument).binding
    for (standing_slot, binding), decision in item.standing.items():
        if isinstance(decision.content, Clear) or slot not in (None, standing_slot):
            continue
        if wanted in (None, binding):
            yield NewDecision(Clear(standing_slot), (item.key,), binding)
