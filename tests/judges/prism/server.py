"""Own Prism: started on loopback for one description, which it mocks and judges by.

Some requests end its process, by an exception in its own readers of styles. It is started again
on the same port, and the exception is what it says of that request.
"""

import contextlib
import gzip
import re
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.judges import npm
from tests.servers import free_port

_HERE = Path(__file__).resolve().parent
_CLI = Path("@stoplight") / "prism-cli" / "dist" / "index.js"
_START_S = 90
_EXCEPTION = re.compile(rb"^(\w*Error: .*)$", re.MULTILINE)
_WHERE = re.compile(rb"at (\w+) \(.*?/dist/([\w/]+\.js)")


def install() -> Path:
    """Return Prism's program, installed when it is missing."""
    return npm.installed(_HERE, "prism") / _CLI


class Prism:
    """One process that mocks one description; a context manager."""

    def __init__(self, program: Path, description: Path, folder: Path) -> None:
        port = str(free_port())
        self.base = f"http://127.0.0.1:{port}"
        self._log = folder / "prism.log"
        self._command = ["node", str(program), "mock", "--host", "127.0.0.1", "--port", port]
        self._command += ["--multiprocess", "false", "--verboseLevel", "silent"]
        self._command.append(str(_unpacked(description, folder)))
        self._process = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.wait(10)

    def crash(self) -> str:
        """Say which exception ended the process, and start it again; '' while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        if self._process.poll() is None:
            return ""
        log = self._log.read_bytes()
        found = _EXCEPTION.search(log)
        where = _WHERE.search(log, found.end()) if found else None
        self._process = self._start()
        text = found.group(1).decode(errors="replace") if found else "it ended"
        return f"{text} in {where.group(2).decode()}" if where else text

    def _start(self) -> "subprocess.Popen[bytes]":
        with self._log.open("wb") as log:
            process = subprocess.Popen(self._command, cwd=self._log.parent, stdout=log, stderr=log)
        end = time.monotonic() + _START_S
        address = ("127.0.0.1", int(self.base.rpartition(":")[2]))
        while time.monotonic() < end and process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(address, 1):
                return process
            time.sleep(0.05)
        process.kill()
        process.wait(10)
        raise RuntimeError(f"Prism did not start: {self._log.read_text(errors='replace')[-500:]}")


def _unpacked(description: Path, folder: Path) -> Path:
    if description.suffix != ".gz":
        return description
    source = folder / description.stem
    source.write_bytes(gzip.decompress(description.read_bytes()))
    return source
