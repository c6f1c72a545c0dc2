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
)


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed call in three parts."""

    error_class: ErrorClass
    message: str
    retryable: bool = False


UNEXPECTED = "Isthmus itself failed; nothing more is known here. The operator finds it under trace"


def failure_of(error: IsthmusError, *, repeatable: bool) -> Failure:
    """Return what the exception means for a call that is `repeatable` or not."""
    match error:
        case TransportError():
            return _exchange(error, repeatable)
        case PlanError():
            message = f"Nothing was sent. {_sentence(str(error))}"
            return Failure(ErrorClass.INVALID_ARGUMENTS, message)
        case CredentialError() | EgressRefused():
            message = f"Nothing was sent. {_sentence(str(error))}"
            return Failure(ErrorClass.NOT_PERMITTED, message)
    return Failure(ErrorClass.INTERNAL, _sentence(str(error)))


def _exchange(error: TransportError, repeatable: bool) -> Failure:
    what = _sentence(str(error))
    if not error.sent:
        return Failure(error.error_class, f"{what} Nothing was sent.", retryable=True)
    if repeatable:
        return Failure(error.error_class, what, retryable=True)
    return Failure(
        error.error_class,
        f"{what} The request had been sent, so its outcome is unknown: the API may have acted. "
        "Check what has become of it; do not simply repeat the call.",
    )


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."
