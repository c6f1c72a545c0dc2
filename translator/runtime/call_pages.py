"""Own what pages and items add to one call: following, the trace, and what is told of them.

Between a call's stages and the rules of paging: fetches pages through the call's own exchange, and
puts notes and links behind an answer that is otherwise as it was admitted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from translator.json_value import JsonValue
from translator.ports import ServedSurface
from translator.runtime.credentials import Authorized, redact
from translator.runtime.exchange import Exchange
from translator.runtime.links import links_meta
from translator.runtime.outcome import Block, Outcome
from translator.runtime.paging import Page
from translator.runtime.paging_notes import META_KEY, note_of
from translator.runtime.paging_run import Followed, Following, alone
from translator.runtime.plan import RequestPlan
from translator.runtime.redaction import credential_values, text_without
from translator.runtime.response import Response
from translator.runtime.targets import Target
from translator.trace import FetchedPage


@dataclass(slots=True)
class CallPages:
    """The pages of one call, the first of which is `plan`'s."""

    exchange: Exchange
    target: Target
    values: Mapping[str, JsonValue]
    plan: RequestPlan
    followed: Followed | None = field(default=None, repr=False)
    strays: str | None = None
    """How one of several pages is not what the description says."""

    @property
    def wanted(self) -> bool:
        """Whether a person decided that more than the first page may be fetched."""
        paging = self.target.paging
        return paging is not None and paging.pages > 1 and self.target.call.read_only

    @property
    def requests(self) -> tuple[Authorized, ...]:
        """The requests of the pages after the first, with their credentials."""
        return tuple(one for one, _ in self.followed.requests) if self.followed else ()

    async def follow(self, response: Response, request: Authorized) -> Response:
        """Return the answer of all pages, or the first answer where it is no page."""
        paging = self.target.paging
        if paging is None:
            return response
        following = Following(
            paging,
            self.target.call,
            self.values,
            self.exchange.plan,
            self._fetch,
            self.exchange.sending.limits.max_response_bytes,
        )
        try:
            self.followed = await following.follow(self.plan, response, request)
        finally:
            self._note(request, following.requests)
        if self.followed is None:
            return response
        # Of each page by itself: together they may have more entries than one may have.
        self.strays = next(filter(None, map(self._strays, following.pages)), None)
        return self.followed.response

    def _strays(self, page: Page) -> str | None:
        conforms, response = self.target.conforms, page.response
        if conforms is None:
            return None
        return conforms(response.status, response.header("content-type"), page.value)

    async def _fetch(self, plan: RequestPlan, max_bytes: int) -> tuple[Response, Authorized]:
        """Send the request of a page as the first was sent, with what is left of the size."""
        sending = self.exchange.sending
        sending.limits = replace(sending.limits, max_response_bytes=max_bytes)
        request = await self.exchange.authorized(plan)
        return await self.exchange.send(plan, request, repeatable=True)

    def _note(self, first: Authorized, requests: Sequence[tuple[Authorized, Response]]) -> None:
        """Note the pages after the first in the trace; an API may repeat credentials in URLs."""
        trace = self.exchange.trace
        made = (first, *(request for request, _ in requests))
        secrets = [text for one in made for text in credential_values(one.plan, one.added)]
        trace.pages = tuple(
            FetchedPage(
                text_without(self._shown(request), secrets), response.status, len(response.body)
            )
            for request, response in requests
        )
        if self.followed is not None:
            trace.paging = self.followed.stopped or None

    def _shown(self, request: Authorized) -> str:
        """Return the URL of a page as traces show it; its query may repeat secret arguments."""
        url = redact(request.plan, request.added).url
        return url if self.target.secret_schema is None else url.partition("?")[0]

    def told(
        self, outcome: Outcome, served: ServedSurface, response: Response, secrets: Sequence[str]
    ) -> Outcome:
        """Return the outcome with what there is to say of its pages, and with links to items."""
        if outcome.is_error or not outcome.value:
            return outcome
        outcome = self._linked(outcome, served)
        paging = self.target.paging
        if paging is None:
            return outcome
        call, value = self.target.call, outcome.value[0]
        followed = self.followed or alone(paging, call, self.values, self.plan, response, value)
        note = note_of(paging, call, followed, lambda asked: self.target.check(asked)[0], secrets)
        blocks = (Block("text", f"[{note.text}]"),) if note.text else ()
        meta = {**outcome.meta, META_KEY: note.meta}
        return replace(outcome, blocks=(*outcome.blocks, *blocks), meta=meta)

    def _linked(self, outcome: Outcome, served: ServedSurface) -> Outcome:
        links = self.target.links
        if links is None or not served.offers(links.template):
            return outcome
        blocks, note = links.of(outcome.value[0], self.values)
        if self.target.expected.resource:
            return replace(outcome, meta={**outcome.meta, **links_meta(blocks)})
        notes = (Block("text", f"[{note}]"),) if note else ()
        return replace(outcome, blocks=(*outcome.blocks, *blocks, *notes))
