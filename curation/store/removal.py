"""Own taking an API out of the store: the rows of every table that belong to it alone."""

from sqlalchemy import Connection, delete, select

from curation.store.apis import ApiRow
from curation.store.tables import (
    activation,
    api,
    candidate,
    credential_reference,
    decision,
    description_version,
    document,
    endpoint,
    endpoint_api,
    operation,
    stop,
    surface,
    surface_source,
    surface_version,
    upstream,
    upstream_revision,
    version_candidate,
)


def remove_api(connection: Connection, row: ApiRow) -> None:
    """Delete every row about an API, those that name others first.

    Principals and the record stay; a surface goes when no other endpoint ever published it.
    """
    versions = select(description_version.c.id).where(description_version.c.api_id == row.id)
    surfaces = select(surface_version.c.id).where(surface_version.c.endpoint_id == row.endpoint_id)
    upstreams = select(upstream.c.id).where(upstream.c.api_id == row.id)
    revisions = select(upstream_revision.c.id).where(upstream_revision.c.upstream_id.in_(upstreams))
    for table, condition in (
        (activation, activation.c.endpoint_id == row.endpoint_id),
        (stop, stop.c.target_id.in_(upstreams)),
        (stop, stop.c.target_id == row.endpoint_id),
        (surface_source, surface_source.c.surface_version_id.in_(surfaces)),
        (surface_version, surface_version.c.endpoint_id == row.endpoint_id),
        (surface, surface.c.digest.not_in(select(surface_version.c.digest))),
        (decision, decision.c.api_id == row.id),
        (version_candidate, version_candidate.c.version_id.in_(versions)),
        (candidate, candidate.c.api_id == row.id),
        (document, document.c.version_id.in_(versions)),
        (description_version, description_version.c.api_id == row.id),
        (operation, operation.c.api_id == row.id),
        (credential_reference, credential_reference.c.upstream_revision_id.in_(revisions)),
        (upstream_revision, upstream_revision.c.upstream_id.in_(upstreams)),
        (endpoint_api, endpoint_api.c.api_id == row.id),
        (upstream, upstream.c.api_id == row.id),
        (endpoint, endpoint.c.id == row.endpoint_id),
        (api, api.c.id == row.id),
    ):
        connection.execute(delete(table).where(condition))
