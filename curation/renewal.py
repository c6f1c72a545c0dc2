"""Own what allowing an operation again does to its arguments, after its description changed.

Nobody has seen what is new: an optional argument starts hidden. A required one is shown, for
without it there would be nothing to allow. Decisions about what is gone are told. Pure.
"""

from curation.decisions import Allow, DefaultArgument, HideArgument
from curation.draft import DraftItem
from translator.candidates import Argument, Candidate


def starting_hidden(item: DraftItem, now: Candidate) -> tuple[Argument, ...]:
    """Return the arguments of `now` to hide; `item` is as it stood before this allow."""
    verdict = item.decision("verdict")
    if verdict is None or not isinstance(verdict.content, Allow):
        return ()
    known = {argument.binding for argument in item.basis.arguments}
    return tuple(
        argument
        for argument in now.arguments
        if argument.binding not in known
        and not argument.required
        and item.decision("argument-visibility", argument.binding) is None
    )


def decided_in_vain(item: DraftItem, now: Candidate) -> tuple[str, ...]:
    """Return a sentence for each hidden, pinned or default argument that `now` has no more."""
    there = {argument.binding for argument in now.arguments}
    return tuple(
        f"{item.key}: {binding} is gone, and with it what was decided: {decision.kind}"
        for (_, binding), decision in item.standing.items()
        if binding is not None
        and binding not in there
        and isinstance(decision.content, DefaultArgument | HideArgument)
    )
