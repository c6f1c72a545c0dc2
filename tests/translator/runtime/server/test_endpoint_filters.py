"""RFC 6570 filters from a client's template to the API's query, over real sockets."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp import Client
from mcp.shared.exceptions import MCPError

from tests.fake_api import FakeApi, reply_json
from tests.mcp_running import MODES, running
from tests.mcp_surfaces import call, closed, in_query
from translator.operation import Location, Parameter
from translator.surface import BoundParameter, ResourceTemplate, Surface
from translator.uri_template import expand

pytestmark = pytest.mark.anyio

LIST = {"type": "array", "items": {"type": "string"}}
COMMAS = Parameter("ids", Location.QUERY, True, style="form", explode=False)
PETS = ResourceTemplate(
    "api://zoo/pets{?status,tags*,ids,limit}",
    "pets",
    "Pets",
    "Some pets.",
    "application/json",
    call(
        "GET",
        "/pets",
        in_query("status"),
        in_query("tags"),
        BoundParameter(COMMAS, "ids"),
        in_query("limit"),
    ),
    {"status": "status", "tags": "tags", "ids": "ids", "limit": "limit"},
    closed(
        status={"type": "string"},
        tags=LIST,
        ids={"type": "array", "items": {"type": "integer"}},
        limit={"type": "integer", "maximum": 100},
    ),
)
SURFACE = Surface("zoo", "The zoo", "", resource_templates=(PETS,))


@pytest.mark.parametrize("mode", MODES)
async def test_filters_reach_the_api_in_its_own_style(mode: Any) -> None:
    reads = {
        "": "",
        "?": "",
        "?status=sold": "?status=sold",
        "?tags=a&tags=b": "?tags=a&tags=b",
        "?tags=b&status=sold&tags=a": "?status=sold&tags=b&tags=a",
        "?ids=1,2&limit=5": "?ids=1,2&limit=5",
        "?ids=1": "?ids=1",
        "?status=a%26b%3Dc%20%C3%BC&tags=x%2Cy": "?status=a%26b%3Dc%20%C3%BC&tags=x%2Cy",
        "?st%61tus=so%6Cd": "?status=sold",
        "?status=a,b": "?status=a%2Cb",
        "?status=": "?status=",
    }
    with running(reply_json([]), surface=SURFACE) as hand:
        async with Client(hand.url, mode=mode) as client:
            for query in reads:
                read = await client.read_resource(f"api://zoo/pets{query}")
                assert read.contents[0].uri == f"api://zoo/pets{query}"
    assert [request.target for request in hand.api.requests] == [
        f"/pets{query}" for query in reads.values()
    ]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("?colour=red", "there is no filter 'colour'; it takes status, tags, ids, limit"),
        ("?status=a&status=b", "status can stand only once"),
        ("?limit=5&sort=name&page=2", "there is no filter 'sort', 'page'"),
        ("?status=%ff", "not percent-encoded UTF-8"),
        ("?limit=1000", "`limit` must be at most 100"),
        ("?ids=1,x", "must be an integer"),
    ],
)
async def test_filters_that_are_none_are_refused_by_name(mode: Any, query: str, told: str) -> None:
    with running(surface=SURFACE) as hand:
        async with Client(hand.url, mode=mode) as client:
            with pytest.raises(MCPError) as refused:
                await client.read_resource(f"api://zoo/pets{query}")
    assert refused.value.error.code == -32602
    assert told in refused.value.error.message
    assert "red" not in refused.value.error.message
    assert refused.value.error.data["class"] == "invalid_arguments"
    assert hand.api.requests == []


@dataclass
class Endpoint:
    """A client, and the API behind it."""

    client: Client
    api: FakeApi

    def asked(self) -> list[tuple[str, str]]:
        """Return the query that the API was asked last."""
        query = self.api.requests[-1].target.partition("?")[2]
        return parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query))


@pytest.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    with running(reply_json([]), surface=SURFACE) as hand:
        async with Client(hand.url) as client:
            yield Endpoint(client, hand.api)


TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)


@given(TEXT, st.lists(TEXT, max_size=3), st.lists(st.integers(-9, 9), max_size=3))
@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
async def test_what_a_client_expands_is_what_the_api_is_asked(
    endpoint: Endpoint, status: str, tags: list[str], ids: list[int]
) -> None:
    values = {"status": status, "tags": tags, "ids": [str(number) for number in ids]}
    await endpoint.client.read_resource(expand(PETS.uri_template, values))
    asked = [("status", status), *(("tags", tag) for tag in tags)]
    if ids:
        asked.append(("ids", ",".join(map(str, ids))))
    assert endpoint.asked() == asked
