from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from isthmus.cli import app
from tests.program import Program

COMMANDS = sorted(get_command(app).commands)  # type: ignore[attr-defined]
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself_and_its_options(command: str) -> None:
    result = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "160"})
    assert result.exit_code == 0
    options = [p for p in get_command(app).commands[command].params]  # type: ignore[attr-defined]
    assert all(getattr(option, "help", None) for option in options)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_documents_name_each_command(command: str) -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert f"isthmus {command}" in text


@pytest.mark.parametrize("arguments", [["nonsense"], ["import"], ["annotate", "a", "b", "c"]])
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 2


def test_a_refusal_is_one_sentence_and_status_1(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><title>Sign in</title>")
    done = Program(tmp_path / "data").run("import", str(page))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: ")
    assert "page.html" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_program_reads_the_version(tmp_path: Path) -> None:
    assert Program(tmp_path).must("--version") == "isthmus 0.1.0\n"
