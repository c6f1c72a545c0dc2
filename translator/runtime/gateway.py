"""Own the one place every call passes: tool calls and resource reads, whoever makes them.

Comes in: an endpoint, a name or URI, arguments, a caller. Goes out: an `Outcome`, never an
exception except cancellation, and one trace in the record, whatever becomes of the call.
"""

import random
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, replace

import anyio
import structlog

from translator.errors import ErrorClass, IsthmusError
from translator.json_value import JsonValue
from translator.ports import (
    Clock,
    RecordSink,
    SecretResolver,
    ServedSurface,
    SpoolStore,
    SurfaceSource,
)
from translator.runtime.admitted import AdmissionLimits
from translator.runtime.call_run import CallRun, Services
from translator.runtime.completion import Completer, completers, completion
from translator.runtime.completion_run import Completions, Wanted
from translator.runtime.credentials import REDACTED
from translator.runtime.egress import EgressPolicy, egress_of
from translator.runtime.failures import Failure, failure_of, unexpected
from translator.runtime.forwarding import Headers
from translator.runtime.oauth import TokenCache
from translator.runtime.outcome import Block, BlockKind, Outcome
from translator.runtime.serving import ServingSurface, prepare, reads
from translator.runtime.spool import PageAsked, page_asked
from translator.runtime.spool_reading import SpoolReading
from translator.runtime.spool_store import MemorySpool
from translator.runtime.targets import Target, resource_name, resource_target, tool_target
from translator.runtime.traceparent import continued, new_id
from translator.runtime.transport import Transport
from translator.trace import Caller, Trace

__all__ = ["Block", "BlockKind", "Gateway", "Outcome"]

_log = structlog.get_logger("isthmus.gateway")


