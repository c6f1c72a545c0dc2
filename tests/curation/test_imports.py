import threading

import pytest

from curation.service import NewCredential
from tests.curating import ID, LIMIT, Shop, operation
from translator.errors import RefusedByUs, SourceError


def test_an_import_says_what_there_is(shop: Shop) -> None:
    report = shop.bring()
    assert (report.slug, report.title, report.version) == ("pet-shop", "Pet Shop", 1)
    assert (report.changed, report.previous, report.oas_version) == (True, None, "3.1.0")
    assert (report.operations, report.candidates, report.withheld) == (4, 4, 0)
    assert set(report.seconds) == {"read", "extract", "propose", "count", "store"}


def test_nothing_is_allowed_by_importing(pet_shop: Shop) -> None:
    assert set(pet_shop.states().values()) == {"new"}


def test_the_same_description_twice_is_no_new_version(pet_shop: Shop) -> None:
    before = pet_shop.rows()
    report = pet_shop.bring()
    assert (report.changed, report.version, report.candidates) == (False, 1, 4)
    assert pet_shop.rows() == before


def test_the_same_description_from_elsewhere_is_no_new_api(pet_shop: Shop) -> None:
    pet_shop.file = pet_shop.folder / "copy.json"
    assert (pet_shop.bring().slug, pet_shop.bring().changed) == ("pet-shop", False)


def test_a_new_version_is_kept_beside_the_old_one(pet_shop: Shop) -> None:
    pet_shop.description["paths"]["/owners"] = {"get": operation("List the owners")}
    del pet_shop.description["paths"]["/pets/{id}"]["delete"]
    report = pet_shop.bring()
    assert (report.version, report.previous, report.changed) == (2, 1, True)
    assert report.changes.added == ("GET /owners",)
    assert report.changes.removed == ("DELETE /pets/{id}",)


def test_candidates_that_did_not_change_are_kept_once(pet_shop: Shop) -> None:
    pet_shop.operation("/pets", "get")["summary"] = "List all the pets"
    pet_shop.bring()
    assert pet_shop.rows()["candidate"] == 5


def test_an_operation_keeps_its_id_through_versions(pet_shop: Shop) -> None:
    ids = {item.key: item.operation_id for item in pet_shop.service.draft("pet-shop").items}
    taken = pet_shop.description["paths"].pop("/pets/{id}")
    pet_shop.bring()
    pet_shop.description["paths"]["/pets/{id}"] = taken
    taken["get"]["operationId"] = "fetchPet"
    pet_shop.bring()
    again = {item.key: item.operation_id for item in pet_shop.service.draft("pet-shop").items}
    assert again == ids
    assert not set(ids.values()) & set(ids)


