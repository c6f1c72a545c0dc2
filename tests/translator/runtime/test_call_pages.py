"""Pages and item links of one call, through the gateway and over real sockets."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.fake_api import Answer, FakeApi, hang_up, reply_json
from tests.paged_shop import (
    BY_CURSOR,
    BY_OFFSET,
    BY_PAGE,
    LAST_SEEN,
    LINK,
    LIST,
    NEXT_URL,
    PAGE,
    about,
    data,
    linked,
    notes,
    paged_bench,
    paging,
    surface,
    targets,
)
from tests.shop import Bench, schema_of
from translator.surface import (
    BoundBody,
    BoundMember,
    Call,
    ExpectedResponse,
    LinkedItems,
    Paging,
    Resource,
    ResourceTemplate,
    Surface,
)
from translator.trace import Admission

pytestmark = pytest.mark.anyio


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
async def bench(api: FakeApi) -> AsyncIterator[Bench]:
    async with paged_bench(api) as bench:
        yield bench


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


@pytest.mark.parametrize(("second", "conforms"), [(data(2), True), (data("x"), False)])
async def test_each_page_is_held_to_the_description_by_itself(
    bench: Bench, second: Any, conforms: bool
) -> None:
    numbers = {"type": "array", "items": {"type": "integer"}, "maxItems": 1}
    schema = {"type": "object", "properties": {"data": numbers}}
    expected = ExpectedResponse("200", "application/json", schema)
    bench.serve(surface(paging(), replace(LIST, responses=(expected,))))
    bench.api.script(reply_json(data(1, next="b")), reply_json(second))
    outcome = await bench.call("pets")
    assert not outcome.is_error
    assert bench.trace.conforms is conforms
    assert (bench.trace.conformity is None) is conforms


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
