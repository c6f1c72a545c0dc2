"""Own what an endpoint lists: a served surface becomes pages in their wire form, once.

Pure. In: a `ServedSurface`. Out: `Lists`, whose pages are answered as they are, request after
request, until the surface or its stops change. Wire form is MCP's JSON with camelCase names; the
SDK drops what a client's revision does not know.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from translator.json_value import JsonValue, digest_of, to_json
from translator.listing import resource_listing, template_listing, tool_listing
from translator.ports import ServedSurface
from translator.surface import Prompt

#: MCP 2026-07-28, Caching: a list is stale at once, for it may be stopped or published anew, and
#: may differ by principal.
UNCACHED: Mapping[str, JsonValue] = {
    "resultType": "complete",
    "ttlMs": 0,
    "cacheScope": "private",
}

Pages = Mapping[str | None, JsonValue]
"""Cursor to page; None is the first."""


@dataclass(frozen=True, slots=True)
class Lists:
    """All that an endpoint lists. `digest` is the surface's.

    `header_schemas` holds the input schemas that tell a client to repeat arguments as HTTP
    headers (`x-mcp-header`), by tool; mostly it is empty.
    """

    digest: str = ""
    instructions: str = ""
    tools: Pages = field(default_factory=dict)
    resources: Pages = field(default_factory=dict)
    resource_templates: Pages = field(default_factory=dict)
    prompts: Pages = field(default_factory=dict)
    prompt_texts: Mapping[str, Prompt] = field(default_factory=dict)
    header_schemas: Mapping[str, JsonValue] = field(default_factory=dict)


def list_surface(served: ServedSurface | None, *, page_size: int = 250) -> Lists:
    """Make the lists of what is served; of nothing, and of what is stopped, they are empty."""
    if served is None or served.stopped:
        return _listed([], [], [], [], page_size)
    surface = served.surface
    tools = [tool_listing(tool) for tool in surface.tools if served.offers(tool)]
    templates = [template for template in surface.resource_templates if served.offers(template)]
    return _listed(
        tools,
        [resource_listing(one) for one in surface.resources if served.offers(one)],
        [template_listing(template) for template in templates],
        [_prompt(prompt) for prompt in surface.prompts],
        page_size,
        digest=served.digest,
        instructions=surface.instructions,
        prompt_texts={prompt.name: prompt for prompt in surface.prompts},
        header_schemas=_header_schemas(tools),
    )


def _listed(
    tools: list[JsonValue],
    resources: list[JsonValue],
    templates: list[JsonValue],
    prompts: list[JsonValue],
    page_size: int,
    **more: JsonValue,
) -> Lists:
    return Lists(
        tools=_pages("tools", tools, page_size),
        resources=_pages("resources", resources, page_size),
        resource_templates=_pages("resourceTemplates", templates, page_size),
        prompts=_pages("prompts", prompts, page_size),
        **more,
    )


def _pages(key: str, items: list[JsonValue], page_size: int) -> Pages:
    """Cut a list into pages; a cursor belongs to this very list, so that a stale one is seen."""
    mark = digest_of(items)[7:19] if len(items) > page_size else ""
    pages: dict[str | None, JsonValue] = {}
    cursor: str | None = None
    for start in range(0, max(len(items), 1), page_size):
        page: dict[str, JsonValue] = {key: items[start : start + page_size], **UNCACHED}
        pages[cursor] = page
        cursor = f"{mark}-{start + page_size}"
        if start + page_size < len(items):
            page["nextCursor"] = cursor
    return pages


def _header_schemas(tools: Iterable[JsonValue]) -> dict[str, JsonValue]:
    return {
        tool["name"]: tool["inputSchema"]
        for tool in tools
        if "x-mcp-header" in to_json(tool["inputSchema"])
    }


def _prompt(prompt: Prompt) -> JsonValue:
    return {"name": prompt.name, "title": prompt.title, "description": prompt.description}
