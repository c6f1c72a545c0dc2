import pytest

from translator.json_value import JsonValue
from translator.openapi.resolve import Place, Resolved, Resolver
from translator.openapi.visibility import Visibility

BASE = Place("file:///apis/entry.yaml")
SCHEMAS = {
    "marked": {"readOnly": True},
    "alias": {"$ref": "#/marked"},
    "plain": {"type": "string"},
    "loop": {"allOf": [{"$ref": "#/pool"}]},
    "pool": {"allOf": [{"$ref": "#/loop"}, {"readOnly": True}]},
    "base": {"properties": {"id": {"readOnly": True}, "name": {}}},
    "more": {"allOf": [{"$ref": "#/base"}, {"properties": {"at": {"$ref": "#/marked"}}}]},
    "again": {"allOf": [{"$ref": "#/again"}, {"$ref": "#/base"}]},
}


def _visibility(*, ref_siblings: bool = True) -> Visibility:
    resolver = Resolver({BASE.document: SCHEMAS}, BASE.document)

    def target(ref: str, place: Place) -> Resolved | None:
        return resolver.resolve(ref, place)

    return Visibility("readOnly", target, ref_siblings=ref_siblings)


@pytest.mark.parametrize(
    ("schema", "hidden"),
    [
        ({"readOnly": True}, True),
        ({"readOnly": False}, False),
        ({"readOnly": "true"}, False),
        ({"writeOnly": True}, False),
        ({"$ref": "#/marked"}, True),
        ({"$ref": "#/alias"}, True),
        ({"$ref": "#/plain"}, False),
        ({"$ref": "#/nowhere"}, False),
        ({"allOf": [{"$ref": "#/alias"}, {"description": "d"}]}, True),
        ({"allOf": [{"$ref": "#/plain"}]}, False),
        ({"allOf": "text"}, False),
        ({"anyOf": [{"readOnly": True}]}, False),
        ({"items": {"readOnly": True}}, False),
        (True, False),
        (None, False),
    ],
)
def test_mark_is_found_wherever_it_holds(schema: JsonValue, hidden: bool) -> None:
    assert _visibility().hides(schema, BASE) is hidden


@pytest.mark.parametrize("names", [("loop", "pool"), ("pool", "loop")])
def test_mark_in_a_cycle_is_found_from_everywhere(names: tuple[str, str]) -> None:
    visibility = _visibility()

    assert [visibility.hides({"$ref": f"#/{name}"}, BASE) for name in names] == [True, True]


@pytest.mark.parametrize("ref_siblings", [True, False])
def test_mark_beside_a_reference_counts_where_siblings_do(ref_siblings: bool) -> None:
    schema = {"$ref": "#/plain", "readOnly": True}

    assert _visibility(ref_siblings=ref_siblings).hides(schema, BASE) is ref_siblings


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        ({"properties": {"a": {"readOnly": True}, "b": {}}}, {"a"}),
        ({"$ref": "#/base"}, {"id"}),
        ({"$ref": "#/more"}, {"id", "at"}),
        ({"$ref": "#/again"}, {"id"}),
        (
            {"allOf": [{"$ref": "#/more"}], "properties": {"x": {"readOnly": True}}},
            {"id", "at", "x"},
        ),
        ({"oneOf": [{"$ref": "#/base"}]}, set()),
        ({"properties": "text"}, set()),
        (False, set()),
    ],
)
def test_hidden_names_are_those_of_the_whole_composition(
    schema: JsonValue, names: set[str]
) -> None:
    assert _visibility().hidden_names(schema, BASE) == names


def _chain(length: int) -> Visibility:
    schemas: dict[str, JsonValue] = {
        f"s{n}": {"allOf": [{"$ref": f"#/s{n + 1}"}]} for n in range(length)
    }
    schemas[f"s{length}"] = {"readOnly": True, "properties": {"id": {"readOnly": True}}}
    resolver = Resolver({BASE.document: schemas}, BASE.document)
    return Visibility("readOnly", resolver.resolve, ref_siblings=True)


@pytest.mark.parametrize(("levels", "seen"), [(20, True), (2_000, False)])
def test_what_is_composed_beyond_measure_is_not_looked_through(levels: int, seen: bool) -> None:
    schema = {"$ref": "#/s0"}
    assert _chain(levels).hides(schema, BASE) is seen
    assert _chain(levels).hidden_names(schema, BASE) == frozenset({"id"} if seen else ())


def test_members_of_one_composition_are_all_looked_at() -> None:
    members = [{"properties": {f"p{n}": {"readOnly": True}}} for n in range(2_000)]
    assert len(_visibility().hidden_names({"allOf": members}, BASE)) == 2_000
