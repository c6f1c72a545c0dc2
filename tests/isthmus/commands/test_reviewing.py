import json
import urllib.request
from pathlib import Path

import pytest

from tests.isthmus.conftest import CommandLine


def test_a_review_lists_every_candidate_with_who_it_is_for(desk: CommandLine) -> None:
    printed = desk.must("review", "desk")
    assert "14 of 14 candidates" in printed
    assert "resource template" in printed


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        (["--method", "delete"], {"purge_incidents"}),
        (["--tag", "runbooks"], {"get_runbook"}),
        (["--path", "/services*"], {"list_services", "get_service", "get_service_avatar"}),
        (["--search", "CSV"], {"export_incidents"}),
        (["--state", "allowed"], set()),
        (["tag:reports"], {"export_incidents", "get_monthly_report", "check_health"}),
        (["GET /incidents*", "--search", "list"], {"list_incidents"}),
    ],
)
def test_filters_narrow_it(desk: CommandLine, filters: list[str], names: set[str]) -> None:
    assert {row["name"] for row in desk.json("review", "desk", *filters)} == names


def test_one_candidate_is_shown_whole_with_its_evidence(desk: CommandLine) -> None:
    printed = desk.must("review", "desk", "list_incidents")
    for words in ("RFC 9110", "query:state", "api://desk/incidents", "the application decides"):
        assert words in printed


def test_pages_and_items_are_shown_with_their_evidence(desk: CommandLine) -> None:
    (row,) = desk.json("review", "desk", "list_incidents")
    assert (row["pagination"]["kind"], row["pagination"]["next"]) == ("cursor", "/next_cursor")
    assert (row["itemLink"]["parameter"], row["itemLink"]["identifier"]) == ("incident_id", "/id")
    printed = " ".join(desk.must("review", "desk", "list_incidents").split())
    assert row["pagination"]["evidence"] in printed
    assert row["itemLink"]["evidence"] in printed
    (item,) = desk.json("review", "desk", "get_incident")
    assert (item["pagination"], item["itemLink"]) == (None, None)


def test_every_hint_has_evidence(desk: CommandLine) -> None:
    for row in desk.json("review", "desk"):
        assert set(row["hints"]) == {"readOnly", "destructive", "idempotent", "openWorld"}
        assert all(hint["evidence"] for hint in row["hints"].values())


def test_an_unknown_pattern_is_refused_with_what_is_near(desk: CommandLine) -> None:
    assert "list_incidents" in desk.refusal("review", "desk", "list_incident")


def test_an_unknown_api_is_refused(desk: CommandLine) -> None:
    assert "desk" in desk.refusal("review", "dusk")


def test_what_a_new_description_changed_is_said(desk: CommandLine, tmp_path: Path) -> None:
    desk.must("allow", "desk", "list_services")
    with urllib.request.urlopen(f"{desk.api}/openapi.json") as reply:
        document = json.load(reply)
    document["paths"]["/services"]["get"]["summary"] = "List services and teams"
    file = tmp_path / "next.json"
    file.write_text(json.dumps(document))
    desk.must("import", str(file), "--name", "desk")
    row = desk.json("review", "desk", "list_services")[0]
    assert row["state"] == "changed"
    assert row["title"] == "List all services"
    assert any("title" in change for change in row["changes"])
    assert "changed" in desk.must("review", "desk", "list_services")


def test_a_method_or_tag_that_nothing_has_is_refused_with_those_there_are(
    desk: CommandLine,
) -> None:
    assert "there is DELETE, GET" in desk.misuse("review", "desk", "--method", "FETCH")
    assert "there is" in desk.misuse("review", "desk", "--tag", "no such tag")
    assert desk.json("review", "desk", "--method", "get")
