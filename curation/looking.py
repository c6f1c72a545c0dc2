"""Own looking: APIs at a glance, findings, calls. Changes nothing."""

from dataclasses import replace

from curation.drafting import Drafts, known_api, quick_counts
from curation.publishing import draft_findings
from curation.reports import ApiSummary, TraceSummary
from curation.sources import all_findings
from curation.store import Connection, Store
from curation.store.apis import ApiRow, all_apis
from curation.store.record import calls_after, find_traces, last_call_at, latest_calls
from curation.store.surfaces import SurfaceRow, active_row, standing_stops, surface_row
from curation.store.versions import VersionRow, latest_version, operation_keys, outline_of
from translator.errors import RefusedByUs
from translator.finding import Finding
from translator.trace import Trace


def apis(store: Store, drafts: Drafts) -> tuple[ApiSummary, ...]:
    """Return every API at a glance, by slug."""
    with store.reading() as connection:
        stops = standing_stops(connection)
        return tuple(
            _summary(connection, drafts, api, version, stops.get(api.endpoint_id, frozenset()))
            for api in all_apis(connection)
            if (version := latest_version(connection, api.id))
        )


def findings(store: Store, drafts: Drafts, slug: str) -> tuple[Finding, ...]:
    """Return every finding about the description, its candidates and the draft."""
    with store.reading() as connection:
        current = drafts.current(connection, slug)
        outline = outline_of(connection, current.version.id)
    candidates = current.draft.base.candidates.values()
    return (*all_findings(outline, candidates), *draft_findings(current.draft))


def traces(
    store: Store,
    *,
    limit: int,
    endpoint: str | None,
    name: str | None,
    principal: str | None,
    failed: bool | None,
) -> tuple[TraceSummary, ...]:
    """Return calls, the newest first.

    Raises:
        RefusedByUs: nothing of the endpoint is on record, and there is no such endpoint.
    """
    with store.reading() as connection:
        found = latest_calls(
            connection,
            limit=limit,
            endpoint=endpoint,
            name=name,
            principal=principal,
            failed=failed,
        )
        if not found and endpoint is not None:
            known_api(connection, endpoint)
    return found


def traces_after(
    store: Store, position: int, *, limit: int, endpoint: str | None
) -> tuple[TraceSummary, ...]:
    """Return calls recorded after a position, the oldest first."""
    with store.reading() as connection:
        return calls_after(connection, position, limit=limit, endpoint=endpoint)


def trace(store: Store, trace_id: str) -> Trace:
    """Return one call whole, by its id or the beginning of it.

    Raises:
        RefusedByUs: no call has this id, several begin so, or what it said was deleted.
    """
    with store.reading() as connection:
        found = find_traces(connection, trace_id)
    if not found:
        raise RefusedByUs(f"no call {trace_id!r} is on record (isthmus traces lists them)")
    if len(found) > 1:
        raise RefusedByUs(f"several calls begin with {trace_id!r}; give more of the id")
    return found[0]


def _summary(
    connection: Connection,
    drafts: Drafts,
    api: ApiRow,
    version: VersionRow,
    stops: frozenset[str],
) -> ApiSummary:
    states = quick_counts(connection, version)
    if states is None:
        states = drafts.current(connection, api.slug).draft.counts()
    active = active_row(connection, api.endpoint_id)
    row = surface_row(connection, api.endpoint_id, active.number) if active else None
    summary = ApiSummary(
        slug=api.slug,
        title=version.title,
        source=version.source,
        version=version.number,
        oas_version=version.oas_version,
        operations=version.operations,
        states=states,
        findings=version.findings,
        imported_at=version.imported_at,
        stopped="" in stops,
        stopped_operations=_keys_of(connection, api, stops - {""}),
        last_call_at=last_call_at(connection, api.endpoint_slug),
    )
    return summary if row is None else _with_surface(summary, row)


def _keys_of(connection: Connection, api: ApiRow, ids: frozenset[str]) -> tuple[str, ...]:
    if not ids:
        return ()
    keys = operation_keys(connection, api.id)
    return tuple(sorted(keys[one] for one in ids if one in keys))


def _with_surface(summary: ApiSummary, row: SurfaceRow) -> ApiSummary:
    return replace(
        summary,
        surface_version=row.number,
        tools=row.tools,
        resources=row.resources,
        templates=row.templates,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        published_at=row.published_at,
    )
