import random
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.fake_api import FakeApi, hang_up, reply_json
from tests.in_memory import Record, Secrets, WallClock
from translator.errors import CredentialError
from translator.operation import Location, Parameter, SchemeUse, SecurityRequirement, SecurityScheme
from translator.ports import ServedSurface
from translator.runtime.admission import AdmissionLimits, Expected
from translator.runtime.egress import EgressPolicy
from translator.runtime.exchange import Exchange, Services
from translator.runtime.explanation import Asked
from translator.runtime.oauth import TokenCache
from translator.runtime.targets import Target
from translator.runtime.transport import Transport
from translator.surface import BoundParameter, Call, Surface
from translator.trace import Caller, Trace
from translator.upstream import CredentialReference, Upstream

pytestmark = pytest.mark.anyio

PAGE = BoundParameter(Parameter("page", Location.QUERY, True), "page")
KEY = SecurityScheme("key", "apiKey", Location.QUERY, "api_key")
CALL = Call(
    "GET /pets",
    "op",
    "GET",
    "/pets",
    parameters=(PAGE,),
    security=(SecurityRequirement((SchemeUse("key"),)),),
    read_only=True,
)


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi(reply_json([])) as api:
        yield api


@pytest.fixture
async def exchange(api: FakeApi) -> AsyncIterator[Exchange]:
    surface = Surface("shop", "", "", security_schemes={"key": KEY})
    reference = CredentialReference("key", "env:KEY", api.origin)
    upstream = Upstream(api.origin, credentials=(reference,), forward_headers=("X-Tenant",))
    served = ServedSurface("shop", surface, "sha256:1", 1, upstream)
    trace = Trace("t", 0.0, Caller(), "shop", "tool", "pets", "00-a-b-01")
    target = Target("pets", CALL, Expected(Asked("GET /pets", True)), lambda given: (given, ()))
    async with Transport("isthmus/test") as transport:
        services = Services(
            transport,
            Secrets({"env:KEY": "s3cret-key"}),
            Record(),
            WallClock(),
            random.Random(1),
            TokenCache(time.monotonic),
            AdmissionLimits(),
        )
        headers = (("X-Tenant", "acme"), ("X-Other", "no"))
        egress = EgressPolicy(frozenset({api.origin}))
        yield Exchange.begin(services, served, egress, target, trace, headers)


async def fetch(exchange: Exchange, call: Call, **values: Any) -> None:
    plan = exchange.plan(call, values)
    request = await exchange.authorized(plan)
    await exchange.send(plan, request, repeatable=True)


async def test_every_request_of_a_call_is_made_the_same_way(
    api: FakeApi, exchange: Exchange
) -> None:
    api.script(reply_json([]), hang_up(), reply_json([]))
    await fetch(exchange, CALL, page=1)
    await fetch(exchange, replace(CALL, parameters=(replace(PAGE, pinned=(2,)),)))
    assert [got.target for got in api.requests] == [
        "/pets?page=1&api_key=s3cret-key",
        "/pets?page=2&api_key=s3cret-key",
        "/pets?page=2&api_key=s3cret-key",
    ]
    assert {got.header("traceparent") for got in api.requests} == {"00-a-b-01"}
    assert {got.header("X-Tenant") for got in api.requests} == {"acme"}
    assert {got.header("X-Other") for got in api.requests} == {None}
    assert exchange.trace.attempts == 3


async def test_credentials_are_of_the_origin_a_request_goes_to(exchange: Exchange) -> None:
    plan = replace(exchange.plan(CALL, {}), url="http://127.0.0.1:9/pets")
    with pytest.raises(CredentialError):
        await exchange.authorized(plan)


async def test_what_is_shown_holds_no_secret(exchange: Exchange) -> None:
    plan = exchange.plan(CALL, {"page": 1})
    request = await exchange.authorized(plan)
    assert "s3cret-key" in request.plan.url
    shown = exchange.shown(plan, request)
    assert "s3cret-key" not in repr((shown.url, shown.headers))
    secret = {"type": "object", "properties": {"page": {"format": "password"}}}
    exchange.target = replace(exchange.target, secret_schema=secret)
    exchange.trace.arguments = {"page": "[redacted]"}
    shown = exchange.shown(plan, request)
    assert shown.url.endswith("/pets?page=%5Bredacted%5D")
    assert ("X-Tenant", "acme") in shown.headers
