"""Completion of identifiers, through the gateway and over a real socket."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import anyio
import pytest

from tests.fake_api import FakeApi, hang, reply, reply_json
from tests.in_memory import Record, Secrets, Surfaces
from tests.mcp_surfaces import call, closed, in_path, in_query, tool
from translator.collection import PageKind, Pagination
from translator.errors import ErrorClass
from translator.ports import ServedSurface
from translator.runtime.completion import completers
from translator.runtime.completion_run import Completions, Wanted
from translator.runtime.gateway import Gateway, Outcome
from translator.runtime.serving import prepare
from translator.runtime.targets import Target
from translator.runtime.transport import Transport
from translator.surface import IdentifierSource, Paging, Resource, ResourceTemplate, Surface
from translator.trace import Caller
from translator.upstream import Limits, Upstream

pytestmark = pytest.mark.anyio

PETS = Resource("api://zoo/pets", "pets", "", "", None, call("GET", "/pets"))
PET = ResourceTemplate(
    "api://zoo/pets/{petId}",
    "pet",
    "",
    "",
    None,
    call("GET", "/pets/{petId}", in_path("petId")),
    {"petId": "petId"},
    closed(petId={"type": "integer"}),
    sources={"petId": IdentifierSource("GET-/pets", "", "/id")},
)
REPOS = ResourceTemplate(
    "api://zoo/orgs/{org}/repos",
    "repos",
    "",
    "",
    None,
    call("GET", "/orgs/{org}/repos", in_path("org")),
    {"org": "org"},
    closed(org={"type": "string", "pattern": "^[a-z]+$"}),
)
REPO = ResourceTemplate(
    "api://zoo/orgs/{org}/repos/{repo}",
    "repo",
    "",
    "",
    None,
    call("GET", "/orgs/{org}/repos/{repo}", in_path("org"), in_path("repo")),
    {"org": "org", "repo": "repo"},
    closed(org={}, repo={}),
    sources={"repo": IdentifierSource("GET-/orgs/{org}/repos", "/data", "/name", {"org": "org"})},
)
SURFACE = Surface("zoo", "", "", resources=(PETS,), resource_templates=(REPO, REPOS, PET))


@dataclass
class Clock:
    """A clock that tests set on."""

    time: float = 1_000.0

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time


@dataclass
class Desk:
    """A gateway with a real API behind it."""

    api: FakeApi
    gateway: Gateway
    surfaces: Surfaces
    record: Record
    clock: Clock = field(default_factory=Clock)

    async def complete(
        self, uri: str, variable: str, beginning: str = "", who: str = "ann", **given: str
    ) -> Outcome:
        wanted = Wanted(variable, beginning, given)
        return await self.gateway.complete("zoo", uri, wanted, Caller(who))

    async def values(self, *args: str, **given: str) -> Any:
        outcome = await self.complete(*args, **given)
        return outcome.structured[0]["values"]

    def change(self, **served: Any) -> None:
        self.surfaces.entries["zoo"] = replace(self.surfaces.entries["zoo"], **served)


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
async def desk(api: FakeApi) -> AsyncIterator[Desk]:
    upstream = Upstream(api.origin, limits=Limits(timeout_s=3.0, max_attempts=1))
    surfaces = Surfaces({"zoo": ServedSurface("zoo", SURFACE, "sha256:1", 1, upstream)})
    record, clock = Record(), Clock()
    # The transport has a clock of its own: it waits for real.
    async with Transport("isthmus/test", monotonic=clock.monotonic) as transport:
        gateway = Gateway(
            surfaces=surfaces,
            transport=transport,
            secrets=Secrets(),
            record=record,
            clock=clock,
        )
        yield Desk(api, gateway, surfaces, record, clock)


async def test_identifiers_are_offered_that_begin_like_what_is_typed(desk: Desk) -> None:
    desk.api.script(reply_json([{"id": 12}, {"id": 7}, {"id": 120}]))
    assert await desk.values("api://zoo/pets/{petId}", "petId") == ["12", "7", "120"]
    assert await desk.values("api://zoo/pets/{petId}", "petId", "12") == ["12", "120"]
    assert [request.target for request in desk.api.requests] == ["/pets"]


async def test_one_call_leaves_one_trace(desk: Desk) -> None:
    desk.api.script(reply_json([{"id": 1}]))
    await desk.values("api://zoo/pets/{petId}", "petId")
    await desk.values("api://zoo/pets/{petId}", "petId", "1")
    (trace,) = desk.record.finished
    assert (trace.primitive, trace.name, trace.operation) == ("completion", "pets", "GET /pets")
    assert (trace.caller.principal, trace.policy_decision) == ("ann", "allowed")
    assert trace.surface_version == 1


async def test_arguments_given_so_far_say_which_collection(desk: Desk) -> None:
    desk.api.script(reply_json({"data": [{"name": "a"}]}), reply_json({"data": [{"name": "b"}]}))
    uri = "api://zoo/orgs/{org}/repos/{repo}"
    assert await desk.values(uri, "repo", org="acme") == ["a"]
    assert await desk.values(uri, "repo", org="other") == ["b"]
    assert await desk.values(uri, "repo", org="acme") == ["a"]
    assert [r.target for r in desk.api.requests] == ["/orgs/acme/repos", "/orgs/other/repos"]


@pytest.mark.parametrize("given", [{}, {"org": ""}, {"petId": "1"}])
async def test_without_them_nothing_is_asked(desk: Desk, given: dict[str, str]) -> None:
    assert await desk.values("api://zoo/orgs/{org}/repos/{repo}", "repo", **given) == []
    assert (desk.api.requests, desk.record.finished) == ([], [])


async def test_arguments_that_are_none_of_the_collections_offer_nothing(desk: Desk) -> None:
    assert await desk.values("api://zoo/orgs/{org}/repos/{repo}", "repo", org="A B") == []
    assert desk.api.requests == []


async def test_what_was_found_is_kept_for_seconds_for_one_caller(desk: Desk) -> None:
    uri = "api://zoo/pets/{petId}"
    desk.api.script(*(reply_json([{"id": n}]) for n in range(5)))
    assert await desk.values(uri, "petId") == ["0"]
    assert await desk.values(uri, "petId", "", "bob") == ["1"]
    assert await desk.values(uri, "petId") == ["0"]
    desk.clock.time += 11
    assert await desk.values(uri, "petId") == ["2"]
    upstream = desk.surfaces.entries["zoo"].upstream
    desk.change(upstream=replace(upstream, revision=9))
    assert await desk.values(uri, "petId") == ["3"]


@pytest.mark.parametrize(
    "stop",
    [
        {"stopped": True},
        {"stopped_operations": frozenset({"GET-/pets"})},
        {"stopped_operations": frozenset({"GET-/pets/{petId}"})},
    ],
)
async def test_what_is_stopped_offers_nothing_at_once(desk: Desk, stop: dict[str, Any]) -> None:
    desk.api.script(reply_json([{"id": 1}]))
    assert await desk.values("api://zoo/pets/{petId}", "petId") == ["1"]
    desk.change(**stop)
    assert await desk.values("api://zoo/pets/{petId}", "petId") == []
    assert len(desk.api.requests) == 1


async def test_what_is_not_published_offers_nothing(desk: Desk) -> None:
    alone = replace(SURFACE, resources=(), resource_templates=(PET,))
    desk.change(surface=alone, digest="sha256:2")
    assert await desk.values("api://zoo/pets/{petId}", "petId") == []
    assert desk.api.requests == []


@pytest.mark.parametrize(
    ("status", "error_class"),
    [
        (500, ErrorClass.UPSTREAM_ERROR),
        (403, ErrorClass.UPSTREAM_ERROR),
        (429, ErrorClass.RATE_LIMITED),
    ],
)
async def test_a_failing_api_is_an_error_and_nothing_is_kept(
    desk: Desk, status: int, error_class: ErrorClass
) -> None:
    desk.api.script(reply_json({"detail": "no"}, status=status), reply_json([{"id": 1}]))
    outcome = await desk.complete("api://zoo/pets/{petId}", "petId")
    assert (outcome.is_error, outcome.error_class) == (True, error_class)
    assert outcome.trace_id == desk.record.finished[0].trace_id
    assert await desk.values("api://zoo/pets/{petId}", "petId") == ["1"]


@pytest.mark.parametrize("answer", [reply("<html>", content_type="text/html"), reply(status=204)])
async def test_an_answer_without_the_list_offers_nothing(desk: Desk, answer: Any) -> None:
    desk.api.script(answer)
    assert await desk.values("api://zoo/pets/{petId}", "petId") == []


async def test_identifiers_are_looked_up_in_the_whole_answer(desk: Desk) -> None:
    items = [{"id": number, "text": "x" * 500} for number in range(900)]
    desk.api.script(reply(json.dumps(items), content_type="application/json"))
    outcome = await desk.complete("api://zoo/pets/{petId}", "petId", "899")
    assert outcome.structured[0]["values"] == ["899"]


async def test_one_page_of_the_collection_is_asked(desk: Desk) -> None:
    after = in_query("after")
    paging = Paging(
        Pagination(PageKind.CURSOR, items="/data", parameter="query:after", next="/next"),
        pages=5,
        parameter=after.parameter,
    )
    pets = replace(tool("pets", call("GET", "/pets", after)), paging=paging)
    source = IdentifierSource("GET-/pets", "/data", "/id")
    pet = replace(PET, sources={"petId": source})
    desk.change(
        surface=Surface("zoo", "", "", tools=(pets,), resource_templates=(pet,)), digest="sha256:2"
    )
    desk.api.script(reply_json({"data": [{"id": 1}], "next": "b"}))
    assert await desk.values("api://zoo/pets/{petId}", "petId") == ["1"]
    assert len(desk.api.requests) == 1


async def test_what_was_refused_is_asked_again() -> None:
    (completer,) = [one for one in completers(prepare(SURFACE)).values() if one.template is PET]
    outcomes = [
        Outcome(is_error=True, error_class=ErrorClass.NOT_PERMITTED),
        Outcome(value=([{"id": 1}],)),
    ]

    async def ask(target: Target, arguments: Mapping[str, Any]) -> Outcome:
        return outcomes.pop(0)

    completions = Completions(Clock().monotonic)
    served = ServedSurface("zoo", SURFACE, "sha256:1", 1, Upstream())
    found = [
        await completions.complete(served, completer, Wanted("petId"), Caller(), (), ask)
        for _ in range(2)
    ]
    assert [one.structured[0]["values"] for one in found] == [[], ["1"]]


async def test_completions_side_by_side_ask_once(desk: Desk) -> None:
    desk.api.script(reply_json([{"id": 1}]))
    async with anyio.create_task_group() as tasks:
        for _ in range(20):
            tasks.start_soon(desk.values, "api://zoo/pets/{petId}", "petId")
    assert len(desk.api.requests) == 1


async def test_a_cancelled_completion_lets_the_next_one_ask(desk: Desk) -> None:
    desk.api.script(hang(), reply_json([{"id": 1}]))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(desk.values, "api://zoo/pets/{petId}", "petId")
        assert await anyio.to_thread.run_sync(desk.api.received.wait, 5)
        tasks.cancel_scope.cancel()
    assert desk.record.finished[0].error_class is ErrorClass.CANCELLED
    assert await desk.values("api://zoo/pets/{petId}", "petId") == ["1"]


async def test_unknown_references_are_unknown_and_known_ones_offer_nothing(desk: Desk) -> None:
    assert (await desk.complete("api://zoo/dogs/{id}", "id")).unknown
    assert (await desk.complete("api://zoo/pets/7", "petId")).structured[0]["values"] == []
    assert (await desk.complete("api://zoo/pets", "petId")).structured[0]["values"] == []
    assert await desk.values("api://zoo/pets/{petId}", "other") == []
    gone = await desk.gateway.complete("none", "api://zoo/pets/{petId}", Wanted("x"), Caller())
    assert gone.unknown
