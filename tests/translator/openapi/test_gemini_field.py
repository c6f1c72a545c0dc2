from typing import Any

import pytest

from translator.openapi.gemini_field import narrow

JsonValue = Any
ANY = {
    "anyOf": [
        {"type": "string"},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "object"},
        {
            "type": "array",
            "items": {
                "anyOf": [
                    {"type": "string"},
                    {"type": "number"},
                    {"type": "boolean"},
                    {"type": "object"},
                ]
            },
        },
    ]
}


@pytest.mark.parametrize(
    ("schema", "listed", "lost"),
    [
        ({"type": "string", "maxLength": 3}, {"type": "string", "maxLength": 3}, []),
        ({}, ANY, []),
        (True, ANY, []),
        ({"enum": ["a"]}, {"type": "string", "enum": ["a"]}, []),
        (
            {"type": "integer", "enum": [1, 2], "description": "How."},
            {"type": "integer", "description": "How. One of 1, 2."},
            ["enum"],
        ),
        (
            {"type": "boolean", "const": True},
            {"type": "boolean", "description": "Always true."},
            ["enum"],
        ),
        (
            {"type": "string", "format": "uuid"},
            {"type": "string", "description": "Format: uuid."},
            [],
        ),
        ({"type": "integer", "format": "int64"}, {"type": "integer", "format": "int64"}, []),
        (
            {"anyOf": [{"type": "string", "description": "A"}, {"type": "null"}], "default": "x"},
            {"type": "string", "nullable": True, "default": "x", "description": "A"},
            [],
        ),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer"}], "default": "x"},
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            [],
        ),
        (
            {"type": "null"},
            {"type": "string", "nullable": True, "description": "Always null."},
            [],
        ),
        (
            {"properties": {"a": {"type": "string"}}, "required": ["a", "b"]},
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            [],
        ),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            {"type": "object", "description": "Any names; each value is of type integer."},
            ["additionalProperties"],
        ),
        ({"type": "object", "additionalProperties": False}, {"type": "object"}, []),
        (
            {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            {"type": "array", "items": {"type": "string"}, "description": "No item twice."},
            ["uniqueItems"],
        ),
        (
            {"type": "array", "prefixItems": [{"type": "string"}], "items": {}},
            {"type": "array", "items": {"type": "string"}},
            ["prefixItems"],
        ),
        (
            {"type": "number", "multipleOf": 0.5, "deprecated": True, "examples": [1.5]},
            {"type": "number", "description": "A multiple of 0.5. Deprecated. Such as 1.5."},
            ["multipleOf"],
        ),
        (
            {"type": "string", "not": {"enum": ["a"]}, "contentEncoding": "base64"},
            {"type": "string"},
            ["not"],
        ),
        (
            {"type": "string", "allOf": [{"pattern": "a"}, {"pattern": "b"}]},
            {"type": "string", "pattern": "a"},
            ["allOf"],
        ),
    ],
)
def test_keyword_is_said_in_the_words_of_the_field(
    schema: JsonValue, listed: JsonValue, lost: list[str]
) -> None:
    remarks: list[str] = []

    assert narrow(schema, remarks, "a") == listed
    assert remarks == [f"a: `{word}` is checked at the call, not listed" for word in lost]


def test_places_are_named_in_words() -> None:
    remarks: list[str] = []

    narrow({"type": "object", "properties": {"a": {"type": "number", "not": {}}}}, remarks)

    assert remarks == ["a: `not` is checked at the call, not listed"]
