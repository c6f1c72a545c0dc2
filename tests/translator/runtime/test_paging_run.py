import json
from collections.abc import Mapping
from typing import Any

import pytest

from translator.collection import PageKind, Pagination
from translator.errors import AnswerLost, PlanError
from translator.operation import Location, Parameter
from translator.runtime.credentials import Added, Authorized
from translator.runtime.paging import Step
from translator.runtime.paging_run import LOOP, TOO_LARGE, Followed, Following, alone
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.surface import Call, Paging

pytestmark = pytest.mark.anyio

CALL = Call("GET /p", "op", "GET", "/p", read_only=True)
CURSOR = Parameter("c", Location.QUERY, True)
PLAN = RequestPlan("GET", "https://a.example/p")
BY_CURSOR = Pagination(PageKind.CURSOR, items="/data", parameter="query:c", next="/next")


def answer(value: Any, status: int = 200, complete: bool = True) -> Response:
    return Response(status, (), json.dumps(value).encode(), complete, PLAN.url)


class Api:
    """Answers in turn, and remembers what was asked and how much might come."""

    def __init__(self, *answers: Response | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, int]] = []

    async def fetch(self, plan: RequestPlan, max_bytes: int) -> tuple[Response, Authorized]:
        self.asked.append((plan.url.removeprefix("https://a.example"), max_bytes))
        found = self.answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found, Authorized(plan)


def plan(call: Call, values: Mapping[str, Any]) -> RequestPlan:
    (pinned,) = call.parameters[-1].pinned
    return RequestPlan("GET", f"https://a.example/p?c={pinned}")


async def follow(api: Api, first: Response, pages: int = 9, **more: Any) -> Followed | None:
    paging = Paging(more.pop("how", BY_CURSOR), pages, CURSOR)
    following = Following(
        paging, CALL, {}, more.pop("plan", plan), api.fetch, more.pop("max_bytes", 1_000)
    )
    return await following.follow(PLAN, first, more.pop("request", Authorized(PLAN)))


async def test_pages_come_until_nothing_leads_on() -> None:
    api = Api(answer({"data": [2], "next": "c"}), answer({"data": [3]}))
    first = answer({"data": [1], "next": "b"})
    found = await follow(api, first)
    assert found is not None
    left = 1_000 - len(first.body)
    assert api.asked == [("/p?c=b", left), ("/p?c=c", left - len(b'{"data": [2], "next": "c"}'))]
    assert json.loads(found.response.body) == {"data": [1, 2, 3]}
    assert (found.count, found.items, found.step, found.stopped) == (3, 3, None, "")
    assert len(found.requests) == 2


@pytest.mark.parametrize(
    ("answers", "stopped", "count"),
    [
        ([answer({"data": [2], "next": "b"})], LOOP, 2),
        ([answer({"data": [2]}, complete=False)], TOO_LARGE, 1),
        ([answer({"data": [2]}, status=500)], "the API answered HTTP 500", 1),
        ([answer({"data": 2})], "the API's answer holds no list where one belongs", 1),
        ([AnswerLost("It is gone.", sent=True)], "It is gone", 1),
        ([answer({"data": []})], "", 2),
    ],
)
async def test_whatever_ends_it_keeps_what_came(
    answers: list[Response | Exception], stopped: str, count: int
) -> None:
    found = await follow(Api(*answers), answer({"data": [1], "next": "b"}))
    assert found is not None
    assert (found.stopped, found.count) == (stopped, count)
    assert json.loads(found.response.body)["data"][0] == 1


async def test_a_cursor_that_cannot_be_written_costs_nothing_of_what_came() -> None:
    def refuse(call: Call, values: Mapping[str, Any]) -> RequestPlan:
        raise PlanError("c: cannot be written")

    found = await follow(Api(), answer({"data": [1], "next": "b"}), plan=refuse)
    assert found is not None
    assert (found.stopped, found.count) == ("c: cannot be written", 1)


async def test_nothing_left_of_the_size_asks_for_nothing() -> None:
    first = answer({"data": [1], "next": "b"})
    api = Api()
    found = await follow(api, first, max_bytes=len(first.body))
    assert found is not None
    assert (found.stopped, api.asked) == (TOO_LARGE, [])


async def test_first_answer_that_is_no_page_is_nothing_to_follow() -> None:
    assert await follow(Api(), answer({"data": [1], "next": "b"}, status=404)) is None


async def test_list_that_is_not_there_is_not_followed() -> None:
    found = await follow(Api(), answer({"rows": [1], "next": "b"}))
    assert found is not None
    assert (found.count, found.items, found.step) == (1, 0, Step("b"))


async def test_url_keeps_credentials_of_the_query_to_those_who_fill_them() -> None:
    how = Pagination(PageKind.NEXT_URL, items="/data", next="/next")
    api = Api(answer({"data": [2]}))
    request = Authorized(PLAN, (Added(Location.QUERY, "key"), Added(Location.HEADER, "c")))
    await follow(api, answer({"data": [1], "next": "?key=x&c=2"}), how=how, request=request)
    assert [target for target, _ in api.asked] == ["/p?c=2"]


async def test_numbers_go_on_from_the_page_that_was_asked_for() -> None:
    how = Pagination(PageKind.PAGE, items="/data", parameter="query:c", first=1)
    api = Api(answer({"data": [2]}), answer({"data": [3]}), answer({"data": []}))
    found = await follow(api, answer({"data": [1]}), how=how)
    assert found is not None
    assert [target for target, _ in api.asked] == ["/p?c=2", "/p?c=3", "/p?c=4"]
    assert (found.step, found.items) == (None, 3)


def test_an_answer_alone_tells_where_to_go_on() -> None:
    paging = Paging(BY_CURSOR, 1, CURSOR)
    response = answer({})
    found = alone(paging, CALL, {}, PLAN, response, {"data": [1, 2], "next": "b"})
    assert (found.step, found.items, found.count) == (Step("b"), 2, 1)
    assert found.response is response
