"""The program under watch: `python -m tests.hostile.trapped LOG CANARY COMMANDS`.

Runs `isthmus` commands one after the other in this process, from the same entry point as the
installed program, and writes down every connection, look-up and process it tries, and every
opening of the canary, which is a file nobody may read. What each command said and how it ended
follows in the same log, one JSON value a line.
"""

import contextlib
import io
import json
import os
import resource
import sys
import traceback
from pathlib import Path
from typing import Any

WATCHED = frozenset(
    {
        "socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr",
        "socket.sendto", "socket.sendmsg", "subprocess.Popen", "os.system", "os.exec",
        "os.posix_spawn", "os.fork",
    }
)  # fmt: skip
#: Far above what is allowed: only keeps the machine of whoever runs the tests alive.
ADDRESS_SPACE = 8 << 30


def main() -> None:
    """Watch, then run the commands."""
    log, canary, commands = sys.argv[1:4]
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(kind: str, value: Any) -> None:
        os.write(descriptor, (json.dumps({kind: value}) + "\n").encode())

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event in WATCHED:
            note("tried", f"{event} {arguments[-1] if len(arguments) == 2 else arguments!r}")
        elif event == "open" and str(arguments[0]) == canary:
            note("tried", f"open {canary}")

    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    from isthmus.cli import main as isthmus

    sys.addaudithook(watch)
    for command in json.loads(commands):
        note("ended", _run(isthmus, command))
        note("cost", [_peak_bytes(), _queued_s()])


def _peak_bytes() -> int:
    """Return the most memory this program had; `ru_maxrss` may count whoever started it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _queued_s() -> float:
    """Return how long this program was ready to run while the machine ran others."""
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    return 0.0


def _run(isthmus: Any, command: list[str]) -> list[Any]:
    """Run one command; return its words, its exit status, what it said and what it minded."""
    out, err = io.StringIO(), io.StringIO()
    sys.argv = ["isthmus", *command]
    code: object = 0
    with contextlib.ExitStack() as stack:
        if "stdio" not in command:
            stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        try:
            isthmus()
        except SystemExit as done:
            code = done.code or 0
        except BaseException:
            code = "crash"
            err.write(traceback.format_exc())
    return [command, code, out.getvalue(), err.getvalue()]


if __name__ == "__main__":
    main()
