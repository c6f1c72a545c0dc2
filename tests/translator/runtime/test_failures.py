import pytest

from translator.errors import (
    AnswerLost,
    CredentialError,
    EgressRefused,
    ErrorClass,
    IsthmusError,
    MalformedResponse,
    PlanError,
    RefusedByUs,
    UpstreamTimeout,
    UpstreamUnreachable,
)
from translator.runtime.failures import failure_of, unexpected


@pytest.mark.parametrize(
    ("error", "error_class"),
    [
        (PlanError("x"), ErrorClass.INVALID_ARGUMENTS),
        (CredentialError("x"), ErrorClass.NOT_PERMITTED),
        (EgressRefused("x"), ErrorClass.NOT_PERMITTED),
        (UpstreamUnreachable("x", sent=False), ErrorClass.UPSTREAM_UNREACHABLE),
        (UpstreamTimeout("x", sent=False), ErrorClass.UPSTREAM_TIMEOUT),
        (UpstreamTimeout("x", sent=True), ErrorClass.AMBIGUOUS),
        (AnswerLost("x", sent=True), ErrorClass.AMBIGUOUS),
        (MalformedResponse("x", sent=True), ErrorClass.MALFORMED_RESPONSE),
        (RefusedByUs("x"), ErrorClass.INTERNAL),
    ],
)
def test_each_exception_has_its_class(error: IsthmusError, error_class: ErrorClass) -> None:
    assert failure_of(error, repeatable=False).error_class is error_class


@pytest.mark.parametrize(
    "error", [PlanError("x"), CredentialError("x"), UpstreamTimeout("x", sent=False)]
)
def test_what_was_not_sent_is_called_so(error: IsthmusError) -> None:
    assert "Nothing was sent" in failure_of(error, repeatable=False).message


@pytest.mark.parametrize(
    "error",
    [
        UpstreamTimeout("x", sent=True),
        AnswerLost("x", sent=True),
        MalformedResponse("x", sent=True),
    ],
)
def test_change_that_may_have_happened_is_never_plainly_failed(error: IsthmusError) -> None:
    failure = failure_of(error, repeatable=False)
    assert "outcome is unknown" in failure.message
    assert not failure.retryable
    assert failure_of(error, repeatable=True).retryable


def test_timeout_of_what_may_be_repeated_keeps_its_class() -> None:
    failure = failure_of(UpstreamTimeout("x", sent=True), repeatable=True)
    assert failure.error_class is ErrorClass.UPSTREAM_TIMEOUT


@pytest.mark.parametrize("error", [PlanError("x"), CredentialError("x"), EgressRefused("x")])
def test_what_was_tried_before_is_not_called_unsent(error: IsthmusError) -> None:
    assert failure_of(error, repeatable=True, attempts=1).message == "x."


@pytest.mark.parametrize(
    ("repeatable", "attempts", "error_class"),
    [
        (False, 0, ErrorClass.INTERNAL),
        (True, 1, ErrorClass.INTERNAL),
        (False, 1, ErrorClass.AMBIGUOUS),
    ],
)
def test_defect_after_sending_leaves_the_outcome_open(
    repeatable: bool, attempts: int, error_class: ErrorClass
) -> None:
    ours = failure_of(RefusedByUs("x"), repeatable=repeatable, attempts=attempts)
    failure = unexpected("t-1", repeatable=repeatable, attempts=attempts)
    assert (failure.error_class, ours.error_class) == (error_class, error_class)
    assert "t-1" in failure.message
    assert ("had been sent" in failure.message) is (error_class is ErrorClass.AMBIGUOUS)


def test_message_ends_as_a_sentence() -> None:
    assert failure_of(UpstreamUnreachable("no", sent=False), repeatable=True).message == (
        "no. Nothing was sent."
    )
