import pytest

from translator.operation import Location
from translator.runtime.credentials import Added
from translator.runtime.plan import RequestPlan
from translator.runtime.redaction import (
    credential_values,
    secret_texts,
    text_without,
    without_values,
)
from translator.runtime.response import Response


def test_secret_texts_are_those_that_were_redacted() -> None:
    arguments = {"name": "n" * 20, "password": "long password", "many": [{"secret": "also long!"}]}
    shown = {"name": "n" * 20, "password": "[redacted]", "many": [{"secret": "[redacted]"}]}
    assert list(secret_texts(arguments, shown)) == ["long password", "also long!"]


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
            ('"short"',),
        ),
        (
            RequestPlan("GET", "https://h/", (("X-Key", "abc"),)),
            Added(Location.HEADER, "X-Key"),
            (),
        ),
        (
            RequestPlan("GET", "https://h/", (("Authorization", "Bearer abcd"),)),
            Added(Location.HEADER, "Authorization"),
            ("Bearer abcd", '"abcd"'),
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


@pytest.mark.parametrize(
    ("secret", "sought"),
    [
        ("long secret", ["long secret"]),
        ("12345678", ["12345678"]),
        ("1234567", ['"1234567"']),
        ("pin4", ['"pin4"']),
        ('a"bc', ['"a\\"bc"']),
        ("cvv", []),
        ("", []),
        (1234, []),
    ],
)
def test_short_secret_is_sought_only_as_a_whole_text(secret: object, sought: list[str]) -> None:
    assert list(secret_texts({"pin": secret}, {"pin": "[redacted]"})) == sought


def test_short_secret_is_redacted_where_it_is_a_whole_text_of_json() -> None:
    body = b'{"pin":"1234","id":"12345","n":1234,"note":"pin 1234"}'
    redacted, found = without_values(Response(200, (), body), ('"1234"',))
    assert redacted.body == b'{"pin":"[redacted]","id":"12345","n":1234,"note":"pin 1234"}'
    assert found


@pytest.mark.parametrize("text", ["<b>a&amp;b&lt;c&gt;12</b>", "<b>a&amp;b&lt;c&gt;12&quot;</b>"])
def test_values_are_found_as_html_writes_them(text: str) -> None:
    secret = 'a&b<c>12"' if "quot" in text else "a&b<c>12"
    redacted, _ = without_values(Response(200, (), text.encode()), (secret,))
    assert redacted.body == b"<b>[redacted]</b>"


@pytest.mark.parametrize(
    ("challenge", "shown"),
    [
        (
            'Bearer realm="shop", error="invalid_token", scope="a b"',
            'Bearer realm="shop", error="invalid_token", scope="a b"',
        ),
        ('Digest realm="r", nonce="abcdef", opaque="xyz"', 'Digest realm="r"'),
        ("Negotiate TlRMTVNTUAAC", "Negotiate"),
        ('Bearer error_description="the token abcdefgh"', "[redacted]"),
        ("", "[redacted]"),
    ],
)
def test_challenge_keeps_only_what_explains_it(challenge: str, shown: str) -> None:
    response = Response(401, (("WWW-Authenticate", challenge),))
    (header,) = without_values(response, ("abcdefgh",))[0].headers
    assert shown in header[1]
    assert "abcdef" not in header[1]
