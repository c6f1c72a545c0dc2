"""The upstream binding: what an operator ties to an endpoint, outside the surface's digest."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class CredentialReference:
    """Names a secret without holding it.

    `reference` reads `env:NAME` or `file:PATH`; `origin` (`https://api.example.com`) is the one
    it is meant for and goes to no other; `principal` None means everyone's.
    For http basic the secret reads `user:password`, for OAuth 2 client credentials
    `client_id:client_secret`.
    """

    scheme: str
    reference: str
    origin: str
    principal: str | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one call, in seconds and in decoded bytes.

    `max_response_bytes` of an answer are read, `max_text_bytes` of it enter a model's context.
    """

    timeout_s: float = 30.0
    max_response_bytes: int = 1_000_000
    max_attempts: int = 3
    max_text_bytes: int = 100_000


@dataclass(frozen=True, slots=True)
class Upstream:
    """The real API of an endpoint: address, credential references, limits.

    `base_url` replaces the description's own servers; None keeps them. Relative servers of
    single operations resolve against it. `allowed_origins` are further origins calls may go
    to, for operations with servers of their own. `variables` set server variables.
    `forward_headers` names the headers of a client's request that go on to the API.
    `revision` counts changes; traces carry it.
    """

    base_url: str | None = None
    credentials: tuple[CredentialReference, ...] = ()
    limits: Limits = Limits()
    allowed_origins: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    revision: int = 0
    forward_headers: tuple[str, ...] = ()
