"""Own the reading of a kept answer, page by page, as a call that asks no API.

Comes in: who asks for which page, and what is served now. Goes out: an outcome. What is not
kept, no longer kept, another caller's, or withdrawn since is one and the same to whoever asks.
"""

import base64
from collections.abc import Callable
from dataclasses import dataclass, replace

from translator.errors import ErrorClass
from translator.json_value import JsonValue
from translator.ports import ServedSurface, Spooled, SpoolOwner, SpoolStore
from translator.runtime.failures import Failure
from translator.runtime.outcome import Block, Outcome
from translator.runtime.policy import Verdict, decide
from translator.runtime.spool import PageAsked
from translator.runtime.spool_pages import NoSuchPage, Page, page_of
from translator.trace import Admission, Trace

PAGES_KEY = "isthmus/spool"
"""Key of `_meta` (MCP 2026-07-28, General fields): which page of how many, and its neighbours."""

_GONE = (
    "Nothing is kept at this address, or no longer: what was too large for one result is kept for "
    "{minutes} minutes, for its caller alone. Call the tool, or read the resource, again."
)
_MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class SpoolReading:
    """One read; `end` makes the outcome of a failure."""

    trace: Trace
    served: ServedSurface
    store: SpoolStore
    end: Callable[[Failure], Outcome]

    def read(self, asked: PageAsked) -> Outcome:
        """Return the page, or why there is none."""
        trace = self.trace
        trace.name, trace.read_only = asked.shown(trace.endpoint), True
        trace.arguments = {"pointer": asked.pointer, "page": asked.page}
        if asked.problem:
            return self.end(Failure(ErrorClass.INVALID_ARGUMENTS, f"{asked.problem}."))
        kept = self.store.find(SpoolOwner(trace.endpoint, trace.caller.principal), asked.spool_id)
        if kept is None or not self._is_served(kept):
            return self._unknown()
        trace.operation_id = kept.operation_id
        verdict = decide(self.served, kept.name, kept.operation_id, trace.caller)
        self._note(verdict)
        if not verdict.allowed:
            return self.end(Failure(verdict.error_class, verdict.message))
        try:
            page = page_of(kept, asked.pointer, asked.page)
        except NoSuchPage as error:
            return self.end(Failure(ErrorClass.INVALID_ARGUMENTS, f"No such page: {error}."))
        return self._outcome(kept, asked, page)

    def _is_served(self, kept: Spooled) -> bool:
        """Tell whether what it is an answer of is still of the surface."""
        surface = self.served.surface
        calls = (
            *(tool.call for tool in surface.tools),
            *(resource.call for resource in surface.resources),
            *(template.call for template in surface.resource_templates),
        )
        return any(call.operation_id == kept.operation_id for call in calls)

    def _note(self, verdict: Verdict) -> None:
        self.trace.policy_decision = "allowed" if verdict.allowed else "refused"
        self.trace.policy_rule = verdict.rule

    def _unknown(self) -> Outcome:
        self._note(Verdict(False, "unknown-spool"))
        message = _GONE.format(minutes=round(self.store.lifetime_s / _MINUTE_S))
        return replace(self.end(Failure(ErrorClass.INVALID_ARGUMENTS, message)), unknown=True)

    def _outcome(self, kept: Spooled, asked: PageAsked, page: Page) -> Outcome:
        trace = self.trace
        uri = asked.uri(trace.endpoint)
        if isinstance(page.content, bytes):
            encoded = base64.b64encode(page.content).decode("ascii")
            block = Block("blob", data_base64=encoded, mime_type=page.mime_type, uri=uri)
        else:
            block = Block("text", page.content, mime_type=page.mime_type, uri=uri)
        around = self._around(asked, page)
        told = Block("text", _told(page, around), mime_type="text/plain", uri=uri)
        trace.bytes_in = len(kept.body)
        trace.bytes_out = len(block.text.encode("utf-8", "replace")) + len(block.data_base64)
        trace.admission = Admission.UNCHANGED if page.count == 1 else Admission.TRUNCATED
        return Outcome(
            (block, told),
            trace_id=trace.trace_id,
            correlation_id=trace.correlation_id,
            meta={PAGES_KEY: {"page": page.number, "pages": page.count, **around}},
        )

    def _around(self, asked: PageAsked, page: Page) -> dict[str, JsonValue]:
        """Return the addresses of the next and the previous page, where there are any."""
        found: dict[str, JsonValue] = {}
        for name, number in (("next", page.number + 1), ("previous", page.number - 1)):
            if 1 <= number <= page.count:
                found[name] = replace(asked, page=number).uri(self.trace.endpoint)
        return found


def _told(page: Page, around: dict[str, JsonValue]) -> str:
    head = f"Page {page.number:,} of {page.count:,}. {page.about}"
    return " ".join([head, *(f"{name.capitalize()}: {uri}" for name, uri in around.items())])
