from collections.abc import Callable

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from translator.finding import Finding
from translator.json_value import JsonValue, to_json
from translator.openapi.reading import Reading
from translator.openapi.resolve import Place, join_pointer
from translator.openapi.schemas import Direction

ENTRY = "file:///apis/entry.yaml"
MakeReading = Callable[..., Reading]


def _converted(
    reading: Reading, schema: JsonValue, direction: Direction = Direction.INPUT
) -> JsonValue:
    converted = reading.schemas.convert(schema, Place(ENTRY, "/here"), direction)
    reading.schemas.definitions()
    return converted


def _component(
    reading: Reading, name: str, direction: Direction = Direction.INPUT
) -> tuple[JsonValue, dict[str, JsonValue]]:
    place = Place(ENTRY, join_pointer("/components/schemas", name))
    found = reading.resolver.resolve(f"#{place.pointer}", place)
    assert found is not None
    converted = reading.schemas.convert(found.value, place, direction)
    return converted, dict(reading.schemas.definitions()[direction])


def _codes(reading: Reading) -> list[str]:
    return [each.code for each in reading.log.found()]


def _accepts(schema: JsonValue, defs: dict[str, JsonValue], value: JsonValue) -> bool:
    return jsonschema_rs.Draft202012Validator({"$defs": defs, "allOf": [schema]}).is_valid(value)


@pytest.mark.parametrize(
    ("version", "written", "meant"),
    [
        ("3.0", "{type: string, nullable: true}", {"type": ["string", "null"]}),
        ("3.0", "{type: string, nullable: false}", {"type": "string"}),
        (
            "3.0",
            "{anyOf: [{type: string}, {nullable: true}]}",
            {"anyOf": [{"type": "string"}, {"type": "null"}]},
        ),
        ("3.0", "{anyOf: [{nullable: true}]}", {"anyOf": [{}]}),
        (
            "3.1",
            "{anyOf: [{type: string}, {nullable: true}]}",
            {"anyOf": [{"type": "string"}, {}]},
        ),
        ("2.0", "{type: string, x-nullable: true}", {"type": ["string", "null"]}),
        ("2.0", "{type: string, nullable: true}", {"type": "string"}),
        ("3.0", "{type: string, x-nullable: true}", {"type": "string"}),
        ("3.1", "{type: string, nullable: true}", {"type": "string"}),
        ("3.1", "{type: [string, 'null']}", {"type": ["string", "null"]}),
        ("3.0", "{minimum: 3, exclusiveMinimum: true}", {"exclusiveMinimum": 3}),
        ("3.0", "{minimum: 3, exclusiveMinimum: false}", {"minimum": 3}),
        ("3.0", "{maximum: 3.5, exclusiveMaximum: true}", {"exclusiveMaximum": 3.5}),
        ("3.1", "{exclusiveMaximum: 3}", {"exclusiveMaximum": 3}),
        ("3.1", "{exclusiveMinimum: true}", {}),
        ("3.0", "{example: 5}", {"examples": [5]}),
        ("3.1", "{example: 5, examples: [6, 7]}", {"examples": [6, 7]}),
        ("3.1", "{examples: [6, 7], example: 5}", {"examples": [6, 7]}),
        ("2.0", "{type: file}", {"type": "string", "format": "binary"}),
        ("2.0", "{discriminator: kind, type: object}", {"type": "object"}),
        ("3.0", "{discriminator: {propertyName: kind}, oneOf: [{}]}", {"oneOf": [{}]}),
        ("2.0", "{items: [{type: string}]}", {"prefixItems": [{"type": "string"}]}),
        (
            "2.0",
            "{items: [{}], additionalItems: false}",
            {"prefixItems": [{}], "items": False},
        ),
        ("3.1", "{additionalItems: false}", {}),
        ("3.1", "{dependencies: {a: [b]}}", {"dependentRequired": {"a": ["b"]}}),
        (
            "3.1",
            "{dependencies: {a: {type: object}}}",
            {"dependentSchemas": {"a": {"type": "object"}}},
        ),
        ("3.1", "{xml: {name: pet}, x-own: 1, externalDocs: {url: u}}", {"xml": {"name": "pet"}}),
        (
            "3.1",
            "{xml: {attribute: true, wrapped: 1, x-a: b, $ref: c}}",
            {"xml": {"attribute": True}},
        ),
        ("3.1", "true", True),
        ("3.1", "false", False),
        ("3.1", "{items: true, not: false}", {"items": True, "not": False}),
        ("3.1", "{$id: u, $schema: s, $anchor: a, $comment: c, title: t}", {"title": "t"}),
        ("3.1", "{definitions: {A: {}}, $defs: {B: {}}, type: 'null'}", {"type": "null"}),
        ("3.1", "{pattern: '^(['}", {"pattern": "^(["}),
        (
            "3.1",
            "{const: null, default: null, enum: [null]}",
            {"const": None, "default": None, "enum": [None]},
        ),
        ("3.1", "{maxLength: 4.0}", {"maxLength": 4}),
        ("3.1", "{if: {}, then: {}, else: false}", {"if": {}, "then": {}, "else": False}),
        (
            "3.1",
            "{type: integer, minimum: 18446744073709551616}",
            {"type": "integer", "minimum": 2**64},
        ),
    ],
)
def test_schema_of_each_version_becomes_2020_12(
    make_reading: MakeReading,
    yaml: Callable[[str], JsonValue],
    version: str,
    written: str,
    meant: JsonValue,
) -> None:
    reading = make_reading(version=version)

    assert to_json(_converted(reading, yaml(written))) == to_json(meant)


