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
from translator.openapi.closure import Shaped, references, with_definitions
from translator.openapi.economy import Economy
from translator.openapi.portable import PortableShaper

JsonValue = Any
TEXT = {"type": "string"}
ADDRESS = {
    "type": "object",
    "properties": {name: TEXT for name in ("street", "number", "town", "country", "code")},
    "required": ["street", "town"],
}
NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/shop.v1.Node"}}}


def closed(
    arguments: dict[str, JsonValue], defs: dict[str, JsonValue] | None = None, **more: JsonValue
) -> JsonValue:
    reached = {name: Shaped(one, tuple(references(one))) for name, one in (defs or {}).items()}
    root = {"type": "object", "properties": arguments, **more}
    return Economy().close(root, reached)


def test_what_is_used_once_stands_where_it_is_used() -> None:
    listed = closed({"home": {"$ref": "#/$defs/Address"}}, {"Address": ADDRESS})

    assert listed == {"type": "object", "properties": {"home": ADDRESS}}


def test_what_is_written_twice_is_written_once() -> None:
    listed = closed({"home": ADDRESS, "work": {"type": "array", "items": ADDRESS}})

    assert listed["$defs"] == {"home": ADDRESS}
    assert listed["properties"]["home"] == {"$ref": "#/$defs/home"}
    assert listed["properties"]["work"]["items"] == {"$ref": "#/$defs/home"}


def test_two_definitions_that_say_the_same_are_one() -> None:
    listed = closed(
        {"home": {"$ref": "#/$defs/One"}, "work": {"$ref": "#/$defs/Other"}},
        {"One": ADDRESS, "Other": ADDRESS},
    )

    assert list(listed["$defs"]) == ["One"]


def test_what_is_small_is_written_again() -> None:
    assert "$defs" not in closed({"a": {"$ref": "#/$defs/T"}, "b": TEXT, "c": TEXT}, {"T": TEXT})


def test_a_cycle_keeps_its_definition_under_a_short_name() -> None:
    listed = closed({"node": {"$ref": "#/$defs/shop.v1.Node"}}, {"shop.v1.Node": NODE})

    assert listed["properties"]["node"] == {"$ref": "#/$defs/Node"}
    assert listed["$defs"]["Node"]["properties"]["next"] == {"$ref": "#/$defs/Node"}


def test_keywords_beside_a_reference_hold_as_well() -> None:
    wide = {"$ref": "#/$defs/Base", "properties": {"extra": TEXT}, "required": ["extra"]}
    listed = closed(
        {"a": {"$ref": "#/$defs/Wide", "description": "Own text"}, "b": {"$ref": "#/$defs/Base"}},
        {"Wide": wide, "Base": ADDRESS},
    )

    assert not validator(listed).is_valid({"a": {"street": "x", "town": "y"}})
    assert validator(listed).is_valid({"a": {"street": "x", "town": "y", "extra": "z"}})


def test_a_text_beside_a_reference_keeps_the_facts_of_what_it_refers_to() -> None:
    base = {**ADDRESS, "description": "It is an address. It must be in the country."}
    listed = closed({"a": {"items": {"$ref": "#/$defs/B", "description": "Home"}}}, {"B": base})

    assert listed["properties"]["a"]["items"]["description"] == "Home. Must be in country"


def test_the_text_of_an_argument_stays_as_it_was_decided() -> None:
    said = "The pet, of the shop."

    assert (
        closed({"pet": {**TEXT, "description": said}})["properties"]["pet"]["description"] == said
    )


def test_a_text_below_is_condensed_beside_what_it_stands_in() -> None:
    pet = {"properties": {"pet_name": {**TEXT, "description": "The **name** of the pet."}}}

    listed = closed({"pet": {"type": "object", **pet}})

    assert listed["properties"]["pet"]["properties"]["pet_name"] == TEXT


def test_only_a_tool_without_arguments_says_that_it_takes_none() -> None:
    assert "additionalProperties" not in closed({"a": TEXT}, additionalProperties=False)
    assert closed({}, additionalProperties=False)["additionalProperties"] is False


def test_long_lines_of_definitions_are_no_deeper_than_a_reader_takes() -> None:
    defs: dict[str, JsonValue] = {
        f"D{i}": {"type": "object", "properties": {"n": {"$ref": f"#/$defs/D{i + 1}"}}}
        for i in range(900)
    }
    listed = closed({"a": {"$ref": "#/$defs/D0"}}, {**defs, "D900": TEXT})

    assert_closed(listed)


@given(SCHEMAS, DEFINITIONS, MANY_INSTANCES)
@thorough
def test_the_same_values_are_accepted(
    schema: JsonValue, defs: JsonValue, instances: list[JsonValue]
) -> None:
    shaper = PortableShaper(defs).shaper
    shaped = shaper.shape({"type": "object", "properties": {"a": schema}})
    reached = shaper.reached(shaped)
    before = validator(
        with_definitions(shaped.schema, {name: one.schema for name, one in reached.items()})
    )
    listed = Economy().close(shaped.schema, reached)
    after = validator(listed)

    assert_closed(listed)
    assert [before.is_valid({"a": one}) for one in instances] == [
        after.is_valid({"a": one}) for one in instances
    ]
