"""Schemas that inherit one with a discriminator stand in for it where a value is sent."""

from collections.abc import Callable

import pytest

from translator.json_value import JsonValue
from translator.openapi.inheritance import MAX_HEIRS
from translator.openapi.reading import Reading
from translator.openapi.resolve import Place
from translator.openapi.schemas import Direction
from translator.operation import Extraction

ENTRY = "file:///apis/entry.yaml"
PET = "#/components/schemas/Pet"
MakeReading = Callable[..., Reading]

PETS = """
components:
  schemas:
    Pet:
      type: object
      required: [kind]
      discriminator: {propertyName: kind}
      properties: {kind: {type: string}, friends: {items: {$ref: '#/components/schemas/Pet'}}}
    Cat:
      allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {lives: {type: integer}}}]
    Dog:
      allOf: [{$ref: '#/components/schemas/Pet'}]
      properties: {bark: {type: string}, chases: {$ref: '#/components/schemas/Pet'}}
    Puppy:
      allOf: [{$ref: '#/components/schemas/Dog'}]
    Stone: {type: object}
"""

SWAGGER = """
definitions:
  Pet:
    discriminator: kind
    properties: {kind: {type: string}}
  Cat: {allOf: [{$ref: '#/definitions/Pet'}], x-ms-discriminator-value: felis}
  Dog: {allOf: [{$ref: '#/definitions/Pet'}]}
"""


def _sent(reading: Reading, ref: str) -> tuple[JsonValue, JsonValue]:
    return _converted(reading, ref, Direction.INPUT)


def _converted(reading: Reading, ref: str, way: Direction) -> tuple[JsonValue, JsonValue]:
    schema = reading.schemas.convert({"$ref": ref}, Place(ENTRY, "/here"), way)
    return schema, reading.schemas.definitions()[way]


def _branch(name: str, *values: str, key: str = "kind") -> JsonValue:
    says = {"const": values[0]} if len(values) == 1 else {"enum": list(values)}
    return {"$ref": f"#/$defs/{name}", "properties": {key: says}}


def test_each_heir_may_be_sent_and_so_may_the_parent(make_reading: MakeReading) -> None:
    schema, defs = _sent(make_reading(PETS), PET)

    assert schema == {"$ref": "#/$defs/AnyPet"}
    assert defs["AnyPet"] == {
        "anyOf": [
            _branch("Cat", "Cat"),
            _branch("Dog", "Dog"),
            _branch("Puppy", "Puppy"),
            {"$ref": "#/$defs/Pet"},
        ]
    }


def test_an_heir_takes_from_its_parent_alone(make_reading: MakeReading) -> None:
    _, defs = _sent(make_reading(PETS), PET)

    assert defs["Cat"]["allOf"][0] == {"$ref": "#/$defs/Pet"}
    assert defs["Puppy"]["allOf"] == [{"$ref": "#/$defs/Dog"}]


def test_parent_inside_an_heir_is_any_of_them(make_reading: MakeReading) -> None:
    _, defs = _sent(make_reading(PETS), PET)

    assert defs["Pet"]["properties"]["friends"]["items"] == {"$ref": "#/$defs/AnyPet"}
    assert defs["Dog"]["properties"]["chases"] == {"$ref": "#/$defs/AnyPet"}


def test_parent_in_an_all_of_that_only_describes_it_is_any_of_them(
    make_reading: MakeReading,
) -> None:
    reading = make_reading(PETS)
    written = {"description": "Yours.", "allOf": [{"$ref": PET}]}

    schema = reading.schemas.convert(written, Place(ENTRY, "/here"), Direction.INPUT)
    reading.schemas.definitions()

    assert schema["allOf"] == [{"$ref": "#/$defs/AnyPet"}]


def test_heir_with_heirs_of_its_own_is_any_of_those(make_reading: MakeReading) -> None:
    reading = make_reading(PETS)
    written = [{"$ref": f"#/components/schemas/{name}"} for name in ("Pet", "Cat", "Dog")]

    schemas = [reading.schemas.convert(ref, Place(ENTRY), Direction.INPUT) for ref in written]
    defs = reading.schemas.definitions()[Direction.INPUT]

    assert schemas[2] == {"$ref": "#/$defs/AnyDog"}
    assert defs["AnyDog"] == {"anyOf": [_branch("Puppy", "Puppy"), {"$ref": "#/$defs/Dog"}]}


def test_what_is_received_is_left_as_described(make_reading: MakeReading) -> None:
    schema, defs = _converted(make_reading(PETS), PET, Direction.OUTPUT)

    assert schema == {"$ref": "#/$defs/Pet"}
    assert "AnyPet" not in defs