@pytest.mark.parametrize(
    ("written", "pointer"),
    [
        ("{type: any}", "/type"),
        ("{type: null}", "/type"),
        ("{type: []}", "/type"),
        ("{type: [string, any]}", "/type"),
        ("{type: file}", "/type"),
        ("{required: true}", "/required"),
        ("{required: [a, a]}", "/required"),
        ("{required: [a, 1]}", "/required"),
        ("{enum: a}", "/enum"),
        ("{enum: []}", "/enum"),
        ("{minimum: '5'}", "/minimum"),
        ("{maximum: true}", "/maximum"),
        ("{exclusiveMinimum: '5'}", "/exclusiveMinimum"),
        ("{minLength: -1}", "/minLength"),
        ("{maxItems: '3'}", "/maxItems"),
        ("{multipleOf: 0}", "/multipleOf"),
        ("{uniqueItems: 'yes'}", "/uniqueItems"),
        ("{description: null}", "/description"),
        ("{description: {$ref: a.md}}", "/description"),
        ("{format: 5}", "/format"),
        ("{pattern: [a]}", "/pattern"),
        ("{examples: {a: 1}}", "/examples"),
        ("{allOf: {}}", "/allOf"),
        ("{anyOf: []}", "/anyOf"),
        ("{properties: [a]}", "/properties"),
        ("{properties: {a: null}}", "/properties/a"),
        ("{properties: {a/b: [x]}}", "/properties/a~1b"),
        ("{items: text}", "/items"),
        ("{allOf: [{}, 5]}", "/allOf/1"),
        ("{additionalProperties: 'false'}", "/additionalProperties"),
        ("{dependentRequired: {a: b}}", "/dependentRequired"),
        ("{dependencies: [a]}", "/dependencies"),
        ("{xml: name}", "/xml"),
        ("text", ""),
    ],
)
def test_what_is_no_schema_is_left_out_with_a_finding(
    make_reading: MakeReading, yaml: Callable[[str], JsonValue], written: str, pointer: str
) -> None:
    reading = make_reading()

    converted = _converted(reading, yaml(written))

    Draft202012Validator.check_schema(converted)
    assert [(f.code, f.pointer) for f in reading.log.found()] == [
        ("schema-invalid", f"/here{pointer}")
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("{type: string, enum: [1, 2]}", ["1", "2"]),
        ("{type: string, enum: [true]}", ["true"]),
        ("{type: integer, enum: ['1', '2']}", [1, 2]),
        ("{type: number, enum: ['1.5']}", [1.5]),
        ("{type: boolean, enum: ['true', 'False']}", [True, False]),
    ],
)
def test_enum_of_another_type_is_read_as_the_declared_type(
    make_reading: MakeReading,
    yaml: Callable[[str], JsonValue],
    written: str,
    meant: list[JsonValue],
) -> None:
    reading = make_reading()

    assert _converted(reading, yaml(written))["enum"] == meant
    assert _codes(reading) == ["schema-invalid"]


NULLABLE = """
components:
  schemas:
    Shelf: {type: object, properties: {name: {type: string}}}
    Wrapped: {nullable: true, description: d, allOf: [{$ref: '#/components/schemas/Shelf'}]}
    Beside: {properties: {shelf: {$ref: '#/components/schemas/Shelf', nullable: true}}}
    Chosen: {type: object, nullable: true, oneOf: [{$ref: '#/components/schemas/Shelf'}]}
    Size: {type: string, enum: [s, m], nullable: true}
    Open: {properties: {a: {type: string}}, nullable: true}
"""


@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("Shelf", None, False),
        ("Wrapped", None, True),
        ("Wrapped", {"name": "a"}, True),
        ("Wrapped", {"name": 1}, False),
        ("Beside", {"shelf": None}, True),
        ("Beside", {"shelf": 1}, False),
        ("Chosen", None, True),
        ("Size", None, True),
        ("Size", "l", False),
        ("Open", None, True),
    ],
)
def test_nullable_schema_accepts_null(
    make_reading: MakeReading, name: str, value: JsonValue, accepted: bool
) -> None:
    schema, defs = _component(make_reading(NULLABLE, "3.0"), name)

    assert _accepts(schema, defs, value) is accepted


def test_texts_stay_outside_when_null_is_added_to_a_composition(
    make_reading: MakeReading,
) -> None:
    schema, _ = _component(make_reading(NULLABLE, "3.0"), "Wrapped")

    assert schema["description"] == "d"
    assert schema["anyOf"][1] == {"type": "null"}


