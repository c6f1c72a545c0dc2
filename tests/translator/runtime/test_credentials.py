import base64
from dataclasses import dataclass, field
from typing import Any

import anyio
import pytest

from translator.errors import CredentialError
from translator.json_value import to_json
from translator.operation import Location, OAuthFlow, SecurityScheme
from translator.runtime.credentials import (
    Added,
    Authorized,
    ChosenScheme,
    authorize,
    forget,
    redact,
)
from translator.runtime.oauth import TokenCache
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.upstream import CredentialReference

ORIGIN = "https://api.example.com"
PLAN = RequestPlan("GET", f"{ORIGIN}/x?a=1", (("Accept", "*/*"), ("Cookie", "c=1")))
BEARER = SecurityScheme("B", "http", http_scheme="bearer")


@dataclass(slots=True)
class Drawer:
    """Secrets by reference."""

    secrets: dict[str, str]

    def resolve(self, reference: CredentialReference) -> str:
        return self.secrets[reference.reference]


@dataclass(slots=True)
class TokenEndpoint:
    """Hands out a token a request."""

    plans: list[RequestPlan] = field(default_factory=list)

    async def send(self, plan: RequestPlan) -> Response:
        self.plans.append(plan)
        answer = {"access_token": f"token-{len(self.plans)}", "expires_in": 60}
        return Response(200, (), to_json(answer).encode())


def api_key(location: Location, name: str = "key") -> SecurityScheme:
    return SecurityScheme(name, "apiKey", location, name)


def oauth(token_url: str | None, kind: str = "oauth2") -> SecurityScheme:
    return SecurityScheme("O", kind, flows=(OAuthFlow("clientCredentials", token_url),))


async def authorized(
    *pairs: tuple[SecurityScheme, str],
    plan: RequestPlan = PLAN,
    origin: str = ORIGIN,
    endpoint: TokenEndpoint | None = None,
    tokens: TokenCache | None = None,
    allowed: frozenset[str] = frozenset(),
) -> Authorized:
    secrets = {f"env:S{index}": secret for index, (_, secret) in enumerate(pairs)}
    chosen = [
        ChosenScheme(scheme, CredentialReference(scheme.key, f"env:S{index}", origin))
        for index, (scheme, _) in enumerate(pairs)
    ]
    return await authorize(
        plan,
        chosen,
        secrets=Drawer(secrets),
        tokens=tokens or TokenCache(lambda: 0.0),
        send=(endpoint or TokenEndpoint()).send,
        token_origins=allowed,
    )


def basic(text: str) -> str:
    return "Basic " + base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("scheme", "secret", "name", "value"),
    [
        (BEARER, "abc", "Authorization", "Bearer abc"),
        (
            SecurityScheme("b", "http", http_scheme="basic"),
            "u:p:é",
            "Authorization",
            basic("u:p:é"),
        ),
        (SecurityScheme("h", "http", http_scheme="dpop"), "x", "Authorization", "Dpop x"),
        (SecurityScheme("o", "oauth2"), "abc", "Authorization", "Bearer abc"),
        (SecurityScheme("o", "openIdConnect"), "a:b", "Authorization", "Bearer a:b"),
        (api_key(Location.HEADER, "X-Key"), "k y", "X-Key", "k y"),
    ],
)
@pytest.mark.anyio
async def test_credential_in_a_header(
    scheme: SecurityScheme, secret: str, name: str, value: str
) -> None:
    result = await authorized((scheme, secret))

    assert result.plan.headers == (*PLAN.headers, (name, value))
    assert result.added == (Added(Location.HEADER, name),)


@pytest.mark.anyio
async def test_credential_in_the_query() -> None:
    result = await authorized((api_key(Location.QUERY, "app key"), "k&=y"))

    assert result.plan.url == f"{ORIGIN}/x?a=1&app%20key=k%26%3Dy"


