"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_Growing = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create every table."""
    _create_principal()
    _create_api()
    _create_operation()
    _create_description_version()
    _create_document()
    _create_candidate()
    _create_version_candidate()
    _create_decision()
    _create_endpoint()
    _create_upstream()
    _create_endpoint_api()
    _create_upstream_revision()
    _create_credential_reference()
    _create_surface()
    _create_surface_version()
    _create_surface_source()
    _create_activation()
    _create_stop()
    _create_record_entry()
    _create_record_body()


def _create_principal() -> None:
    """Create the table `principal`."""
    op.create_table(
        "principal",
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_principal")),
    )


def _create_api() -> None:
    """Create the table `api`."""
    op.create_table(
        "api",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("slug", sa.String(length=100), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api")),
        sa.UniqueConstraint("slug", name=op.f("uq_api_slug")),
    )


def _create_operation() -> None:
    """Create the table `operation`."""
    op.create_table(
        "operation",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("api_id", sa.String(length=32), nullable=False),
        sa.Column("method", sa.String(length=40), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["api_id"], ["api.id"], name=op.f("fk_operation_api_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operation")),
        sa.UniqueConstraint(
            "api_id", "method", "path", name=op.f("uq_operation_api_id_method_path")
        ),
    )


def _create_description_version() -> None:
    """Create the table `description_version`."""
    op.create_table(
        "description_version",
        sa.Column("id", _Growing, nullable=False),
        sa.Column("api_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=80), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("oas_version", sa.String(length=20), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("made_by", sa.String(length=80), nullable=False),
        sa.Column("operations", sa.Integer(), nullable=False),
        sa.Column("findings", sa.Integer(), nullable=False),
        sa.Column("outline", sa.LargeBinary(), nullable=False),
        sa.Column("definitions", sa.LargeBinary(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("imported_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["api_id"], ["api.id"], name=op.f("fk_description_version_api_id")),
        sa.ForeignKeyConstraint(
            ["author"], ["principal.id"], name=op.f("fk_description_version_author")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_description_version")),
        sa.UniqueConstraint("api_id", "number", name=op.f("uq_description_version_api_id_number")),
    )


def _create_document() -> None:
    """Create the table `document`."""
    op.create_table(
        "document",
        sa.Column("version_id", _Growing, nullable=False),
        sa.Column("uri", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=80), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["description_version.id"], name=op.f("fk_document_version_id")
        ),
        sa.PrimaryKeyConstraint("version_id", "uri", name=op.f("pk_document")),
    )


def _create_candidate() -> None:
    """Create the table `candidate`."""
    op.create_table(
        "candidate",
        sa.Column("id", _Growing, nullable=False),
        sa.Column("api_id", sa.String(length=32), nullable=False),
        sa.Column("body_digest", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=80), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["api_id"], ["api.id"], name=op.f("fk_candidate_api_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_candidate")),
        sa.UniqueConstraint("api_id", "body_digest", name=op.f("uq_candidate_api_id_body_digest")),
    )


def _create_version_candidate() -> None:
    """Create the table `version_candidate`."""
    op.create_table(
        "version_candidate",
        sa.Column("version_id", _Growing, nullable=False),
        sa.Column("operation_id", sa.String(length=32), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("candidate_id", _Growing, nullable=False),
        sa.ForeignKeyConstraint(
            ["candidate_id"], ["candidate.id"], name=op.f("fk_version_candidate_candidate_id")
        ),
        sa.ForeignKeyConstraint(
            ["operation_id"], ["operation.id"], name=op.f("fk_version_candidate_operation_id")
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["description_version.id"], name=op.f("fk_version_candidate_version_id")
        ),
        sa.PrimaryKeyConstraint("version_id", "operation_id", name=op.f("pk_version_candidate")),
    )


def _create_decision() -> None:
    """Create the table `decision`."""
    op.create_table(
        "decision",
        sa.Column("sequence", _Growing, nullable=False),
        sa.Column("api_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("target_kind", sa.String(length=40), nullable=False),
        sa.Column("target_id", sa.String(length=32), nullable=False),
        sa.Column("argument", sa.Text(), nullable=True),
        sa.Column("scope", sa.String(length=80), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("basis_digest", sa.String(length=80), nullable=True),
        sa.Column("basis_version", sa.Integer(), nullable=True),
        sa.Column("expected_revision", sa.BigInteger(), nullable=True),
        sa.Column("supersedes", _Growing, nullable=True),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("decided_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["api_id"], ["api.id"], name=op.f("fk_decision_api_id")),
        sa.ForeignKeyConstraint(["author"], ["principal.id"], name=op.f("fk_decision_author")),
        sa.ForeignKeyConstraint(
            ["supersedes"], ["decision.sequence"], name=op.f("fk_decision_supersedes")
        ),
        sa.PrimaryKeyConstraint("sequence", name=op.f("pk_decision")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_decision_api_id"), "decision", ["api_id"])


def _create_endpoint() -> None:
    """Create the table `endpoint`."""
    op.create_table(
        "endpoint",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("slug", sa.String(length=100), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_endpoint")),
        sa.UniqueConstraint("slug", name=op.f("uq_endpoint_slug")),
    )


def _create_upstream() -> None:
    """Create the table `upstream`."""
    op.create_table(
        "upstream",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("api_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["api_id"], ["api.id"], name=op.f("fk_upstream_api_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upstream")),
    )


def _create_endpoint_api() -> None:
    """Create the table `endpoint_api`."""
    op.create_table(
        "endpoint_api",
        sa.Column("endpoint_id", sa.String(length=32), nullable=False),
        sa.Column("api_id", sa.String(length=32), nullable=False),
        sa.Column("upstream_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["api_id"], ["api.id"], name=op.f("fk_endpoint_api_api_id")),
        sa.ForeignKeyConstraint(
            ["endpoint_id"], ["endpoint.id"], name=op.f("fk_endpoint_api_endpoint_id")
        ),
        sa.ForeignKeyConstraint(
            ["upstream_id"], ["upstream.id"], name=op.f("fk_endpoint_api_upstream_id")
        ),
        sa.PrimaryKeyConstraint("endpoint_id", "api_id", name=op.f("pk_endpoint_api")),
    )


def _create_upstream_revision() -> None:
    """Create the table `upstream_revision`."""
    op.create_table(
        "upstream_revision",
        sa.Column("id", _Growing, nullable=False),
        sa.Column("upstream_id", sa.String(length=32), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("base_url", sa.Text(), nullable=True),
        sa.Column("timeout_s", sa.Double(), nullable=False),
        sa.Column("max_response_bytes", sa.BigInteger(), nullable=False),
        sa.Column("max_attempts", sa.Integer(), nullable=False),
        sa.Column("allowed_origins", sa.Text(), nullable=False),
        sa.Column("variables", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("changed_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["author"], ["principal.id"], name=op.f("fk_upstream_revision_author")
        ),
        sa.ForeignKeyConstraint(
            ["upstream_id"], ["upstream.id"], name=op.f("fk_upstream_revision_upstream_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upstream_revision")),
        sa.UniqueConstraint(
            "upstream_id", "revision", name=op.f("uq_upstream_revision_upstream_id_revision")
        ),
        sqlite_autoincrement=True,
    )


def _create_credential_reference() -> None:
    """Create the table `credential_reference`."""
    op.create_table(
        "credential_reference",
        sa.Column("id", _Growing, nullable=False),
        sa.Column("upstream_revision_id", _Growing, nullable=False),
        sa.Column("scheme", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("principal_id", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(
            ["principal_id"], ["principal.id"], name=op.f("fk_credential_reference_principal_id")
        ),
        sa.ForeignKeyConstraint(
            ["upstream_revision_id"],
            ["upstream_revision.id"],
            name=op.f("fk_credential_reference_upstream_revision_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credential_reference")),
    )
    op.create_index(
        op.f("ix_credential_reference_upstream_revision_id"),
        "credential_reference",
        ["upstream_revision_id"],
    )


def _create_surface() -> None:
    """Create the table `surface`."""
    op.create_table(
        "surface",
        sa.Column("digest", sa.String(length=80), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("tool_names", sa.Text(), nullable=False),
        sa.Column("tools", sa.Integer(), nullable=False),
        sa.Column("resources", sa.Integer(), nullable=False),
        sa.Column("templates", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_surface")),
    )


def _create_surface_version() -> None:
    """Create the table `surface_version`."""
    op.create_table(
        "surface_version",
        sa.Column("id", _Growing, nullable=False),
        sa.Column("endpoint_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=80), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("published_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["author"], ["principal.id"], name=op.f("fk_surface_version_author")
        ),
        sa.ForeignKeyConstraint(
            ["digest"], ["surface.digest"], name=op.f("fk_surface_version_digest")
        ),
        sa.ForeignKeyConstraint(
            ["endpoint_id"], ["endpoint.id"], name=op.f("fk_surface_version_endpoint_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_surface_version")),
        sa.UniqueConstraint(
            "endpoint_id", "number", name=op.f("uq_surface_version_endpoint_id_number")
        ),
    )


def _create_surface_source() -> None:
    """Create the table `surface_source`."""
    op.create_table(
        "surface_source",
        sa.Column("surface_version_id", _Growing, nullable=False),
        sa.Column("version_id", _Growing, nullable=False),
        sa.Column("last_decision", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["surface_version_id"],
            ["surface_version.id"],
            name=op.f("fk_surface_source_surface_version_id"),
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["description_version.id"], name=op.f("fk_surface_source_version_id")
        ),
        sa.PrimaryKeyConstraint("surface_version_id", "version_id", name=op.f("pk_surface_source")),
    )


def _create_activation() -> None:
    """Create the table `activation`."""
    op.create_table(
        "activation",
        sa.Column("id", _Growing, nullable=False),
        sa.Column("endpoint_id", sa.String(length=32), nullable=False),
        sa.Column("surface_version_id", _Growing, nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("activated_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["author"], ["principal.id"], name=op.f("fk_activation_author")),
        sa.ForeignKeyConstraint(
            ["endpoint_id"], ["endpoint.id"], name=op.f("fk_activation_endpoint_id")
        ),
        sa.ForeignKeyConstraint(
            ["surface_version_id"],
            ["surface_version.id"],
            name=op.f("fk_activation_surface_version_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_activation")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_activation_endpoint_id"), "activation", ["endpoint_id"])


def _create_stop() -> None:
    """Create the table `stop`."""
    op.create_table(
        "stop",
        sa.Column("id", _Growing, nullable=False),
        sa.Column("target_kind", sa.String(length=20), nullable=False),
        sa.Column("target_id", sa.String(length=32), nullable=False),
        sa.Column("operation_id", sa.String(length=32), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("changed_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["author"], ["principal.id"], name=op.f("fk_stop_author")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stop")),
        sqlite_autoincrement=True,
    )


def _create_record_entry() -> None:
    """Create the table `record_entry`."""
    op.create_table(
        "record_entry",
        sa.Column("position", _Growing, nullable=False),
        sa.Column("chain", sa.String(length=32), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("trace_id", sa.String(length=64), nullable=False),
        sa.Column("recorded_at", sa.Double(), nullable=False),
        sa.Column("body_digest", sa.String(length=80), nullable=False),
        sa.Column("previous_hash", sa.String(length=80), nullable=False),
        sa.Column("hash", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("position", name=op.f("pk_record_entry")),
        sa.UniqueConstraint("chain", "sequence", name=op.f("uq_record_entry_chain_sequence")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_record_entry_trace_id"), "record_entry", ["trace_id"])


def _create_record_body() -> None:
    """Create the table `record_body`."""
    op.create_table(
        "record_body",
        sa.Column("position", _Growing, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("trace_id", sa.String(length=64), nullable=False),
        sa.Column("endpoint", sa.String(length=100), nullable=False),
        sa.Column("primitive", sa.String(length=40), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("principal", sa.String(length=200), nullable=False),
        sa.Column("caller_kind", sa.String(length=20), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("duration_s", sa.Double(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("error_class", sa.String(length=40), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("admission", sa.String(length=20), nullable=True),
        sa.Column("bytes_in", sa.BigInteger(), nullable=False),
        sa.Column("bytes_out", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["position"], ["record_entry.position"], name=op.f("fk_record_body_position")
        ),
        sa.PrimaryKeyConstraint("position", name=op.f("pk_record_body")),
    )
    op.create_index("ix_record_body_endpoint_position", "record_body", ["endpoint", "position"])
    op.create_index("ix_record_body_trace_id", "record_body", ["trace_id"])
