import json

import pytest
from hypothesis import given

from tests.schema_strategies import DEFINITIONS, DEFS, SCHEMAS, JsonValue, thorough, validator
from translator.openapi.profiles import (
    Enforcer,
    Lister,
    Opener,
    enforced,
    list_input,
    open_output,
    root_schema,
)


@given(SCHEMAS, SCHEMAS, DEFINITIONS)
@thorough
def test_shared_work_gives_the_same_schemas(
    first: JsonValue, second: JsonValue, defs: JsonValue
) -> None:
    before = json.dumps([first, second, defs])
    lister, enforcer, opener = Lister(defs), Enforcer(defs), Opener(defs)
    for schema in (first, second):
        root = root_schema({"a": schema}, [])
        assert lister.list(root) == list_input(root, defs)
        assert enforcer.enforce(schema).schema == enforced(schema, defs)
        assert opener.open([schema]) == open_output(schema, defs)
    assert json.dumps([first, second, defs]) == before


def test_combinators_at_the_root_are_left_to_the_call() -> None:
    root = root_schema({"a": {}, "b": {}}, []) | {"anyOf": [{"required": ["a"]}]}

    listed = list_input(root, {})

    assert "anyOf" not in listed.schema
    assert listed.weakened == ("arguments: `anyOf` is checked at the call, not listed",)


def test_unknown_profile_is_refused() -> None:
    with pytest.raises(KeyError):
        list_input(root_schema({}, []), {}, "unheard-of")


def test_answers_of_several_responses_are_shown_together() -> None:
    opened, wrapped = Opener(DEFS).open([{"$ref": "#/$defs/Base"}, {"$ref": "#/$defs/Card"}])

    assert (sorted(opened["properties"]), wrapped) == (["name", "number"], False)


def test_portable_schema_has_no_references() -> None:
    base = {"$ref": "#/$defs/Base"}

    listed = list_input(root_schema({"one": base, "other": base}, []), DEFS).schema

    assert listed["properties"] == {"one": DEFS["Base"], "other": DEFS["Base"]}
    assert "$defs" not in listed


def test_full_profile_lists_what_the_description_says() -> None:
    schema = {"type": ["string", "null"], "pattern": r"^\p{L}+$", "oneOf": [{}], "const": "a"}
    node = {"$ref": "#/$defs/Node"}
    root = root_schema({"a": schema, "node": node}, ["a"])

    listed = list_input(root, DEFS, "full")

    assert listed.schema == {**root, "$defs": {"Node": DEFS["Node"]}}
    assert listed.weakened == ()


@pytest.mark.parametrize(
    ("profile", "schema", "weak", "fine"),
    [
        ("portable", {"type": "string", "pattern": r"^\p{Lu}"}, "a", "A"),
        ("portable", {"type": "number", "exclusiveMinimum": 0}, 0, 0.5),
        ("portable", {"type": "object", "patternProperties": {"^x": False}}, {"x": 1}, {}),
        ("portable", {"type": "object", "unevaluatedProperties": False}, {"x": 1}, {}),
        ("gemini", {"type": "integer", "enum": [1, 2]}, 3, 1),
        ("gemini", {"type": "array", "items": {}, "uniqueItems": True}, ["a", "a"], ["a"]),
        ("gemini", {"type": "object", "additionalProperties": {"type": "integer"}}, {"a": ""}, {}),
        ("gemini", {"$ref": "#/$defs/Node"}, {"next": {"value": 1}}, {"next": {"value": "a"}}),
        ("full", {"type": "integer", "format": "int32"}, 2**31, 2**31 - 1),
    ],
)
def test_what_a_profile_lists_weaker_is_still_enforced(
    profile: str, schema: JsonValue, weak: JsonValue, fine: JsonValue
) -> None:
    root = root_schema({"a": schema}, ["a"])

    listed = validator(list_input(root, DEFS, profile).schema)
    strict = validator(enforced(root, DEFS))

    assert [listed.is_valid({"a": value}) for value in (weak, fine)] == [True, True]
    assert [strict.is_valid({"a": value}) for value in (weak, fine)] == [False, True]
