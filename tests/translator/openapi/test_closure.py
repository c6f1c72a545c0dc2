import json

import pytest
from hypothesis import given

from tests.schema_strategies import DEFINITIONS, DEFS, SCHEMAS, JsonValue, assert_closed, thorough
from translator.openapi.closure import Shaper, close, reachable, references, subschemas


@given(SCHEMAS, DEFINITIONS)
@thorough
def test_closed_schema_holds_what_it_reaches(schema: JsonValue, defs: JsonValue) -> None:
    if "Nowhere" not in json.dumps([schema, defs]):
        assert_closed(close({"properties": {"a": schema}}, defs))


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        ({"$ref": "#/$defs/A"}, ["A"]),
        ({"properties": {"$ref": {"$ref": "#/$defs/A"}}}, ["A"]),
        ({"enum": [{"$ref": "#/$defs/A"}], "default": {"$ref": "#/$defs/A"}}, []),
        ({"allOf": [{"$ref": "#/$defs/B"}, {"items": {"$ref": "#/$defs/A"}}]}, ["B", "A"]),
        (True, []),
    ],
)
def test_references_are_found_in_schemas_and_not_in_values(
    schema: JsonValue, names: list[str]
) -> None:
    assert references(schema) == names


def test_names_are_not_keywords() -> None:
    assert list(subschemas({"properties": {"items": True, "not": {}}, "type": "object"})) == [
        True,
        {},
    ]


def test_reachable_names_come_in_the_order_met() -> None:
    graph = {"a": ["c", "b"], "b": ["a"], "c": ["d"], "d": []}

    assert reachable(["a", "nowhere"], graph.get) == ["a", "c", "d", "b"]


def test_boolean_schema_can_be_closed() -> None:
    assert close(True, DEFS) is True


def test_each_definition_is_shaped_once() -> None:
    shaped = []

    def shape(schema: JsonValue, at: str, remarks: list[str]) -> JsonValue:
        shaped.append(at)
        remarks.append(f"seen {at}")
        return schema

    shaper = Shaper(DEFS, shape)
    for _ in range(2):
        closed = shaper.close({"$ref": "#/$defs/Node"})

    assert shaped == ["", "Node", ""]
    assert closed.remarks == ("seen ", "seen Node")
