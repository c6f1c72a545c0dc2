"""Say what a failed call means: its class, a message for a model, and whether again may help.

Comes in: one of our exceptions. Goes out: a value. A call that may have happened is never
reported as plainly failed.
"""

from dataclasses import dataclass

from translator.errors import (
    CredentialError,
    EgressRefused,
    ErrorClass,
    IsthmusError,
    PlanError,
    TransportError,
    UpstreamTimeout,
)


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed call in three parts."""

    error_class: ErrorClass
    message: str
    retryable: bool = False


_UNEXPECTED = "Isthmus itself failed; nothing more is known here."
_SENT = (
    "The request had been sent, so its outcome is unknown: the API may have acted. "
    "Check what has become of it; do not simply repeat the call."
)


def failure_of(error: IsthmusError, *, repeatable: bool, attempts: int = 0) -> Failure:
    """Return what the exception means for a call that is `repeatable` or not.

    `attempts` counts the requests that went out, or may have.
    """
    what = _sentence(str(error))
    unsent = what if attempts else f"Nothing was sent. {what}"
    match error:
        case TransportError():
            return _exchange(error, repeatable, attempts)
        case PlanError():
            return Failure(ErrorClass.INVALID_ARGUMENTS, unsent)
        case CredentialError() | EgressRefused():
            return Failure(ErrorClass.NOT_PERMITTED, unsent)
    return _ours(what, repeatable, attempts)


def unexpected(trace_id: str, *, repeatable: bool, attempts: int) -> Failure:
    """Return what a defect of ours means for a call; nothing of the defect itself is told."""
    what = f"{_UNEXPECTED} The operator finds it under trace {trace_id}."
    return _ours(what, repeatable, attempts)


def _ours(what: str, repeatable: bool, attempts: int) -> Failure:
    if attempts and not repeatable:
        return Failure(ErrorClass.AMBIGUOUS, f"{what} {_SENT}")
    return Failure(ErrorClass.INTERNAL, what)


def _exchange(error: TransportError, repeatable: bool, attempts: int) -> Failure:
    what = _sentence(str(error))
    if not error.sent:
        # An earlier attempt may have been sent, if only where that does no harm.
        told = what if attempts > 1 and repeatable else f"{what} Nothing was sent."
        return Failure(error.error_class, told, retryable=True)
    if repeatable:
        return Failure(error.error_class, what, retryable=True)
    timed_out = isinstance(error, UpstreamTimeout)
    error_class = ErrorClass.AMBIGUOUS if timed_out else error.error_class
    return Failure(error_class, f"{what} {_SENT}")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."
