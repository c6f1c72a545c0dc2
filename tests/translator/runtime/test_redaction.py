import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue
from translator.operation import Location
from translator.runtime.credentials import Added
from translator.runtime.plan import RequestPlan
from translator.runtime.redaction import (
    credential_values,
    is_secret_place,
    may_hold_secrets,
    secret_texts,
    text_without,
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
        "closed": {"properties": {"a": {}}, "additionalProperties": False},
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
        ([], False),
    ],
)
def test_place_of_a_secret_is_known(path: list[str | int], secret: bool) -> None:
    assert is_secret_place(SCHEMA, path) is secret


@pytest.mark.parametrize(
    "text",
    [
        'pa/ss wörd"1',
        "pa%2Fss%20w%C3%B6rd%221",
        "pa%2fss%20w%c3%b6rd%221",
        "pa%2Fss+w%C3%B6rd%221",
        "pa/ss%20w%C3%B6rd%221",
        'pa/ss w\\u00f6rd\\"1',
        'pa\\/ss wörd\\"1',
    ],
)
def test_values_are_found_however_they_are_spelt(text: str) -> None:
    response = Response(200, (("Location", text),), text.encode())
    redacted, found = without_values(response, ('pa/ss wörd"1',))
    assert (redacted.body, found) == (b"[redacted]", True)
    assert redacted.headers == (("Location", "[redacted]"),)
    assert text_without(f"at {text}!", ('pa/ss wörd"1',)) == "at [redacted]!"


def test_value_that_is_no_unicode_does_no_harm() -> None:
    response = Response(200, (), b"body")
    assert without_values(response, ("\ud800abcdefgh",)) == (response, False)
