"""Decide who calls, from the headers of a request and the keys that count.

Pure. A key says who calls and opens nothing else: it is no token of the API, and goes no further
than this module (MCP 2026-07-28, Authorization, Access Token Privilege Restriction).
"""

from collections.abc import Callable, Mapping

from translator.ports import KnownKeys
from translator.trace import LOCAL

Authorize = Callable[[Mapping[str, str]], str | None]
"""Takes the request's headers (names in lower case); returns the principal, or None to refuse."""


def by_key(known: KnownKeys, *, require_key: bool) -> Authorize:
    """Return what tells callers apart by `Authorization: Bearer KEY` (RFC 6750 §2.1).

    Without the header the caller is `local`, unless a key is required. A header that holds no
    key that counts is refused, as soon as a key was ever made: who sends a key wants to be known,
    and one that was removed must not go on as `local`. Where no key was ever made the header says
    nothing to us: a client, or a proxy before us, may send one of its own.
    """

    def authorize(headers: Mapping[str, str]) -> str | None:
        given = headers.get("authorization")
        if given is not None and (require_key or known.keys_were_made):
            scheme, _, key = given.partition(" ")
            return known.principal_of(key.strip()) if scheme.lower() == "bearer" else None
        return None if require_key else LOCAL

    return authorize
