from dataclasses import replace

import pytest

from curation.binding import (
    NewCredential,
    UpstreamChange,
    changed_upstream,
    effective_base_url,
    effective_origin,
)
from tests.curating import Shop, extraction
from translator.errors import RefusedByUs
from translator.operation import Extraction, Location, SecurityScheme
from translator.upstream import CredentialReference, Upstream

OUTLINE = extraction(schemes=("token", "key"))
NOWHERE = extraction(servers=("/v1",), schemes=("token",))
DEFAULTS = Upstream()
TOKEN = NewCredential("token", "env:TOKEN")


def change(before: Upstream = DEFAULTS, outline: Extraction = OUTLINE, **given: object) -> Upstream:
    return changed_upstream(before, outline, UpstreamChange(**given))[0]  # type: ignore[arg-type]


def test_a_credential_belongs_to_the_origin_of_the_first_server() -> None:
    assert change(credentials=(TOKEN,)).credentials == (
        CredentialReference("token", "env:TOKEN", "https://api.example.com"),
    )


def test_a_credential_belongs_to_the_origin_of_the_base_url() -> None:
    bound = change(base_url="http://localhost:8080/api/", credentials=(TOKEN,))
    assert bound.base_url == "http://localhost:8080/api"
    assert bound.credentials[0].origin == "http://localhost:8080"


def test_a_credential_may_name_its_origin() -> None:
    given = NewCredential("token", "env:TOKEN", "https://files.example.com/x")
    assert change(credentials=(given,)).credentials[0].origin == "https://files.example.com"


def test_an_unknown_scheme_lists_the_declared_ones() -> None:
    with pytest.raises(RefusedByUs, match=r"did you mean token\?.*declares key, token"):
        change(credentials=(NewCredential("tokn", "env:T"),))
    with pytest.raises(RefusedByUs, match="declares no security scheme"):
        change(outline=extraction(), credentials=(TOKEN,))


@pytest.mark.parametrize("secret", ["hunter2", "env:", "env:two words", "vault:x"])
def test_a_secret_in_place_of_its_name_is_refused_and_not_repeated(secret: str) -> None:
    with pytest.raises(RefusedByUs, match="env:NAME or file:PATH") as refused:
        change(credentials=(NewCredential("token", secret),))
    assert "hunter2" not in str(refused.value)


def test_a_credential_without_a_known_origin_asks_for_the_base_url() -> None:
    with pytest.raises(RefusedByUs, match="--base-url"):
        change(outline=NOWHERE, credentials=(TOKEN,))


def test_another_origin_unbinds_the_credentials_of_the_old_one() -> None:
    files = NewCredential("key", "env:KEY", "https://files.example.com")
    before = change(credentials=(TOKEN, files))
    moved, unbound = changed_upstream(
        before, OUTLINE, UpstreamChange(base_url="https://other.example.com")
    )
    assert unbound == ("token",)
    assert [one.scheme for one in moved.credentials] == ["key"]


def test_another_path_of_the_same_origin_keeps_them() -> None:
    before = change(credentials=(TOKEN,))
    kept, unbound = changed_upstream(
        before, OUTLINE, UpstreamChange(base_url="https://api.example.com/v2")
    )
    assert (kept.credentials, unbound) == (before.credentials, ())


def test_a_credential_declared_anew_for_the_new_origin_is_not_unbound() -> None:
    before = change(credentials=(TOKEN,))
    moved, unbound = changed_upstream(
        before,
        OUTLINE,
        UpstreamChange(base_url="https://other.example.com", credentials=(TOKEN,)),
    )
    assert unbound == ()
    assert [one.origin for one in moved.credentials] == ["https://other.example.com"]


def test_credentials_replace_those_of_the_same_scheme_only() -> None:
    before = change(credentials=(TOKEN, NewCredential("key", "env:KEY")))
    after = change(before, credentials=(NewCredential("token", "file:/run/token"),))
    assert [(one.scheme, one.reference) for one in after.credentials] == [
        ("key", "env:KEY"),
        ("token", "file:/run/token"),
    ]
    assert change(before, credentials=()).credentials == ()


@pytest.mark.parametrize(
    ("base_url", "told"),
    [
        ("ftp://example.com", "unusable"),
        ("api.example.com", "unusable"),
        ("https://", "unusable"),
        ("https://example.com/?a=b", "unusable"),
        ("https://user:hunter2@example.com", "declare a credential"),
    ],
)
def test_an_unusable_base_url_is_refused(base_url: str, told: str) -> None:
    with pytest.raises(RefusedByUs, match=told) as refused:
        change(base_url=base_url)
    assert "hunter2" not in str(refused.value)


def test_an_empty_base_url_returns_to_the_descriptions_servers() -> None:
    assert change(change(base_url="https://b.example.com"), base_url="").base_url is None


def test_a_base_url_may_hold_server_variables() -> None:
    bound = change(base_url="https://{region}.example.com", variables={"region": "eu"})
    assert effective_origin(OUTLINE, bound) == "https://eu.example.com"


