import multiprocessing
from pathlib import Path

import pytest

from curation.service import Service
from curation.store import open_store
from tests.curating import ID, LIMIT, TAG, Shop, SteppingClock, operation
from translator.errors import RefusedByUs
from translator.surface import Surface, Tool, surface_digest


def active(shop: Shop) -> Surface:
    return shop.service.surface("pet-shop")


def tool(shop: Shop, operation: str) -> Tool:
    return next(tool for tool in active(shop).tools if tool.call.operation == operation)


def test_nothing_allowed_is_not_published_and_says_what_to_do(pet_shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="isthmus allow pet-shop PATTERN"):
        pet_shop.publish()


def test_what_was_allowed_is_published_and_served(pet_shop: Shop) -> None:
    pet_shop.allow("listPets", "addPet")
    report = pet_shop.publish()
    assert (report.version, report.published, report.tools) == (1, True, 2)
    assert report.changes.added == ("addPet", "listPets")
    assert report.input_tokens > 0
    assert surface_digest(active(pet_shop)) == report.digest
    assert [one.name for one in active(pet_shop).tools] == ["addPet", "listPets"]


def test_publishing_the_same_again_changes_nothing(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    first = pet_shop.publish()
    before = pet_shop.rows()
    again = pet_shop.publish()
    assert (again.published, again.version, again.digest) == (False, 1, first.digest)
    assert not again.changes
    assert pet_shop.rows() == before


def test_a_publication_says_what_clients_find_different(pet_shop: Shop) -> None:
    pet_shop.allow("listPets", "addPet")
    pet_shop.publish()
    pet_shop.service.rename("pet-shop", "listPets", "pets", author="ann")
    pet_shop.service.deny("pet-shop", ["addPet"], author="ann")
    pet_shop.allow("getPet", expose="resource")
    pet_shop.service.set_instructions("pet-shop", "Ask first.", author="ann")
    changes = pet_shop.publish().changes
    assert changes.added == ("api://pet-shop/pets/{id}",)
    assert changes.removed == ("addPet",)
    assert changes.changed["pets"] == ('name: "listPets" → "pets"',)
    assert changes.changed["the endpoint"] == ('instructions: "" → "Ask first."',)


def test_a_new_description_alone_changes_nothing_that_is_served(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    digest = pet_shop.publish().digest
    pet_shop.operation("/pets", "get")["summary"] = "Changed"
    pet_shop.operation("/pets", "get")["parameters"].append(ID | {"in": "query", "required": False})
    pet_shop.operation("/pets", "get")["parameters"][0]["schema"] = {"type": "string"}
    pet_shop.description["paths"]["/owners"] = {"get": operation("List the owners")}
    pet_shop.bring()
    report = pet_shop.publish()
    assert (report.published, report.digest, report.pending) == (False, digest, ("GET /pets",))


def test_a_changed_operation_is_published_anew_once_allowed_again(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    pet_shop.publish()
    pet_shop.operation("/pets", "get")["parameters"][0]["schema"] = {"type": "string"}
    pet_shop.bring()
    pet_shop.allow("listPets", expose=None)
    report = pet_shop.publish()
    assert report.changes.changed == {"listPets": ('argument limit: type "integer" → "string"',)}
    assert report.pending == ()


def test_schemas_of_the_judged_version_are_published(pet_shop: Shop) -> None:
    schemas = {"Pet": {"type": "object", "properties": {"name": {"type": "string"}}}}
    pet_shop.description["components"]["schemas"] = schemas
    reference = {"$ref": "#/components/schemas/Pet"}
    pet_shop.description["paths"]["/pets"]["put"] = operation(
        "Replace", body={"type": "array", "items": reference}, operationId="putPets"
    )
    pet_shop.bring()
    pet_shop.allow("putPets")
    before = pet_shop.publish()
    schemas["Pet"]["properties"] = {"chip": {"type": "integer"}}
    schemas["Pet"]["required"] = ["chip"]
    pet_shop.bring()
    after = pet_shop.publish()
    assert pet_shop.states()["PUT /pets"] == "changed"
    assert (after.digest, after.pending) == (before.digest, ("PUT /pets",))


def test_a_tool_that_needs_an_argument_nobody_judged_leaves(pet_shop: Shop) -> None:
    pet_shop.allow("listPets", "getPet")
    pet_shop.publish()
    pet_shop.operation("/pets", "get")["parameters"] = [{**LIMIT, "required": True}, TAG]
    pet_shop.bring()
    report = pet_shop.publish()
    assert report.held == ("GET /pets",)
    assert report.changes.removed == ("listPets",)
    assert any(f.code == "tool-held" and f.operation == "GET /pets" for f in report.findings)


def test_a_removed_operation_leaves_and_comes_back_unasked_if_unchanged(pet_shop: Shop) -> None:
    pet_shop.allow("listPets", "getPet")
    before = pet_shop.publish()
    taken = pet_shop.description["paths"].pop("/pets")
    pet_shop.bring()
    report = pet_shop.publish()
    assert (report.gone, report.changes.removed) == (("GET /pets",), ("listPets",))
    assert any(f.code == "operation-gone" for f in report.findings)
    pet_shop.description["paths"]["/pets"] = taken
    pet_shop.bring()
    assert pet_shop.publish().digest == before.digest


def test_only_held_tools_cannot_be_published(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    pet_shop.operation("/pets", "get")["parameters"] = [{**LIMIT, "required": True}]
    pet_shop.bring()
    with pytest.raises(RefusedByUs, match="now requires query:limit"):
        pet_shop.publish()


def test_a_rename_after_a_change_stands_on_what_was_judged(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    pet_shop.publish()
    pet_shop.operation("/pets", "get")["parameters"] = [LIMIT]
    pet_shop.bring()
    pet_shop.service.rename("pet-shop", "listPets", "pets", author="ann")
    pet_shop.publish()
    assert tool(pet_shop, "GET /pets").name == "pets"
    assert list(tool(pet_shop, "GET /pets").input_schema["properties"]) == ["limit", "tag"]


def test_clashing_names_are_refused_with_everyone_concerned(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    for one in ("listPets", "getPet"):
        pet_shop.service.rename("pet-shop", one, "pets", author="ann")
    with pytest.raises(RefusedByUs, match=r"named 'pets': GET /pets, GET /pets/\{id\}"):
        pet_shop.publish()
    assert pet_shop.service.surfaces("pet-shop") == ()


def test_names_can_be_swapped(pet_shop: Shop) -> None:
    pet_shop.allow("listPets", "getPet")
    pet_shop.publish()
    pet_shop.service.rename("pet-shop", "GET /pets", "getPet", author="ann")
    pet_shop.service.rename("pet-shop", "GET /pets/{id}", "listPets", author="ann")
    assert set(pet_shop.publish().changes.changed) == {"getPet", "listPets"}


def test_rolling_back_and_forward(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    first = pet_shop.publish()
    pet_shop.allow("getPet")
    pet_shop.publish()
    back = pet_shop.service.activate("pet-shop", 1, author="bo")
    assert (back.previous, back.version, back.digest) == (2, 1, first.digest)
    assert back.changes.removed == ("getPet",)
    assert [(s.version, s.active) for s in pet_shop.service.surfaces("pet-shop")] == [
        (2, False),
        (1, True),
    ]
    assert pet_shop.service.surface("pet-shop", 2).tools != active(pet_shop).tools
    forward = pet_shop.service.activate("pet-shop", 2, author="bo")
    assert forward.changes.added == ("getPet",)


def test_publishing_after_a_rollback_is_a_new_version(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    pet_shop.publish()
    pet_shop.allow("getPet")
    second = pet_shop.publish()
    pet_shop.service.activate("pet-shop", 1, author="bo")
    third = pet_shop.publish()
    assert (third.version, third.digest, third.published) == (3, second.digest, True)
    assert pet_shop.rows()["surface"] == 2


def test_activating_what_is_active_records_nothing(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    pet_shop.publish()
    before = pet_shop.rows()
    assert not pet_shop.service.activate("pet-shop", 1, author="bo").changes
    assert pet_shop.rows() == before


def test_unknown_versions_are_refused(pet_shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="nothing is published yet"):
        pet_shop.service.activate("pet-shop", 1, author="bo")
    with pytest.raises(RefusedByUs, match="isthmus publish pet-shop"):
        active(pet_shop)
    pet_shop.allow("listPets")
    pet_shop.publish()
    with pytest.raises(RefusedByUs, match="has no surface 7; there is 1"):
        pet_shop.service.surface("pet-shop", 7)


def test_a_surface_knows_what_it_was_made_of(pet_shop: Shop) -> None:
    pet_shop.operation("/pets", "get")["summary"] = "Changed"
    pet_shop.bring()
    pet_shop.allow("listPets")
    pet_shop.service.publish("pet-shop", author="ann", note="first")
    (summary,) = pet_shop.service.surfaces("pet-shop")
    assert (summary.description_version, summary.note, summary.author) == (2, "first", "ann")
    assert (summary.tools, summary.resources, summary.templates) == (1, 0, 0)


def test_only_a_tool_that_is_there_can_be_stopped(pet_shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="nothing is published yet"):
        pet_shop.service.stop("pet-shop", "listPets", author="bo")
    pet_shop.allow("listPets")
    pet_shop.publish()
    with pytest.raises(RefusedByUs, match="no tool or resource 'lsitPets'; it has listPets"):
        pet_shop.service.stop("pet-shop", "lsitPets", author="bo")


def _publish(folder: Path, slug: str) -> None:
    store = open_store(folder)
    Service(store, clock=SteppingClock()).publish(slug, author="other")
    store.close()


def test_several_processes_may_publish_at_once(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    spawn = multiprocessing.get_context("spawn")
    others = [
        spawn.Process(target=_publish, args=(pet_shop.database, "pet-shop")) for _ in range(2)
    ]
    for other in others:
        other.start()
    mine = pet_shop.publish()
    for other in others:
        other.join(60)
    assert [other.exitcode for other in others] == [0, 0]
    assert [s.version for s in pet_shop.service.surfaces("pet-shop")] == [1]
    assert mine.version == 1