@dataclass(frozen=True, slots=True)
class _Bound:
    """An endpoint's surface and upstream, prepared once for all calls."""

    served: ServedSurface
    serving: ServingSurface
    egress: EgressPolicy
    tools: Mapping[str, Target]
    completers: Mapping[str, Completer]


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
        admission: AdmissionLimits | None = None,
        spool: SpoolStore | None = None,
    ) -> None:
        self._surfaces = surfaces
        self._spool = spool or MemorySpool(clock.monotonic)
        self._services = Services(
            transport,
            secrets,
            record,
            clock,
            chance or random.SystemRandom(),
            TokenCache(clock.monotonic),
            admission,
            self._spool,
        )
        self._completions = Completions(clock.monotonic)
        self._bound: dict[str, _Bound] = {}

    def serving(self, endpoint: str) -> ServingSurface | None:
        """Return the prepared surface the endpoint serves now, None for an unknown endpoint."""
        bound = self._find(endpoint)
        return None if bound is None else bound.serving

    async def call_tool(
        self,
        endpoint: str,
        name: str,
        arguments: Mapping[str, JsonValue],
        caller: Caller,
        *,
        traceparent: str | None = None,
        headers: Headers = (),
    ) -> Outcome:
        """Call a tool of the endpoint's surface; `traceparent` continues the client's trace.

        `headers` are those of the client's request that may go on to the API.
        """
        run = self._run(endpoint, "tool", name, caller, traceparent, headers)
        return await self._guarded(run, self._tool(run, name, arguments))

    async def read_resource(
        self,
        endpoint: str,
        uri: str,
        caller: Caller,
        *,
        traceparent: str | None = None,
        headers: Headers = (),
    ) -> Outcome:
        """Read a resource of the endpoint's surface, whose URI may match a template.

        Also a page of an earlier answer that was too large for one result.
        """
        asked = page_asked(uri)
        name = _without_query(uri) if asked is None else asked.shown(endpoint)
        run = self._run(endpoint, "resource", name, caller, traceparent, headers)
        call = self._resource(run, uri) if asked is None else self._spooled(run, asked)
        return await self._guarded(run, call)

    async def complete(
        self,
        endpoint: str,
        uri: str,
        wanted: Wanted,
        caller: Caller,
        *,
        traceparent: str | None = None,
        headers: Headers = (),
    ) -> Outcome:
        """Return what a variable of the URI template can be, as MCP's Completion.

        Only a call of the API leaves a trace; a URI that is none of the surface's is unknown.
        """
        bound = self._find(endpoint)
        completer = None if bound is None else bound.completers.get(uri)
        if bound is None or completer is None:
            known = bound is not None and bound.serving.resource(uri) is not None
            return Outcome(structured=(completion((), ""),)) if known else Outcome(unknown=True)

        async def ask(target: Target, arguments: Mapping[str, JsonValue]) -> Outcome:
            run = self._run(endpoint, "completion", target.name, caller, traceparent, headers)
            run.note_served(bound.served)
            call = run.perform(bound.served, bound.egress, target, arguments)
            return await self._guarded(run, call)

        return await self._completions.complete(
            bound.served, completer, wanted, caller, headers, ask
        )

    def _run(
        self,
        endpoint: str,
        primitive: str,
        name: str,
        caller: Caller,
        traceparent: str | None,
        headers: Headers = (),
    ) -> CallRun:
        trace_id = new_id()
        trace = Trace(
            trace_id=trace_id,
            started_at=self._services.clock.now(),
            caller=caller,
            endpoint=endpoint,
            primitive=primitive,
            name=name,
            correlation_id=continued(traceparent, trace_id),
        )
        return CallRun(self._services, trace, headers=headers)

    async def _guarded(self, run: CallRun, call: Awaitable[Outcome]) -> Outcome:
        """Let nothing out but an outcome or cancellation, and finish the trace in any case."""
        trace = run.trace
        try:
            return await call
        except IsthmusError as error:
            return run.end(failure_of(error, repeatable=run.repeatable, attempts=trace.attempts))
        except anyio.get_cancelled_exc_class():
            run.end(Failure(ErrorClass.CANCELLED, "The client cancelled the call."))
            raise
        except Exception:
            _log.exception("call failed", trace_id=trace.trace_id, endpoint=trace.endpoint)
            return run.end(
                unexpected(trace.trace_id, repeatable=run.repeatable, attempts=trace.attempts)
            )
        finally:
            trace.finished = True
            self._services.record.finish(trace)

    async def _tool(self, run: CallRun, name: str, arguments: Mapping[str, JsonValue]) -> Outcome:
        run.trace.arguments = dict.fromkeys(arguments, REDACTED)
        with run.stage("lookup"):
            bound = self._bound_for(run)
            target = None if bound is None else bound.tools.get(name)
        if bound is None or target is None:
            stale = bound is not None and bool(bound.served.recent_tools(name))
            return _unknown(run, bound, f"Unknown tool: {name}", stale=stale)
        return await run.perform(bound.served, bound.egress, target, arguments)

    async def _resource(self, run: CallRun, uri: str) -> Outcome:
        with run.stage("lookup"):
            bound = self._bound_for(run)
            found = None if bound is None else bound.serving.resource(uri)
        if bound is None or found is None:
            stale = bound is not None and any(reads(old, uri) for old in bound.served.recent)
            why = None if bound is None or stale else bound.serving.why_not(uri)
            message = f"Unknown resource: {run.trace.name}"
            message = message if why is None else f"{message.partition('?')[0]}: {why}"
            return _unknown(run, bound, message, stale=stale)
        prepared, arguments = found
        target = resource_target(prepared, uri, bound.serving.links(prepared.resource))
        run.trace.name = resource_name(target, prepared, uri)
        return await run.perform(bound.served, bound.egress, target, arguments)

    async def _spooled(self, run: CallRun, asked: PageAsked) -> Outcome:
        with run.stage("lookup"):
            bound = self._bound_for(run)
        if bound is None:
            return _unknown(run, bound, "", stale=False)
        with run.stage("admit"):
            return SpoolReading(run.trace, bound.served, self._spool, run.end).read(asked)

    def _bound_for(self, run: CallRun) -> _Bound | None:
        bound = self._find(run.trace.endpoint)
        if bound is not None:
            run.note_served(bound.served)
        return bound

    def _find(self, endpoint: str) -> _Bound | None:
        """Return the prepared surface; it is prepared again only when something has changed."""
        served = self._surfaces.served(endpoint)
        if served is None:
            self._bound.pop(endpoint, None)
            return None
        bound = self._bound.get(endpoint)
        if bound is None or bound.served is not served:
            bound = self._bind(served, bound)
            self._bound[endpoint] = bound
        return bound

    def _bind(self, served: ServedSurface, before: _Bound | None) -> _Bound:
        if before is not None and before.served.digest == served.digest:
            serving, tools, known = before.serving, before.tools, before.completers
        else:
            serving = prepare(served.surface)
            tools, known = _tool_targets(serving, served), completers(serving)
        return _Bound(served, serving, egress_of(served.surface, served.upstream), tools, known)


def _tool_targets(serving: ServingSurface, served: ServedSurface) -> Mapping[str, Target]:
    found = ((tool.name, serving.tool(tool.name)) for tool in served.surface.tools)
    return {
        name: tool_target(prepared, served.surface.api, serving.links(prepared.tool))
        for name, prepared in found
        if prepared is not None
    }


def _without_query(uri: str) -> str:
    """Return a URI as far as it holds no values that nobody has looked up yet."""
    path, question, _ = uri.partition("?")
    return path + question + REDACTED if question else path


def _unknown(run: CallRun, bound: _Bound | None, message: str, *, stale: bool) -> Outcome:
    """End a call of what is not there, or no longer."""
    error_class, rule = ErrorClass.INVALID_ARGUMENTS, "unknown-name"
    if bound is None:
        rule, message = "unknown-endpoint", f"Unknown endpoint: {run.trace.endpoint}"
    elif stale:
        error_class = ErrorClass.STALE_SURFACE
        message = f"{message}. It was withdrawn a short time ago; ask for the list again."
    run.note_policy(allowed=False, rule=rule)
    return replace(run.end(Failure(error_class, message)), unknown=True)
