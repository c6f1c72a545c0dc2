import pytest
from hypothesis import given

from tests.schema_strategies import (
    DEFINITIONS,
    DEFS,
    MANY_INSTANCES,
    SCHEMAS,
    JsonValue,
    assert_closed,
    thorough,
    validator,
)
from translator.openapi.profiles import open_output


@given(SCHEMAS, DEFINITIONS, MANY_INSTANCES)
@thorough
def test_open_schema_accepts_every_answer(
    schema: JsonValue, defs: JsonValue, instances: list[JsonValue]
) -> None:
    opened, wrapped = open_output(schema, defs)
    assert_closed(opened)
    check = validator(opened)

    assert opened["type"] == "object"
    assert all(check.is_valid({"result": one}) for one in instances)
    assert wrapped or all(check.is_valid(one) for one in instances if isinstance(one, dict))


@pytest.mark.parametrize(
    ("schema", "opened", "wraps"),
    [
        (
            {"$ref": "#/$defs/Base"},
            {"type": "object", "properties": {"name": {}}},
            False,
        ),
        (
            {"type": "array", "items": {"$ref": "#/$defs/Base"}},
            {
                "type": "object",
                "properties": {"result": {"items": {"properties": {"name": {}}}}},
            },
            True,
        ),
        ({"type": "string"}, {"type": "object", "properties": {"result": {}}}, True),
        (
            {"oneOf": [{"$ref": "#/$defs/Base"}, {"$ref": "#/$defs/Card"}]},
            {"type": "object", "properties": {"name": {}, "number": {}}},
            False,
        ),
        (
            {"anyOf": [{"$ref": "#/$defs/Base"}, {"type": "null"}]},
            {"type": "object", "properties": {"name": {}}},
            False,
        ),
        (
            {"type": "object", "additionalProperties": {"$ref": "#/$defs/Card"}},
            {"type": "object", "additionalProperties": {"properties": {"number": {}}}},
            False,
        ),
        (
            {
                "type": "object",
                "required": ["id"],
                "properties": {
                    "id": {"type": "integer", "description": "The id.\nNever changes."},
                    "kind": {"$ref": "#/$defs/Kind"},
                },
            },
            {"type": "object", "properties": {"id": {"description": "The id."}, "kind": {}}},
            False,
        ),
    ],
)
def test_answer_is_shown_open(schema: JsonValue, opened: JsonValue, wraps: bool) -> None:
    assert open_output(schema, DEFS) == (opened, wraps)


def test_open_schema_keeps_cycles() -> None:
    opened, _ = open_output({"$ref": "#/$defs/Node"}, DEFS)

    assert opened["properties"] == {"value": {}, "next": {"$ref": "#/$defs/Node"}}
    assert list(opened["$defs"]) == ["Node"]
