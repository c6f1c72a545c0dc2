"""Where a request goes, and that what it carries was meant for there."""

from typing import Any

import pytest

from curation.service import NewCredential
from tests.fake_api import FakeApi, reply, reply_json
from tests.kinds.conftest import Offering
from tests.kinds.offering import Offer

pytestmark = pytest.mark.anyio

JOINED = """
openapi: 3.1.0
info: {{title: Joined, version: "1"}}
servers: [{{url: "{{{{API}}}}{base}"}}]
paths:
  {path}:
    get: {{operationId: look, responses: {{"200": {{description: ok}}}}}}
    post: {{operationId: make, responses: {{"200": {{description: ok}}}}}}
"""


def joined(base: str, path: str) -> str:
    return JOINED.format(base=base, path=f'"{path}"')


@pytest.mark.parametrize(
    ("base", "path", "target"),
    [
        ("", "/a", "/a"),
        ("/", "/a", "/a"),
        ("/v1", "/a/", "/v1/a/"),
        ("/v1/", "/", "/v1/"),
        ("/v1", "/", "/v1/"),
        ("", "/", "/"),
        ("/v1/v2/", "/a:b", "/v1/v2/a:b"),
        ("/v1", "/a:b/c", "/v1/a:b/c"),
        ("/v1", "/urn:x:y", "/v1/urn:x:y"),
        ("/v1/", "//a", "/v1//a"),
        ("/v1", "/http://x", "/v1/http://x"),
        ("/a%20b", "/c%2Fd", "/a%20b/c%2Fd"),
        ("/über", "/größe", "/%C3%BCber/gr%C3%B6%C3%9Fe"),
        ("/v1;x=1", "/a;y", "/v1;x=1/a;y"),
        ("/v1", "/a,b@c$d!e", "/v1/a,b@c$d!e"),
        ("/v1", "/a b", "/v1/a%20b"),
        ("/v1", "/$batch", "/v1/$batch"),
        ("/v1", "/a?fixed=1", "/v1/a?fixed=1"),
    ],
)
async def test_the_path_is_appended_to_the_server(
    offer: Offering, base: str, path: str, target: str
) -> None:
    """OAS 3.1.1, Paths Object: appended, no relative URL resolution."""
    made = offer(joined(base, path))
    async with made.session() as session:
        for method in ("GET", "POST"):
            assert not (await session.call(f"{method} {path}")).is_error
            request = made.sent
            assert (request.method, request.target) == (method, target)


async def test_an_operators_base_url_replaces_the_servers_and_keeps_its_own_path(
    offer: Offering,
) -> None:
    made = offer(joined("/v1", "/a/"))
    made.bind(base_url=f"{made.api.origin}/gateway/api/")
    await made.call("POST /a/")
    assert made.sent.target == "/gateway/api/a/"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_write_never_turns_into_a_read_by_a_redirect(offer: Offering, status: int) -> None:
    away = reply(status=status, headers=(("Location", "/elsewhere/"),))
    made = offer(joined("", "/a"), away, reply_json({"done": True}))
    await made.call("POST /a")
    assert {request.method for request in made.api.requests} == {"POST"}


SERVERS = """
openapi: 3.1.0
info: {title: Servers, version: "1"}
servers: [{url: "{{API}}/main"}]
security: [{key: []}]
paths:
  /plain: {get: {operationId: plain, responses: {"200": {description: ok}}}}
  /path:
    servers: [{url: "{{API}}/of-path"}]
    get: {operationId: path, responses: {"200": {description: ok}}}
    post:
      operationId: both
      servers: [{url: "{{API}}/of-operation/"}]
      responses: {"200": {description: ok}}
  /relative:
    get:
      operationId: relative
      servers: [{url: "/of-root"}]
      responses: {"200": {description: ok}}
  /variable:
    get:
      operationId: variable
      servers:
        - url: "{{API}}/{region}/v{n}"
          variables: {region: {default: eu}, n: {default: "2"}}
      responses: {"200": {description: ok}}
  /other:
    servers: [{url: "{{OTHER}}/v2"}]
    get: {operationId: other, responses: {"200": {description: ok}}}
  /open:
    servers: [{url: "{{OTHER}}/v2"}]
    get: {operationId: open, security: [], responses: {"200": {description: ok}}}
components:
  securitySchemes:
    key: {SCHEME}
"""
IN_HEADER = "type: apiKey, in: header, name: X-Service"
SCHEMES = {
    "header": IN_HEADER,
    "query": "type: apiKey, in: query, name: service",
    "cookie": "type: apiKey, in: cookie, name: service",
    "bearer": "type: http, scheme: bearer",
    "basic": "type: http, scheme: basic",
}


@pytest.fixture
def other() -> Any:
    """Another API."""
    with FakeApi(reply_json({"other": True})) as api:
        yield api


def bound(offer: Offering, other: FakeApi, scheme: str = IN_HEADER) -> Offer:
    made = offer(SERVERS.replace("SCHEME", scheme).replace("{{OTHER}}", other.origin))
    made.bind(base_url=f"{made.api.origin}/main")
    made.declare("key", "user:very-secret")
    return made


def carries(request: Any) -> bool:
    text = repr(request)
    return "very-secret" in text or "dXNlcjp2ZXJ5LXNlY3JldA" in text


