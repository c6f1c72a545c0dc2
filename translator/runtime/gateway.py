"""Own the one place every call passes: tool calls and resource reads, whoever makes them.

Comes in: an endpoint, a name or URI, arguments, a caller. Goes out: an `Outcome`, never an
exception except cancellation, and one trace in the record, whatever becomes of the call.
"""

import random
from collections.abc import Mapping

from translator.json_value import JsonValue
from translator.ports import Clock, RecordSink, SecretResolver, SurfaceSource
from translator.runtime.outcome import Block, BlockKind, Outcome
from translator.runtime.transport import Transport
from translator.trace import Caller

__all__ = ["Block", "BlockKind", "Gateway", "Outcome"]


class Gateway:
    """The chokepoint between whoever calls and the APIs behind the endpoints."""

    def __init__(
        self,
        *,
        surfaces: SurfaceSource,
        transport: Transport,
        secrets: SecretResolver,
        record: RecordSink,
        clock: Clock,
        chance: random.Random | None = None,
    ) -> None:
        self._surfaces = surfaces
        self._transport = transport
        self._secrets = secrets
        self._record = record
        self._clock = clock
        self._chance = chance or random.SystemRandom()

    async def call_tool(
        self,
        endpoint: str,
        name: str,
        arguments: Mapping[str, JsonValue],
        caller: Caller,
        *,
        traceparent: str | None = None,
    ) -> Outcome:
        """Call a tool of the endpoint's surface; `traceparent` continues the client's trace."""
        raise NotImplementedError

    async def read_resource(
        self, endpoint: str, uri: str, caller: Caller, *, traceparent: str | None = None
    ) -> Outcome:
        """Read a resource of the endpoint's surface, whose URI may match a template."""
        raise NotImplementedError
