import pytest

from translator.listed_schema import ListedSchema, escaped, is_container

SCHEMA = {
    "type": "object",
    "properties": {
        "a/b": {"type": "array", "items": {"anyOf": [{"type": "object"}, True]}},
        "c": {"$ref": "#/$defs/C"},
    },
    "$defs": {"C": {"additionalProperties": {"not": {}}}},
    "enum": [{"properties": {"x": {}}}],
}


def test_every_schema_is_found_with_pointer_and_level() -> None:
    places = [(place.pointer, place.level) for place in ListedSchema(SCHEMA).places]

    assert places == [
        ("", 1),
        ("/properties/a~1b", 2),
        ("/properties/a~1b/items", 3),
        ("/properties/a~1b/items/anyOf/0", 3),
        ("/properties/c", 2),
        ("/$defs/C", 1),
        ("/$defs/C/additionalProperties", 2),
        ("/$defs/C/additionalProperties/not", 2),
    ]


def test_what_is_no_schema_has_an_empty_root() -> None:
    assert [place.schema for place in ListedSchema(True).places] == [{}]


@pytest.mark.parametrize(
    ("schema", "contains"),
    [
        ({"properties": {"a": {}}}, True),
        ({"items": {"type": "string"}}, True),
        ({"additionalProperties": {"type": "string"}}, True),
        ({"additionalProperties": False}, False),
        ({"type": "array", "items": {}}, False),
        ({"type": "object", "properties": {}}, False),
    ],
)
def test_a_container_says_what_is_inside(schema: dict[str, object], contains: bool) -> None:
    assert is_container(schema) is contains


def test_steps_of_pointers_are_escaped() -> None:
    assert escaped("~a/b") == "~0a~1b"
