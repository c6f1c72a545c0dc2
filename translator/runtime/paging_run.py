"""Own following the pages of one call: as many as a person allowed, in one deadline and size.

Comes in: the first answer, and what sends a request. Goes out: one answer that holds all pages,
where to go on, and why it ended. Each page is sent as the first was. A page that does not come
ends it and costs nothing of what came before.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from translator.errors import IsthmusError, PlanError
from translator.json_value import JsonValue
from translator.operation import Location
from translator.runtime.credentials import Authorized
from translator.runtime.paging import (
    Page,
    Step,
    merged,
    moved,
    next_step,
    page_from,
    page_of,
)
from translator.runtime.paging_urls import followed
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.surface import Call, Paging

LOOP = "the API named a page again that had been fetched"
TOO_LARGE = "all pages together are larger than one call may fetch"

#: Sends the request of a call, at most so many bytes of its answer; gives the request it answers.
Fetch = Callable[[RequestPlan, int], Awaitable[tuple[Response, Authorized]]]
#: Plans a call with its values.
Plan = Callable[[Call, Mapping[str, JsonValue]], RequestPlan]


@dataclass(frozen=True, slots=True)
class Followed:
    """The pages of one call: one `response` of all, the last of them, and where to go on.

    `stopped` says why the next page did not come though it was wanted, '' where it did or there
    is none. `requests` are those of the pages after the first, in order.
    """

    response: Response
    last: Page
    step: Step | None
    count: int = 1
    items: int = 0
    stopped: str = ""
    plan: RequestPlan | None = field(default=None, repr=False)
    requests: tuple[tuple[Authorized, Response], ...] = field(default=(), repr=False)


def alone(
    paging: Paging,
    call: Call,
    values: Mapping[str, JsonValue],
    plan: RequestPlan,
    response: Response,
    value: JsonValue,
) -> Followed:
    """Return an answer that was read already, with what leads on from it; nothing is fetched."""
    page = page_from(paging, call, values, response, value)
    items = len(page.items or ())
    return Followed(response, page, next_step(paging, page), items=items, plan=plan)


@dataclass(slots=True)
class Following:
    """One call on its way through its pages; `max_bytes` are for all of them together."""

    paging: Paging
    call: Call
    values: Mapping[str, JsonValue]
    plan: Plan
    fetch: Fetch
    max_bytes: int
    _asked: set[tuple[str, bytes | None]] = field(default_factory=set)
    requests: list[tuple[Authorized, Response]] = field(default_factory=list, repr=False)
    pages: list[Page] = field(default_factory=list, repr=False)
    """The pages so far."""

    async def follow(
        self, plan: RequestPlan, response: Response, request: Authorized
    ) -> Followed | None:
        """Return the pages from the first on, None where the first answer is no page.

        `plan` is the first request without credentials, `request` with them.
        """
        page = page_of(self.paging, self.call, self.values, response)
        if page is None:
            return None
        pages, stopped, step = self.pages, "", next_step(self.paging, page)
        pages.append(page)
        self._asked.add((plan.url, plan.body))
        while step is not None and page.items and len(pages) < self.paging.pages:
            following = self._planned(step, plan, page, request)
            if isinstance(following, str):
                stopped = following
                break
            got = await self._page(following, step)
            if isinstance(got, str):
                stopped = got
                break
            plan, (page, request) = following, got
            pages.append(page)
            step = next_step(self.paging, page)
        return Followed(
            response if len(pages) == 1 else merged(self.paging, pages),
            page,
            step,
            len(pages),
            sum(len(one.items or ()) for one in pages),
            stopped,
            plan,
            tuple(self.requests),
        )

    def _planned(
        self, step: Step, plan: RequestPlan, page: Page, request: Authorized
    ) -> RequestPlan | str:
        """Return the request for the next page, or why there is none."""
        if step.url:
            filled = [place.name for place in request.added if place.location is Location.QUERY]
            asking = self.paging.parameter.name if self.paging.parameter is not None else None
            base = page.response.url or plan.url
            made = followed(plan, step.url, base, self.call, filled, asking)
        else:
            try:
                made = self.plan(moved(self.call, self.paging, step.value), self.values)
            except PlanError as error:
                return str(error)
        if isinstance(made, str):
            return made
        asked = (made.url, made.body)
        if asked in self._asked:
            return LOOP
        self._asked.add(asked)
        return made

    async def _page(self, plan: RequestPlan, step: Step) -> tuple[Page, Authorized] | str:
        """Fetch a page, or return why it did not come."""
        left = self.max_bytes - sum(len(page.response.body) for page in self.pages)
        if left <= 0:
            return TOO_LARGE
        try:
            response, request = await self.fetch(plan, left)
        except IsthmusError as error:
            return str(error).removesuffix(".")
        self.requests.append((request, response))
        if not response.complete:
            return TOO_LARGE
        page = page_of(self.paging, self.call, self.values, response)
        if page is None or page.items is None:
            return _not_a_page(response)
        return (page if step.url else replace(page, position=_position(step, page))), request


def _position(step: Step, page: Page) -> int | None:
    return step.value if isinstance(step.value, int) else page.position


def _not_a_page(response: Response) -> str:
    if 200 <= response.status < 300:
        return "the API's answer holds no list where one belongs"
    return f"the API answered HTTP {response.status}"
