"""Read and write `traceparent` (W3C Trace Context §3.2), which ties our trace to others'."""

import re
import secrets

_TRACEPARENT = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?")


def new_id() -> str:
    """Return a fresh id that is also a legal trace-id: 32 hexadecimal digits."""
    return secrets.token_hex(16)


def continued(traceparent: str | None, fallback: str) -> str:
    """Return the `traceparent` of our own request: the caller's trace, or a new one.

    `fallback` is the trace-id where the caller gave none or a broken one (§3.2.2.3).
    """
    trace_id, flags = fallback, "01"
    match = _TRACEPARENT.fullmatch(traceparent.strip().lower()) if traceparent else None
    if match is not None:
        version, given, parent, given_flags, rest = match.groups()
        legal = version != "ff" and (version != "00" or rest is None)
        if legal and given.strip("0") and parent.strip("0"):
            trace_id, flags = given, given_flags
    return f"00-{trace_id}-{secrets.token_hex(8)}-{flags}"
