"""Run the installed program as a user does: a process, its output, its exit status."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROGRAM = str(Path(sys.executable).with_name("isthmus"))


class Program:
    """The command line on one data folder."""

    def __init__(self, data: Path, **variables: str) -> None:
        self.environment = {**os.environ, "ISTHMUS_DATA": str(data), "ISTHMUS_AUTHOR": "ana"}
        self.environment.update(variables)

    def run(self, *arguments: str, stdin: str | None = None) -> "subprocess.CompletedProcess[str]":
        """Run one command to its end."""
        return subprocess.run(
            [PROGRAM, *arguments],
            env=self.environment,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def must(self, *arguments: str) -> str:
        """Run a command that has to succeed, and return what it printed."""
        done = self.run(*arguments)
        if done.returncode:
            raise AssertionError(f"isthmus {' '.join(arguments)}\n{done.stdout}{done.stderr}")
        return done.stdout

    def json(self, *arguments: str) -> Any:
        """Run a command that has to succeed with --json."""
        return json.loads(self.must(*arguments, "--json"))

    @contextlib.contextmanager
    def serving(self) -> Iterator[str]:
        """Run `isthmus serve` and give its base URL."""
        process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0"],
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert first.startswith("Serving on "), first
            yield first.split()[2]
        finally:
            process.terminate()
            process.communicate(timeout=10)
