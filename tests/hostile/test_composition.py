"""Schemas that explode when they are merged, inlined or expanded."""

import pytest

from tests.hostile.attempts import Desk
from tests.hostile.descriptions import (
    JsonValue,
    as_json,
    asking,
    components,
    giving,
    query,
    reference,
    taking,
)

pytestmark = pytest.mark.hostile


def layers(make: JsonValue, count: int = 40) -> dict[str, JsonValue]:
    """Return schemas of which each refers twice to the next, which is two to the count in all."""
    schemas = {f"S{n}": make(reference(f"S{n + 1}"), n) for n in range(count)}
    schemas[f"S{count}"] = {"type": "object", "properties": {"end": {"type": "string"}}}
    return schemas


def of(keyword: str) -> JsonValue:
    return lambda ref, n: {keyword: [ref, {**ref, "description": f"other {n}"}]}


EXPLODING = {
    "allOf": of("allOf"),
    "oneOf": of("oneOf"),
    "anyOf": of("anyOf"),
    "allOf of oneOf": lambda ref, n: {"allOf": [{"oneOf": [ref, ref]}, {"anyOf": [ref, ref]}]},
    "properties": lambda ref, n: {"type": "object", "properties": {f"a{n}": ref, f"b{n}": ref}},
    "not": lambda ref, n: {"not": {"anyOf": [ref, {"not": ref}]}},
    "if": lambda ref, n: {"if": ref, "then": ref, "else": ref},
    "prefixItems": lambda ref, n: {"type": "array", "prefixItems": [ref, ref], "items": ref},
    "patternProperties": lambda ref, n: {"patternProperties": {"^a": ref, "^b": ref}},
    "dependentSchemas": lambda ref, n: {"dependentSchemas": {"a": ref, "b": ref}},
    "allOf with properties": lambda ref, n: {
        "type": "object", "allOf": [ref, ref], "properties": {f"p{n}": ref}, "required": [f"p{n}"],
    },
    "nullable choices": lambda ref, n: {"oneOf": [ref, ref, {"type": "null"}]},
}  # fmt: skip


@pytest.mark.parametrize("use", [taking, giving], ids=["taken", "given"])
@pytest.mark.parametrize("name", EXPLODING)
def test_what_doubles_forty_times_is_served(name: str, use: JsonValue, desk: Desk) -> None:
    description = use(reference("S0"), components=components(layers(EXPLODING[name])))
    assert len(desk.serve(as_json(description)).listed) == 1


@pytest.mark.parametrize("name", ["allOf", "oneOf", "properties", "allOf of oneOf"])
def test_a_parameter_that_doubles_is_served(name: str, desk: Desk) -> None:
    parameter = query("filter", reference("S0"), style="deepObject")
    description = asking(parameter, components=components(layers(EXPLODING[name])))
    assert len(desk.serve(as_json(description)).listed) == 1


RECURSIVE = {
    "allOf itself": {"A": {"allOf": [reference("A")]}},
    "allOf each other": {
        "A": {"allOf": [reference("B")], "properties": {"a": {"type": "string"}}},
        "B": {"allOf": [reference("A")], "properties": {"b": {"type": "string"}}},
    },
    "allOf in a circle of a thousand": {
        **{f"C{n}": {"allOf": [reference(f"C{(n + 1) % 1000}")]} for n in range(1000)},
        "A": {"allOf": [reference("C0")]},
    },
    "nothing but itself": {"A": reference("A")},
    "nothing but each other": {"A": reference("B"), "B": reference("A")},
    "anyOf itself": {"A": {"anyOf": [reference("A"), reference("A")]}},
    "not itself": {"A": {"not": reference("A")}},
    "itself required": {"A": {"properties": {"a": reference("A")}, "required": ["a"]}},
    "items of itself": {"A": {"type": "array", "items": reference("A"), "minItems": 1}},
    "if itself": {"A": {"if": reference("A"), "then": reference("A"), "else": reference("A")}},
    "itself dynamically": {
        "A": {
            "$dynamicAnchor": "node",
            "properties": {"a": {"$dynamicRef": "#node"}},
            "allOf": [{"$dynamicRef": "#node"}],
        }
    },
    "itself recursively": {
        "A": {"$recursiveAnchor": True, "allOf": [{"$recursiveRef": "#"}], "type": "object"}
    },
    "the whole document": {"A": {"$ref": "#"}},
    "all components": {
        "A": {"allOf": [{"$ref": "#/components"}, {"$ref": "#/components/schemas"}]}
    },
    "a place inside itself": {
        "A": {"$ref": "#/components/schemas/A/properties/b/allOf/0", "properties": {}}
    },
    "a pointer that never ends": {
        "A": {"$ref": "#/components/schemas/B" + "/properties/b" * 20_000},
        "B": {"properties": {"b": reference("B")}},
    },
}


@pytest.mark.parametrize("use", [taking, giving], ids=["taken", "given"])
@pytest.mark.parametrize("name", RECURSIVE)
def test_what_comes_back_to_itself_has_a_verdict(name: str, use: JsonValue, desk: Desk) -> None:
    desk.serve(as_json(use(reference("A"), components=components(RECURSIVE[name]))))


WIDE = {
    "allOf of ten thousand": lambda: {
        "allOf": [{"properties": {f"p{n}": {"type": "string"}}} for n in range(10_000)]
    },
    "oneOf of ten thousand": lambda: {"oneOf": [{"title": f"T{n}"} for n in range(10_000)]},
    "anyOf of ten thousand objects": lambda: {
        "anyOf": [
            {"type": "object", "properties": {f"p{n}": {"type": "string"}}} for n in range(10_000)
        ]
    },
    "allOf of choices": lambda: {
        "allOf": [{"oneOf": [{"title": f"{m}-{n}"} for n in range(20)]} for m in range(200)]
    },
    "ten thousand properties": lambda: {
        "type": "object",
        "properties": {f"p{n}": {"type": "string"} for n in range(10_000)},
        "required": [f"p{n}" for n in range(10_000)],
    },
    "ten thousand patterns of names": lambda: {
        "patternProperties": {f"^p{n}.*(a|b)+$": {"type": "string"} for n in range(10_000)}
    },
    "a hundred thousand required": lambda: {"required": [f"p{n}" for n in range(100_000)]},
    "ten thousand types": lambda: {"type": ["string", "integer"] * 5_000},
    "a large dependentRequired": lambda: {
        "dependentRequired": {f"p{n}": [f"p{m}" for m in range(300)] for n in range(300)}
    },
}


@pytest.mark.parametrize("name", WIDE)
def test_what_is_wide_has_a_verdict(name: str, desk: Desk) -> None:
    desk.serve(as_json(taking(WIDE[name]())))


@pytest.mark.parametrize("used", [False, True], ids=["unused", "used"])
def test_fifty_thousand_definitions_are_read(used: bool, desk: Desk) -> None:
    definitions = {f"D{n}": {"type": "string", "minLength": n} for n in range(50_000)}
    members = {f"p{n}": {"$ref": f"#/$defs/D{n}"} for n in range(50_000 if used else 1)}
    schema = {"type": "object", "properties": members}
    desk.import_(desk.write(as_json(taking(schema, **{"$defs": definitions})))).judge()
    desk.go_on().judge()
