from tests.schema_strategies import DEFS, NODE, assert_closed
from translator.openapi.profiles import list_input, root_schema


def test_definition_used_once_stands_where_it_is_used() -> None:
    root = root_schema({"base": {"$ref": "#/$defs/Base", "description": "The base"}}, [])

    listed = list_input(root, DEFS).schema

    assert "$defs" not in listed
    assert listed["properties"]["base"] == {"description": "The base", **DEFS["Base"]}


def test_definition_used_twice_stays_a_definition() -> None:
    base = {"$ref": "#/$defs/Base"}

    listed = list_input(root_schema({"one": base, "other": base}, []), DEFS).schema

    assert listed["properties"] == {"one": base, "other": base}
    assert listed["$defs"] == {"Base": DEFS["Base"]}


def test_cycle_is_kept() -> None:
    listed = list_input(root_schema({"node": {"$ref": "#/$defs/Node"}}, []), DEFS).schema

    assert listed["properties"]["node"] == {"$ref": "#/$defs/Node"}
    assert listed["$defs"]["Node"]["properties"]["next"] == {"$ref": "#/$defs/Node"}


def test_large_closure_keeps_its_definitions() -> None:
    defs = {
        f"D{i}": {"type": "object", "properties": {"n": {"$ref": f"#/$defs/D{i + 1}"}}}
        for i in range(100)
    } | {"D100": NODE}

    assert_closed(list_input(root_schema({"a": {"$ref": "#/$defs/D0"}}, []), defs | DEFS).schema)
