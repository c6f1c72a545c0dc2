"""Own answering one completion: what is known, what was found a moment ago, or one call.

Comes in: what is served, who asks, what is given so far. Goes out: an outcome whose structured
content is MCP's Completion. A caller gets the identifiers of a collection only where the same
caller may read that collection now, asked anew each time; the call itself is the gateway's.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from translator.errors import ErrorClass
from translator.json_value import JsonValue, canonical_json
from translator.ports import ServedSurface
from translator.runtime.completion import Completer, Recent, Source, completion, identifiers
from translator.runtime.forwarding import Headers
from translator.runtime.outcome import Outcome
from translator.runtime.policy import decide
from translator.runtime.targets import Target
from translator.trace import Caller

#: Asks a collection: one call with a trace of its own.
Ask = Callable[[Target, Mapping[str, JsonValue]], Awaitable[Outcome]]

#: What a caller may not have, or has not given right: there is nothing to offer.
_NOTHING_TO_OFFER = frozenset(
    (ErrorClass.NOT_PERMITTED, ErrorClass.INVALID_ARGUMENTS, ErrorClass.STALE_SURFACE)
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a client wants completed: a variable, how its value begins, and the others so far."""

    variable: str
    beginning: str = ""
    given: Mapping[str, str] = field(default_factory=dict)


class Completions:
    """Answers completions, and remembers for seconds what it found for whom."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._recent = Recent(monotonic)

    async def complete(
        self,
        served: ServedSurface,
        completer: Completer,
        wanted: Wanted,
        caller: Caller,
        headers: Headers,
        ask: Ask,
    ) -> Outcome:
        """Return the values that a variable can have, or the failure of the call they need."""
        if not served.stopped and served.offers(completer.template):
            known = completer.values.get(wanted.variable)
            source = completer.sources.get(wanted.variable)
            if known is not None:
                return _values(known, wanted)
            if source is not None:
                return await self._found(served, source, wanted, caller, headers, ask)
        return _values((), wanted)

    async def _found(
        self,
        served: ServedSurface,
        source: Source,
        wanted: Wanted,
        caller: Caller,
        headers: Headers,
        ask: Ask,
    ) -> Outcome:
        arguments = source.arguments(wanted.given)
        target = source.target
        verdict = decide(served, target.name, target.call.operation_id, caller)
        if arguments is None or not verdict.allowed:
            return _values((), wanted)
        key = _key(served, source, arguments, caller, headers)
        async with self._recent.lock(key):
            values = self._recent.get(key)
            if values is None:
                outcome = await ask(target, arguments)
                if outcome.is_error and outcome.error_class not in _NOTHING_TO_OFFER:
                    return outcome
                values = identifiers(outcome.value[0], source.source) if outcome.value else ()
                if not outcome.is_error:
                    self._recent.keep(key, values)
        return _values(values, wanted)


def _values(values: tuple[str, ...], wanted: Wanted) -> Outcome:
    return Outcome(structured=(completion(values, wanted.beginning),))


def _key(
    served: ServedSurface,
    source: Source,
    arguments: Mapping[str, JsonValue],
    caller: Caller,
    headers: Headers,
) -> JsonValue:
    """Return all that the answer may depend on; another caller's is never this one's."""
    return (
        served.endpoint,
        served.digest,
        served.upstream.revision,
        caller.principal,
        headers,
        source.source.operation_id,
        source.source.identifier,
        canonical_json(dict(arguments)),
    )
