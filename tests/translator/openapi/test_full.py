from typing import Any

from hypothesis import given

from tests.schema_strategies import (
    DEFINITIONS,
    MANY_INSTANCES,
    SCHEMAS,
    assert_closed,
    thorough,
    validator,
)
from translator.openapi.full import full_shaper

JsonValue = Any
UNUSABLE = ("Nowhere", "^([", "{,2}")


@given(SCHEMAS, DEFINITIONS, MANY_INSTANCES)
@thorough
def test_full_shape_accepts_the_same_values(
    schema: JsonValue, defs: JsonValue, instances: list[JsonValue]
) -> None:
    if any(word in repr([schema, defs]) for word in UNUSABLE):
        return
    before = validator({"allOf": [schema], "$defs": defs})

    after = validator(full_shaper(defs).close(schema).schema)

    assert [after.is_valid(i) for i in instances] == [before.is_valid(i) for i in instances]


@given(SCHEMAS, DEFINITIONS)
@thorough
def test_full_shape_is_closed_and_has_known_keywords_only(
    schema: JsonValue, defs: JsonValue
) -> None:
    made = full_shaper(defs).close({"type": "object", "properties": {"a": schema}}).schema

    assert_closed(made)
    assert "x-vendor" not in repr(made)


def test_texts_are_folded_and_dangling_references_told() -> None:
    schema = {"description": " A\n name\u202e.", "$ref": "#/$defs/Nowhere", "oneOf": [{}]}

    closed = full_shaper({}).close({"type": "object", "properties": {"a": schema}})

    assert closed.schema["properties"]["a"] == {"description": "A name.", "oneOf": [{}]}
    assert closed.remarks == (
        "a: a reference to 'Nowhere', which is nowhere, is checked at the call, not listed",
    )


def test_very_deep_schema_is_cut() -> None:
    schema: JsonValue = {"type": "string"}
    for _ in range(400):
        schema = {"type": "array", "items": schema}

    assert len(full_shaper({}).shape(schema).remarks) == 1