def test_limits_and_origins() -> None:
    bound = change(
        timeout_s=5.0, max_response_bytes=10, allowed_origins=("https://B.example.com/x",)
    )
    assert (bound.limits.timeout_s, bound.limits.max_response_bytes) == (5.0, 10)
    assert bound.allowed_origins == ("https://b.example.com",)
    with pytest.raises(RefusedByUs, match="more than zero"):
        change(timeout_s=0.0)
    assert change(max_text_bytes=2_000).limits.max_text_bytes == 2_000
    with pytest.raises(RefusedByUs, match="at least 1,000 bytes"):
        change(max_text_bytes=999)
    with pytest.raises(RefusedByUs, match="no origin"):
        change(allowed_origins=("example",))


def test_the_effective_address_is_the_runtimes() -> None:
    assert effective_base_url(OUTLINE, Upstream()) == "https://api.example.com/v1"
    assert effective_base_url(NOWHERE, Upstream()) is None
    assert effective_origin(NOWHERE, Upstream(base_url="http://x:80/y")) == "http://x"


ANNAS = NewCredential("token", "env:ANNAS", principal="anna")


def test_a_principals_credential_stands_beside_the_shared_one() -> None:
    after = change(change(credentials=(TOKEN,)), credentials=(ANNAS,))
    assert [(one.principal, one.reference) for one in after.credentials] == [
        (None, "env:TOKEN"),
        ("anna", "env:ANNAS"),
    ]


def test_a_credential_replaces_the_one_of_the_same_scheme_and_principal_only() -> None:
    bens = NewCredential("token", "env:BENS", principal="ben")
    before = change(credentials=(TOKEN, ANNAS, bens))
    after = change(before, credentials=(NewCredential("token", "env:NEW", principal="anna"),))
    assert [one.reference for one in after.credentials] == ["env:TOKEN", "env:BENS", "env:NEW"]


def test_unbinding_takes_one_principals_credential_or_the_shared_one() -> None:
    before = change(credentials=(TOKEN, ANNAS))
    assert [one.principal for one in change(before, unbind=[("token", "anna")]).credentials] == [
        None
    ]
    assert [one.principal for one in change(before, unbind=[("token", None)]).credentials] == [
        "anna"
    ]


def test_unbinding_what_is_not_declared_is_refused() -> None:
    before = change(credentials=(TOKEN,))
    with pytest.raises(RefusedByUs, match="no credential of anna is declared for 'token'"):
        change(before, unbind=[("token", "anna")])
    with pytest.raises(RefusedByUs, match="no shared credential is declared for 'key'"):
        change(before, unbind=[("key", None)])


def test_another_origin_unbinds_everybodys_credentials() -> None:
    before = change(credentials=(TOKEN, ANNAS))
    moved, unbound = changed_upstream(
        before, OUTLINE, UpstreamChange(base_url="https://other.example.com")
    )
    assert (moved.credentials, unbound) == ((), ("token", "token for anna"))


def test_a_principal_needs_a_name() -> None:
    with pytest.raises(RefusedByUs, match="cannot name who calls"):
        change(credentials=(NewCredential("token", "env:T", principal="no name"),))


def test_forwarded_headers_are_a_list_that_is_replaced() -> None:
    before = change(forward_headers=("X-Tenant", "x-tenant", "X-Region"))
    assert before.forward_headers == ("x-tenant", "X-Region")
    assert change(before, timeout_s=1.0).forward_headers == before.forward_headers
    assert change(before, forward_headers=()).forward_headers == ()


def test_a_header_that_may_not_go_on_is_refused() -> None:
    with pytest.raises(RefusedByUs, match="Cookie cannot be forwarded"):
        change(forward_headers=("Cookie",))


def test_a_header_that_carries_a_declared_credential_is_refused() -> None:
    schemes = {"key": SecurityScheme("key", "apiKey", Location.HEADER, "X-Service-Key")}
    outline = replace(OUTLINE, security_schemes=schemes)
    with pytest.raises(RefusedByUs, match="declared with --credential"):
        change(outline=outline, forward_headers=("x-service-key",))


def test_what_a_person_should_know_of_the_binding_is_told(pet_shop: Shop) -> None:
    header: dict[str, object] = {"name": "X-Tenant", "in": "header", "schema": {"type": "string"}}
    pet_shop.operation("/pets", "get")["parameters"].append(header)
    pet_shop.bring()
    credential = NewCredential("token", "env:ANNAS", principal="anna")

    def bound() -> tuple[str, ...]:
        return pet_shop.service.set_upstream(
            "pet-shop", author="ann", credentials=[credential], forward_headers=("x-tenant",)
        ).notes

    assert [note.partition(":")[0] for note in bound()] == [
        "anna has no key yet, and is known over HTTP by one",
        "x-tenant is a parameter of 1 operation",
    ]
    pet_shop.service.add_key("anna", author="ann")
    assert len(bound()) == 1
