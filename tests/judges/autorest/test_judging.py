"""The judge itself: it tells digits apart, derives only what is told, and counts what it misses."""

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.judges.autorest.answers import difference, same
from tests.judges.autorest.coverage import cover, total
from tests.judges.autorest.deriving import derived_arguments
from tests.judges.autorest.driving import Course
from tests.judges.autorest.gateway import Answered, arguments_of
from tests.judges.autorest.scenarios import Scenario, Suite, read_scenarios, read_suites
from translator.operation import Location, Parameter
from translator.runtime.outcome import Block, Outcome
from translator.surface import Annotations, BoundBody, BoundMember, BoundParameter, Call, Tool
from translator.trace import Caller, Trace


def _tool(**properties: Any) -> Tool:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    hints = Annotations(read_only=True, destructive=False, idempotent=True, open_world=True)
    return Tool("t", "t", "t", hints, schema, schema, Call("GET /", "id", "GET", "/"))


def _answered(outcome: Outcome, *, conforms: bool | None = None) -> Answered:
    trace = Trace("1", 0.0, Caller(), "e", "tool", "t", "")
    trace.conforms = conforms
    return Answered(outcome, trace)


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), (1, True), (9223372036854775807, 9223372036854775808), ([1], [1, 1]), ({}, [])],
)
def test_values_that_look_alike_are_not_the_same(one: Any, other: Any) -> None:
    assert same(one, one)
    assert not same(one, other)


def test_objects_are_the_same_in_any_order() -> None:
    assert same({"a": 1, "b": [None]}, {"b": [None], "a": 1})


@pytest.mark.parametrize(
    ("expected", "text", "structured"),
    [
        ({}, "Done: HTTP 200, no content.", ()),
        ({}, "Done: HTTP 204, no content.", ({"result": None},)),
        ({"answer": [1]}, "[1]", ({"result": [1]},)),
        ({"answer": {"a": 1}}, '{"a":1}', ({"a": 1},)),
        ({"text": "<a/>"}, "<a/>", ()),
    ],
)
def test_what_is_expected_is_found(expected: Any, text: str, structured: Any) -> None:
    outcome = Outcome((Block("text", text),), structured)
    other = replace(outcome, blocks=(Block("text", "[2]"),), structured=({"result": [2]},))

    assert difference(expected, _tool(), _answered(outcome)) == ""
    assert difference(expected, _tool(), _answered(other)) != ""


def test_error_is_found_by_status_and_text() -> None:
    told = Outcome((), is_error=True, message="HTTP 404 Not Found: no such pet")

    assert difference({"error": {"status": 404, "says": ["pet"]}}, _tool(), _answered(told)) == ""
    assert difference({"error": {"status": 404, "says": ["dog"]}}, _tool(), _answered(told))
    assert difference({"error": {"status": 400}}, _tool(), _answered(told))
    assert difference({}, _tool(), _answered(told)).startswith("refused")


def test_answer_that_strays_must_be_flagged() -> None:
    outcome = Outcome((Block("text", "1"),), ({"result": 1},))

    assert difference({"answer": 1, "strays": True}, _tool(), _answered(outcome))
    assert not difference(
        {"answer": 1, "strays": True}, _tool(), _answered(outcome, conforms=False)
    )
    assert difference({"answer": 1}, _tool(), _answered(outcome, conforms=False))


def test_header_must_be_told() -> None:
    told = Outcome((Block("text", "Done: HTTP 200, no content."), Block("text", "Value: 1")))

    assert difference({"headers": {"value": "1"}}, _tool(), _answered(told)) == ""
    assert difference({"headers": {"value": "2"}}, _tool(), _answered(told)) != ""


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        ({"const": 5}, "", 5),
        ({"enum": ["one"]}, "", "one"),
        ({"type": "string", "maxLength": 0}, "", ""),
        ({"type": "array"}, "The array value ['a', \"b\"]", ["a", "b"]),
        ({"type": "array"}, "[true, null]", [True, None]),
        ({"type": "string"}, "Pass in 'foo' to pass this test.", "foo"),
    ],
)
def test_value_is_derived_from_what_is_told(schema: Any, text: str, value: Any) -> None:
    assert derived_arguments(_tool(a=schema), {"a": text}) == {"a": value}


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "string"}, "Any text"),
        ({"type": "string"}, "'this' or 'that'"),
        ({"type": "integer"}, "Pass in 'foo'."),
        ({"enum": ["one", "two"]}, ""),
        ({"type": "array"}, "[not, a, literal]"),
    ],
)
def test_nothing_is_guessed(schema: Any, text: str) -> None:
    assert derived_arguments(_tool(a=schema), {"a": text}) is None


def test_values_find_their_arguments_by_the_words_of_the_description() -> None:
    parameter = Parameter("q[a]", Location.QUERY, True)
    body = BoundBody("application/json", required=True, members=(BoundMember("m", "m_body"),))
    call = Call(
        "GET /", "id", "GET", "/", parameters=(BoundParameter(parameter, "q_a"),), body=body
    )
    tool = replace(_tool(), call=call)

    given = {"q[a]": 1, "body": {"m": 2, "other": 3}}

    assert arguments_of(tool, given) == {"q_a": 1, "m_body": 2, "other": 3}


def _suite(name: str, keys: str, *, counts: bool = True, **left_out: str) -> Suite:
    return Suite(name, "", "vanilla", (), re.compile(keys), left_out, counts, "")


def test_what_is_refused_on_purpose_counts_as_missed() -> None:
    suites = [_suite("a", "a.", ax="why"), _suite("b", "b.", counts=False)]
    course = Course(met={"a1", "a2", "b1"}, wrong={"a2": "differs"})
    scenarios = {"a3": Scenario("a3", refused="for a reason")}

    rows = cover(suites, {"vanilla": ("a1", "a2", "a3", "ax", "b1")}, course, scenarios)

    assert total(rows) == (1, 3)
    assert rows[0].missed == {"a2": "differs", "a3": "refused on purpose: for a reason"}
    assert rows[0].left_out == {"ax": "why"}


@pytest.mark.parametrize("keys", ["a.", "a.|b."])
def test_scenario_of_no_suite_or_of_two_is_an_error(keys: str) -> None:
    suites = [_suite("a", "a."), _suite("b", keys)]

    with pytest.raises(ValueError):
        cover(suites, {"vanilla": ("b1", "a1")}, Course(), {})


def test_each_table_entry_belongs_to_a_suite() -> None:
    suites = read_suites()

    assert [key for key in read_scenarios() if not any(suite.has(key) for suite in suites)] == []
    assert all(suite.counts or suite.reason for suite in suites)
