from dataclasses import replace

import pytest

from curation.drift import candidate_changes
from tests.curating import argument, candidate
from translator.annotations import Hint
from translator.candidates import Candidate, Primitive
from translator.operation import ResponseDescription, SchemeUse, SecurityRequirement, Server

JUDGED = candidate("GET /pets", argument("query:limit"), argument("query:tag"))
OPERATION = JUDGED.operation


def with_arguments(*arguments: object) -> Candidate:
    return replace(JUDGED, arguments=arguments)


@pytest.mark.parametrize(
    ("current", "told"),
    [
        (replace(JUDGED, description="All."), "description: 'List the pets.' → 'All.'"),
        (replace(JUDGED, uri="api://p"), "uri: none → 'api://p'"),
        (replace(JUDGED, primitive=Primitive.RESOURCE), "proposed as: tool → resource"),
        (
            replace(JUDGED, hints=replace(JUDGED.hints, read_only=Hint(False, ""))),
            "read only: True → False",
        ),
        (replace(JUDGED, withheld="no body"), "it cannot be offered any more: no body"),
        (with_arguments(argument("query:limit")), "argument query:tag is gone"),
        (
            with_arguments(*JUDGED.arguments, argument("query:q", required=True)),
            "argument query:q is new and required",
        ),
        (with_arguments(*JUDGED.arguments, argument("query:q")), "argument query:q is new"),
        (
            with_arguments(argument("query:limit", required=True), JUDGED.arguments[1]),
            "argument query:limit is now required",
        ),
        (
            with_arguments(replace(JUDGED.arguments[0], schema={}), JUDGED.arguments[1]),
            "argument query:limit has another schema",
        ),
        (
            with_arguments(replace(JUDGED.arguments[0], description="x"), JUDGED.arguments[1]),
            "argument query:limit has another description",
        ),
        (
            with_arguments(replace(JUDGED.arguments[0], name="x"), JUDGED.arguments[1]),
            "argument query:limit is proposed as x, was limit",
        ),
        (
            replace(JUDGED, operation=replace(OPERATION, responses=(ResponseDescription("200"),))),
            "its responses changed",
        ),
        (
            replace(JUDGED, operation=replace(OPERATION, servers=(Server("https://b"),))),
            "its servers changed",
        ),
        (
            replace(
                JUDGED,
                operation=replace(OPERATION, security=(SecurityRequirement((SchemeUse("k"),)),)),
            ),
            "its security requirements changed",
        ),
        (replace(JUDGED, operation=replace(OPERATION, deprecated=True)), "it is deprecated now"),
        (replace(JUDGED, digest="other"), "what its schemas refer to changed"),
    ],
)
def test_each_change_is_one_sentence(current: Candidate, told: str) -> None:
    assert candidate_changes(JUDGED, current) == (told,)


def test_long_texts_are_cut() -> None:
    (told,) = candidate_changes(JUDGED, replace(JUDGED, description="long " * 50))
    assert len(told) < 150
