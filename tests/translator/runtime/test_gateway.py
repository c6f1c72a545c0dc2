import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import anyio
import pytest

from tests.fake_api import FakeApi, hang, hang_up, reply, reply_json
from tests.in_memory import Record, Secrets, Surfaces, WallClock
from tests.shop import GET, POST, SURFACE, WIDGET, Bench, schema_of, tool
from translator.errors import ErrorClass
from translator.operation import (
    Location,
    OAuthFlow,
    Parameter,
    SchemeUse,
    SecurityRequirement,
    SecurityScheme,
    Server,
)
from translator.ports import ServedSurface
from translator.runtime.gateway import Gateway
from translator.runtime.transport import Transport
from translator.surface import BoundParameter
from translator.trace import Admission, Caller
from translator.upstream import CredentialReference, Limits, Upstream

pytestmark = pytest.mark.anyio


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
async def bench(api: FakeApi) -> AsyncIterator[Bench]:
    upstream = Upstream(api.origin, limits=Limits(timeout_s=3.0), revision=4)
    served = ServedSurface("shop", SURFACE, "sha256:1", 7, upstream)
    surfaces, record, secrets = Surfaces({"shop": served}), Record(), Secrets()
    async with Transport("isthmus/test") as transport:
        gateway = Gateway(
            surfaces=surfaces,
            transport=transport,
            secrets=secrets,
            record=record,
            clock=WallClock(),
        )
        yield Bench(api, gateway, surfaces, record, secrets)


async def test_call_goes_out_as_planned_and_its_answer_comes_back(bench: Bench) -> None:
    bench.api.script(reply_json({"id": 2**63, "name": "x"}))
    outcome = await bench.call("get_widget", {"id": 7})
    assert bench.api.requests[0].target == "/widgets/7"
    assert outcome.structured == ({"id": 2**63, "name": "x"},)
    assert not outcome.is_error


async def test_trace_tells_the_whole_call(bench: Bench) -> None:
    bench.api.script(reply_json({"id": 1}))
    outcome = await bench.call("get_widget", {"id": 7})
    trace = bench.trace
    assert trace.trace_id == outcome.trace_id
    assert (trace.endpoint, trace.primitive, trace.name) == ("shop", "tool", "get_widget")
    assert (trace.operation, trace.operation_id) == ("GET /widgets/{id}", "op1")
    assert (trace.surface_digest, trace.surface_version, trace.binding_revision) == (
        "sha256:1",
        7,
        4,
    )
    assert (trace.policy_decision, trace.policy_rule) == ("allowed", "published")
    assert trace.arguments == {"id": 7}
    assert trace.request is not None
    assert trace.request.url == f"{bench.api.origin}/widgets/7"
    assert trace.response is not None
    assert (trace.response.status, trace.response.body) == (200, '{"id": 1}')
    assert (trace.attempts, trace.conforms, trace.admission) == (1, True, Admission.UNCHANGED)
    assert (trace.bytes_in, trace.bytes_out) == (9, 8)
    assert list(trace.stages) == [
        "lookup",
        "authorize",
        "check",
        "plan",
        "credentials",
        "send",
        "admit",
    ]
    assert (trace.error_class, trace.finished) == (None, True)


async def test_answer_that_strays_is_delivered_and_noted(bench: Bench) -> None:
    bench.api.script(reply_json({"id": "seven"}))
    outcome = await bench.call("get_widget", {"id": 7})
    assert outcome.structured == ({"id": "seven"},)
    assert bench.trace.conforms is False
    assert bench.trace.conformity


@pytest.mark.parametrize("answer", [reply_json({"name": "x"}), reply(status=204), reply("text")])
async def test_answer_that_breaks_a_strict_schema_is_delivered_all_the_same(
    bench: Bench, answer: object
) -> None:
    bench.serve(replace(SURFACE, tools=(tool("get_widget", GET, schema_of(id={}), WIDGET),)))
    bench.api.script(answer)  # type: ignore[arg-type]
    outcome = await bench.call("get_widget", {"id": 7})
    assert (outcome.is_error, outcome.structured) == (True, ())
    assert outcome.error_class is ErrorClass.MALFORMED_RESPONSE
    assert "The call succeeded" in outcome.message
    assert len(outcome.blocks) == 2


async def test_unknown_tool_is_unknown(bench: Bench) -> None:
    outcome = await bench.call("nothing")
    assert (outcome.unknown, outcome.error_class) == (True, ErrorClass.INVALID_ARGUMENTS)
    assert bench.trace.error == "Unknown tool: nothing"
    assert bench.api.requests == []


async def test_unknown_endpoint_is_unknown(bench: Bench) -> None:
    outcome = await bench.gateway.call_tool("elsewhere", "x", {}, Caller())
    assert outcome.unknown
    assert "elsewhere" in outcome.message
    assert bench.gateway.serving("elsewhere") is None


