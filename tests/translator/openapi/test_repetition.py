from typing import Any

from translator.openapi.repetition import LONG_TEXT, said_once

JsonValue = Any
KINDS = [f"kind-of-pet-{number}" for number in range(40)]
KIND = {"type": "string", "enum": KINDS}
LONG = {"type": "string", "maxLength": LONG_TEXT}


def once(properties: dict[str, JsonValue], **more: JsonValue) -> tuple[JsonValue, list[str]]:
    remarks: list[str] = []
    schema = {"type": "object", "properties": properties, **more}
    return said_once(schema, remarks), remarks


def test_a_long_enumeration_is_listed_once_and_named_again() -> None:
    listed, remarks = once(
        {"own": KIND, "others": {"type": "array", "items": {**KIND, "description": "Kinds."}}}
    )

    assert listed["properties"]["own"] == KIND
    assert listed["properties"]["others"]["items"] == {
        "type": "string",
        "description": "Kinds. Values as in own",
    }
    assert remarks == ["others[]: its values are listed at own and checked at the call"]


def test_a_short_enumeration_is_listed_again() -> None:
    kind = {"type": "string", "enum": ["cat", "dog"]}

    assert once({"own": kind, "others": kind}) == (
        {"type": "object", "properties": {"own": kind, "others": kind}},
        [],
    )


def test_an_enumeration_with_a_default_stays() -> None:
    kind = {**KIND, "default": KINDS[0]}

    assert once({"own": kind, "others": kind})[0]["properties"]["others"] == kind


def test_what_must_be_exact_stays() -> None:
    listed, _ = once({"own": KIND, "others": {"not": KIND}})

    assert listed["properties"]["others"] == {"not": KIND}


def test_a_limit_of_nearly_all_texts_is_said_once_in_words() -> None:
    names = ["a", "b", "c"]
    listed, remarks = once(
        {name: LONG for name in names} | {"d": {"items": LONG}, "e": {**LONG, "maxLength": 5}}
    )

    assert listed["description"] == f"Texts without maxLength: at most {LONG_TEXT} characters"
    assert listed["properties"]["a"] == {"type": "string"}
    assert listed["properties"]["d"] == {"items": {"type": "string"}}
    assert listed["properties"]["e"] == {"type": "string", "maxLength": 5}
    assert not remarks


def test_few_limits_stay_where_they_are() -> None:
    assert once({name: LONG for name in "abc"})[0]["properties"]["a"] == LONG


def test_what_comes_in_is_not_changed() -> None:
    properties = {name: dict(LONG) for name in "abcd"}

    once(properties)

    assert properties["a"] == LONG
