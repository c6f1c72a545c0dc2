import logging

import anyio
import pytest

from tests.mcp_surfaces import ZOO, Published
from translator.runtime.server.watch import Watch

pytestmark = pytest.mark.anyio


class Locked(Published):
    """Surfaces whose store cannot be read for the first few questions."""

    failures = 2

    def refresh(self) -> frozenset[str]:
        if self.failures:
            self.failures -= 1
            raise OSError("database is locked")
        return super().refresh()


async def first_news(watch: Watch) -> frozenset[str]:
    found: list[frozenset[str]] = []
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:

            async def tell(news: frozenset[str]) -> None:
                found.append(news)
                tasks.cancel_scope.cancel()

            tasks.start_soon(watch.run, tell)
    return found[0]


async def test_news_are_told() -> None:
    surfaces = Published()
    surfaces.publish("zoo", ZOO)
    assert await first_news(Watch(surfaces, poll_s=0.01)) == {"zoo"}


async def test_a_store_that_cannot_be_read_is_asked_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    surfaces = Locked()
    surfaces.publish("zoo", ZOO)
    watch = Watch(surfaces, poll_s=0.01)
    with caplog.at_level(logging.ERROR):
        assert await first_news(watch) == {"zoo"}
    assert len(caplog.records) == 1
    assert watch.trouble is None


async def test_trouble_is_named_while_it_lasts() -> None:
    surfaces = Locked()
    surfaces.failures = 10_000
    watch = Watch(surfaces, poll_s=0.001)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:

            async def tell(news: frozenset[str]) -> None:
                raise AssertionError("there are no news")

            tasks.start_soon(watch.run, tell)
            while watch.trouble is None:
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()
    assert watch.trouble == "OSError: the published surfaces cannot be read"
