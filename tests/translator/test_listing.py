from tests.choices import choose, get_pet
from translator.candidates import Primitive
from translator.compile import compile_surface, compile_tool
from translator.json_value import to_json
from translator.listing import resource_listing, template_listing, tool_listing, tool_tokens
from translator.surface import Call, Resource
from translator.tokens import count_tokens

NOTHING = Call("GET /", "op", "GET", "/")


def test_tool_is_listed_as_mcp_wants_it() -> None:
    tool = compile_tool(choose(get_pet()))

    assert tool_listing(tool) == {
        "name": "get_pet",
        "title": "Get a pet",
        "description": "Gives one pet.",
        "inputSchema": tool.input_schema,
        "outputSchema": {"type": "object", "properties": {"id": {}, "name": {}}},
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": True,
        },
    }


def test_what_a_tool_lacks_is_not_listed() -> None:
    listing = tool_listing(compile_tool(choose(get_pet(), title="", output="none")))

    assert {"title", "outputSchema"} & listing.keys() == set()


def test_resources_are_listed_as_mcp_wants_it() -> None:
    full = Resource("x://a", "a", "A", "An a.", "text/csv", NOTHING)
    bare = Resource("x://a", "a", "", "", None, NOTHING)

    assert resource_listing(full) == {
        "uri": "x://a",
        "name": "a",
        "title": "A",
        "description": "An a.",
        "mimeType": "text/csv",
    }
    assert resource_listing(bare) == {"uri": "x://a", "name": "a"}


def test_templates_are_listed_as_mcp_wants_it() -> None:
    choice = choose(get_pet(), expose=frozenset({Primitive.RESOURCE_TEMPLATE}))
    surface, _ = compile_surface("zoo", "Zoo", "", [choice], {})

    assert surface is not None
    assert template_listing(surface.resource_templates[0]) == {
        "uriTemplate": "api://zoo/{owner}/pets/{pet_id}{?limit}",
        "name": "get_pet",
        "title": "Get a pet",
        "description": "Gives one pet.",
        "mimeType": "application/json",
    }


def test_tokens_are_those_of_what_a_model_sees() -> None:
    tool = compile_tool(choose(get_pet()))

    seen, output = tool_tokens(tool)

    assert seen == count_tokens(f"get_pet\nGives one pet.\n{to_json(tool.input_schema)}")
    assert output == count_tokens(to_json(tool.output_schema))
    assert tool_tokens(compile_tool(choose(get_pet(), output="none"))) == (seen, 0)