async def test_tool_of_a_recent_surface_is_stale(bench: Bench) -> None:
    served = bench.surfaces.entries["shop"]
    old = replace(served.surface.tools[0], name="old")
    recent = (replace(served.surface, tools=(old,)),)
    bench.surfaces.entries["shop"] = replace(served, recent=recent)
    outcome = await bench.call("old")
    assert (outcome.unknown, outcome.error_class) == (True, ErrorClass.STALE_SURFACE)


@pytest.mark.parametrize(
    ("arguments", "error_class"),
    [
        ({"colour": "red"}, ErrorClass.STALE_SURFACE),
        ({"size": 1}, ErrorClass.INVALID_ARGUMENTS),
    ],
)
async def test_arguments_of_a_recent_surface_are_stale(
    bench: Bench, arguments: dict[str, object], error_class: ErrorClass
) -> None:
    served = bench.surfaces.entries["shop"]
    today = next(tool for tool in served.surface.tools if tool.name == "order")
    before = replace(today, enforced_schema=schema_of(colour={"type": "string"}))
    recent = (replace(served.surface, tools=(before,)),)
    bench.surfaces.entries["shop"] = replace(served, recent=recent)
    outcome = await bench.call("order", arguments)
    assert (outcome.unknown, outcome.error_class) == (False, error_class)
    assert bench.api.requests == []


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"stopped": True}, "endpoint-stopped"),
        ({"stopped_tools": frozenset({"order"})}, "tool-stopped"),
    ],
)
async def test_what_is_stopped_is_refused_at_once(
    bench: Bench, change: dict[str, object], rule: str
) -> None:
    served = bench.surfaces.entries["shop"]
    bench.surfaces.entries["shop"] = replace(served, **change)  # type: ignore[arg-type]
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.error_class is ErrorClass.NOT_PERMITTED
    assert (bench.trace.policy_decision, bench.trace.policy_rule) == ("refused", rule)
    assert bench.trace.arguments == {"qty": 1}
    assert bench.api.requests == []


async def test_bad_arguments_are_refused_before_anything_is_sent(bench: Bench) -> None:
    outcome = await bench.call("order", {"qty": "many", "colour": "red"})
    assert outcome.error_class is ErrorClass.INVALID_ARGUMENTS
    assert "colour" in outcome.message
    assert "Nothing was sent" in outcome.message
    assert bench.api.requests == []
    assert bench.record.intents == []


async def test_argument_that_makes_no_request_is_refused(bench: Bench) -> None:
    outcome = await bench.call("get_widget")
    assert outcome.error_class is ErrorClass.INVALID_ARGUMENTS
    assert "id" in outcome.message


async def test_intent_is_recorded_before_a_change_is_sent(bench: Bench) -> None:
    bench.api.script(reply(status=204))
    await bench.call("order", {"qty": 1})
    (intent,) = bench.record.intents
    assert intent.request is not None
    assert intent.request.body == '{"qty":1}'
    assert (intent.attempts, intent.finished) == (0, False)


async def test_change_that_cannot_be_recorded_is_not_sent(bench: Bench) -> None:
    bench.record.full = True
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.error_class is ErrorClass.INTERNAL
    assert "no space" not in outcome.message
    assert outcome.trace_id in outcome.message
    assert bench.api.requests == []


async def test_reading_needs_no_intent(bench: Bench) -> None:
    await bench.call("get_widget", {"id": 1})
    assert bench.record.intents == []


async def test_refusal_of_the_api_explains_itself(bench: Bench) -> None:
    problem = {"title": "Invalid", "errors": [{"field": "qty", "message": "must be at least 1"}]}
    bench.api.script(reply_json(problem, status=422, content_type="application/problem+json"))
    outcome = await bench.call("order", {"qty": 0})
    assert outcome.is_error
    assert outcome.error_class is ErrorClass.UPSTREAM_ERROR
    expected = f"HTTP 422 Unprocessable Entity from POST /orders ({bench.api.host}): Invalid. `qty`"
    assert outcome.message.startswith(expected)
    assert outcome.blocks[0].text == outcome.message
    assert bench.trace.error == outcome.message


async def test_unreachable_api_is_named_with_its_class(bench: Bench) -> None:
    bench.serve(base_url="http://127.0.0.1:9", limits=Limits(timeout_s=3.0, max_attempts=2))
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.error_class is ErrorClass.UPSTREAM_UNREACHABLE
    assert "http://127.0.0.1:9 cannot be reached: connection refused" in outcome.message
    assert "Nothing was sent" in outcome.message
    assert outcome.retryable
    assert bench.trace.attempts == 2


