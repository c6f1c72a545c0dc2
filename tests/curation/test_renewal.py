import pytest

from curation.deciding import NewDecision
from curation.decisions import ShowArgument
from tests.curating import LIMIT, TAG, Shop
from translator.errors import RefusedByUs

COLOUR = {"name": "colour", "in": "query", "schema": {"type": "string"}}


def arguments(shop: Shop) -> dict[str, bool]:
    """Return whether each argument of listPets is hidden, by name."""
    item = next(one for one in shop.service.draft("pet-shop").items if one.key == "GET /pets")
    return {argument.name: argument.hidden for argument in item.arguments}


def renew(shop: Shop, *parameters: object) -> None:
    shop.operation("/pets", "get")["parameters"] = list(parameters)
    shop.bring()


def test_the_first_allow_hides_nothing(pet_shop: Shop) -> None:
    assert pet_shop.allow("listPets").notes == ()
    assert arguments(pet_shop) == {"limit": False, "tag": False}


def test_a_new_argument_starts_hidden_and_can_be_shown(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    renew(pet_shop, LIMIT, TAG, COLOUR)
    report = pet_shop.allow("listPets", expose=None)
    assert arguments(pet_shop) == {"limit": False, "tag": False, "colour": True}
    assert report.notes == ("GET /pets: the new argument colour starts hidden",)
    shown = NewDecision(ShowArgument(), ("listPets",), "colour")
    pet_shop.service.decide("pet-shop", (shown,), author="ann")
    pet_shop.allow("listPets", expose=None)
    assert not arguments(pet_shop)["colour"]


def test_a_new_required_argument_is_shown(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    renew(pet_shop, LIMIT, TAG, {**COLOUR, "required": True})
    pet_shop.allow("listPets", expose=None)
    assert arguments(pet_shop) == {"limit": False, "tag": False, "colour": False}


def test_a_decision_about_an_argument_that_left_is_told(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    pet_shop.service.hide_argument("pet-shop", ["listPets"], "tag", pinned=("x",), author="ann")
    renew(pet_shop, LIMIT)
    report = pet_shop.allow("listPets", expose=None)
    assert report.notes == (
        "GET /pets: query:tag is gone, and with it what was decided: hide-argument",
    )


def test_a_pin_that_the_schema_no_longer_takes_is_refused(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    pet_shop.service.hide_argument("pet-shop", ["listPets"], "limit", pinned=(5,), author="ann")
    pet_shop.publish()
    renew(pet_shop, {**LIMIT, "schema": {"type": "integer", "maximum": 3}}, TAG)
    pet_shop.allow("listPets", expose=None)
    with pytest.raises(RefusedByUs, match=r"not published: GET /pets: .*limit"):
        pet_shop.publish()
