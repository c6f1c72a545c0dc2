import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.openapi.resolve import (
    Place,
    Resolved,
    Resolver,
    join_pointer,
    join_uri,
    reference_of,
    relative_uri,
    split_pointer,
)

ENTRY = "file:///api/openapi.yaml"


def resolver(**documents: object) -> Resolver:
    named = {f"file:///api/{name}.yaml": root for name, root in documents.items()}
    return Resolver(named, ENTRY)


@given(st.lists(st.text()))
def test_splitting_is_the_inverse_of_joining(tokens: list[str]) -> None:
    assert split_pointer(join_pointer("", *tokens)) == tuple(tokens)


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ("", "whole"),
        ("/foo", ["bar", "baz"]),
        ("/foo/0", "bar"),
        ("/", 0),
        ("/a~1b", 1),
        ("/c%d", 2),
        ("/e^f", 3),
        ("/g|h", 4),
        ("/i\\j", 5),
        ('/k"l', 6),
        ("/ ", 7),
        ("/m~0n", 8),
        ("/o~01p", 9),
        ("/foo/00", None),
        ("/foo/-", None),
        ("/foo/2", None),
        ("/foo/1e0", None),
        ("/foo/٠", None),  # noqa: RUF001
        ("/nothing", None),
    ],
)
def test_pointers_of_rfc_6901(pointer: str, expected: object) -> None:
    root = {
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4,
        "i\\j": 5, 'k"l': 6, " ": 7, "m~n": 8, "o~1p": 9,
    }  # fmt: skip
    found = resolver(openapi=root).resolve("#" + pointer.replace("%", "%25"), Place(ENTRY))
    assert (found and found.value) == (root if expected == "whole" else expected)


@pytest.mark.parametrize(
    "fragment",
    ["/paths/~1users~1%7Bid%7D/get", "/paths/~1users~1{id}/get", "%2Fpaths%2F~1users~1{id}%2Fget"],
)
def test_a_fragment_is_percent_decoded_before_it_is_split(fragment: str) -> None:
    root = {"paths": {"/users/{id}": {"get": "here"}}}
    found = resolver(openapi=root).resolve("#" + fragment, Place(ENTRY))
    assert found == Resolved("here", Place(ENTRY, "/paths/~1users~1{id}/get"))


@pytest.mark.parametrize("ref", ["#", "", "openapi.yaml", "./openapi.yaml#", "../api/openapi.yaml"])
def test_the_whole_document_is_named_in_several_ways(ref: str) -> None:
    root = {"a": 1}
    assert resolver(openapi=root).resolve(ref, Place(ENTRY, "/x")) == Resolved(root, Place(ENTRY))


def test_a_reference_is_relative_to_the_document_it_stands_in() -> None:
    documents = {
        ENTRY: {},
        "file:///api/paths/users.yaml": {},
        "file:///api/schemas/User.yaml": {"type": "object"},
    }
    base = Place("file:///api/paths/users.yaml", "/get")
    found = Resolver(documents, ENTRY).resolve("../schemas/User.yaml#/type", base)
    assert found == Resolved("object", Place("file:///api/schemas/User.yaml", "/type"))


@pytest.mark.parametrize("ref", ["objects@{id}.yaml", "objects@%7bid%7D.yaml"])
def test_file_names_are_compared_in_one_normal_form(ref: str) -> None:
    documents = {ENTRY: {}, "file:///api/objects@%7Bid%7D.yaml": "found"}
    found = Resolver(documents, ENTRY).resolve(ref, Place(ENTRY))
    assert found is not None
    assert found.value == "found"


def test_a_pointer_that_runs_through_a_reference_is_followed() -> None:
    root = {"paths": {"/a": {"$ref": "a.yaml"}}, "x": {"$ref": "#/paths/~1a"}}
    found = resolver(openapi=root, a={"get": {"summary": "s"}}).resolve(
        "#/x/get/summary", Place(ENTRY)
    )
    assert found == Resolved("s", Place("file:///api/a.yaml", "/get/summary"))


