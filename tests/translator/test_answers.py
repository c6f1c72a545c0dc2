from typing import Any

import pytest

from tests.choices import OUTPUT_DEFS, PET, answers
from translator.answers import accept, expected, json_answers, mime_type, successes
from translator.openapi.profiles import Enforcer
from translator.operation import MediaType, Operation, ResponseDescription

Entry = tuple[str, str | None, Any]


def operation(*entries: Entry) -> Operation:
    return Operation("GET", "/pets", responses=answers(*entries))


def several(*kinds: str) -> Operation:
    media = tuple(MediaType(kind, PET) for kind in kinds)
    return Operation("GET", "/pets", responses=(ResponseDescription("200", None, media),))


@pytest.mark.parametrize(
    ("statuses", "found"),
    [
        (["404", "204", "201", "200"], ["200", "201", "204"]),
        (["2XX", "default"], ["2XX"]),
        (["400", "default"], ["default"]),
        (["400"], []),
    ],
)
def test_successes_are_found(statuses: list[str], found: list[str]) -> None:
    one = operation(*((status, None, True) for status in statuses))

    assert [each.status for each in successes(one)] == found


@pytest.mark.parametrize(
    ("kinds", "header"),
    [
        (["application/json"], "application/json, */*;q=0.1"),
        (["text/csv", "application/json"], "application/json, text/csv;q=0.9, */*;q=0.1"),
        (["text/csv"], "text/csv, */*;q=0.1"),
        (["image/*", "*/*"], "image/*, */*;q=0.1"),
        (["application/vnd.zoo+json; v=1"], "application/vnd.zoo+json; v=1, */*;q=0.1"),
        ([], "application/json, */*;q=0.1"),
        (["json", "text/x\r\nX-Evil: 1"], "application/json, */*;q=0.1"),
    ],
)
def test_what_is_declared_is_asked_for(kinds: list[str], header: str) -> None:
    assert accept(several(*kinds)) == header


@pytest.mark.parametrize(
    ("kinds", "name"),
    [
        (["text/csv", "application/json"], "application/json"),
        (["image/png"], "image/png"),
        (["image/*"], None),
        ([], None),
    ],
)
def test_media_type_of_a_resource(kinds: list[str], name: str | None) -> None:
    assert mime_type(several(*kinds)) == name


def test_json_beside_other_media_types_is_always_to_be_had() -> None:
    assert json_answers(several("text/csv", "application/json")) == (PET,)


def test_expected_answers_are_held_to_closed_schemas() -> None:
    one = operation(("200", "application/json", PET), ("204", None, True), ("404", "a/b", PET))

    found = expected(one, Enforcer(OUTPUT_DEFS))

    assert [(each.status, each.content_type) for each in found] == [
        ("200", "application/json"),
        ("204", None),
    ]
    assert found[0].strict_schema == PET | {"$defs": OUTPUT_DEFS}
    assert found[1].strict_schema is True


def test_expected_answers_name_their_headers() -> None:
    media = (MediaType("application/json"),)
    responses = (
        ResponseDescription("200", None, media, ("ETag", "X-Total")),
        ResponseDescription("204", headers=("Location",)),
    )

    found = expected(Operation("GET", "/pets", responses=responses), Enforcer(OUTPUT_DEFS))

    assert [each.headers for each in found] == [("ETag", "X-Total"), ("Location",)]
