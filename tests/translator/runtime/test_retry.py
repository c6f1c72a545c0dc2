from dataclasses import replace

import pytest

from translator.errors import (
    AnswerLost,
    MalformedResponse,
    TransportError,
    UpstreamTimeout,
    UpstreamUnreachable,
)
from translator.runtime.response import Response
from translator.runtime.retry import (
    Attempts,
    delay_after_failure,
    delay_after_response,
    retry_after_s,
)

GET = Attempts("GET", False, made=1, most=3, left_s=10.0, now=0.0, chance=0.5)
POST = replace(GET, method="POST")

UNSENT = UpstreamUnreachable("x", sent=False)
LOST = AnswerLost("x", sent=True)


def later(status: int, retry_after: str | None = None) -> Response:
    headers = () if retry_after is None else (("Retry-After", retry_after),)
    return Response(status, headers)


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PURGE"])
def test_what_was_not_sent_may_be_sent_again(method: str) -> None:
    assert delay_after_failure(UNSENT, replace(GET, method=method)) is not None


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "QUERY"])
def test_lost_answer_of_a_safe_method_may_be_asked_for_again(method: str) -> None:
    assert delay_after_failure(LOST, replace(GET, method=method)) is not None


@pytest.mark.parametrize("method", ["POST", "PATCH", "PUT", "DELETE"])
def test_lost_answer_of_a_change_is_not_asked_for_again(method: str) -> None:
    assert delay_after_failure(LOST, replace(GET, method=method)) is None


def test_change_that_is_marked_idempotent_may_be_sent_again() -> None:
    assert delay_after_failure(LOST, replace(POST, idempotent=True)) is not None


@pytest.mark.parametrize(
    "failure",
    [
        UpstreamTimeout("x", sent=False),
        UpstreamTimeout("x", sent=True),
        MalformedResponse("x", sent=True),
    ],
)
def test_timeout_and_broken_answer_are_final(failure: TransportError) -> None:
    assert delay_after_failure(failure, GET) is None


def test_attempts_are_counted() -> None:
    assert delay_after_failure(UNSENT, replace(GET, made=3)) is None


def test_no_attempt_after_the_deadline() -> None:
    assert delay_after_failure(UNSENT, replace(GET, left_s=0.01)) is None


@pytest.mark.parametrize(("chance", "made", "delay"), [(0, 1, 0.1), (1, 1, 0.2), (1, 2, 0.4)])
def test_backoff_doubles_and_varies(chance: float, made: int, delay: float) -> None:
    got = delay_after_failure(UNSENT, replace(GET, chance=chance, made=made))
    assert got == pytest.approx(delay)


def test_backoff_has_an_upper_end() -> None:
    attempts = replace(GET, made=50, most=99, chance=1.0)
    assert delay_after_failure(UNSENT, attempts) == 5.0


@pytest.mark.parametrize("status", [429, 503])
def test_read_is_repeated_when_the_api_says_later(status: int) -> None:
    assert delay_after_response(later(status, "2"), GET) == 2.0
    assert delay_after_response(later(status), GET) == pytest.approx(0.15)


@pytest.mark.parametrize("status", [200, 400, 500, 502, 504])
def test_other_answers_stand(status: int) -> None:
    assert delay_after_response(later(status), GET) is None


def test_change_is_not_repeated_when_the_api_says_later() -> None:
    assert delay_after_response(later(503, "1"), POST) is None


def test_wait_beyond_the_deadline_gives_up() -> None:
    assert delay_after_response(later(429, "60"), GET) is None


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        ("0", 0.0),
        ("Thu, 01 Jan 1970 00:01:40 GMT", 90.0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
        ("Thursday, 01-Jan-70 00:01:40 GMT", 90.0),
        ("soon", None),
        ("-1", None),
        ("", None),
        ("²", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    assert retry_after_s(later(429, value), 10.0) == seconds


def test_answer_that_broke_off_is_asked_for_again_where_that_does_no_harm() -> None:
    broken = Response(200, body=b"{", complete=False, ended="connection")
    assert delay_after_response(broken, GET) is not None
    assert delay_after_response(broken, POST) is None
    assert delay_after_response(broken, replace(GET, made=3)) is None
    assert delay_after_response(replace(broken, ended="size"), GET) is None
