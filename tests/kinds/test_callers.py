"""Several callers at one endpoint: credentials, cookies, tokens and headers stay apart."""

import asyncio
import base64
import contextlib
from typing import Any

import anyio
import httpx2
import pytest

from tests.fake_api import Answer, Exchange, reply, reply_json
from tests.kinds.conftest import Offering
from tests.kinds.offering import ERAS, Offer, Session

pytestmark = pytest.mark.anyio

NOTES = """
openapi: 3.1.0
info: {title: Notes, version: "1"}
servers: [{url: "{{API}}"}]
security: [{token: []}]
paths:
  /notes/{id}:
    get:
      operationId: getNote
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses: {"200": {description: ok, content: {application/json: {schema: {type: object}}}}}
    post:
      operationId: writeNote
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      requestBody:
        content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}
      responses: {"200": {description: ok}}
components:
  securitySchemes:
    token: {type: http, scheme: bearer}
"""

CALLERS = ("anna", "ben", "carl")
ROUNDS = 12


def known(made: Offer, *names: str) -> Offer:
    """Give each of them a key and a credential of their own."""
    for name in names:
        made.declare("token", f"secret-of-{name}", name)
        made.know(name)
    return made


def together(count: int) -> Answer:
    """Answer nobody until this many requests are waiting: they are under way at the same time."""
    waiting: list[asyncio.Event] = []

    async def answer(exchange: Exchange) -> None:
        mine = asyncio.Event()
        waiting.append(mine)
        if len(waiting) >= count:
            for other in waiting:
                other.set()
        await mine.wait()
        await reply_json({"ok": True})(exchange)

    return answer


@pytest.mark.parametrize("era", ERAS)
async def test_parallel_calls_each_carry_their_own_callers_credential(
    offer: Offering, era: Any
) -> None:
    made = known(offer(NOTES, together(len(CALLERS) * ROUNDS)), *CALLERS)

    async def note(session: Session, name: str, number: int) -> None:
        operation = "GET /notes/{id}" if number % 2 else "POST /notes/{id}"
        result = await session.call(operation, {"path:id": f"{name}-{number}"})
        assert not result.is_error

    async with contextlib.AsyncExitStack() as stack:
        sessions = [
            (name, await stack.enter_async_context(made.session(era, name))) for name in CALLERS
        ]
        async with anyio.create_task_group() as calls:
            for number in range(ROUNDS):
                for name, session in sessions:
                    calls.start_soon(note, session, name, number)
    assert {r.target: r.header("authorization") for r in made.api.requests} == {
        f"/notes/{name}-{number}": f"Bearer secret-of-{name}"
        for name in CALLERS
        for number in range(ROUNDS)
    }


async def test_a_caller_without_an_own_credential_uses_the_shared_one_and_no_others(
    offer: Offering,
) -> None:
    made = known(offer(NOTES), "anna")
    made.know("ben")
    async with made.session(principal="ben") as ben:
        refused = await ben.call("GET /notes/{id}", {"path:id": "1"})
        assert refused.is_error
        assert "no credential is declared for 'token' that ben may use" in refused.text
        assert made.nothing_sent
        made.declare("token", "shared")
        await ben.call("GET /notes/{id}", {"path:id": "2"})
        assert made.sent.header("authorization") == "Bearer shared"
    async with made.session(principal="anna") as anna:
        await anna.call("GET /notes/{id}", {"path:id": "3"})
        assert made.sent.header("authorization") == "Bearer secret-of-anna"


async def test_who_sends_no_key_is_local_and_uses_nobodys_credential(offer: Offering) -> None:
    made = known(offer(NOTES), "anna")
    refused = await made.call("GET /notes/{id}", {"path:id": "1"})
    assert refused.is_error
    assert made.nothing_sent
    made.declare("token", "of-local", "local")
    await made.call("GET /notes/{id}", {"path:id": "1"})
    assert made.sent.header("authorization") == "Bearer of-local"


async def test_a_key_that_was_removed_is_refused_within_the_same_session(offer: Offering) -> None:
    made = known(offer(NOTES), "anna")
    async with made.session(principal="anna") as session:
        assert not (await session.call("GET /notes/{id}", {"path:id": "1"})).is_error
        made.service.remove_keys(["anna"], author="op")
        made.surfaces.refresh()
        with pytest.raises(Exception, match="holds no key that this server knows"):
            await session.call("GET /notes/{id}", {"path:id": "2"})
    assert len(made.api.requests) == 1


