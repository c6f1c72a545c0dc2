from typing import Any

import pytest

from tests.choices import answers, hints
from translator.candidates import Primitive, propose
from translator.choice import ArgumentChoice, Choice
from translator.compile import compile_surface
from translator.operation import Extraction, Location, Operation, Parameter
from translator.surface import IdentifierSource, LinkedItems, Surface

TEXT = {"type": "string"}
REPO = {"type": "object", "properties": {"name": TEXT, "title": TEXT}}
LIST = {"type": "array", "items": REPO}


def path(name: str) -> Parameter:
    return Parameter(name, Location.PATH, TEXT, required=True, style="simple")


def operation(key: str, answer: Any = REPO, *more: Parameter) -> Operation:
    method, _, written = key.partition(" ")
    names = [piece.partition("}")[0] for piece in written.split("{")[1:]]
    return Operation(
        method,
        written,
        parameters=(*map(path, names), *more),
        responses=answers(("200", "application/json", answer)),
    )


LISTING = operation("GET /orgs/{org}/repos", LIST, Parameter("q", Location.QUERY, TEXT))
ITEM = operation("GET /orgs/{org}/repos/{repo_name}")
BELOW = operation("GET /orgs/{org}/repos/{repo_name}/branches")


def surface(*wanted: Operation, offered: int | None = None, **chosen: Any) -> Surface:
    """Publish the first `offered` operations (else all) as proposed, `chosen` by operation key."""
    extraction = Extraction("R", "1", None, "3.1.0", wanted, {}, (), {}, {}, ())
    choices = []
    for made in propose(extraction, "s")[:offered]:
        more = chosen.get(made.operation.path.rpartition("/")[2].strip("{}"), {})
        fields: dict[str, Any] = {
            "expose": frozenset({Primitive.TOOL, Primitive.RESOURCE_TEMPLATE}),
            "hints": hints(made.operation.method == "GET"),
        }
        choices.append(
            Choice(
                candidate=made,
                operation_id=made.operation.key,
                input_defs={},
                output_defs={},
                name=made.name,
                title="",
                description="",
                **(fields | more),
            )
        )
    found, findings = compile_surface("s", "S", "", choices, {})
    assert found is not None, findings
    return found


def of_tools(found: Surface) -> dict[str, LinkedItems | None]:
    return {tool.name: tool.linked_items for tool in found.tools}


def test_a_collection_knows_the_template_of_its_items() -> None:
    found = surface(LISTING, ITEM)
    linked = LinkedItems(
        uri_template="api://s/orgs/{org}/repos/{repo_name}",
        items="",
        identifier="/name",
        parameter="repo_name",
        variables={"org": "org", "repo_name": "repo_name"},
        title="/title",
    )
    item, collection = found.resource_templates
    assert (item.uri_template, item.linked_items) == (linked.uri_template, None)
    assert collection.linked_items == linked
    assert of_tools(found) == {"list_org_repos": linked, "get_org_repo": None}


def test_a_template_knows_where_the_values_of_its_variables_are_found() -> None:
    found = surface(LISTING, ITEM, BELOW)
    source = IdentifierSource("GET /orgs/{org}/repos", "", "/name", {"org": "org"})
    sources = {one.uri_template: one.sources for one in found.resource_templates}
    assert sources == {
        "api://s/orgs/{org}/repos{?q}": {},
        "api://s/orgs/{org}/repos/{repo_name}": {"repo_name": source},
        "api://s/orgs/{org}/repos/{repo_name}/branches": {"repo_name": source},
    }


def test_what_is_not_published_links_to_nothing() -> None:
    listed = surface(LISTING, ITEM, offered=1)
    assert listed.resource_templates[0].linked_items is None
    (alone,) = surface(ITEM, LISTING, offered=1).resource_templates
    assert alone.sources == {}


def test_items_are_linked_only_to_what_can_be_read() -> None:
    found = surface(LISTING, ITEM, repo_name={"expose": frozenset({Primitive.TOOL})})
    assert of_tools(found) == {"list_org_repos": None, "get_org_repo": None}


def test_a_tool_alone_is_a_source() -> None:
    found = surface(LISTING, ITEM, repos={"expose": frozenset({Primitive.TOOL})})
    assert found.resource_templates[0].sources.keys() == {"repo_name"}
    assert of_tools(found)["list_org_repos"] is not None


def test_arguments_go_by_the_names_that_were_chosen() -> None:
    renamed = {"arguments": (ArgumentChoice("path:org", "owner"),)}
    found = surface(LISTING, ITEM, repos=renamed)
    (source,) = found.resource_templates[0].sources.values()
    assert source.arguments == {"owner": "org"}


def pinned(value: str) -> dict[str, Any]:
    return {"arguments": (ArgumentChoice("path:org", "org", hidden=True, pinned=(value,)),)}


@pytest.mark.parametrize(
    ("chosen", "linked", "sources"),
    [
        ({"repos": pinned("acme")}, True, {}),
        ({"repo_name": pinned("acme")}, False, {}),
        ({"repos": pinned("acme"), "repo_name": pinned("acme")}, True, {"repo_name": {}}),
        ({"repos": pinned("acme"), "repo_name": pinned("other")}, False, {}),
    ],
)
def test_pinned_parts_of_the_path_link_only_what_they_hold_for(
    chosen: dict[str, Any], linked: bool, sources: dict[str, dict[str, str]]
) -> None:
    found = surface(LISTING, ITEM, **chosen)
    assert (of_tools(found)["list_org_repos"] is not None) is linked
    (item,) = [one for one in found.resource_templates if "{repo_name}" in one.uri_template]
    assert {name: one.arguments for name, one in item.sources.items()} == sources


def test_what_is_not_read_only_is_no_source() -> None:
    found = surface(LISTING, ITEM, repos={"hints": hints(read_only=False)})
    assert all(not one.sources for one in found.resource_templates)


def test_each_variable_has_its_own_collection() -> None:
    orgs = operation("GET /orgs", {"type": "array", "items": {"properties": {"org": TEXT}}})
    found = surface(orgs, LISTING, ITEM)
    (item,) = [one for one in found.resource_templates if "repo_name" in one.uri_template]
    assert {name: one.operation_id for name, one in item.sources.items()} == {
        "org": "GET /orgs",
        "repo_name": "GET /orgs/{org}/repos",
    }
    assert {one.uri: one.linked_items for one in found.resources} == {"api://s/orgs": None}