async def test_timed_out_change_is_sent_once_and_its_outcome_called_unknown(bench: Bench) -> None:
    bench.api.script(hang())
    bench.serve(limits=Limits(timeout_s=0.3))
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.error_class is ErrorClass.AMBIGUOUS
    assert re.search("(?i)unknown|may have", outcome.message)
    assert "retry" not in outcome.message
    assert not outcome.retryable
    assert len(bench.api.requests) == 1


@pytest.mark.parametrize("answer", [hang_up(), reply("busy", status=503)])
async def test_change_is_never_sent_twice(bench: Bench, answer: object) -> None:
    bench.api.script(answer)  # type: ignore[arg-type]
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.is_error
    assert len(bench.api.requests) == 1


async def test_lost_answer_of_a_change_is_ambiguous(bench: Bench) -> None:
    bench.api.script(hang_up())
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.error_class is ErrorClass.AMBIGUOUS
    assert "unknown" in outcome.message


@pytest.mark.parametrize("answer", [hang_up(), reply("busy", status=503), reply(status=429)])
async def test_reading_is_tried_again(bench: Bench, answer: object) -> None:
    bench.api.script(answer, reply_json({"id": 1}))  # type: ignore[arg-type]
    outcome = await bench.call("get_widget", {"id": 1})
    assert outcome.structured == ({"id": 1},)
    assert bench.trace.attempts == 2


async def test_wait_beyond_the_deadline_gives_up_with_the_class(bench: Bench) -> None:
    bench.api.script(reply(status=429, headers=(("Retry-After", "60"),)))
    outcome = await bench.call("get_widget", {"id": 1})
    assert (outcome.error_class, outcome.retryable) == (ErrorClass.RATE_LIMITED, True)
    assert "60 seconds" in outcome.message
    assert len(bench.api.requests) == 1


async def test_idempotency_key_is_made_and_makes_repeating_safe(bench: Bench) -> None:
    key = Parameter("Idempotency-Key", Location.HEADER, True, style="simple")
    call = replace(POST, parameters=(BoundParameter(key, None),))
    bench.serve(replace(SURFACE, tools=(tool("order", call, schema_of(qty={})),)))
    bench.api.script(hang_up(), reply_json({"id": 1}))
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.structured == ({"id": 1},)
    keys = {request.header("idempotency-key") for request in bench.api.requests}
    assert keys == {outcome.trace_id}


async def test_cancelled_call_closes_the_connection_and_is_traced(bench: Bench) -> None:
    bench.api.script(hang())
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(bench.call, "order", {"qty": 1})
        await anyio.to_thread.run_sync(bench.api.received.wait, 5)
        tasks.cancel_scope.cancel()
    assert bench.trace.error_class is ErrorClass.CANCELLED
    assert bench.trace.finished
    assert await anyio.to_thread.run_sync(bench.api.closed.wait, 1)


async def test_trace_of_the_client_goes_on_upstream(bench: Bench) -> None:
    parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    outcome = await bench.call("get_widget", {"id": 1}, traceparent=parent)
    sent = bench.api.requests[0].header("traceparent")
    assert sent == outcome.correlation_id == bench.trace.correlation_id
    assert sent is not None
    assert sent.startswith("00-4bf92f3577b34da6a3ce929d0e0e4736-")
    assert outcome.trace_id != "4bf92f3577b34da6a3ce929d0e0e4736"


async def test_passwords_of_arguments_stay_out_of_the_trace(bench: Bench) -> None:
    bench.api.script(reply_json({"echo": "correct horse"}))
    await bench.call("login", {"password": "correct horse"})
    assert json.loads(bench.api.requests[0].body) == {"password": "correct horse"}
    assert "correct horse" not in repr(bench.trace)
    assert bench.trace.arguments == {"password": "[redacted]"}
    assert bench.trace.request is not None
    assert bench.trace.request.body == '{"password":"[redacted]"}'


KEY = SecurityScheme("key", "apiKey", Location.HEADER, "X-Key")
SECURED = replace(
    SURFACE,
    tools=(
        tool(
            "get_widget",
            replace(GET, security=(SecurityRequirement((SchemeUse("key"),)),)),
            schema_of(id={"type": "integer"}),
        ),
    ),
    security_schemes={"key": KEY},
)


async def test_credential_is_sent_and_never_shown(bench: Bench) -> None:
    bench.secrets.values = {"env:KEY": "s3cr3t-value"}
    reference = CredentialReference("key", "env:KEY", bench.api.origin)
    bench.serve(SECURED, credentials=(reference,))
    bench.api.script(reply_json({"id": 1, "you_sent": "s3cr3t-value"}))
    outcome = await bench.call("get_widget", {"id": 1})
    assert bench.api.requests[0].header("x-key") == "s3cr3t-value"
    assert outcome.structured == ({"id": 1, "you_sent": "[redacted]"},)
    assert "s3cr3t-value" not in repr((outcome, bench.trace))
    assert bench.trace.admission is Admission.REDACTED
    assert bench.trace.request is not None
    assert ("X-Key", "[redacted]") in bench.trace.request.headers


