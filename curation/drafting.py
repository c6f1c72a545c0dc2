"""Own bringing a draft out of the store, and keeping it while nothing changes.

A draft is folded once per description version and then advanced by each decision, so that no
page and no command reads all decisions again. Safe to use from several threads.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass

from curation.decisions import Allow, Decision
from curation.draft import Base, Draft, advance, fold
from curation.patterns import near_to
from curation.store import Connection
from curation.store.apis import ApiRow, find_api, slugs
from curation.store.decisions import decisions_of
from curation.store.versions import (
    VersionRow,
    candidate_digests,
    candidates_of,
    judged_candidates,
    latest_version,
    operation_keys,
)
from translator.errors import RefusedByUs


@dataclass(frozen=True, slots=True)
class Current:
    """An API with its current description version and its draft."""

    api: ApiRow
    version: VersionRow
    draft: Draft


class Drafts:
    """The drafts of a process, as far as they were asked for."""

    def __init__(self) -> None:
        self._kept: dict[str, Current] = {}
        self._lock = threading.Lock()

    def current(self, connection: Connection, slug: str, *, lock: bool = False) -> Current:
        """Return an API as it stands in this transaction; `lock` keeps others from changing it.

        Raises:
            RefusedByUs: there is no such API.
        """
        api = known_api(connection, slug, lock=lock)
        version = known_version(connection, api)
        with self._lock:
            kept = self._kept.get(api.id)
        if kept is None or kept.version.id != version.id:
            draft = _fresh(connection, api, version)
        else:
            draft = kept.draft
            if decisions := decisions_of(connection, api.id, after=draft.revision):
                draft = advance(draft, decisions)
        current = Current(api, version, draft)
        with self._lock:
            self._kept[api.id] = current
        return current


def known_api(connection: Connection, slug: str, *, lock: bool = False) -> ApiRow:
    """Return the API with a slug.

    Raises:
        RefusedByUs: there is none; lists what there is.
    """
    api = find_api(connection, slug, lock=lock)
    if api is not None:
        return api
    known = sorted(slugs(connection))
    if not known:
        raise RefusedByUs(f"there is no API {slug!r}; start with: isthmus import SOURCE")
    near = near_to(slug, known)
    perhaps = f"perhaps {' or '.join(near)}; " if near else ""
    raise RefusedByUs(f"there is no API {slug!r}; {perhaps}`isthmus apis` lists what there is")


def known_version(connection: Connection, api: ApiRow) -> VersionRow:
    """Return the current description version of an API.

    Raises:
        RefusedByUs: it has none, which a whole import never leaves behind.
    """
    version = latest_version(connection, api.id)
    if version is None:
        raise RefusedByUs(f"{api.slug} has no description; import it again")
    return version


def standing_allows(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """Return the allow that stands for each operation id."""
    verdicts = {d.target_id: d for d in decisions if d.slot == "verdict"}
    return {target: d for target, d in verdicts.items() if isinstance(d.content, Allow)}


def _fresh(connection: Connection, api: ApiRow, version: VersionRow) -> Draft:
    decisions = decisions_of(connection, api.id)
    candidates = candidates_of(connection, version.id)
    keys = operation_keys(connection, api.id)
    judged = {
        (allow.basis_version or 0, operation_id)
        for operation_id, allow in standing_allows(decisions).items()
        if operation_id not in candidates or candidates[operation_id].digest != allow.basis_digest
    }
    base = Base(
        slug=api.slug,
        title=version.title,
        version=version.number,
        keys={key: keys[key] for key in candidates} | keys,
        candidates=candidates,
        judged=judged_candidates(connection, api.id, judged),
    )
    return fold(base, decisions)


def quick_counts(connection: Connection, current: VersionRow) -> dict[str, int] | None:
    """Count draft items by state without reading candidates; None when that cannot tell.

    It can while no allowed operation changed, which is nearly always.
    """
    decisions = decisions_of(connection, current.api_id)
    verdicts = {d.target_id: d for d in decisions if d.slot == "verdict"}
    digests = candidate_digests(connection, current.id)
    counts = {"new": len(digests), "allowed": 0, "denied": 0, "changed": 0, "held": 0, "gone": 0}
    for target, verdict in verdicts.items():
        allows = isinstance(verdict.content, Allow)
        if allows and digests.get(target) != verdict.basis_digest:
            return None
        if target in digests and verdict.content.kind in ("allow", "deny"):
            counts["new"] -= 1
            counts["allowed" if allows else "denied"] += 1
    return counts