def test_a_pointer_through_a_cycle_ends() -> None:
    root = {"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}
    assert resolver(openapi=root).resolve("#/a/x", Place(ENTRY)) is None


def test_following_stops_at_the_first_value_that_is_no_reference() -> None:
    root = {"a": {"$ref": "#/b"}, "b": {"$ref": "#/c"}, "c": {"type": "string"}}
    found = resolver(openapi=root).follow({"$ref": "#/a"}, Place(ENTRY))
    assert found == Resolved({"type": "string"}, Place(ENTRY, "/c"))


def test_following_a_value_that_is_no_reference_returns_it() -> None:
    place = Place(ENTRY, "/z")
    assert resolver(openapi={}).follow([1], place) == Resolved([1], place)


@pytest.mark.parametrize(
    "value",
    [{"$ref": "#/a"}, {"$ref": "#/self"}, {"$ref": "#/nothing"}, {"$ref": "gone.yaml"}],
)
def test_following_a_cycle_or_into_nothing_gives_none(value: object) -> None:
    root = {"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}, "self": {"$ref": "#/self"}}
    assert resolver(openapi=root).follow(value, Place(ENTRY)) is None


def test_a_recursive_schema_stays_a_cycle() -> None:
    node = {"properties": {"child": {"$ref": "#/node"}}}
    found = resolver(openapi={"node": node}).resolve("#/node", Place(ENTRY))
    assert found is not None
    assert found.value is node


@pytest.mark.parametrize(
    "ref", ["http://[bad", "https://elsewhere/x.yaml", "#nothing", "urn:x:y", "file:///etc/passwd"]
)
def test_what_is_not_among_the_documents_does_not_exist(ref: str) -> None:
    assert resolver(openapi={}).resolve(ref, Place(ENTRY)) is None


def test_a_member_named_dollar_ref_is_no_reference() -> None:
    assert reference_of({"$ref": {"type": "string"}}) is None


def test_anchors_are_found() -> None:
    root = {"components": {"schemas": {"A": {"$anchor": "here", "type": "string"}}}}
    found = resolver(openapi=root).resolve("#here", Place(ENTRY))
    assert found is not None
    assert found.place.pointer == "/components/schemas/A"


def test_a_pointer_below_an_id_falls_back_to_that_schema() -> None:
    inner = {"$id": "https://x.example/s", "$defs": {"n": {"type": "null"}}, "a": {}}
    found = resolver(openapi={"components": {"schemas": {"S": inner}}}).resolve(
        "#/$defs/n", Place(ENTRY, "/components/schemas/S/a")
    )
    assert found == Resolved({"type": "null"}, Place(ENTRY, "/components/schemas/S/$defs/n"))


def test_a_schema_is_found_by_its_id() -> None:
    root = {"components": {"schemas": {"S": {"$id": "https://x.example/s", "type": "null"}}}}
    found = resolver(openapi=root).resolve("https://x.example/s#/type", Place(ENTRY))
    assert found is not None
    assert found.value == "null"


def test_a_document_is_known_by_its_self() -> None:
    documents = {
        ENTRY: {"$self": "https://x.example/api/openapi"},
        "file:///api/s.yaml": {"$self": "https://x.example/api/shared", "v": 1},
    }
    resolver = Resolver(documents, ENTRY)
    found = resolver.resolve("shared#/v", Place(ENTRY))
    assert found == Resolved(1, Place("file:///api/s.yaml", "/v"))


@pytest.mark.parametrize(
    ("base", "reference", "expected"),
    [
        ("file:///a/b.yaml", "c d.yaml#/x", "file:///a/c%20d.yaml"),
        ("HTTPS://Api.Example/v1/openapi.json", "../x.json?v=1", "https://api.example/x.json?v=1"),
        ("https://api.example/openapi.json", "//Other.example/x", "https://other.example/x"),
        ("https://api.example/openapi.json", "#/a", "https://api.example/openapi.json"),
        ("https://api.example/openapi.json", "http://[", None),
    ],
)
def test_joining_uris(base: str, reference: str, expected: str | None) -> None:
    assert join_uri(base, reference) == expected


@pytest.mark.parametrize(
    ("uri", "entry", "expected"),
    [
        (ENTRY, ENTRY, ""),
        ("file:///api/schemas/User.yaml", ENTRY, "schemas/User.yaml"),
        ("https://a.example/x/y.json", "https://a.example/v1/openapi.json", "../x/y.json"),
        ("https://b.example/y.json?q", "https://a.example/openapi.json", "https://b.example/y.json?q"),
        ("https://a.example/y.json?q", "https://a.example", "y.json?q"),
    ],
)  # fmt: skip
def test_documents_are_named_relative_to_the_entry(uri: str, entry: str, expected: str) -> None:
    assert relative_uri(uri, entry) == expected


def test_a_long_line_of_references_is_followed_to_its_end() -> None:
    root = {f"s{n}": {"$ref": f"#/s{n + 1}"} for n in range(10_000)} | {"s10000": 5}
    resolver = Resolver({"file:///a": root}, "file:///a")
    for start in (0, 5_000, 0, 9_999):
        found = resolver.follow({"$ref": f"#/s{start}"}, Place("file:///a"))
        assert found == Resolved(5, Place("file:///a", "/s10000"))


def test_a_line_into_a_circle_leads_to_nothing_however_asked() -> None:
    root = {f"s{n}": {"$ref": f"#/s{max(n - 1, 0)}"} for n in range(5)}
    resolver = Resolver({"file:///a": root}, "file:///a")
    starts = [{"$ref": f"#/s{n}"} for n in (4, 0, 2, 4)]
    assert [resolver.follow(start, Place("file:///a")) for start in starts] == [None] * 4
