import pytest

from translator.schema_reading import SchemaReader, found_at, pointer_to

DEFS = {
    "Pet": {"type": "object", "properties": {"id": {"type": "integer"}}},
    "Dog": {"allOf": [{"$ref": "#/$defs/Pet"}, {"properties": {"bark": {"type": "string"}}}]},
    "Loop": {"allOf": [{"$ref": "#/$defs/Loop"}], "type": "array", "items": {"type": "string"}},
}


@pytest.fixture
def reader() -> SchemaReader:
    return SchemaReader(DEFS)


@pytest.mark.parametrize(
    ("schema", "kinds"),
    [
        (True, set()),
        ({}, set()),
        ({"type": "string"}, {"string"}),
        ({"type": ["string", "null"]}, {"string"}),
        ({"properties": {}}, {"object"}),
        ({"$ref": "#/$defs/Dog"}, {"object"}),
        ({"$ref": "#/$defs/Loop"}, {"array"}),
        ({"$ref": "#/$defs/Gone"}, set()),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"string"}),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, {"string", "integer"}),
    ],
)
def test_kinds_are_those_of_all_that_speaks_about_a_value(reader, schema, kinds):
    assert reader.kinds(schema) == kinds


def test_members_are_found_behind_references_and_combinators(reader):
    found = reader.members({"anyOf": [{"$ref": "#/$defs/Dog"}, {"type": "null"}]})
    assert set(found) == {"id", "bark"}


def test_first_that_is_said_counts(reader):
    schema = {"format": "uri", "allOf": [{"format": "date", "default": 3}]}
    assert (reader.said(schema, "format"), reader.said(schema, "default")) == ("uri", 3)
    assert reader.said(schema, "title") is None


def test_entries_of_a_list(reader):
    assert reader.items({"$ref": "#/$defs/Loop"}) == {"type": "string"}
    assert reader.items({"type": "array"}) is True


def test_a_schema_with_very_many_branches_ends(reader):
    schema = {"anyOf": [{"properties": {f"p{n}": True}} for n in range(10_000)]}
    assert 0 < len(reader.members(schema)) < 100


@pytest.mark.parametrize(
    ("names", "pointer"), [((), ""), (("a", "b"), "/a/b"), (("a/b~c",), "/a~1b~0c")]
)
def test_pointers_lead_where_they_say(names, pointer):
    value: object = "here"
    for name in reversed(names):
        value = {name: value}
    assert pointer_to(*names) == pointer
    assert found_at(value, pointer) == "here"


@pytest.mark.parametrize("value", [None, 3, [], {}, {"a": None}, {"a": [1]}])
def test_nothing_is_found_where_nothing_is(value):
    assert found_at(value, "/a/0") is None
