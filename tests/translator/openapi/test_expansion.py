from typing import Any

import pytest
from hypothesis import given

from tests.schema_strategies import (
    DEFINITIONS,
    DEFS,
    MANY_INSTANCES,
    NODE,
    SCHEMAS,
    positions,
    thorough,
    validator,
)
from translator.listed_schema import ListedSchema, is_container
from translator.openapi.closure import close
from translator.openapi.expansion import TooLarge, expand
from translator.openapi.inlining import inline_definitions
from translator.openapi.portable import PortableShaper

JsonValue = Any


def expanded(schema: JsonValue, levels: int = 10, characters: int = 10_000) -> JsonValue:
    remarks: list[str] = []
    return expand(schema, max_levels=levels, max_characters=characters, remarks=remarks), remarks


def closed(argument: JsonValue) -> JsonValue:
    return close({"type": "object", "properties": {"a": argument}}, DEFS)


def _portable(schema: JsonValue, defs: JsonValue) -> JsonValue:
    shaper = PortableShaper(defs).shaper
    shaped = shaper.shape({"type": "object", "properties": {"a": schema}})
    return inline_definitions(shaped.schema, shaper.reached(shaped))


@given(SCHEMAS, DEFINITIONS, MANY_INSTANCES)
@thorough
def test_what_is_written_is_never_stricter(
    schema: JsonValue, defs: JsonValue, instances: list[JsonValue]
) -> None:
    before = _portable(schema, defs)

    after, remarks = expanded(before)

    assert not [node for node in positions(after) if "$ref" in node]
    strict, loose = validator(before), validator(after)
    judged = [(strict.is_valid({"a": i}), loose.is_valid({"a": i})) for i in instances]
    assert not [pair for pair in judged if pair == (True, False)]
    assert remarks or not [pair for pair in judged if pair == (False, True)]


@given(SCHEMAS, DEFINITIONS)
@thorough
def test_nothing_lies_deeper_than_permitted(schema: JsonValue, defs: JsonValue) -> None:
    after, _ = expanded(_portable(schema, defs), levels=2)

    exact = ("/not", "/if", "/contains")
    deep = [
        place.pointer
        for place in ListedSchema(after).places
        if place.level > 2 and is_container(place.schema)
    ]
    assert not [pointer for pointer in deep if not any(word in pointer for word in exact)]


def test_definition_stands_wherever_it_is_used() -> None:
    base = {"$ref": "#/$defs/Base"}
    schema = close({"type": "object", "properties": {"one": base, "other": base}}, DEFS)

    assert expanded(schema) == (
        {"type": "object", "properties": {"one": DEFS["Base"], "other": DEFS["Base"]}},
        [],
    )


def test_definition_inside_itself_is_named_and_told() -> None:
    after, remarks = expanded(closed({"$ref": "#/$defs/Node", "description": "The first."}))

    assert after["properties"]["a"] == {
        **NODE,
        "description": "The first.",
        "properties": {
            "value": {"type": "string"},
            "next": {"type": "object", "title": "Node", "description": "Again Node."},
        },
    }
    assert remarks == ["a.next: what lies in another Node is checked at the call, not listed"]


@pytest.mark.parametrize(
    ("inner", "left"),
    [
        ({"type": "object", "description": "D", "properties": {"x": {}}}, {"type": "object"}),
        ({"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {}}),
    ],
)
def test_what_lies_too_deep_keeps_type_and_text(inner: JsonValue, left: JsonValue) -> None:
    after, remarks = expanded(closed(inner), levels=1)

    text = {"description": inner["description"]} if "description" in inner else {}
    assert after["properties"]["a"] == {**left, **text}
    assert remarks == ["a: what lies deeper than 1 levels is checked at the call, not listed"]


def test_schema_without_references_stays_the_same_object() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}

    assert expanded(schema)[0] is schema


def test_growth_without_end_is_stopped() -> None:
    defs = {
        f"D{n}": {"type": "object", "properties": dict.fromkeys("abcdefgh", ref(n + 1))}
        for n in range(9)
    } | {"D9": {"type": "string"}}
    schema = close({"type": "object", "properties": {"a": ref(0)}}, defs)

    with pytest.raises(TooLarge):
        expanded(schema, characters=100_000)


def ref(number: int) -> JsonValue:
    return {"$ref": f"#/$defs/D{number}"}


@pytest.mark.parametrize("keyword", ["anyOf", "properties"])
def test_a_long_line_of_definitions_is_cut(keyword: str) -> None:
    def inner(number: int) -> JsonValue:
        if keyword == "anyOf":
            return {"anyOf": [ref(number), {"type": "integer"}]}
        return {"type": "object", "properties": {"a": ref(number)}}

    defs = {f"D{n}": inner(n + 1) for n in range(5_000)} | {"D5000": {"type": "string"}}
    schema = close({"type": "object", "properties": {"a": ref(0)}}, defs)

    after, remarks = expanded(schema, levels=100, characters=100_000)

    assert "$ref" not in str(after)
    assert any("what lies behind 40 references" in remark for remark in remarks)
