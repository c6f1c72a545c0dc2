from tests.isthmus.conftest import CommandLine


def test_lint_says_what_is_wrong_and_what_to_do(desk: CommandLine) -> None:
    desk.must("allow", "desk", "open_incident")
    told = " ".join(desk.must("lint", "desk").split())
    assert "hint-undecided" in told
    assert "isthmus annotate desk 'POST /incidents'" in told
    assert "profile portable" in told
    desk.must("annotate", "desk", "open_incident", "destructive=false")
    assert "hint-undecided" not in desk.must("lint", "desk")


def test_nothing_allowed_says_how_to_begin(desk: CommandLine) -> None:
    assert "isthmus allow desk" in desk.must("lint", "desk")
    assert desk.json("lint", "desk", "--all")["tools"] > 0


def test_what_a_client_would_lose_is_a_failure(desk: CommandLine) -> None:
    desk.must("allow", "desk", "open_incident")
    desk.must("rename", "desk", "open_incident", "open_incident_" * 4)
    result = desk.run("lint", "desk", "--severity", "blocking")
    assert result.exit_code == 1
    assert "name-refused" in result.stdout
    assert "when-unsaid" not in result.stdout
    assert "isthmus rename desk" in " ".join(desk.must("publish", "desk").split())
    (row,) = desk.json("review", "desk", "open_incident")
    assert "Cursor" in row["lostBy"]
    assert "lost by" in desk.must("review", "desk", "open_incident")


def test_findings_come_as_json(desk: CommandLine) -> None:
    desk.must("allow", "desk", "*", "--as", "tool")
    found = desk.json("lint", "desk", "--max-tokens", "1")
    assert {"slug", "profile", "tools", "resources", "tokens", "findings"} == found.keys()
    assert {"code", "severity", "message", "advice", "operation", "client"} <= found["findings"][
        0
    ].keys()
    assert any(one["code"] == "too-many-tokens" for one in found["findings"])


def test_a_profile_is_chosen_shown_and_refused(desk: CommandLine) -> None:
    assert desk.json("profile", "desk")["profile"] == "portable"
    told = " ".join(desk.must("profile", "desk", "full", "-r", "our own client reads it").split())
    assert "isthmus publish desk" in told
    assert desk.json("profile", "desk")["profile"] == "full"
    assert "portable, gemini, full" in desk.refusal("profile", "desk", "fancy")
