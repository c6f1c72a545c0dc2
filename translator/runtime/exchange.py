"""Own how the requests of one call are made and sent, each of them the same way.

One call may need several: pages follow one another. Whatever asks for them, each request gets the
headers that may go on, the credentials of its own origin, the attempts and the one deadline.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.operation import Location
from translator.ports import Clock, RecordSink, SecretResolver, ServedSurface, SpoolStore
from translator.runtime.addresses import base_url
from translator.runtime.admitted import AdmissionLimits
from translator.runtime.credentials import REDACTED, Authorized, authorize, choose, redact
from translator.runtime.egress import EgressPolicy
from translator.runtime.forwarding import Forwarded, Headers, forward
from translator.runtime.oauth import TokenCache
from translator.runtime.plan import RequestPlan, plan_request
from translator.runtime.response import Response
from translator.runtime.sending import Sending
from translator.runtime.targets import Target, idempotency_header
from translator.runtime.transport import Transport
from translator.surface import Call
from translator.trace import Trace


@dataclass(frozen=True, slots=True)
class Services:
    """What every call needs, and nothing of one call."""

    transport: Transport
    secrets: SecretResolver
    record: RecordSink
    clock: Clock
    chance: random.Random
    tokens: TokenCache = field(repr=False)
    admission: AdmissionLimits | None = None
    """Limits that hold for all upstreams; None takes each upstream's own."""
    spool: SpoolStore | None = None
    """Where answers that are too large for one result are kept; None keeps none."""


@dataclass(slots=True)
class Exchange:
    """Makes and sends the requests of one call; `headers` are those of the client's own."""

    services: Services
    served: ServedSurface
    target: Target
    trace: Trace
    sending: Sending
    headers: Headers = field(default=(), repr=False)

    @classmethod
    def begin(
        cls,
        services: Services,
        served: ServedSurface,
        egress: EgressPolicy,
        target: Target,
        trace: Trace,
        headers: Headers,
    ) -> "Exchange":
        """Begin a call now: its deadline is one for all that is sent."""
        limits = served.upstream.limits
        sending = Sending(
            services.transport,
            services.tokens,
            services.clock,
            services.chance,
            egress,
            limits,
            services.clock.monotonic() + limits.timeout_s,
            trace,
        )
        return cls(services, served, target, trace, sending, headers)

    def plan(self, call: Call, values: Mapping[str, JsonValue]) -> RequestPlan:
        """Return the request that a call with these values means.

        Raises:
            PlanError: it has no address, or a value cannot be written.
        """
        base = base_url(call, self.served.upstream)
        plan = plan_request(call, values, base, f"isthmus-{self.trace.trace_id}")
        headers = [pair for pair in plan.headers if pair[0].lower() != "traceparent"]
        headers.append(("traceparent", self.trace.correlation_id))
        name = idempotency_header(call)
        if name and not any(key.lower() == name.lower() for key, _ in headers):
            headers.append((name, self.trace.trace_id))
        return replace(plan, headers=tuple(headers))

    async def authorized(self, plan: RequestPlan) -> Authorized:
        """Return a planned request with the credentials of its origin, and what else goes on.

        Raises:
            CredentialError: no alternative of its security can be met.
            PlanError: a header of the client's that HTTP cannot carry.
        """
        upstream, schemes = self.served.upstream, self.served.surface.security_schemes
        forwarded = self._forwarded(plan)
        made = await authorize(
            replace(plan, headers=(*plan.headers, *forwarded.headers)),
            choose(
                self.target.call.security,
                schemes,
                upstream.credentials,
                plan.origin,
                self.trace.caller.principal,
            ),
            secrets=self.services.secrets,
            tokens=self.services.tokens,
            send=self.sending.send_token_request,
            token_origins=frozenset(upstream.allowed_origins),
        )
        return replace(made, added=(*forwarded.hidden, *made.added))

    async def send(
        self, plan: RequestPlan, request: Authorized, *, repeatable: bool
    ) -> tuple[Response, Authorized]:
        """Send the authorized form of a plan; return the answer, and the request it answers.

        Raises:
            TransportError: of the last attempt.
            EgressRefused: the address is not one we may call.
        """

        async def renewed() -> Authorized:
            return await self.authorized(plan)

        return await self.sending.send(request, renewed, repeatable=repeatable)

    def shown(self, plan: RequestPlan, request: Authorized) -> RequestPlan:
        """Return the request without credentials and without the secrets of the arguments."""
        shown = redact(request.plan, request.added)
        if self.target.secret_schema is None:
            return shown
        try:
            made = self.plan(self.target.call, self.trace.arguments)
        except PlanError:
            url = shown.url.partition("?")[0]
            return RequestPlan(shown.method, url, (), None if shown.body is None else b"")
        headers = [
            (place.name, REDACTED)
            for place in request.added
            if place.location is not Location.QUERY
        ]
        return replace(made, headers=(*made.headers, *self._forwarded(plan).shown, *headers))

    def _forwarded(self, plan: RequestPlan) -> Forwarded:
        schemes = self.served.surface.security_schemes
        return forward(self.headers, self.served.upstream, self.target.call, plan, schemes)
