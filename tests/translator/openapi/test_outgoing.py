import pytest

from translator.json_value import JsonValue
from translator.openapi.outgoing import Reference, outgoing_references


def texts(root: JsonValue, *, fragment: bool = False) -> list[str]:
    return [found.text for found in outgoing_references(root, fragment=fragment)]


def test_references_are_found_in_order_with_their_places() -> None:
    root = {
        "paths": {"/a": {"$ref": "a.yaml"}, "/b": {"get": {"parameters": [{"$ref": "p.yaml#/x"}]}}},
        "components": {"schemas": {"S": {"allOf": [{"$ref": "#/local"}, {"$ref": "s.yaml"}]}}},
    }
    assert list(outgoing_references(root)) == [
        Reference("a.yaml", "/paths/~1a", optional=False),
        Reference("p.yaml#/x", "/paths/~1b/get/parameters/0", optional=False),
        Reference("s.yaml", "/components/schemas/S/allOf/1", optional=False),
    ]


REF = {"$ref": "x.yaml"}


@pytest.mark.parametrize(
    "root",
    [
        {"example": REF},
        {"default": {"a": [REF]}},
        {"enum": [REF]},
        {"const": REF},
        {"examples": [REF]},
        {"examples": {"one": {"value": REF}}},
        {"examples": {"application/json": {"pet": REF}}},
        {"components": {"examples": {"one": {"dataValue": REF}}}},
        {"properties": {"$ref": {"type": "string"}}},
        {"$ref": {"$ref": 1}},
        {"$ref": ""},
        {"discriminator": {"mapping": {"dog": "Dog", "cat": "#/components/schemas/Cat"}}},
    ],
)
def test_what_only_looks_like_a_reference_is_none(root: JsonValue) -> None:
    assert texts(root) == []


@pytest.mark.parametrize(
    "root",
    [
        {"properties": {"example": REF}},
        {"properties": {"default": {"items": REF}}},
        {"$defs": {"enum": REF}},
        {"definitions": {"const": REF}},
        {"components": {"schemas": {"value": REF}}},
        {"responses": {"default": REF}},
        {"properties": {"properties": {"properties": {"example": REF}}}},
        {"patternProperties": {"default": REF}},
        {"additionalProperties": REF},
        {"callbacks": {"example": {"{$request.body#/url}": REF}}},
        {"description": REF},
        {"properties": {"examples": {"type": "array", "items": REF}}},
    ],
)
def test_names_that_look_like_keywords_do_not_hide_a_reference(root: JsonValue) -> None:
    assert texts(root) == ["x.yaml"]


@pytest.mark.parametrize(
    "root",
    [
        {"x-codeSamples": [{"source": REF}]},
        {"examples": {"one": REF}},
        {"discriminator": {"propertyName": "k", "mapping": {"dog": "x.yaml"}}},
    ],
)
def test_what_no_operation_needs_is_optional(root: JsonValue) -> None:
    assert [(r.text, r.optional) for r in outgoing_references(root)] == [("x.yaml", True)]


def test_the_parts_of_a_fragment_are_named() -> None:
    assert texts({"default": REF, "example": {"items": REF}}, fragment=True) == ["x.yaml"] * 2
    assert texts({"type": "object", "default": REF}, fragment=True) == []


def test_depth_costs_no_recursion() -> None:
    root: JsonValue = REF
    for _ in range(5000):
        root = {"items": root}
    assert texts(root) == ["x.yaml"]