@pytest.mark.parametrize(
    ("operation", "target"),
    [
        ("GET /plain", "/main/plain"),
        ("GET /path", "/of-path/path"),
        ("POST /path", "/of-operation/path"),
        ("GET /relative", "/of-root/relative"),
        ("GET /variable", "/eu/v2/variable"),
    ],
)
async def test_the_nearest_server_counts_and_the_credential_goes_along_at_its_origin(
    offer: Offering, other: FakeApi, operation: str, target: str
) -> None:
    made = bound(offer, other)
    assert not (await made.call(operation)).is_error
    request = made.sent
    assert request.target == target
    assert carries(request)
    assert not other.requests


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_a_credential_never_goes_to_another_operations_server(
    offer: Offering, other: FakeApi, scheme: str
) -> None:
    made = bound(offer, other, SCHEMES[scheme])
    made.bind(allowed_origins=(other.origin,))
    result = await made.call("GET /other")
    assert not any(carries(request) for request in other.requests)
    if result.is_error:
        assert "is meant for" in result.text
        assert "very-secret" not in result.text
    assert made.nothing_sent
    await made.call("GET /open")
    assert [(r.target, carries(r)) for r in other.requests] == [("/v2/open", False)]


async def test_a_credential_declared_for_the_other_origin_goes_there_and_only_there(
    offer: Offering, other: FakeApi
) -> None:
    made = bound(offer, other)
    made.secrets["env:OTHERS"] = "others-secret"
    both = [NewCredential("key", "env:S0"), NewCredential("key", "env:OTHERS", other.origin)]
    made.bind(credentials=both)
    await made.call("GET /other")
    await made.call("GET /plain")
    assert [r.header("x-service") for r in other.requests] == ["others-secret"]
    assert made.sent.header("x-service") == "user:very-secret"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_takes_no_credential_to_another_origin(
    offer: Offering, other: FakeApi, scheme: str, status: int
) -> None:
    made = bound(offer, other, SCHEMES[scheme])
    made.bind(allowed_origins=(other.origin,), forward_headers=("X-Tenant",))
    made.api.script(reply(status=status, headers=(("Location", f"{other.origin}/taken"),)))
    async with made.session(headers={"X-Tenant": "blue"}) as session:
        await session.call("GET /plain")
    assert carries(made.sent)
    assert not any(carries(request) for request in other.requests)
    assert not any(request.header("x-tenant") for request in other.requests)


async def test_another_origin_of_the_base_url_gets_no_credential_of_the_old_one(
    offer: Offering, other: FakeApi
) -> None:
    made = bound(offer, other)
    made.bind(base_url=other.origin)
    result = await made.call("GET /plain")
    assert result.is_error
    assert "no credential is declared for 'key'" in result.text
    assert not other.requests


# Security requirements: entries are alternatives, members of one go together.

SECURED = """
openapi: 3.1.0
info: {title: Secured, version: "1"}
servers: [{url: "{{API}}"}]
security: {SECURITY}
paths:
  /x: {get: {operationId: x, responses: {"200": {description: ok}}}}
  /own: {get: {operationId: own, security: [{C: []}], responses: {"200": {description: ok}}}}
  /none: {get: {operationId: none, security: [], responses: {"200": {description: ok}}}}
components:
  securitySchemes:
    A: {type: apiKey, in: header, name: X-A}
    B: {type: apiKey, in: query, name: b}
    C: {type: apiKey, in: cookie, name: c}
    D: {type: http, scheme: basic}
"""


@pytest.mark.parametrize(
    ("security", "declared", "carried"),
    [
        ("[{A: [], B: [], C: []}]", "ABC", "ABC"),
        ("[{A: [], B: [], C: []}]", "AB", None),
        ("[{A: []}, {B: []}]", "B", "B"),
        ("[{A: []}, {B: []}]", "AB", "A"),
        ("[{A: [], B: []}, {C: [], D: []}]", "ACD", "CD"),
        ("[{A: [], B: []}, {C: [], D: []}]", "AC", None),
        ("[{}, {A: []}]", "", ""),
        ("[{}, {A: []}]", "A", "A"),
        ("[{A: [], B: []}, {}]", "A", ""),
        ("[{E: []}, {A: []}]", "A", "A"),
        ("[]", "ABCD", ""),
    ],
)
async def test_one_alternative_is_met_whole_and_nothing_else_is_sent(
    offer: Offering, security: str, declared: str, carried: str | None
) -> None:
    made = offer(SECURED.replace("{SECURITY}", security))
    for scheme in declared:
        made.declare(scheme, f"secret-{scheme}:x")
    result = await made.call("GET /x")
    if carried is None:
        assert result.is_error
        assert made.nothing_sent
        assert all(f"'{key}'" in result.text for key in set("ABCD") & set(security))
        assert "secret-" not in result.text
        return
    assert not result.is_error, result.text
    request = made.sent
    places = {
        "A": request.header("x-a"),
        "B": "b=" in request.target,
        "C": request.header("cookie"),
        "D": request.header("authorization"),
    }
    assert "".join(key for key, value in places.items() if value) == carried


async def test_an_operations_own_requirement_replaces_the_general_one(offer: Offering) -> None:
    made = offer(SECURED.replace("{SECURITY}", "[{A: []}]"))
    for scheme in "AC":
        made.declare(scheme, f"secret-{scheme}")
    await made.call("GET /own")
    request = made.sent
    assert (request.header("x-a"), request.header("cookie")) == (None, "c=secret-C")
    await made.call("GET /none")
    request = made.sent
    assert (request.header("x-a"), request.header("cookie")) == (None, None)
