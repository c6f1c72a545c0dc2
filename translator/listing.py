"""Own what a client is listed of tools and resources: exact MCP JSON, and its cost in tokens.

MCP 2026-07-28, Tool, Resource, ResourceTemplate. What is listed here is what the server sends,
what the desk shows, and what tokens are counted of.
"""

from translator.json_value import JsonValue, to_json
from translator.surface import Resource, ResourceTemplate, Tool
from translator.tokens import count_tokens


def tool_listing(tool: Tool) -> dict[str, JsonValue]:
    """Return the tool as `tools/list` carries it."""
    hints = tool.annotations
    listing: dict[str, JsonValue] = {"name": tool.name}
    if tool.title:
        listing["title"] = tool.title
    listing["description"] = tool.description
    listing["inputSchema"] = tool.input_schema
    if tool.output_schema is not None:
        listing["outputSchema"] = tool.output_schema
    listing["annotations"] = {
        "readOnlyHint": hints.read_only,
        "destructiveHint": hints.destructive,
        "idempotentHint": hints.idempotent,
        "openWorldHint": hints.open_world,
    }
    return listing


def resource_listing(resource: Resource) -> dict[str, JsonValue]:
    """Return the resource as `resources/list` carries it."""
    return _described({"uri": resource.uri}, resource)


def template_listing(template: ResourceTemplate) -> dict[str, JsonValue]:
    """Return the template as `resources/templates/list` carries it."""
    return _described({"uriTemplate": template.uri_template}, template)


def _described(
    listing: dict[str, JsonValue], item: Resource | ResourceTemplate
) -> dict[str, JsonValue]:
    listing["name"] = item.name
    for key, value in (
        ("title", item.title),
        ("description", item.description),
        ("mimeType", item.mime_type),
    ):
        if value:
            listing[key] = value
    return listing


def tool_tokens(tool: Tool) -> tuple[int, int]:
    """Return what the tool costs a model, in o200k tokens: name, text and input; output.

    Clients differ in whether a model sees the output schema, so it stands apart.
    """
    text = f"{tool.name}\n{tool.description}\n{to_json(tool.input_schema)}"
    output = "" if tool.output_schema is None else to_json(tool.output_schema)
    return count_tokens(text), count_tokens(output)
