from dataclasses import replace

import pytest

from curation.changes import surface_changes
from translator.collection import PageKind, Pagination
from translator.json_value import JsonValue
from translator.operation import (
    Location,
    Parameter,
    SchemeUse,
    SecurityRequirement,
    SecurityScheme,
    Server,
)
from translator.surface import (
    Annotations,
    BoundBody,
    BoundParameter,
    Call,
    ExpectedResponse,
    LinkedItems,
    Paging,
    Resource,
    ResourceTemplate,
    Surface,
    Tool,
)

LIMIT = BoundParameter(Parameter("limit", Location.QUERY, True), "limit")


def schema(*required: str, **properties: JsonValue) -> JsonValue:
    return {"type": "object", "properties": properties, "required": list(required)}


TOOL = Tool(
    name="list_pets",
    title="List pets",
    description="Lists.",
    annotations=Annotations(True, False, True, True),
    input_schema=schema(limit={"type": "integer", "maximum": 10}),
    enforced_schema=schema(limit={"type": "integer", "maximum": 10}),
    call=Call("GET /pets", "id1", "GET", "/pets", (Server("https://a"),), parameters=(LIMIT,)),
)
PAGING = Paging(Pagination(PageKind.CURSOR))
LINKED = LinkedItems("api://p/{id}", "", "/id", "id")
RESOURCE = Resource("api://p/pets", "pets", "Pets", "All.", None, TOOL.call)
TEMPLATE = ResourceTemplate("api://p/{id}", "pet", "Pet", "One.", None, TOOL.call)


def surface(
    *tools: Tool,
    resources: tuple[Resource, ...] = (),
    templates: tuple[ResourceTemplate, ...] = (),
) -> Surface:
    return Surface("p", "Pets", "", tools, resources, templates)


def calling(**changes: object) -> Tool:
    return replace(TOOL, call=replace(TOOL.call, **changes))


def listing(input_schema: JsonValue) -> Tool:
    return replace(TOOL, input_schema=input_schema, enforced_schema=input_schema)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (replace(TOOL, title="Pets"), 'title: "List pets" → "Pets"'),
        (replace(TOOL, description="All."), 'description: "Lists." → "All."'),
        (
            replace(TOOL, annotations=Annotations(False, False, True, True)),
            "read only: yes → no",
        ),
        (listing(schema()), "argument limit is gone"),
        (
            listing(schema("q", **TOOL.input_schema["properties"], q={})),
            "argument q is new and required",
        ),
        (
            listing(schema("limit", **TOOL.input_schema["properties"])),
            "argument limit is now required",
        ),
        (
            listing(schema(limit={"type": "integer", "maximum": 20})),
            "argument limit: maximum 10 → 20",
        ),
        (
            listing({**TOOL.input_schema, "$defs": {"A": {}}}),
            "what the arguments' schemas refer to changed",
        ),
        (replace(TOOL, enforced_schema=schema()), "what is checked of the arguments changed"),
        (replace(TOOL, output_schema=schema()), "output schema changed"),
        (calling(servers=(Server("https://b"),)), "servers: https://a → https://b"),
        (calling(operation="GET /v2/pets"), "operation: GET /pets → GET /v2/pets"),
        (
            calling(security=(SecurityRequirement((SchemeUse("k"),)),)),
            "security requirements changed",
        ),
        (
            calling(parameters=(replace(LIMIT, pinned=(5,)),)),
            "what is sent by itself for limit changed",
        ),
        (
            calling(
                parameters=(replace(LIMIT, parameter=replace(LIMIT.parameter, explode=False)),)
            ),
            "how limit is sent changed",
        ),
        (calling(body=BoundBody("application/json", True)), "how the body is made changed"),
        (calling(responses=(ExpectedResponse("200"),)), "expected responses changed"),
        (replace(TOOL, paging=replace(PAGING, pages=5)), "pages in one call: 1 → 5"),
        (replace(TOOL, paging=PAGING), "how its next page is asked for changed"),
        (replace(TOOL, linked_items=LINKED), "what its items are linked with changed"),
    ],
)
def test_each_change_of_a_tool_is_one_sentence(now: Tool, told: str) -> None:
    assert surface_changes(surface(TOOL), surface(now)).changed == {"list_pets": (told,)}


def test_a_rename_is_one_and_not_a_removal() -> None:
    changes = surface_changes(surface(TOOL), surface(replace(TOOL, name="pets")))
    assert (changes.added, changes.removed) == ((), ())
    assert changes.changed == {"pets": ('name: "list_pets" → "pets"',)}


def test_the_first_surface_adds_everything() -> None:
    changes = surface_changes(None, surface(TOOL, resources=(RESOURCE,), templates=(TEMPLATE,)))
    assert changes.added == ("list_pets", "api://p/pets", "api://p/{id}")
    assert not changes.changed


def test_what_leaves_is_removed() -> None:
    changes = surface_changes(surface(TOOL, resources=(RESOURCE,)), surface())
    assert changes.removed == ("list_pets", "api://p/pets")


def test_resources_and_templates_tell_their_changes() -> None:
    before = surface(resources=(RESOURCE,), templates=(TEMPLATE,))
    now = surface(
        resources=(
            replace(RESOURCE, uri="api://p/all", mime_type="text/csv", linked_items=LINKED),
        ),
        templates=(replace(TEMPLATE, description="Just one."),),
    )
    assert surface_changes(before, now).changed == {
        "api://p/all": (
            'URI: "api://p/pets" → "api://p/all"',
            'media type: "none" → "text/csv"',
            "what its items are linked with changed",
        ),
        "api://p/{id}": ('description: "One." → "Just one."',),
    }


def test_the_endpoint_itself_can_change() -> None:
    now = replace(
        surface(TOOL),
        instructions="Ask first.",
        security_schemes={"k": SecurityScheme("k", "http")},
    )
    assert surface_changes(surface(TOOL), now).changed == {
        "the endpoint": ('instructions: "" → "Ask first."', "security schemes changed")
    }


def test_equal_surfaces_do_not_differ() -> None:
    assert not surface_changes(surface(TOOL), surface(TOOL))
