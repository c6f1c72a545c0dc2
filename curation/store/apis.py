"""Own the queries about APIs, their endpoints, and principals."""

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from curation.store.tables import api, endpoint, endpoint_api, principal, upstream


@dataclass(frozen=True, slots=True)
class ApiRow:
    """An API with the endpoint and upstream it has by default."""

    id: str
    slug: str
    title: str
    endpoint_id: str
    endpoint_slug: str
    upstream_id: str


_APIS = (
    select(
        api.c.id,
        api.c.slug,
        api.c.title,
        endpoint.c.id.label("endpoint_id"),
        endpoint.c.slug.label("endpoint_slug"),
        endpoint_api.c.upstream_id,
    )
    .join(endpoint_api, endpoint_api.c.api_id == api.c.id)
    .join(endpoint, endpoint.c.id == endpoint_api.c.endpoint_id)
)


def all_apis(connection: Connection) -> tuple[ApiRow, ...]:
    """Return every API, by slug."""
    rows = connection.execute(_APIS.order_by(api.c.slug))
    return tuple(ApiRow(**row) for row in rows.mappings())


def find_api(connection: Connection, slug: str, *, lock: bool = False) -> ApiRow | None:
    """Return the API with a slug; with `lock`, others cannot change it until we are done."""
    statement = _APIS.where(api.c.slug == slug)
    if lock:
        statement = statement.with_for_update(of=api)
    row = connection.execute(statement).mappings().first()
    return ApiRow(**row) if row else None


def slugs(connection: Connection) -> frozenset[str]:
    """Return the slugs in use, of APIs and endpoints."""
    taken = select(api.c.slug).union(select(endpoint.c.slug))
    return frozenset(connection.execute(taken).scalars())


def add_api(connection: Connection, row: ApiRow, created_at: float) -> None:
    """Add an API with its default endpoint and upstream."""
    connection.execute(
        insert(api).values(id=row.id, slug=row.slug, title=row.title, created_at=created_at)
    )
    connection.execute(
        insert(endpoint).values(
            id=row.endpoint_id, slug=row.endpoint_slug, title=row.title, created_at=created_at
        )
    )
    connection.execute(
        insert(upstream).values(
            id=row.upstream_id, api_id=row.id, name=row.slug, created_at=created_at
        )
    )
    connection.execute(
        insert(endpoint_api).values(
            endpoint_id=row.endpoint_id, api_id=row.id, upstream_id=row.upstream_id
        )
    )


def set_title(connection: Connection, api_id: str, title: str) -> None:
    """Note the title the newest description gives an API."""
    connection.execute(api.update().where(api.c.id == api_id).values(title=title))


def know_principal(connection: Connection, name: str, at: float) -> None:
    """Add a principal that decides for the first time."""
    known = select(principal.c.id).where(principal.c.id == name)
    if connection.execute(known).first() is None:
        connection.execute(
            insert(principal).values(id=name, kind="person", name=name, created_at=at)
        )
