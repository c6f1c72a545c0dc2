"""Own the list of all checks. Pure."""

from collections.abc import Callable, Iterator

from curation.lint.clients import (
    client_objections,
    not_publishable,
    number_of_tools,
    weakened_schemas,
)
from curation.lint.similar import near_duplicates
from curation.lint.texts import (
    decided_hints,
    described_arguments,
    description_length,
    name_jargon,
    text_jargon,
    token_limit,
    what_returns,
    when_to_use,
)
from curation.lint.values import LintFinding, LintSeverity, Offer

Check = Callable[[Offer], Iterator[LintFinding]]

#: Every check, in the order its findings are told.
CHECKS: tuple[Check, ...] = (
    not_publishable,
    number_of_tools,
    client_objections,
    near_duplicates,
    name_jargon,
    text_jargon,
    description_length,
    described_arguments,
    token_limit,
    when_to_use,
    what_returns,
    decided_hints,
    weakened_schemas,
)


def lint(offer: Offer) -> tuple[LintFinding, ...]:
    """Return what there is to say: of the list first, then by operation, the gravest first."""
    places = {offered.operation: number for number, offered in enumerate(offer.offered, 1)}
    order = list(LintSeverity)
    found = [finding for check in CHECKS for finding in check(offer)]
    found.sort(key=lambda one: (places.get(one.operation, 0), order.index(one.severity)))
    return tuple(found)


def at_least(findings: tuple[LintFinding, ...], severity: LintSeverity) -> tuple[LintFinding, ...]:
    """Return the findings that are at least so grave."""
    order = list(LintSeverity)
    return tuple(f for f in findings if order.index(f.severity) <= order.index(severity))
