import pytest

from translator.json_value import JsonValue
from translator.runtime.promise import Promise

STRICT = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"$ref": "#/$defs/Id"}},
    "$defs": {"Id": {"type": "integer"}},
}


def test_content_that_meets_the_schema_keeps_the_promise() -> None:
    assert Promise(STRICT).broken_by({"id": 2**70}) is None


@pytest.mark.parametrize("content", [{}, {"id": "x"}, {"result": None}])
def test_content_that_does_not_breaks_it(content: JsonValue) -> None:
    promise = Promise(STRICT)
    assert promise.broken_by(content)
    assert promise.broken_by({"id": 1}) is None


def test_schema_nobody_can_compile_promises_nothing() -> None:
    assert Promise({"type": "no-such-type"}).broken_by({}) is None
