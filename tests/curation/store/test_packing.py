from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from curation.store.packing import (
    candidate_text,
    pack_definitions,
    pack_json,
    pack_outline,
    pack_surface,
    pack_text,
    trace_from_text,
    trace_text,
    unpack_candidate,
    unpack_definitions,
    unpack_json,
    unpack_outline,
    unpack_surface,
    unpack_text,
)
from tests.curating import argument, candidate, extraction
from translator.json_value import to_json
from translator.operation import Location, MediaType, Operation, Parameter, RequestBody
from translator.surface import Surface
from translator.trace import Caller, ReceivedResponse, SentRequest, Trace

NUMBERS = {"big": 2**64 + 1, "one": 1, "one point nought": 1.0, "deep": [{"z": None, "a": -0.5}]}


@given(st.binary())
def test_texts_survive(text: bytes) -> None:
    assert unpack_text(pack_text(text)) == text


def test_json_keeps_numbers_and_the_order_of_members() -> None:
    assert to_json(unpack_json(pack_json(NUMBERS))) == to_json(NUMBERS)


def test_a_candidate_survives_with_its_operation() -> None:
    made = candidate("POST /pets/{id}", argument("path:id", required=True), uri="api://p/{id}")
    operation = Operation(
        "POST",
        "/pets/{id}",
        parameters=(Parameter("id", Location.PATH, NUMBERS, True, "simple", examples=(2**70,)),),
        body=RequestBody((MediaType("application/json", NUMBERS),), True),
    )
    made = replace(made, operation=operation, uri_variables={"id": "id"}, notes=("a",))
    back = unpack_candidate(pack_text(candidate_text(made)))
    assert back == made
    assert to_json(back.operation.parameters[0].schema) == to_json(NUMBERS)


def test_an_extraction_is_packed_in_two_parts_without_operations() -> None:
    whole = extraction([candidate()], schemes=("token",))
    outline = unpack_outline(pack_outline(whole))
    definitions = unpack_definitions(pack_definitions(whole))
    assert outline == replace(whole, operations=(), input_defs={}, output_defs={})
    assert definitions.input_defs == whole.input_defs
    assert definitions.output_defs == whole.output_defs


def test_a_surface_survives() -> None:
    surface = Surface("pets", "Pets", "Ask.")
    assert unpack_surface(pack_surface(surface)) == surface


def test_a_trace_survives_also_with_half_a_surrogate_pair() -> None:
    trace = Trace(
        "t", 1.5, Caller(), "pets", "tool", "n", "c", arguments={"a": "\ud83d", **NUMBERS}
    )
    trace.request = SentRequest("GET", "https://a", (("A", "b"),), None, 0, None)
    trace.response = ReceivedResponse(200, (), "ü", 2, "sha256:x")
    trace.stages["plan"] = 0.25
    back = trace_from_text(trace_text(trace))
    assert back == trace
    assert to_json(back.arguments["one point nought"]) == "1.0"
