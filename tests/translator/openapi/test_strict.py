import json

import pytest
from hypothesis import given

from tests.schema_strategies import (
    DEFINITIONS,
    MANY_INSTANCES,
    SCHEMAS,
    JsonValue,
    thorough,
    validator,
)
from translator.openapi.profiles import Enforcer, close, enforced, root_schema


@given(SCHEMAS, DEFINITIONS, MANY_INSTANCES)
@thorough
def test_enforced_schema_accepts_what_the_description_does(
    schema: JsonValue, defs: JsonValue, instances: list[JsonValue]
) -> None:
    text = json.dumps([schema, defs])
    if any(word in text for word in ("Nowhere", "^([", "{,2}", "int32", "int64", '"not"', '"if"')):
        return
    described = validator(close(schema, defs))
    strict = validator(enforced(schema, defs))

    accepted = [one for one in instances if described.is_valid(one)]

    assert not [one for one in accepted if not strict.is_valid(one)]


@pytest.mark.parametrize(
    ("schema", "value", "accepted"),
    [
        ({"type": "integer", "format": "int32"}, 2**31, False),
        ({"type": "integer", "format": "int32"}, -(2**31), True),
        ({"type": "integer", "format": "int64"}, 2**63 - 1, True),
        ({"type": "integer", "format": "int64"}, 2**63, False),
        ({"type": "integer", "format": "int32", "maximum": 2**40}, 2**31, True),
        ({"type": "string", "format": "date"}, "tomorrow", True),
        ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, 1, True),
        ({"not": {"oneOf": [{"type": "integer"}, {"type": "number"}]}}, 1, True),
        ({"pattern": "^(?!no$)"}, "no", False),
        ({"pattern": "/^[a-z]+$/"}, "abc", True),
        ({"pattern": "^(["}, "anything", True),
        ({"not": {"pattern": "^(["}}, "anything", True),
        ({"patternProperties": {"^([": False}, "additionalProperties": False}, {"a": 1}, True),
    ],
)
def test_enforced_schema_checks(schema: JsonValue, value: JsonValue, accepted: bool) -> None:
    assert validator(enforced(schema, {})).is_valid(value) is accepted


def test_enforced_schema_says_nothing_it_does_not_check() -> None:
    schema = {"type": "string", "title": "A", "description": "B", "xml": {}, "default": 1}

    assert enforced(schema, {}) == {"type": "string"}


def test_unchecked_pattern_is_told() -> None:
    root = root_schema({"a": {"type": "object", "properties": {"b": {"pattern": "^(["}}}}, [])

    assert Enforcer({}).enforce(root).unchecked == ("a.b: the pattern '^([' compiles nowhere",)
