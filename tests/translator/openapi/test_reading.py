from collections.abc import Callable

import pytest

from translator.json_value import JsonValue
from translator.openapi.reading import Reading, Unusable, text_of
from translator.openapi.resolve import Place, Resolved
from translator.openapi.schemas import Direction

ENTRY = "file:///apis/entry.yaml"
HERE = Place(ENTRY, "/here")
MakeReading = Callable[..., Reading]


def test_value_without_reference_stands_where_it_is(make_reading: MakeReading) -> None:
    assert make_reading().follow({"a": 1}, HERE) == Resolved({"a": 1}, HERE)


def test_reference_is_followed_to_its_end(make_reading: MakeReading) -> None:
    reading = make_reading("{a: {$ref: '#/b'}, b: {$ref: '#/c/0'}, c: [5]}")

    assert reading.follow({"$ref": "#/a"}, HERE) == Resolved(5, Place(ENTRY, "/c/0"))


@pytest.mark.parametrize("ref", ["#/missing", "other.yaml", "#/loop", "::"])
def test_reference_to_nothing_is_none_and_named(make_reading: MakeReading, ref: str) -> None:
    reading = make_reading("{loop: {$ref: '#/pool'}, pool: {$ref: '#/loop'}}")

    assert reading.follow({"$ref": ref}, HERE) is None
    (found,) = reading.log.found()
    assert (found.code, found.pointer) == ("ref-unresolved", "/here")
    assert repr(ref) in found.message


@pytest.mark.parametrize(
    ("tokens", "value", "pointer"),
    [
        (("a",), {"b/c": [1, 2]}, "/here/a"),
        (("a", "b/c", 1), 2, "/here/a/b~1c/1"),
        (("x", "y"), None, "/here/x/y"),
    ],
)
def test_member_has_its_value_and_place(
    make_reading: MakeReading, tokens: tuple[str | int, ...], value: JsonValue, pointer: str
) -> None:
    owner = Resolved({"a": {"b/c": [1, 2]}}, HERE)

    assert make_reading().member(owner, *tokens) == Resolved(value, Place(ENTRY, pointer))


def test_schema_that_is_a_reference_to_nothing_is_unusable(make_reading: MakeReading) -> None:
    reading = make_reading()

    schema = reading.schema(Resolved({"$ref": "#/missing"}, HERE), Direction.INPUT)

    assert isinstance(schema, Unusable)
    assert "#/missing" in schema.reason


@pytest.mark.parametrize(
    ("owner", "values"),
    [
        ({}, ()),
        ({"example": None}, (None,)),
        ({"example": 1, "examples": {"a": {"value": 2}}}, (1, 2)),
        ({"examples": {"a": {"value": 1}, "b": {"dataValue": 2}, "c": {"summary": "s"}}}, (1, 2)),
        ({"examples": {"a": {"$ref": "#/ex"}, "b": {"$ref": "#/missing"}}}, (7,)),
        ({"examples": {str(n): {"value": n} for n in range(9)}}, (0, 1, 2)),
        ({"examples": {"a": None, "b": 5}}, ()),
        ({"examples": [1]}, ()),
    ],
)
def test_examples_are_three_values_at_most(
    make_reading: MakeReading, owner: JsonValue, values: tuple[JsonValue, ...]
) -> None:
    reading = make_reading("{ex: {value: 7}}")

    assert reading.examples(Resolved(owner, HERE)) == values


@pytest.mark.parametrize(
    ("owner", "text"), [({"a": "t"}, "t"), ({"a": ""}, None), ({"a": 5}, None), (None, None)]
)
def test_text_is_a_text_or_none(owner: JsonValue, text: str | None) -> None:
    assert text_of(owner, "a") == text


def test_an_example_beyond_measure_is_left_out_and_told(make_reading: MakeReading) -> None:
    reading = make_reading()
    owner = Resolved({"example": "e" * 30_000, "examples": {"a": {"value": 1}}}, HERE)

    assert reading.examples(owner) == (1,)
    (found,) = reading.log.found()
    assert (found.code, found.pointer) == ("too-large", "/here")
