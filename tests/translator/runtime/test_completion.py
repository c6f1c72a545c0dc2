from dataclasses import replace
from typing import Any

import pytest

from tests.mcp_surfaces import call, closed, in_path, tool
from translator.runtime.completion import (
    MAX_VALUES,
    Completer,
    Recent,
    completers,
    completion,
    identifiers,
)
from translator.runtime.serving import prepare
from translator.surface import IdentifierSource, Resource, ResourceTemplate, Surface

KINDS = {"type": "string", "enum": ["cat", "dog"]}
ORGS = IdentifierSource("GET-/orgs", "", "/id")
REPOS = IdentifierSource("GET-/orgs/{org}/repos", "/data", "/name", {"owner": "org"})
REPO = ResourceTemplate(
    "api://zoo/orgs/{org}/repos/{repo}{?flag,kinds*}",
    "repo",
    "",
    "",
    None,
    call("GET", "/orgs/{org}/repos/{repo}", in_path("org"), in_path("repo")),
    {"org": "org", "repo": "repo", "flag": "flag", "kinds": "kinds"},
    closed(org={"type": "string"}, repo={}, flag={"type": "boolean"}, kinds={"$ref": "#/$defs/K"})
    | {"$defs": {"K": {"type": "array", "items": KINDS}}},
    sources={"org": ORGS, "repo": REPOS},
)
LISTS = (
    Resource("api://zoo/orgs", "orgs", "", "", None, call("GET", "/orgs")),
    tool(
        "repos",
        call("GET", "/orgs/{org}/repos", replace(in_path("org"), argument="owner")),
        closed(owner={"type": "integer"}, q={"type": "string"}),
    ),
)


def completer(**more: Any) -> Completer:
    fields = {"resources": LISTS[:1], "tools": LISTS[1:], "resource_templates": (REPO,)}
    (found,) = completers(prepare(Surface("zoo", "", "", **(fields | more)))).values()
    return found


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        (KINDS, ("cat", "dog")),
        ({"type": "array", "items": KINDS}, ("cat", "dog")),
        ({"type": "boolean"}, ("true", "false")),
        ({"type": ["boolean", "null"]}, ("true", "false")),
        ({"enum": [1, 2.5, True, None, "x", {"a": 1}]}, ("1", "2.5", "true", "x")),
        ({"const": "only"}, ("only",)),
        ({"anyOf": [KINDS, {"type": "null"}]}, ("cat", "dog")),
        ({"type": "string"}, None),
        (True, None),
    ],
)
def test_values_that_a_schema_lists_are_known(schema: Any, values: Any) -> None:
    template = replace(REPO, enforced_schema=closed(repo=schema), sources={})
    assert completer(resource_templates=(template,)).values.get("repo") == values


def test_filters_are_known_behind_references() -> None:
    assert completer().values == {"flag": ("true", "false"), "kinds": ("cat", "dog")}


def test_collections_are_found_among_what_is_published() -> None:
    found = completer().sources
    assert {name: one.target.name for name, one in found.items()} == {
        "org": "orgs",
        "repo": "repos",
    }
    assert completer(tools=()).sources.keys() == {"org"}


def test_a_collection_that_can_be_read_goes_before_a_tool() -> None:
    both = replace(LISTS[0], call=LISTS[1].call, name="readable")  # type: ignore[type-var]
    assert completer(resources=(both,)).sources["repo"].target.name == "readable"


@pytest.mark.parametrize(
    ("given", "arguments"),
    [
        ({"org": "7"}, {"owner": 7}),
        ({"org": "seven", "other": "x"}, {"owner": "seven"}),
        ({"repo": "x"}, None),
        ({"org": ""}, None),
        ({}, None),
    ],
)
def test_the_collection_is_asked_with_what_is_given(given: Any, arguments: Any) -> None:
    assert completer().sources["repo"].arguments(given) == arguments


def test_a_collection_without_arguments_needs_none() -> None:
    assert completer().sources["org"].arguments({}) == {}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"data": [{"name": "b"}, {"name": "a"}, {"name": "b"}]}, ("b", "a")),
        ({"data": [{"name": 7}, {"name": 2**70}]}, ("7", str(2**70))),
        ({"data": [{"name": n} for n in (None, True, 1.5, "", {}, "x\u202ey", "[redacted]")]}, ()),
        ({"data": ["text", None, {}]}, ()),
        ({"data": {"name": "x"}}, ()),
        ([], ()),
        (None, ()),
    ],
)
def test_identifiers_are_those_of_the_items(value: Any, found: tuple[str, ...]) -> None:
    assert identifiers(value, REPOS) == found


def test_a_hundred_values_at_most_are_given_and_all_are_counted() -> None:
    values = [f"a{number}" for number in range(250)] + ["b"]
    found = completion(values, "a")
    assert (len(found["values"]), found["total"], found["hasMore"]) == (MAX_VALUES, 250, True)
    assert completion(values, "b") == {"values": ["b"], "total": 1, "hasMore": False}
    assert completion(values, "c") == {"values": [], "total": 0, "hasMore": False}


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


def test_what_was_found_is_kept_for_seconds() -> None:
    clock = Clock()
    recent = Recent(clock)
    recent.keep("a", ("1",))
    assert recent.get("a") == ("1",)
    clock.time = 9.9
    assert (recent.get("a"), recent.get("b")) == (("1",), None)
    clock.time = 10.0
    assert recent.get("a") is None


def test_only_so_much_is_kept() -> None:
    recent = Recent(Clock())
    for number in range(1_000):
        recent.keep(number, (str(number),))
        recent.lock(number)
    assert recent.get(999) == ("999",)
    assert recent.get(0) is None
    assert sum(recent.get(number) is not None for number in range(1_000)) == 256
    assert recent.lock(999) is recent.lock(999)
