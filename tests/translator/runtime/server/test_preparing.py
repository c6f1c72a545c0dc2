"""What is served is prepared when it is loaded, so that no call waits for it."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import anyio
import pytest

from tests.mcp_running import Record, gateway_over, running
from tests.mcp_surfaces import ZOO, Published
from translator.runtime.server import EndpointServer
from translator.runtime.transport import Transport
from translator.surface import Tool

pytestmark = pytest.mark.anyio


class Tools(tuple[Tool, ...]):
    """Tools that note which threads go through them."""

    threads: set[str]

    def __iter__(self) -> Iterator[Tool]:
        self.threads.add(threading.current_thread().name)
        return super().__iter__()


def tools() -> Tools:
    made = Tools(ZOO.tools)
    made.threads = set()
    return made


async def test_surface_is_prepared_beside_the_loop_when_it_changes() -> None:
    surfaces, before, after = Published(), tools(), tools()
    surfaces.publish("zoo", replace(ZOO, tools=before))
    surfaces.refresh()
    async with Transport("test") as transport:
        gateway = gateway_over(surfaces, transport, Record())
        server = EndpointServer("zoo", gateway=gateway, surfaces=surfaces)
        await server.prepare()
        assert any("worker" in name for name in before.threads)
        surfaces.publish("zoo", replace(ZOO, title="Another", tools=after))
        surfaces.refresh()
        await server.changed()
        assert any("worker" in name for name in after.threads)
        after.threads.clear()
        assert gateway.serving("zoo") is not None
        assert after.threads == set()


@pytest.mark.parametrize("when", ["at the start", "while it runs"])
def test_http_host_prepares_before_it_opens(when: str) -> None:
    made: Any = tools()
    surface = replace(ZOO, tools=made)
    with running(surface=surface if when == "at the start" else ZOO) as hand:
        if when == "while it runs":
            hand.publish(surface, "other")
            with anyio.from_thread.start_blocking_portal() as portal:
                portal.call(_opened, hand.host, "other")
        assert any("worker" in name.lower() for name in made.threads)


async def _opened(host: Any, slug: str) -> None:
    with anyio.fail_after(5):
        while slug not in host.open_endpoints():
            await anyio.sleep(0)
