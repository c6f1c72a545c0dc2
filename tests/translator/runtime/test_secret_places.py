import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue
from translator.runtime.redaction import secret_texts
from translator.runtime.secret_places import is_secret_place, may_hold_secrets, without_secrets

PASSWORD = {"type": "string", "format": "password"}

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "password": PASSWORD,
        "pin": {"writeOnly": True},
        "body": {"$ref": "#/$defs/Login"},
        "many": {"type": "array", "items": {"$ref": "#/$defs/Login"}},
        "either": {"anyOf": [{"type": "null"}, PASSWORD]},
        "map": {"additionalProperties": PASSWORD},
        "closed": {"properties": {"a": {}}, "additionalProperties": False},
        "pair": {"prefixItems": [{}, PASSWORD], "items": {"properties": {"secret": PASSWORD}}},
        "one_of_many": {"contains": PASSWORD},
        "named": {
            "patternProperties": {"^x_": PASSWORD, "(": True},
            "additionalProperties": {"type": "string"},
        },
        "closed_names": {"patternProperties": {"^a": {}}, "additionalProperties": False},
        "if_then": {
            "if": {"properties": {"kind": {"const": "login"}}},
            "then": {"properties": {"value": PASSWORD}},
            "else": {"properties": {"other": PASSWORD}},
        },
        "depends": {"dependentSchemas": {"user": {"properties": {"value": PASSWORD}}}},
        "rest": {"properties": {"a": {}}, "unevaluatedProperties": PASSWORD},
    },
    "$defs": {
        "Login": {
            "allOf": [{"properties": {"secret": PASSWORD}}, {"$ref": "#/$defs/Login"}],
            "properties": {"next": {"$ref": "#/$defs/Login"}},
        }
    },
}


def test_schema_with_a_secret_anywhere_may_hold_one() -> None:
    assert may_hold_secrets(SCHEMA)
    assert not may_hold_secrets({"properties": {"a": {"format": "date"}}, "$defs": {"x": True}})


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ({"name": "n", "password": "p"}, {"name": "n", "password": "[redacted]"}),
        ({"pin": 1234}, {"pin": "[redacted]"}),
        ({"body": {"secret": "s", "a": 1}}, {"body": {"secret": "[redacted]", "a": 1}}),
        (
            {"body": {"next": {"next": {"secret": "s"}}}},
            {"body": {"next": {"next": {"secret": "[redacted]"}}}},
        ),
        ({"many": [{"secret": "s"}, 1]}, {"many": [{"secret": "[redacted]"}, 1]}),
        ({"either": "s"}, {"either": "[redacted]"}),
        ({"map": {"k": "s"}}, {"map": {"k": "[redacted]"}}),
        ({"closed": {"a": 1, "pasword": "s"}}, {"closed": {"a": 1, "pasword": "[redacted]"}}),
        ({"unknown": {"secret": "s"}}, {"unknown": {"secret": "s"}}),
        (
            {"pair": ["a", "s", {"secret": "s", "b": 1}]},
            {"pair": ["a", "[redacted]", {"secret": "[redacted]", "b": 1}]},
        ),
        ({"one_of_many": ["s"]}, {"one_of_many": ["[redacted]"]}),
        ({"named": {"x_key": "s", "y": "t"}}, {"named": {"x_key": "[redacted]", "y": "t"}}),
        (
            {"closed_names": {"ab": 1, "pasword": "s"}},
            {"closed_names": {"ab": 1, "pasword": "[redacted]"}},
        ),
        (
            {"if_then": {"kind": "login", "value": "s", "other": "s", "more": 1}},
            {"if_then": {"kind": "login", "value": "[redacted]", "other": "[redacted]", "more": 1}},
        ),
        (
            {"depends": {"user": "u", "value": "s"}},
            {"depends": {"user": "u", "value": "[redacted]"}},
        ),
        ({"rest": {"a": 1, "b": "s"}}, {"rest": {"a": 1, "b": "[redacted]"}}),
    ],
)
def test_secrets_of_arguments_are_redacted(arguments: JsonValue, shown: JsonValue) -> None:
    assert without_secrets(arguments, SCHEMA) == shown


@given(st.recursive(st.text() | st.none(), lambda i: st.lists(i) | st.dictionaries(st.text(), i)))
def test_arguments_of_any_shape_are_shown(arguments: JsonValue) -> None:
    list(secret_texts(arguments, without_secrets(arguments, SCHEMA)))


@pytest.mark.parametrize(
    ("path", "secret"),
    [
        (["name"], False),
        (["password"], True),
        (["either"], True),
        (["body", "secret"], True),
        (["body", "next", "secret"], True),
        (["many", 3, "secret"], True),
        (["many", 3], False),
        (["pin", "part"], True),
        (["pair", 0], False),
        (["pair", 1], True),
        (["pair", 7, "secret"], True),
        (["named", "x_key"], True),
        (["named", "y"], False),
        (["if_then", "value"], True),
        ([], False),
    ],
)
def test_place_of_a_secret_is_known(path: list[str | int], secret: bool) -> None:
    assert is_secret_place(SCHEMA, path) is secret


def test_hostile_pattern_takes_no_time_and_hides_rather_than_shows() -> None:
    schema = {"patternProperties": {"^(a|a|aa)+(?=b)$": PASSWORD}}
    start = time.process_time()
    without_secrets({"a" * 5_000: "s"}, schema)
    assert time.process_time() - start < 1
    assert without_secrets({"b": "s"}, {"patternProperties": {"(": PASSWORD}}) == {
        "b": "[redacted]"
    }
