import time
from dataclasses import replace
from typing import Any

import pytest

from tests.choices import choose, get_pet, put_pet
from translator.candidates import Primitive
from translator.compile import ArgumentChoice, Choice, compile_surface
from translator.runtime.serving import ServingSurface, prepare
from translator.surface import (
    Call,
    LinkedItems,
    Resource,
    ResourceTemplate,
    Surface,
    surface_from_json,
    surface_to_json,
)

BOTH = frozenset({Primitive.TOOL, Primitive.RESOURCE_TEMPLATE})
READ = frozenset({Primitive.RESOURCE_TEMPLATE})


def serving(*choices: Choice) -> ServingSurface:
    surface, findings = compile_surface("zoo", "Zoo", "", choices, {})
    assert surface is not None, findings
    return prepare(surface_from_json(surface_to_json(surface)))


def test_tool_is_found_by_name() -> None:
    found = serving(choose(get_pet())).tool("get_pet")

    assert found is not None
    assert found.tool.name == "get_pet"
    assert serving().tool("get_pet") is None


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        ({"owner": "me", "pet_id": 1}, ()),
        ({"owner": "me", "pet_id": "9007199254740993"}, ()),
        ({"owner": "me", "pet_id": 2**63}, (f"`pet_id` must be at most {2**63 - 1}, not {2**63}",)),
        ({"owner": "me"}, ("`pet_id` is required",)),
        (
            {"owner": "me", "pet_id": 1, "foo": 1},
            ("unknown argument `foo`; this tool takes: owner, pet_id, limit",),
        ),
        ({"owner": "me", "pet_id": 1, "limit": 500}, ("`limit` must be at most 100, not 500",)),
    ],
)
def test_arguments_are_made_normal_and_checked(
    arguments: dict[str, Any], problems: tuple[str, ...]
) -> None:
    tool = serving(choose(get_pet())).tool("get_pet")

    assert tool is not None
    assert tool.check(tool.normalise(arguments)) == problems


def test_large_ids_keep_every_digit() -> None:
    tool = serving(choose(get_pet())).tool("get_pet")

    assert tool is not None
    assert tool.normalise({"owner": "me", "pet_id": "9007199254740993"})["pet_id"] == (
        9_007_199_254_740_993
    )


def test_answers_are_judged_by_the_description() -> None:
    tool = serving(choose(get_pet())).tool("get_pet")

    assert tool is not None
    assert tool.conforms(200, "application/json", {"id": 1}) is None
    assert tool.conforms(200, "application/json", {"name": "Rex"}) == "`id` is required"


def test_schema_that_does_not_compile_lets_nothing_pass() -> None:
    surface, _ = compile_surface("zoo", "Zoo", "", [choose(get_pet())], {})
    assert surface is not None
    broken = replace(surface.tools[0], enforced_schema={"minimum": "five"})

    tool = prepare(replace(surface, tools=(broken,))).tool("get_pet")

    assert tool is not None
    assert "nothing is sent" in tool.check({})[0]
    assert tool.normalise({"a": "1"}) == {"a": "1"}


# --- resources -------------------------------------------------------------------------------


def test_uri_gives_arguments_of_the_types_that_are_wanted() -> None:
    found = serving(choose(get_pet(), expose=READ)).resource("api://zoo/a%20b/pets/7?limit=5")

    assert found is not None
    prepared, arguments = found
    assert arguments == {"owner": "a b", "pet_id": 7, "limit": 5}
    assert prepared.check(arguments) == ()
    assert prepared.conforms(200, "application/json", {"id": 7}) is None


def test_renamed_arguments_are_given_under_their_new_names() -> None:
    surface = serving(choose(get_pet(), ArgumentChoice("path:pet-id", "which"), expose=READ))

    found = surface.resource("api://zoo/me/pets/7")

    assert found is not None
    assert found[1] == {"owner": "me", "which": 7}


def test_argument_of_a_uri_is_checked() -> None:
    found = serving(choose(get_pet(), expose=READ)).resource("api://zoo/me/pets/seven")

    assert found is not None
    prepared, arguments = found
    assert prepared.check(arguments) == ('`pet_id` must be an integer, not a text: "seven"',)


def test_fixed_uri_is_found() -> None:
    pins = [
        ArgumentChoice("path:owner", "owner", pinned=("me",)),
        ArgumentChoice("path:pet-id", "pet_id", pinned=(7,)),
        ArgumentChoice("query:limit", "limit", hidden=True),
    ]

    found = serving(choose(get_pet(), *pins, expose=READ)).resource("api://zoo/me/pets/7")

    assert found is not None
    assert found[1] == {}
    assert found[0].check({}) == ()


@pytest.mark.parametrize(
    "uri",
    ["api://zoo/me/pets", "api://zoo/me/pets/7?q=1", "api://other/me/pets/7", "", "api://zoo/me/"],
)
def test_unknown_uri_is_not_found(uri: str) -> None:
    assert serving(choose(get_pet(), expose=READ)).resource(uri) is None


def test_the_template_with_the_longest_fixed_beginning_wins() -> None:
    surface = serving(
        choose(get_pet(), name="any", expose=READ),
        choose(get_pet(), name="mine", expose=READ, uri="api://zoo/me/pets/{pet_id}/{owner}"),
        choose(get_pet(), name="vague", expose=READ, uri="api://zoo/{owner}/{pet_id}/7"),
    )

    found = surface.resource("api://zoo/me/pets/7")

    assert found is not None
    assert found[0].resource.name in ("any", "vague")
    exact = surface.resource("api://zoo/me/pets/7/x")
    assert exact is not None
    assert exact[0].resource.name == "mine"


