import json

import pytest
from hypothesis import given

from tests.schema_strategies import (
    DEFINITIONS,
    DEFS,
    MANY_INSTANCES,
    SCHEMAS,
    JsonValue,
    assert_portable,
    thorough,
    validator,
)
from translator.openapi.profiles import enforced, list_input, root_schema


def listed_argument(schema: JsonValue, name: str = "arg") -> JsonValue:
    return list_input(root_schema({name: schema}, []), DEFS).schema["properties"][name]


@given(SCHEMAS, DEFINITIONS)
@thorough
def test_listed_schema_is_portable(schema: JsonValue, defs: JsonValue) -> None:
    assert_portable(list_input(root_schema({"a": schema}, ["a"]), defs).schema)


@given(SCHEMAS, DEFINITIONS, MANY_INSTANCES)
@thorough
def test_listed_schema_accepts_what_the_enforced_one_does(
    schema: JsonValue, defs: JsonValue, instances: list[JsonValue]
) -> None:
    root = root_schema({"a": schema}, ["a"])
    listed = validator(list_input(root, defs).schema)
    strict = validator(enforced(root, defs))

    refused = [one for one in instances if not listed.is_valid({"a": one})]

    assert not [one for one in refused if strict.is_valid({"a": one})]


@pytest.mark.parametrize(
    ("schema", "listed"),
    [
        ({"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ({"type": ["string"]}, {"type": "string"}),
        ({"type": ["integer", "number"]}, {"type": "number"}),
        (
            {"type": ["string", "integer"], "maxLength": 2, "minimum": 3, "description": "Which"},
            {
                "description": "Which",
                "anyOf": [{"type": "string", "maxLength": 2}, {"type": "integer", "minimum": 3}],
            },
        ),
        (
            {"type": ["string", "null"], "enum": ["a", None]},
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]},
        ),
        ({"type": "string", "enum": ["a", "a", None]}, {"type": "string", "enum": ["a"]}),
        ({"enum": [1, 1.5]}, {"enum": [1, 1.5], "type": "number"}),
        (
            {"enum": ["a", None]},
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]},
        ),
        ({"type": "array"}, {"type": "array", "items": {}}),
        (
            {"type": "array", "prefixItems": [True], "items": False},
            {"type": "array", "prefixItems": [{}], "maxItems": 1, "items": {}},
        ),
        ({"const": "a"}, {"enum": ["a"], "type": "string"}),
        ({"const": None}, {"enum": [None], "type": "null"}),
        (
            {"type": "string", "const": "a", "enum": ["a", "b"]},
            {"type": "string", "enum": ["a"]},
        ),
        ({"enum": [{}]}, {"type": "object", "maxProperties": 0}),
        ({"type": "array", "enum": [[]]}, {"type": "array", "maxItems": 0, "items": {}}),
        ({"enum": [{"a": 1}, {}]}, {"type": "object", "description": 'One of {"a":1}, {}.'}),
        ({"type": "string", "enum": [""]}, {"type": "string", "maxLength": 0}),
        (
            {"type": "string", "enum": ["a", ""], "description": "Which"},
            {
                "description": "Which",
                "anyOf": [{"type": "string", "enum": ["a"]}, {"type": "string", "maxLength": 0}],
            },
        ),
        (
            {"type": ["string", "null"], "enum": ["a", "", None]},
            {
                "anyOf": [
                    {"type": "string", "enum": ["a"]},
                    {"type": "string", "maxLength": 0},
                    {"type": "null"},
                ]
            },
        ),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "integer", "minimum": 1}),
        ({"type": "integer", "exclusiveMaximum": 2.5}, {"type": "integer", "maximum": 2}),
        (
            {"type": "integer", "exclusiveMinimum": 0, "minimum": 5},
            {"type": "integer", "minimum": 5},
        ),
        (
            {"type": "number", "exclusiveMinimum": 0, "description": "Weight."},
            {"type": "number", "minimum": 0, "description": "Weight. Greater than 0."},
        ),
        (
            {
                "type": "object",
                "patternProperties": {"^x-": {"type": "string"}},
                "additionalProperties": False,
            },
            {"type": "object", "additionalProperties": {"type": "string"}},
        ),
        (
            {"type": "object", "patternProperties": {"^x-": {"type": "string"}}},
            {"type": "object"},
        ),
        (
            {"type": "string", "format": "date", "default": "x"},
            {"type": "string", "format": "date", "default": "x"},
        ),
        ({"type": "string", "default": None}, {"type": "string"}),
        ({"type": "object", "additionalProperties": True}, {"type": "object"}),
        (
            {"type": "object", "additionalProperties": {"type": "string"}},
            {"type": "object", "additionalProperties": {"type": "string"}},
        ),
        ({"type": "string", "xml": {"name": "x"}, "minLength": 0}, {"type": "string"}),
        (True, {}),
    ],
)
def test_keyword_is_listed_the_portable_way(schema: JsonValue, listed: JsonValue) -> None:
    assert listed_argument(schema) == listed