async def test_one_callers_access_token_is_not_used_for_another(offer: Offering) -> None:
    """The state that lasts longest: tokens fetched with client credentials (RFC 6749 §4.4)."""
    made = offer(OAUTH, issuing_tokens())
    for name in ("anna", "ben"):
        made.declare("token", f"{name}:password", name)
        made.know(name)
    for _ in range(2):
        for name in ("anna", "ben"):
            async with made.session(principal=name) as session:
                assert not (await session.call("GET /me")).is_error
    calls = [r for r in made.api.requests if r.target == "/me"]
    asked = [r for r in made.api.requests if r.target == "/token"]
    assert [r.header("authorization") for r in calls] == [
        "Bearer token-of-anna",
        "Bearer token-of-ben",
        "Bearer token-of-anna",
        "Bearer token-of-ben",
    ]
    assert len(asked) == 2


OAUTH = """
openapi: 3.1.0
info: {title: Me, version: "1"}
servers: [{url: "{{API}}"}]
security: [{token: []}]
paths:
  /me: {get: {operationId: me, responses: {"200": {description: ok}}}}
components:
  securitySchemes:
    token:
      type: oauth2
      flows: {clientCredentials: {tokenUrl: "{{API}}/token", scopes: {}}}
"""


def issuing_tokens() -> Answer:
    """Answer token requests with a token that names the client, and others with nothing."""

    async def answer(exchange: Exchange) -> None:
        request = exchange.request
        if request.target != "/token":
            await reply_json({})(exchange)
            return
        basic = (request.header("authorization") or "").removeprefix("Basic ")
        client = base64.b64decode(basic).decode().partition(":")[0]
        await reply_json({"access_token": f"token-of-{client}", "token_type": "bearer"})(exchange)

    return answer


# State of the API's side: cookies.


@pytest.mark.parametrize("era", ERAS)
async def test_a_cookie_the_api_sets_is_sent_by_no_later_call(offer: Offering, era: Any) -> None:
    """Neither by another caller nor by the same one, in a new session or the old."""
    cookies = (("Set-Cookie", "who=anna; Path=/; Max-Age=99999"), ("Set-Cookie", "a=b"))
    made = known(offer(NOTES, reply_json({"n": 1}, headers=cookies)), "anna", "ben")
    async with made.session(era, "anna") as first, made.session(era, "ben") as other:
        for session in (first, other, first, other):
            await session.call("GET /notes/{id}", {"path:id": "1"})
    async with made.session(era, "anna") as again:
        await again.call("GET /notes/{id}", {"path:id": "1"})
    assert [r.header("cookie") for r in made.api.requests] == [None] * 5


async def test_a_cookie_does_not_outlive_a_redirect(offer: Offering) -> None:
    away = reply(status=307, headers=(("Location", "/notes/2"), ("Set-Cookie", "who=anna")))
    made = known(offer(NOTES, away, reply_json({})), "anna")
    async with made.session(principal="anna") as session:
        await session.call("GET /notes/{id}", {"path:id": "1"})
    assert [r.header("cookie") for r in made.api.requests] == [None] * len(made.api.requests)


@pytest.mark.parametrize("era", ERAS)
async def test_what_is_kept_of_one_callers_answer_is_read_by_nobody_else(
    offer: Offering, era: Any
) -> None:
    answer = reply_json({"notes": [f"{n} " + "x" * 1_000 for n in range(300)]})
    made = known(offer(NOTES, answer), "anna", "ben")
    async with made.session(era, "anna") as anna, made.session(era, "ben") as ben:
        result = await anna.call("GET /notes/{id}", {"path:id": "1"})
        link = next(block.uri for block in result.blocks if block.type == "resource_link")
        assert (await anna.client.read_resource(str(link))).contents
        with pytest.raises(Exception, match=r"(?i)unknown|no longer|not found"):
            await ben.client.read_resource(str(link))


# The client's own request.

THEIRS = {
    "Cookie": "sid=theirs",
    "X-Request-Tenant": "blue",
    "X-Debug": "1",
    "X-Forwarded-For": "10.0.0.1",
    "Proxy-Authorization": "Basic abcd",
    "Accept-Language": "de",
    "Idempotency-Key": "theirs",
    "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
}
OURS = {
    "accept", "accept-encoding", "authorization", "connection", "host", "traceparent", "user-agent",
}  # fmt: skip


@pytest.mark.parametrize("era", ERAS)
async def test_nothing_of_the_clients_request_goes_on(offer: Offering, era: Any) -> None:
    made = known(offer(NOTES), "anna")
    async with made.session(era, "anna", THEIRS) as session:
        await session.call("GET /notes/{id}", {"path:id": "1"})
    sent = made.sent
    assert {name.lower() for name, _ in sent.headers} <= OURS
    assert sent.header("authorization") == "Bearer secret-of-anna"
    assert not set(THEIRS.values()) & {value for _, value in sent.headers}
    assert made.keys["anna"] not in str(sent)


