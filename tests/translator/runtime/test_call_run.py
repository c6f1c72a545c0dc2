import random
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import anyio
import pytest

from tests.fake_api import FakeApi, reply_json
from tests.in_memory import Record, Secrets, WallClock
from translator.errors import ErrorClass, PlanError, StoreUnavailable
from translator.json_value import JsonValue
from translator.operation import Location, Parameter
from translator.ports import ServedSurface
from translator.runtime.admission import AdmissionLimits, Expected
from translator.runtime.call_run import CallRun, Services
from translator.runtime.egress import EgressPolicy
from translator.runtime.explanation import Asked
from translator.runtime.failures import Failure
from translator.runtime.oauth import TokenCache
from translator.runtime.targets import Checked, Target
from translator.runtime.transport import Transport
from translator.surface import BoundParameter, Call, Surface
from translator.trace import Caller, Trace
from translator.upstream import Limits, Upstream

pytestmark = pytest.mark.anyio

PIN = {"type": "object", "properties": {"pin": {"type": "integer", "writeOnly": True}}}


def accept(arguments: JsonValue) -> Checked:
    return arguments, ()


def target(call: Call, secret_schema: JsonValue = None) -> Target:
    expected = Expected(Asked(call.operation, repeatable=True))
    return Target("open", call, expected, accept, secret_schema)


def call_with(location: Location, *names: str) -> Call:
    parameters = tuple(
        BoundParameter(Parameter(name, location, True, style="form"), name) for name in names
    )
    return Call("GET /door", "op", "GET", "/door", parameters=parameters, read_only=True)


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi(reply_json({})) as api:
        yield api


@pytest.fixture
async def run() -> AsyncIterator[CallRun]:
    clock = WallClock()
    async with Transport("isthmus/test") as transport:
        services = Services(
            transport,
            Secrets(),
            Record(),
            clock,
            random.Random(1),
            TokenCache(time.monotonic),
            AdmissionLimits(),
        )
        yield CallRun(services, Trace("t", 0.0, Caller(), "shop", "tool", "open", "00-a-b-01"))


def served(base_url: str | None) -> ServedSurface:
    return ServedSurface("shop", Surface("shop", "", ""), "sha256:1", 1, Upstream(base_url))


async def test_secret_in_the_query_stays_out_of_the_trace(api: FakeApi, run: CallRun) -> None:
    call = call_with(Location.QUERY, "pin", "floor")
    arguments = {"pin": 1234, "floor": 2}
    await run.perform(served(api.origin), EgressPolicy(), target(call, PIN), arguments)
    assert api.requests[0].target == "/door?pin=1234&floor=2"
    assert run.trace.request is not None
    assert "1234" not in repr(run.trace)
    assert run.trace.request.url.endswith("floor=2")


async def test_call_without_an_address_says_how_to_set_one(run: CallRun) -> None:
    with pytest.raises(PlanError, match="--base-url"):
        await run.perform(served(None), EgressPolicy(), target(call_with(Location.QUERY)), {})


async def test_several_problems_are_listed(api: FakeApi, run: CallRun) -> None:
    strict = replace(target(call_with(Location.QUERY)), check=lambda a: (a, ("a: no", "b: no")))
    outcome = await run.perform(served(api.origin), EgressPolicy(), strict, {})
    assert outcome.message.endswith("\n- a: no\n- b: no")
    assert api.requests == []


async def test_stage_is_measured_also_when_it_fails(run: CallRun) -> None:
    with pytest.raises(ZeroDivisionError), run.stage("plan"):
        raise ZeroDivisionError
    assert run.trace.stages["plan"] >= 0


async def test_end_says_the_same_in_outcome_and_trace(run: CallRun) -> None:
    outcome = run.end(Failure(ErrorClass.TOO_LARGE, "Too large.", retryable=False))
    assert (outcome.is_error, outcome.message, outcome.blocks[0].text) == (
        True,
        "Too large.",
        "Too large.",
    )
    assert (run.trace.error_class, run.trace.error) == (ErrorClass.TOO_LARGE, "Too large.")
    assert (outcome.trace_id, outcome.correlation_id) == ("t", "00-a-b-01")


class StuckRecord(Record):
    """A record whose disk does not answer."""

    async def begin(self, trace: Trace) -> None:
        await anyio.sleep_forever()


async def test_record_that_does_not_answer_holds_a_call_no_longer_than_its_deadline(
    api: FakeApi, run: CallRun
) -> None:
    run.services = replace(run.services, record=StuckRecord())
    change = replace(call_with(Location.QUERY), method="POST", read_only=False)
    limited = replace(served(api.origin), upstream=Upstream(api.origin, limits=Limits(0.2)))
    with anyio.fail_after(5), pytest.raises(StoreUnavailable, match="nothing was sent"):
        await run.perform(limited, EgressPolicy(), target(change), {})
    assert api.requests == []
    assert "record" in run.trace.stages
