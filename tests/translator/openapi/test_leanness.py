from typing import Any

import pytest

from translator.openapi.leanness import lean_keywords

JsonValue = Any
TEXT = {"type": "string"}
EMPTY = {"type": "string", "maxLength": 0}
OBJECT = {"type": "object", "properties": {"a": TEXT}}


def lean(schema: JsonValue, name: str = "pet", beside: str = "", around: str = "") -> JsonValue:
    return lean_keywords(schema, name, beside, around)


@pytest.mark.parametrize(
    ("schema", "made"),
    [
        (True, {}),
        (False, {"not": {}}),
        ({**TEXT, "uniqueItems": True, "minimum": 1, "required": ["a"]}, TEXT),
        ({"type": "integer", "maxLength": 5, "maximum": 5}, {"type": "integer", "maximum": 5}),
        ({"uniqueItems": True, "maxLength": 5}, {"uniqueItems": True, "maxLength": 5}),
        ({**TEXT, "format": "date", "pattern": "^a"}, {**TEXT, "format": "date", "pattern": "^a"}),
    ],
)
def test_assertions_about_other_types_go(schema: JsonValue, made: JsonValue) -> None:
    assert lean(schema) == made


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"title": "Pet"}, None),
        ({"title": "PetModel"}, None),
        ({"title": "The colour of it"}, "Colour of it"),
        ({"title": "Colour of it", "description": "What it looks like."}, "What it looks like"),
        ({"title": "Up to 5 of it", "description": "Some."}, "Up to 5 of it. Some"),
        ({"description": "The pet."}, None),
        ({"description": "The pet must be **fed**."}, "Pet must be fed"),
    ],
)
def test_a_text_stays_where_it_adds_something(texts: JsonValue, said: str | None) -> None:
    assert lean({**TEXT, **texts}).get("description") == said
    assert "title" not in lean({**TEXT, **texts})


def test_a_pattern_told_in_words_stays_as_it_is() -> None:
    told = "Pattern: ^(?!the )a an (see x)$"

    assert lean({**TEXT, "description": f"The pet. {told}"}) == {**TEXT, "description": told}
    assert lean({**TEXT, "description": f"It must be so. {told}"})["description"] == (
        f"Must be so. {told}"
    )


def test_a_text_is_not_said_again_below() -> None:
    schema = {**TEXT, "description": "It must be fed."}

    assert lean(schema, around="Must be fed") == TEXT


@pytest.mark.parametrize("empty", [EMPTY, {"type": "string", "enum": [""]}])
def test_the_empty_text_goes_where_any_text_is_accepted(empty: JsonValue) -> None:
    assert lean({"anyOf": [{**TEXT, "maxLength": 5}, empty]}) == {**TEXT, "maxLength": 5}
    assert lean({"anyOf": [{**TEXT, "minLength": 1}, empty]})["anyOf"][1] == empty
    assert lean({"anyOf": [OBJECT, empty]}) == {"anyOf": [OBJECT, empty]}


def test_a_single_branch_joins_the_texts() -> None:
    branch = {**TEXT, "description": "It must be fed."}

    made = lean({"anyOf": [branch, EMPTY], "description": "The pet of the shop in the town."})

    assert made == {**TEXT, "description": "Pet of shop in town. It must be fed."}


def test_titles_tell_branches_apart_that_are_objects() -> None:
    made = lean({"anyOf": [{**OBJECT, "title": "Cat"}, {**OBJECT, "title": "Dog"}, TEXT]})

    assert [branch.get("description") for branch in made["anyOf"]] == ["Cat", "Dog", None]
