import threading

import pytest

from curation.decisions import Allow, Clear, Deny
from curation.drafting import Drafts, known_api, known_version, quick_counts, standing_allows
from tests.curating import Shop, candidate, decision, identifier
from translator.errors import RefusedByUs


def counts(shop: Shop) -> dict[str, int] | None:
    with shop.store.reading() as connection:
        return quick_counts(
            connection, known_version(connection, known_api(connection, "pet-shop"))
        )


def test_a_draft_is_kept_and_advanced(pet_shop: Shop) -> None:
    before = pet_shop.service.draft("pet-shop")
    pet_shop.allow("listPets", expose=None)
    after = pet_shop.service.draft("pet-shop")
    assert after.base is before.base
    assert after.counts()["allowed"] == 1
    assert pet_shop.service.draft("pet-shop") is after


def test_a_kept_draft_is_the_one_a_new_process_would_read(pet_shop: Shop) -> None:
    pet_shop.allow("*", expose="both")
    pet_shop.service.deny("pet-shop", ["addPet"], author="ann")
    with pet_shop.store.reading() as connection:
        fresh = Drafts().current(connection, "pet-shop").draft
    assert pet_shop.service.draft("pet-shop") == fresh


def test_decisions_of_another_process_are_seen(pet_shop: Shop) -> None:
    assert pet_shop.states()["GET /pets"] == "new"
    with pet_shop.again() as other:
        other.service.allow("pet-shop", ["listPets"], author="bo")
    assert pet_shop.states()["GET /pets"] == "allowed"


def test_a_new_version_makes_a_new_draft(pet_shop: Shop) -> None:
    pet_shop.allow("getPet", expose=None)
    assert pet_shop.service.draft("pet-shop").base.version == 1
    pet_shop.operation("/pets/{id}", "get")["summary"] = "Fetch a pet"
    pet_shop.bring()
    draft = pet_shop.service.draft("pet-shop")
    assert draft.base.version == 2
    assert draft.counts()["changed"] == 1


def test_states_are_counted_without_reading_candidates(pet_shop: Shop) -> None:
    pet_shop.allow("tag:write", expose=None)
    pet_shop.service.deny("pet-shop", ["getPet"], author="ann")
    assert counts(pet_shop) == pet_shop.service.draft("pet-shop").counts()


def test_what_changed_cannot_be_counted_so(pet_shop: Shop) -> None:
    pet_shop.allow("getPet", expose=None)
    pet_shop.operation("/pets/{id}", "get")["summary"] = "Fetch a pet"
    pet_shop.bring()
    assert counts(pet_shop) is None


def test_an_allow_stands_until_something_else_does() -> None:
    pet = candidate()
    made = [decision(1, Allow(), pet)]
    assert standing_allows(made) == {identifier("GET /pets"): made[0]}
    assert standing_allows([*made, decision(2, Deny(), pet)]) == {}
    assert standing_allows([*made, decision(2, Clear("verdict"), pet)]) == {}


def test_an_unknown_api_is_refused(shop: Shop) -> None:
    with shop.store.reading() as connection, pytest.raises(RefusedByUs, match="isthmus import"):
        known_api(connection, "pets")


def test_several_threads_may_ask(pet_shop: Shop) -> None:
    pet_shop.allow("*", expose=None)
    drafts, found = Drafts(), []

    def ask() -> None:
        with pet_shop.store.reading() as connection:
            found.append(drafts.current(connection, "pet-shop").draft.counts()["allowed"])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [4, 4, 4, 4]
