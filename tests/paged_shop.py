"""A tool whose answers come in pages, and a gateway over it with a real API behind."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from tests.fake_api import Answer, FakeApi, reply
from tests.in_memory import Record, Secrets, Surfaces, WallClock
from tests.shop import ANNOTATIONS, OBJECT, Bench, schema_of
from translator.collection import PageKind, Pagination
from translator.operation import Location, Parameter
from translator.ports import ServedSurface
from translator.runtime.gateway import Gateway, Outcome
from translator.runtime.transport import Transport
from translator.surface import BoundParameter, Call, Paging, Surface, Tool, surface_digest
from translator.upstream import Limits, Upstream

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


@asynccontextmanager
async def paged_bench(api: FakeApi) -> AsyncIterator[Bench]:
    """Serve the tool over the API."""
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
