import copy

import pytest
from hypothesis import given

from tests.schema_strategies import MANY_INSTANCES, SCHEMAS, JsonValue, thorough, validator
from translator.openapi.conjunction import conjoin, same


@given(SCHEMAS, SCHEMAS, MANY_INSTANCES)
@thorough
def test_conjunction_accepts_what_both_accept(
    one: JsonValue, other: JsonValue, instances: list[JsonValue]
) -> None:
    unusable = ("$ref", "unevaluated", "^([", "{,2}")
    if not isinstance(one, dict) or any(word in repr([one, other]) for word in unusable):
        return
    both = copy.deepcopy(one)

    conjoin(both, other)

    first, second, joined = validator(one), validator(other), validator(both)
    assert [joined.is_valid(i) for i in instances] == [
        first.is_valid(i) and second.is_valid(i) for i in instances
    ]


@pytest.mark.parametrize(
    ("schema", "member", "joined"),
    [
        (
            {"type": "object", "required": ["a"], "properties": {"a": {}}},
            {"type": "object", "required": ["b", "a"], "properties": {"b": {}}},
            {"type": "object", "required": ["a", "b"], "properties": {"a": {}, "b": {}}},
        ),
        ({"description": "mine"}, {"description": "other"}, {"description": "mine"}),
        ({"minLength": 1}, {"minLength": 2}, {"minLength": 2}),
        ({"maximum": 1}, {"maximum": 2}, {"maximum": 1}),
        ({"pattern": "a"}, {"pattern": "b"}, {"pattern": "a", "allOf": [{"pattern": "b"}]}),
        (
            {"properties": {"a": {"type": "string"}, "b": True}},
            {"properties": {"a": {"maxLength": 2}, "b": {"minimum": 1}, "c": {}}},
            {"properties": {"a": {"type": "string", "maxLength": 2}, "b": {"minimum": 1}, "c": {}}},
        ),
        (
            {"properties": {"a": {}}},
            {"additionalProperties": False},
            {"properties": {"a": {}}, "allOf": [{"additionalProperties": False}]},
        ),
        ({"type": "string"}, True, {"type": "string"}),
        ({"type": "string"}, False, {"type": "string", "not": {}}),
    ],
)
def test_schemas_are_one_object_where_that_is_exact(
    schema: JsonValue, member: JsonValue, joined: JsonValue
) -> None:
    conjoin(schema, member)

    assert schema == joined


@pytest.mark.parametrize(
    ("one", "other", "are_same"),
    [({"const": 1}, {"const": True}, False), ({"const": 1}, {"const": 1}, True), (1, 1.0, False)],
)
def test_sameness_keeps_one_and_true_apart(
    one: JsonValue, other: JsonValue, are_same: bool
) -> None:
    assert same(one, other) is are_same
