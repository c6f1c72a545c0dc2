"""Own how operations are named in commands: `'GET /pets*'`, `/pets*`, an operationId, `tag:NAME`.

`*` stands for any text, slashes too; every other character for itself, because paths hold `?`,
`{` and `[`. A pattern that selects nothing is refused with what comes near.
"""

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence

from curation.draft import Draft, DraftItem
from translator.errors import RefusedByUs

_TAG = "tag:"


def select(draft: Draft, patterns: Sequence[str]) -> tuple[DraftItem, ...]:
    """Return the items that any of the patterns selects, in the draft's order.

    Raises:
        RefusedByUs: a pattern selects nothing; the message lists what comes near.
    """
    chosen: set[str] = set()
    for pattern in patterns:
        found = [item.operation_id for item in draft.items if matches(pattern, item)]
        if not found:
            raise RefusedByUs(_nothing(draft, pattern))
        chosen.update(found)
    return tuple(item for item in draft.items if item.operation_id in chosen)


def select_one(draft: Draft, pattern: str) -> DraftItem:
    """Return the one item a pattern selects.

    Raises:
        RefusedByUs: it selects nothing, or several.
    """
    found = select(draft, (pattern,))
    if len(found) == 1:
        return found[0]
    exact = [item for item in found if pattern in _exact_names(item)]
    if len(exact) == 1:
        return exact[0]
    some = ", ".join(repr(item.key) for item in found[:5])
    raise RefusedByUs(f"{pattern!r} means {len(found)} operations ({some} …); name one of them")


def is_broad(pattern: str) -> bool:
    """Whether a pattern is meant to select whatever there is of a kind."""
    return "*" in pattern or pattern.startswith(_TAG)


def matches(pattern: str, item: DraftItem) -> bool:
    """Whether a pattern selects an item."""
    if pattern.startswith(_TAG):
        regex = _regex(pattern.removeprefix(_TAG), re.IGNORECASE)
        return any(regex.fullmatch(tag) for tag in item.basis.operation.tags)
    method, space, path = pattern.partition(" ")
    regex = _regex(f"{method.upper()} {path}" if space and path.startswith("/") else pattern)
    return any(regex.fullmatch(name) for name in _names(item))


def _names(item: DraftItem) -> Iterator[str]:
    yield item.key
    yield item.basis.operation.path
    yield from _exact_names(item)


def _exact_names(item: DraftItem) -> Iterator[str]:
    yield item.key
    yield item.name
    if item.basis.operation.operation_id:
        yield item.basis.operation.operation_id


def _regex(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))), re.DOTALL | flags)


def _nothing(draft: Draft, pattern: str) -> str:
    near = near_to(pattern, _all_names(draft))
    advice = f"; near it: {', '.join(map(repr, near))}" if near else ""
    return (
        f"no operation of {draft.base.slug} matches {pattern!r}{advice}. "
        f"isthmus review {draft.base.slug} lists them"
    )


def _all_names(draft: Draft) -> Iterator[str]:
    for item in draft.items:
        yield from _names(item)
        yield from (f"{_TAG}{tag}" for tag in item.basis.operation.tags)


def near_to(wanted: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Return up to `count` known names that look like the wanted one."""
    by_folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(wanted.casefold(), by_folded, count, 0.5)
    return [by_folded[name] for name in near]
