"""Own the use cases of curation: import, decide, publish, roll back, stop, look.

One object, handed a store and the outside world; each method is one use case and owns its
transaction: it happens whole or not at all. Bad requests raise `RefusedByUs`, descriptions that
cannot be read `SourceError`; both say what to do.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from curation.decisions import Content
from curation.draft import Draft, DraftItem
from curation.reports import (
    ActivationReport,
    ApiSummary,
    DecisionReport,
    ImportReport,
    PublishReport,
    SurfaceSummary,
    TraceSummary,
    UpstreamReport,
)
from curation.store import Store
from translator.finding import Finding
from translator.json_value import JsonValue
from translator.ports import Clock
from translator.surface import Surface
from translator.trace import Trace

Fetch = Callable[[str], bytes]
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class NewCredential:
    """A credential as declared: the scheme's key, and `env:NAME` or `file:PATH`."""

    scheme: str
    reference: str


@dataclass(frozen=True, slots=True)
class NewDecision:
    """A decision to take: its content, for each operation that a pattern selects.

    `patterns` is empty for what is about the whole API (instructions). `argument` is the
    argument's name or binding, for kinds that are about one.
    """

    content: Content
    patterns: tuple[str, ...] = ()
    argument: str | None = None


class Service:
    """The use cases, over one store."""

    def __init__(self, store: Store, *, clock: Clock, fetch: Fetch | None = None) -> None:
        self._store = store
        self._clock = clock
        self._fetch = fetch

    def import_description(
        self,
        source: str,
        *,
        author: str,
        slug: str | None = None,
        base_url: str | None = None,
        credentials: Sequence[NewCredential] = (),
        allow_refs: tuple[str, ...] = (),
        allowed_origins: tuple[str, ...] = (),
        timeout_s: float | None = None,
        max_response_bytes: int | None = None,
        stdin: Callable[[], bytes] | None = None,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Import a description as a new API, or as a new version of the API `slug`.

        Raises:
            SourceError: the description cannot be read.
            RefusedByUs: a scheme the description does not declare, an unusable base URL.
        """
        raise NotImplementedError

    def apis(self) -> tuple[ApiSummary, ...]:
        """Return every API at a glance, by slug."""
        raise NotImplementedError

    def draft(self, slug: str) -> Draft:
        """Return the API's candidates with all decisions folded in."""
        raise NotImplementedError

    def select(self, draft: Draft, patterns: Sequence[str]) -> tuple[DraftItem, ...]:
        """Return the items the patterns select, in the draft's order."""
        raise NotImplementedError

    def decide(
        self,
        slug: str,
        decisions: Sequence[NewDecision],
        *,
        author: str,
        reason: str = "",
        expected_revision: int | None = None,
    ) -> DecisionReport:
        """Record decisions, all or none.

        `expected_revision` is the draft's revision the person looked at: refused when anything
        it concerns was decided since.
        """
        raise NotImplementedError

    def allow(
        self,
        slug: str,
        patterns: Sequence[str],
        *,
        author: str,
        expose: str | None = None,
        reason: str = "",
    ) -> DecisionReport:
        """Allow operations; `expose` is `tool`, `resource`, `both` or None (as proposed)."""
        raise NotImplementedError

    def deny(
        self, slug: str, patterns: Sequence[str], *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Deny operations."""
        raise NotImplementedError

    def rename(
        self, slug: str, operation: str, name: str, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Give one operation's tool another name."""
        raise NotImplementedError

    def title(
        self, slug: str, operation: str, title: str, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Give one operation another title."""
        raise NotImplementedError

    def describe(
        self, slug: str, operation: str, text: str, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Give one operation another description."""
        raise NotImplementedError

    def annotate(
        self,
        slug: str,
        patterns: Sequence[str],
        hints: Mapping[str, bool],
        *,
        author: str,
        reason: str = "",
    ) -> DecisionReport:
        """Set hints by name: `readOnly`, `destructive`, `idempotent`, `openWorld`."""
        raise NotImplementedError

    def rename_argument(
        self,
        slug: str,
        operation: str,
        argument: str,
        name: str,
        *,
        author: str,
        reason: str = "",
    ) -> DecisionReport:
        """Give an argument another name."""
        raise NotImplementedError

    def describe_argument(
        self,
        slug: str,
        operation: str,
        argument: str,
        text: str,
        *,
        author: str,
        reason: str = "",
    ) -> DecisionReport:
        """Give an argument another description."""
        raise NotImplementedError

    def hide_argument(
        self,
        slug: str,
        patterns: Sequence[str],
        argument: str,
        *,
        author: str,
        pinned: tuple[JsonValue, ...] = (),
        reason: str = "",
    ) -> DecisionReport:
        """Hide an argument; `pinned` holds the one value always sent, or nothing."""
        raise NotImplementedError

    def default_argument(
        self,
        slug: str,
        patterns: Sequence[str],
        argument: str,
        default: JsonValue,
        *,
        author: str,
        reason: str = "",
    ) -> DecisionReport:
        """Send a value when the caller gives none."""
        raise NotImplementedError

    def set_instructions(
        self, slug: str, text: str, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Set the instructions that clients get."""
        raise NotImplementedError

    def publish(self, slug: str, *, author: str, note: str = "") -> PublishReport:
        """Publish the draft as a new surface version and serve it.

        Raises:
            RefusedByUs: nothing is allowed, or names clash or are illegal; lists each.
        """
        raise NotImplementedError

    def surfaces(self, slug: str) -> tuple[SurfaceSummary, ...]:
        """Return the surface versions of an endpoint, newest first."""
        raise NotImplementedError

    def surface(self, slug: str, version: int | None = None) -> Surface:
        """Return a surface version, the active one by default."""
        raise NotImplementedError

    def activate(self, slug: str, version: int, *, author: str) -> ActivationReport:
        """Serve another surface version: roll back, or forward again."""
        raise NotImplementedError

    def stop(self, slug: str, tool: str | None = None, *, author: str, reason: str = "") -> None:
        """Refuse all calls of an endpoint, or of one tool, at once."""
        raise NotImplementedError

    def resume(self, slug: str, tool: str | None = None, *, author: str, reason: str = "") -> None:
        """Undo `stop`."""
        raise NotImplementedError

    def set_upstream(
        self,
        slug: str,
        *,
        author: str,
        base_url: str | None = None,
        credentials: Sequence[NewCredential] | None = None,
        timeout_s: float | None = None,
        max_response_bytes: int | None = None,
        max_attempts: int | None = None,
        allowed_origins: tuple[str, ...] | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> UpstreamReport:
        """Change the upstream; None keeps a value. Another origin unbinds the credentials."""
        raise NotImplementedError

    def findings(self, slug: str) -> tuple[Finding, ...]:
        """Return every finding about the description and the draft."""
        raise NotImplementedError

    def traces(
        self,
        *,
        limit: int = 50,
        endpoint: str | None = None,
        name: str | None = None,
        principal: str | None = None,
        failed: bool | None = None,
    ) -> tuple[TraceSummary, ...]:
        """Return the newest calls first."""
        raise NotImplementedError

    def traces_after(
        self, position: int, *, limit: int = 500, endpoint: str | None = None
    ) -> tuple[TraceSummary, ...]:
        """Return calls recorded after a position, oldest first."""
        raise NotImplementedError

    def trace(self, trace_id: str) -> Trace:
        """Return one call whole.

        Raises:
            RefusedByUs: no call has this id, or its body was deleted.
        """
        raise NotImplementedError
