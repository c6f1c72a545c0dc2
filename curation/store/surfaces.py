"""Own the queries about surface versions, activations and stops."""

from dataclasses import dataclass

from sqlalchemy import Connection, and_, func, insert, select

from curation.store.packing import pack_surface, unpack_surface
from curation.store.tables import (
    activation,
    endpoint,
    endpoint_api,
    stop,
    surface,
    surface_source,
    surface_version,
    upstream_revision,
)
from translator.json_value import to_json
from translator.surface import Surface


@dataclass(frozen=True, slots=True)
class SurfaceFigures:
    """What is counted of a surface when it is published."""

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class SurfaceRow:
    """A surface version of an endpoint without the surface."""

    id: int
    number: int
    digest: str
    note: str
    author: str
    published_at: float
    tools: int
    resources: int
    templates: int
    input_tokens: int
    output_tokens: int
    description_version_id: int | None


@dataclass(frozen=True, slots=True)
class ActiveRow:
    """What an endpoint serves."""

    endpoint_id: str
    endpoint: str
    upstream_id: str
    surface_version_id: int
    number: int
    digest: str


_ROWS = (
    select(
        surface_version.c.id,
        surface_version.c.number,
        surface_version.c.digest,
        surface_version.c.note,
        surface_version.c.author,
        surface_version.c.published_at,
        surface.c.tools,
        surface.c.resources,
        surface.c.templates,
        surface.c.input_tokens,
        surface.c.output_tokens,
        surface_source.c.version_id.label("description_version_id"),
    )
    .join(surface, surface.c.digest == surface_version.c.digest)
    .outerjoin(surface_source, surface_source.c.surface_version_id == surface_version.c.id)
)


def surface_rows(connection: Connection, endpoint_id: str) -> tuple[SurfaceRow, ...]:
    """Return an endpoint's surface versions, newest first."""
    statement = _ROWS.where(surface_version.c.endpoint_id == endpoint_id)
    rows = connection.execute(statement.order_by(surface_version.c.number.desc())).mappings()
    return tuple(SurfaceRow(**row) for row in rows)


def surface_row(connection: Connection, endpoint_id: str, number: int) -> SurfaceRow | None:
    """Return one surface version of an endpoint."""
    statement = _ROWS.where(
        surface_version.c.endpoint_id == endpoint_id, surface_version.c.number == number
    )
    row = connection.execute(statement).mappings().first()
    return SurfaceRow(**row) if row else None


def load_surface(connection: Connection, digest: str) -> Surface:
    """Return a surface by its digest."""
    statement = select(surface.c.body).where(surface.c.digest == digest)
    return unpack_surface(connection.execute(statement).scalar_one())


def add_surface_version(
    connection: Connection,
    endpoint_id: str,
    made: Surface,
    *,
    digest: str,
    figures: SurfaceFigures,
    source: tuple[int, int],
    note: str,
    author: str,
    published_at: float,
) -> tuple[int, int]:
    """Add a surface version; returns its id and number.

    `source` is the description version's id and the last decision folded in.
    """
    if (
        connection.execute(select(surface.c.tools).where(surface.c.digest == digest)).first()
        is None
    ):
        _add_surface(connection, made, digest, figures)
    highest = select(func.max(surface_version.c.number)).where(
        surface_version.c.endpoint_id == endpoint_id
    )
    number = (connection.execute(highest).scalar() or 0) + 1
    version_id = connection.execute(
        insert(surface_version)
        .values(
            endpoint_id=endpoint_id,
            number=number,
            digest=digest,
            note=note,
            author=author,
            published_at=published_at,
        )
        .returning(surface_version.c.id)
    ).scalar_one()
    connection.execute(
        insert(surface_source).values(
            surface_version_id=version_id, version_id=source[0], last_decision=source[1]
        )
    )
    return version_id, number


def _add_surface(
    connection: Connection, made: Surface, digest: str, figures: SurfaceFigures
) -> None:
    connection.execute(
        insert(surface).values(
            digest=digest,
            body=pack_surface(made),
            tool_names=to_json([tool.name for tool in made.tools]),
            tools=len(made.tools),
            resources=len(made.resources),
            templates=len(made.resource_templates),
            input_tokens=figures.input_tokens,
            output_tokens=figures.output_tokens,
        )
    )


