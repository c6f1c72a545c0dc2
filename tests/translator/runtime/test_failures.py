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
from translator.runtime.failures import failure_of


@pytest.mark.parametrize(
    ("error", "error_class"),
    [
        (PlanError("x"), ErrorClass.INVALID_ARGUMENTS),
        (CredentialError("x"), ErrorClass.NOT_PERMITTED),
        (EgressRefused("x"), ErrorClass.NOT_PERMITTED),
        (UpstreamUnreachable("x", sent=False), ErrorClass.UPSTREAM_UNREACHABLE),
        (UpstreamTimeout("x", sent=True), ErrorClass.UPSTREAM_TIMEOUT),
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


def test_message_ends_as_a_sentence() -> None:
    assert failure_of(UpstreamUnreachable("no", sent=False), repeatable=True).message == (
        "no. Nothing was sent."
    )