def test_fixed_query_and_encoded_beginnings_are_matched() -> None:
    surface = serving(
        choose(get_pet(), name="q", expose=READ, uri="api://zoo/q/{owner}/{pet_id}?kind=x{&limit}"),
        choose(get_pet(), name="~", expose=READ, uri="api://zoo/~x/{owner}/{pet_id}"),
    )

    assert surface.resource("api://zoo/q/me/7?limit=1&kind=x") is not None
    assert surface.resource("api://zoo/%7Ex/me/7") is not None


def test_surface_of_hundreds_is_prepared_in_a_second() -> None:
    choices = [
        choose(one(), name=f"{one().name}_{i}", expose=BOTH if i % 2 else READ, uri=uri)
        if one is get_pet
        else choose(one(), name=f"{one().name}_{i}")
        for i in range(150)
        for one, uri in (
            (get_pet, f"api://zoo/{i}/{{owner}}/pets/{{pet_id}}{{?limit}}"),
            (put_pet, None),
        )
    ]
    surface, _ = compile_surface("zoo", "Zoo", "", choices, {})
    assert isinstance(surface, Surface)

    start = time.process_time()
    ready = prepare(surface)
    assert time.process_time() - start < 1

    start = time.process_time()
    for _ in range(100):
        assert ready.resource("api://zoo/149/me/pets/7?limit=5") is not None
    assert time.process_time() - start < 0.5


def test_collections_are_prepared_with_what_links_their_items() -> None:
    linked = LinkedItems("api://zoo/pets/{id}", "", "/id", "id", {"id": "id"})
    call = Call("GET /pets", "op1", "GET", "/pets")
    pets = Resource("api://zoo/pets", "pets", "", "", None, call, linked)
    pet = ResourceTemplate(
        linked.uri_template, "pet", "", "", None, replace(call, operation_id="2")
    )
    lost = replace(pets, uri="api://zoo/x", linked_items=replace(linked, uri_template="api://z"))
    found = prepare(Surface("zoo", "", "", resources=(pets,), resource_templates=(pet,)))

    links = found.links(pets)
    assert links is not None
    assert (links.template, links.call) == (pet, call)
    assert found.links(pet) is None
    assert prepare(Surface("zoo", "", "", resources=(lost,))).links(lost) is None


def filtered(template: str) -> ServingSurface:
    properties = {
        "ids": {"$ref": "#/$defs/Ids"},
        "q": {"type": "string"},
        "n": {"type": "integer"},
        "flag": {"type": "boolean"},
    }
    schema = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "$defs": {"Ids": {"type": "array", "items": {"type": "integer"}}},
    }
    names = {name: name for name in properties}
    call = Call("GET /pets", "op1", "GET", "/pets")
    made = ResourceTemplate(template, "pets", "", "", None, call, names, schema)
    return prepare(Surface("zoo", "", "", resource_templates=(made,)))


@pytest.mark.parametrize(
    ("template", "query", "arguments"),
    [
        ("{?ids*,q,n,flag}", "ids=1&q=a,b&ids=2", {"ids": [1, 2], "q": "a,b"}),
        ("{?ids*,q,n,flag}", "ids=1&flag=true&n=7", {"ids": [1], "flag": True, "n": 7}),
        ("{?ids,q,n,flag}", "ids=1,2&q=a%2Cb", {"ids": [1, 2], "q": "a,b"}),
        ("{?ids,q,n,flag}", "ids=1&q=a,b", {"ids": [1], "q": "a,b"}),
        ("{?ids,q,n,flag}", "q=", {"q": ""}),
        ("{?ids,q,n,flag}", "", {}),
    ],
)
def test_filters_are_read_as_the_schema_wants_them(
    template: str, query: str, arguments: dict[str, Any]
) -> None:
    found = filtered(f"api://zoo/pets{template}").resource(f"api://zoo/pets?{query}")
    assert found is not None
    prepared, given = found
    assert given == arguments
    assert prepared.check(given) == ()


@pytest.mark.parametrize(
    ("query", "problem"),
    [("ids*=x", ""), ("ids=x", "must be an integer"), ("n=1,2", 'not a text: "1,2"')],
)
def test_filters_that_do_not_fit_are_complained_about(query: str, problem: str) -> None:
    found = filtered("api://zoo/pets{?ids,q,n,flag}").resource(f"api://zoo/pets?{query}")
    if not problem:
        assert found is None
        return
    assert found is not None
    (complaint,) = found[0].check(found[1])
    assert problem in complaint


@pytest.mark.parametrize(
    ("uri", "why"),
    [
        ("api://zoo/pets?colour=red", "there is no filter 'colour'; it takes ids, q, n, flag"),
        ("api://zoo/pets?n=1&n=2", "n can stand only once"),
        ("api://zoo/pets", None),
        ("api://zoo/dogs?n=1", None),
    ],
)
def test_unknown_filters_are_told_by_name(uri: str, why: str | None) -> None:
    assert filtered("api://zoo/pets{?ids,q,n,flag}").why_not(uri) == why


def test_a_fixed_uri_takes_no_filters() -> None:
    call = Call("GET /pets", "op1", "GET", "/pets")
    pets = Resource("api://zoo/pets", "pets", "", "", None, call)
    found = prepare(Surface("zoo", "", "", resources=(pets,)))
    assert found.why_not("api://zoo/pets?a=1") == "there is no filter 'a'; it takes none"
    assert found.why_not("api://zoo/pets") is None
