import pytest

from curation.served import PublishedSurfaces
from tests.curating import Shop
from translator.errors import RefusedByUs


def test_a_deleted_api_is_gone_and_can_come_again(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    pet_shop.publish()
    pet_shop.service.delete("pet-shop")
    with pytest.raises(RefusedByUs, match="no API 'pet-shop'"):
        pet_shop.service.draft("pet-shop")
    pet_shop.bring()
    assert set(pet_shop.states().values()) == {"new"}
    assert pet_shop.service.surfaces("pet-shop") == ()


def test_a_running_server_serves_a_deleted_api_no_longer(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    pet_shop.publish()
    surfaces = PublishedSurfaces(pet_shop.store)
    surfaces.refresh()
    assert surfaces.endpoints() == ("pet-shop",)
    pet_shop.service.delete("pet-shop")
    assert surfaces.refresh() == {"pet-shop"}
    assert surfaces.endpoints() == ()


def test_an_api_that_took_the_place_of_a_deleted_one_is_seen(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    pet_shop.publish()
    surfaces = PublishedSurfaces(pet_shop.store)
    surfaces.refresh()
    pet_shop.service.delete("pet-shop")
    pet_shop.bring()
    assert surfaces.refresh() == {"pet-shop"}


def test_an_unknown_api_cannot_be_deleted(pet_shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="no API 'pet-shup'; perhaps pet-shop"):
        pet_shop.service.delete("pet-shup")
