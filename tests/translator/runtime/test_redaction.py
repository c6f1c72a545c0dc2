import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue
from translator.operation import Location
from translator.runtime.credentials import Added
from translator.runtime.plan import RequestPlan
from translator.runtime.redaction import (
    credential_values,
    may_hold_secrets,
    secret_texts,
    without_secrets,
    without_values,
)
from translator.runtime.response import Response

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
        ({"unknown": {"secret": "s"}}, {"unknown": {"secret": "s"}}),
    ],
)
def test_secrets_of_arguments_are_redacted(arguments: JsonValue, shown: JsonValue) -> None:
    assert without_secrets(arguments, SCHEMA) == shown


def test_secret_texts_are_those_that_were_redacted() -> None:
    arguments = {"name": "n" * 20, "password": "long password", "many": [{"secret": "also long!"}]}
    shown = without_secrets(arguments, SCHEMA)
    assert list(secret_texts(arguments, shown)) == ["long password", "also long!"]


@given(st.recursive(st.text() | st.none(), lambda i: st.lists(i) | st.dictionaries(st.text(), i)))
def test_arguments_of_any_shape_are_shown(arguments: JsonValue) -> None:
    list(secret_texts(arguments, without_secrets(arguments, SCHEMA)))


@pytest.mark.parametrize(
    ("plan", "added", "values"),
    [
        (
            RequestPlan("GET", "https://h/", (("Authorization", "Bearer abcdefgh"),)),
            Added(Location.HEADER, "Authorization"),
            ("Bearer abcdefgh", "abcdefgh"),
        ),
        (
            RequestPlan("GET", "https://h/", (("Authorization", "Basic dXNlcjpwYXNzd29yZA=="),)),
            Added(Location.HEADER, "Authorization"),
            ("Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA==", "user:password", "password"),
        ),
        (
            RequestPlan("GET", "https://h/?q=1&api%5Fkey=abc%2Fdefgh"),
            Added(Location.QUERY, "api_key"),
            ("abc/defgh",),
        ),
        (
            RequestPlan("GET", "https://h/", (("Cookie", "a=1; sid=abcdefgh"),)),
            Added(Location.COOKIE, "sid"),
            ("abcdefgh",),
        ),
        (
            RequestPlan("GET", "https://h/", (("X-Key", "short"),)),
            Added(Location.HEADER, "X-Key"),
            (),
        ),
    ],
)
def test_values_of_credentials_are_found(
    plan: RequestPlan, added: Added, values: tuple[str, ...]
) -> None:
    assert credential_values(plan, (added,)) == values


def test_values_that_come_back_are_redacted() -> None:
    response = Response(
        200, (("Location", "/x?key=abcdefgh"), ("Set-Cookie", "sid=1")), b'{"key":"abcdefgh"}'
    )
    redacted, found = without_values(response, ("abcdefgh",))
    assert found
    assert redacted.body == b'{"key":"[redacted]"}'
    assert redacted.headers == (("Location", "/x?key=[redacted]"), ("Set-Cookie", "[redacted]"))


def test_response_without_them_is_as_it_was() -> None:
    response = Response(200, (("A", "b"),), b"body")
    assert without_values(response, ("abcdefgh",)) == (response, False)
