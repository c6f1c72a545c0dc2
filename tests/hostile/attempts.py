"""Hand a hostile description to the program, and hold the program to its bounds.

The bounds are the program's: each command ends in 10 seconds and 512 MB with a verdict, and
connects to nobody. Seconds are the wall's from start to end of the process, less those in which it
was ready to run and the machine ran others (Linux counts them), so that a busy machine does not
judge. Memory is the largest resident set of the process, the interpreter and all libraries
included, because that is what a machine has to have. A limit on the address space would count
what libraries only reserve.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

JsonValue = Any
ROOT = Path(__file__).resolve().parents[2]
MAX_SECONDS = 10.0
MAX_MB = 512.0
#: Ends what does not end by itself, on a machine that is busy with others too.
BACKSTOP_S = 120.0
#: What one refusal may say, one command may print, one tool may be, in characters.
MAX_REFUSAL = 3_000
MAX_PRINTED = 8_000_000
MAX_TOOL = 300_000
SLUG = "hostile"


@dataclass(frozen=True, slots=True)
class Ended:
    """How one command ended: exit status (`crash` for an exception), output, errors."""

    words: tuple[str, ...]
    code: int | str
    output: str
    errors: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a process of commands did, took and tried."""

    commands: tuple[Ended, ...]
    tried: tuple[str, ...]
    seconds: float
    megabytes: float
    listed: tuple[JsonValue, ...] = ()

    def judge(self, *, allowed: str = "\0") -> None:
        """Hold it to the bounds; `allowed` is the address that may be contacted."""
        assert self.commands, f"no command ended in {self.seconds:.1f} s"
        for ended in self.commands:
            _judge_words(ended)
        strange = [one for one in self.tried if allowed not in one]
        assert strange == []
        assert self.seconds <= MAX_SECONDS
        assert self.megabytes <= MAX_MB


def _judge_words(ended: Ended) -> None:
    said = f"{' '.join(ended.words)[:200]}: {ended.code} {ended.errors[-1500:]}"
    assert ended.code in (0, 1), said
    assert "Traceback" not in ended.errors, said
    assert len(ended.output) <= MAX_PRINTED, f"{len(ended.output)} characters of output"
    if ended.code == 1 and ended.words[0] != "call":
        assert ended.errors.startswith("error: "), said
        assert len(ended.errors) <= MAX_REFUSAL, said
        assert _is_plain(ended.errors), said


def _is_plain(text: str) -> bool:
    return all(character.isprintable() or character == "\n" for character in text)


@dataclass(slots=True)
class Desk:
    """A data folder, a folder for descriptions, a file nobody may read, a port nobody may call."""

    folder: Path
    trap: int
    called: list[str] = field(default_factory=list)

    @property
    def canary(self) -> Path:
        """The file that no description may reach."""
        return self.folder / "canary.json"

    def write(self, content: bytes, name: str = "description.json") -> Path:
        """Lay a description beside others it may refer to."""
        path = self.folder / "descriptions" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path

    def serve(self, content: bytes, name: str = "description.json") -> Attempt:
        """Import a description, which has to succeed, and go on to what is served."""
        imported = self.import_(self.write(content, name))
        imported.judge()
        assert imported.commands[0].code == 0, imported.commands[0].errors
        after = self.go_on()
        after.judge()
        return after

    def import_(self, source: Path | str, *options: str) -> Attempt:
        """Run `isthmus import`."""
        return self.run(["import", str(source), "--name", SLUG, *options])

    def go_on(self) -> Attempt:
        """Look, allow everything, publish, and list what is served."""
        look = [["findings", SLUG], ["findings", SLUG, "--json"], ["review", SLUG]]
        first = [["review", SLUG, "GET /things"], ["review", SLUG, "--json"]]
        publish = [["allow", SLUG, "*", "--as", "tool"], ["publish", SLUG], ["apis"]]
        return self.run(*look, *first, *publish, ["stdio", SLUG])

    def run(self, *commands: Sequence[str]) -> Attempt:
        """Run commands in one process; a last `stdio` is asked for all it lists."""
        log = tempfile.mktemp(dir=self.folder, suffix=".log")
        arguments = [log, str(self.canary), json.dumps([list(words) for words in commands])]
        began = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile.trapped", *arguments],
            cwd=ROOT,
            env={**os.environ, "ISTHMUS_DATA": str(self.folder / "data"), "ISTHMUS_AUTHOR": "ana"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        ending = threading.Timer(BACKSTOP_S, process.kill)
        ending.start()
        try:
            listed = tuple(_lists(process)) if commands[-1][0] == "stdio" else ()
            _wait(process)
        finally:
            ending.cancel()
        wall_s = time.monotonic() - began
        notes = [json.loads(line) for line in Path(log).read_text().splitlines()]
        costs = [note["cost"] for note in notes if "cost" in note] or [[0, 0.0]]
        return Attempt(
            commands=tuple(_ended(note["ended"]) for note in notes if "ended" in note),
            tried=tuple(note["tried"] for note in notes if "tried" in note),
            seconds=wall_s - costs[-1][1],
            megabytes=costs[-1][0] / 1e6,
            listed=listed,
        )


def _ended(note: list[Any]) -> Ended:
    words, code, output, errors = note
    return Ended(tuple(words), code, output, errors)


def _wait(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    process.stdout.read()
    process.stdout.close()
    process.wait()


def _lists(process: "subprocess.Popen[bytes]") -> Iterator[JsonValue]:
    """Yield every tool, resource and template the endpoint lists; nothing where none is served."""
    assert process.stdin is not None
    assert process.stdout is not None
    asked = _Asked(process.stdin, process.stdout)
    about = {"name": "judge", "version": "1"}
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about}
    if asked.answer("initialize", hello) is None:
        return
    asked.tell("notifications/initialized")
    for method, key in (
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
    ):
        cursor: JsonValue = {}
        while cursor is not None:
            page = asked.answer(method, cursor)
            assert page is not None, f"no answer to {method}"
            yield from page[key]
            cursor = {"cursor": page["nextCursor"]} if page.get("nextCursor") else None


@dataclass(slots=True)
class _Asked:
    writing: IO[bytes]
    reading: IO[bytes]
    number: int = 0

    def tell(self, method: str, **rest: JsonValue) -> None:
        message = {"jsonrpc": "2.0", "method": method, **rest}
        self.writing.write(json.dumps(message).encode() + b"\n")
        self.writing.flush()

    def answer(self, method: str, params: JsonValue) -> JsonValue:
        self.number += 1
        try:
            self.tell(method, params=params, id=self.number)
        except BrokenPipeError:
            return None
        while line := self.reading.readline():
            message = json.loads(line)
            if message.get("id") == self.number:
                return message["result"]
        return None


@contextmanager
def trap() -> Iterator[tuple[int, list[str]]]:
    """Listen on a loopback port that nobody may call; give it, and the list of who did."""
    callers: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=_answer, args=(listening, callers), daemon=True)
        thread.start()
        yield listening.getsockname()[1], callers
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def _answer(listening: socket.socket, callers: list[str]) -> None:
    while True:
        try:
            connection, address = listening.accept()
        except OSError:
            return
        callers.append(str(address))
        connection.close()