def test_a_new_version_tells_what_it_means_for_what_was_allowed(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    pet_shop.operation("/pets", "get")["summary"] = "List all the pets"
    pet_shop.operation("/pets", "post")["parameters"] = [{**LIMIT, "required": True}]
    del pet_shop.description["paths"]["/pets/{id}"]["delete"]
    changes = pet_shop.bring().changes
    assert list(changes.changed) == ["GET /pets"]
    assert any("List all the pets" in words for words in changes.changed["GET /pets"])
    assert "query:limit" in changes.held["POST /pets"][0]
    assert changes.gone == ("DELETE /pets/{id}",)


def test_another_api_of_the_same_title_gets_a_slug_of_its_own(pet_shop: Shop) -> None:
    pet_shop.file = pet_shop.folder / "other.json"
    pet_shop.description["info"]["version"] = "2"
    report = pet_shop.bring()
    assert report.slug == "pet-shop-2"
    assert "--name pet-shop" in report.notes[0]


def test_a_slug_says_which_api_it_is(pet_shop: Shop) -> None:
    pet_shop.file = pet_shop.folder / "other.json"
    pet_shop.description["info"] = {"title": "Pet Shop Deluxe", "version": "2"}
    report = pet_shop.bring(slug="pet-shop")
    assert (report.slug, report.version, report.title) == ("pet-shop", 2, "Pet Shop Deluxe")


@pytest.mark.parametrize("slug", ["Pets", "2pets", "-pets", "pets/x", "", "p" * 64])
def test_an_illegal_slug_is_refused(shop: Shop, slug: str) -> None:
    with pytest.raises(RefusedByUs, match="--name petstore"):
        shop.bring(slug=slug)


@pytest.mark.parametrize("word", ["judging", "counting", "packing", "storing", "committing"])
def test_an_interrupted_import_leaves_nothing_behind(pet_shop: Shop, word: str) -> None:
    def interrupt(words: str) -> None:
        if words.startswith(word):
            raise KeyboardInterrupt

    before = pet_shop.rows()
    pet_shop.operation("/pets", "get")["summary"] = "Changed"
    with pytest.raises(KeyboardInterrupt):
        pet_shop.bring(progress=interrupt)
    assert pet_shop.rows() == before


def test_a_first_import_that_is_interrupted_leaves_no_api(shop: Shop) -> None:
    def interrupt(words: str) -> None:
        if words == "committing":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shop.bring(progress=interrupt)
    assert shop.service.apis() == ()
    assert not any(shop.rows().values())


def test_a_bad_credential_leaves_no_api(shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="it declares token"):
        shop.bring(credentials=[NewCredential("key", "env:KEY")])
    assert not any(shop.rows().values())


def test_what_cannot_be_read_leaves_no_api(shop: Shop) -> None:
    shop.description = {"swagger": "1.2"}
    with pytest.raises(SourceError):
        shop.bring()
    assert not any(shop.rows().values())


def test_the_upstream_comes_with_the_import(shop: Shop) -> None:
    report = shop.bring(
        base_url="http://127.0.0.1:9/api",
        credentials=[NewCredential("token", "env:TOKEN")],
        timeout_s=2.0,
        max_response_bytes=99,
        allowed_origins=("https://files.example.com",),
    )
    upstream = report.upstream
    assert (upstream.base_url, upstream.revision) == ("http://127.0.0.1:9/api", 1)
    assert upstream.credentials[0].origin == "http://127.0.0.1:9"
    assert (upstream.limits.timeout_s, upstream.limits.max_response_bytes) == (2.0, 99)
    assert report.upstream_changed


def test_an_import_that_changes_nothing_else_may_change_the_upstream(pet_shop: Shop) -> None:
    report = pet_shop.bring(base_url="http://127.0.0.1:9")
    assert (report.changed, report.upstream_changed, report.upstream.revision) == (False, True, 1)
    assert not pet_shop.bring().upstream_changed


def test_a_description_without_an_address_says_how_to_give_one(shop: Shop) -> None:
    del shop.description["servers"]
    assert any("--base-url" in note for note in shop.bring().notes)
    assert not any("--base-url" in note for note in shop.bring(base_url="http://x").notes)


def test_missing_credentials_are_told(shop: Shop) -> None:
    shop.description["security"] = [{"token": []}]
    assert any("credentials of token" in note for note in shop.bring().notes)
    given = shop.bring(credentials=[NewCredential("token", "env:T")])
    assert not any("credentials of token" in note for note in given.notes)


def test_a_server_that_moved_away_from_its_credentials_is_told(shop: Shop) -> None:
    shop.bring(credentials=[NewCredential("token", "env:T")])
    shop.description["servers"] = [{"url": "https://new.example.com"}]
    notes = shop.bring().notes
    assert any("another origin than https://new.example.com" in note for note in notes)


def test_more_candidates_than_clients_take_are_told(shop: Shop) -> None:
    shop.description["paths"] |= {f"/p{n}": {"get": operation(f"Get {n}")} for n in range(130)}
    assert any("at most 128 tools" in note for note in shop.bring().notes)


def test_a_bad_operation_costs_that_operation(shop: Shop) -> None:
    missing = {"$ref": "#/components/parameters/None"}
    shop.description["paths"]["/bad"] = {"get": operation("Bad", missing, ID)}
    report = shop.bring()
    assert (report.operations, report.candidates, report.withheld) == (5, 4, 1)
    assert report.severities["error"] >= 1
    assert any(finding.operation == "GET /bad" for finding in report.findings)


def test_two_imports_at_once_make_one_version(pet_shop: Shop) -> None:
    pet_shop.operation("/pets", "get")["summary"] = "Changed"
    pet_shop.bring(progress=lambda words: None)
    pet_shop.operation("/pets", "get")["summary"] = "Changed again"
    arrived = threading.Barrier(2, timeout=20)

    def meet(words: str) -> None:
        if words == "storing":
            arrived.wait()

    reports = []
    threads = [
        threading.Thread(target=lambda: reports.append(pet_shop.bring(progress=meet)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(report.changed for report in reports) == [False, True]
    assert {report.version for report in reports} == {3}
