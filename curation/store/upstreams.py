"""Own the queries about upstream bindings. Each change is a new revision."""

from sqlalchemy import Connection, RowMapping, insert, select

from curation.store.tables import credential_reference, upstream_revision
from translator.json_value import parse_json, to_json
from translator.upstream import CredentialReference, Limits, Upstream


def current_upstream(connection: Connection, upstream_id: str) -> Upstream:
    """Return the newest revision of an upstream, or the defaults as revision 0."""
    statement = (
        select(upstream_revision)
        .where(upstream_revision.c.upstream_id == upstream_id)
        .order_by(upstream_revision.c.revision.desc())
        .limit(1)
    )
    row = connection.execute(statement).mappings().first()
    return _upstream(connection, row) if row else Upstream()


def add_revision(
    connection: Connection, upstream_id: str, new: Upstream, author: str, changed_at: float
) -> None:
    """Add a revision; its number is the value's own."""
    revision_id = connection.execute(
        insert(upstream_revision)
        .values(
            upstream_id=upstream_id,
            revision=new.revision,
            base_url=new.base_url,
            timeout_s=new.limits.timeout_s,
            max_response_bytes=new.limits.max_response_bytes,
            max_attempts=new.limits.max_attempts,
            max_text_bytes=new.limits.max_text_bytes,
            allowed_origins=to_json(list(new.allowed_origins)),
            variables=to_json(dict(new.variables)),
            forward_headers=to_json(list(new.forward_headers)),
            author=author,
            changed_at=changed_at,
        )
        .returning(upstream_revision.c.id)
    ).scalar_one()
    rows = [
        {
            "upstream_revision_id": revision_id,
            "scheme": one.scheme,
            "reference": one.reference,
            "origin": one.origin,
            "principal_id": one.principal,
        }
        for one in new.credentials
    ]
    if rows:
        connection.execute(insert(credential_reference), rows)


def _upstream(connection: Connection, row: RowMapping) -> Upstream:
    statement = (
        select(credential_reference)
        .where(credential_reference.c.upstream_revision_id == row["id"])
        .order_by(credential_reference.c.id)
    )
    credentials = tuple(
        CredentialReference(one.scheme, one.reference, one.origin, one.principal_id)
        for one in connection.execute(statement)
    )
    return Upstream(
        base_url=row["base_url"],
        credentials=credentials,
        limits=Limits(
            row["timeout_s"],
            row["max_response_bytes"],
            row["max_attempts"],
            row["max_text_bytes"],
        ),
        allowed_origins=tuple(parse_json(row["allowed_origins"])),
        variables=parse_json(row["variables"]),
        forward_headers=tuple(parse_json(row["forward_headers"])),
        revision=row["revision"],
    )
