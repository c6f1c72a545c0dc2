"""A program for tests: the zoo over stdio. Arguments: the API's origin, then `noisy`, `missing`."""

import sys
from pathlib import Path

import anyio

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.mcp_running import Record, gateway_over
from tests.mcp_surfaces import ZOO, Published, renamed
from translator.errors import RefusedByUs
from translator.runtime.server import run_stdio
from translator.runtime.transport import Transport
from translator.trace import Trace


class Publishing(Record):
    """A record that publishes another surface once a call is done."""

    def __init__(self, surfaces: Published, origin: str) -> None:
        super().__init__()
        self._surfaces = surfaces
        self._origin = origin

    def finish(self, trace: Trace) -> None:
        self._surfaces.publish("zoo", renamed(ZOO, "look", "watch"), self._origin)


class Noisy(Published):
    """Surfaces that write to standard output whenever they are asked again."""

    _asked = False

    def refresh(self) -> frozenset[str]:
        if self._asked:
            sys.stdout.write("noise\n")
            sys.stdout.flush()
        self._asked = True
        return super().refresh()


async def main(origin: str, *words: str) -> None:
    surfaces = Noisy() if "noisy" in words else Published()
    surfaces.publish("zoo", ZOO, origin)
    slug = "aquarium" if "missing" in words else "zoo"
    async with Transport("isthmus-tests") as transport:
        gateway = gateway_over(surfaces, transport, Publishing(surfaces, origin))
        await run_stdio(slug, gateway=gateway, surfaces=surfaces, poll_s=0.02)


if __name__ == "__main__":
    try:
        anyio.run(main, *sys.argv[1:])
    except RefusedByUs as refused:
        sys.exit(str(refused))
    except KeyboardInterrupt:
        pass
