import pytest

from translator.flattening import plain_object, resolved

NAME = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
DEFS = {
    "Name": NAME,
    "Alias": {"$ref": "#/$defs/Name"},
    "Loop": {"$ref": "#/$defs/Loop"},
    "Tree": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Tree"}}},
}
AGE = {"type": "object", "properties": {"age": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("schema", "properties", "required"),
    [
        (NAME, ["name"], ["name"]),
        ({**NAME, "additionalProperties": False}, ["name"], ["name"]),
        ({**NAME, "unevaluatedProperties": False}, ["name"], ["name"]),
        ({"properties": {"a": {}}}, ["a"], []),
        ({"type": ["object"], "properties": {"a": True}}, ["a"], []),
        ({"$ref": "#/$defs/Alias"}, ["name"], ["name"]),
        ({"$ref": "#/$defs/Tree"}, ["next"], []),
        ({"$ref": "#/$defs/Name", "description": "One"}, ["name"], ["name"]),
        ({"allOf": [{"$ref": "#/$defs/Name"}, AGE]}, ["name", "age"], ["name"]),
        ({"allOf": [AGE, {"required": ["age"]}]}, ["age"], ["age"]),
        ({"allOf": [{"allOf": [NAME]}, AGE, True]}, ["name", "age"], ["name"]),
        ({**AGE, "allOf": [NAME]}, ["age", "name"], ["name"]),
        ({"allOf": [NAME, {"properties": {"name": True}}]}, ["name"], ["name"]),
        ({"allOf": [NAME, NAME]}, ["name"], ["name"]),
        ({"type": "object", "properties": {}, "additionalProperties": False}, [], []),
        ({**NAME, "minProperties": 1, "maxProperties": 1}, ["name"], ["name"]),
        ({**NAME, "title": "N", "xml": {"name": "n"}, "default": {}}, ["name"], ["name"]),
    ],
)
def test_plain_objects_are_their_members(schema, properties, required):
    members = plain_object(schema, DEFS)

    assert members is not None
    assert list(members.properties) == properties
    assert members.required == set(required)


@pytest.mark.parametrize(
    "schema",
    [
        True,
        False,
        {},
        {"type": "object"},
        {"type": "object", "properties": {}},
        {"type": "string"},
        {"type": "array", "items": NAME},
        {"type": ["object", "null"], "properties": {"a": {}}},
        {**NAME, "additionalProperties": True},
        {**NAME, "additionalProperties": {}},
        {**NAME, "additionalProperties": {"type": "string"}},
        {**NAME, "unevaluatedProperties": {"type": "string"}},
        {**NAME, "patternProperties": {"^x": {}}},
        {**NAME, "propertyNames": {"maxLength": 3}},
        {**NAME, "anyOf": [{"required": ["a"]}]},
        {**NAME, "oneOf": [AGE]},
        {**NAME, "not": {"required": ["a"]}},
        {**NAME, "if": AGE, "then": NAME},
        {**NAME, "enum": [{"name": "a"}]},
        {**NAME, "const": {"name": "a"}},
        {**NAME, "dependentRequired": {"name": ["age"]}},
        {**NAME, "minProperties": 2},
        {**AGE, "minProperties": 1},
        {**NAME, "maxProperties": 0},
        {**NAME, "required": ["name", "missing"]},
        {"allOf": [NAME, {"type": "string"}]},
        {"allOf": [NAME, {"properties": {"name": {"type": "integer"}}}]},
        {"allOf": [NAME, {"oneOf": [AGE]}]},
        {"allOf": [{**NAME, "additionalProperties": False}, AGE]},
        {"allOf": [NAME, False]},
        {"$ref": "#/$defs/Loop"},
        {"$ref": "#/$defs/Missing"},
        {"required": ["a"]},
    ],
)
def test_other_schemas_are_not_plain(schema):
    assert plain_object(schema, DEFS) is None


@pytest.mark.parametrize(
    ("schema", "target"),
    [
        ({"$ref": "#/$defs/Alias"}, NAME),
        ({"$ref": "#/$defs/Loop"}, True),
        ({"$ref": "#/$defs/Missing"}, True),
        (AGE, AGE),
        (True, True),
    ],
)
def test_references_are_followed_to_a_schema(schema, target):
    assert resolved(schema, DEFS) == target
