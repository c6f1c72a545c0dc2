import json
from pathlib import Path

from tests.isthmus.conftest import CommandLine
from tests.program import Program


def test_an_import_says_what_came_and_what_is_next(fresh: CommandLine) -> None:
    printed = fresh.must("import", f"{fresh.api}/openapi.json", "--base-url", fresh.api)
    assert "Imported incident-desk, version 1 of 'Incident desk' (OpenAPI 3.1" in printed
    assert "14 operations, 14 candidates" in printed
    assert "isthmus review incident-desk" in printed


def test_the_same_description_again_changes_nothing(desk: CommandLine) -> None:
    report = desk.json("import", f"{desk.api}/openapi.json", "--name", "desk")
    assert (report["changed"], report["version"]) == (False, 1)


def test_standard_input_is_a_source(fresh: CommandLine) -> None:
    document = {"openapi": "3.1.0", "info": {"title": "Tiny", "version": "1"}, "paths": {}}
    result = fresh.run("import", "-", "--name", "tiny", stdin=json.dumps(document))
    assert result.exit_code == 0
    assert "0 operations" in result.stdout


def test_an_import_takes_no_more_than_it_may(tmp_path: Path) -> None:
    """A process of its own, since one that ran before has memory left over."""
    paths = {f"/things{n}": {"get": {"responses": {}}} for n in range(2_000)}
    document = {"openapi": "3.1.0", "info": {"title": "Many", "version": "1"}, "paths": paths}
    program = Program(tmp_path)
    done = program.run("import", "-", "--max-memory", "1", stdin=json.dumps(document))
    assert done.returncode == 1
    told = " ".join(done.stderr.split())
    assert "more than 1 MB of memory; import a part of it, or allow more" in told
    assert program.must("apis", "--json").strip() == "[]"


def test_a_secret_given_instead_of_its_name_is_refused_and_not_repeated(fresh: CommandLine) -> None:
    reason = fresh.misuse("import", "x.yaml", "--credential", "deskKey=hunter2")
    assert "env:NAME" in reason
    assert "hunter2" not in reason


def test_an_unknown_scheme_is_refused_with_those_there_are(fresh: CommandLine) -> None:
    reason = fresh.refusal(
        "import", f"{fresh.api}/openapi.json", "--credential", "apiKey=env:DESK_KEY"
    )
    assert "deskKey" in reason
    assert fresh.json("apis") == []


def test_apis_show_what_each_serves(published: CommandLine) -> None:
    printed = published.must("apis")
    assert "desk" in printed
    assert "surface 1: 3 tools, 2 resources" in printed


def test_findings_have_a_place(desk: CommandLine) -> None:
    found = desk.json("findings", "desk")
    assert all(f["pointer"] or f["operation"] for f in found)
    assert desk.run("findings", "desk").exit_code == 0


def test_an_api_is_deleted_when_its_name_is_given_again(published: CommandLine) -> None:
    assert "nothing was deleted" in published.refusal("delete", "desk", "--confirm", "dusk")
    assert published.json("apis")
    wrong = published.run("delete", "desk", stdin="no\n")
    assert wrong.exit_code == 1
    assert published.run("delete", "desk", stdin="desk\n").exit_code == 0
    assert published.json("apis") == []
    assert "no API 'desk'" in published.refusal("delete", "desk", "--confirm", "desk")


def test_another_api_under_a_taken_name_is_refused(published: CommandLine, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(
        "openapi: 3.0.3\ninfo: {title: Weather, version: '1'}\n"
        "paths: {/rain: {get: {responses: {'200': {description: ok}}}}}\n"
    )
    told = published.refusal("import", str(other), "--name", "desk")
    assert "'Weather' shares no operation with desk" in told
    assert published.json("apis")[0]["version"] == 1
    published.must("import", str(other), "--name", "desk", "--replace")
    assert published.json("apis")[0]["version"] == 2
