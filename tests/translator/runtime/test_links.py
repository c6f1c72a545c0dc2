from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from translator.operation import Location, Parameter
from translator.runtime.links import MAX_LINKS, ItemLinks, links_meta
from translator.runtime.outcome import Block
from translator.surface import BoundParameter, Call, LinkedItems, ResourceTemplate
from translator.uri_template import expand


def in_path(name: str, argument: str | None = None, **more: Any) -> BoundParameter:
    return BoundParameter(Parameter(name, Location.PATH, True), argument or name, **more)


REPOS = Call("GET /o/{org}/r", "op1", "GET", "/o/{org}/r", parameters=(in_path("org", "owner"),))
REPO = ResourceTemplate(
    "api://s/o/{org}/r/{repo_id}{?full}", "repo", "", "", None, Call("GET /x", "op2", "GET", "/x")
)
LINKED = LinkedItems(
    REPO.uri_template, "/data", "/id", "id", {"org": "org", "repo_id": "id"}, "/name"
)
LINKS = ItemLinks(LINKED, REPO, REPOS)


def uris(items: Any, links: ItemLinks = LINKS, **arguments: Any) -> list[str | None]:
    found, _ = links.of({"data": items}, arguments or {"owner": "acme inc"})
    return [link.uri for link in found]


@pytest.mark.parametrize(
    ("identifier", "written"),
    [
        (7, "7"),
        (2**64, str(2**64)),
        ("a-1", "a-1"),
        ("a/b?c=d#e", "a%2Fb%3Fc%3Dd%23e"),
        ("ü", "%C3%BC"),
        ("%2F", "%252F"),
    ],
)
def test_identifier_is_expanded_into_the_template(identifier: Any, written: str) -> None:
    assert uris([{"id": identifier}]) == [f"api://s/o/acme%20inc/r/{written}"]


@pytest.mark.parametrize(
    "item",
    [
        {},
        {"id": None},
        {"id": ""},
        {"id": True},
        {"id": 1.5},
        {"id": {"a": 1}},
        {"id": [1]},
        {"id": ".."},
        {"id": "a/../b"},
        {"id": "\ud800"},
        {"id": "x[redacted]"},
        "text",
        None,
    ],
)
def test_item_that_no_uri_can_name_has_no_link(item: Any) -> None:
    assert uris([item, {"id": 1}]) == ["api://s/o/acme%20inc/r/1"]


@pytest.mark.parametrize("value", [{"data": {}}, {"data": None}, {}, [], None, "x"])
def test_answer_without_the_list_has_no_links(value: Any) -> None:
    assert LINKS.of(value, {"owner": "a"}) == ((), "")


def test_the_collections_own_arguments_fill_what_items_share() -> None:
    assert uris([{"id": 1}], owner=42) == ["api://s/o/42/r/1"]
    pinned = replace(REPOS, parameters=(in_path("org", "owner", pinned=("p",)),))
    default = replace(REPOS, parameters=(in_path("org", "owner", default=("d",)),))
    assert uris([{"id": 1}], replace(LINKS, call=pinned), owner="x") == ["api://s/o/p/r/1"]
    assert uris([{"id": 1}], replace(LINKS, call=default), other="x") == ["api://s/o/d/r/1"]


def test_without_them_there_are_no_links() -> None:
    assert uris([{"id": 1}], other="x") == []
    assert uris([{"id": 1}], replace(LINKS, call=replace(REPOS, parameters=()))) == []


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ({"id": 1, "name": " Rex\n the\u202e dog "}, "Rex the dog"),
        ({"id": 1, "name": "x" * 500}, "x" * 100),
        ({"id": 1, "name": ""}, "1"),
        ({"id": 1, "name": 5}, "1"),
        ({"id": 1}, "1"),
    ],
)
def test_link_has_the_name_people_use(item: Any, name: str) -> None:
    (link,), _ = LINKS.of({"data": [item]}, {"owner": "a"})
    assert link.text == name


def test_entries_that_are_values_name_themselves() -> None:
    plain = ItemLinks(replace(LINKED, items="", identifier="", title=None), REPO, REPOS)
    found, _ = plain.of(["a", 2, None], {"owner": "o"})
    assert [(link.text, link.uri) for link in found] == [
        ("a", "api://s/o/o/r/a"),
        ("2", "api://s/o/o/r/2"),
    ]


def test_a_long_list_is_linked_in_part_and_says_so() -> None:
    links, note = LINKS.of({"data": [{"id": n} for n in range(1_234)]}, {"owner": "a"})
    assert (len(links), note) == (MAX_LINKS, "Links stand for the first 20 of 1,234 entries.")
    assert LINKS.of({"data": [{}] * 50}, {"owner": "a"}) == ((), "")


def test_reads_carry_them_as_meta() -> None:
    assert links_meta(()) == {}
    assert links_meta((Block("link", "Rex", uri="api://s/1"),)) == {
        "isthmus/items": [{"uri": "api://s/1", "name": "Rex"}]
    }


@pytest.mark.parametrize(
    "template",
    [
        "api://s/r/{id}",
        "api://s/{id}/r",
        "api://s/r/{id}/x?q=1",
        "api://s/r/v{id}",
        "api://s/{+id}",
    ],
)
def test_every_uri_is_the_templates_own(template: str) -> None:
    linked = LinkedItems(template, "", "", "id", {"id": "id"})
    links = ItemLinks(linked, replace(REPO, uri_template=template), REPOS)
    identifiers = ["a", "b-1", "a/b", "..", "7", "ü", "c_2", "d.e", "%"]
    expected = []
    for identifier in identifiers:
        with suppress(ValueError):
            expected.append(expand(template, {"id": identifier}))
    found, _ = links.of(identifiers, {})
    assert [link.uri for link in found] == expected
