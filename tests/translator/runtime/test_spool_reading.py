"""Large answers and their pages, through the gateway and over a real socket."""

import base64
import json
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace

import pytest

from tests.fake_api import FakeApi, reply, reply_json
from tests.in_memory import Record, Secrets, Surfaces
from tests.shop import SURFACE, Bench
from translator.errors import ErrorClass
from translator.json_value import JsonValue
from translator.ports import ServedSurface
from translator.runtime.admitted import AdmissionLimits
from translator.runtime.gateway import Gateway, Outcome
from translator.runtime.replying import CUTS_KEY, WHOLE_KEY
from translator.runtime.spool_reading import PAGES_KEY
from translator.runtime.spool_store import MemorySpool
from translator.runtime.transport import Transport
from translator.trace import Admission, Caller, Kind
from translator.upstream import Limits, Upstream

pytestmark = pytest.mark.anyio

SMALL = AdmissionLimits(max_text_bytes=1_000, max_binary_bytes=1_000)
ROWS: list[JsonValue] = [{"id": n, "name": f"row {n}"} for n in range(500)]
ANN, BOB = Caller("ann"), Caller("bob")


@dataclass
class Clock:
    """A clock that a test moves."""

    ahead: float = 0.0

    def now(self) -> float:
        return self.ahead

    def monotonic(self) -> float:
        return time.monotonic() + self.ahead


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def bench(api: FakeApi, clock: Clock) -> AsyncIterator[Bench]:
    upstream = Upstream(api.origin, limits=Limits(timeout_s=3.0))
    served = ServedSurface("shop", SURFACE, "sha256:1", 7, upstream)
    surfaces, record, secrets = Surfaces({"shop": served}), Record(), Secrets()
    async with Transport("isthmus/test") as transport:
        gateway = Gateway(
            surfaces=surfaces,
            transport=transport,
            secrets=secrets,
            record=record,
            clock=clock,
            admission=SMALL,
            spool=MemorySpool(clock.monotonic, lifetime_s=600),
        )
        yield Bench(api, gateway, surfaces, record, secrets)


async def called(bench: Bench, value: JsonValue = ROWS, caller: Caller = ANN) -> Outcome:
    bench.api.script(reply_json(value))
    return await bench.gateway.call_tool("shop", "get_widget", {"id": 7}, caller)


async def read(bench: Bench, uri: str, caller: Caller = ANN) -> Outcome:
    return await bench.gateway.read_resource("shop", uri, caller)


async def all_pages(bench: Bench, uri: str) -> list[Outcome]:
    pages = [await read(bench, uri)]
    while "next" in pages[-1].meta[PAGES_KEY]:
        pages.append(await read(bench, pages[-1].meta[PAGES_KEY]["next"]))
    assert [page.meta[PAGES_KEY]["page"] for page in pages] == list(range(1, len(pages) + 1))
    return pages


async def test_cut_answer_links_to_the_rest_and_its_pages_are_the_whole(bench: Bench) -> None:
    outcome = await called(bench)
    answer, cut, rest, link = outcome.blocks
    kept = json.loads(answer.text)
    assert outcome.structured == ({"result": kept},)
    assert kept == ROWS[: len(kept)]
    assert f"the first {len(kept)} of 500 entries" in cut.text
    assert (link.kind, link.mime_type) == ("link", "application/json")
    assert f"The rest can be read for 10 minutes, by pages: {link.uri}]" in rest.text
    assert outcome.meta[WHOLE_KEY] == link.uri
    assert outcome.meta[CUTS_KEY] == [
        {"pointer": "", "what": "entries", "kept": len(kept), "of": 500}
    ]
    pages = await all_pages(bench, str(link.uri))
    together = [entry for page in pages for entry in json.loads(page.blocks[0].text)]
    assert together == ROWS
    assert all(len(page.blocks[0].text.encode()) <= 1_000 for page in pages)
    assert len(bench.api.requests) == 1


