"""Drive Isthmus for the fault cases: by its command line and over HTTP, as a user would.

Nothing of Isthmus is imported. Each case has a data folder of its own; the program runs in the
environment this file's Python runs in.
"""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from runner.adapter import CaseConfig, ImportRefused

_PROGRAM = str(Path(sys.executable).with_name("isthmus"))
_SLUG = "case"


def _run(environment: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [_PROGRAM, *arguments], env=dict(environment), capture_output=True, text=True, check=False
    )


def _must(environment: Mapping[str, str], *arguments: str) -> str:
    done = _run(environment, *arguments)
    if done.returncode:
        raise RuntimeError(f"isthmus {' '.join(arguments)}: {done.stderr or done.stdout}")
    return done.stdout


def _secret(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{value['client_id']}:{value['client_secret']}"
    return str(value)


def _who(session: str) -> str:
    return f"session-{session}"


def _declared(
    environment: dict[str, str], prefix: str, credentials: Mapping[str, Any]
) -> dict[str, str]:
    """Put secrets into the environment; return where each scheme's is."""
    declared = {}
    for number, (scheme, secret) in enumerate(credentials.items()):
        name = f"CASE_{prefix}_{number}"
        environment[name] = _secret(secret)
        declared[scheme] = f"env:{name}"
    return declared


class IsthmusRunning:
    """One served import."""

    def __init__(self, environment: Mapping[str, str], flags: Sequence[str]) -> None:
        """Remember how this case runs the program."""
        self.environment = environment
        self.flags = list(flags)
        self.diagnostics: list[str] = []
        self.url = ""
        self._keys: dict[str, str] = {}
        self._server: subprocess.Popen[bytes] | None = None
        self._operations: dict[str, dict[str, Any]] = {}

    def publish(self, source: str) -> None:
        """Import, allow all as tools, publish; remember what is offered."""
        done = _run(self.environment, "import", source, "--name", _SLUG, "--json", *self.flags)
        if done.returncode:
            raise ImportRefused((done.stderr or done.stdout).strip())
        findings = json.loads(done.stdout)["findings"]
        _must(self.environment, "allow", _SLUG, "*", "--as", "tool")
        published, reviewed = self._at_once(
            [("publish", _SLUG, "--json"), ("review", _SLUG, "--json")]
        )
        findings += json.loads(published)["findings"]
        self.diagnostics = [f"{f['code']}: {f['message']} {f['pointer']}" for f in findings]
        self._operations = {row["operation"]: row for row in json.loads(reviewed)}

    def know(self, sessions: Mapping[str, Mapping[str, str]]) -> None:
        """Declare `SCHEME -> env:NAME` for each session's principal alone, then make its key."""
        self._at_once(
            [
                ("upstream", _SLUG, "--credential", f"{scheme}={reference}", "--for", _who(session))
                for session, credentials in sessions.items()
                for scheme, reference in credentials.items()
            ]
        )
        keys = self._at_once([("key", "add", _who(session)) for session in sessions])
        self._keys = {session: key.strip() for session, key in zip(sessions, keys, strict=True)}

    def _at_once(self, commands: Sequence[Sequence[str]]) -> list[str]:
        """Run commands side by side, as several people would, and return what they printed."""
        with ThreadPoolExecutor() as pool:
            return list(pool.map(lambda command: _must(self.environment, *command), commands))

    def serve(self) -> None:
        """Start the endpoint; it opens as soon as something is published."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._server = subprocess.Popen(
            [_PROGRAM, "serve", "--port", str(port)],
            env=dict(self.environment),
            stdout=subprocess.DEVNULL,
        )
        self.url = f"http://127.0.0.1:{port}/mcp/{_SLUG}"

    async def opened(self) -> None:
        """Wait until the endpoint answers, and knows every key: all else was set before."""
        assert self._server is not None
        health = self.url.replace(f"/mcp/{_SLUG}", "/healthz")
        while self._server.poll() is None:
            with contextlib.suppress(OSError):
                open_now = (await asyncio.to_thread(_answer, health)).get("endpoints")
                if open_now and await asyncio.to_thread(self._knows_all):
                    return
            await asyncio.sleep(0.05)
        raise RuntimeError("isthmus serve ended at once")

    def _knows_all(self) -> bool:
        return all(_status(self.url, self.client_headers(session)) != 401 for session in self._keys)

    def client_headers(self, session: str | None) -> Mapping[str, str]:
        """Send the session's key; without one a local endpoint asks for none."""
        key = self._keys.get(session or "")
        return {"Authorization": f"Bearer {key}"} if key else {}

    def tool(self, operation: str) -> str | None:
        """Return the name of the operation's tool."""
        row = self._operations.get(operation)
        return row["name"] if row and "tool" in row["exposed"] else None

    def place(self, operation: str, input: str) -> Sequence[str | int] | None:
        """Find the argument whose binding is the input, or holds it."""
        row = self._operations.get(operation)
        if row is None:
            return None
        location, _, rest = input.partition(":")
        arguments = {a["binding"]: a["name"] for a in row["arguments"] if not a["hidden"]}
        if location != "body":
            fold = str.lower if location == "header" else str
            wanted = fold(f"{location}:{rest}")
            return next(([name] for b, name in arguments.items() if fold(b) == wanted), None)
        if "body:" in arguments:
            return [arguments["body:"], *_tokens(rest)]
        if not rest:
            return None
        first, *deeper = rest.removeprefix("/").split("/")
        name = arguments.get(f"body:/{first}")
        return None if name is None else [name, *_tokens("/" + "/".join(deeper) if deeper else "")]

    async def reload(self, document: Path) -> None:
        """Import the new document into the running product."""
        await asyncio.to_thread(self.publish, str(document))

    async def stop(self) -> None:
        """End the server."""
        if self._server is not None:
            self._server.terminate()
            await asyncio.to_thread(self._server.wait)


def _answer(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=1) as reply:
        return json.load(reply)


def _status(url: str, headers: Mapping[str, str]) -> int:
    try:
        with urllib.request.urlopen(
            urllib.request.Request(url, headers=dict(headers)), timeout=1
        ) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def _tokens(pointer: str) -> list[str]:
    return [t.replace("~1", "/").replace("~0", "~") for t in pointer.split("/")[1:]]


class IsthmusAdapter:
    """Starts Isthmus on a description."""

    async def start(
        self, document: Path, *, document_url: str | None, config: CaseConfig, workdir: Path
    ) -> IsthmusRunning:
        """See the runner's contract."""
        environment = {**os.environ, "ISTHMUS_DATA": str(workdir / "isthmus")}
        flags: list[str] = []
        for scheme, reference in _declared(environment, "SECRET", config.credentials).items():
            flags += ["--credential", f"{scheme}={reference}"]
        sessions = {
            session: _declared(environment, f"SESSION_{number}", credentials)
            for number, (session, credentials) in enumerate(config.credentials_by_session.items())
        }
        if config.timeout_ms is not None:
            flags += ["--timeout", str(config.timeout_ms / 1000)]
        if config.max_response_bytes is not None:
            flags += ["--max-response", str(config.max_response_bytes)]
        running = IsthmusRunning(environment, flags)
        running.serve()
        try:
            await asyncio.to_thread(running.publish, document_url or str(document))
            await asyncio.to_thread(running.know, sessions)
        except BaseException:
            await running.stop()
            raise
        await running.opened()
        return running
