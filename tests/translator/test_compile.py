import itertools
from dataclasses import replace
from typing import Any

import jsonschema_rs
import pytest

from tests.choices import (
    INPUT_DEFS,
    LIMIT,
    PET,
    argument,
    candidate,
    choose,
    get_pet,
    hints,
    post_whole,
    put_pet,
    with_responses,
)
from translator.candidates import Primitive
from translator.collection import PageKind, Pagination
from translator.compile import ArgumentChoice, Choice, compile_surface, compile_tool, compile_tools
from translator.errors import RefusedByUs
from translator.finding import Finding
from translator.json_value import JsonValue
from translator.openapi.profiles import PROFILES
from translator.operation import Location, SecurityScheme
from translator.surface import (
    Paging,
    Resource,
    ResourceTemplate,
    Surface,
    surface_digest,
    surface_from_json,
    surface_to_json,
)

SCHEMES = {
    "key": SecurityScheme("key", "apiKey", Location.HEADER, "X-Key"),
    "unused": SecurityScheme("unused", "http", http_scheme="bearer"),
}
READ = frozenset({Primitive.RESOURCE_TEMPLATE})


def compiled(*choices: Choice) -> tuple[Surface | None, tuple[Finding, ...]]:
    return compile_surface("zoo", "Zoo", "Be kind.", choices, SCHEMES)


def surface_of(*choices: Choice) -> Surface:
    surface, findings = compiled(*choices)
    assert surface is not None, findings
    return surface


def codes(*choices: Choice) -> list[str]:
    surface, findings = compiled(*choices)
    assert surface is None
    return [each.code for each in findings]


# --- tools -----------------------------------------------------------------------------------


def test_tool_lists_what_was_chosen_and_enforces_all() -> None:
    tool = compile_tool(choose(get_pet(), title=" Get\n a pet", description="One\u200b pet."))

    assert (tool.name, tool.title, tool.description) == ("get_pet", "Get a pet", "One pet.")
    assert tool.input_schema == {
        "type": "object",
        "properties": {
            "owner": {"type": "string"},
            "pet_id": {"type": "integer", "format": "int64"},
            "limit": {"type": "integer", "maximum": 100},
        },
        "required": ["owner", "pet_id"],
    }
    assert tool.enforced_schema["properties"]["pet_id"]["maximum"] == 2**63 - 1
    assert tool.enforced_schema["additionalProperties"] is False


def test_hints_are_published_and_a_guess_lets_nothing_be_repeated() -> None:
    tool = compile_tool(choose(get_pet()))

    assert (tool.annotations.read_only, tool.annotations.destructive) == (True, False)
    assert (tool.annotations.idempotent, tool.annotations.open_world) == (True, True)
    assert (tool.call.read_only, tool.call.idempotent) == (True, False)


def test_renamed_argument_keeps_its_binding() -> None:
    tool = compile_tool(choose(get_pet(), ArgumentChoice("path:pet-id", "which", "The one.")))

    assert tool.input_schema["properties"]["which"]["description"] == "The one."
    bound = {each.parameter.name: each.argument for each in tool.call.parameters}
    assert bound == {"owner": "owner", "pet-id": "which", "limit": "limit"}


def test_pinned_argument_is_sent_and_not_listed() -> None:
    tool = compile_tool(choose(get_pet(), ArgumentChoice("path:owner", "owner", pinned=("me",))))

    assert list(tool.input_schema["properties"]) == ["pet_id", "limit"]
    assert "owner" not in tool.enforced_schema["properties"]
    owner = tool.call.parameters[0]
    assert (owner.argument, owner.pinned) == (None, ("me",))


def test_default_is_listed_and_makes_a_required_argument_optional() -> None:
    tool = compile_tool(choose(get_pet(), ArgumentChoice("path:owner", "owner", default=("me",))))

    assert tool.input_schema["properties"]["owner"]["default"] == "me"
    assert tool.input_schema["required"] == ["pet_id"]
    assert tool.call.parameters[0].default == ("me",)


def test_null_can_be_pinned() -> None:
    tool = compile_tool(choose(put_pet(), ArgumentChoice("body:/a~1b", "a_b", pinned=(None,))))

    assert tool.call.body is not None
    assert tool.call.body.members[1].pinned == (None,)


