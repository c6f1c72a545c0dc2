"""See what is published: ask the surfaces for news, several times a second, in a thread."""

import logging
from collections.abc import Awaitable, Callable

import anyio
import anyio.to_thread

from translator.ports import LiveSurfaces

logger = logging.getLogger(__name__)

POLL_S = 0.25
"""A publication by another process is to be told within a second."""


class Watch:
    """The loop that asks; `trouble` says why the last question had no answer, or is None."""

    def __init__(self, surfaces: LiveSurfaces, poll_s: float = POLL_S) -> None:
        self._surfaces = surfaces
        self._poll_s = poll_s
        self.trouble: str | None = None

    async def refresh(self) -> frozenset[str]:
        """Ask once; return the endpoints with news."""
        return await anyio.to_thread.run_sync(self._surfaces.refresh, abandon_on_cancel=True)

    async def run(self, tell: Callable[[frozenset[str]], Awaitable[None]]) -> None:
        """Ask until cancelled, and tell whenever there is news."""
        while True:
            await anyio.sleep(self._poll_s)
            news = await self._ask()
            if news:
                await tell(news)

    async def _ask(self) -> frozenset[str]:
        """Ask, and stay alive when the store does not answer: what is served stays served."""
        try:
            news = await self.refresh()
        except Exception as error:
            if self.trouble is None:
                logger.exception("the published surfaces cannot be read; serving the last ones")
            self.trouble = f"{type(error).__name__}: the published surfaces cannot be read"
            return frozenset()
        self.trouble = None
        return news
