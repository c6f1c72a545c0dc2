"""The command line in this process, on the incident desk over real HTTP."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from isthmus.cli import app
from isthmus.demo import DEMO_KEY, create_demo, new_desk
from tests.servers import serve


@dataclass(frozen=True, slots=True)
class CommandLine:
    """`isthmus` with a data folder of its own."""

    data: Path
    api: str

    def run(self, *arguments: str, stdin: str | None = None) -> Result:
        """Run one command."""
        command = ["--data", str(self.data), *arguments]
        return CliRunner().invoke(app, command, input=stdin)

    def must(self, *arguments: str) -> str:
        """Run a command that has to succeed."""
        result = self.run(*arguments)
        if result.exit_code:
            raise AssertionError(f"{arguments}: {result.output}") from result.exception
        return result.stdout

    def json(self, *arguments: str) -> Any:
        """Run a command that has to succeed, with --json."""
        return json.loads(self.must(*arguments, "--json"))

    def refusal(self, *arguments: str) -> str:
        """Run a command that has to be refused, and return the reason."""
        result = self.run(*arguments)
        assert result.exit_code == 1, result.output
        return str(result.exception)

    def misuse(self, *arguments: str) -> str:
        """Run a command that is used wrongly, and return what is said about it on one line."""
        result = self.run(*arguments)
        assert result.exit_code == 2, result.output
        return " ".join(result.output.replace("│", " ").split())


@pytest.fixture(scope="session")
def api() -> Iterator[str]:
    """The incident desk's base URL."""
    with serve(create_demo(new_desk(report_seconds=0.01))) as base:
        yield base


@pytest.fixture
def fresh(tmp_path: Path, api: str, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Nothing imported yet."""
    monkeypatch.setenv("DESK_KEY", DEMO_KEY)
    monkeypatch.setenv("ISTHMUS_AUTHOR", "ana")
    return CommandLine(tmp_path / "data", api)


@pytest.fixture
def desk(fresh: CommandLine) -> CommandLine:
    """The desk imported as `desk`, with its key declared."""
    fresh.must(
        "import", f"{fresh.api}/openapi.json", "--name", "desk", "--base-url", fresh.api,
        "--credential", "deskKey=env:DESK_KEY",
    )  # fmt: skip
    return fresh


@pytest.fixture
def published(desk: CommandLine) -> CommandLine:
    """Some of it published."""
    desk.must("allow", "desk", "list_incidents", "open_incident", "get_incident", "--as", "tool")
    desk.must("allow", "desk", "list_services", "get_service_avatar")
    desk.must("publish", "desk", "-m", "first")
    return desk
