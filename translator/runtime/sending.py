"""Send one authorized request until it is answered, or may not be sent again.

The loop around the transport: attempts, waiting, and one renewal of a credential that a 401
refused. Whether and when to send again is `retry`'s to say.
"""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import anyio

from translator.errors import IsthmusError, TransportError
from translator.ports import Clock
from translator.runtime.credentials import Authorized, forget
from translator.runtime.egress import EgressPolicy
from translator.runtime.oauth import TokenCache
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.runtime.retry import Attempts, delay_after_failure, delay_after_response
from translator.runtime.transport import Transport
from translator.trace import Trace
from translator.upstream import Limits

MAX_TOKEN_BYTES = 65_536


@dataclass(slots=True)
class Sending:
    """How the requests of one call are sent; `trace.attempts` counts the attempts of all.

    `renew` makes the credentials anew. `repeatable` says that sending twice does no more than
    sending once.
    """

    transport: Transport
    tokens: TokenCache = field(repr=False)
    clock: Clock
    chance: random.Random
    egress: EgressPolicy
    limits: Limits
    deadline: float
    trace: Trace

    async def send_token_request(self, plan: RequestPlan) -> Response:
        """Reach a token endpoint, inside the deadline of the call that needs the token."""
        return await self.transport.send(
            plan, policy=self.egress, deadline=self.deadline, max_bytes=MAX_TOKEN_BYTES
        )

    async def send(
        self,
        authorized: Authorized,
        renew: Callable[[], Awaitable[Authorized]],
        *,
        repeatable: bool,
    ) -> tuple[Response, Authorized]:
        """Return the answer, and the request that was answered.

        Raises:
            TransportError: of the last attempt.
            EgressRefused: the address is not one we may call.
        """
        refused, before = False, self.trace.attempts
        while True:
            self.trace.attempts += 1
            made = self.trace.attempts - before
            try:
                response = await self._once(authorized.plan)
            except TransportError as failure:
                attempts = self._attempts(authorized.plan, made, repeatable)
                delay = delay_after_failure(failure, attempts)
                if delay is None:
                    raise
            else:
                if response.status == 401 and not refused and forget(authorized, self.tokens):
                    refused, renewed = True, await _renewed(renew)
                    if renewed is None:
                        return response, authorized
                    authorized = renewed
                    continue
                attempts = self._attempts(authorized.plan, made, repeatable)
                delay = delay_after_response(response, attempts)
                if delay is None:
                    return response, authorized
            await anyio.sleep(delay)

    async def _once(self, plan: RequestPlan) -> Response:
        return await self.transport.send(
            plan,
            policy=self.egress,
            deadline=self.deadline,
            max_bytes=self.limits.max_response_bytes,
        )

    def _attempts(self, plan: RequestPlan, made: int, repeatable: bool) -> Attempts:
        return Attempts(
            method=plan.method,
            idempotent=repeatable,
            made=made,
            most=self.limits.max_attempts,
            left_s=self.deadline - self.clock.monotonic(),
            now=self.clock.now(),
            chance=self.chance.random(),
        )


async def _renewed(renew: Callable[[], Awaitable[Authorized]]) -> Authorized | None:
    """Return new credentials, None where there are none: the API's refusal then stands."""
    try:
        return await renew()
    except IsthmusError:
        return None
