"""Own which security schemes a publication carries, and whom they keep out.

A surface holds one scheme per key, but its items stand on several description versions, which
may disagree about it. The newest version that an item using the scheme stands on gives it; an
item that was judged with another one is held, for nobody decided that its credential may be sent
in that way. Pure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from curation.draft import DraftItem
from translator.finding import Finding, finding
from translator.operation import SecurityScheme

ByVersion = Mapping[int, Mapping[str, SecurityScheme]]
"""The schemes of each description version that items stand on."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """The items that can be published together, their schemes, and what is said of the rest."""

    items: tuple[DraftItem, ...]
    schemes: Mapping[str, SecurityScheme]
    held: tuple[Finding, ...] = ()


def agree(items: Iterable[DraftItem], by_version: ByVersion) -> Agreed:
    """Return what of the items can be published with one scheme per key."""
    published = tuple(items)
    newest = _newest_use(published)
    disputed = {item.operation_id: _disputed(item, newest, by_version) for item in published}
    schemes: dict[str, SecurityScheme] = {}
    for number in sorted(by_version):
        schemes |= by_version[number]
    for key, number in newest.items():
        if key in by_version[number]:
            schemes[key] = by_version[number][key]
    return Agreed(
        tuple(item for item in published if not disputed[item.operation_id]),
        schemes,
        tuple(
            _held(item, disputed[item.operation_id])
            for item in published
            if disputed[item.operation_id]
        ),
    )


def _uses(item: DraftItem) -> tuple[str, ...]:
    security = item.basis.operation.security
    return tuple(dict.fromkeys(use.key for one in security for use in one.schemes))


def _newest_use(items: Iterable[DraftItem]) -> dict[str, int]:
    """Return the newest version that an item using it stands on, by scheme."""
    newest: dict[str, int] = {}
    for item in items:
        for key in _uses(item):
            newest[key] = max(newest.get(key, 0), item.basis_version)
    return newest


def _disputed(item: DraftItem, newest: Mapping[str, int], by_version: ByVersion) -> tuple[str, ...]:
    """Return the schemes that an item was judged with in another form."""
    return tuple(
        key
        for key in _uses(item)
        if _form(by_version[item.basis_version].get(key)) != _form(by_version[newest[key]].get(key))
    )


def _form(scheme: SecurityScheme | None) -> SecurityScheme | None:
    """Return a scheme without its words, which change nothing that is sent."""
    return None if scheme is None else replace(scheme, description=None)


def _held(item: DraftItem, keys: tuple[str, ...]) -> Finding:
    named = ", ".join(repr(key) for key in keys)
    noun = "scheme" if len(keys) == 1 else "schemes"
    words = (
        f"the security {noun} {named} changed since it was judged; look at it and allow it again"
    )
    return finding("tool-held", f"{item.name}: {words}", operation=item.key)
