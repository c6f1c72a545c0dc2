from typing import Any

import pytest

from translator.openapi.profiles import root_schema
from translator.runtime.complaints import ANSWER, ARGUMENTS, in_words
from translator.runtime.validation import compile_check

TOOL = {
    "type": "object",
    "properties": {
        "limit": {"type": "integer", "minimum": 1, "exclusiveMaximum": 100, "multipleOf": 2},
        "name": {"type": ["string", "null"], "maxLength": 3, "minLength": 2},
        "status": {"enum": ["open", "closed"]},
        "many": {"enum": list(range(20))},
        "kind": {"const": "cat"},
        "code": {"type": "string", "pattern": "^[a-z]+$"},
        "secret": {"type": "string", "format": "password", "minLength": 9, "pattern": "^x"},
        "tags": {
            "type": "array",
            "items": {"type": "object", "properties": {"id": {"type": "integer"}}},
            "minItems": 1,
            "maxItems": 2,
            "uniqueItems": True,
            "contains": {"type": "object"},
        },
        "filter": {"$ref": "#/$defs/Filter"},
        "either": {"anyOf": [{"type": "integer"}, {"type": "boolean"}, {"type": "null"}]},
        "pay": {
            "anyOf": [
                {"type": "object", "required": ["iban", "name"]},
                {"type": "object", "required": ["number"]},
            ]
        },
        "maybe": {"anyOf": [{"$ref": "#/$defs/Filter"}, {"type": "null"}]},
        "never": False,
        "names": {"propertyNames": {"maxLength": 1}, "maxProperties": 1, "minProperties": 1},
        "odd": {"not": {"const": 1}},
    },
    "required": ["limit"],
    "additionalProperties": False,
    "$defs": {
        "Filter": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "size": {"type": "integer"}},
            "required": ["name"],
            "additionalProperties": False,
        }
    },
}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"limit": "5x"}, '`limit` must be an integer, not a text: "5x"'),
        ({"limit": None}, "`limit` must be an integer, not null"),
        ({"limit": []}, "`limit` must be an integer, not an array"),
        ({"limit": 0}, "`limit` must be at least 1, not 0"),
        ({"limit": 100}, "`limit` must be less than 100, not 100"),
        ({"limit": 3}, "`limit` must be a multiple of 2, not 3"),
        ({"name": 5}, "`name` must be a string or null, not a number: 5"),
        ({"name": "Rexx"}, "`name` must have at most 3 characters, not 4"),
        ({"name": "R"}, "`name` must have at least 2 characters, not 1"),
        ({"status": "done"}, '`status` must be one of "open", "closed", not "done"'),
        (
            {"many": 20},
            "`many` must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 8 others, not 20",
        ),
        ({"kind": "dog"}, '`kind` must be "cat", not "dog"'),
        ({"code": "A" * 99}, f'`code` must match ^[a-z]+$, not "{"A" * 59}…'),
        ({"tags": [{"id": "x"}]}, '`tags[0].id` must be an integer, not a text: "x"'),
        ({"tags": [{}, {}]}, "`tags` must not repeat an item"),
        (
            {"filter": {"name": "a", "q": 1}},
            "`filter` has unknown member `q`; it takes: name, size",
        ),
        ({"filter": {}}, "`filter.name` is required"),
        ({"either": "x"}, "`either` must be an integer or a boolean or null, not a text"),
        (
            {"pay": {}},
            "`pay` fits none of 2 alternatives; by the nearest, `pay.number` is required",
        ),
        ({"maybe": {}}, "`maybe.name` is required"),
        ({"never": 1}, "`never` must not be given"),
        (
            {"names": {"abc": 1}},
            '`names` has a member name that is not allowed: "abc" is longer than 1 character',
        ),
        ({"names": {}}, "`names` must have at least 1 members, not 0"),
        ({"odd": 1}, '`odd` is not as its schema says: {"const":1} is not allowed for 1'),
    ],
)
def test_complaint_says_where_what_and_instead_of_what(
    arguments: dict[str, Any], sentence: str
) -> None:
    check = compile_check(TOOL, ARGUMENTS)

    assert check.complaints({"limit": 2} | arguments) == (sentence,)


def test_unknown_arguments_are_named_with_the_known_ones() -> None:
    schema = {"properties": {"a": {}, "b": {}}, "additionalProperties": False}

    check = compile_check(schema, ARGUMENTS)

    assert check.complaints({"foo": 1}) == ("unknown argument `foo`; this tool takes: a, b",)
    assert check.complaints({"x": 1, "y": 2})[0].startswith("unknown arguments `x`, `y`;")


def test_a_tool_without_arguments_says_so() -> None:
    check = compile_check(root_schema({}, []), ARGUMENTS)

    assert check.complaints({"x": 1}) == ("unknown argument `x`; this tool takes: none",)


def test_long_lists_of_known_arguments_are_cut() -> None:
    schema = {"properties": {f"a{i}": {} for i in range(100)}, "additionalProperties": False}

    assert "a29 and 70 more" in compile_check(schema, ARGUMENTS).complaints({"x": 1})[0]


@pytest.mark.parametrize("value", ["hunter2", 123456789, "hunter2hunter2"])
def test_passwords_are_never_shown(value: Any) -> None:
    told = compile_check(TOOL, ARGUMENTS).complaints({"limit": 2, "secret": value})

    assert told
    assert not [text for text in told if str(value) in text]


def test_pattern_that_takes_too_long_is_told() -> None:
    check = compile_check({"properties": {"a": {"pattern": r"(a*)*\1b"}}}, ARGUMENTS)

    assert check.complaints({"a": "a" * 5_000}) == (
        "`a` is too long to be checked against its pattern",
    )


def test_answers_are_spoken_of_as_answers() -> None:
    check = compile_check({"type": "object"}, ANSWER)

    assert check.complaints([]) == ("the answer must be an object, not an array",)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ([], "the arguments"),
        (["a"], "`a`"),
        (["a", "b", 0, "c"], "`a.b[0].c`"),
        ([0, "a"], "`[0].a`"),
        ([".a"], "`.a`"),
    ],
)
def test_path_in_words(path: list[str | int], words: str) -> None:
    assert in_words(path, "the arguments") == words


SECRET = {"format": "password"}


@pytest.mark.parametrize(
    "schema",
    [
        {"format": "password", "allOf": [{"type": "string", "maxLength": 3}]},
        {"format": "password", "anyOf": [{"type": "integer"}, {"const": "x"}]},
        {"allOf": [SECRET, {"enum": ["x"]}]},
        {"allOf": [SECRET], "pattern": "^x"},
        {"$ref": "#/$defs/Short", "format": "password"},
        {"$ref": "#/$defs/Secret", "maxLength": 3},
        {"writeOnly": True, "type": "integer"},
        {"allOf": [SECRET], "not": {"type": "string"}},
    ],
)
def test_secret_is_not_repeated_wherever_its_schema_says_so(schema: Any) -> None:
    root = {
        "type": "object",
        "properties": {"p": schema},
        "$defs": {"Short": {"maxLength": 3}, "Secret": SECRET},
    }
    (said,) = compile_check(root, ARGUMENTS).complaints({"p": "hunter2"})
    assert "`p`" in said
    assert "hunter2" not in said


def test_value_around_a_secret_is_not_repeated() -> None:
    root = {"properties": {"o": {"not": {"required": ["p"]}, "properties": {"p": SECRET}}}}
    (said,) = compile_check(root, ARGUMENTS).complaints({"o": {"p": "hunter2"}})
    assert "hunter2" not in said