def test_hidden_argument_is_not_offered() -> None:
    tool = compile_tool(choose(get_pet(), ArgumentChoice("query:limit", "limit", hidden=True)))

    assert list(tool.input_schema["properties"]) == ["owner", "pet_id"]
    assert [each.parameter.name for each in tool.call.parameters] == ["owner", "pet-id"]


def test_hidden_argument_the_api_requires_refuses_the_tool() -> None:
    hidden = choose(get_pet(), ArgumentChoice("path:owner", "owner", hidden=True))

    with pytest.raises(RefusedByUs, match="path:owner: pin a value, or show it"):
        compile_tool(hidden)
    assert codes(hidden) == ["argument-unfilled"]


def test_schemas_of_parameters_stay_out_of_the_call() -> None:
    tool = compile_tool(choose(get_pet()))

    assert all(each.parameter.schema is True for each in tool.call.parameters)


# --- output ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "listed"),
    [
        ([("200", "application/json", PET)], True),
        ([("200", "application/vnd.zoo+json", PET)], True),
        ([("200", "application/json", PET), ("204", None, True)], False),
        ([("200", "text/csv", True)], False),
        ([("404", "application/json", PET)], False),
        ([("default", "application/json", PET)], True),
        ([("200", "application/json", PET), ("default", "text/html", True)], True),
        ([("200", "application/json", True)], False),
        ([], False),
    ],
)
def test_output_schema_is_listed_only_where_every_success_meets_it(
    entries: list[tuple[str, str | None, Any]], listed: bool
) -> None:
    tool = compile_tool(choose(with_responses(get_pet(), *entries)))

    assert (tool.output_schema is not None) is listed


def test_open_output_is_the_default() -> None:
    tool = compile_tool(choose(get_pet()))

    assert tool.output_schema == {"type": "object", "properties": {"id": {}, "name": {}}}
    assert not tool.wrapped


def test_answers_that_are_no_objects_are_wrapped() -> None:
    many = {"type": "array", "items": PET}
    one = with_responses(get_pet(), ("200", "application/json", many))

    opened = compile_tool(choose(one))
    strict = compile_tool(choose(one, output="strict"))

    assert opened.wrapped
    assert strict.wrapped
    assert strict.output_schema["required"] == ["result"]
    assert strict.output_schema["properties"]["result"]["items"]["required"] == ["id"]


def test_strict_output_is_the_descriptions_own() -> None:
    tool = compile_tool(choose(get_pet(), output="strict"))

    assert tool.output_schema == {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
    }


def test_output_can_be_left_out() -> None:
    assert compile_tool(choose(get_pet(), output="none")).output_schema is None


# --- resources -------------------------------------------------------------------------------


def template_of(*chosen: ArgumentChoice, **more: Any) -> ResourceTemplate | Resource:
    surface = surface_of(choose(get_pet(), *chosen, expose=READ, **more))
    assert surface.tools == ()
    return (*surface.resources, *surface.resource_templates)[0]


def test_template_carries_its_variables_to_arguments() -> None:
    template = template_of(ArgumentChoice("path:pet-id", "which"))

    assert isinstance(template, ResourceTemplate)
    assert template.uri_template == "api://zoo/{owner}/pets/{pet_id}{?limit}"
    assert template.variables == {"owner": "owner", "pet_id": "which", "limit": "limit"}
    assert template.enforced_schema["required"] == ["owner", "which"]
    assert template.mime_type == "application/json"


def test_pinned_and_hidden_arguments_leave_the_template() -> None:
    template = template_of(
        ArgumentChoice("path:owner", "owner", pinned=("a b",)),
        ArgumentChoice("query:limit", "limit", hidden=True),
    )

    assert isinstance(template, ResourceTemplate)
    assert template.uri_template == "api://zoo/a%20b/pets/{pet_id}"
    assert template.variables == {"pet_id": "pet_id"}


def test_template_without_variables_is_a_resource() -> None:
    resource = template_of(
        ArgumentChoice("path:owner", "owner", pinned=("me",)),
        ArgumentChoice("path:pet-id", "pet_id", pinned=(7,)),
        ArgumentChoice("query:limit", "limit", pinned=(5,)),
    )

    assert isinstance(resource, Resource)
    assert resource.uri == "api://zoo/me/pets/7"
    assert [each.pinned for each in resource.call.parameters] == [("me",), (7,), (5,)]


