"""Own importing: a description becomes an API, or a new version of one.

Everything slow happens before the transaction begins, everything that is kept inside it: an
import that fails or is interrupted leaves nothing behind. Nothing is offered to anybody by
importing, and decisions stay as they are.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from curation.binding import (
    Bound,
    UpstreamChange,
    bind,
    effective_base_url,
    effective_origin,
)
from curation.draft import Draft, State
from curation.drafting import Drafts, known_api
from curation.drift import candidate_changes
from curation.places import Place, find_place, holds, made_by, title_of
from curation.reports import ImportReport, VersionChanges
from curation.sources import Judged, Stages, all_findings, judge
from curation.store import Connection, Store
from curation.store.apis import (
    ApiRow,
    add_api,
    find_api,
    know_principal,
    set_title,
    slugs,
)
from curation.store.decisions import last_sequence
from curation.store.packing import pack_definitions, pack_outline
from curation.store.versions import (
    NewVersion,
    VersionRow,
    add_operations,
    add_version,
    candidates_of,
    latest_version,
    operation_keys,
    operation_keys_of,
    outline_of,
    pack_candidate,
)
from translator.candidates import Candidate
from translator.errors import RefusedByUs
from translator.finding import Severity
from translator.operation import Extraction

if TYPE_CHECKING:
    from translator.openapi.description import Description

#: More tools than this is more than popular clients accept.
MANY_TOOLS = 128


@dataclass(frozen=True, slots=True)
class Asked:
    """What an import was asked to do, besides the description itself."""

    author: str
    at: float
    slug: str | None = None
    upstream: UpstreamChange = field(default_factory=UpstreamChange)
    replaces: bool = False
    """Whether the description may share no operation with the version before."""


def import_read(
    store: Store, drafts: Drafts, description: "Description", asked: Asked, stages: Stages
) -> ImportReport:
    """Import a description that was read.

    Raises:
        SourceError: the entry document is no OpenAPI description.
        RefusedByUs: the slug is none, the upstream is unusable.
    """
    title = title_of(description)
    with store.reading() as connection:
        place = find_place(connection, asked.slug, title, description.uri, description.digest)
    if place.api and place.latest and holds(place.latest, description.digest):
        return _keep_nothing(store, place, place.api, place.latest, asked, stages)
    judged = judge(description, place.slug, stages)
    report = _keep_version(store, place, judged, asked, stages)
    with store.reading() as connection:
        if last_sequence(connection, known_api(connection, report.slug).id):
            report = _with_decisions(report, drafts.current(connection, report.slug).draft)
    return report


def _keep_version(
    store: Store, place: Place, judged: Judged, asked: Asked, stages: Stages
) -> ImportReport:
    """Keep a description as the newest version of an API; all of it or nothing."""
    extraction = judged.extraction
    with stages.stage("store", "packing"):
        new = _packed(judged, asked, stages.budget.tick)
        stages.tell("storing")
        with store.writing() as connection:
            api, latest = _claim(store, connection, place, extraction.title, asked.at)
            before = operation_keys_of(connection, latest)
            if not asked.replaces:
                _refuse_another_api(place, before, new)
            version = _add(store, connection, api, latest, new, asked)
            bound = _bind(connection, api, extraction, asked)
            stages.tell("committing")
    changes = None if version == latest else _key_changes(before, new)
    place = replace(place, api=api, latest=latest)
    return _report(place, version, extraction, judged.candidates, bound, changes, stages.seconds)


def _packed(judged: Judged, asked: Asked, tick: Callable[[], None]) -> NewVersion:
    """Make ready everything a version holds, so that adding it takes the lock only briefly."""
    candidates = []
    for made in judged.candidates:
        tick()
        candidates.append(pack_candidate(made))
    return NewVersion(
        digest=judged.digest,
        extraction=judged.extraction,
        source=judged.source,
        made_by=made_by(),
        author=asked.author,
        imported_at=asked.at,
        findings=len(judged.findings),
        documents=judged.documents,
        candidates=tuple(candidates),
        packed_outline=pack_outline(judged.extraction),
        packed_definitions=pack_definitions(judged.extraction),
    )


def _add(
    store: Store,
    connection: Connection,
    api: ApiRow,
    latest: VersionRow | None,
    new: NewVersion,
    asked: Asked,
) -> VersionRow:
    """Add the version, unless another import did so while this one was judging."""
    if latest is not None and holds(latest, new.digest):
        return latest
    know_principal(connection, asked.author, asked.at)
    ids = _operation_ids(store, connection, api, new, asked.at)
    set_title(connection, api.id, new.extraction.title)
    return add_version(connection, api.id, latest, new, ids)


def _keep_nothing(
    store: Store,
    place: Place,
    api: ApiRow,
    latest: VersionRow,
    asked: Asked,
    stages: Stages,
) -> ImportReport:
    """Report on a description that is the current version already; only the upstream may change."""
    with stages.stage("store", "it is the current version already"):
        with store.reading() as connection:
            outline = outline_of(connection, latest.id)
            candidates = tuple(candidates_of(connection, latest.id).values())
        with store.writing() as connection:
            bound = _bind(connection, api, outline, asked)
    return _report(place, latest, outline, candidates, bound, None, stages.seconds)


def _bind(connection: Connection, api: ApiRow, outline: Extraction, asked: Asked) -> Bound:
    return bind(
        connection, api.upstream_id, outline, asked.upstream, author=asked.author, at=asked.at
    )


def _with_decisions(report: ImportReport, draft: Draft) -> ImportReport:
    """Return the report with what the new version means for what was allowed."""
    by_state = {state: [i for i in draft.items if i.state is state] for state in State}
    changed = {
        item.key: candidate_changes(item.basis, item.candidate)
        for item in by_state[State.CHANGED]
        if item.candidate is not None
    }
    changes = replace(
        report.changes,
        changed=changed,
        held={item.key: item.held for item in by_state[State.HELD]},
        gone=tuple(item.key for item in by_state[State.GONE]),
    )
    return replace(report, changes=changes)


def _claim(
    store: Store, connection: Connection, place: Place, title: str, at: float
) -> tuple[ApiRow, VersionRow | None]:
    """Return the API of a place with its current version, making it if it is new."""
    api = find_api(connection, place.slug, lock=True)
    if api is not None and place.api is not None:
        return api, latest_version(connection, api.id)
    if place.slug in slugs(connection):
        raise RefusedByUs(f"another import just took the name {place.slug}; import again")
    new_id = store.new_id
    row = ApiRow(new_id(), place.slug, title, new_id(), place.slug, new_id())
    add_api(connection, row, at)
    return row, None


def _operation_ids(
    store: Store, connection: Connection, api: ApiRow, new: NewVersion, at: float
) -> dict[str, str]:
    """Return the stable id of each operation by key; an operation seen before keeps its own."""
    known = {key: operation_id for operation_id, key in operation_keys(connection, api.id).items()}
    fresh = {
        (one.method, one.path): store.new_id() for one in new.candidates if one.key not in known
    }
    add_operations(connection, api.id, fresh, at)
    return known | {f"{method} {path}": made for (method, path), made in fresh.items()}


def _refuse_another_api(place: Place, before: frozenset[str] | None, new: NewVersion) -> None:
    """Refuse a description that shares nothing with the API it would become a version of."""
    if not before or any(one.key in before for one in new.candidates):
        return
    title = place.latest.title if place.latest else place.slug
    raise RefusedByUs(
        f"{new.extraction.title!r} shares no operation with {place.slug} ({title!r}), so every "
        "decision would be lost: import it under another --name, or say --replace if it is "
        "the same API all the same"
    )


def _key_changes(before: frozenset[str] | None, new: NewVersion) -> VersionChanges:
    if before is None:
        return VersionChanges()
    now = [one.key for one in new.candidates]
    return VersionChanges(
        added=tuple(key for key in now if key not in before),
        removed=tuple(sorted(before - set(now))),
    )


def _report(
    place: Place,
    version: VersionRow,
    outline: Extraction,
    candidates: Sequence[Candidate],
    bound: Bound,
    changes: VersionChanges | None,
    seconds: Mapping[str, float],
) -> ImportReport:
    offered = sum(candidate.withheld is None for candidate in candidates)
    findings = all_findings(outline, candidates)
    severities = Counter(finding.severity.value for finding in findings)
    previous = place.latest.number if place.latest and changes is not None else None
    return ImportReport(
        slug=place.slug,
        title=outline.title,
        version=version.number,
        changed=changes is not None,
        oas_version=outline.oas_version,
        operations=version.operations,
        candidates=offered,
        withheld=version.operations - offered,
        findings=findings,
        severities={severity.value: severities[severity.value] for severity in Severity},
        changes=changes or VersionChanges(),
        previous=previous,
        upstream=bound.upstream,
        upstream_changed=bound.changed,
        notes=(*place.notes, *_notes(place, outline, candidates, bound)),
        seconds=dict(seconds),
    )


def _notes(
    place: Place, outline: Extraction, candidates: Sequence[Candidate], bound: Bound
) -> Iterator[str]:
    """Give the sentences that help the person who imported to go on."""
    upstream = bound.upstream
    if effective_base_url(outline, upstream) is None:
        yield (
            "The description names no absolute server, so calls do not know where to go: "
            f"isthmus upstream {place.slug} --base-url URL"
        )
    if bound.unbound:
        schemes = ", ".join(bound.unbound)
        yield f"The API moved to another origin, so these credentials were unbound: {schemes}"
    origin = effective_origin(outline, upstream)
    astray = sorted({c.scheme for c in upstream.credentials if origin and c.origin != origin})
    if astray:
        yield f"Credentials for another origin than {origin}: {', '.join(astray)}"
    needed = _missing_schemes(candidates, {one.scheme for one in upstream.credentials})
    if needed:
        yield (
            f"Some calls need credentials of {' or '.join(needed)}: "
            f"isthmus upstream {place.slug} --credential SCHEME=env:NAME"
        )
    offered = sum(candidate.withheld is None for candidate in candidates)
    if offered > MANY_TOOLS:
        yield (
            f"{offered} candidates, and popular clients accept at most {MANY_TOOLS} tools: "
            "allow the few that are needed"
        )


def _missing_schemes(candidates: Iterable[Candidate], declared: Collection[str]) -> list[str]:
    """Return the schemes of operations that the declared credentials cannot call."""
    missing: set[str] = set()
    for candidate in candidates:
        ways = [{use.key for use in way.schemes} for way in candidate.operation.security]
        if ways and not any(way <= set(declared) for way in ways):
            missing.update(key for way in ways for key in way if key not in declared)
    return sorted(missing)
