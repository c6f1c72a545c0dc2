import pytest

from translator.json_value import JsonValue
from translator.openapi.nullability import accept_null, fit_enum


@pytest.mark.parametrize(
    ("schema", "meant"),
    [
        ({"type": "string"}, {"type": ["string", "null"]}),
        ({"type": ["string", "null"]}, {"type": ["string", "null"]}),
        ({"type": "null"}, {"type": ["null"]}),
        ({"enum": ["a"]}, {"enum": ["a", None]}),
        ({"enum": ["a", None]}, {"enum": ["a", None]}),
        ({"properties": {}}, {"properties": {}}),
        ({"const": 1, "title": "t"}, {"title": "t", "anyOf": [{"const": 1}, {"type": "null"}]}),
        (
            {"type": "object", "allOf": [{}], "description": "d"},
            {
                "description": "d",
                "anyOf": [{"type": "object", "allOf": [{}]}, {"type": "null"}],
            },
        ),
    ],
)
def test_null_is_accepted(schema: dict[str, JsonValue], meant: JsonValue) -> None:
    assert accept_null(schema) == meant


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "enum": ["a", 1]},
        {"type": "string", "enum": [None]},
        {"type": "array", "enum": ["a"]},
        {"type": ["string", "null"], "enum": [1]},
        {"enum": [1, "a"]},
        {"type": "number", "enum": [1, 2.5]},
        {"type": "boolean", "enum": [True]},
    ],
)
def test_enum_that_can_be_met_is_left_alone(schema: dict[str, JsonValue]) -> None:
    before = dict(schema)

    assert fit_enum(schema) is True
    assert schema == before


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ({"type": "string", "enum": [1, True, 2.0]}, ["1", "true", "2.0"]),
        ({"type": "string", "enum": [1, None]}, ["1", None]),
        ({"type": "integer", "enum": ["1", "-20"]}, [1, -20]),
        ({"type": "integer", "enum": ["a", "1"]}, ["a", 1]),
        ({"type": "number", "enum": ["1", "1.5e3"]}, [1, 1500.0]),
        ({"type": "boolean", "enum": ["true", "FALSE"]}, [True, False]),
    ],
)
def test_enum_nothing_can_meet_is_read_as_its_type(
    schema: dict[str, JsonValue], values: list[JsonValue]
) -> None:
    written = schema["enum"]

    assert fit_enum(schema) is False
    assert schema["enum"] == values
    assert schema["enum"] is not written