def test_argument_outside_a_chosen_uri_is_not_bound() -> None:
    template = template_of(uri="zoo://pets/{owner}/{pet_id}")

    assert [each.parameter.name for each in template.call.parameters] == ["owner", "pet-id"]


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("zoo://pets/{owner}", "argument-unfilled"),
        ("zoo://pets/{owner}/{pet_id}/{other}", "uri-invalid"),
        ("zoo://pets/{owner}{pet_id}", "uri-invalid"),
        ("pets/{owner}/{pet_id}", "uri-invalid"),
    ],
)
def test_uri_that_cannot_be_read_is_refused(uri: str, code: str) -> None:
    assert codes(choose(get_pet(), expose=READ, uri=uri)) == [code]


def test_operation_without_a_uri_is_no_resource() -> None:
    assert codes(choose(put_pet(), expose=READ)) == ["uri-invalid"]


def test_operation_can_be_tool_and_resource() -> None:
    surface = surface_of(choose(get_pet(), expose=READ | {Primitive.TOOL}))

    assert (len(surface.tools), len(surface.resource_templates)) == (1, 1)


# --- surfaces --------------------------------------------------------------------------------


def test_surface_is_the_same_whatever_the_order_of_the_choices() -> None:
    choices = [
        choose(get_pet(), expose=READ | {Primitive.TOOL}),
        choose(put_pet()),
        choose(post_whole()),
    ]

    digests = {surface_digest(surface_of(*order)) for order in itertools.permutations(choices)}

    assert len(digests) == 1


def test_surface_survives_json() -> None:
    surface = surface_of(choose(get_pet(), expose=READ | {Primitive.TOOL}), choose(put_pet()))

    assert surface_from_json(surface_to_json(surface)) == surface


def test_surface_holds_only_security_schemes_in_use() -> None:
    assert list(surface_of(choose(get_pet())).security_schemes) == ["key"]
    assert list(surface_of(choose(put_pet())).security_schemes) == []


def test_surface_keeps_title_and_instructions() -> None:
    surface = surface_of()

    assert (surface.api, surface.title, surface.instructions) == ("zoo", "Zoo", "Be kind.")


def test_clashing_names_are_refused() -> None:
    surface, findings = compiled(choose(get_pet(), name="pet"), choose(put_pet(), name="pet"))

    assert surface is None
    assert findings[0].code == "name-clash"
    assert "GET /{owner}/pets/{pet-id}" in findings[0].message


@pytest.mark.parametrize("name", ["", "a b", "é", "x" * 65, "pet\n"])
def test_illegal_names_are_refused(name: str) -> None:
    assert codes(choose(get_pet(), name=name)) == ["name-illegal"]


def test_clashing_and_illegal_argument_names_are_refused() -> None:
    assert codes(choose(get_pet(), ArgumentChoice("path:owner", "limit"))) == ["name-clash"]
    assert codes(choose(get_pet(), ArgumentChoice("path:owner", "the owner"))) == ["name-illegal"]


def test_clashing_uris_are_refused() -> None:
    other = replace(get_pet(), operation=replace(get_pet().operation, path="/other"))

    assert codes(choose(get_pet(), expose=READ), choose(other, expose=READ)) == ["uri-clash"]


@pytest.mark.parametrize(("count", "told"), [(128, False), (129, True)])
def test_more_tools_than_clients_take_are_told(count: int, told: bool) -> None:
    choices = [choose(get_pet(), name=f"tool_{i}") for i in range(count)]

    surface, findings = compiled(*choices)

    assert surface is not None
    assert [("128" in each.message) for each in findings] == ([True] if told else [])


def test_what_a_listed_schema_leaves_out_is_told() -> None:
    pattern = replace(LIMIT, name="p", schema={"type": "string", "pattern": r"^\p{L}"})
    broken = replace(LIMIT, name="q", schema={"type": "string", "pattern": "^(["})
    operation = replace(get_pet().operation, parameters=(pattern, broken))
    one = candidate(operation, argument(pattern), argument(broken))

    _, findings = compiled(choose(one))

    assert [each.code for each in findings] == ["schema-weakened", "pattern-unchecked"]
    assert findings[0].operation == one.operation.key
    assert findings[0].pointer == "/paths/~1pets/get"