def test_prose_is_folded_and_hidden_characters_are_gone() -> None:
    schema = {"type": "string", "description": " A\n\n  name.\u202e\U000e0041 "}

    assert listed_argument(schema)["description"] == "A name."


@pytest.mark.parametrize(
    ("title", "text"), [("Pet Id", None), ("petID", None), ("PetKey", None), ("The key", "Key")]
)
def test_title_is_a_text_unless_it_names_what_has_a_name(title: str, text: str | None) -> None:
    listed = listed_argument({"type": "string", "title": title}, "pet_id")

    assert listed == {"type": "string", **({"description": text} if text else {})}


@pytest.mark.parametrize(
    ("schema", "kept"),
    [
        ({"type": "string", "examples": ["2 weeks", "a"]}, False),
        ({"type": "string", "format": "date", "examples": ["2026-01-01"]}, False),
        ({"type": "string", "format": "duration", "examples": ["P1D"]}, True),
        ({"type": "string", "pattern": "^P", "examples": ["P1D"]}, True),
        ({"type": "string", "pattern": "^P", "examples": ["P" * 100]}, False),
        ({"type": "string", "pattern": "^P", "default": "P", "examples": ["P1D"]}, False),
    ],
)
def test_one_short_example_stays_where_it_teaches_a_form(schema: JsonValue, kept: bool) -> None:
    listed = listed_argument(schema)

    assert listed.get("examples") == (schema["examples"][:1] if kept else None)


def test_all_of_plain_objects_is_one_object() -> None:
    extra = {"type": "object", "required": ["size"], "properties": {"size": {"type": "integer"}}}

    assert listed_argument({"allOf": [{"$ref": "#/$defs/Base"}, extra]}) == {
        "type": "object",
        "required": ["size", "name"],
        "properties": {"size": {"type": "integer"}, "name": {"type": "string", "maxLength": 40}},
    }


def test_one_of_is_listed_as_any_of() -> None:
    listed = listed_argument({"oneOf": [{"type": "string"}, {"$ref": "#/$defs/Kind"}]})

    assert listed == {"anyOf": [{"type": "string"}, DEFS["Kind"]]}


def test_very_deep_schema_is_cut() -> None:
    schema: JsonValue = {"type": "string"}
    for _ in range(400):
        schema = {"type": "array", "items": schema}

    listed = list_input(root_schema({"a": schema}, []), {})

    assert len(json.dumps(listed.schema)) < 5_000
    assert listed.weakened[-1].endswith(
        ": what lies deeper than 10 levels is checked at the call, not listed"
    )


def test_small_definition_stands_wherever_it_is_used() -> None:
    kind = {"$ref": "#/$defs/Kind"}

    listed = list_input(root_schema({"one": kind, "other": kind}, []), DEFS).schema

    assert listed["properties"] == {"one": DEFS["Kind"], "other": DEFS["Kind"]}


def test_dangling_reference_accepts_anything_and_is_told() -> None:
    listed = list_input(root_schema({"a": {"$ref": "#/$defs/Nowhere"}}, []), {})

    assert listed.schema["properties"]["a"] == {}
    assert len(listed.weakened) == 1


def test_pattern_that_is_not_portable_moves_into_the_description() -> None:
    root = root_schema({"name": {"type": "string", "pattern": r"^\p{L}+$"}}, [])

    listed = list_input(root, {})

    assert listed.schema["properties"]["name"] == {
        "type": "string",
        "description": r"Pattern: ^\p{L}+$",
    }
    assert listed.weakened == ("name: the pattern is checked at the call, not listed",)
