"""Pages that lead elsewhere, never end, break, or hold secrets; over real sockets."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.fake_api import Answer, Exchange, FakeApi, hang, hang_up, reply, reply_json
from tests.paged_shop import (
    CURSOR,
    LIMIT,
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
from translator.operation import Location, SchemeUse, SecurityRequirement, SecurityScheme
from translator.surface import (
    Paging,
)
from translator.upstream import CredentialReference, Limits

pytestmark = pytest.mark.anyio


@pytest.fixture
def api() -> Iterator[FakeApi]:
    with FakeApi() as api:
        yield api


@pytest.fixture
async def bench(api: FakeApi) -> AsyncIterator[Bench]:
    async with paged_bench(api) as bench:
        yield bench


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
