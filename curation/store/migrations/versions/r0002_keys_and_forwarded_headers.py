"""Keys of principals, and the headers of clients that an upstream takes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_Growing = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create `principal_key`, and the column `forward_headers` of upstream revisions."""
    op.create_table(
        "principal_key",
        sa.Column("id", _Growing, nullable=False),
        sa.Column("principal_id", sa.String(length=200), nullable=False),
        sa.Column("digest", sa.String(length=80), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("removed_by", sa.String(length=200), nullable=True),
        sa.Column("removed_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["principal_id"], ["principal.id"], name=op.f("fk_principal_key_principal_id")
        ),
        sa.ForeignKeyConstraint(["author"], ["principal.id"], name=op.f("fk_principal_key_author")),
        sa.ForeignKeyConstraint(
            ["removed_by"], ["principal.id"], name=op.f("fk_principal_key_removed_by")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_principal_key")),
        sa.UniqueConstraint("digest", name=op.f("uq_principal_key_digest")),
        sqlite_autoincrement=True,
    )
    # Adding a column with a default rewrites no table, neither in SQLite nor in PostgreSQL.
    op.add_column(
        "upstream_revision",
        sa.Column("forward_headers", sa.Text(), server_default="[]", nullable=False),
    )
