"""Own the last stage of a call: an API's answer becomes an outcome, and the trace tells of it.

Comes in: a response, and the texts that must not come back. Legible → without secrets → admitted
→ held to the description and to what the tool promises → what is too large is kept for its
caller. What is kept is what was admitted: nothing is spooled that still holds a secret.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from translator.errors import ErrorClass
from translator.json_value import JsonValue
from translator.ports import SpoolOwner, SpoolStore
from translator.runtime.admission import AdmissionLimits, Admitted, admit
from translator.runtime.failures import Failure
from translator.runtime.legible import Legible, legible
from translator.runtime.outcome import Block, Outcome
from translator.runtime.redaction import without_values
from translator.runtime.response import Response
from translator.runtime.spool import cuts_in_json, links, spooled
from translator.runtime.targets import Target
from translator.runtime.trace_views import measured_response, received_response
from translator.trace import Admission, Kind, Trace

NOTES_KEY = "isthmus/notes"
"""Key of `_meta` (MCP 2026-07-28, General fields): sentences about the answer."""

CUTS_KEY = "isthmus/cuts"
"""Key of `_meta`: each place that was shortened, and by how much."""

WHOLE_KEY = "isthmus/whole"
"""Key of `_meta`: where all of an answer can be read that was too large."""

_MOST_CUTS = 100
_MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class Replying:
    """How the answer to one call becomes its outcome; `end` makes the outcome of a failure."""

    trace: Trace
    target: Target
    limits: AdmissionLimits
    max_bytes: int
    spool: SpoolStore | None
    end: Callable[[Failure], Outcome]

    def reply(self, response: Response, secrets: Sequence[str]) -> Outcome:
        """Return the outcome, and note in the trace what was received and admitted."""
        trace = self.trace
        trace.response = measured_response(response)
        trace.bytes_in = len(response.body)
        answer, found = self.shown(response, secrets)
        trace.response = received_response(trace.response, answer)
        admitted = admit(answer, self.target.expected, self.limits)
        trace.admission = Admission.REDACTED if found else admitted.admission
        strays = self._judge(answer, admitted)
        if admitted.error_class is not None:
            trace.bytes_out = admitted.bytes_out
            message = admitted.blocks[0].text
            return self.end(Failure(admitted.error_class, message, admitted.retryable))
        admitted, meta = self._kept(admitted)
        trace.bytes_out = admitted.bytes_out
        notes = (*admitted.notes, *strays)
        meta = {NOTES_KEY: list(notes), **meta} if notes else meta
        broken = self._broken_promise(response, admitted)
        if broken is not None:
            return replace(broken, blocks=(*broken.blocks, *admitted.blocks), meta=meta)
        return Outcome(
            admitted.blocks,
            admitted.structured,
            trace_id=trace.trace_id,
            correlation_id=trace.correlation_id,
            meta=meta,
            value=admitted.value,
        )

    def shown(self, response: Response, secrets: Sequence[str]) -> tuple[Legible, bool]:
        """Return the answer made legible and without secrets, and whether there were any."""
        answer = legible(response, self.max_bytes)
        safe, found = without_values(answer.response, secrets)
        return replace(answer, response=safe), found

    def _judge(self, answer: Legible, admitted: Admitted) -> tuple[str, ...]:
        """Note in the trace whether the answer is what the description says; say how not."""
        trace, conforms, response = self.trace, self.target.conforms, answer.response
        if admitted.remark is not None:
            trace.conforms, trace.conformity = False, admitted.remark
        elif admitted.value and conforms is not None:
            content_type = response.header("content-type")
            strays = conforms(response.status, content_type, admitted.value[0])
            trace.conforms, trace.conformity = strays is None, strays
        if trace.conforms is not False or admitted.is_error:
            return ()
        return (f"The answer is not what the description says: {trace.conformity}.",)

    def _broken_promise(self, response: Response, admitted: Admitted) -> Outcome | None:
        """Return an error that carries the answer, where clients would throw it away.

        They check the structured content of results, and of errors not.
        """
        if self.target.promise is None or not admitted.structured:
            return None
        problem = self.target.promise.broken_by(admitted.structured[0])
        if problem is None:
            return None
        done = f"The call succeeded (HTTP {response.status}), but"
        if admitted.whole is not None and admitted.value and self._keeps_promise(admitted):
            message = f"{done} its answer is too large. What is left of it, after cutting, is here:"
            return self.end(Failure(ErrorClass.TOO_LARGE, message))
        message = (
            f"{done} its answer is not what the tool promises: {problem}. "
            "This is the answer as it came:"
        )
        return self.end(Failure(ErrorClass.MALFORMED_RESPONSE, message))

    def _keeps_promise(self, admitted: Admitted) -> bool:
        """Tell whether the answer kept the promise before it was cut."""
        value, promise = admitted.value[0], self.target.promise
        bare = isinstance(value, dict) and not self.target.expected.wrapped
        content = value if bare else {"result": value}
        return promise is not None and promise.broken_by(content) is None

    def _kept(self, admitted: Admitted) -> tuple[Admitted, dict[str, JsonValue]]:
        """Keep what is too large for its caller, and say where the rest can be read."""
        whole, meta = admitted.whole, dict[str, JsonValue]()
        if whole is None:
            return admitted, meta
        if whole.cuts:
            meta[CUTS_KEY] = cuts_in_json(whole.cuts, _MOST_CUTS)
        trace, expected = self.trace, self.target.expected
        # Neither a command that ends nor a completion could read it afterwards.
        if self.spool is None or trace.caller.kind is Kind.CLI or trace.primitive == "completion":
            return admitted, meta
        owner = SpoolOwner(trace.endpoint, trace.caller.principal)
        text = whole.shape != "binary"
        page = self.limits.max_text_bytes if text else self.limits.max_binary_bytes
        operation_id = self.target.call.operation_id
        spool_id = self.spool.keep(owner, spooled(whole, self.target.name, operation_id, page))
        if spool_id is None:
            return self._with_note(admitted, "It is too large to be kept for reading."), meta
        found = links(whole, spool_id, trace.endpoint)
        meta[WHOLE_KEY] = found[-1].uri
        minutes = round(self.spool.lifetime_s / _MINUTE_S)
        note = f"The rest can be read for {minutes} minutes, by pages: {found[0].uri}"
        admitted = self._with_note(admitted, note)
        blocks = admitted.blocks if expected.resource else (*admitted.blocks, *found)
        return replace(admitted, blocks=blocks), meta

    def _with_note(self, admitted: Admitted, note: str) -> Admitted:
        if self.target.expected.resource:
            uri = admitted.blocks[-1].uri
            block = Block("text", note, mime_type="text/plain", uri=uri)
        else:
            block = Block("text", f"[{note}]")
        return replace(admitted, blocks=(*admitted.blocks, block), notes=(*admitted.notes, note))
