"""Own what the use cases give back: plain values for the command line, the desk and its API.

They hold figures and words that are ready to show, never rows of the store and never a secret.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from curation.lint.values import LintFinding, LintSeverity
from translator.errors import ErrorClass
from translator.finding import Finding
from translator.trace import Admission
from translator.upstream import Upstream


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """What a new description version changed, as operation keys `METHOD path`.

    `added` and `removed` count every operation; `changed` maps each allowed operation that the
    description changed to what changed, in words; `held` maps those that cannot be published
    until someone decides to the reason; `gone` are allowed ones the description no longer has.
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    held: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did.

    `version` is the number of the description version that is current now; `changed` is false
    when it was there already. `withheld` counts operations that cannot be offered. `previous` is
    the number of the version before, None for the first. `notes` are sentences for the person
    who imported. `seconds` gives the CPU seconds by stage: read, extract, propose, count,
    store.
    """

    slug: str
    title: str
    version: int
    changed: bool
    oas_version: str
    operations: int
    candidates: int
    withheld: int
    findings: tuple[Finding, ...]
    severities: Mapping[str, int]
    changes: VersionChanges
    previous: int | None = None
    upstream: Upstream = field(default_factory=Upstream)
    upstream_changed: bool = False
    notes: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ApiSummary:
    """One API at a glance; `states` counts draft items by state (`new`, `allowed`, …).

    `stopped_operations` are the keys of operations refused by a stop of their own. The surface
    figures are those of the active surface version, None and 0 without one.
    """

    slug: str
    title: str
    source: str
    version: int
    oas_version: str
    operations: int
    states: Mapping[str, int]
    findings: int
    imported_at: float
    surface_version: int | None = None
    tools: int = 0
    resources: int = 0
    templates: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    published_at: float | None = None
    stopped: bool = False
    stopped_operations: tuple[str, ...] = ()
    last_call_at: float | None = None


@dataclass(frozen=True, slots=True)
class DecisionReport:
    """What was decided: the sequence of each decision, and the operations it touched.

    `unchanged` counts decisions that said what stood already and were not recorded again.
    `offered` maps each allowed operation to what it is offered as now, in words.
    """

    sequences: tuple[int, ...]
    operations: tuple[str, ...]
    unchanged: int = 0
    notes: tuple[str, ...] = ()
    offered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SurfaceChanges:
    """The difference of two surfaces in words.

    `added` and `removed` are names of tools and URIs of resources; `changed` maps a name or URI
    of the newer surface to one sentence per field that differs.
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether there is any difference."""
        return bool(self.added or self.removed or self.changed)


@dataclass(frozen=True, slots=True)
class PublishReport:
    """What a publication did; `published` is false when the active surface is the same.

    `held`, `gone` and `pending` are operation keys: allowed ones that are not in the surface
    because a decision is needed or the description lost them, and those published as they were
    judged although the description changed.
    """

    slug: str
    version: int
    digest: str
    published: bool
    changes: SurfaceChanges
    tools: int
    resources: int
    templates: int
    input_tokens: int
    output_tokens: int
    findings: tuple[Finding, ...] = ()
    held: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    lint: tuple[LintFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class LintReport:
    """What lint says of a draft; `tokens` are those of name, text and input of all tools."""

    slug: str
    profile: str
    tools: int
    resources: int
    tokens: int
    findings: tuple[LintFinding, ...] = ()

    @property
    def blocking(self) -> tuple[LintFinding, ...]:
        """Those for which a client loses a tool, or the whole list."""
        return tuple(one for one in self.findings if one.severity is LintSeverity.BLOCKING)


@dataclass(frozen=True, slots=True)
class SurfaceSummary:
    """One surface version of an endpoint."""

    version: int
    digest: str
    active: bool
    published_at: float
    author: str
    note: str
    tools: int
    resources: int
    templates: int
    input_tokens: int
    output_tokens: int
    description_version: int


@dataclass(frozen=True, slots=True)
class ActivationReport:
    """Which surface version serves now, and what that changes for clients.

    `not_allowed` lists operations it serves that nobody allows today: an earlier surface holds
    what was allowed then.
    """

    slug: str
    version: int
    digest: str
    previous: int | None
    changes: SurfaceChanges
    not_allowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UpstreamReport:
    """The upstream as bound now; `unbound` names schemes whose credential the change cut off.

    `notes` are sentences for the person who changed it.
    """

    slug: str
    upstream: Upstream
    changed: bool
    unbound: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceSummary:
    """One call in a list; `position` grows with time, for `traces_after`.

    `finished` is false for a call whose end was not recorded (running, or the process ended).
    """

    position: int
    trace_id: str
    started_at: float
    endpoint: str
    primitive: str
    name: str
    principal: str
    kind: str
    finished: bool
    status: int | None = None
    error_class: ErrorClass | None = None
    error: str | None = None
    admission: Admission | None = None
    duration_s: float = 0.0
    bytes_in: int = 0
    bytes_out: int = 0
