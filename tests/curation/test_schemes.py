from tests.curating import Shop
from translator.surface import Surface


def active(shop: Shop) -> Surface:
    return shop.service.surface("pet-shop")


def test_the_security_scheme_that_was_judged_is_published(pet_shop: Shop) -> None:
    pet_shop.description["security"] = [{"token": []}]
    pet_shop.bring()
    pet_shop.allow("listPets")
    digest = pet_shop.publish().digest
    schemes = pet_shop.description["components"]["securitySchemes"]
    schemes["token"] = {"type": "apiKey", "in": "query", "name": "key"}
    pet_shop.bring()
    assert pet_shop.publish().digest == digest
    pet_shop.allow("listPets", expose=None)
    pet_shop.publish()
    assert active(pet_shop).security_schemes["token"].kind == "apiKey"


def test_an_item_judged_with_another_security_scheme_is_held(pet_shop: Shop) -> None:
    pet_shop.description["security"] = [{"token": []}]
    pet_shop.operation("/pets", "post")["security"] = []
    pet_shop.bring()
    pet_shop.allow("listPets", "getPet", "addPet")
    pet_shop.publish()
    schemes = pet_shop.description["components"]["securitySchemes"]
    schemes["token"] = {"type": "apiKey", "in": "query", "name": "key"}
    pet_shop.bring()
    pet_shop.allow("listPets", expose=None)
    report = pet_shop.publish()
    assert (report.held, report.pending) == (("GET /pets/{id}",), ())
    assert report.changes.removed == ("getPet",)
    (said,) = (found for found in report.findings if found.code == "tool-held")
    assert "'token' changed" in said.message
    assert "allow it again" in said.message
    pet_shop.allow("getPet", expose=None)
    assert pet_shop.publish().changes.added == ("getPet",)


def test_a_scheme_that_nothing_published_uses_disputes_nothing(pet_shop: Shop) -> None:
    pet_shop.description["security"] = [{"token": []}]
    pet_shop.operation("/pets", "post")["security"] = []
    pet_shop.bring()
    pet_shop.allow("listPets", "addPet")
    digest = pet_shop.publish().digest
    schemes = pet_shop.description["components"]["securitySchemes"]
    schemes["token"] = {"type": "apiKey", "in": "query", "name": "key"}
    pet_shop.bring()
    report = pet_shop.publish()
    assert (report.digest, report.held, report.pending) == (digest, (), ("GET /pets",))
    assert active(pet_shop).security_schemes["token"].kind == "http"