DIRECTED = """
components:
  schemas:
    Stamp: {type: string, readOnly: true}
    Secret: {type: string, writeOnly: true}
    Parcel:
      type: object
      required: [id, name, secret, at, boxed]
      properties:
        id: {type: integer, readOnly: true}
        name: {type: string}
        secret: {$ref: '#/components/schemas/Secret'}
        at: {$ref: '#/components/schemas/Stamp'}
        boxed: {allOf: [{$ref: '#/components/schemas/Stamp'}, {description: d}]}
    Express:
      allOf: [{$ref: '#/components/schemas/Parcel'}, {required: [at], properties: {fast: {}}}]
      required: [id, fast]
    Late:
      properties: {id: {readOnly: true}}
      allOf: [{properties: {id: {description: again}}, required: [id]}]
"""


@pytest.mark.parametrize("version", ["3.0", "3.1"])
@pytest.mark.parametrize(
    ("name", "direction", "properties", "required"),
    [
        ("Parcel", Direction.INPUT, ["name", "secret"], ["name", "secret"]),
        ("Parcel", Direction.OUTPUT, ["id", "name", "at", "boxed"], ["id", "name", "at", "boxed"]),
    ],
)
def test_properties_of_the_other_direction_vanish(
    make_reading: MakeReading,
    version: str,
    name: str,
    direction: Direction,
    properties: list[str],
    required: list[str],
) -> None:
    schema, _ = _component(make_reading(DIRECTED, version), name, direction)

    assert list(schema["properties"]) == properties
    assert schema["required"] == required


def test_composition_does_not_require_what_its_parts_hide(make_reading: MakeReading) -> None:
    schema, _ = _component(make_reading(DIRECTED), "Express")

    assert schema["required"] == ["fast"]
    assert "required" not in schema["allOf"][1]


def test_part_of_a_composition_does_not_bring_back_a_hidden_property(
    make_reading: MakeReading,
) -> None:
    schema, _ = _component(make_reading(DIRECTED), "Late")

    assert schema == {"properties": {}, "allOf": [{"properties": {}}]}


def test_marks_of_direction_are_gone_once_they_are_used(make_reading: MakeReading) -> None:
    schema, _ = _component(make_reading(DIRECTED), "Parcel", Direction.OUTPUT)

    assert schema["properties"]["id"] == {"type": "integer"}


def test_keyword_without_meaning_is_reported_once_per_document(
    make_reading: MakeReading,
) -> None:
    reading = make_reading()

    converted = _converted(reading, {"requried": ["a"], "properties": {"b": {"requried": []}}})

    assert converted == {"properties": {"b": {}}}
    assert _codes(reading) == ["schema-keyword-lost"]


@pytest.mark.parametrize("keyword", ["items", "not", "allOf", "properties"])
def test_deep_schema_costs_no_stack(make_reading: MakeReading, keyword: str) -> None:
    schema: JsonValue = {"type": "string"}
    for _ in range(1000):
        below = {"allOf": [schema], "properties": {"a": schema}}.get(keyword, schema)
        schema = {keyword: below}

    converted = _converted(make_reading(), schema)

    for _ in range(1000):
        converted = converted[keyword]
        converted = converted[0] if keyword == "allOf" else converted
        converted = converted["a"] if keyword == "properties" else converted
    assert converted == {"type": "string"}


def test_written_schema_stays_unchanged(make_reading: MakeReading) -> None:
    text = "{type: object, nullable: true, required: [a], properties: {a: {readOnly: true}}}"
    reading = make_reading(f"components: {{schemas: {{A: {text}}}}}", "3.0")
    before = to_json(reading.resolver.documents[ENTRY])

    _component(reading, "A")

    assert to_json(reading.resolver.documents[ENTRY]) == before


def test_order_of_properties_is_kept(make_reading: MakeReading) -> None:
    schema = {"properties": {"b": {"type": "object"}, "a": {}, "c": {}}, "allOf": [{}, False]}

    converted = _converted(make_reading(), schema)

    assert list(converted["properties"]) == ["b", "a", "c"]
    assert converted["allOf"] == [{}, False]


def test_finding_in_a_definition_points_into_the_definition(make_reading: MakeReading) -> None:
    reading = make_reading("components: {schemas: {A: {properties: {p: {type: any}}}}}")

    _converted(reading, {"$ref": "#/components/schemas/A"})

    assert [f.pointer for f in reading.log.found()] == ["/components/schemas/A/properties/p/type"]


def test_both_directions_remark_once(make_reading: MakeReading) -> None:
    reading = make_reading("components: {schemas: {A: {type: any}}}")
    for direction in Direction:
        reading.schemas.convert(
            {"$ref": "#/components/schemas/A"}, Place(ENTRY, "/here"), direction
        )

    found: tuple[Finding, ...] = reading.log.found()

    assert len(found) == 1
