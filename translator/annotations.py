"""Own the four hints of a tool, each with its evidence.

Guesses from the method (RFC 9110 §9.2) and the words of the name, on the careful side: a client
may skip its question to the user when a hint says that nothing happens. A person's word
replaces each of them. Pure.
"""

from dataclasses import dataclass

from translator.operation import Operation
from translator.words import acting_word, adding_word, destroying_word, only_reads_word


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint: its value, and why (`GET is safe, RFC 9110 §9.2.1`).

    `decided` tells a person's word from a guess.
    """

    value: bool
    evidence: str
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Hints:
    """MCP 2026-07-28, ToolAnnotations: all four, always."""

    read_only: Hint
    destructive: Hint
    idempotent: Hint
    open_world: Hint


_QUERY = "QUERY is safe and idempotent (OAS 3.2.0, Path Item Object)"
#: Methods that ask for nothing but an answer, and why.
SAFE = {
    "GET": "GET is safe, RFC 9110 §9.2.1",
    "HEAD": "HEAD is safe, RFC 9110 §9.2.1",
    "OPTIONS": "OPTIONS is safe, RFC 9110 §9.2.1",
    "TRACE": "TRACE is safe, RFC 9110 §9.2.1",
    "QUERY": _QUERY,
    "PROPFIND": "PROPFIND is safe, RFC 4918 §9.1",
    "SEARCH": "SEARCH is safe, RFC 5323 §2",
    "REPORT": "REPORT is safe, RFC 3253 §3.6",
}
_NOT_SAFE = {
    "POST": "POST may change state, RFC 9110 §9.3.3",
    "PUT": "PUT replaces what is there, RFC 9110 §9.3.4",
    "DELETE": "DELETE removes what is there, RFC 9110 §9.3.5",
    "PATCH": "PATCH changes what is there, RFC 5789 §2",
}
_IDEMPOTENT = {
    "PUT": "PUT is idempotent, RFC 9110 §9.2.2",
    "DELETE": "DELETE is idempotent, RFC 9110 §9.2.2",
}
_NOT_IDEMPOTENT = {
    "POST": "POST is not idempotent, RFC 9110 §9.2.2",
    "PATCH": "PATCH is not idempotent, RFC 5789 §2",
}
_OPEN_WORLD = Hint(True, "the API is a system outside, which others change too")


def propose_hints(operation: Operation) -> Hints:
    """Propose all four hints."""
    read_only = _read_only(operation)
    return Hints(
        read_only=read_only,
        destructive=_destructive(operation, read_only),
        idempotent=_idempotent(operation, read_only),
        open_world=_OPEN_WORLD,
    )


def _read_only(operation: Operation) -> Hint:
    method = operation.method
    acting = acting_word(operation) if method in SAFE else None
    if acting:
        return Hint(False, f"{SAFE[method]}, but the name says {acting!r}: confirm")
    if method in SAFE:
        return Hint(True, SAFE[method])
    if method == "POST":
        reading = only_reads_word(operation)
        if reading:
            return Hint(
                False,
                f"{_NOT_SAFE['POST']}; the name says {reading!r} and suggests that it only reads: "
                "confirm",
            )
    return Hint(False, _NOT_SAFE.get(method, f"nothing says that {method} is safe"))


def _destructive(operation: Operation, read_only: Hint) -> Hint:
    if read_only.value:
        return Hint(False, f"it changes nothing: {read_only.evidence}")
    method = operation.method
    if method in ("DELETE", "PUT", "PATCH"):
        return Hint(True, _NOT_SAFE[method])
    destroying = destroying_word(operation)
    if destroying:
        return Hint(True, f"it says {destroying!r}")
    if method != "POST":
        return Hint(True, f"nothing says that {method} only adds")
    adding = adding_word(operation)
    if adding:
        return Hint(False, f"POST, and it says {adding!r}: it only adds")
    return Hint(True, f"{_NOT_SAFE['POST']}, and nothing says that it only adds")


def _idempotent(operation: Operation, read_only: Hint) -> Hint:
    method = operation.method
    if read_only.value:
        evidence = _QUERY if method == "QUERY" else "safe methods are idempotent, RFC 9110 §9.2.2"
        return Hint(True, evidence)
    if method in _IDEMPOTENT:
        return Hint(True, _IDEMPOTENT[method])
    if method in SAFE:
        return Hint(False, f"what {method} does here is not what {method} means")
    return Hint(False, _NOT_IDEMPOTENT.get(method, f"nothing says that {method} is idempotent"))
