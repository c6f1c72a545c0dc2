from curation.service import NewCredential
from curation.store.apis import find_api
from curation.store.removal import remove_api
from tests.curating import Shop

#: What is nobody's own: who decided, and the version of the schema.
_STAYS = {"principal", "alembic_version"}


def _fill(shop: Shop, **options: object) -> None:
    shop.bring(credentials=(NewCredential("key", "env:PET_KEY"),), **options)  # type: ignore[arg-type]


def test_nothing_of_the_api_stays_in_any_table(shop: Shop) -> None:
    scheme = {"type": "apiKey", "in": "header", "name": "X-Key"}
    shop.description.setdefault("components", {})["securitySchemes"] = {"key": scheme}
    _fill(shop, base_url="https://pets.example.com")
    shop.allow("*")
    shop.publish()
    shop.service.stop("pet-shop", author="ann")
    shop.service.rename("pet-shop", "listPets", "pets", author="ann")
    shop.publish()
    filled = {name for name, count in shop.rows().items() if count}
    with shop.store.writing() as connection:
        found = find_api(connection, "pet-shop")
        assert found is not None
        remove_api(connection, found)
    assert {name for name, count in shop.rows().items() if count} - _STAYS == set()
    assert {"activation", "stop", "surface", "credential_reference", "decision"} <= filled


def test_another_api_keeps_its_surfaces(shop: Shop) -> None:
    shop.bring()
    shop.bring(slug="other")
    shop.allow("*")
    shop.publish()
    shop.service.allow("other", ["*"], author="ann", expose="tool")
    shop.service.publish("other", author="ann")
    shop.service.delete("other")
    assert shop.service.surface("pet-shop").tools
    assert shop.states()
