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
