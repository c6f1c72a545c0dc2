"""References inside schemas: cycles, aliases, siblings, dynamic ones, and none at all."""

from collections.abc import Callable

import pytest

from translator.json_value import JsonValue
from translator.openapi.reading import Reading
from translator.openapi.resolve import Place, join_pointer
from translator.openapi.schemas import Direction, Schemas

ENTRY = "file:///apis/entry.yaml"
MakeReading = Callable[..., Reading]


def _converted(reading: Reading, schema: JsonValue) -> JsonValue:
    converted = reading.schemas.convert(schema, Place(ENTRY, "/here"), Direction.INPUT)
    reading.schemas.definitions()
    return converted


def _component(reading: Reading, name: str) -> JsonValue:
    place = Place(ENTRY, join_pointer("/components/schemas", name))
    found = reading.resolver.resolve(f"#{place.pointer}", place)
    assert found is not None
    converted = reading.schemas.convert(found.value, place, Direction.INPUT)
    reading.schemas.definitions()
    return converted


def _codes(reading: Reading) -> list[str]:
    return [each.code for each in reading.log.found()]


RECURSIVE = """
components:
  schemas:
    Comment:
      type: object
      properties:
        replies: {type: array, items: {$ref: '#/components/schemas/Comment'}}
    Alias: {$ref: '#/components/schemas/Second'}
    Second: {$ref: '#/components/schemas/Comment'}
    Loop: {$ref: '#/components/schemas/Pool'}
    Pool: {$ref: '#/components/schemas/Loop'}
    Uses: {properties: {loop: {$ref: '#/components/schemas/Loop'}}}
"""


def test_cycle_is_kept_as_a_reference_to_one_definition(make_reading: MakeReading) -> None:
    reading = make_reading(RECURSIVE)
    converted = reading.schemas.convert(
        {"$ref": "#/components/schemas/Comment"}, Place(ENTRY, "/here"), Direction.INPUT
    )

    defs = reading.schemas.definitions()[Direction.INPUT]

    assert converted == {"$ref": "#/$defs/Comment"}
    assert defs == {
        "Comment": {
            "type": "object",
            "properties": {"replies": {"type": "array", "items": {"$ref": "#/$defs/Comment"}}},
        }
    }


def test_reference_to_a_reference_leads_to_its_end(make_reading: MakeReading) -> None:
    assert _component(make_reading(RECURSIVE), "Alias") == {"$ref": "#/$defs/Comment"}


def test_references_in_a_circle_point_at_nothing(make_reading: MakeReading) -> None:
    reading = make_reading(RECURSIVE)

    schema = _component(reading, "Uses")

    assert schema == {"properties": {"loop": {}}}
    assert _codes(reading) == ["ref-unresolved"]


def test_definition_is_converted_once_and_shared(make_reading: MakeReading) -> None:
    reading = make_reading(RECURSIVE)
    ref = {"$ref": "#/components/schemas/Comment"}

    both = _converted(reading, {"items": ref, "not": ref})

    assert both["items"] is both["not"]


def test_reference_to_nothing_is_named_and_accepts_anything(make_reading: MakeReading) -> None:
    reading = make_reading()

    converted = _converted(reading, {"properties": {"a": {"$ref": "#/nowhere"}}})

    assert converted == {"properties": {"a": {}}}
    (found,) = reading.log.found()
    assert found.code == "ref-unresolved"
    assert found.pointer == "/here/properties/a"
    assert "#/nowhere" in found.message


