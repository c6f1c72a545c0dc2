from dataclasses import replace

from sqlalchemy import text

from curation.store import Store
from curation.store.apis import ApiRow, add_api, know_principal
from curation.store.upstreams import add_revision, current_upstream
from translator.upstream import CredentialReference, Limits, Upstream

FIRST = Upstream(
    base_url="https://api.example.com",
    credentials=(
        CredentialReference("token", "env:TOKEN", "https://api.example.com"),
        CredentialReference("token", "env:ANNS", "https://api.example.com", "ann"),
    ),
    limits=Limits(1.5, 2**40, 1, 2**41),
    allowed_origins=("https://b.example.com",),
    variables={"region": "eu"},
    forward_headers=("X-Tenant",),
    revision=1,
)


def test_the_newest_revision_counts_and_the_others_stay(store: Store) -> None:
    second = replace(FIRST, credentials=(), revision=2)
    with store.writing() as connection:
        know_principal(connection, "ann", 1.0)
        add_api(connection, ApiRow("a", "pets", "Pets", "e", "pets", "u"), 1.0)
        assert current_upstream(connection, "u") == Upstream()
        add_revision(connection, "u", FIRST, "ann", 1.0)
        assert current_upstream(connection, "u") == FIRST
        add_revision(connection, "u", second, "ann", 2.0)
        assert current_upstream(connection, "u") == second
        assert connection.execute(text("SELECT count(*) FROM upstream_revision")).scalar() == 2