def test_pages_that_cannot_be_followed_are_told() -> None:
    how = Pagination(PageKind.NEXT_URL, "told", items="", next="/next")
    writing = replace(get_pet(), pagination=how)
    surface, findings = compiled(choose(writing, pages=3, hints=hints(read_only=False)))

    assert [each.code for each in findings] == ["pages-not-followed"]
    assert surface is not None
    assert surface.tools[0].paging is not None
    assert surface.tools[0].paging.pages == 1
    assert compile_tool(choose(writing, pages=3)).paging == Paging(replace(how, evidence=""), 3)


def test_schema_that_is_none_checks_names_only() -> None:
    odd = replace(LIMIT, schema={"minimum": "five"})
    one = candidate(replace(get_pet().operation, parameters=(odd,)), argument(odd))

    surface, findings = compiled(choose(one))

    assert surface is not None
    assert surface.tools[0].enforced_schema["properties"] == {"limit": True}
    assert [each.code for each in findings] == ["schema-invalid"]


def test_definitions_of_different_descriptions_stay_apart() -> None:
    other = {"Name": {"type": "integer"}}

    surface = surface_of(choose(put_pet(), name="a"), choose(put_pet(), name="b", input_defs=other))

    types = [tool.input_schema["properties"]["name"]["type"] for tool in surface.tools]
    assert types == [INPUT_DEFS["Name"]["type"], "integer"]


#: Schemas with a value that is refused at the call; the profiles list the first of them weaker.
LETS_THROUGH = {"portable": 2, "gemini": 4, "full": 0}
WEAKENED: list[tuple[JsonValue, JsonValue]] = [
    ({"type": "string", "pattern": r"^\p{Lu}"}, "small"),
    ({"type": "number", "exclusiveMinimum": 0}, 0),
    ({"type": "string", "minLength": 3, "not": {"const": "none"}}, "none"),
    ({"type": "integer", "multipleOf": 5}, 7),
]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("schema", "value"), WEAKENED)
def test_what_a_profile_weakens_is_still_enforced(
    profile: str, schema: JsonValue, value: JsonValue
) -> None:
    chosen = replace(LIMIT, name="p", schema=schema)
    operation = replace(get_pet().operation, parameters=(chosen,))
    tool = compile_tool(choose(candidate(operation, argument(chosen))), profile)

    listed = jsonschema_rs.Draft202012Validator(tool.input_schema)
    enforced = jsonschema_rs.Draft202012Validator(tool.enforced_schema)
    assert not enforced.is_valid({"p": value})
    assert enforced.is_valid({})
    assert listed.is_valid({})
    assert listed.is_valid({"p": value}) is ((schema, value) in WEAKENED[: LETS_THROUGH[profile]])


def test_each_tool_is_compiled_by_itself() -> None:
    hidden = ArgumentChoice("path:owner", "owner", hidden=True)
    good, bad = choose(get_pet(), name="good"), choose(get_pet(), hidden, name="bad")
    made = list(compile_tools([bad, good]))

    assert [(one.choice.name, one.tool is not None) for one in made] == [
        ("bad", False),
        ("good", True),
    ]
    assert [each.code for each in made[0].findings] == ["argument-unfilled"]
    assert made[1].findings == ()


def large(name: str, size: int) -> Choice:
    schema = {"type": "string", "enum": [f"{number:08}" for number in range(size // 11)]}
    made = replace(get_pet(), arguments=(replace(get_pet().arguments[0], schema=schema),))
    return choose(replace(made, name=name), name=name)


def test_tool_that_no_client_bears_is_refused() -> None:
    assert codes(large("one", 400_000)) == ["tool-too-large"]
    assert "hide some of them, or deny it" in compiled(large("one", 400_000))[1][0].message
    assert surface_of(large("one", 250_000)).tools


def test_surface_that_cannot_be_served_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("translator.compile.MAX_SURFACE", 1_000_000)
    choices = [large(f"tool_{number}", 200_000) for number in range(5)]
    assert codes(*choices) == ["surface-too-large"]
    assert "at tool_2: allow fewer" in compiled(*choices)[1][0].message
    assert surface_of(*choices[:2]).tools
