from typing import Any

import pytest

from translator.errors import CredentialError
from translator.operation import Location, SchemeUse, SecurityRequirement, SecurityScheme
from translator.runtime.security import choose, is_same_origin
from translator.upstream import CredentialReference

ORIGIN = "https://api.example.com"
SCHEMES = {
    "Bearer": SecurityScheme("Bearer", "http", http_scheme="bearer"),
    "Basic": SecurityScheme("Basic", "http", http_scheme="basic"),
    "Digest": SecurityScheme("Digest", "http", http_scheme="digest"),
    "AppKey": SecurityScheme("AppKey", "apiKey", Location.QUERY, "key"),
    "AppToken": SecurityScheme("AppToken", "apiKey", Location.QUERY, "token"),
    "Certificate": SecurityScheme("Certificate", "mutualTLS"),
    "Nowhere": SecurityScheme("Nowhere", "apiKey"),
    "Odd": SecurityScheme("Odd", "carrierPigeon"),
}


def needs(*keys: str) -> SecurityRequirement:
    return SecurityRequirement(tuple(SchemeUse(key) for key in keys))


def declared(
    scheme: str, principal: str | None = None, origin: str = ORIGIN, name: str = ""
) -> CredentialReference:
    return CredentialReference(scheme, f"env:{name or scheme.upper()}", origin, principal)


def chosen(security: Any, *references: CredentialReference, principal: str = "ann") -> list[str]:
    picked = choose(security, SCHEMES, references, ORIGIN, principal)
    return [item.reference.reference for item in picked]


PAIR = (declared("AppKey"), declared("AppToken"))
EITHER = (needs("Bearer"), needs("AppKey", "AppToken"))


def test_members_of_an_alternative_go_together() -> None:
    assert chosen(EITHER, *PAIR) == ["env:APPKEY", "env:APPTOKEN"]


def test_first_alternative_that_can_be_met_counts() -> None:
    assert chosen(EITHER, *PAIR, declared("Bearer")) == ["env:BEARER"]


def test_half_an_alternative_is_none() -> None:
    with pytest.raises(CredentialError, match="'AppToken'"):
        chosen(EITHER, PAIR[0])


def test_nothing_declared_names_the_schemes_and_what_to_do() -> None:
    with pytest.raises(CredentialError) as caught:
        chosen((needs("Basic"),))
    assert str(caught.value) == (
        "The API wants 'Basic' at https://api.example.com: no credential is declared for "
        "'Basic': declare one with --credential Basic=env:NAME"
    )


@pytest.mark.parametrize("security", [(), (needs(),), (needs(), needs("Bearer"))])
def test_anonymous_where_nothing_is_needed_or_nothing_fits(security: Any) -> None:
    assert chosen(security) == []


def test_no_security_sends_no_credential() -> None:
    assert chosen((), declared("Bearer")) == []


def test_declared_credential_goes_before_anonymous() -> None:
    assert chosen((needs(), needs("Bearer")), declared("Bearer")) == ["env:BEARER"]


def test_credential_of_another_origin_is_not_used_and_its_origin_named() -> None:
    elsewhere = declared("Bearer", origin="https://other.example.com")

    with pytest.raises(CredentialError, match="meant for https://other"):
        chosen((needs("Bearer"),), elsewhere)


def test_credential_of_the_principal_goes_before_everyones() -> None:
    references = (declared("Bearer"), declared("Bearer", "ann", name="ANN"))

    assert chosen((needs("Bearer"),), *references) == ["env:ANN"]
    assert chosen((needs("Bearer"),), *references, principal="bob") == ["env:BEARER"]


def test_credential_of_another_principal_is_neither_used_nor_mentioned() -> None:
    theirs = declared("Bearer", "bob", origin="https://secret.example.com")

    with pytest.raises(CredentialError) as caught:
        chosen((needs("Bearer"),), theirs)
    assert "secret" not in str(caught.value)


def test_an_alternative_with_an_own_credential_goes_before_everyones() -> None:
    references = (declared("Bearer"), declared("AppKey"), declared("AppToken", "ann", name="ANN"))

    assert chosen(EITHER, *references) == ["env:APPKEY", "env:ANN"]
    assert chosen(EITHER, *references, principal="bob") == ["env:BEARER"]


def test_an_own_credential_for_another_origin_leaves_everyones() -> None:
    references = (declared("Bearer", "ann", "https://other.example.com"), declared("Bearer"))

    assert chosen((needs("Bearer"),), *references) == ["env:BEARER"]


def test_who_has_no_credential_where_others_have_is_told_how_to_get_one() -> None:
    with pytest.raises(CredentialError) as caught:
        chosen((needs("Bearer"),), declared("Bearer", "bob", name="BOB"))
    assert "that ann may use" in str(caught.value)
    assert "--credential Bearer=env:NAME --for ann" in str(caught.value)
    assert "bob" not in str(caught.value).lower()


def test_anonymous_for_who_has_no_credential_where_it_is_allowed() -> None:
    assert chosen((needs("Bearer"), needs()), declared("Bearer", "bob")) == []


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("Certificate", "client certificate"),
        ("Digest", "challenge"),
        ("Nowhere", "where its key goes"),
        ("Odd", "unknown type"),
        ("Missing", "does not define"),
    ],
)
def test_scheme_that_cannot_be_served_says_why(key: str, reason: str) -> None:
    with pytest.raises(CredentialError, match=reason):
        chosen((needs(key),), declared(key))


def test_scheme_that_cannot_be_served_leaves_the_other_alternative() -> None:
    references = (declared("Certificate"), declared("Bearer"))

    assert chosen((needs("Certificate"), needs("Bearer")), *references) == ["env:BEARER"]


def test_scopes_travel_with_the_choice() -> None:
    security = (SecurityRequirement((SchemeUse("Bearer", ("read",)),)),)

    (picked,) = choose(security, SCHEMES, (declared("Bearer"),), ORIGIN)

    assert picked.scopes == ("read",)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("https://API.example.com:443/x", ORIGIN, True),
        ("http://api.example.com", ORIGIN, False),
        ("https://api.example.com.evil.com", ORIGIN, False),
        ("https://api.example.com:8443", ORIGIN, False),
        ("no URL", ORIGIN, False),
    ],
)
def test_same_origin(left: str, right: str, same: bool) -> None:
    assert is_same_origin(left, right) is same