async def test_call_without_its_credential_is_not_sent(bench: Bench) -> None:
    bench.serve(SECURED)
    outcome = await bench.call("get_widget", {"id": 1})
    assert outcome.error_class is ErrorClass.NOT_PERMITTED
    assert "'key'" in outcome.message
    assert bench.api.requests == []


async def test_token_refused_by_a_401_is_renewed_once(bench: Bench) -> None:
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
        reply(status=401),
        reply_json({"access_token": "second-token", "token_type": "bearer"}),
        reply_json({"id": 1}),
    )
    outcome = await bench.call("order", {"qty": 1})
    assert outcome.structured == ({"id": 1},)
    assert [request.target for request in bench.api.requests] == [
        "/token",
        "/orders",
        "/token",
        "/orders",
    ]
    assert bench.api.requests[3].header("authorization") == "Bearer second-token"
    assert "second-token" not in repr(bench.trace)


async def test_servers_of_a_published_operation_may_be_called(bench: Bench) -> None:
    with FakeApi(reply_json({"id": 9})) as other:
        call = replace(GET, servers=(Server(other.origin),), own_servers=True)
        bench.serve(replace(SURFACE, tools=(tool("get_widget", call, schema_of(id={})),)))
        outcome = await bench.call("get_widget", {"id": 1})
    assert outcome.structured == ({"id": 9},)
    assert bench.api.requests == []


async def test_new_surface_counts_from_the_next_call(bench: Bench) -> None:
    assert (await bench.call("order", {"qty": 1})).is_error is False
    bench.serve(replace(SURFACE, tools=()))
    assert (await bench.call("order", {"qty": 1})).unknown


async def test_surface_is_prepared_once(bench: Bench) -> None:
    serving = bench.gateway.serving("shop")
    await bench.call("get_widget", {"id": 1})
    served = bench.surfaces.entries["shop"]
    bench.surfaces.entries["shop"] = replace(served, stopped_tools=frozenset({"login"}))
    assert bench.gateway.serving("shop") is serving


async def test_resource_is_read(bench: Bench) -> None:
    bench.api.script(reply_json([{"id": 1}]))
    outcome = await bench.read("api://shop/widgets")
    (block,) = outcome.blocks
    assert (block.text, block.uri) == ('[{"id":1}]', "api://shop/widgets")
    assert block.mime_type == "application/json"
    assert outcome.structured == ()
    assert bench.trace.primitive == "resource"


async def test_resource_template_is_read_through_the_same_plan(bench: Bench) -> None:
    outcome = await bench.read("api://shop/widgets/12")
    assert bench.api.requests[0].target == "/widgets/12"
    assert outcome.blocks[0].uri == "api://shop/widgets/12"
    assert bench.trace.operation == "GET /widgets/{id}"


async def test_resource_that_is_not_there_is_unknown(bench: Bench) -> None:
    outcome = await bench.read("api://shop/none")
    assert outcome.unknown
    assert "api://shop/none" in outcome.message


async def test_resource_the_api_refuses_is_an_error_with_a_class(bench: Bench) -> None:
    bench.api.script(reply_json({"message": "gone"}, status=404))
    outcome = await bench.read("api://shop/widgets/12")
    assert (outcome.is_error, outcome.error_class) == (True, ErrorClass.UPSTREAM_ERROR)
    assert not outcome.unknown


async def test_binary_resource_is_a_blob(bench: Bench) -> None:
    bench.api.script(reply(b"\x89\0", content_type="application/pdf"))
    (block,) = (await bench.read("api://shop/widgets")).blocks
    assert (block.kind, block.data_base64, block.uri) == ("blob", "iQA=", "api://shop/widgets")


async def test_calls_side_by_side_keep_their_own_credentials(bench: Bench) -> None:
    names = ("ada", "bob", "cyd")
    bench.secrets.values = {f"env:{name}": f"secret-of-{name}" for name in names}
    bench.serve(
        SECURED,
        credentials=tuple(
            CredentialReference("key", f"env:{name}", bench.api.origin, name) for name in names
        ),
    )

    async def call(name: str, number: int) -> None:
        await bench.gateway.call_tool("shop", "get_widget", {"id": number}, Caller(name))

    async with anyio.create_task_group() as tasks:
        for number in range(30):
            tasks.start_soon(call, names[number % 3], number)
    sent = {request.target: request.header("x-key") for request in bench.api.requests}
    assert sent == {f"/widgets/{n}": f"secret-of-{names[n % 3]}" for n in range(30)}
