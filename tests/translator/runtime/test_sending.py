import random
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.fake_api import FakeApi, hang_up, reply, reply_json
from tests.in_memory import WallClock
from translator.errors import AnswerLost, EgressRefused
from translator.runtime.credentials import Authorized
from translator.runtime.egress import EgressPolicy
from translator.runtime.oauth import TokenCache, TokenKey
from translator.runtime.plan import RequestPlan
from translator.runtime.sending import Sending
from translator.runtime.transport import Transport
from translator.trace import Caller, Trace
from translator.upstream import CredentialReference, Limits

pytestmark = pytest.mark.anyio

KEY = TokenKey("https://h/token", CredentialReference("oauth", "env:X", "https://h"))


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
async def sending(api: FakeApi) -> AsyncIterator[Sending]:
    trace = Trace("t", 0.0, Caller(), "shop", "tool", "x", "c")
    async with Transport("isthmus/test") as transport:
        yield Sending(
            transport,
            TokenCache(time.monotonic),
            WallClock(),
            random.Random(1),
            EgressPolicy(frozenset({api.origin})),
            Limits(max_response_bytes=100, max_attempts=3),
            time.monotonic() + 5,
            trace,
        )


async def unchanged() -> Authorized:
    raise AssertionError("no credential is to be renewed")


def get(api: FakeApi, path: str = "/") -> Authorized:
    return Authorized(RequestPlan("GET", api.origin + path))


async def test_answer_comes_with_the_request_that_got_it(api: FakeApi, sending: Sending) -> None:
    request = get(api)
    response, answered = await sending.send(request, unchanged, repeatable=True)
    assert (response.status, answered, sending.trace.attempts) == (200, request, 1)


async def test_attempts_have_an_end(api: FakeApi, sending: Sending) -> None:
    api.script(hang_up())
    with pytest.raises(AnswerLost):
        await sending.send(get(api), unchanged, repeatable=True)
    assert (len(api.requests), sending.trace.attempts) == (3, 3)


async def test_each_request_of_a_call_has_its_own_attempts(api: FakeApi, sending: Sending) -> None:
    api.script(hang_up(), reply(), hang_up(), hang_up(), reply())
    await sending.send(get(api), unchanged, repeatable=True)
    response, _ = await sending.send(get(api), unchanged, repeatable=True)
    assert (response.status, sending.trace.attempts) == (200, 5)


async def test_last_answer_stands_when_the_api_keeps_saying_later(
    api: FakeApi, sending: Sending
) -> None:
    api.script(reply(status=503))
    response, _ = await sending.send(get(api), unchanged, repeatable=True)
    assert (response.status, len(api.requests)) == (503, 3)


async def test_answer_is_read_up_to_the_limit_of_the_upstream(
    api: FakeApi, sending: Sending
) -> None:
    api.script(reply(b"x" * 200))
    response, _ = await sending.send(get(api), unchanged, repeatable=True)
    assert (len(response.body), response.complete) == (100, False)


async def test_401_without_a_renewable_credential_stands(api: FakeApi, sending: Sending) -> None:
    api.script(reply(status=401))
    response, _ = await sending.send(get(api), unchanged, repeatable=True)
    assert (response.status, len(api.requests)) == (401, 1)


async def test_second_401_stands(api: FakeApi, sending: Sending) -> None:
    api.script(reply(status=401))
    renewals = []

    async def renew() -> Authorized:
        renewals.append(1)
        return Authorized(RequestPlan("POST", api.origin + "/new"), tokens=((KEY, "b"),))

    first = Authorized(RequestPlan("POST", api.origin + "/old"), tokens=((KEY, "a"),))
    response, answered = await sending.send(first, renew, repeatable=False)
    assert (response.status, renewals) == (401, [1])
    assert [request.target for request in api.requests] == ["/old", "/new"]
    assert answered.plan.url.endswith("/new")


async def test_token_endpoint_is_reached_under_the_same_policy(
    api: FakeApi, sending: Sending
) -> None:
    api.script(reply_json({"access_token": "t"}))
    response = await sending.send_token_request(RequestPlan("POST", api.origin + "/token"))
    assert response.status == 200
    with pytest.raises(EgressRefused):
        await sending.send_token_request(RequestPlan("POST", "https://elsewhere.example/token"))
