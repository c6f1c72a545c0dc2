import pytest

from curation.service import NewCredential, Service
from tests.curating import Shop
from translator.errors import RefusedByUs
from translator.json_value import to_json


def item(shop: Shop, key: str = "GET /pets"):  # type: ignore[no-untyped-def]
    return next(one for one in shop.service.draft("pet-shop").items if one.key == key)


def test_texts_are_decided_one_by_one(pet_shop: Shop) -> None:
    service = pet_shop.service
    service.rename("pet-shop", "listPets", "pets", author="ann")
    service.title("pet-shop", "listPets", "All pets", author="ann")
    service.describe("pet-shop", "pets", "Lists every pet.", author="ann")
    found = item(pet_shop)
    assert (found.name, found.title, found.description) == ("pets", "All pets", "Lists every pet.")


def test_hints_are_decided_by_mcps_names(pet_shop: Shop) -> None:
    pet_shop.service.annotate(
        "pet-shop",
        ["tag:write"],
        {"destructive": True, "openWorld": False},
        author="ann",
        reason="we know it",
    )
    hints = item(pet_shop, "POST /pets").hints
    assert hints.destructive.evidence == "decided by ann: we know it"
    assert (hints.destructive.value, hints.open_world.value) == (True, False)
    with pytest.raises(RefusedByUs, match="is no hint"):
        pet_shop.service.annotate("pet-shop", ["*"], {"safe": True}, author="ann")


def test_arguments_are_decided_about(pet_shop: Shop) -> None:
    service = pet_shop.service
    service.rename_argument("pet-shop", "listPets", "limit", "count", author="ann")
    service.describe_argument("pet-shop", "listPets", "count", "How many.", author="ann")
    service.default_argument("pet-shop", ["listPets"], "count", 10, author="ann")
    service.hide_argument("pet-shop", ["listPets"], "tag", pinned=("cat",), author="ann")
    count, tag = item(pet_shop).arguments
    assert (count.name, count.description, count.default) == ("count", "How many.", (10,))
    assert (tag.hidden, tag.pinned) == (True, ("cat",))


def test_instructions_and_verdicts(pet_shop: Shop) -> None:
    pet_shop.service.set_instructions("pet-shop", "Ask first.", author="ann")
    pet_shop.service.allow("pet-shop", ["*"], author="ann")
    pet_shop.service.deny("pet-shop", ["tag:write"], author="ann")
    draft = pet_shop.service.draft("pet-shop")
    assert draft.instructions == "Ask first."
    assert (draft.counts()["allowed"], draft.counts()["denied"]) == (2, 2)
    assert len(pet_shop.service.select(draft, ["tag:write"])) == 2


def test_the_upstream_can_be_set_and_looked_at(pet_shop: Shop) -> None:
    service = pet_shop.service
    first = service.set_upstream(
        "pet-shop", credentials=[NewCredential("token", "env:T")], timeout_s=3.0, author="ann"
    )
    assert (first.changed, first.upstream.revision) == (True, 1)
    assert service.set_upstream("pet-shop", author="ann").changed is False
    moved = service.set_upstream("pet-shop", base_url="http://127.0.0.1:9", author="ann")
    assert (moved.unbound, moved.upstream.credentials) == (("token",), ())
    assert moved.upstream.limits.timeout_s == 3.0


def test_a_description_is_fetched_by_what_was_handed_in(shop: Shop) -> None:
    asked = []

    def fetch(url: str, max_bytes: int, timeout_s: float) -> bytes:
        asked.append(url)
        return to_json(shop.description).encode()

    service = Service(shop.store, clock=shop.clock, fetch=fetch)
    report = service.import_description("https://example.com/openapi.json", author="ann")
    assert asked == ["https://example.com/openapi.json"]
    assert report.slug == "pet-shop"
    again = service.import_description("https://example.com/openapi.json", author="ann")
    assert not again.changed
