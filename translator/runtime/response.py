"""The HTTP response as received: bounded, decoded, and a value."""

from dataclasses import dataclass
from typing import Literal

#: Why a body ends before its end: the caller's limit, the deadline, a connection that closed.
Ended = Literal["size", "time", "connection"]


@dataclass(frozen=True, slots=True)
class Response:
    """RFC 9110 §3.4, with its content codings undone.

    `headers` keep order and spelling. `body` may end early; then `complete` is false and `ended`
    says why. `url` is where the answer came from after `redirects` of the same origin. `excess`:
    the API sent more than HTTP lets this answer have (RFC 9112 §6.3).
    """

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    complete: bool = True
    url: str = ""
    redirects: int = 0
    ended: Ended = "size"
    excess: bool = False

    def header(self, name: str) -> str | None:
        """Return the first value of a header; names compare without case."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)

    @property
    def declared_bytes(self) -> int | None:
        """The size the API announced, where it is that of `body` (no content coding)."""
        length = self.header("content-length")
        if length is None or not length.isdecimal() or self.header("content-encoding"):
            return None
        return int(length)
