import pytest
from typer.testing import CliRunner

from isthmus.cli import app
from tests.isthmus.conftest import CommandLine


def test_a_key_is_printed_once_alone_on_standard_output(fresh: CommandLine) -> None:
    result = fresh.run("key", "add", "anna", "--note", "laptop")
    key = result.stdout.strip()
    assert key.startswith("isthmus_")
    assert "shown this once" in result.stderr
    listed = fresh.must("key", "list")
    assert "anna" in listed
    assert "laptop" in listed
    assert key not in listed
    assert key not in fresh.must("key", "list", "--json")


def test_a_removed_key_is_listed_no_more(fresh: CommandLine) -> None:
    number = fresh.json("key", "add", "anna")["number"]
    assert f"key {number} of anna is refused" in fresh.must("key", "remove", str(number))
    assert "No key yet" in fresh.must("key", "list")


def test_removing_what_is_not_there_is_refused(fresh: CommandLine) -> None:
    assert "no key 'anna'" in fresh.refusal("key", "remove", "anna")


@pytest.mark.parametrize("command", ["add", "list", "remove"])
def test_each_command_explains_itself(command: str) -> None:
    result = CliRunner().invoke(app, ["key", command, "--help"], env={"COLUMNS": "160"})
    assert result.exit_code == 0
    assert "key" in result.stdout
