from dataclasses import replace

import pytest

from tests.mcp_surfaces import FIND, LOOK, ZOO, Published, closed
from translator.ports import ServedSurface
from translator.runtime.server.lists import Lists, list_surface
from translator.surface import Prompt, Surface


def served(surface: Surface = ZOO, *stopped_tools: str, stopped: bool = False) -> ServedSurface:
    surfaces = Published()
    surfaces.publish("zoo", surface)
    surfaces.refresh()
    found = surfaces.served("zoo")
    assert found is not None
    return replace(found, stopped=stopped, stopped_tools=frozenset(stopped_tools))


def names(lists: Lists) -> list[str]:
    return [tool["name"] for tool in lists.tools[None]["tools"]]


def test_everything_of_the_surface_is_listed_in_its_order() -> None:
    lists = list_surface(served())
    assert names(lists) == ["find", "look"]
    assert lists.resources[None]["resources"] == [
        {
            "uri": "api://zoo/pets",
            "name": "pets",
            "title": "Pets",
            "description": "All pets.",
            "mimeType": "application/json",
        }
    ]
    assert lists.resource_templates[None]["resourceTemplates"][0]["uriTemplate"] == (
        "api://zoo/pets/{kind}"
    )
    assert lists.instructions == "Be kind to the animals."


def test_a_stopped_tool_is_not_listed() -> None:
    assert names(list_surface(served(ZOO, "find"))) == ["look"]


def test_resources_of_a_stopped_operation_are_not_listed() -> None:
    calls = [one.call for one in ZOO.resources] + [one.call for one in ZOO.resource_templates]
    stopped = frozenset(call.operation_id for call in calls)
    lists = list_surface(replace(served(), stopped_operations=stopped))
    assert lists.resources[None]["resources"] == []
    assert lists.resource_templates[None]["resourceTemplates"] == []


@pytest.mark.parametrize("nothing", [None, served(stopped=True)])
def test_of_nothing_and_of_what_is_stopped_the_lists_are_empty(
    nothing: ServedSurface | None,
) -> None:
    lists = list_surface(nothing)
    assert names(lists) == []
    assert lists.resources[None]["resources"] == []
    assert lists.instructions == ""


def test_a_long_list_is_cut_into_pages_that_lead_to_each_other() -> None:
    many = tuple(replace(LOOK, name=f"look{n}") for n in range(5))
    lists = list_surface(served(replace(ZOO, tools=many)), page_size=2)
    found, cursor = [], None
    while True:
        page = lists.tools[cursor]
        found += [tool["name"] for tool in page["tools"]]
        cursor = page.get("nextCursor")
        if cursor is None:
            break
    assert found == [tool.name for tool in many]
    assert len(lists.tools) == 3


def test_a_list_that_just_fits_is_one_page() -> None:
    assert list(list_surface(served(), page_size=2).tools) == [None]


def test_a_cursor_belongs_to_its_list_alone() -> None:
    first = list_surface(served(), page_size=1)
    second = list_surface(
        served(replace(ZOO, tools=(FIND, replace(LOOK, title="New")))), page_size=1
    )
    assert set(first.tools) & set(second.tools) == {None}


def test_only_a_schema_that_asks_for_headers_is_looked_up() -> None:
    region = closed(region={"type": "string", "x-mcp-header": "Region"})
    marked = replace(FIND, input_schema=region)
    assert list_surface(served()).header_schemas == {}
    assert list(list_surface(served(replace(ZOO, tools=(marked, LOOK)))).header_schemas) == ["find"]


def test_prompts_are_listed_where_the_surface_has_some() -> None:
    prompt = Prompt("greet", "Greet", "Greets.", "Say hello to the animals.")
    lists = list_surface(served(replace(ZOO, prompts=(prompt,))))
    assert lists.prompts[None]["prompts"] == [
        {"name": "greet", "title": "Greet", "description": "Greets."}
    ]
    assert lists.prompt_texts["greet"] is prompt
