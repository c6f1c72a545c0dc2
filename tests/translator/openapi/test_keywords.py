from collections.abc import Callable

import pytest

from translator.json_value import JsonValue
from translator.openapi.dialect import dialect_of
from translator.openapi.keywords import rules_of
from translator.openapi.reading import Reading
from translator.openapi.resolve import Place
from translator.openapi.schemas import Direction

KEYWORDS = """
type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength
pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required
dependentRequired prefixItems items contains additionalProperties properties patternProperties
dependentSchemas propertyNames if then else allOf anyOf oneOf not unevaluatedItems
unevaluatedProperties title description default deprecated examples format contentEncoding
contentMediaType contentSchema $ref $dynamicRef $defs $id $anchor $dynamicAnchor $comment
"""


@pytest.mark.parametrize("keyword", KEYWORDS.split())
@pytest.mark.parametrize("version", ["2.0", "3.0", "3.1", "3.2"])
def test_each_keyword_of_2020_12_has_a_rule(version: str, keyword: str) -> None:
    assert keyword in rules_of(dialect_of(version))


@pytest.mark.parametrize(
    ("version", "keyword", "known"),
    [("2.0", "x-nullable", True), ("3.0", "x-nullable", False), ("3.1", "x-nullable", False)],
)
def test_extension_has_a_rule_only_where_it_means_something(
    version: str, keyword: str, known: bool
) -> None:
    assert (keyword in rules_of(dialect_of(version))) is known


@pytest.mark.parametrize(
    "value", [None, True, 0, -1, 1.5, float("inf"), "", "a", [], [1], [None], {}, {"a": 1}]
)
def test_no_value_of_a_keyword_breaks_its_rule(
    make_reading: Callable[..., Reading],
    is_schema: Callable[[JsonValue], bool],
    value: JsonValue,
) -> None:
    reading = make_reading(version="3.0")
    written = {
        keyword: value
        for keyword in rules_of(dialect_of("3.0"))
        if keyword not in ("default", "const", "example", "examples", "enum")
    }

    converted = reading.schemas.convert(written, Place("file:///apis/entry.yaml"), Direction.INPUT)
    reading.schemas.definitions()

    assert is_schema(converted)


@pytest.mark.parametrize(
    ("written", "keyword"),
    [
        ({"default": "d" * 30_000}, "default"),
        ({"const": ["d" * 10_000] * 3}, "const"),
        ({"example": {"a": "d" * 30_000}}, "example"),
        ({"examples": ["d" * 10_000] * 3}, "examples"),
        ({"format": "d" * 2_000}, "format"),
        ({"enum": [str(n) for n in range(30_000)]}, "enum"),
        ({"enum": ["d" * 500_000]}, "enum"),
    ],
    ids=str,
)
def test_what_is_larger_than_any_api_needs_is_left_out(
    make_reading: Callable[..., Reading], written: JsonValue, keyword: str
) -> None:
    reading = make_reading()
    schema = reading.schemas.convert(
        {"type": "string", **written}, Place("file:///apis/entry.yaml", "/a"), Direction.INPUT
    )
    assert schema == {"type": "string"}
    (found,) = reading.log.found()
    assert (found.code, found.pointer) == ("too-large", f"/a/{keyword}")
    assert f"'{keyword}' of " in found.message


def test_what_is_only_large_is_kept(make_reading: Callable[..., Reading]) -> None:
    written = {"enum": [f"value {n}" for n in range(10_000)], "default": "d" * 10_000}
    place = Place("file:///apis/entry.yaml", "/a")
    reading = make_reading()
    assert reading.schemas.convert(written, place, Direction.INPUT) == written
    assert reading.log.found() == ()