@pytest.mark.parametrize("name", ["Cat", "Stone"])
def test_schema_without_heirs_stays_itself(make_reading: MakeReading, name: str) -> None:
    schema, _ = _sent(make_reading(PETS), f"#/components/schemas/{name}")

    assert schema == {"$ref": f"#/$defs/{name}"}


def test_swagger_names_the_property_as_text(make_reading: MakeReading) -> None:
    _, defs = _sent(make_reading(SWAGGER, "2.0"), "#/definitions/Pet")

    assert defs["AnyPet"]["anyOf"][:2] == [_branch("Cat", "felis"), _branch("Dog", "Dog")]


MAPPED = """
components:
  schemas:
    Pet:
      type: object
      discriminator:
        propertyName: kind
        mapping: {c: '#/components/schemas/Cat', cat: Cat, d: Dog, lost: '#/nowhere', p: Pet}
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}]}
    Dog: {type: object, properties: {bark: {}}}
"""


def test_mapping_gives_the_values_and_more_heirs(make_reading: MakeReading) -> None:
    _, defs = _sent(make_reading(MAPPED), PET)

    assert defs["AnyPet"]["anyOf"] == [
        _branch("Cat", "c", "cat"),
        _branch("Dog", "d"),
        {"$ref": "#/$defs/Pet"},
    ]


def test_mapping_alone_names_heirs(make_reading: MakeReading) -> None:
    text = MAPPED.replace("{allOf: [{$ref: '#/components/schemas/Pet'}]}", "{type: object}")

    _, defs = _sent(make_reading(text), PET)

    assert defs["AnyPet"]["anyOf"][0] == _branch("Cat", "c", "cat")


@pytest.mark.parametrize("choice", ["oneOf", "anyOf"])
def test_schema_that_lists_its_choices_is_not_widened(
    make_reading: MakeReading, choice: str
) -> None:
    text = PETS.replace("      required: [kind]", f"      {choice}: [{{}}]")

    schema, _ = _sent(make_reading(text), PET)

    assert schema == {"$ref": "#/$defs/Pet"}


def test_too_many_heirs_are_not_listed_and_their_members_allowed(make_reading: MakeReading) -> None:
    heirs = "\n".join(
        f"    Pet{number}: {{allOf: [{{$ref: '{PET}'}}]}}" for number in range(MAX_HEIRS + 1)
    )

    _, defs = _sent(make_reading(PETS + heirs), PET)

    assert defs["AnyPet"] == {"$ref": "#/$defs/Pet", "additionalProperties": True}


def test_heirs_in_a_circle_are_each_named_once(make_reading: MakeReading) -> None:
    ox = "Stone: {allOf: [{$ref: '#/components/schemas/Ox'}]}"
    parents = ", ".join(f"{{$ref: '#/components/schemas/{name}'}}" for name in ("Stone", "Cat"))
    text = PETS.replace("Stone: {type: object}", ox) + f"    Ox: {{allOf: [{parents}]}}"

    _, defs = _sent(make_reading(text), PET)

    names = [one["$ref"].rpartition("/")[2] for one in defs["AnyPet"]["anyOf"]]
    assert sorted(names) == ["Cat", "Dog", "Ox", "Pet", "Puppy", "Stone"]


@pytest.mark.parametrize(
    ("written", "is_named"),
    [
        (5, False),
        ({}, False),
        ({"propertyName": 5}, False),
        ({"propertyName": "k", "mapping": 5}, True),
        ({"propertyName": "k", "mapping": {"a": 5}}, True),
    ],
)
def test_broken_discriminator_still_has_heirs(
    make_reading: MakeReading, written: object, is_named: bool
) -> None:
    reading = make_reading(PETS)
    found = reading.resolver.resolve(PET, Place(ENTRY, ""))
    assert found is not None
    found.value["discriminator"] = written

    schema, defs = _sent(reading, PET)

    assert schema == {"$ref": "#/$defs/AnyPet"}
    assert ("properties" in defs["AnyPet"]["anyOf"][0]) is is_named


FILES = """
swagger: "2.0"
info: {title: t, version: "1"}
paths:
  /pets:
    put:
      parameters: [{name: pet, in: body, required: true, schema: {$ref: pet.yaml}}]
      responses: {200: {description: ok}}
definitions:
  Cat: {allOf: [{$ref: pet.yaml}]}
"""


def test_family_across_files_is_found(extract_text: Callable[..., Extraction]) -> None:
    files = {"pet.yaml": "{discriminator: kind, properties: {kind: {type: string}}}"}

    extraction = extract_text(FILES, files)

    body = extraction.operations[0].body
    assert body is not None
    assert body.media_types[0].schema == {"$ref": "#/$defs/Any"}
    assert extraction.input_defs["Any"]["anyOf"][0]["$ref"] == "#/$defs/Cat"
