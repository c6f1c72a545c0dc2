"""Own the stages of one call, and the trace they fill.

Comes in: what was looked up, and arguments. Goes out: an outcome, or one of our exceptions,
of which the gateway makes an outcome. Authorize → check → plan → credentials → send → admit.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import anyio

from translator.errors import ErrorClass, StoreUnavailable
from translator.json_value import JsonValue
from translator.ports import ServedSurface
from translator.runtime.admitted import AdmissionLimits
from translator.runtime.call_pages import CallPages
from translator.runtime.credentials import Authorized
from translator.runtime.egress import EgressPolicy
from translator.runtime.exchange import Exchange
from translator.runtime.exchange import Services as Services
from translator.runtime.failures import Failure
from translator.runtime.forwarding import Headers
from translator.runtime.outcome import Block, Outcome
from translator.runtime.plan import RequestPlan
from translator.runtime.policy import decide
from translator.runtime.redaction import credential_values, secret_texts
from translator.runtime.replying import Replying
from translator.runtime.response import Response
from translator.runtime.secret_places import without_secrets
from translator.runtime.serving import accepts
from translator.runtime.targets import Target
from translator.runtime.trace_views import measured_response, received_response, sent_request
from translator.trace import Trace


@dataclass(slots=True)
class CallRun:
    """One call on its way."""

    services: Services
    trace: Trace
    repeatable: bool = False
    """Whether sending it twice does no more than sending it once, as far as is known."""
    headers: Headers = field(default=(), repr=False)
    """Headers of the client's own request that may go on, where the upstream takes them."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure what happens inside as one stage of the trace."""
        monotonic = self.services.clock.monotonic
        start = monotonic()
        try:
            yield
        finally:
            self.trace.stages[name] = monotonic() - start

    async def perform(
        self,
        served: ServedSurface,
        egress: EgressPolicy,
        target: Target,
        arguments: Mapping[str, JsonValue],
    ) -> Outcome:
        """Take a call that has been looked up through all other stages.

        Raises:
            IsthmusError: what its subclasses in `errors` say; nothing else is expected.
        """
        exchange = Exchange.begin(self.services, served, egress, target, self.trace, self.headers)
        self._note(target, arguments)
        with self.stage("authorize"):
            verdict = decide(served, target.name, target.call.operation_id, self.trace.caller)
        self.note_policy(allowed=verdict.allowed, rule=verdict.rule)
        if not verdict.allowed:
            self._hide(target)
            return self.end(Failure(verdict.error_class, verdict.message))
        with self.stage("check"):
            values, problems = target.check(arguments)
        if problems:
            self._hide(target)
            return self.end(_refusal(served, target, arguments, problems))
        with self.stage("plan"):
            plan = exchange.plan(target.call, values)
        response, request = await self._sent(exchange, target, plan)
        pages, first = CallPages(exchange, target, values, plan), response
        if pages.wanted:
            with self.stage("pages"):
                response = await pages.follow(response, request)
        secrets = tuple(
            text
            for one in (request, *pages.requests)
            for text in credential_values(one.plan, one.added)
        )
        if target.secret_schema is not None:
            secrets += tuple(secret_texts(dict(arguments), self.trace.arguments))
        with self.stage("admit"):
            replying = self._replying(target, served)
            outcome = replying.reply(response, secrets)
            if response is not first:
                self._note_pages(first, pages, replying, secrets)
            return pages.told(outcome, served, response, secrets)

    def note_served(self, served: ServedSurface) -> None:
        """Note in the trace what was served when the call came."""
        self.trace.surface_digest, self.trace.surface_version = served.digest, served.version
        self.trace.binding_revision = served.upstream.revision

    def note_policy(self, *, allowed: bool, rule: str) -> None:
        """Note in the trace whether the call might go ahead, and by which rule."""
        self.trace.policy_decision = "allowed" if allowed else "refused"
        self.trace.policy_rule = rule

    def _note(self, target: Target, arguments: Mapping[str, JsonValue]) -> None:
        trace, call = self.trace, target.call
        self.repeatable = target.expected.asked.repeatable
        trace.operation, trace.operation_id = call.operation, call.operation_id
        trace.read_only = call.read_only
        trace.arguments = dict(arguments)
        if target.secret_schema is not None:
            trace.arguments = without_secrets(trace.arguments, target.secret_schema)

    def _hide(self, target: Target) -> None:
        """Keep of arguments that were not found right no value that nobody declared."""
        self.trace.arguments = without_secrets(self.trace.arguments, target.schema)

    async def _sent(
        self, exchange: Exchange, target: Target, plan: RequestPlan
    ) -> tuple[Response, Authorized]:
        """Send the request; return its answer, and the request that was answered."""
        with self.stage("credentials"):
            request = await exchange.authorized(plan)
        self.trace.request = sent_request(exchange.shown(plan, request))
        if not target.call.read_only:
            with self.stage("record"):
                await self._recorded(exchange.sending.deadline)
        with self.stage("send"):
            return await exchange.send(plan, request, repeatable=self.repeatable)

    async def _recorded(self, deadline: float) -> None:
        """Keep the intent before anything is sent, inside the deadline of the call.

        Raises:
            StoreUnavailable: it could not be kept in time.
        """
        with anyio.move_on_after(max(0.0, deadline - self.services.clock.monotonic())):
            await self.services.record.begin(self.trace)
            return
        raise StoreUnavailable("The call could not be recorded in time, so nothing was sent.")

    def _replying(self, target: Target, served: ServedSurface) -> Replying:
        services, limits = self.services, served.upstream.limits
        admission = services.admission or AdmissionLimits(limits.max_text_bytes)
        return Replying(
            self.trace, target, admission, limits.max_response_bytes, services.spool, self.end
        )

    def _note_pages(
        self, first: Response, pages: CallPages, replying: Replying, secrets: tuple[str, ...]
    ) -> None:
        """Keep in the trace the pages as they came, and not the answer of all of them."""
        shown, _ = replying.shown(first, secrets)
        self.trace.response = received_response(measured_response(first), shown)
        self.trace.bytes_in = len(first.body) + sum(one.body_bytes for one in self.trace.pages)
        if self.trace.conforms is not None:
            self.trace.conforms, self.trace.conformity = pages.strays is None, pages.strays

    def end(self, failure: Failure) -> Outcome:
        """Return the outcome of a failed call, and note the failure in the trace."""
        self.trace.error_class, self.trace.error = failure.error_class, failure.message
        return Outcome(
            (Block("text", failure.message),),
            is_error=True,
            error_class=failure.error_class,
            message=failure.message,
            retryable=failure.retryable,
            trace_id=self.trace.trace_id,
            correlation_id=self.trace.correlation_id,
        )


def _refusal(
    served: ServedSurface,
    target: Target,
    arguments: Mapping[str, JsonValue],
    problems: tuple[str, ...],
) -> Failure:
    """Say what is wrong with the arguments, and whether they were right a short time ago."""
    if any(accepts(old, arguments) for old in served.recent_tools(target.name)):
        message = f"{_complaint(problems)}\nThe tool was changed; ask for the list again."
        return Failure(ErrorClass.STALE_SURFACE, message)
    return Failure(ErrorClass.INVALID_ARGUMENTS, _complaint(problems))


def _complaint(problems: tuple[str, ...]) -> str:
    if len(problems) == 1:
        return f"Nothing was sent. {problems[0]}"
    return "Nothing was sent. Correct these arguments:\n" + "\n".join(
        f"- {problem}" for problem in problems
    )
