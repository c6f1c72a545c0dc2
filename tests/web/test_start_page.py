from dataclasses import replace
from typing import Any

import pytest

from tests.mcp_surfaces import LOOK, ZOO, Published, call, tool
from translator.surface import Annotations
from web.rendering import render
from web.start_page import Link, StartPage, start_page

BASE = "http://127.0.0.1:8722"


def show(surfaces: Published, **more: Any) -> StartPage:
    surfaces.refresh()
    return start_page(surfaces, BASE, **more)


@pytest.fixture
def surfaces() -> Published:
    published = Published()
    published.publish("zoo", ZOO, "http://inside.example")
    return published


def test_an_endpoint_is_shown_with_its_address_and_version(surfaces: Published) -> None:
    (endpoint,) = show(surfaces).endpoints
    assert (endpoint.url, endpoint.title) == (f"{BASE}/mcp/zoo", "The zoo")
    assert (endpoint.version, len(endpoint.digest)) == (1, 12)


def test_what_a_model_sees_is_listed(surfaces: Published) -> None:
    (endpoint,) = show(surfaces).endpoints
    assert [tool.name for tool in endpoint.tools] == ["find", "look"]
    assert [item.name for item in endpoint.resources] == ["api://zoo/pets", "api://zoo/pets/{kind}"]


def test_a_stopped_tool_is_not_listed(surfaces: Published) -> None:
    surfaces.stop("zoo", "find")
    assert [tool.name for tool in show(surfaces).endpoints[0].tools] == ["look"]


def test_a_stopped_resource_is_not_listed() -> None:
    published = Published()
    stopped = frozenset({ZOO.resources[0].call.operation_id})
    published.publish("zoo", ZOO, stopped_operations=stopped)
    (endpoint,) = show(published).endpoints
    assert [item.name for item in endpoint.resources] == ["api://zoo/pets/{kind}"]


def test_a_stopped_endpoint_says_so_and_offers_no_connection(surfaces: Published) -> None:
    surfaces.stop("zoo")
    text = render("start.html", show(surfaces))
    assert "stopped" in text
    assert f"{BASE}/mcp/zoo" not in text


@pytest.mark.parametrize(
    ("hints", "effect"),
    [
        (Annotations(True, False, True, True), "reads"),
        (Annotations(False, False, False, True), "changes"),
        (Annotations(False, True, False, True), "may destroy"),
    ],
)
def test_a_tool_says_what_its_hints_promise(hints: Annotations, effect: str) -> None:
    surfaces = Published()
    surfaces.publish("zoo", replace(ZOO, tools=(replace(LOOK, annotations=hints),)))
    assert show(surfaces).endpoints[0].tools[0].effect == effect


@pytest.mark.parametrize(
    ("description", "summary"),
    [
        ("Finds a pet. Ask nicely.", "Finds a pet."),
        ("Finds version 1.2 of\na pet", "Finds version 1.2 of a pet"),
        ("x" * 200, "x" * 139 + "…"),
        ("", "Look around"),
    ],
)
def test_a_summary_is_the_first_sentence_and_bounded(description: str, summary: str) -> None:
    surfaces = Published()
    look = tool("look", call("GET", "/look"), title="Look around", description=description)
    surfaces.publish("zoo", replace(ZOO, tools=(look,)))
    assert show(surfaces).endpoints[0].tools[0].summary == summary


def test_clients_are_told_how_to_connect(surfaces: Published) -> None:
    page = show(surfaces, stdio_command=("/opt/isthmus", "--data", "/srv/isthmus"))
    texts = {one.client: one.text for one in page.endpoints[0].connections}
    assert texts["Claude Code"] == f"claude mcp add --transport http zoo {BASE}/mcp/zoo"
    assert f'"url": "{BASE}/mcp/zoo"' in texts["VS Code"]
    assert '"command": "/opt/isthmus"' in texts["Claude Desktop"]
    assert '"stdio",' in texts["Claude Desktop"]


def test_the_page_says_nothing_of_the_api_behind(surfaces: Published) -> None:
    assert "inside.example" not in render("start.html", show(surfaces))


def test_without_endpoints_the_page_says_how_to_get_one() -> None:
    assert "isthmus import" in render("start.html", show(Published()))


def test_further_links_are_shown(surfaces: Published) -> None:
    page = show(surfaces, links=[Link("The API", "http://127.0.0.1:9/docs", "what is called")])
    assert 'href="http://127.0.0.1:9/docs"' in render("start.html", page)
