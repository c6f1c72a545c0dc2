from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.schema_strategies import INSTANCES
from translator.runtime.complaints import ARGUMENTS
from translator.runtime.validation import (
    MAX_COMPLAINTS,
    compile_check,
    integer_meant,
    text_meant,
)

BIG = 9_007_199_254_740_993
INT64 = {"type": "integer", "maximum": 2**63 - 1}


def meant(schema: Any, value: Any) -> Any:
    return compile_check({"properties": {"a": schema}}, ARGUMENTS).as_meant(
        {"a": value}, integer_meant
    )["a"]


@pytest.mark.parametrize(
    ("schema", "value", "normal"),
    [
        (INT64, str(BIG), BIG),
        (INT64, "-5", -5),
        (INT64, "0", 0),
        ({"type": ["integer", "null"]}, str(BIG), BIG),
        ({"anyOf": [INT64, {"type": "null"}]}, str(BIG), BIG),
        ({"type": "array", "items": INT64}, ["1", 2, "3"], [1, 2, 3]),
        ({"properties": {"id": INT64}}, {"id": str(BIG)}, {"id": BIG}),
        (
            {"anyOf": [{"type": "object", "properties": {"id": INT64}}, {"type": "null"}]},
            {"id": "7"},
            {"id": 7},
        ),
        (INT64, "007", "007"),
        (INT64, "1.0", "1.0"),
        (INT64, "+1", "+1"),
        (INT64, " 1", " 1"),
        (INT64, "9" * 50, "9" * 50),
        (INT64, "x", "x"),
        ({"type": "number"}, "5", "5"),
        ({"type": ["integer", "string"]}, "5", "5"),
        ({"anyOf": [INT64, {"type": "string"}]}, "5", "5"),
        ({"type": "string"}, "5", "5"),
        (True, "5", "5"),
    ],
)
def test_decimal_text_counts_as_the_integer_that_is_wanted(
    schema: Any, value: Any, normal: Any
) -> None:
    assert meant(schema, value) == normal


def test_given_arguments_are_never_changed() -> None:
    arguments = {"a": ["1"]}
    check = compile_check(
        {"properties": {"a": {"type": "array", "items": {"type": "integer"}}}}, ARGUMENTS
    )

    assert check.as_meant(arguments, integer_meant) == {"a": [1]}
    assert arguments == {"a": ["1"]}


def test_right_arguments_are_given_back_as_they_are() -> None:
    arguments = {"a": 1}

    assert compile_check({"type": "object"}, ARGUMENTS).as_meant(arguments, integer_meant) is (
        arguments
    )


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        ({"type": "integer"}, "12", 12),
        ({"type": "number"}, "1.5", 1.5),
        ({"type": "number"}, "1e3", 1000.0),
        ({"type": "boolean"}, "true", True),
        ({"type": "boolean"}, "false", False),
        ({"type": "boolean"}, "yes", "yes"),
        ({"type": ["string", "integer"]}, "12", "12"),
        ({"type": "array", "items": {"type": "integer"}}, "12", [12]),
        ({"type": "array", "items": {"type": "integer"}}, ["1", "2"], [1, 2]),
        ({"type": "array", "items": {"type": "string"}}, ["1"], ["1"]),
        ({"enum": [1, 2]}, "2", 2),
        ({"enum": ["1", 2]}, "1", "1"),
        ({"const": True}, "true", True),
        ({"type": ["integer", "null"]}, "null", None),
        ({"type": "integer"}, "x", "x"),
    ],
)
def test_text_of_a_uri_counts_as_the_value_that_is_wanted(
    schema: Any, text: Any, value: Any
) -> None:
    check = compile_check({"properties": {"a": schema}}, ARGUMENTS)

    got = check.as_meant({"a": text}, text_meant)["a"]

    assert (got, type(got)) == (value, type(value))


def test_half_a_surrogate_pair_is_a_complaint() -> None:
    check = compile_check({"properties": {"a": {"pattern": "^a"}}}, ARGUMENTS)

    assert check.complaints({"a": "\ud800"}) == (
        "the arguments: a text holds half a surrogate pair; leave it out",
    )
    assert check.as_meant({"a": "\ud800"}, integer_meant) == {"a": "\ud800"}


def test_complaints_are_bounded() -> None:
    check = compile_check({"items": {"type": "integer"}}, ARGUMENTS)

    told = check.complaints(["x"] * 1_000)

    assert len(told) == MAX_COMPLAINTS + 1
    assert told[-1] == "and 40 more problems"


def test_lookahead_falls_back_to_the_bounded_engine() -> None:
    check = compile_check({"pattern": "^(?!no$)"}, ARGUMENTS)

    assert check.complaints("no") == ('the arguments must match ^(?!no$), not "no"',)
    assert check.complaints("yes") == ()


def test_what_is_no_schema_does_not_compile() -> None:
    with pytest.raises(ValueError, match="minimum"):
        compile_check({"minimum": "five"}, ARGUMENTS)


_SCHEMA = {
    "type": "object",
    "properties": {
        "a": {"type": ["integer", "null"]},
        "b": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "array"}]},
        "c": {"type": "object", "required": ["a"]},
    },
    "required": ["a"],
}


@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), INSTANCES))
@settings(deadline=None)
def test_complaints_come_exactly_where_another_judge_sees_errors(
    value: dict[str, Any],
) -> None:
    told = compile_check(_SCHEMA, ARGUMENTS).complaints(value)

    assert bool(told) is not Draft202012Validator(_SCHEMA).is_valid(value)
