from typing import Any

from tests.schema_strategies import DEFS, NODE, assert_closed
from translator.openapi.inlining import inline_definitions
from translator.openapi.portable import PortableShaper

JsonValue = Any


def inlined(arguments: dict[str, JsonValue], defs: JsonValue = DEFS) -> JsonValue:
    shaper = PortableShaper(defs).shaper
    shaped = shaper.shape({"type": "object", "properties": arguments})
    return inline_definitions(shaped.schema, shaper.reached(shaped))


def test_definition_used_once_stands_where_it_is_used() -> None:
    listed = inlined({"base": {"$ref": "#/$defs/Base", "description": "The base"}})

    assert "$defs" not in listed
    assert listed["properties"]["base"] == {"description": "The base", **DEFS["Base"]}


def test_definition_used_twice_stays_a_definition() -> None:
    base = {"$ref": "#/$defs/Base"}

    listed = inlined({"one": base, "other": base})

    assert listed["properties"] == {"one": base, "other": base}
    assert listed["$defs"] == {"Base": DEFS["Base"]}


def test_cycle_is_kept() -> None:
    listed = inlined({"node": {"$ref": "#/$defs/Node"}})

    assert listed["properties"]["node"] == {"$ref": "#/$defs/Node"}
    assert listed["$defs"]["Node"]["properties"]["next"] == {"$ref": "#/$defs/Node"}


def test_large_closure_keeps_its_definitions() -> None:
    defs = {
        f"D{i}": {"type": "object", "properties": {"n": {"$ref": f"#/$defs/D{i + 1}"}}}
        for i in range(100)
    } | {"D100": NODE}

    assert_closed(inlined({"a": {"$ref": "#/$defs/D0"}}, defs | DEFS))
