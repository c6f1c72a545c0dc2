import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.schema_strategies import INSTANCES, MANY_INSTANCES, JsonValue, thorough, validator
from translator.openapi.type_lists import fit_enum, split_types, type_of, unique

_TYPES = st.sampled_from(["string", "integer", "number", "boolean", "object", "array", "null"])
_TYPED = st.fixed_dictionaries(
    {"type": st.lists(_TYPES, min_size=1, max_size=4, unique=True)},
    optional={
        "enum": st.lists(INSTANCES, min_size=1, max_size=4),
        "minLength": st.integers(0, 2),
        "maximum": st.integers(0, 2),
        "required": st.just(["a"]),
        "items": st.just({"type": "integer"}),
        "anyOf": st.just([{"minimum": 1}, {"maxItems": 1}]),
        "not": st.just({"const": 1}),
    },
)


@given(_TYPED, MANY_INSTANCES)
@thorough
def test_splitting_types_keeps_the_meaning(schema: JsonValue, instances: list[JsonValue]) -> None:
    split = copy.deepcopy(schema)

    split_types(split)

    before, after = validator(schema), validator(split)
    assert not isinstance(split.get("type"), list)
    assert [after.is_valid(i) for i in instances] == [before.is_valid(i) for i in instances]


@given(st.lists(INSTANCES, min_size=1, max_size=5), st.none() | _TYPES, MANY_INSTANCES)
@thorough
def test_fitting_an_enumeration_keeps_its_meaning(
    values: list[JsonValue], name: str | None, instances: list[JsonValue]
) -> None:
    schema = {"enum": values} if name is None else {"enum": values, "type": name}
    fitted = copy.deepcopy(schema)

    fit_enum(fitted)

    before, after = validator(schema), validator(fitted)
    assert [after.is_valid(i) for i in instances] == [before.is_valid(i) for i in instances]


def test_empty_enumeration_is_left_out() -> None:
    schema: JsonValue = {"enum": [], "type": "string"}

    fit_enum(schema)

    assert schema == {"type": "string"}


@pytest.mark.parametrize(
    ("name", "branch"), [("int64", "integer"), ("double", "integer"), ("date", "string")]
)
def test_format_goes_where_it_means_something(name: str, branch: str) -> None:
    schema = {"type": ["integer", "string"], "format": name}

    split_types(schema)

    assert [part["type"] for part in schema["anyOf"] if "format" in part] == [branch]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "integer"),
        (1.0, "integer"),
        (1.5, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
    ],
)
def test_type_of_a_value(value: JsonValue, name: str) -> None:
    assert type_of(value) == name


def test_unique_values_keep_their_order_and_kind() -> None:
    assert repr(unique([1, True, 1.0, 1, "a", None, "a"])) == "[1, True, 1.0, 'a', None]"
