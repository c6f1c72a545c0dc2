import json
from pathlib import Path

import pytest

from tests.isthmus.conftest import CommandLine


def test_arguments_are_read_as_the_schema_means_them(published: CommandLine) -> None:
    printed = published.must(
        "call", "desk", "list_incidents", "limit=1", "state=open", 'severity=["sev2"]'
    )
    assert [item["id"] for item in json.loads(printed)["items"]] == [104]


def test_a_write_carries_the_declared_key(published: CommandLine) -> None:
    printed = published.must(
        "call", "desk", "open_incident", "service_id=search", "title=123", "severity=sev3"
    )
    assert json.loads(printed)["title"] == "123"


def test_exact_json_and_all_at_once(published: CommandLine) -> None:
    one = published.must("call", "desk", "get_incident", "incident_id:=101")
    all_ = published.must("call", "desk", "get_incident", "--arguments", '{"incident_id": 101}')
    assert json.loads(one) == json.loads(all_)


def test_a_resource_is_read_by_its_uri(published: CommandLine) -> None:
    printed = published.must("call", "desk", "api://desk/services")
    assert {s["id"] for s in json.loads(printed)} == {"checkout", "search", "ledger"}


def test_a_picture_is_kept_in_a_file(published: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "avatar.png"
    printed = published.must(
        "call", "desk", "api://desk/services/checkout/avatar", "--out", str(file)
    )
    assert "image/png" in printed
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["get_incident", "incident_id=7"], "There is no incident 7"),
        (["get_incident", "incident_id=x"], "incident_id"),
        (["get_incident", "incident_id=101", "colour=red"], "colour"),
        (["get_incidents"], "get_incidents"),
    ],
)
def test_a_failed_call_says_why(published: CommandLine, arguments: list[str], words: str) -> None:
    result = published.run("call", "desk", *arguments)
    assert result.exit_code == 1
    assert words in result.output


def test_without_a_tool_the_offers_are_listed(published: CommandLine) -> None:
    offers = {row["name"] for row in published.json("call", "desk")}
    assert {"list_incidents", "api://desk/services"} <= offers


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["get_incident", "incident_id:=x"], "is not JSON"),
        (["get_incident", "--arguments", "[1]"], "must be a JSON object"),
        (["get_incident", "incident_id=@absent"], "cannot be read"),
    ],
)
def test_arguments_that_cannot_be_read_are_refused(
    published: CommandLine, arguments: list[str], words: str
) -> None:
    assert words in published.refusal("call", "desk", *arguments)


def test_an_argument_without_a_value_is_wrong_usage(published: CommandLine) -> None:
    assert published.run("call", "desk", "get_incident", "incident_id").exit_code == 2


def test_an_api_without_a_surface_is_refused(desk: CommandLine) -> None:
    assert "nothing is published" in desk.refusal("call", "desk", "list_incidents")


def test_a_failed_call_leaves_the_file_as_it_was(published: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "incident.json"
    file.write_text("before")
    result = published.run("call", "desk", "get_incident", "incident_id=7", "--out", str(file))
    assert result.exit_code == 1
    assert file.read_text() == "before"


def test_a_file_that_cannot_be_written_is_refused(published: CommandLine) -> None:
    reason = published.refusal(
        "call", "desk", "get_incident", "incident_id=101", "--out", "/absent/folder/x"
    )
    assert "/absent/folder/x: cannot be written" in reason


def test_a_collection_links_to_its_items_and_says_how_to_go_on(desk: CommandLine) -> None:
    desk.must("allow", "desk", "list_incidents", "--as", "tool")
    desk.must("allow", "desk", "get_incident", "--as", "resource")
    desk.must("publish", "desk")
    printed = desk.must("call", "desk", "list_incidents", "limit=2")
    links = [line for line in printed.splitlines() if "api://desk/incidents/" in line]
    assert len(links) == 2
    assert "There is more: call again with cursor=" in printed
    told = desk.json("call", "desk", "list_incidents", "limit=2")
    assert told["meta"]["isthmus/pages"]["more"] is True
    uri = told["blocks"][1]["uri"]
    (found,) = desk.json("call", "desk", uri)["blocks"]
    assert json.loads(found["text"])["id"] == int(uri.rpartition("/")[2])


def test_a_pipe_gets_the_text_as_it_came(published: CommandLine) -> None:
    published.must("allow", "desk", "export_incidents")
    published.must("publish", "desk")
    printed = published.run("call", "desk", "export_incidents").stdout_bytes
    assert printed.startswith(b"id,service,severity,state,title\r\n")


def test_an_unknown_tool_is_answered_with_what_comes_near(published: CommandLine) -> None:
    result = published.run("call", "desk", "open_incidnt")
    assert result.exit_code == 1
    assert "near it: open_incident" in result.stdout


def test_a_call_as_somebody_uses_their_credential(
    published: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANNAS_KEY", "not-the-desks-key")
    published.must("upstream", "desk", "--credential", "deskKey=env:ANNAS_KEY", "--for", "anna")
    writing = ("call", "desk", "open_incident", "service_id=search", "title=slow", "severity=sev3")
    assert published.run(*writing).exit_code == 0
    as_anna = published.run(*writing, "--as", "anna", "--json")
    assert as_anna.exit_code == 1
    assert "401" in as_anna.stdout
    assert {one["principal"] for one in published.json("traces")} == {"local", "anna"}


def test_a_call_as_nobody_known_is_refused(published: CommandLine) -> None:
    told = published.refusal("call", "desk", "list_incidents", "--as", "ana")
    assert "nobody is known as 'ana'" in told
    published.must("key", "add", "ana")
    published.must("call", "desk", "list_incidents", "--as", "ana")


def test_a_large_answer_is_cut_as_for_a_model_and_can_be_had_whole(
    published: CommandLine, tmp_path: Path
) -> None:
    published.must("upstream", "desk", "--max-context", "1000")
    cut = published.json("call", "desk", "list_incidents")
    assert "the first" in cut["blocks"][1]["text"]
    assert [block["kind"] for block in cut["blocks"]].count("link") == 0
    assert "--whole" in published.must("call", "desk", "list_incidents")
    whole = published.json("call", "desk", "list_incidents", "--whole")
    items = json.loads(whole["blocks"][0]["text"])["items"]
    kept = json.loads(cut["blocks"][0]["text"])["items"]
    assert kept == items[: len(kept)]
    assert len(kept) < len(items)
    file = tmp_path / "incidents.json"
    published.must("call", "desk", "list_incidents", "--out", str(file))
    assert json.loads(file.read_text(encoding="utf-8"))["items"] == items
