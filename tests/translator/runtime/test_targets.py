from dataclasses import replace

import pytest

from translator.operation import Location, Parameter
from translator.runtime.targets import idempotency_header, is_repeatable
from translator.surface import BoundParameter, Call

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
