import pytest

from tests.choices import answers
from translator.item_lists import answer_schema, find_list
from translator.operation import Operation
from translator.schema_reading import SchemaReader

DEFS = {"Pets": {"type": "array", "items": {"type": "string"}}}
TEXTS = {"type": "array", "items": {"type": "string"}}
MAPS = {"type": "array", "items": {"type": "object"}}


def found(schema, path="/pets"):
    operation = Operation("GET", path, responses=answers(("200", "application/json", schema)))
    return find_list(operation, SchemaReader(DEFS))


def members(**properties):
    return {"type": "object", "properties": properties}


@pytest.mark.parametrize(
    ("schema", "pointer", "why"),
    [
        (TEXTS, "", "the answer is a list"),
        ({"$ref": "#/$defs/Pets"}, "", "the answer is a list"),
        (members(total={"type": "integer"}, found=TEXTS), "/found", "only list"),
        (members(errors=TEXTS, items=MAPS), "/items", "what lists are called"),
        (members(errors=TEXTS, result=MAPS), "/result", "what lists are called"),
        (members(results=MAPS, pets=TEXTS), "/pets", "name of what the path lists"),
        (members(data=members(items=MAPS)), "/data/items", "only list"),
        (members(_embedded=members(pets=MAPS)), "/_embedded/pets", "only list"),
        (members(pets=members(rows=MAPS, n=members())), "/pets/rows", "only list"),
        (members(**{"a/b": TEXTS}), "/a~1b", "only list"),
    ],
)
def test_list_is_found_where_the_schema_has_it(schema, pointer, why):
    item_list = found(schema)
    assert item_list is not None
    assert item_list.pointer == pointer
    assert why in item_list.evidence


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {"type": "string"},
        members(a=TEXTS, b=TEXTS),
        members(one=members(a=TEXTS)),
        members(data=members(a=TEXTS), result=members(b=TEXTS)),
    ],
)
def test_where_it_cannot_be_told_there_is_no_list(schema):
    assert found(schema) is None


def test_a_list_may_have_an_end_by_its_schema():
    assert found({**TEXTS, "maxItems": 100}).most == 100
    assert found(TEXTS).most is None


def test_entries_keep_their_schema():
    item_list = found(members(pets={"$ref": "#/$defs/Pets"}))
    assert item_list is not None
    assert item_list.items == {"type": "string"}


def test_answer_is_the_first_success_in_json():
    responses = answers(
        ("404", "application/json", {"type": "object"}),
        ("202", "application/json", {"type": "string"}),
        ("200", "text/csv", True),
        ("200", "application/hal+json", TEXTS),
    )
    assert answer_schema(Operation("GET", "/", responses=responses)) == TEXTS
    assert answer_schema(Operation("GET", "/")) is None