@pytest.mark.anyio
async def test_credential_in_a_url_without_query() -> None:
    plan = RequestPlan("GET", f"{ORIGIN}/x")

    result = await authorized((api_key(Location.QUERY), "k"), plan=plan)

    assert result.plan.url == f"{ORIGIN}/x?key=k"


@pytest.mark.anyio
async def test_credential_in_a_cookie_joins_the_others() -> None:
    result = await authorized((api_key(Location.COOKIE, "sid"), "a;b"))

    assert result.plan.headers == (("Accept", "*/*"), ("Cookie", "c=1; sid=a%3Bb"))


@pytest.mark.anyio
async def test_credentials_of_one_requirement_go_together() -> None:
    result = await authorized(
        (api_key(Location.QUERY, "key"), "K"), (api_key(Location.QUERY, "token"), "T")
    )

    assert result.plan.url == f"{ORIGIN}/x?a=1&key=K&token=T"


@pytest.mark.anyio
async def test_nothing_chosen_adds_nothing() -> None:
    assert await authorized() == Authorized(PLAN)


@pytest.mark.parametrize(
    ("scheme", "plan"),
    [
        (BEARER, RequestPlan("GET", ORIGIN, (("authorization", "mine"),))),
        (api_key(Location.COOKIE), RequestPlan("GET", ORIGIN, (("Cookie", "key=mine"),))),
        (api_key(Location.QUERY), RequestPlan("GET", ORIGIN + "/?k%65y=mine")),
    ],
)
@pytest.mark.anyio
async def test_arguments_cannot_replace_a_credential(
    scheme: SecurityScheme, plan: RequestPlan
) -> None:
    result = await authorized((scheme, "ours"), plan=plan)

    assert "mine" not in repr(result.plan)


@pytest.mark.anyio
async def test_credential_goes_to_its_origin_only() -> None:
    with pytest.raises(CredentialError, match="meant for https://other") as caught:
        await authorized((BEARER, "hunter2"), origin="https://other.example.com")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("scheme", "secret", "message"),
    [
        (BEARER, "", "env:S0 is empty"),
        (BEARER, "hunter2\r\nX: y", "line break"),
        (BEARER, "hunter2 ", "cannot stand in a header"),
        (api_key(Location.HEADER), "hunter2é", "cannot stand in a header"),
        (SecurityScheme("b", "http", http_scheme="basic"), "hunter2", "user:password"),
    ],
)
@pytest.mark.anyio
async def test_unusable_secret_is_named_by_its_reference(
    scheme: SecurityScheme, secret: str, message: str
) -> None:
    with pytest.raises(CredentialError, match=message) as caught:
        await authorized((scheme, secret))
    assert "hunter2" not in str(caught.value)


@pytest.mark.anyio
async def test_two_credentials_cannot_share_a_place() -> None:
    other = SecurityScheme("b", "http", http_scheme="basic")

    with pytest.raises(CredentialError, match="same place, Authorization"):
        await authorized((BEARER, "a"), (other, "u:p"))


@pytest.mark.anyio
async def test_two_schemes_for_the_same_token_are_one_header() -> None:
    result = await authorized((BEARER, "a"), (SecurityScheme("o", "oauth2"), "a"))

    assert [name for name, _ in result.plan.headers].count("Authorization") == 1


# --- client credentials ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token_url", "asked"),
    [
        (f"{ORIGIN}/token?tenant=1", f"{ORIGIN}/token?tenant=1"),
        ("/oauth/token", f"{ORIGIN}/oauth/token"),
    ],
)
@pytest.mark.anyio
async def test_client_credentials_become_a_bearer_token(token_url: str, asked: str) -> None:
    endpoint = TokenEndpoint()

    result = await authorized((oauth(token_url), "id:secret"), endpoint=endpoint)

    assert (result.plan.headers[-1], endpoint.plans[0].url) == (
        ("Authorization", "Bearer token-1"),
        asked,
    )