def add_activation(
    connection: Connection, endpoint_id: str, surface_version_id: int, author: str, at: float
) -> None:
    """Make an endpoint serve a surface version."""
    connection.execute(
        insert(activation).values(
            endpoint_id=endpoint_id,
            surface_version_id=surface_version_id,
            author=author,
            activated_at=at,
        )
    )


def active_rows(connection: Connection) -> tuple[ActiveRow, ...]:
    """Return what every endpoint with an activation serves."""
    newest = select(func.max(activation.c.id).label("id")).group_by(activation.c.endpoint_id)
    statement = (
        select(
            endpoint.c.id.label("endpoint_id"),
            endpoint.c.slug.label("endpoint"),
            endpoint_api.c.upstream_id,
            activation.c.surface_version_id,
            surface_version.c.number,
            surface_version.c.digest,
        )
        .join(activation, activation.c.endpoint_id == endpoint.c.id)
        .join(surface_version, surface_version.c.id == activation.c.surface_version_id)
        .join(endpoint_api, endpoint_api.c.endpoint_id == endpoint.c.id)
        .where(activation.c.id.in_(newest))
        .order_by(endpoint.c.slug)
    )
    return tuple(ActiveRow(**row) for row in connection.execute(statement).mappings())


def active_row(connection: Connection, endpoint_id: str) -> ActiveRow | None:
    """Return what one endpoint serves."""
    rows = (row for row in active_rows(connection) if row.endpoint_id == endpoint_id)
    return next(rows, None)


def recent_digests(connection: Connection, endpoint_id: str, count: int) -> tuple[str, ...]:
    """Return the digests of the surfaces an endpoint served last, the newest first, each once."""
    statement = (
        select(surface_version.c.digest)
        .join(activation, activation.c.surface_version_id == surface_version.c.id)
        .where(activation.c.endpoint_id == endpoint_id)
        .order_by(activation.c.id.desc())
        .limit(count)
    )
    return tuple(dict.fromkeys(connection.execute(statement).scalars()))


def set_stopped(
    connection: Connection,
    endpoint_id: str,
    operation_id: str | None,
    *,
    stopped: bool,
    reason: str,
    author: str,
    at: float,
) -> None:
    """Stop or resume an endpoint, or the tool it makes of one operation."""
    connection.execute(
        insert(stop).values(
            target_kind="tool" if operation_id else "endpoint",
            target_id=endpoint_id,
            operation_id=operation_id or "",
            stopped=stopped,
            reason=reason,
            author=author,
            changed_at=at,
        )
    )


def standing_stops(connection: Connection) -> dict[str, frozenset[str]]:
    """Return what is stopped by endpoint or upstream id: operation ids, '' for all of it."""
    newest = (
        select(func.max(stop.c.id).label("id"))
        .group_by(stop.c.target_kind, stop.c.target_id, stop.c.operation_id)
        .subquery()
    )
    statement = select(stop.c.target_id, stop.c.operation_id).join(
        newest, and_(newest.c.id == stop.c.id, stop.c.stopped)
    )
    found: dict[str, set[str]] = {}
    for row in connection.execute(statement):
        found.setdefault(row.target_id, set()).add(row.operation_id)
    return {target: frozenset(ids) for target, ids in found.items()}


def serving_revision(connection: Connection) -> tuple[float, ...]:
    """Return numbers of which one changes whenever anything about serving changes.

    Ids only grow; endpoints may also go, so that they are counted too.
    """
    tables = (activation, stop, upstream_revision)
    newest = [select(func.max(t.c.id)).scalar_subquery() for t in tables]
    endpoints = [
        select(func.count()).select_from(endpoint).scalar_subquery(),
        select(func.max(endpoint.c.created_at)).scalar_subquery(),
    ]
    return tuple(number or 0 for number in connection.execute(select(*newest, *endpoints)).one())
