"""Pages and item links of one call, through the gateway and over real sockets."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.fake_api import Answer, Exchange, FakeApi, hang, hang_up, reply, reply_json
from tests.in_memory import Record, Secrets, Surfaces, WallClock
from tests.shop import ANNOTATIONS, OBJECT, Bench, schema_of
from translator.collection import PageKind, Pagination
from translator.operation import Location, Parameter, SchemeUse, SecurityRequirement, SecurityScheme
from translator.ports import ServedSurface
from translator.runtime.gateway import Gateway, Outcome
from translator.runtime.transport import Transport
from translator.surface import (
    BoundBody,
    BoundMember,
    BoundParameter,
    Call,
    LinkedItems,
    Paging,
    Resource,
    ResourceTemplate,
    Surface,
    Tool,
    surface_digest,
)
from translator.trace import Admission
from translator.upstream import CredentialReference, Limits, Upstream

pytestmark = pytest.mark.anyio

CURSOR = Parameter("cursor", Location.QUERY, True)
PAGE = Parameter("page", Location.QUERY, True)
LIMIT = BoundParameter(Parameter("limit", Location.QUERY, True), "limit")
LIST = Call(
    "GET /pets",
    "op1",
    "GET",
    "/pets",
    parameters=(BoundParameter(CURSOR, "from"), BoundParameter(PAGE, "page"), LIMIT),
    read_only=True,
)
BY_CURSOR = Pagination(
    PageKind.CURSOR, items="/data", parameter="query:cursor", next="/next", more="/more"
)
ARGUMENTS = schema_of(**{"from": {}, "page": {"type": "integer"}, "limit": {"type": "integer"}})


def paging(how: Pagination = BY_CURSOR, pages: int = 3, parameter: Any = CURSOR) -> Paging:
    argument = {"cursor": "from", "page": "page"}.get(parameter.name) if parameter else None
    return Paging(how, pages, parameter, argument=argument, size="limit")


def surface(made: Paging | None, call: Call = LIST, **more: Any) -> Surface:
    schema = more.pop("schema", ARGUMENTS)
    linked = more.pop("linked_items", None)
    tool = Tool("pets", "", "", ANNOTATIONS, schema, schema, call, OBJECT, False, made, linked)
    return Surface("shop", "Shop", "", tools=(tool,), **more)


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
async def bench(api: FakeApi) -> AsyncIterator[Bench]:
    upstream = Upstream(api.origin, limits=Limits(timeout_s=3.0))
    made = surface(paging())
    served = ServedSurface("shop", made, surface_digest(made), 1, upstream)
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


def targets(bench: Bench) -> list[str]:
    return [request.target for request in bench.api.requests]


def notes(outcome: Outcome) -> list[str]:
    return [block.text for block in outcome.blocks[1:] if block.kind == "text"]


def about(outcome: Outcome) -> Any:
    return outcome.meta["isthmus/pages"]


def data(*items: Any, **more: Any) -> dict[str, Any]:
    return {"data": list(items), **more}


async def test_pages_are_followed_into_one_answer(bench: Bench) -> None:
    bench.api.script(
        reply_json(data(1, 2, next="b", total=5)),
        reply_json(data(3, 4, next="c")),
        reply_json(data(5, next=None)),
    )
    outcome = await bench.call("pets", {"limit": 2})
    assert targets(bench) == [
        "/pets?limit=2",
        "/pets?limit=2&cursor=b",
        "/pets?limit=2&cursor=c",
    ]
    assert outcome.structured == (data(1, 2, 3, 4, 5, next=None, total=5),)
    assert json.loads(outcome.blocks[0].text) == outcome.structured[0]
    assert notes(outcome) == ["[3 pages in one list of 5 entries; these are all.]"]
    assert about(outcome) == {"pages": 3, "items": 5, "more": False}
    assert not outcome.is_error


async def test_the_trace_tells_every_page(bench: Bench) -> None:
    first, second = data(1, next="b"), data(2)
    bench.api.script(reply_json(first), hang_up(), reply_json(second))
    await bench.call("pets")
    trace = bench.trace
    assert trace.attempts == 3
    assert trace.request is not None
    assert trace.request.url == f"{bench.api.origin}/pets"
    assert trace.response is not None
    assert json.loads(trace.response.body) == first
    (page,) = trace.pages
    assert (page.url, page.status) == (f"{bench.api.origin}/pets?cursor=b", 200)
    assert trace.bytes_in == len(json.dumps(first)) + len(json.dumps(second))
    assert (trace.paging, trace.error_class, trace.admission) == (None, None, Admission.UNCHANGED)
    assert "pages" in trace.stages


async def test_as_many_pages_as_were_decided_are_fetched(bench: Bench) -> None:
    bench.serve(surface(paging(pages=2)))
    bench.api.script(*(reply_json(data(n, next=f"after {n}", more=True)) for n in range(9)))
    outcome = await bench.call("pets")
    assert len(bench.api.requests) == 2
    assert outcome.structured == (data(0, 1, next="after 1", more=True),)
    assert notes(outcome) == [
        '[2 pages in one list of 2 entries. There is more: call again with from="after 1".]'
    ]
    assert about(outcome) == {"pages": 2, "items": 2, "more": True, "next": {"from": "after 1"}}


async def test_without_a_decision_one_page_is_fetched_and_the_next_is_told(bench: Bench) -> None:
    bench.serve(surface(paging(pages=1)))
    bench.api.script(reply_json(data(1, next="b")))
    outcome = await bench.call("pets")
    assert targets(bench) == ["/pets"]
    assert outcome.blocks[0].text == '{"data":[1],"next":"b"}'
    assert notes(outcome) == ['[There is more: call again with from="b".]']
    assert bench.trace.pages == ()
    assert "pages" not in bench.trace.stages


@pytest.mark.parametrize("answer", [data(1), data(), data(1, next="b", more=False), [1], 3])
async def test_where_nothing_follows_nothing_is_said(bench: Bench, answer: Any) -> None:
    bench.serve(surface(paging(pages=1)))
    bench.api.script(reply_json(answer))
    outcome = await bench.call("pets")
    assert len(outcome.blocks) == 1
    assert "next" not in about(outcome)


async def test_what_is_not_read_only_is_never_followed(bench: Bench) -> None:
    bench.serve(surface(paging(), replace(LIST, read_only=False)))
    bench.api.script(reply_json(data(1, next="b")))
    await bench.call("pets")
    assert len(bench.api.requests) == 1


# --- each kind -------------------------------------------------------------------------------

LINK = Pagination(PageKind.LINK, items="", parameter="query:page", header="Link")
NEXT_URL = Pagination(PageKind.NEXT_URL, items="/data", next="/next")
BY_PAGE = Pagination(
    PageKind.PAGE,
    items="/data",
    parameter="query:page",
    size="query:limit",
    first=1,
    pages="/pages",
)
BY_OFFSET = replace(BY_PAGE, kind=PageKind.OFFSET, first=0, pages=None, total="/total")
LAST_SEEN = replace(BY_CURSOR, next=None, last_item="/id")


def linked(value: Any, link: str) -> Answer:
    return reply(json.dumps(value), content_type="application/json", headers=(("Link", link),))


@pytest.mark.parametrize(
    ("made", "answers", "asked", "items"),
    [
        (
            paging(LINK, parameter=PAGE),
            [linked([1], '</pets?limit=1&page=2>; rel="next"'), linked([2], "</pets>; rel=first")],
            ["/pets?limit=1", "/pets?limit=1&page=2"],
            [1, 2],
        ),
        (
            paging(LINK, parameter=PAGE),
            [linked([1], "<{origin}/repositories/9/pets?page=2>; rel=next"), linked([2], "")],
            ["/pets?limit=1", "/pets?page=2"],
            [1, 2],
        ),
        (
            paging(NEXT_URL, parameter=None),
            [reply_json(data(1, next="?after=x%3D&limit=1")), reply_json(data(2, next=None))],
            ["/pets?limit=1", "/pets?after=x%3D&limit=1"],
            [1, 2],
        ),
        (
            paging(BY_PAGE, parameter=PAGE),
            [reply_json(data(1, pages=2)), reply_json(data(2, pages=2))],
            ["/pets?limit=1", "/pets?limit=1&page=2"],
            [1, 2],
        ),
        (
            paging(replace(BY_PAGE, pages=None), parameter=PAGE),
            [reply_json(data(1)), reply_json(data())],
            ["/pets?limit=1", "/pets?limit=1&page=2"],
            [1],
        ),
        (
            paging(BY_OFFSET, parameter=PAGE),
            [reply_json(data(1, 2, total=3)), reply_json(data(3, total=3))],
            ["/pets?limit=1", "/pets?limit=1&page=2"],
            [1, 2, 3],
        ),
        (
            paging(LAST_SEEN),
            [reply_json(data({"id": 7}, more=True)), reply_json(data({"id": 8}, more=False))],
            ["/pets?limit=1", "/pets?limit=1&cursor=7"],
            [{"id": 7}, {"id": 8}],
        ),
    ],
)
async def test_each_kind_is_followed(
    bench: Bench, made: Paging, answers: list[Answer], asked: list[str], items: list[Any]
) -> None:
    bench.serve(surface(made))
    bench.api.script(*answers)
    outcome = await bench.call("pets", {"limit": 1})
    assert targets(bench) == asked
    value = outcome.value[0]
    assert (value if isinstance(value, list) else value["data"]) == items
    assert not outcome.is_error


async def test_link_to_our_own_origin_may_be_absolute(bench: Bench) -> None:
    bench.serve(surface(paging(LINK, parameter=PAGE)))
    link = f"<{bench.api.origin}/pets?page=2>; rel=next"
    bench.api.script(linked([1], link), linked([2], ""))
    assert (await bench.call("pets")).structured == ({"result": [1, 2]},)


async def test_url_of_the_next_page_becomes_arguments(bench: Bench) -> None:
    bench.serve(surface(paging(LINK, 1, PAGE)))
    bench.api.script(linked([1], f"<{bench.api.origin}/repos/9?page=2&limit=5&x=y>; rel=next"))
    outcome = await bench.call("pets", {"limit": 5})
    assert notes(outcome) == ["[There is more: call again with page=2.]"]
    assert about(outcome)["next"] == {"page": 2}


async def test_numbers_that_may_go_on_are_told_with_care(bench: Bench) -> None:
    bench.serve(surface(paging(replace(BY_PAGE, pages=None), 1, PAGE)))
    bench.api.script(reply_json(data(1, 2)))
    full = await bench.call("pets", {"limit": 2})
    assert notes(full) == ["[If there is more, it comes with page=2.]"]
    assert "more" not in about(full)
    short = await bench.call("pets", {"limit": 9})
    assert notes(short) == []


async def test_cursor_in_a_body_is_followed(bench: Bench) -> None:
    members = (BoundMember("query", "q"), BoundMember("cursor", "from"))
    call = Call(
        "POST /search",
        "op2",
        "POST",
        "/search",
        body=BoundBody("application/json", True, members=members),
        read_only=True,
    )
    how = replace(BY_CURSOR, parameter="body:/cursor")
    made = Paging(how, 3, member="cursor", argument="from")
    bench.serve(surface(made, call, schema=schema_of(q={}, **{"from": {}})))
    bench.api.script(reply_json(data(1, next="b")), reply_json(data(2)))
    outcome = await bench.call("pets", {"q": "cat"})
    bodies = [json.loads(request.body) for request in bench.api.requests]
    assert bodies == [{"query": "cat"}, {"query": "cat", "cursor": "b"}]
    assert outcome.structured == (data(1, 2),)


@pytest.mark.parametrize(
    ("cursor", "written"),
    [
        ("a b&c=d#e/?+%", "a%20b%26c%3Dd%23e%2F%3F%2B%25"),
        ("ü\r\nX: y\x00", "%C3%BC%0D%0AX%3A%20y%00"),
        ("eyJhIjoxfQ==", "eyJhIjoxfQ%3D%3D"),
        (2**63, str(2**63)),
    ],
)
async def test_cursors_of_any_characters_are_sent_as_they_are(
    bench: Bench, cursor: Any, written: str
) -> None:
    bench.api.script(reply_json(data(1, next=cursor)), reply_json(data(2)))
    await bench.call("pets")
    assert targets(bench)[1] == f"/pets?cursor={written}"


async def test_cursor_shows_nothing_but_itself(bench: Bench) -> None:
    bench.serve(surface(paging(pages=1)))
    bench.api.script(reply_json(data(1, next='x"]\n\u202e')))
    outcome = await bench.call("pets")
    assert notes(outcome) == [r'[There is more: call again with from="x\"]\n\u202e".]']


# --- hostile and broken ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "elsewhere",
    [
        "http://169.254.169.254/latest/meta-data/iam",
        "http://127.0.0.1:9/pets?page=2",
        "//localhost/pets?page=2",
        "https://evil.example/pets?page=2",
    ],
)
@pytest.mark.parametrize("kind", ["link", "url"])
async def test_another_origin_is_never_asked_and_the_answer_says_so(
    bench: Bench, kind: str, elsewhere: str
) -> None:
    how = LINK if kind == "link" else NEXT_URL
    bench.serve(surface(paging(how, parameter=PAGE)))
    first = linked([1], f"<{elsewhere}>; rel=next") if kind == "link" else None
    bench.api.script(first or reply_json(data(1, next=elsewhere)))
    outcome = await bench.call("pets")
    assert len(bench.api.requests) == 1
    assert not outcome.is_error
    (note,) = notes(outcome)
    assert "Page 2 was not fetched: it is at another origin" in note
    assert "call again" not in note
    assert "another origin" in (bench.trace.paging or "")


async def test_another_origin_gets_nothing_even_where_calls_may_go_there(bench: Bench) -> None:
    with FakeApi(reply_json([2])) as other:
        bench.serve(surface(paging(LINK, parameter=PAGE)), allowed_origins=(other.origin,))
        bench.api.script(linked([1], f"<{other.origin}/pets?page=2>; rel=next"))
        outcome = await bench.call("pets")
        assert other.requests == []
    assert "another origin" in notes(outcome)[0]


@pytest.mark.parametrize(
    "link",
    ["<", "garbage", "</pets?page=2>; rel", '</pets?page=2>; rel="next', "<http://[>; rel=next"],
)
async def test_broken_link_ends_in_what_came(bench: Bench, link: str) -> None:
    bench.serve(surface(paging(LINK, parameter=PAGE)))
    bench.api.script(linked([1], link))
    outcome = await bench.call("pets")
    assert (outcome.structured, len(bench.api.requests)) == (({"result": [1]},), 1)


async def test_endless_pages_end_at_the_number_decided(bench: Bench) -> None:
    def counting() -> Callable[[Exchange], Awaitable[None]]:
        count = 0

        async def answer(exchange: Exchange) -> None:
            nonlocal count
            count += 1
            await reply_json(data(count, next=f"c{count}", more=True))(exchange)

        return answer

    bench.serve(surface(paging(pages=20)))
    bench.api.script(counting())
    outcome = await bench.call("pets")
    assert len(bench.api.requests) == 20
    assert about(outcome)["next"] == {"from": "c20"}


@pytest.mark.parametrize(
    ("made", "answer"),
    [
        (paging(pages=9), reply_json(data(1, next="same"))),
        (paging(LINK, 9, PAGE), linked([1], "</pets?page=2>; rel=next")),
        (paging(LINK, 9, PAGE), linked([1], "</pets>; rel=next")),
        (paging(NEXT_URL, 9, None), reply_json(data(1, next="/pets?x=1"))),
    ],
)
async def test_a_circle_of_pages_is_left(bench: Bench, made: Paging, answer: Answer) -> None:
    bench.serve(surface(made))
    bench.api.script(answer)
    outcome = await bench.call("pets")
    assert len(bench.api.requests) <= 2
    assert "named a page again" in notes(outcome)[0]
    assert not outcome.is_error


async def test_an_empty_page_ends(bench: Bench) -> None:
    bench.api.script(reply_json(data(1, next="b")), reply_json(data(next="c")))
    outcome = await bench.call("pets")
    assert len(bench.api.requests) == 2
    assert outcome.structured == (data(1, next="c"),)
    assert about(outcome)["next"] == {"from": "c"}


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (reply_json({"detail": "no"}, status=500), "the API answered HTTP 500"),
        (reply_json({"detail": "no"}, status=403), "the API answered HTTP 403"),
        (reply("<html>", content_type="text/html"), "holds no list where one belongs"),
        (reply_json({"data": "none"}), "holds no list where one belongs"),
        (reply(b'{"data": [', content_type="application/json"), "holds no list"),
        (hang_up(), "closed the connection"),
    ],
)
async def test_a_page_that_fails_costs_nothing_of_those_before(
    bench: Bench, broken: Answer, why: str
) -> None:
    bench.serve(surface(paging(pages=5)), limits=Limits(timeout_s=3.0, max_attempts=1))
    bench.api.script(reply_json(data(1, next="b")), reply_json(data(2, next="c")), broken)
    outcome = await bench.call("pets")
    assert not outcome.is_error
    assert outcome.structured == (data(1, 2, next="c"),)
    (note,) = notes(outcome)
    assert note.startswith("[2 pages in one list of 2 entries. Page 3 was not fetched: ")
    assert why in note
    assert note.endswith('There is more: call again with from="c".]')
    assert why in (bench.trace.paging or "")
    assert bench.trace.error_class is None


async def test_one_deadline_holds_for_all_pages(bench: Bench) -> None:
    bench.serve(surface(paging(pages=5)), limits=Limits(timeout_s=0.3))
    bench.api.script(reply_json(data(1, next="b")), hang())
    outcome = await bench.call("pets")
    assert outcome.structured == (data(1, next="b"),)
    assert "Page 2 was not fetched" in notes(outcome)[0]
    assert bench.api.closed.wait(1)


async def test_one_size_holds_for_all_pages(bench: Bench) -> None:
    first = reply_json(data("x" * 500, next="b"))
    bench.serve(surface(paging(pages=5)), limits=Limits(timeout_s=3.0, max_response_bytes=800))
    bench.api.script(first, reply_json(data("y" * 500)))
    outcome = await bench.call("pets")
    assert outcome.structured == (data("x" * 500, next="b"),)
    assert "larger than one call may fetch" in notes(outcome)[0]
    bench.api.script(first)
    again = await bench.call("pets")
    assert not again.is_error


async def test_first_answer_that_is_no_page_is_what_it_is(bench: Bench) -> None:
    bench.api.script(reply_json({"detail": "closed"}, status=404))
    outcome = await bench.call("pets")
    assert outcome.is_error
    assert "closed" in outcome.message
    bench.api.script(reply("plain", content_type="text/plain"))
    assert (await bench.call("pets")).blocks[0].text == "plain"


# --- credentials and secrets -----------------------------------------------------------------


def secured(bench: Bench, made: Paging, **more: Any) -> None:
    call = replace(LIST, security=(SecurityRequirement((SchemeUse("key"),)),))
    scheme = SecurityScheme("key", "apiKey", Location.QUERY, "api_key")
    reference = CredentialReference("key", "env:KEY", bench.api.origin)
    bench.secrets.values = {"env:KEY": "s3cret-k3y"}
    made_surface = surface(made, call, security_schemes={"key": scheme}, **more)
    bench.serve(made_surface, credentials=(reference,))


async def test_each_page_has_the_credential_and_no_trace_of_it_is_left(bench: Bench) -> None:
    secured(bench, paging(NEXT_URL, parameter=CURSOR))
    bench.api.script(
        reply_json(data(1, next="/pets?cursor=b&api_key=s3cret-k3y")),
        reply_json(data("s3cret-k3y", next="/pets?cursor=s3cret-k3y")),
        reply_json(data(3)),
    )
    outcome = await bench.call("pets")
    assert targets(bench)[:2] == [
        "/pets?api_key=s3cret-k3y",
        "/pets?cursor=b&api_key=s3cret-k3y",
    ]
    assert "s3cret-k3y" not in repr((outcome, bench.trace))
    assert outcome.structured == (data(1, "[redacted]", 3),)
    assert [page.url.removeprefix(bench.api.origin) for page in bench.trace.pages] == [
        "/pets?cursor=b&api_key=[redacted]",
        "/pets?cursor=[redacted]&api_key=[redacted]",
    ]


async def test_a_secret_is_no_hint(bench: Bench) -> None:
    secured(bench, paging(pages=1))
    bench.api.script(reply_json(data(1, next="s3cret-k3y")))
    outcome = await bench.call("pets")
    assert "s3cret-k3y" not in repr(outcome)
    assert "next" not in about(outcome)


async def test_pinned_arguments_stay_pinned_on_every_page(bench: Bench) -> None:
    pinned = replace(LIMIT, argument=None, pinned=(2,))
    call = replace(LIST, parameters=(*LIST.parameters[:2], pinned))
    bench.serve(surface(paging(NEXT_URL, parameter=CURSOR), call))
    bench.api.script(reply_json(data(1, next="/pets?cursor=b&limit=9999")), reply_json(data(2)))
    await bench.call("pets")
    assert targets(bench)[1] == "/pets?limit=2&cursor=b"


async def test_pages_with_secret_arguments_show_no_query(bench: Bench) -> None:
    schema = schema_of(**{"from": {}, "page": {}, "limit": {"format": "password"}})
    bench.serve(surface(paging(), schema=schema))
    bench.api.script(reply_json(data(1, next="b")), reply_json(data(2)))
    await bench.call("pets", {"limit": "hunter22"})
    assert "hunter22" in targets(bench)[1]
    assert "hunter22" not in repr(bench.trace)


# --- links -----------------------------------------------------------------------------------

PET = ResourceTemplate(
    "api://shop/pets/{id}", "pet", "Pet", "", "application/json", Call("GET /p", "op9", "GET", "/p")
)
LINKED = LinkedItems(PET.uri_template, "/data", "/id", "pet_id", {"id": "pet_id"}, "/name")


async def test_items_are_linked_with_what_reads_them(bench: Bench) -> None:
    bench.serve(surface(None, linked_items=LINKED, resource_templates=(PET,)))
    bench.api.script(reply_json(data({"id": 7, "name": "Rex"}, {"id": "a/b"}, {"x": 1})))
    outcome = await bench.call("pets")
    links = [(b.kind, b.text, b.uri, b.mime_type) for b in outcome.blocks[1:]]
    assert links == [
        ("link", "Rex", "api://shop/pets/7", "application/json"),
        ("link", "a/b", "api://shop/pets/a%2Fb", "application/json"),
    ]


async def test_links_are_few_and_say_so(bench: Bench) -> None:
    bench.serve(surface(None, linked_items=LINKED, resource_templates=(PET,)))
    bench.api.script(reply_json(data(*({"id": n} for n in range(57)))))
    outcome = await bench.call("pets")
    assert len([b for b in outcome.blocks if b.kind == "link"]) == 20
    assert notes(outcome) == ["[Links stand for the first 20 of 57 entries.]"]


async def test_what_is_stopped_is_not_linked(bench: Bench) -> None:
    bench.serve(surface(None, linked_items=LINKED, resource_templates=(PET,)))
    now = bench.surfaces.entries["shop"]
    bench.surfaces.entries["shop"] = replace(now, stopped_operations=frozenset({"op9"}))
    bench.api.script(reply_json(data({"id": 7})))
    assert len((await bench.call("pets")).blocks) == 1


async def test_reads_carry_links_beside_their_contents(bench: Bench) -> None:
    pets = Resource("api://shop/pets", "pets", "", "", None, LIST, LINKED)
    bench.serve(Surface("shop", "", "", resources=(pets,), resource_templates=(PET,)))
    bench.api.script(reply_json(data({"id": 7, "name": "Rex"})))
    outcome = await bench.read("api://shop/pets")
    assert len(outcome.blocks) == 1
    assert outcome.meta == {"isthmus/items": [{"uri": "api://shop/pets/7", "name": "Rex"}]}


async def test_failed_calls_have_neither_links_nor_pages(bench: Bench) -> None:
    bench.serve(surface(paging(), linked_items=LINKED, resource_templates=(PET,)))
    bench.api.script(reply_json(data({"id": 7}, next="b"), status=400))
    outcome = await bench.call("pets")
    assert outcome.is_error
    assert (len(outcome.blocks), dict(outcome.meta)) == (1, {})
