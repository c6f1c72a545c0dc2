"""Links to items and notes about pages, as an official client gets them in both of its modes."""

from dataclasses import replace
from typing import Any

import pytest
from mcp import Client

from tests.fake_api import reply_json
from tests.mcp_running import MODES, running
from tests.mcp_surfaces import call, closed, in_path, in_query, tool
from translator.collection import PageKind, Pagination
from translator.surface import LinkedItems, Paging, Resource, ResourceTemplate, Surface

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]

AFTER = in_query("after")
LISTING = call("GET", "/pets", AFTER)
PET = ResourceTemplate(
    "api://zoo/pets/{id}",
    "pet",
    "",
    "",
    "application/json",
    call("GET", "/pets/{id}", in_path("id")),
    {"id": "id"},
    closed(id={"type": "string"}),
)
LINKED = LinkedItems(PET.uri_template, "/data", "/id", "id", {"id": "id"}, "/name")
PAGING = Paging(
    Pagination(PageKind.CURSOR, items="/data", parameter="query:after", next="/next"),
    pages=2,
    parameter=AFTER.parameter,
    argument="after",
)
TOOL = replace(
    tool("pets", LISTING, closed(after={"type": "string"}), output_schema={"type": "object"}),
    paging=PAGING,
    linked_items=LINKED,
)
PETS = Resource("api://zoo/pets", "pets", "", "", None, call("GET", "/pets"), LINKED)
SURFACE = Surface("zoo", "", "", tools=(TOOL,), resources=(PETS,), resource_templates=(PET,))
PAGES = [
    reply_json({"data": [{"id": "a/1", "name": "Rex"}], "next": "b"}),
    reply_json({"data": [{"id": "2"}], "next": "c"}),
]


async def test_a_result_links_to_its_items_which_can_be_read(mode: Any) -> None:
    with running(*PAGES, reply_json({"id": "a/1"}), surface=SURFACE) as hand:
        async with Client(hand.url, mode=mode) as client:
            result = await client.call_tool("pets", {})
            links = [block for block in result.content if block.type == "resource_link"]
            read = await client.read_resource(links[0].uri)
    assert [(link.name, link.uri, link.mime_type) for link in links] == [
        ("Rex", "api://zoo/pets/a%2F1", "application/json"),
        ("2", "api://zoo/pets/2", "application/json"),
    ]
    assert read.contents[0].text == '{"id":"a/1"}'
    assert hand.api.requests[-1].target == "/pets/a%2F1"


async def test_a_result_says_how_many_pages_it_holds_and_how_to_go_on(mode: Any) -> None:
    with running(*PAGES, surface=SURFACE) as hand:
        async with Client(hand.url, mode=mode) as client:
            await client.list_tools()
            result = await client.call_tool("pets", {})
    assert result.structured_content == {
        "data": [{"id": "a/1", "name": "Rex"}, {"id": "2"}],
        "next": "c",
    }
    assert result.content[-1].text == (
        '[2 pages in one list of 2 entries. There is more: call again with after="c".]'
    )
    assert result.meta is not None
    assert result.meta["isthmus/pages"] == {
        "pages": 2,
        "items": 2,
        "more": True,
        "next": {"after": "c"},
    }
    assert [request.target for request in hand.api.requests] == ["/pets", "/pets?after=b"]


async def test_a_read_carries_its_links_beside_the_contents(mode: Any) -> None:
    with running(*PAGES, surface=SURFACE) as hand:
        async with Client(hand.url, mode=mode) as client:
            read = await client.read_resource("api://zoo/pets")
    assert len(read.contents) == 1
    assert read.meta is not None
    assert read.meta["isthmus/items"] == [{"uri": "api://zoo/pets/a%2F1", "name": "Rex"}]
