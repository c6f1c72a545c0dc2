"""What Prism says is read right, and the tables hold together; Prism itself is `make prism`."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from tests.judges.prism.tables import Disagreement, Reason, descriptions, disagreements
from tests.judges.prism.verdict import Verdict, Violation, read_verdict
from translator.runtime.response import Response

LISTED = {"severity": "Error", "code": "type", "message": "must be integer"}


def problem(kind: str, **more: Any) -> bytes:
    return json.dumps({"type": f"https://stoplight.io/prism/errors#{kind}", **more}).encode()


def answer(status: int, body: bytes = b"", *, listed: str = "", **more: Any) -> Response:
    headers = [("Content-Type", "application/problem+json" if b"#" in body else "application/json")]
    headers += [("sl-violations", listed)] if listed else []
    return Response(status, tuple(headers), body, True, "http://127.0.0.1/", **more)


def test_an_answer_of_the_mock_is_a_yes() -> None:
    assert read_verdict(answer(404, b'{"type": "none"}')) == Verdict(404)


def test_a_redirect_that_was_followed_is_a_yes() -> None:
    lost = answer(404, problem("NO_PATH_MATCHED_ERROR"), redirects=1)

    assert read_verdict(lost) == Verdict(404)


def test_the_violations_of_a_problem_are_read() -> None:
    entry = {"location": ["body", "pets", 0], **LISTED}
    body = problem("UNPROCESSABLE_ENTITY", validation=[entry])

    expected = (Violation("body.pets.0", "type", "must be integer"),)
    assert read_verdict(answer(422, body)) == Verdict(422, expected)


@pytest.mark.parametrize("status", [200, 400, 422])
def test_the_violations_in_the_header_are_read_whatever_is_answered(status: int) -> None:
    entries = [{"location": [side, "query", "a"], **LISTED} for side in ("request", "response")]

    verdict = read_verdict(answer(status, b"{}", listed=json.dumps(entries)))

    assert verdict == Verdict(status, (Violation("query.a", "type", "must be integer"),))


def test_a_list_that_was_cut_is_read_as_far_as_it_goes() -> None:
    entries = json.dumps([{"location": ["request", "body"], **LISTED}] * 2, separators=(",", ":"))
    verdict = read_verdict(answer(200, listed=f"Too many violations! {entries[:-20]}"))

    assert verdict.violations == (Violation("body", "type", "must be integer"),)


def test_a_cut_list_of_what_the_answer_lacks_is_a_yes() -> None:
    entry = json.dumps([{"location": ["response", "body"], **LISTED}], separators=(",", ":"))

    assert read_verdict(answer(200, listed=f"Too many violations! {entry[:-9]}")) == Verdict(200)


def test_a_deprecated_parameter_is_no_violation() -> None:
    entry = {"location": ["request", "query", "a"], **LISTED, "code": "deprecated"}

    assert read_verdict(answer(200, listed=json.dumps([entry]))) == Verdict(200)


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("NO_RESPONSE_RESPONSE_DEFINED", {}),
        ("NOT_FOUND", {}),
        ("UNKNOWN", {"title": "Cannot find serializer for text/x", "detail": ""}),
    ],
)
def test_an_error_about_the_answer_is_a_yes(kind: str, more: dict[str, str]) -> None:
    assert read_verdict(answer(500, problem(kind, **more))).violations == ()


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, "UNAUTHORIZED"),
        (404, "NO_PATH_MATCHED_ERROR"),
        (405, "NO_METHOD_MATCHED_ERROR"),
        (406, "NOT_ACCEPTABLE"),
        (415, "INVALID_CONTENT_TYPE"),
        (500, "UNKNOWN"),
    ],
)
def test_any_other_error_is_a_no(status: int, kind: str) -> None:
    (violation,) = read_verdict(answer(status, problem(kind, title="No"))).violations

    assert violation == Violation("request", kind, "No")


@dataclass(frozen=True)
class Said:
    operation: str = "GET /a"
    place: str = "body.pets.0"
    code: str = "type"


@pytest.mark.parametrize(
    ("said", "covered"),
    [
        (Said(), True),
        (Said(place="body.pets"), True),
        (Said(place="body.petstore"), False),
        (Said(place="body"), False),
        (Said(code="format"), False),
        (Said(operation="PUT /a"), False),
    ],
)
def test_a_row_covers_its_place_and_rules_only(said: Said, covered: bool) -> None:
    codes = frozenset({"type", "anyOf"})
    row = Disagreement("a.json", "GET /a", "body.pets", codes, Reason("", "", ""))

    assert row.covers("a.json", said) == covered
    assert not row.covers("b.json", said)


def test_each_row_says_who_is_right_and_is_of_a_description() -> None:
    files = {one.file for one in descriptions()}

    assert {row.file for row in disagreements()} <= files
    assert {row.reason.right for row in disagreements()} <= {
        "Isthmus", "nobody", "the description",
    }  # fmt: skip
    assert len(set(disagreements())) == len(disagreements())


def test_each_version_is_judged_by_several_descriptions() -> None:
    versions = [one.version for one in descriptions()]

    assert len(versions) >= 15
    assert min(versions.count(version) for version in ("2.0", "3.0", "3.1")) >= 3
