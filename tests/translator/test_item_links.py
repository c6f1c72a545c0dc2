import pytest

from tests.choices import answers
from translator.item_links import ItemLinker, item_parameter
from translator.operation import Location, Operation, Parameter

ID, TEXT, NUMBER = {"type": "integer"}, {"type": "string"}, {"type": "number"}
DEFS = {"Owner": {"type": "object", "required": ["id"], "properties": {"id": TEXT, "mail": TEXT}}}
OWNER = {"$ref": "#/$defs/Owner"}


def thing(required=(), **properties):
    return {"type": "object", "properties": properties, "required": list(required)}


def parameter(name, schema=TEXT, description=None):
    return Parameter(
        name, Location.PATH, schema, required=True, style="simple", description=description
    )


def link(items, name, path="/pets", schema=TEXT, description=None, answer=True):
    listed = {"type": "array", "items": items}
    collection = Operation("GET", path, responses=answers(("200", "application/json", listed)))
    item = Operation(
        "GET",
        f"{path}/{{{name}}}",
        parameters=(parameter(name, schema, description),),
        responses=answers(("200", "application/json", answer)),
    )
    return ItemLinker({}, DEFS).link(collection, item)


@pytest.mark.parametrize(
    ("items", "name", "identifier", "why"),
    [
        (thing(petId=ID, id=ID), "petId", "/petId", "the same name"),
        (thing(pet_id=TEXT), "petId", "/pet_id", "the same name"),
        (thing(Id=TEXT), "id", "/Id", "the same name"),
        (thing(id=ID, name=TEXT), "petId", "/id", "the id of a pet"),
        (thing(uuid=TEXT), "pet_uuid", "/uuid", "the uuid of a pet"),
        (thing(id=ID, number=ID), "pet-number", "/number", "the number of a pet"),
        (thing(id=ID), "pet_identifier", "/id", "the id of a pet"),
        (thing(metadata=thing(name=TEXT)), "name", "/metadata/name", "the same name"),
        (thing(pet=thing(id=ID), id=ID), "petId", "/id", "the id of a pet"),
        (thing(owner=thing(id=ID), id=ID), "ownerId", "/owner/id", "the id of the owner in it"),
        (thing(["slug"], slug=TEXT, id=ID), "pet", "/slug", "the only one that all items have"),
        (thing(slug=TEXT), "pet", "/slug", "nothing else identifies one"),
        (thing(**{"a/id": TEXT}), "a/id", "/a~1id", "the same name"),
        (TEXT, "pet", "", "single values"),
        (thing(id={}), "petId", "/id", "the id of a pet"),
    ],
)
def test_what_identifies_an_item_is_told_by_names_and_schema(items, name, identifier, why):
    found = link(items, name)
    assert found is not None
    assert (found.operation, found.parameter) == (f"GET /pets/{{{name}}}", name)
    assert (found.items, found.identifier) == ("", identifier)
    assert why in found.evidence


@pytest.mark.parametrize(
    ("items", "name", "more"),
    [
        (thing(id=ID), "ownerId", {}),
        (thing(code=TEXT, name=TEXT), "pet", {}),
        (thing(["code", "name"], code=TEXT, name=TEXT), "pet", {}),
        (thing(id=TEXT), "petId", {"schema": ID}),
        (thing(id=ID), "pet", {}),
        (thing(id=thing(a=TEXT)), "petId", {}),
        (thing(id={"type": "boolean"}), "petId", {}),
        (thing(name=TEXT), "id", {}),
        (thing(["name"], name=TEXT), "petId", {}),
        ({"type": "array"}, "petId", {}),
        (True, "petId", {}),
        (thing(code=TEXT, name=TEXT), "pet", {"description": "By name or code."}),
        (thing(["id"], id=TEXT, code=TEXT), "pet_code", {"path": "/pet_codes", "schema": ID}),
    ],
)
def test_where_a_choice_is_left_nothing_is_linked(items, name, more):
    assert link(items, name, **more) is None


def test_description_of_the_variable_decides():
    items = thing(["code"], code=TEXT, name=TEXT)
    found = link(items, "pet", description="The name of the pet without its owner's.")
    assert found is not None
    assert found.identifier == "/name"
    assert "its description says name" in found.evidence


def test_items_that_are_what_is_read_may_go_by_another_noun():
    found = link(OWNER, "personId", path="/staff", answer=OWNER)
    assert found is not None
    assert "what it reads is an item" in found.evidence
    assert link(OWNER, "personId", path="/staff", answer=TEXT) is None


def test_a_name_that_is_the_whole_collections_is_no_key_of_it():
    items = thing(["id", "code"], id=TEXT, code=TEXT)
    assert link(items, "promo_code", path="/promo_codes") is None


@pytest.mark.parametrize(
    ("items", "title"),
    [
        (thing(id=ID, name=TEXT), "/name"),
        (thing(id=ID, name=TEXT, Title=TEXT), "/Title"),
        (thing(id=ID, name=ID), None),
        (thing(id=ID, metadata=thing(name=TEXT)), "/metadata/name"),
    ],
)
def test_title_is_what_people_call_an_item(items, title):
    found = link(items, "petId")
    assert found is not None
    assert found.title == title


@pytest.mark.parametrize(
    ("collection", "item", "name"),
    [
        ("/pets", "/pets/{petId}", "petId"),
        ("/pets/", "/pets/{petId}/", "petId"),
        ("/pets.json", "/pets/{petId}.json", "petId"),
        ("/pets", "/pets/{petId}/photos", "petId"),
        ("/o/{org}/pets", "/o/{org}/pets/{petId}", "petId"),
        ("/pets", "/pets", None),
        ("/pets", "/petshops/{petId}", None),
        ("/pets", "/pets/{petId}.{format}", None),
        ("/pets", "/pets/mine", None),
        ("/pets/{petId}", "/pets", None),
    ],
)
def test_item_lies_one_variable_below_its_collection(collection, item, name):
    below = Operation("GET", item, parameters=(parameter("petId"),))
    found = item_parameter(Operation("GET", collection), below)
    assert (found.name if found else None) == name
