from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.errors import PlanError
from translator.runtime.wire_schema import wire_schema
from translator.runtime.xml import xml_document

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def written(value: Any, schema: Any = True) -> str:
    text = xml_document(value, wire_schema(schema)).decode()
    assert text.startswith(HEAD)
    return text.removeprefix(HEAD)


def inside(**properties: Any) -> Any:
    return {"type": "object", "xml": {"name": "x"}, "properties": properties}


ANIMALS = ["dog", "cat"]
STRINGS = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("hints", "expected"),
    [
        (STRINGS, "<animals>dog</animals><animals>cat</animals>"),
        (
            {**STRINGS, "items": {"xml": {"name": "animal"}}, "xml": {"name": "aliens"}},
            "<animal>dog</animal><animal>cat</animal>",
        ),
        (
            {**STRINGS, "xml": {"wrapped": True}},
            "<animals><animals>dog</animals><animals>cat</animals></animals>",
        ),
        (
            {**STRINGS, "items": {"xml": {"name": "animal"}}, "xml": {"wrapped": True}},
            "<animals><animal>dog</animal><animal>cat</animal></animals>",
        ),
        (
            {
                **STRINGS,
                "items": {"xml": {"name": "animal"}},
                "xml": {"name": "aliens", "wrapped": True},
            },
            "<aliens><animal>dog</animal><animal>cat</animal></aliens>",
        ),
        (
            {**STRINGS, "xml": {"name": "aliens", "wrapped": True}},
            "<aliens><aliens>dog</aliens><aliens>cat</aliens></aliens>",
        ),
    ],
)
def test_arrays_are_those_of_the_xml_object_examples(hints: Any, expected: str) -> None:
    assert written({"animals": ANIMALS}, inside(animals=hints)) == f"<x>{expected}</x>"


def test_attribute_prefix_and_namespace() -> None:
    schema = {
        "$ref": "#/$defs/Person",
        "$defs": {
            "Person": {
                "properties": {
                    "id": {"type": "integer", "xml": {"attribute": True}},
                    "name": {"xml": {"namespace": "http://example.com/s", "prefix": "s"}},
                }
            }
        },
    }

    assert written({"name": "A & B", "id": 1}, schema) == (
        '<Person id="1"><s:name xmlns:s="http://example.com/s">A &amp; B</s:name></Person>'
    )


def test_members_come_in_the_order_of_the_schema() -> None:
    schema = inside(a={}, b={})

    assert written({"c": 3, "b": 2, "a": 1}, schema) == "<x><a>1</a><b>2</b><c>3</c></x>"


def test_root_is_named_by_hint_then_reference_then_root() -> None:
    defs = {"$defs": {"Pet": {"type": "object"}}}

    assert [
        written({}, {"xml": {"name": "pet"}}),
        written({}, {"$ref": "#/$defs/Pet", **defs}),
        written({}),
    ] == ["<pet></pet>", "<Pet></Pet>", "<root></root>"]


def test_root_array_wraps_its_items() -> None:
    schema = {
        "type": "array",
        "items": {"$ref": "#/$defs/Pet"},
        "xml": {"name": "pets"},
        "$defs": {"Pet": {"type": "object"}},
    }

    assert written([{"a": 1}], schema) == "<pets><Pet><a>1</a></Pet></pets>"


def test_null_is_nil_and_no_attribute() -> None:
    text = written({"a": None, "b": None}, inside(b={"xml": {"attribute": True}}))

    assert text == (
        '<x><a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></x>'
    )


def test_node_types_of_3_2() -> None:
    schema = inside(
        t={"xml": {"nodeType": "text"}},
        c={"xml": {"nodeType": "cdata"}},
        i={"xml": {"nodeType": "attribute"}},
        n={"xml": {"nodeType": "none"}},
    )
    value = {"t": "a<b", "c": "x]]>y", "i": 1, "n": {"m": 1}}

    assert written(value, schema) == ('<x i="1">a&lt;b<![CDATA[x]]]]><![CDATA[>y]]><m>1</m></x>')


def test_text_is_taken_for_xml_the_caller_wrote() -> None:
    assert xml_document("<a/>", wire_schema({"type": "string"})) == b"<a/>"


@pytest.mark.parametrize("value", [{"a b": 1}, {"<": 1}, {"a": "\x00"}, {"1a": 1}])
def test_what_xml_cannot_carry_is_refused(value: Any) -> None:
    with pytest.raises(PlanError):
        xml_document(value, wire_schema(True))


PLAIN = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))


@given(PLAIN, PLAIN)
def test_text_and_attributes_read_back(text: str, attribute: str) -> None:
    schema = inside(a={"xml": {"attribute": True}})

    root = ElementTree.fromstring(xml_document({"a": attribute, "t": text}, wire_schema(schema)))

    assert (root.get("a"), root.findtext("t")) == (attribute, text)
