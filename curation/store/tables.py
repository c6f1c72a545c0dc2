"""Own the schema: every table, with what a row means. Changes go through a migration.

Ids are opaque text unless they must grow with time. Times are seconds since the epoch. JSON that
nothing searches is text; what is large is compressed (`packing`). Rows of `decision`,
`activation`, `stop`, `upstream_revision`, `surface_version` and `record_entry` are only added.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_Id = String(32)
_Growing = BigInteger().with_variant(Integer, "sqlite")


def _author() -> Column[str]:
    return Column("author", ForeignKey("principal.id"), nullable=False)


#: Who decides or calls: a person, a client, the system.
principal = Table(
    "principal",
    metadata,
    Column("id", String(200), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", Double, nullable=False),
)

#: A bearer key by which a caller is known as a principal; of the key itself only the digest.
#: A removed one stays, so that it is never taken for a key that nobody made.
principal_key = Table(
    "principal_key",
    metadata,
    Column("id", _Growing, primary_key=True),
    Column("principal_id", ForeignKey("principal.id"), nullable=False),
    Column("digest", String(80), nullable=False, unique=True),
    Column("note", Text, nullable=False),
    _author(),
    Column("created_at", Double, nullable=False),
    Column("removed_by", ForeignKey("principal.id")),
    Column("removed_at", Double),
    sqlite_autoincrement=True,
)

#: One imported description with its versions.
api = Table(
    "api",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("slug", String(100), nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("created_at", Double, nullable=False),
)

#: An operation of an API, in whatever versions have it; its id is never its name.
operation = Table(
    "operation",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("api_id", ForeignKey("api.id"), nullable=False),
    Column("method", String(40), nullable=False),
    Column("path", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    UniqueConstraint("api_id", "method", "path"),
)

#: One state of a description. `outline` is the extraction without operations and definitions,
#: which stand in the candidates and in `definitions`.
description_version = Table(
    "description_version",
    metadata,
    Column("id", _Growing, primary_key=True),
    Column("api_id", ForeignKey("api.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("digest", String(80), nullable=False),
    Column("title", Text, nullable=False),
    Column("oas_version", String(20), nullable=False),
    Column("source", Text, nullable=False),
    Column("made_by", String(80), nullable=False),
    Column("operations", Integer, nullable=False),
    Column("findings", Integer, nullable=False),
    Column("outline", LargeBinary, nullable=False),
    Column("definitions", LargeBinary, nullable=False),
    _author(),
    Column("imported_at", Double, nullable=False),
    UniqueConstraint("api_id", "number"),
)

#: One document of a description version's closure, as read.
document = Table(
    "document",
    metadata,
    Column("version_id", ForeignKey("description_version.id"), primary_key=True),
    Column("uri", Text, primary_key=True),
    Column("digest", String(80), nullable=False),
    Column("body", LargeBinary, nullable=False),
)

#: A candidate with its operation, kept once for all versions in which it is the same.
candidate = Table(
    "candidate",
    metadata,
    Column("id", _Growing, primary_key=True),
    Column("api_id", ForeignKey("api.id"), nullable=False),
    Column("body_digest", String(80), nullable=False),
    Column("digest", String(80), nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("api_id", "body_digest"),
)

#: Which candidate an operation has in a version, in the description's order.
version_candidate = Table(
    "version_candidate",
    metadata,
    Column("version_id", ForeignKey("description_version.id"), primary_key=True),
    Column("operation_id", ForeignKey("operation.id"), primary_key=True),
    Column("ordinal", Integer, nullable=False),
    Column("candidate_id", ForeignKey("candidate.id"), nullable=False),
)

#: One decision. `target_id` is an operation's or an API's id; `basis_version` the number of the
#: description version whose candidate was judged.
decision = Table(
    "decision",
    metadata,
    Column("sequence", _Growing, primary_key=True),
    Column("api_id", ForeignKey("api.id"), nullable=False, index=True),
    Column("kind", String(40), nullable=False),
    Column("target_kind", String(40), nullable=False),
    Column("target_id", String(32), nullable=False),
    Column("argument", Text),
    Column("scope", String(80), nullable=False),
    Column("value", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("basis_digest", String(80)),
    Column("basis_version", Integer),
    Column("expected_revision", BigInteger),
    Column("supersedes", _Growing, ForeignKey("decision.sequence")),
    _author(),
    Column("decided_at", Double, nullable=False),
    sqlite_autoincrement=True,
)

#: A named MCP server at /mcp/SLUG.
endpoint = Table(
    "endpoint",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("slug", String(100), nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("created_at", Double, nullable=False),
)

#: A real API behind a description; what is set of it stands in its newest revision.
upstream = Table(
    "upstream",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("api_id", ForeignKey("api.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", Double, nullable=False),
)

#: Which APIs an endpoint offers, and through which upstream it reaches each.
endpoint_api = Table(
    "endpoint_api",
    metadata,
    Column("endpoint_id", ForeignKey("endpoint.id"), primary_key=True),
    Column("api_id", ForeignKey("api.id"), primary_key=True),
    Column("upstream_id", ForeignKey("upstream.id"), nullable=False),
)

#: One state of an upstream binding. `allowed_origins`, `variables`, `forward_headers` are JSON.
upstream_revision = Table(
    "upstream_revision",
    metadata,
    Column("id", _Growing, primary_key=True),
    Column("upstream_id", ForeignKey("upstream.id"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("base_url", Text),
    Column("timeout_s", Double, nullable=False),
    Column("max_response_bytes", BigInteger, nullable=False),
    Column("max_attempts", Integer, nullable=False),
    Column("allowed_origins", Text, nullable=False),
    Column("variables", Text, nullable=False),
    Column("forward_headers", Text, nullable=False, server_default="[]"),
    Column("max_text_bytes", BigInteger, nullable=False, server_default="100000"),
    _author(),
    Column("changed_at", Double, nullable=False),
    UniqueConstraint("upstream_id", "revision"),
    sqlite_autoincrement=True,
)

#: A secret by name, tied to one scheme, one origin, and one principal or (null) everyone.
credential_reference = Table(
    "credential_reference",
    metadata,
    Column("id", _Growing, primary_key=True),
    Column("upstream_revision_id", ForeignKey("upstream_revision.id"), nullable=False, index=True),
    Column("scheme", Text, nullable=False),
    Column("reference", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("principal_id", ForeignKey("principal.id")),
)

#: A surface by content; several versions may be the same one. `tool_names` is JSON.
surface = Table(
    "surface",
    metadata,
    Column("digest", String(80), primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("tool_names", Text, nullable=False),
    Column("tools", Integer, nullable=False),
    Column("resources", Integer, nullable=False),
    Column("templates", Integer, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
)

#: One publication of an endpoint.
surface_version = Table(
    "surface_version",
    metadata,
    Column("id", _Growing, primary_key=True),
    Column("endpoint_id", ForeignKey("endpoint.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("digest", ForeignKey("surface.digest"), nullable=False),
    Column("note", Text, nullable=False),
    _author(),
    Column("published_at", Double, nullable=False),
    UniqueConstraint("endpoint_id", "number"),
)

#: What a publication was made of: a description version, and the last decision folded in.
surface_source = Table(
    "surface_source",
    metadata,
    Column("surface_version_id", ForeignKey("surface_version.id"), primary_key=True),
    Column("version_id", ForeignKey("description_version.id"), primary_key=True),
    Column("last_decision", BigInteger, nullable=False),
)

#: The newest row of an endpoint names the surface version it serves.
activation = Table(
    "activation",
    metadata,
    Column("id", _Growing, primary_key=True),
    Column("endpoint_id", ForeignKey("endpoint.id"), nullable=False, index=True),
    Column("surface_version_id", ForeignKey("surface_version.id"), nullable=False),
    _author(),
    Column("activated_at", Double, nullable=False),
    sqlite_autoincrement=True,
)

#: The newest row of a target says whether it is stopped. `target_kind` is endpoint, tool or
#: upstream; a tool is its endpoint's id and its operation's, so that a rename keeps it stopped.
stop = Table(
    "stop",
    metadata,
    Column("id", _Growing, primary_key=True),
    Column("target_kind", String(20), nullable=False),
    Column("target_id", String(32), nullable=False),
    Column("operation_id", String(32), nullable=False),
    Column("stopped", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    _author(),
    Column("changed_at", Double, nullable=False),
    sqlite_autoincrement=True,
)

#: One entry of the record: a link of its writer's hash chain. `kind` is intent, trace or lost.
record_entry = Table(
    "record_entry",
    metadata,
    Column("position", _Growing, primary_key=True),
    Column("chain", _Id, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("trace_id", String(64), nullable=False, index=True),
    Column("recorded_at", Double, nullable=False),
    Column("body_digest", String(80), nullable=False),
    Column("previous_hash", String(80), nullable=False),
    Column("hash", String(80), nullable=False),
    UniqueConstraint("chain", "sequence"),
    sqlite_autoincrement=True,
)

#: What an entry says; may be deleted, the chain stays whole.
record_body = Table(
    "record_body",
    metadata,
    Column("position", ForeignKey("record_entry.position"), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("trace_id", String(64), nullable=False),
    Column("endpoint", String(100), nullable=False),
    Column("primitive", String(40), nullable=False),
    Column("name", Text, nullable=False),
    Column("principal", String(200), nullable=False),
    Column("caller_kind", String(20), nullable=False),
    Column("started_at", Double, nullable=False),
    Column("duration_s", Double, nullable=False),
    Column("status", Integer),
    Column("error_class", String(40)),
    Column("error", Text),
    Column("admission", String(20)),
    Column("bytes_in", BigInteger, nullable=False),
    Column("bytes_out", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("ix_record_body_endpoint_position", "endpoint", "position"),
    Index("ix_record_body_trace_id", "trace_id"),
)
