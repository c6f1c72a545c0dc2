"""Own the test server: installed from its lock file, started on loopback, asked for its counts."""

import contextlib
import json
import subprocess
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.judges import npm
from tests.servers import free_port

_HERE = Path(__file__).resolve().parent
_FOLDER = npm.OUT / "autorest"
_PACKAGE = Path("@microsoft.azure") / "autorest.testserver"
_PROGRAM = _FOLDER / "node_modules" / _PACKAGE / "dist" / "cli" / "cli.js"
_START_S = 30

#: The server's reports that are judged by; `vanilla` is what it gives at /report.
REPORTS = ("vanilla", "optional")


def installed() -> Path:
    """Install the package where it is not there yet; return the folder of its descriptions.

    Raises:
        RuntimeError: there is no npm, or it fails.
    """
    return npm.installed(_HERE, "autorest") / _PACKAGE / "swagger"


class TestServer:
    """The running server: where it listens, and what it has counted."""

    __test__ = False

    def __init__(self, port: int) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self._before: Counter[str] = Counter()

    def counts(self, report: str = "vanilla") -> dict[str, int]:
        """Return how often each scenario of a report was met."""
        with urllib.request.urlopen(f"{self.origin}/report/{report}", timeout=10) as reply:
            return dict(json.load(reply))

    def met(self) -> frozenset[str]:
        """Return the scenarios that were met since this was asked last."""
        now = Counter[str]()
        for report in REPORTS:
            now.update(self.counts(report))
        met = frozenset(key for key, count in now.items() if count > self._before[key])
        self._before = now
        return met


@contextlib.contextmanager
def running() -> Iterator[TestServer]:
    """Start the server on a free port of 127.0.0.1, and end it."""
    server = TestServer(free_port())
    command = ["node", "--require", str(_HERE / "loopback.cjs"), str(_PROGRAM)]
    command += ["run", f"--port={server.port}", f"--coverageDirectory={_FOLDER / 'coverage'}"]
    with (_FOLDER / "server.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=_FOLDER, stdout=log, stderr=log)
        try:
            _wait(server, process)
            yield server
        finally:
            process.terminate()
            process.wait(10)


def _wait(server: TestServer, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _START_S
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError):
            server.met()
            return
        time.sleep(0.1)
    raise RuntimeError(f"the test server did not start; see {_FOLDER / 'server.log'}")
