"""Own the use cases of curation: import, decide, publish, roll back, stop, look.

One object, handed a store and the outside world; each method is one use case and owns its
transaction: it happens whole or not at all. Bad requests raise `RefusedByUs`, descriptions that
cannot be read `SourceError`; both say what to do.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from curation import looking, publishing
from curation.binding import NewCredential, UpstreamChange, set_upstream
from curation.clearing import clearing
from curation.deciding import NewDecision, Wish, allowing, decide
from curation.decisions import (
    Annotate,
    DefaultArgument,
    Deny,
    Describe,
    DescribeArgument,
    HideArgument,
    Instructions,
    Paginate,
    Rename,
    RenameArgument,
    Retitle,
    SetProfile,
    hint_named,
)
from curation.draft import Draft, DraftItem
from curation.drafting import Drafts
from curation.imports import Asked, import_read
from curation.keys import KeySummary, NewKey, add_key, keys, remove_keys
from curation.lint.values import Limits
from curation.linting import lint_draft
from curation.patterns import select
from curation.removal import delete_api
from curation.reports import (
    ActivationReport,
    ApiSummary,
    DecisionReport,
    ImportReport,
    LintReport,
    PublishReport,
    SurfaceSummary,
    TraceSummary,
    UpstreamReport,
)
from curation.sources import Progress, Stages, read_source
from curation.store import Store
from curation.store.record import ChainReport, verify_chains
from translator.finding import Finding
from translator.json_value import JsonValue
from translator.openapi.budget import Budget
from translator.openapi.limits import limits_for
from translator.ports import Clock
from translator.surface import Surface
from translator.trace import Trace

if TYPE_CHECKING:
    from translator.openapi.source import Fetch

__all__ = ["NewCredential", "NewDecision", "Service"]


class Service:
    """The use cases, over one store."""

    def __init__(self, store: Store, *, clock: Clock, fetch: "Fetch | None" = None) -> None:
        self._store = store
        self._clock = clock
        self._fetch = fetch
        self._drafts = Drafts()

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
        replaces: bool = False,
        max_seconds: float | None = None,
        max_memory_mb: int | None = None,
        stdin: Callable[[], bytes] | None = None,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Import a description as a new API, or as a new version of the API `slug`.

        `replaces` says that it may share no operation with the version before. `max_seconds` and
        `max_memory_mb` bound what the import may take; None is the usual.

        Raises:
            SourceError: the description cannot be read.
            RefusedByUs: a scheme the description does not declare, an unusable base URL,
                another API under a slug that is taken.
        """
        stages = Stages(progress, Budget(limits_for(max_seconds, max_memory_mb)))
        description = read_source(
            source, fetch=self._fetch, allow_refs=allow_refs, stdin=stdin, stages=stages
        )
        asked = Asked(
            author=author,
            at=self._clock.now(),
            slug=slug,
            replaces=replaces,
            upstream=UpstreamChange(
                base_url=base_url,
                credentials=credentials or None,
                timeout_s=timeout_s,
                max_response_bytes=max_response_bytes,
                allowed_origins=allowed_origins or None,
            ),
        )
        return import_read(self._store, self._drafts, description, asked, stages)

    def apis(self) -> tuple[ApiSummary, ...]:
        """Return every API at a glance, by slug."""
        return looking.apis(self._store, self._drafts)

    def draft(self, slug: str) -> Draft:
        """Return the API's candidates with all decisions folded in."""
        with self._store.reading() as connection:
            return self._drafts.current(connection, slug).draft

    def select(self, draft: Draft, patterns: Sequence[str]) -> tuple[DraftItem, ...]:
        """Return the items the patterns select, in the draft's order."""
        return select(draft, patterns)

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
        wish = Wish(author, reason, self._clock.now(), expected_revision)
        return decide(self._store, self._drafts, slug, decisions, wish)

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
        return self.decide(slug, allowing(patterns, expose), author=author, reason=reason)

    def deny(
        self, slug: str, patterns: Sequence[str], *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Deny operations."""
        new = NewDecision(Deny(), tuple(patterns))
        return self.decide(slug, (new,), author=author, reason=reason)

    def rename(
        self, slug: str, operation: str, name: str, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Give one operation's tool another name."""
        new = NewDecision(Rename(name), (operation,))
        return self.decide(slug, (new,), author=author, reason=reason)

    def title(
        self, slug: str, operation: str, title: str, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Give one operation another title."""
        new = NewDecision(Retitle(title), (operation,))
        return self.decide(slug, (new,), author=author, reason=reason)

    def describe(
        self, slug: str, operation: str, text: str, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Give one operation another description."""
        new = NewDecision(Describe(text), (operation,))
        return self.decide(slug, (new,), author=author, reason=reason)

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
        new = [
            NewDecision(Annotate(hint_named(name), value), tuple(patterns))
            for name, value in hints.items()
        ]
        return self.decide(slug, new, author=author, reason=reason)

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
        new = NewDecision(RenameArgument(name), (operation,), argument)
        return self.decide(slug, (new,), author=author, reason=reason)

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
        new = NewDecision(DescribeArgument(text), (operation,), argument)
        return self.decide(slug, (new,), author=author, reason=reason)

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
        new = NewDecision(HideArgument(pinned), tuple(patterns), argument)
        return self.decide(slug, (new,), author=author, reason=reason)

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
        new = NewDecision(DefaultArgument(default), tuple(patterns), argument)
        return self.decide(slug, (new,), author=author, reason=reason)

    def paginate(
        self, slug: str, operation: str, pages: int, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Let one call of an operation's tool fetch up to so many pages; 1 is the first alone.

        Raises:
            RefusedByUs: it cannot; the message says why.
        """
        new = NewDecision(Paginate(pages), (operation,))
        return self.decide(slug, (new,), author=author, reason=reason)

    def set_instructions(
        self, slug: str, text: str, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Set the instructions that clients get."""
        new = NewDecision(Instructions(text), ())
        return self.decide(slug, (new,), author=author, reason=reason)

    def set_profile(
        self, slug: str, profile: str, *, author: str, reason: str = ""
    ) -> DecisionReport:
        """Choose the dialect of listed schemas (`translator.openapi.profiles.PROFILES`)."""
        new = NewDecision(SetProfile(profile), ())
        return self.decide(slug, (new,), author=author, reason=reason)

    def clear(
        self,
        slug: str,
        patterns: Sequence[str],
        *,
        author: str,
        slot: str | None = None,
        argument: str | None = None,
        reason: str = "",
    ) -> DecisionReport:
        """Return to the proposal: in one matter (`decisions.slots`), or in all of them.

        Raises:
            RefusedByUs: no such matter or operation, or nothing was decided about it.
        """
        new = clearing(self.draft(slug), patterns, slot, argument)
        return self.decide(slug, new, author=author, reason=reason)

    def delete(self, slug: str) -> None:
        """Delete an API with its versions, decisions and surfaces; the record stays."""
        delete_api(self._store, slug)

    def publish(self, slug: str, *, author: str, note: str = "") -> PublishReport:
        """Publish the draft as a new surface version and serve it.

        Raises:
            RefusedByUs: nothing is allowed, or names clash or are illegal; lists each.
        """
        report = publishing.publish(
            self._store, self._drafts, slug, author=author, note=note, at=self._clock.now()
        )
        return replace(report, lint=self.lint(slug).findings)

    def surfaces(self, slug: str) -> tuple[SurfaceSummary, ...]:
        """Return the surface versions of an endpoint, newest first."""
        return publishing.surfaces(self._store, slug)

    def surface(self, slug: str, version: int | None = None) -> Surface:
        """Return a surface version, the active one by default."""
        return publishing.surface(self._store, slug, version)

    def activate(self, slug: str, version: int, *, author: str) -> ActivationReport:
        """Serve another surface version: roll back, or forward again."""
        return publishing.activate(
            self._store, self._drafts, slug, version, author=author, at=self._clock.now()
        )

    def stop(self, slug: str, tool: str | None = None, *, author: str, reason: str = "") -> bool:
        """Refuse all calls of an endpoint, or of one tool, at once; false if it was stopped."""
        return publishing.set_stop(
            self._store,
            slug,
            tool,
            stopped=True,
            author=author,
            reason=reason,
            at=self._clock.now(),
        )

    def resume(self, slug: str, tool: str | None = None, *, author: str, reason: str = "") -> bool:
        """Undo `stop`; false if it was not stopped."""
        return publishing.set_stop(
            self._store,
            slug,
            tool,
            stopped=False,
            author=author,
            reason=reason,
            at=self._clock.now(),
        )

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
        max_text_bytes: int | None = None,
        allowed_origins: tuple[str, ...] | None = None,
        variables: Mapping[str, str] | None = None,
        forward_headers: tuple[str, ...] | None = None,
        unbind: Sequence[tuple[str, str | None]] = (),
    ) -> UpstreamReport:
        """Change the upstream; None keeps a value. Another origin unbinds the credentials.

        `unbind` names schemes, each with the principal whose credential goes, None for everyone's.
        """
        return set_upstream(
            self._store,
            slug,
            UpstreamChange(
                base_url=base_url,
                credentials=credentials,
                timeout_s=timeout_s,
                max_response_bytes=max_response_bytes,
                max_attempts=max_attempts,
                max_text_bytes=max_text_bytes,
                allowed_origins=allowed_origins,
                variables=variables,
                forward_headers=forward_headers,
                unbind=unbind,
            ),
            author=author,
            at=self._clock.now(),
        )

    def add_key(self, principal: str, *, author: str, note: str = "") -> NewKey:
        """Make a bearer key by which a caller is known as the principal; it is shown this once.

        Raises:
            RefusedByUs: the name is none, or taken for callers without a key.
        """
        return add_key(
            self._store,
            principal,
            author=author,
            at=self._clock.now(),
            random_bytes=secrets.token_bytes,
            note=note,
        )

    def known_keys(self) -> tuple[KeySummary, ...]:
        """Return the keys that count."""
        return keys(self._store)

    def remove_keys(self, which: Sequence[str], *, author: str) -> tuple[KeySummary, ...]:
        """Refuse keys from now on: each by its number, or all of a principal by its name.

        Raises:
            RefusedByUs: there is no such key.
        """
        return remove_keys(self._store, which, author=author, at=self._clock.now())

    def findings(self, slug: str) -> tuple[Finding, ...]:
        """Return every finding about the description and the draft."""
        return looking.findings(self._store, self._drafts, slug)

    def lint(
        self,
        slug: str,
        patterns: Sequence[str] = (),
        *,
        everything: bool = False,
        max_tokens: int | None = None,
    ) -> LintReport:
        """Return what there is to say about the quality of what is allowed.

        With `everything`, of every candidate as it is proposed; `max_tokens` is what one tool
        may cost.
        """
        limits = Limits() if max_tokens is None else Limits(max_tokens)
        return lint_draft(
            self._store, self._drafts, slug, patterns, everything=everything, limits=limits
        )

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
        return looking.traces(
            self._store,
            limit=limit,
            endpoint=endpoint,
            name=name,
            principal=principal,
            failed=failed,
        )

    def traces_after(
        self, position: int, *, limit: int = 500, endpoint: str | None = None
    ) -> tuple[TraceSummary, ...]:
        """Return calls recorded after a position, oldest first."""
        return looking.traces_after(self._store, position, limit=limit, endpoint=endpoint)

    def verify_record(self) -> tuple[ChainReport, ...]:
        """Check that no entry of the record is missing or changed, chain by chain."""
        with self._store.reading() as connection:
            return verify_chains(connection)

    def trace(self, trace_id: str) -> Trace:
        """Return one call whole.

        Raises:
            RefusedByUs: no call has this id, or its body was deleted.
        """
        return looking.trace(self._store, trace_id)