@pytest.mark.parametrize(
    ("written", "dangling"),
    [
        ("{$ref: '#/no'}", "#/no"),
        ("{allOf: [{}, {$ref: '#/no'}]}", "#/no"),
        ("{type: array, items: {$ref: '#/no'}}", "#/no"),
        ("{properties: {a: {$ref: '#/no'}}, required: [a]}", "#/no"),
        ("{$ref: '#/components/schemas/Broken'}", "#/missing"),
        ("{properties: {a: {$ref: '#/no'}}}", None),
        ("{anyOf: [{$ref: '#/no'}, {}]}", None),
        ("{$ref: '#/components/schemas/Fine'}", None),
    ],
)
def test_dangling_tells_whether_a_value_can_do_without_the_missing_schema(
    make_reading: MakeReading,
    yaml: Callable[[str], JsonValue],
    written: str,
    dangling: str | None,
) -> None:
    reading = make_reading(
        "components: {schemas: {Broken: {allOf: [{$ref: '#/missing'}]}, "
        "Fine: {properties: {a: {$ref: '#/missing'}, self: {$ref: '#/components/schemas/Fine'}},"
        " required: [self]}}}"
    )

    converted = reading.schemas.convert(yaml(written), Place(ENTRY, "/here"), Direction.INPUT)

    assert reading.schemas.dangling(converted, Direction.INPUT) == dangling


def test_keywords_beside_a_reference_count_in_3_1(make_reading: MakeReading) -> None:
    reading = make_reading(RECURSIVE, "3.1")
    written = {"$ref": "#/components/schemas/Comment", "description": "d", "required": ["a"]}

    assert _converted(reading, {"not": written}) == {
        "not": {"$ref": "#/$defs/Comment", "description": "d", "required": ["a"]}
    }


@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_keywords_beside_a_reference_are_ignored_before_3_1(
    make_reading: MakeReading, version: str
) -> None:
    reading = make_reading(RECURSIVE, version)
    written = {"$ref": "#/components/schemas/Comment", "description": "d", "x-own": 1}

    converted = _converted(reading, {"not": written})

    assert converted == {"not": {"$ref": "#/$defs/Comment"}}
    (found,) = reading.log.found()
    assert found.code == "ref-siblings-ignored"
    assert "'description'" in found.message


DYNAMIC = """
components:
  schemas:
    Tree:
      $dynamicAnchor: node
      properties: {children: {type: array, items: {$dynamicRef: '#node'}}}
    Filter:
      $recursiveAnchor: true
      properties: {inner: {$recursiveRef: '#'}}
    Page:
      properties: {rows: {type: array, items: {$dynamicRef: '#row'}}}
      $defs: {row: {$dynamicAnchor: row, not: {}}}
    Shelves: {$ref: '#/components/schemas/Page', $defs: {row: {$dynamicAnchor: row, type: string}}}
"""


def test_dynamic_reference_with_one_meaning_is_a_reference(make_reading: MakeReading) -> None:
    reading = make_reading(DYNAMIC)
    _converted(reading, {"$ref": "#/components/schemas/Tree"})

    defs = reading.schemas.definitions()[Direction.INPUT]

    assert defs["Tree"]["properties"]["children"]["items"] == {"$ref": "#/$defs/Tree"}


def test_recursive_reference_leads_to_its_own_schema(make_reading: MakeReading) -> None:
    reading = make_reading(DYNAMIC)
    _converted(reading, {"$ref": "#/components/schemas/Filter"})

    defs = reading.schemas.definitions()[Direction.INPUT]

    assert defs["Filter"]["properties"]["inner"] == {"$ref": "#/$defs/Filter"}


def test_dynamic_reference_with_several_meanings_accepts_anything(
    make_reading: MakeReading,
) -> None:
    reading = make_reading(DYNAMIC)

    schema = _component(reading, "Page")

    assert schema == {"properties": {"rows": {"type": "array", "items": {}}}}
    assert _codes(reading) == ["schema-keyword-lost"]


def test_definition_that_an_exception_left_behind_accepts_anything(
    make_reading: MakeReading,
) -> None:
    reading = make_reading("{a: {type: string}, b: {type: string}}")

    def origin(place: Place) -> Place:
        if place.pointer in ("/a", "/b"):
            raise LookupError
        return place

    schemas = Schemas(reading.resolver, reading.dialect, reading.log, origin)
    both = {"allOf": [{"$ref": "#/a"}, {"$ref": "#/b"}]}
    with pytest.raises(LookupError):
        schemas.convert(both, Place(ENTRY, "/here"), Direction.INPUT)

    assert schemas.definitions()[Direction.INPUT] == {"a": True, "b": True}
