import pytest

from curation.decisions import slots
from tests.curating import Shop
from translator.errors import RefusedByUs


def _item(shop: Shop, key: str = "GET /pets"):  # type: ignore[no-untyped-def]
    return next(one for one in shop.service.draft("pet-shop").items if one.key == key)


def _decided(shop: Shop) -> None:
    service = shop.service
    service.allow("pet-shop", ["listPets"], author="ann", expose="both")
    service.rename("pet-shop", "listPets", "pets", author="ann")
    service.describe("pet-shop", "listPets", "Every pet.", author="ann")
    service.annotate("pet-shop", ["listPets"], {"readOnly": False}, author="ann")
    service.rename_argument("pet-shop", "listPets", "limit", "count", author="ann")
    service.hide_argument("pet-shop", ["listPets"], "tag", author="ann")


def test_clearing_all_returns_to_the_proposal(pet_shop: Shop) -> None:
    before = _item(pet_shop)
    _decided(pet_shop)
    report = pet_shop.service.clear("pet-shop", ["listPets"], author="bob")
    after = _item(pet_shop)
    assert len(report.sequences) == 7
    assert (after.state, after.name, after.description) == ("new", before.name, before.description)
    assert (after.expose, after.hints, after.arguments) == (
        before.expose,
        before.hints,
        before.arguments,
    )


def test_one_matter_is_cleared_and_the_rest_stands(pet_shop: Shop) -> None:
    _decided(pet_shop)
    pet_shop.service.clear("pet-shop", ["listPets"], author="bob", slot="rename")
    after = _item(pet_shop)
    assert (after.state, after.name, after.description) == ("allowed", "listPets", "Every pet.")


def test_one_argument_is_cleared_and_the_rest_stands(pet_shop: Shop) -> None:
    _decided(pet_shop)
    pet_shop.service.clear("pet-shop", ["listPets"], author="bob", argument="tag")
    limit, tag = _item(pet_shop).arguments
    assert (limit.name, tag.hidden) == ("count", False)


def test_what_was_cleared_can_be_decided_again(pet_shop: Shop) -> None:
    for _ in range(2):
        pet_shop.allow("listPets")
        assert _item(pet_shop).state == "allowed"
        pet_shop.service.clear("pet-shop", ["listPets"], author="bob")
        assert _item(pet_shop).state == "new"


def test_clearing_what_nobody_decided_is_refused(pet_shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="nothing was decided about rename of listPets"):
        pet_shop.service.clear("pet-shop", ["listPets"], author="bob", slot="rename")
    _decided(pet_shop)
    pet_shop.service.clear("pet-shop", ["listPets"], author="bob")
    with pytest.raises(RefusedByUs, match="nothing was decided about listPets"):
        pet_shop.service.clear("pet-shop", ["listPets"], author="bob")


def test_an_unknown_matter_is_refused_with_those_there_are(pet_shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="no matter 'colour'") as refused:
        pet_shop.service.clear("pet-shop", ["listPets"], author="bob", slot="colour")
    assert all(slot in str(refused.value) for slot in slots())
