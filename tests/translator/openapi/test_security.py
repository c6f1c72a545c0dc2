from collections.abc import Callable

import pytest

from translator.json_value import JsonValue
from translator.openapi.reading import Reading
from translator.openapi.resolve import Place, Resolved
from translator.openapi.security import (
    filled_by_credentials,
    read_security,
    read_security_schemes,
)
from translator.operation import (
    Location,
    OAuthFlow,
    SchemeUse,
    SecurityRequirement,
    SecurityScheme,
)

ENTRY = "file:///apis/entry.yaml"
KEY = SecurityScheme("key", "apiKey", Location.QUERY, "k")
TOKEN = SecurityScheme("token", "http", http_scheme="bearer")
MakeReading = Callable[..., Reading]


def _schemes(reading: Reading) -> dict[str, SecurityScheme]:
    root = Resolved(reading.resolver.documents[ENTRY], Place(ENTRY))
    return read_security_schemes(reading, root)


@pytest.mark.parametrize(
    ("written", "scheme"),
    [
        ("{type: apiKey, in: query, name: k}", KEY),
        ("{type: http, scheme: Bearer}", SecurityScheme("key", "http", http_scheme="bearer")),
        (
            "{type: http, scheme: basic, description: d}",
            SecurityScheme("key", "http", http_scheme="basic", description="d"),
        ),
        ("{type: openIdConnect, openIdConnectUrl: u}", SecurityScheme("key", "openIdConnect")),
        ("{type: mutualTLS}", SecurityScheme("key", "mutualTLS")),
        ("{type: oauth2}", SecurityScheme("key", "oauth2")),
        (
            "{type: oauth2, flows: {clientCredentials: {tokenUrl: /t, scopes: {r: a, w: b}}}}",
            SecurityScheme(
                "key", "oauth2", flows=(OAuthFlow("clientCredentials", "/t", None, ("r", "w")),)
            ),
        ),
        (
            "{type: oauth2, flows: {deviceAuthorization: {deviceAuthorizationUrl: u}}}",
            SecurityScheme("key", "oauth2", flows=(OAuthFlow("deviceAuthorization", None, "u"),)),
        ),
    ],
)
def test_scheme_is_read(make_reading: MakeReading, written: str, scheme: SecurityScheme) -> None:
    reading = make_reading(f"{{components: {{securitySchemes: {{key: {written}}}}}}}")

    assert _schemes(reading) == {"key": scheme}


@pytest.mark.parametrize(
    "written",
    [
        "null",
        "{}",
        "{type: magic}",
        "{type: apiKey, in: path, name: k}",
        "{type: apiKey, in: query}",
        "{type: http}",
    ],
)
def test_scheme_that_cannot_be_read_is_left_out(make_reading: MakeReading, written: str) -> None:
    reading = make_reading(f"{{components: {{securitySchemes: {{key: {written}}}}}}}")

    assert _schemes(reading) == {}
    assert [f.code for f in reading.log.found()] == ["security-scheme-unknown"]


def test_scheme_is_found_behind_its_reference(make_reading: MakeReading) -> None:
    reading = make_reading(
        "{components: {securitySchemes: {key: {$ref: '#/x'}}}, x: {type: mutualTLS}}"
    )

    assert _schemes(reading)["key"].kind == "mutualTLS"


def test_token_url_is_resolved_against_the_address(make_reading: MakeReading) -> None:
    reading = make_reading(
        "{components: {securitySchemes: {o: {type: oauth2, flows: {password: {tokenUrl: /t}}}}}}",
        address="https://a.example/docs/openapi.json",
    )

    assert _schemes(reading)["o"].flows[0].token_url == "https://a.example/t"


@pytest.mark.parametrize(
    ("security", "alternatives"),
    [
        (None, None),
        ("text", None),
        ([], ()),
        ([{}], (SecurityRequirement(),)),
        ([{"key": []}], (SecurityRequirement((SchemeUse("key"),)),)),
        (
            [{"key": [], "token": ["r", 5]}],
            (SecurityRequirement((SchemeUse("key"), SchemeUse("token", ("r",)))),),
        ),
        (
            [{"token": []}, {"key": None}, {}],
            (
                SecurityRequirement((SchemeUse("token"),)),
                SecurityRequirement((SchemeUse("key"),)),
                SecurityRequirement(),
            ),
        ),
    ],
)
def test_requirements_are_alternatives_of_schemes_together(
    make_reading: MakeReading,
    security: JsonValue,
    alternatives: tuple[SecurityRequirement, ...] | None,
) -> None:
    owner = Resolved({"security": security}, Place(ENTRY))

    assert read_security(make_reading(), owner, {"key": KEY, "token": TOKEN}) == alternatives


def test_scheme_nobody_declares_stays_required(make_reading: MakeReading) -> None:
    reading = make_reading()
    owner = Resolved({"security": [{"lost": []}]}, Place(ENTRY))

    alternatives = read_security(reading, owner, {})

    assert alternatives == (SecurityRequirement((SchemeUse("lost"),)),)
    assert [(f.code, f.pointer) for f in reading.log.found()] == [
        ("security-scheme-unknown", "/security")
    ]


def test_credentials_fill_the_parameters_of_key_schemes() -> None:
    header = SecurityScheme("head", "apiKey", Location.HEADER, "X-Key")
    schemes = {"key": KEY, "token": TOKEN, "head": header}
    uses = tuple(SchemeUse(key) for key in (*schemes, "lost"))

    assert filled_by_credentials([SecurityRequirement(uses)], schemes) == {
        (Location.QUERY, "k"): "key",
        (Location.HEADER, "x-key"): "head",
    }
