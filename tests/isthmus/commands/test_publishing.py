from tests.isthmus.conftest import CommandLine


def test_nothing_is_published_that_nobody_allowed(desk: CommandLine) -> None:
    assert "isthmus allow" in desk.refusal("publish", "desk")


def test_a_publication_says_what_changes_with_digest_and_tokens(desk: CommandLine) -> None:
    desk.must("allow", "desk", "list_incidents", "--as", "tool")
    printed = desk.must("publish", "desk", "-m", "first")
    assert "Published desk, surface 1" in printed
    assert "list_incidents" in printed
    assert "sha256:" in printed
    assert "tokens listed" in printed


def test_publishing_the_same_again_stays(published: CommandLine) -> None:
    report = published.json("publish", "desk")
    assert (report["published"], report["version"]) == (False, 1)


def test_an_earlier_surface_is_served_again(published: CommandLine) -> None:
    published.must("deny", "desk", "open_incident")
    published.must("publish", "desk", "-m", "less")
    assert "open_incident" in published.must("surfaces", "desk", "--activate", "1")
    found = published.json("surfaces", "desk")
    assert [(s["version"], s["active"]) for s in found] == [(2, False), (1, True)]
    assert "first" in published.must("surfaces", "desk")


def test_a_clash_of_names_is_refused_by_name(desk: CommandLine) -> None:
    desk.must("allow", "desk", "list_incidents", "get_incident", "--as", "tool")
    desk.must("rename", "desk", "get_incident", "list_incidents")
    reason = desk.refusal("publish", "desk")
    assert "list_incidents" in reason
    assert desk.json("surfaces", "desk") == []


def test_a_stopped_tool_is_refused_until_it_resumes(published: CommandLine) -> None:
    published.must("stop", "desk/list_incidents", "-r", "too slow")
    stopped = published.run("call", "desk", "list_incidents")
    published.must("resume", "desk/list_incidents")
    assert (stopped.exit_code, published.run("call", "desk", "list_incidents").exit_code) == (1, 0)


def test_a_stopped_endpoint_refuses_every_call(published: CommandLine) -> None:
    published.must("stop", "desk")
    assert published.run("call", "desk", "get_incident", "incident_id=101").exit_code == 1


def test_stopping_what_is_not_there_is_refused(published: CommandLine) -> None:
    assert "list_incidents" in published.refusal("stop", "desk/list_incident")


def test_stops_are_seen_where_one_looks(published: CommandLine) -> None:
    published.must("stop", "desk/open_incident")
    assert "is stopped already" in published.must("stop", "desk/open_incident")
    assert published.json("apis")[0]["stopped_operations"] == ["POST /incidents"]
    assert "stopped: POST /incidents" in " ".join(published.must("apis").split())
    states = {row["name"]: row["state"] for row in published.json("call", "desk")}
    assert states["open_incident"] == "stopped"
    assert states["list_incidents"] == ""
    assert "takes calls again" in published.must("resume", "desk/open_incident")
    assert "was not stopped" in published.must("resume", "desk/open_incident")


def test_serving_an_earlier_surface_tells_what_is_denied_by_now(published: CommandLine) -> None:
    published.must("deny", "desk", "open_incident")
    published.must("publish", "desk")
    told = published.must("surfaces", "desk", "--activate", "1")
    assert "it serves POST /incidents, which nobody allows today" in told
    assert "nobody allows" not in published.must("surfaces", "desk", "--activate", "2")
