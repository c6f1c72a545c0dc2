"""The exceptions of Isthmus, drawn.

    IsthmusError
    ├── SourceError             the description cannot be read at all
    ├── PlanError               the arguments do not make a request      invalid_arguments
    ├── CredentialError         no credential fits, or renewal failed    not_permitted
    ├── EgressRefused           the address is not one we may call       not_permitted
    ├── TransportError          the exchange with the API failed
    │   ├── UpstreamUnreachable no byte was sent                         upstream_unreachable
    │   ├── UpstreamTimeout     time ran out                             upstream_timeout
    │   ├── AnswerLost          sent, the answer did not arrive whole    ambiguous
    │   └── MalformedResponse   the answer breaks HTTP                   malformed_response
    ├── StoreUnavailable        our database cannot be read or written   internal
    └── RefusedByUs             a use case said no: unknown name, clash, wrong state

What *they* wrote in a description is never an exception but a `Finding`. Messages say what,
where and what to do, and never hold a secret.
"""

from enum import StrEnum


class ErrorClass(StrEnum):
    """The classes of a failed call, as traces, results and metrics name them."""

    INVALID_ARGUMENTS = "invalid_arguments"
    NOT_PERMITTED = "not_permitted"
    APPROVAL_REQUIRED = "approval_required"
    RATE_LIMITED = "rate_limited"
    UPSTREAM_UNREACHABLE = "upstream_unreachable"
    UPSTREAM_TIMEOUT = "upstream_timeout"
    UPSTREAM_ERROR = "upstream_error"
    AMBIGUOUS = "ambiguous"
    MALFORMED_RESPONSE = "malformed_response"
    TOO_LARGE = "too_large"
    CANCELLED = "cancelled"
    STALE_SURFACE = "stale_surface"
    INTERNAL = "internal"


class IsthmusError(Exception):
    """Root of everything Isthmus raises on purpose."""


class SourceError(IsthmusError):
    """A description that cannot be read; says which document, where in it, and what to do."""

    def __init__(self, message: str, *, document: str = "", pointer: str = "") -> None:
        where = f"{document}#{pointer}" if pointer else document
        super().__init__(f"{where}: {message}" if where else message)
        self.document = document
        self.pointer = pointer


class PlanError(IsthmusError):
    """Arguments that do not make a request; `argument` is the key at fault, or ''."""

    def __init__(self, message: str, *, argument: str = "") -> None:
        super().__init__(message)
        self.argument = argument


class CredentialError(IsthmusError):
    """No declared credential satisfies the operation, or one could not be renewed."""


class EgressRefused(IsthmusError):
    """The address is outside what this endpoint may call."""


class TransportError(IsthmusError):
    """The exchange failed; `sent` says whether any byte of the request was written."""

    error_class = ErrorClass.UPSTREAM_UNREACHABLE

    def __init__(self, message: str, *, sent: bool) -> None:
        super().__init__(message)
        self.sent = sent


class UpstreamUnreachable(TransportError):
    """The connection could not be made: nothing was sent."""


class UpstreamTimeout(TransportError):
    """The deadline passed; with `sent`, the API may have acted."""

    error_class = ErrorClass.UPSTREAM_TIMEOUT


class AnswerLost(TransportError):
    """The request was written and the answer did not arrive whole."""

    error_class = ErrorClass.AMBIGUOUS


class MalformedResponse(TransportError):
    """The answer is not HTTP, or its content coding is broken."""

    error_class = ErrorClass.MALFORMED_RESPONSE


class StoreUnavailable(IsthmusError):
    """Our own database cannot be read or written: locked for long, disk full, gone."""


class RefusedByUs(IsthmusError):
    """A use case said no; the message says why and what to do."""
