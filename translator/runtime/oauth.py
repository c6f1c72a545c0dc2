"""Own OAuth 2 client credentials: tokens fetched, kept in memory, renewed one at a time.

Comes in: a token endpoint, a client's secret, scopes, and the callable that sends requests.
Goes out: an access token. Nothing is written down; no message holds a secret or a token.
"""

import base64
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import quote_plus

import anyio

from translator.errors import CredentialError, TransportError
from translator.json_value import JsonValue, NotJson, parse_json
from translator.runtime.plan import RequestPlan
from translator.upstream import CredentialReference

#: How long a token counts whose answer does not say (RFC 6749 §5.1 only recommends it).
DEFAULT_LIFETIME_S = 3600.0
#: A token is renewed this long before it ends, or earlier for short-lived ones.
RENEWAL_MARGIN_S = 30.0
RENEWAL_SHARE = 0.1

_ERROR_CODE_CHARACTERS = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."
)


class TokenResponse(Protocol):
    """What the token endpoint answered: enough of an HTTP response."""

    @property
    def status(self) -> int:
        """The status code."""
        ...

    @property
    def body(self) -> bytes:
        """The content, decoded and bounded."""
        ...


Send = Callable[[RequestPlan], Awaitable[TokenResponse]]


@dataclass(frozen=True, slots=True)
class TokenKey:
    """What a token is good for: one client, whose reference names its principal, and scopes."""

    token_url: str
    reference: CredentialReference
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """An access token, and until when it counts on the monotonic clock."""

    value: str = field(repr=False)
    until: float


@dataclass(slots=True)
class TokenCache:
    """The tokens of this process, in memory only.

    `now` is a monotonic clock, in seconds. Safe for any number of tasks of one event loop.
    """

    now: Callable[[], float]
    _tokens: dict[TokenKey, Token] = field(default_factory=dict, repr=False)
    _locks: dict[TokenKey, anyio.Lock] = field(default_factory=dict, repr=False)

    async def token(self, key: TokenKey, secret: str, send: Send) -> str:
        """Return a token that still counts; of several tasks that lack it, one fetches it.

        Raises:
            CredentialError: the token endpoint refused, or could not be reached.
        """
        kept = self._current(key)
        if kept is not None:
            return kept
        async with self._locks.setdefault(key, anyio.Lock()):
            kept = self._current(key)
            if kept is not None:
                return kept
            token = await _fetch(key, secret, send, self.now())
            self._tokens[key] = token
            return token.value

    def invalidate(self, key: TokenKey, refused: str) -> None:
        """Forget a token that the API refused, unless it was renewed in the meantime."""
        token = self._tokens.get(key)
        if token is not None and token.value == refused:
            del self._tokens[key]

    def _current(self, key: TokenKey) -> str | None:
        token = self._tokens.get(key)
        return token.value if token is not None and self.now() < token.until else None


def token_request(key: TokenKey, secret: str) -> RequestPlan:
    """Return the request for a token (RFC 6749 §4.4.2), the client in HTTP basic (§2.3.1).

    Raises:
        CredentialError: the secret is not `client_id:client_secret`.
    """
    client, colon, password = secret.partition(":")
    if not client or not colon:
        raise CredentialError(
            f"the secret {key.reference.reference} must read client_id:client_secret"
        )
    pair = f"{quote_plus(client)}:{quote_plus(password)}".encode()
    form = "grant_type=client_credentials"
    if key.scopes:
        form += "&scope=" + quote_plus(" ".join(key.scopes))
    headers = (
        ("Accept", "application/json"),
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("Authorization", "Basic " + base64.b64encode(pair).decode("ascii")),
    )
    return RequestPlan("POST", key.token_url, headers, form.encode("ascii"))


async def _fetch(key: TokenKey, secret: str, send: Send, now: float) -> Token:
    plan = token_request(key, secret)
    try:
        response = await send(plan)
    except TransportError as error:
        # The API's own request was not sent: a lost answer here must not look ambiguous.
        raise _refusal(key, f"could not be asked: {error}") from error
    answer = _answer(response)
    if response.status != 200:
        raise _refusal(key, f"answered {response.status}{_error_code(answer)}")
    value = answer.get("access_token")
    if not isinstance(value, str) or not value.isascii() or not value.isprintable() or not value:
        raise _refusal(key, "answered without an access token")
    kind = answer.get("token_type", "bearer")
    if not isinstance(kind, str) or kind.lower() != "bearer":
        raise _refusal(key, "gave a token of a type other than bearer")
    return Token(value, now + _lifetime(answer.get("expires_in")))


def _answer(response: TokenResponse) -> dict[str, JsonValue]:
    try:
        answer = parse_json(response.body)
    except NotJson:
        return {}
    return answer if isinstance(answer, dict) else {}


def _lifetime(expires_in: JsonValue) -> float:
    """Return for how long a token is used; some servers send the number as text."""
    try:
        seconds = DEFAULT_LIFETIME_S if expires_in is None else float(expires_in)
    except (TypeError, ValueError, OverflowError):
        seconds = DEFAULT_LIFETIME_S
    return max(0.0, seconds - min(RENEWAL_MARGIN_S, seconds * RENEWAL_SHARE))


def _error_code(answer: dict[str, JsonValue]) -> str:
    """Return the OAuth error code (RFC 6749 §5.2), if it is one: no other text of the answer."""
    code = answer.get("error")
    if isinstance(code, str) and 0 < len(code) <= 64 and _ERROR_CODE_CHARACTERS.issuperset(code):
        return f" {code}"
    return ""


def _refusal(key: TokenKey, what: str) -> CredentialError:
    return CredentialError(
        f"no access token for {key.reference.scheme!r}: the token endpoint "
        f"{key.token_url.partition('?')[0]} {what}"
    )
