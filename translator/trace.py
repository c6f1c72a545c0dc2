"""The trace: the record of one call from request to admission, also of those that failed.

One per call, whoever calls and whatever becomes of it. The gateway fills it stage by stage; the
record keeps it, the command line and the desk show it. It never holds a secret.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from translator.errors import ErrorClass
from translator.json_value import JsonValue

LOCAL = "local"
"""The principal of who does not say who calls."""


class Kind(StrEnum):
    """From where a call came."""

    MCP = "mcp"
    CLI = "cli"
    TRY_IT = "try-it"


class Admission(StrEnum):
    """What became of the response on its way to the model."""

    UNCHANGED = "unchanged"
    TRANSFORMED = "transformed"
    TRUNCATED = "truncated"
    REDACTED = "redacted"
    DISCARDED = "discarded"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: the principal, and what its client says of itself."""

    principal: str = LOCAL
    kind: Kind = Kind.MCP
    client: str | None = None
    protocol_version: str | None = None
    transport: str | None = None
    shown: str | None = None
    """Digest of the list this principal was last served (inferred)."""


@dataclass(frozen=True, slots=True)
class SentRequest:
    """The request as sent; credentials stand as `[redacted]`."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: str | None
    body_bytes: int
    body_digest: str | None


@dataclass(frozen=True, slots=True)
class ReceivedResponse:
    """The raw response: bounded text, whole size, digest."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str
    body_bytes: int
    body_digest: str
    complete: bool = True


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A page of the same call after the first: its request, and what was answered."""

    url: str
    status: int
    body_bytes: int


@dataclass(slots=True)
class Trace:
    """One call. Mutable while the call runs: only the gateway writes it.

    Times are seconds: `started_at` since the epoch, `stages` as durations by name
    (`lookup`, `authorize`, `check`, `plan`, `credentials`, `send`, `pages`, `admit`). `request`
    and `response` are those of the first page; `paging` says why the next one did not come.
    """

    trace_id: str
    started_at: float
    caller: Caller
    endpoint: str
    primitive: str
    name: str
    correlation_id: str
    operation: str | None = None
    operation_id: str | None = None
    read_only: bool = False
    surface_digest: str | None = None
    surface_version: int | None = None
    binding_revision: int | None = None
    arguments: JsonValue = None
    policy_decision: str | None = None
    policy_rule: str | None = None
    request: SentRequest | None = None
    attempts: int = 0
    response: ReceivedResponse | None = None
    pages: tuple[FetchedPage, ...] = ()
    paging: str | None = None
    stages: dict[str, float] = field(default_factory=dict)
    error_class: ErrorClass | None = None
    error: str | None = None
    conforms: bool | None = None
    conformity: str | None = None
    admission: Admission | None = None
    bytes_in: int = 0
    bytes_out: int = 0
    finished: bool = False

    @property
    def duration_s(self) -> float:
        """Sum of all stages."""
        return sum(self.stages.values())