@pytest.mark.parametrize("era", ERAS)
async def test_a_named_header_goes_on_and_is_each_sessions_own(offer: Offering, era: Any) -> None:
    made = known(offer(NOTES, together(2)), "anna", "ben")
    made.bind(forward_headers=("X-Request-Tenant",))
    blue, red = ({**THEIRS, "X-Request-Tenant": colour} for colour in ("blue", "red"))
    async with (
        made.session(era, "anna", blue) as anna,
        made.session(era, "ben", red) as ben,
        anyio.create_task_group() as calls,
    ):
        calls.start_soon(anna.call, "GET /notes/{id}", {"path:id": "anna"})
        calls.start_soon(ben.call, "GET /notes/{id}", {"path:id": "ben"})
    assert {r.target: r.header("x-request-tenant") for r in made.api.requests} == {
        "/notes/anna": "blue",
        "/notes/ben": "red",
    }
    assert all(r.header("x-debug") is None for r in made.api.requests)
    made.api.requests.clear()
    made.api.script(reply_json({}))
    made.bind(forward_headers=())
    async with made.session(era, "anna", blue) as anna:
        await anna.call("GET /notes/{id}", {"path:id": "1"})
    assert made.sent.header("x-request-tenant") is None


async def test_a_read_resource_takes_the_named_header_too(offer: Offering) -> None:
    made = known(offer(NOTES), "anna")
    made.service.allow("api", ["getNote"], expose="both", author="op")
    made.service.publish("api", author="op")
    made.bind(forward_headers=("X-Request-Tenant",))
    async with made.session(principal="anna", headers=THEIRS) as session:
        await session.client.read_resource("api://api/notes/1")
    assert made.sent.header("x-request-tenant") == "blue"


async def test_a_header_that_looks_secret_is_kept_out_of_traces_and_answers(
    offer: Offering,
) -> None:
    made = known(offer(NOTES, reply_json({"echo": "t-very-secret"})), "anna")
    made.bind(forward_headers=("X-User-Token", "X-Request-Tenant"))
    headers = {"X-User-Token": "t-very-secret", "X-Request-Tenant": "blue"}
    async with made.session(principal="anna", headers=headers) as session:
        result = await session.call("GET /notes/{id}", {"path:id": "1"})
    assert made.sent.header("x-user-token") == "t-very-secret"
    assert "t-very-secret" not in result.text
    (trace,) = made.traces()
    assert trace.caller.principal == "anna"
    assert trace.request is not None
    shown = dict(trace.request.headers)
    assert shown["X-Request-Tenant"] == "blue"
    assert shown["X-User-Token"] == "[redacted]"
    assert "t-very-secret" not in repr(trace)


TENANTS = NOTES.replace(
    "- {name: id, in: path, required: true, schema: {type: string}}",
    "- {name: id, in: path, required: true, schema: {type: string}}\n"
    "        - {name: x-request-tenant, in: header, schema: {type: string}}",
)


async def test_an_argument_of_the_same_name_wins_over_the_clients_header(offer: Offering) -> None:
    made = known(offer(TENANTS), "anna")
    made.bind(forward_headers=("X-Request-Tenant",))
    async with made.session(principal="anna", headers=THEIRS) as session:
        inputs = {"path:id": "1", "header:x-request-tenant": "green"}
        await session.call("GET /notes/{id}", inputs)
        assert [v for k, v in made.sent.headers if k.lower() == "x-request-tenant"] == ["green"]
        await session.call("GET /notes/{id}", {"path:id": "1"})
        assert [v for k, v in made.sent.headers if k.lower() == "x-request-tenant"] == ["blue"]


async def test_a_value_a_person_pinned_is_not_replaced_by_the_client(offer: Offering) -> None:
    made = known(offer(TENANTS), "anna")
    made.service.hide_argument(
        "api", ["*"], "header:x-request-tenant", author="op", pinned=("pinned",)
    )
    made.service.publish("api", author="op")
    made.bind(forward_headers=("X-Request-Tenant",))
    async with made.session(principal="anna", headers=THEIRS) as session:
        await session.call("GET /notes/{id}", {"path:id": "1"})
    assert [v for k, v in made.sent.headers if k.lower() == "x-request-tenant"] == ["pinned"]


async def test_a_very_long_value_is_refused_and_nothing_is_sent(offer: Offering) -> None:
    made = known(offer(NOTES), "anna")
    made.bind(forward_headers=("X-Request-Tenant",))
    async with made.session(principal="anna", headers={"X-Request-Tenant": "a" * 5_000}) as session:
        result = await session.call("GET /notes/{id}", {"path:id": "1"})
    assert "the header X-Request-Tenant of the client's request" in result.text
    assert made.nothing_sent


async def test_a_key_can_be_required(offer: Offering) -> None:
    made = known(offer(NOTES, require_key=True), "anna")
    async with made.session(principal="anna") as session:
        assert not (await session.call("GET /notes/{id}", {"path:id": "1"})).is_error
    answer = httpx2.post(made.url, json={})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Bearer realm="isthmus"'