async def test_list_inside_an_answer_has_pages_of_its_own(bench: Bench) -> None:
    value = {"total": 500, "items": ROWS, "log": "line\n" * 900}
    outcome = await called(bench, value)
    items, log, whole = (block for block in outcome.blocks if block.kind == "link")
    assert outcome.structured[0]["total"] == 500
    pages = await all_pages(bench, str(items.uri))
    assert [e for page in pages for e in json.loads(page.blocks[0].text)] == ROWS
    pages = await all_pages(bench, str(log.uri))
    assert "".join(page.blocks[0].text for page in pages) == value["log"]
    pages = await all_pages(bench, str(whole.uri))
    assert json.loads("".join(page.blocks[0].text for page in pages)) == value


async def test_pages_know_their_neighbours(bench: Bench) -> None:
    uri = (await called(bench)).meta[WHOLE_KEY]
    first = await read(bench, uri)
    second = await read(bench, f"{uri}?page=2")
    pages = first.meta[PAGES_KEY]["pages"]
    assert first.meta[PAGES_KEY] == {"page": 1, "pages": pages, "next": f"{uri}?page=2"}
    assert second.meta[PAGES_KEY]["previous"] == uri
    assert f"Page 2 of {pages}. Entries " in second.blocks[1].text
    assert f"Next: {uri}?page=3 Previous: {uri}" in second.blocks[1].text
    last = await read(bench, f"{uri}?page={pages}")
    assert "next" not in last.meta[PAGES_KEY]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [("a,b\n" * 900, "text/csv"), ("<a>" + "x" * 4_000 + "</a>", "application/xml")],
)
async def test_text_is_read_by_pages_too(bench: Bench, body: str, content_type: str) -> None:
    bench.api.script(reply(body, content_type=content_type))
    outcome = await bench.gateway.call_tool("shop", "get_widget", {"id": 7}, ANN)
    assert body.startswith(outcome.blocks[0].text)
    pages = await all_pages(bench, outcome.meta[WHOLE_KEY])
    assert "".join(page.blocks[0].text for page in pages) == body


async def test_binary_is_read_by_pages_too(bench: Bench) -> None:
    body = bytes(range(256)) * 20
    bench.api.script(reply(body, content_type="image/png"))
    outcome = await bench.gateway.call_tool("shop", "get_widget", {"id": 7}, ANN)
    assert not outcome.is_error
    pages = await all_pages(bench, outcome.meta[WHOLE_KEY])
    assert b"".join(base64.b64decode(page.blocks[0].data_base64) for page in pages) == body


async def test_page_nobody_promised_is_kept_whole(bench: Bench) -> None:
    page = "<html><script>x()</script><body>Please log in</body></html>"
    bench.api.script(reply(page, content_type="text/html"))
    outcome = await bench.gateway.call_tool("shop", "get_widget", {"id": 7}, ANN)
    assert outcome.blocks[0].text == "Please log in"
    whole = await read(bench, outcome.meta[WHOLE_KEY])
    assert whole.blocks[0].text == page


async def test_cut_resource_says_where_the_rest_is(bench: Bench) -> None:
    bench.api.script(reply_json(ROWS))
    outcome = await read(bench, "api://shop/widgets")
    kept = json.loads(outcome.blocks[0].text)
    assert kept == ROWS[: len(kept)]
    assert [block.kind for block in outcome.blocks] == ["text"] * 3
    uri = outcome.meta[WHOLE_KEY]
    assert uri in outcome.blocks[2].text
    pages = await all_pages(bench, uri)
    assert [e for page in pages for e in json.loads(page.blocks[0].text)] == ROWS


async def test_reading_a_page_leaves_a_trace_and_asks_no_api(bench: Bench) -> None:
    uri = (await called(bench)).meta[WHOLE_KEY]
    await read(bench, f"{uri}?page=2")
    trace = bench.record.finished[-1]
    assert (trace.primitive, trace.operation_id, trace.read_only) == ("resource", "op1", True)
    assert trace.name.startswith("isthmus://shop/spool/")
    assert uri.rpartition("/")[2] not in repr(trace)
    assert trace.arguments == {"pointer": "", "page": 2}
    assert (trace.policy_decision, trace.policy_rule) == ("allowed", "published")
    assert (trace.attempts, trace.request, trace.response) == (0, None, None)
    assert trace.admission is Admission.TRUNCATED
    assert 0 < trace.bytes_out <= 1_000
    assert trace.bytes_in > 10_000
    assert trace.finished


