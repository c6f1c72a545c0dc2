from curation.store import Store
from curation.store.apis import (
    ApiRow,
    add_api,
    all_apis,
    find_api,
    know_principal,
    set_title,
    slugs,
)

ZOO = ApiRow("a1", "zoo", "Zoo", "e1", "zoo", "u1")
PETS = ApiRow("a2", "pets", "Pets", "e2", "pets-endpoint", "u2")


def test_apis_come_with_endpoint_and_upstream_by_slug(store: Store) -> None:
    with store.writing() as connection:
        add_api(connection, ZOO, 1.0)
        add_api(connection, PETS, 2.0)
    with store.reading() as connection:
        assert all_apis(connection) == (PETS, ZOO)
        assert find_api(connection, "zoo") == ZOO
        assert find_api(connection, "zoo", lock=True) == ZOO
        assert find_api(connection, "none") is None
        assert slugs(connection) == {"zoo", "pets", "pets-endpoint"}


def test_a_title_can_change(store: Store) -> None:
    with store.writing() as connection:
        add_api(connection, ZOO, 1.0)
        set_title(connection, "a1", "Zoological Garden")
        assert all_apis(connection)[0].title == "Zoological Garden"


def test_a_principal_is_known_once(store: Store) -> None:
    with store.writing() as connection:
        know_principal(connection, "ann", 1.0)
        know_principal(connection, "ann", 2.0)
