from typing import Any

import pytest

from translator.runtime.conformity import Conformity
from translator.surface import ExpectedResponse

PET = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}
RESPONSES = (
    ExpectedResponse("200", "application/json", PET),
    ExpectedResponse("201", "application/vnd.zoo+json; v=1", True),
    ExpectedResponse("2XX", "application/*", {"type": "array"}),
    ExpectedResponse("204"),
)


@pytest.mark.parametrize(
    ("status", "content_type", "value", "strays"),
    [
        (200, "application/json; charset=utf-8", {"id": 1}, None),
        (200, "Application/JSON", {"id": "1"}, '`id` must be an integer, not a text: "1"'),
        (200, "application/json", [], "the answer must be an object, not an array"),
        (201, "application/vnd.zoo+json", 5, None),
        (202, "application/problem+json", [], None),
        (202, "application/json", {}, "the answer must be an array, not an object"),
        (200, "text/csv", {}, "the description does not declare text/csv for 200"),
        (200, None, {}, "the description does not declare content for 200"),
        (204, "application/json", {}, "the description does not declare application/json for 204"),
        (302, "application/json", {}, "the description declares no success 302"),
    ],
)
def test_answer_is_compared_with_the_description(
    status: int, content_type: str | None, value: Any, strays: str | None
) -> None:
    assert Conformity(RESPONSES).conforms(status, content_type, value) == strays


def test_without_declared_successes_nothing_strays() -> None:
    assert Conformity(()).conforms(200, "application/json", {}) is None


def test_default_judges_what_is_not_declared_otherwise() -> None:
    conformity = Conformity((ExpectedResponse("default", "application/json", PET),))

    assert conformity.conforms(203, "application/json", {}) == "`id` is required"


def test_one_of_several_declarations_is_enough() -> None:
    conformity = Conformity(
        (
            ExpectedResponse("200", "application/json", PET),
            ExpectedResponse("200", "application/*", {"type": "array"}),
        )
    )

    assert conformity.conforms(200, "application/json", []) is None


def test_schema_that_does_not_compile_judges_nothing() -> None:
    conformity = Conformity((ExpectedResponse("200", "application/json", {"minimum": "x"}),))

    assert conformity.conforms(200, "application/json", {}) is None