async def test_another_caller_and_an_unknown_address_get_the_same_answer(bench: Bench) -> None:
    uri = (await called(bench)).meta[WHOLE_KEY]
    outcomes = [
        await read(bench, uri, BOB),
        await read(bench, uri[:-1] + "!"),
        await bench.gateway.read_resource("shop", "isthmus://shop/spool/", ANN),
    ]
    assert len({(one.message, one.unknown, one.error_class) for one in outcomes}) == 1
    assert outcomes[0].unknown
    assert "Call the tool, or read the resource, again" in outcomes[0].message
    assert not (await read(bench, uri)).is_error


async def test_expired_answer_says_to_call_again(bench: Bench, clock: Clock) -> None:
    uri = (await called(bench)).meta[WHOLE_KEY]
    clock.ahead = 599
    assert not (await read(bench, uri)).is_error
    clock.ahead = 601
    expired = await read(bench, uri)
    assert expired.unknown
    assert expired.message == (await read(bench, "isthmus://shop/spool/never")).message
    assert "kept for 10 minutes" in expired.message


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?page=999", "and no page 999"),
        ("?page=0", "`page` is a number"),
        ("?pointer=/nothing", "nothing in it at /nothing"),
        ("?rows=1", "its query takes"),
    ],
)
async def test_page_that_is_not_there_says_what_is(bench: Bench, query: str, said: str) -> None:
    uri = (await called(bench)).meta[WHOLE_KEY]
    outcome = await read(bench, uri + query)
    assert (outcome.error_class, outcome.unknown) == (ErrorClass.INVALID_ARGUMENTS, False)
    assert said in outcome.message


@pytest.mark.parametrize(
    "change",
    [
        {"stopped": True},
        {"stopped_tools": frozenset({"get_widget"})},
        {"stopped_operations": frozenset({"op1"})},
    ],
)
async def test_what_stops_the_tool_stops_its_pages(bench: Bench, change: dict[str, object]) -> None:
    uri = (await called(bench)).meta[WHOLE_KEY]
    served = bench.surfaces.entries["shop"]
    bench.surfaces.entries["shop"] = replace(served, **change)  # type: ignore[arg-type]
    assert (await read(bench, uri)).error_class is ErrorClass.NOT_PERMITTED


async def test_what_is_withdrawn_is_not_read_any_more(bench: Bench) -> None:
    uri = (await called(bench)).meta[WHOLE_KEY]
    bench.serve(replace(SURFACE, tools=(), resources=(), resource_templates=()))
    assert (await read(bench, uri)).unknown


async def test_secret_is_out_of_what_is_kept(bench: Bench) -> None:
    secret = "correct-horse-battery"
    rows = [{"id": n, "echo": secret} for n in range(200)]
    bench.api.script(reply_json(rows))
    outcome = await bench.gateway.call_tool("shop", "login", {"password": secret}, ANN)
    pages = await all_pages(bench, outcome.meta[WHOLE_KEY])
    text = "".join(page.blocks[0].text for page in pages)
    assert secret not in text
    assert text.count("[redacted]") == 200


async def test_command_line_gets_no_link_it_could_not_follow(bench: Bench) -> None:
    outcome = await called(bench, caller=Caller(kind=Kind.CLI))
    assert WHOLE_KEY not in outcome.meta
    assert outcome.meta[CUTS_KEY]
    assert [block.kind for block in outcome.blocks] == ["text", "text"]


async def test_unknown_endpoint_stays_unknown(bench: Bench) -> None:
    outcome = await bench.gateway.read_resource("elsewhere", "isthmus://elsewhere/spool/x", ANN)
    assert outcome.unknown
    assert "Unknown endpoint" in outcome.message
