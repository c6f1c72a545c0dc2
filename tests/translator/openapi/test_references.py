import pytest

from translator.json_value import JsonValue
from translator.openapi.dialect import dialect_of
from translator.openapi.references import References, components_elsewhere
from translator.openapi.resolve import Place, Resolved, Resolver

ENTRY = "file:///apis/entry.yaml"
BASE = Place(ENTRY)


def _references(root: JsonValue, version: str = "3.1") -> References:
    return References(Resolver({ENTRY: root}, ENTRY), dialect_of(version))


@pytest.mark.parametrize(
    ("version", "alias", "end"),
    [
        ("3.1", {"$ref": "#/end"}, "/end"),
        ("3.1", {"$ref": "#/end", "description": "d"}, "/alias"),
        ("3.0", {"$ref": "#/end", "description": "d"}, "/end"),
        ("3.0", {"$ref": "#/end", "nullable": True}, "/alias"),
        ("2.0", {"$ref": "#/end", "nullable": True}, "/end"),
    ],
)
def test_target_is_the_first_that_says_something(version: str, alias: JsonValue, end: str) -> None:
    references = _references({"alias": alias, "end": {"type": "string"}}, version)

    target = references.target("#/alias", BASE)

    assert target is not None
    assert target.place.pointer == end


@pytest.mark.parametrize("ref", ["#/missing", "#/a"])
def test_target_of_nothing_or_of_a_circle_is_none(ref: str) -> None:
    references = _references({"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}})

    assert references.target(ref, BASE) is None


def test_all_references_to_a_target_get_its_name_at_once() -> None:
    references = _references({})
    target = Resolved({}, Place(ENTRY, "/a"))

    shared = references.share("#/a", ENTRY, target)
    again = references.share("entry.yaml#/a", ENTRY, target)
    own = references.copy(shared)
    other = references.refer({"title": "t"}, target)
    references.name({target.place: "A"})

    assert shared is again
    assert references.known("#/a", ENTRY) is shared
    assert own is not shared
    assert shared == own == {"$ref": "#/$defs/A"}
    assert other == {"title": "t", "$ref": "#/$defs/A"}
    assert references.waiting == [target]


@pytest.mark.parametrize(
    ("anchors", "found"), [(["node"], True), (["node", "node"], False), (["other"], False)]
)
def test_dynamic_target_is_known_when_one_anchor_has_the_name(
    anchors: list[str], found: bool
) -> None:
    references = _references({"schemas": [{"$dynamicAnchor": name} for name in anchors]})

    assert (references.dynamic_target("#node", BASE) is not None) is found


def test_components_that_refer_to_other_documents_are_named() -> None:
    other = "file:///apis/bike.yaml"
    root = {
        "components": {
            "schemas": {
                "Bike": {"$ref": "bike.yaml"},
                "Wheel": {"$ref": "bike.yaml#/wheel"},
                "Again": {"$ref": "bike.yaml"},
                "Here": {"$ref": "#/components/schemas/Own"},
                "Own": {"type": "object"},
                "Lost": {"$ref": "lost.yaml"},
            }
        }
    }

    names = components_elsewhere(Resolver({ENTRY: root, other: {"wheel": {}}}, ENTRY))

    assert names == {Place(other): "Bike", Place(other, "/wheel"): "Wheel"}


@pytest.mark.parametrize("root", [None, [], {"components": 5}, {"definitions": []}])
def test_document_without_components_names_none(root: JsonValue) -> None:
    assert components_elsewhere(Resolver({ENTRY: root}, ENTRY)) == {}


@pytest.mark.parametrize("start", [0, 4_000, 9_999])
def test_a_long_line_of_aliases_leads_to_its_end(start: int) -> None:
    root = {f"s{n}": {"$ref": f"#/s{n + 1}"} for n in range(10_000)} | {"s10000": {"type": "null"}}
    references = _references(root)

    for ref in (f"#/s{start}", "#/s0", f"#/s{start}"):
        target = references.target(ref, BASE)
        assert target is not None
        assert target.place.pointer == "/s10000"


def test_what_leads_into_a_circle_leads_to_nothing_however_asked() -> None:
    references = _references({f"s{n}": {"$ref": f"#/s{max(n - 1, 0)}"} for n in range(5)})

    assert [references.target(f"#/s{n}", BASE) for n in (4, 0, 2, 4)] == [None] * 4
