"""How much of an answer enters a model's context."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the column `max_text_bytes` of upstream revisions."""
    # Adding a column with a default rewrites no table, neither in SQLite nor in PostgreSQL.
    op.add_column(
        "upstream_revision",
        sa.Column("max_text_bytes", sa.BigInteger(), server_default="100000", nullable=False),
    )
