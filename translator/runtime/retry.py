"""Decide whether a request may be sent again, and when (DESIGN.md, Sending again).

Comes in: what happened, and what is known of the call. Goes out: a delay in seconds, or None.
Waiting and sending are the gateway's; the clock and chance are handed in.
"""

from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime

from translator.errors import MalformedResponse, TransportError, UpstreamTimeout
from translator.runtime.response import Response

#: RFC 9110 §9.2.1. PUT and DELETE should be idempotent (§9.2.2), but a description or a person
#: must say so before we rely on it.
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "QUERY"})

#: RFC 6585 §4 and RFC 9110 §15.6.4: both say that the request was not acted on.
_TRY_LATER = frozenset({429, 503})

_FIRST_DELAY_S = 0.2
_LONGEST_DELAY_S = 5.0


@dataclass(frozen=True, slots=True)
class Attempts:
    """What is known of a call that may be sent again.

    `made` counts the requests sent or tried so far; `left_s` is the time left until the
    deadline; `now` is the time since the epoch, for dates in Retry-After; `chance` is a number
    in [0, 1).
    """

    method: str
    idempotent: bool
    made: int
    most: int
    left_s: float
    now: float
    chance: float

    @property
    def repeatable(self) -> bool:
        """Whether sending the request twice does no more than sending it once."""
        return self.idempotent or self.method in SAFE_METHODS


def delay_after_failure(failure: TransportError, attempts: Attempts) -> float | None:
    """Return how long to wait before sending again after a failed exchange, None for never."""
    if isinstance(failure, (UpstreamTimeout, MalformedResponse)):
        return None
    if failure.sent and not attempts.repeatable:
        return None
    return _within(attempts, _backoff(attempts))


def delay_after_response(response: Response, attempts: Attempts) -> float | None:
    """Return how long to wait before sending again, None for never.

    That is after 429 and 503, and after an answer whose connection closed early.
    """
    if not attempts.repeatable:
        return None
    if not response.complete and response.ended == "connection":
        return _within(attempts, _backoff(attempts))
    if response.status not in _TRY_LATER:
        return None
    asked = retry_after_s(response, attempts.now)
    return _within(attempts, _backoff(attempts) if asked is None else asked)


def retry_after_s(response: Response, now: float) -> float | None:
    """Return the seconds that Retry-After asks for (RFC 9110 §10.2.3), None without one."""
    value = (response.header("retry-after") or "").strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, date.timestamp() - now)


def _backoff(attempts: Attempts) -> float:
    longest = min(_LONGEST_DELAY_S, _FIRST_DELAY_S * 2.0 ** (attempts.made - 1))
    return longest * (0.5 + attempts.chance / 2)


def _within(attempts: Attempts, delay_s: float) -> float | None:
    if attempts.made >= attempts.most or delay_s >= attempts.left_s:
        return None
    return delay_s