@pytest.mark.parametrize(
    ("scheme", "secret"),
    [
        (oauth("/token"), "plain-token"),
        (oauth(None), "a:b"),
        (SecurityScheme("O", "oauth2"), "a:b"),
    ],
)
@pytest.mark.anyio
async def test_other_secrets_are_the_token_itself(scheme: SecurityScheme, secret: str) -> None:
    endpoint = TokenEndpoint()

    result = await authorized((scheme, secret), endpoint=endpoint)

    assert (result.plan.headers[-1][1], endpoint.plans) == (f"Bearer {secret}", [])


@pytest.mark.parametrize(
    "token_url", ["https://evil.com/token", "https://api.example.com@evil.com/t", "ftp://x/t"]
)
@pytest.mark.anyio
async def test_client_secret_goes_to_no_endpoint_the_description_made_up(token_url: str) -> None:
    endpoint = TokenEndpoint()

    with pytest.raises(CredentialError, match="token endpoint of 'O'") as caught:
        await authorized((oauth(token_url), "id:hunter2"), endpoint=endpoint)
    assert endpoint.plans == []
    assert "hunter2" not in str(caught.value)


@pytest.mark.anyio
async def test_operator_can_allow_the_origin_of_a_token_endpoint() -> None:
    login = "https://login.example.com"

    result = await authorized((oauth(f"{login}/t"), "id:s"), allowed=frozenset({login}))

    assert result.plan.headers[-1][1] == "Bearer token-1"


@pytest.mark.anyio
async def test_forgotten_token_is_fetched_anew() -> None:
    endpoint, tokens = TokenEndpoint(), TokenCache(lambda: 0.0)
    scheme = (oauth("/token"), "id:s")
    first = await authorized(scheme, endpoint=endpoint, tokens=tokens)

    renewable = forget(first, tokens)
    second = await authorized(scheme, endpoint=endpoint, tokens=tokens)

    assert (renewable, second.plan.headers[-1][1]) == (True, "Bearer token-2")


@pytest.mark.anyio
async def test_plain_secret_is_not_renewable() -> None:
    assert forget(await authorized((BEARER, "x")), TokenCache(lambda: 0.0)) is False


@pytest.mark.anyio
async def test_parallel_calls_keep_their_own_credentials() -> None:
    tokens, endpoint = TokenCache(lambda: 0.0), TokenEndpoint()
    seen: dict[str, str] = {}

    async def call(principal: str) -> None:
        reference = CredentialReference("B", f"env:{principal}", ORIGIN, principal)
        secrets = Drawer({f"env:{principal}": f"secret-of-{principal}"})
        await anyio.lowlevel.checkpoint()
        result = await authorize(
            PLAN,
            [ChosenScheme(BEARER, reference)],
            secrets=secrets,
            tokens=tokens,
            send=endpoint.send,
        )
        seen[principal] = result.plan.headers[-1][1]

    async with anyio.create_task_group() as group:
        for principal in "abcdefgh":
            group.start_soon(call, principal)

    assert seen == {name: f"Bearer secret-of-{name}" for name in "abcdefgh"}


# --- redaction ------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_redacted_plan_shows_where_and_never_what() -> None:
    result = await authorized(
        (BEARER, "hunter2"),
        (api_key(Location.QUERY, "app[key]"), "hunter2"),
        (api_key(Location.COOKIE, "sid"), "hunter2"),
    )

    assert redact(result.plan, result.added) == RequestPlan(
        "GET",
        f"{ORIGIN}/x?a=1&app%5Bkey%5D=[redacted]",
        (
            ("Accept", "*/*"),
            ("Authorization", "[redacted]"),
            ("Cookie", "c=1; sid=[redacted]"),
        ),
    )


def test_nothing_added_redacts_nothing() -> None:
    assert redact(PLAN, ()) == PLAN


@pytest.mark.anyio
async def test_authorized_shows_no_secret() -> None:
    result: Any = await authorized((BEARER, "hunter2"), (api_key(Location.QUERY), "hunter2"))

    assert "hunter2" not in repr(result)
