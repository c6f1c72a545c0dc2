from dataclasses import replace

import pytest

from translator.operation import Location, Parameter
from translator.runtime.serving import prepare
from translator.runtime.targets import idempotency_header, is_repeatable, tool_target
from translator.surface import (
    Annotations,
    BoundParameter,
    Call,
    ExpectedResponse,
    Surface,
    Tool,
)

POST = Call("POST /x", "op", "POST", "/x")


def header(name: str, location: Location = Location.HEADER) -> BoundParameter:
    return BoundParameter(Parameter(name, location, True), None)


@pytest.mark.parametrize(
    ("call", "repeatable"),
    [
        (POST, False),
        (replace(POST, method="PUT"), False),
        (replace(POST, method="GET"), True),
        (replace(POST, method="QUERY"), True),
        (replace(POST, read_only=True), True),
        (replace(POST, idempotent=True), True),
        (replace(POST, parameters=(header("Idempotency-Key"),)), True),
        (replace(POST, parameters=(header("X-Other"),)), False),
    ],
)
def test_what_may_be_sent_twice(call: Call, repeatable: bool) -> None:
    assert is_repeatable(call) is repeatable


def test_idempotency_header_keeps_its_spelling() -> None:
    call = replace(POST, parameters=(header("X-A"), header("idempotency-key")))
    assert idempotency_header(call) == "idempotency-key"


def test_query_parameter_of_that_name_is_none() -> None:
    call = replace(POST, parameters=(header("Idempotency-Key", Location.QUERY),))
    assert idempotency_header(call) is None


def test_declared_headers_of_all_successes_are_asked_for_once() -> None:
    responses = (
        ExpectedResponse("200", "application/json", headers=("ETag", "X-Total")),
        ExpectedResponse("204", headers=("etag",)),
    )
    call = replace(POST, responses=responses)
    hints = Annotations(read_only=False, destructive=True, idempotent=False, open_world=True)
    tool = Tool("x", "x", "x", hints, {"type": "object"}, {"type": "object"}, call)
    prepared = prepare(Surface("a", "A", "", tools=(tool,))).tool("x")

    assert prepared is not None
    assert tool_target(prepared, "a").expected.asked.headers == ("etag", "x-total")
