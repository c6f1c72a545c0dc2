"""Own publication: the draft becomes a surface and serves; earlier ones can serve again.

A surface is compiled outside the transaction, because that may take a second and others want to
write; if somebody decides meanwhile, it is compiled again.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from curation.changes import surface_changes
from curation.choosing import choice_of
from curation.draft import Draft, DraftItem, State
from curation.drafting import Current, Drafts, known_api
from curation.patterns import near_to
from curation.reports import ActivationReport, PublishReport, SurfaceChanges, SurfaceSummary
from curation.schemes import Agreed, agree
from curation.store import Connection, Store
from curation.store.apis import ApiRow, know_principal
from curation.store.decisions import last_sequence
from curation.store.surfaces import (
    SurfaceFigures,
    SurfaceRow,
    active_row,
    add_activation,
    add_surface_version,
    load_surface,
    set_stopped,
    standing_stops,
    surface_row,
    surface_rows,
)
from curation.store.versions import definitions_of, latest_version, outlines_of, version_numbers
from curation.values import value_problems
from translator.compile import Choice, compile_surface, tool_tokens
from translator.errors import RefusedByUs
from translator.finding import Finding, Severity, finding
from translator.surface import Resource, ResourceTemplate, Surface, Tool, surface_digest

_ATTEMPTS = 4
_LATELY = 3


@dataclass(frozen=True, slots=True)
class Compiled:
    """A surface that could be published; `held` are the changed items it has to leave out."""

    current: Current
    surface: Surface
    digest: str
    figures: SurfaceFigures
    findings: tuple[Finding, ...]
    held: tuple[str, ...] = ()


def publish(
    store: Store, drafts: Drafts, slug: str, *, author: str, note: str, at: float
) -> PublishReport:
    """Publish the draft as a new surface version and serve it, unless it serves already.

    Raises:
        RefusedByUs: nothing is allowed, or something stands in the way; lists everything.
    """
    for _ in range(_ATTEMPTS):
        with store.reading() as connection:
            compiled = compile_draft(connection, drafts.current(connection, slug))
        with store.writing() as connection:
            if _is_current(connection, compiled.current):
                return _keep(connection, compiled, author=author, note=note, at=at)
    raise RefusedByUs(f"others keep deciding about {slug}; publish again when they are done")


def compile_draft(connection: Connection, current: Current) -> Compiled:
    """Return the surface that the draft would be.

    Raises:
        RefusedByUs: nothing is allowed, or something stands in the way; lists everything.
    """
    draft = current.draft
    _refuse_unpublishable(draft)
    agreed = _agreed(connection, current)
    surface, findings = compile_surface(
        draft.base.slug,
        draft.base.title,
        draft.instructions or "",
        _choices(connection, current, agreed.items),
        agreed.schemes,
        draft.profile,
    )
    if surface is None:
        raise RefusedByUs(_in_the_way(f.message for f in findings if f.severity is Severity.ERROR))
    return Compiled(
        current=current,
        surface=surface,
        digest=surface_digest(surface),
        figures=_figures(surface),
        findings=(*findings, *draft_findings(draft), *agreed.held),
        held=tuple(found.operation for found in agreed.held if found.operation),
    )


def draft_findings(draft: Draft) -> tuple[Finding, ...]:
    """Return what there is to say about allowed items that cannot be published."""
    codes = {State.HELD: "tool-held", State.GONE: "operation-gone"}
    return tuple(
        finding(codes[item.state], f"{item.name}: {'; '.join(item.held)}", operation=item.key)
        for item in draft.items
        if item.state in codes
    )


def surfaces(store: Store, slug: str) -> tuple[SurfaceSummary, ...]:
    """Return the surface versions of an endpoint, newest first."""
    with store.reading() as connection:
        api = known_api(connection, slug)
        active = active_row(connection, api.endpoint_id)
        numbers = version_numbers(connection, api.id)
        rows = surface_rows(connection, api.endpoint_id)
    return tuple(
        SurfaceSummary(
            version=row.number,
            digest=row.digest,
            active=active is not None and active.number == row.number,
            published_at=row.published_at,
            author=row.author,
            note=row.note,
            tools=row.tools,
            resources=row.resources,
            templates=row.templates,
            input_tokens=row.input_tokens,
            output_tokens=row.output_tokens,
            description_version=numbers.get(row.description_version_id or 0, 0),
        )
        for row in rows
    )


def surface(store: Store, slug: str, version: int | None) -> Surface:
    """Return a surface version, the active one by default.

    Raises:
        RefusedByUs: there is no such version.
    """
    with store.reading() as connection:
        api = known_api(connection, slug)
        if version is not None:
            return load_surface(connection, _known_surface(connection, api, version).digest)
        active = active_row(connection, api.endpoint_id)
        if active is None:
            raise RefusedByUs(
                f"{slug} has no published surface; start with: isthmus publish {slug}"
            )
        return load_surface(connection, active.digest)


def activate(
    store: Store, drafts: Drafts, slug: str, version: int, *, author: str, at: float
) -> ActivationReport:
    """Serve another surface version.

    Raises:
        RefusedByUs: there is no such version.
    """
    with store.writing() as connection:
        api = known_api(connection, slug, lock=True)
        row = _known_surface(connection, api, version)
        before, previous = _active(connection, api)
        if previous != version:
            know_principal(connection, author, at)
            add_activation(connection, api.endpoint_id, row.id, author, at)
        now = load_surface(connection, row.digest)
        draft = drafts.current(connection, slug).draft
    return ActivationReport(
        slug,
        version,
        row.digest,
        previous,
        surface_changes(before, now),
        _not_allowed(draft, now),
    )


def _not_allowed(draft: Draft, now: Surface) -> tuple[str, ...]:
    """Return the operations of a surface that no decision of today would publish."""
    items: tuple[Tool | Resource | ResourceTemplate, ...] = (
        *now.tools,
        *now.resources,
        *now.resource_templates,
    )
    served = dict.fromkeys(item.call.operation_id for item in items)
    found = (draft.by_id[one] for one in served if one in draft.by_id)
    return tuple(item.key for item in found if not item.is_published)


def set_stop(
    store: Store,
    slug: str,
    tool: str | None,
    *,
    stopped: bool,
    author: str,
    reason: str,
    at: float,
) -> bool:
    """Refuse calls of an endpoint or of one tool at once, or take them again.

    Returns whether it changed anything. `tool` is a tool's name, or the URI or URI template of a
    resource. The stop is on the
    operation behind it, however else that is offered.

    Raises:
        RefusedByUs: there is no such endpoint, or no surface of it lately had the tool.
    """
    with store.writing() as connection:
        api = known_api(connection, slug, lock=True)
        operation_id = "" if tool is None else _operation_of(connection, api, tool)
        standing = standing_stops(connection).get(api.endpoint_id, frozenset())
        if (operation_id in standing) is stopped:
            return False
        know_principal(connection, author, at)
        set_stopped(
            connection,
            api.endpoint_id,
            operation_id or None,
            stopped=stopped,
            reason=reason,
            author=author,
            at=at,
        )
    return True


def _refuse_unpublishable(draft: Draft) -> None:
    published = [item for item in draft.items if item.is_published]
    if not published:
        waiting = "; ".join(found.message for found in draft_findings(draft))
        advice = waiting or f"allow something: isthmus allow {draft.base.slug} PATTERN"
        raise RefusedByUs(f"nothing of {draft.base.slug} can be published: {advice}")
    formless = [item.key for item in published if not item.expose]
    if formless:
        words = "cannot be a resource any more; expose it as a tool"
        raise RefusedByUs(_in_the_way(f"{key} {words}" for key in formless))


def _in_the_way(messages: Iterable[str]) -> str:
    listed = list(messages)
    if len(listed) == 1:
        return f"not published: {listed[0]}"
    return "not published:\n" + "\n".join(f"- {message}" for message in listed)


def _choices(
    connection: Connection, current: Current, items: tuple[DraftItem, ...]
) -> tuple[Choice, ...]:
    definitions = definitions_of(connection, current.api.id, {item.basis_version for item in items})
    problems = [
        problem
        for item in items
        for problem in value_problems(item, definitions[item.basis_version].input_defs)
    ]
    if problems:
        raise RefusedByUs(_in_the_way(problems))
    return tuple(
        choice_of(
            item,
            definitions[item.basis_version].input_defs,
            definitions[item.basis_version].output_defs,
        )
        for item in items
    )


def _agreed(connection: Connection, current: Current) -> Agreed:
    items = [item for item in current.draft.items if item.is_published]
    outlines = outlines_of(connection, current.api.id, {item.basis_version for item in items})
    return agree(items, {number: one.security_schemes for number, one in outlines.items()})


def _figures(made: Surface) -> SurfaceFigures:
    tokens = [tool_tokens(tool) for tool in made.tools]
    return SurfaceFigures(sum(t[0] for t in tokens), sum(t[1] for t in tokens))


def _is_current(connection: Connection, current: Current) -> bool:
    known_api(connection, current.api.slug, lock=True)
    version = latest_version(connection, current.api.id)
    return (
        version == current.version
        and last_sequence(connection, current.api.id) == current.draft.revision
    )


def _keep(
    connection: Connection, compiled: Compiled, *, author: str, note: str, at: float
) -> PublishReport:
    api = compiled.current.api
    before, number = _active(connection, api)
    same = before is not None and surface_digest(before) == compiled.digest
    if not same:
        know_principal(connection, author, at)
        version_id, number = add_surface_version(
            connection,
            api.endpoint_id,
            compiled.surface,
            digest=compiled.digest,
            figures=compiled.figures,
            source=(compiled.current.version.id, compiled.current.draft.revision),
            note=note,
            author=author,
            published_at=at,
        )
        add_activation(connection, api.endpoint_id, version_id, author, at)
    changes = SurfaceChanges() if same else surface_changes(before, compiled.surface)
    return _report(compiled, number or 0, changes, published=not same)


def _report(
    compiled: Compiled, number: int, changes: SurfaceChanges, *, published: bool
) -> PublishReport:
    made, items = compiled.surface, compiled.current.draft.items

    def keys(state: State) -> tuple[str, ...]:
        return tuple(item.key for item in items if item.state is state)

    return PublishReport(
        slug=compiled.current.api.slug,
        version=number,
        digest=compiled.digest,
        published=published,
        changes=changes,
        tools=len(made.tools),
        resources=len(made.resources),
        templates=len(made.resource_templates),
        input_tokens=compiled.figures.input_tokens,
        output_tokens=compiled.figures.output_tokens,
        findings=compiled.findings,
        held=(*keys(State.HELD), *compiled.held),
        gone=keys(State.GONE),
        pending=tuple(key for key in keys(State.CHANGED) if key not in compiled.held),
    )


def _active(connection: Connection, api: ApiRow) -> tuple[Surface | None, int | None]:
    """Return the surface an endpoint serves, and its number."""
    active = active_row(connection, api.endpoint_id)
    if active is None:
        return None, None
    return load_surface(connection, active.digest), active.number


def _known_surface(connection: Connection, api: ApiRow, version: int) -> SurfaceRow:
    row = surface_row(connection, api.endpoint_id, version)
    if row is None:
        numbers = [str(one.number) for one in surface_rows(connection, api.endpoint_id)]
        there = f"there is {', '.join(numbers[:10])}" if numbers else "nothing is published yet"
        raise RefusedByUs(f"{api.slug} has no surface {version}; {there}")
    return row


def _operation_of(connection: Connection, api: ApiRow, tool: str) -> str:
    """Return the operation behind a tool or URI that the endpoint serves, or served lately.

    Raises:
        RefusedByUs: there is none; a typing error must not pass for a stop.
    """
    active = active_row(connection, api.endpoint_id)
    lately = [row.digest for row in surface_rows(connection, api.endpoint_id)[:_LATELY]]
    known: list[str] = []
    for digest in dict.fromkeys([active.digest, *lately] if active else lately):
        offered = _offered(load_surface(connection, digest))
        if tool in offered:
            return offered[tool]
        known.extend(offered)
    near = near_to(tool, known) or list(dict.fromkeys(known))[:10]
    there = f"it has {', '.join(near)}" if near else "nothing is published yet"
    raise RefusedByUs(f"{api.slug} serves no tool or resource {tool!r}; {there}")


def _offered(made: Surface) -> dict[str, str]:
    """Return the operation behind each name, URI and URI template; names go first."""
    uris = {one.uri: one.call.operation_id for one in made.resources}
    templates = {one.uri_template: one.call.operation_id for one in made.resource_templates}
    names = {one.name: one.call.operation_id for one in made.tools}
    return {**names, **uris, **templates, **names}
