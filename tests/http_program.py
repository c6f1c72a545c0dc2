"""A program for tests: the zoo over HTTP until Ctrl-C; prints its base URL. Argument: the API."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from isthmus.app import create_app, run_http
from tests.mcp_running import Record, gateway_over
from tests.mcp_surfaces import ZOO, Published
from translator.runtime.transport import Transport


def main(origin: str) -> None:
    surfaces = Published()
    surfaces.publish("zoo", ZOO, origin)
    transport = Transport("isthmus-tests")
    app = create_app(
        surfaces=surfaces, gateway=gateway_over(surfaces, transport, Record()), around=transport
    )
    run_http(app, "127.0.0.1", 0, _say)


def _say(base_url: str) -> None:
    sys.stdout.write(f"{base_url}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
