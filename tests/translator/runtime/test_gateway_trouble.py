from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest

from tests.fake_api import FakeApi, reply_json
from tests.in_memory import Record, Secrets, Surfaces, WallClock
from tests.shop import LIST, POST, SURFACE, Bench, schema_of, tool
from translator.errors import ErrorClass
from translator.operation import (
    Location,
    OAuthFlow,
    Parameter,
    SchemeUse,
    SecurityRequirement,
    SecurityScheme,
)
from translator.ports import ServedSurface
from translator.runtime.gateway import Gateway
from translator.runtime.transport import Transport
from translator.surface import BoundParameter, ResourceTemplate
from translator.trace import Caller
from translator.upstream import CredentialReference, Limits, Upstream

pytestmark = pytest.mark.anyio


class Clock(WallClock):
    """A clock that can break."""

    def __init__(self, api: FakeApi) -> None:
        self.api = api
        self.breaks = False

    def monotonic(self) -> float:
        """Return the time, unless it breaks once the API was asked."""
        if self.breaks and self.api.requests:
            raise OSError("no time")
        return super().monotonic()


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
def clock(api: FakeApi) -> Clock:
    return Clock(api)


@pytest.fixture
async def bench(api: FakeApi, clock: Clock) -> AsyncIterator[Bench]:
    upstream = Upstream(api.origin, limits=Limits(timeout_s=3.0), revision=4)
    served = ServedSurface("shop", SURFACE, "sha256:1", 7, upstream)
    surfaces, record, secrets = Surfaces({"shop": served}), Record(), Secrets()
    async with Transport("isthmus/test") as transport:
        gateway = Gateway(
            surfaces=surfaces, transport=transport, secrets=secrets, record=record, clock=clock
        )
        yield Bench(api, gateway, surfaces, record, secrets)


@pytest.mark.parametrize(
    ("name", "arguments", "error_class"),
    [
        ("order", {"qty": 1}, ErrorClass.AMBIGUOUS),
        ("get_widget", {"id": 1}, ErrorClass.INTERNAL),
    ],
)
async def test_defect_after_sending_never_calls_a_change_failed(
    bench: Bench, clock: Clock, name: str, arguments: dict[str, int], error_class: ErrorClass
) -> None:
    clock.breaks = True
    outcome = await bench.call(name, dict(arguments))
    assert outcome.error_class is error_class
    assert outcome.trace_id in outcome.message
    assert "no time" not in outcome.message
    assert ("outcome is unknown" in outcome.message) is (name == "order")


async def test_answer_in_a_charset_with_a_charset_is_read(bench: Bench) -> None:
    content_type = "application/json; charset*=utf-8''utf-8"
    bench.api.script(reply_json({"id": 1}, content_type=content_type))
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.structured == ({"id": 1},)


async def test_refusal_stands_when_the_credential_cannot_be_renewed(bench: Bench) -> None:
    flow = OAuthFlow("clientCredentials", token_url="/token")
    scheme = SecurityScheme("oauth", "oauth2", flows=(flow,))
    secured = replace(POST, security=(SecurityRequirement((SchemeUse("oauth"),)),))
    surface = replace(
        SURFACE,
        tools=(tool("order", secured, schema_of(qty={})),),
        security_schemes={"oauth": scheme},
    )
    bench.secrets.values = {"env:ID": "client:password"}
    bench.serve(surface, credentials=(CredentialReference("oauth", "env:ID", bench.api.origin),))
    bench.api.script(
        reply_json({"access_token": "first-token", "token_type": "bearer"}),
        reply_json({"message": "this account is closed"}, status=401),
        reply_json({"error": "invalid_client"}, status=401),
    )
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.error_class is ErrorClass.UPSTREAM_ERROR
    assert "this account is closed" in outcome.message
    assert "Nothing was sent" not in outcome.message
    assert bench.trace.response is not None
    assert bench.trace.response.status == 401


def withdrawn(bench: Bench) -> None:
    served = bench.surfaces.entries["shop"]
    empty = replace(served.surface, tools=(), resources=(), resource_templates=())
    bench.surfaces.entries["shop"] = replace(
        served, surface=empty, digest="sha256:2", version=8, recent=(served.surface,)
    )


async def test_trace_of_an_unknown_name_says_what_was_served(bench: Bench) -> None:
    await bench.call("nothing", {"password": "hunter2"})
    trace = bench.trace
    assert (trace.surface_digest, trace.surface_version, trace.binding_revision) == (
        "sha256:1",
        7,
        4,
    )
    assert (trace.policy_decision, trace.policy_rule) == ("refused", "unknown-name")
    assert trace.arguments == {"password": "[redacted]"}


async def test_trace_of_an_unknown_endpoint_says_so(bench: Bench) -> None:
    await bench.gateway.call_tool("elsewhere", "x", {"a": "hunter2"}, Caller())
    assert bench.trace.policy_rule == "unknown-endpoint"
    assert bench.trace.arguments == {"a": "[redacted]"}


@pytest.mark.parametrize("stopped", [True, False])
async def test_values_nobody_declared_stay_out_of_the_trace(bench: Bench, stopped: bool) -> None:
    served = bench.surfaces.entries["shop"]
    bench.surfaces.entries["shop"] = replace(served, stopped=stopped)
    await bench.call("order", {"qty": 1, "pasword": "hunter2"})
    assert bench.trace.arguments == {"qty": 1, "pasword": "[redacted]"}
    assert "hunter2" not in repr(bench.trace)


@pytest.mark.parametrize(
    ("uri", "error_class"),
    [
        ("api://shop/widgets", ErrorClass.STALE_SURFACE),
        ("api://shop/widgets/12", ErrorClass.STALE_SURFACE),
        ("api://shop/none", ErrorClass.INVALID_ARGUMENTS),
        ("api://shop/widgets/1/2", ErrorClass.INVALID_ARGUMENTS),
    ],
)
async def test_resource_of_a_recent_surface_is_stale(
    bench: Bench, uri: str, error_class: ErrorClass
) -> None:
    withdrawn(bench)
    outcome = await bench.read(uri)
    assert (outcome.unknown, outcome.error_class) == (True, error_class)
    assert (bench.trace.surface_version, bench.trace.policy_rule) == (8, "unknown-name")


async def test_query_of_an_unknown_resource_is_not_kept(bench: Bench) -> None:
    outcome = await bench.read("api://shop/none?pin=hunter2")
    assert outcome.message == "Unknown resource: api://shop/none?[redacted]"
    assert "hunter2" not in repr(bench.trace)


async def test_password_in_a_resource_is_not_kept(bench: Bench) -> None:
    pin = BoundParameter(Parameter("pin", Location.QUERY, False, style="form"), "pin")
    template = ResourceTemplate(
        "api://shop/safe{?pin}",
        "safe",
        "Safe",
        "",
        "application/json",
        replace(LIST, parameters=(pin,)),
        {"pin": "pin"},
        schema_of(pin={"type": "string", "format": "password"}),
    )
    bench.serve(replace(SURFACE, resource_templates=(template,)))
    bench.api.script(reply_json({"echo": "hunter2 hunter2"}))
    await bench.read("api://shop/safe?pin=hunter2%20hunter2")
    assert bench.api.requests[0].target == "/widgets?pin=hunter2%20hunter2"
    assert bench.trace.arguments == {"pin": "[redacted]"}
    assert bench.trace.name == "api://shop/safe{?pin}"
    assert "hunter2" not in repr(bench.trace)
