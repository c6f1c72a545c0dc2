from tests.isthmus.conftest import CommandLine


def test_the_upstream_is_shown_and_changed(desk: CommandLine) -> None:
    assert desk.json("upstream", "desk")["upstream"]["limits"]["timeout_s"] == 30
    changed = desk.json("upstream", "desk", "--timeout", "2.5")["upstream"]
    assert (changed["limits"]["timeout_s"], len(changed["credentials"])) == (2.5, 1)


def test_another_origin_unbinds_the_credential(desk: CommandLine) -> None:
    printed = desk.must("upstream", "desk", "--base-url", "https://other.example")
    assert "deskKey was for the old origin" in " ".join(printed.split())
    assert desk.json("upstream", "desk")["upstream"]["credentials"] == []


def test_a_credential_is_shared_or_somebodys(desk: CommandLine) -> None:
    printed = desk.must("upstream", "desk", "--credential", "deskKey=env:ANNAS", "--for", "anna")
    assert "anna has no key yet" in " ".join(printed.split())
    assert "shared by all" in printed
    assert "of anna" in printed
    after = desk.json("upstream", "desk", "--unbind", "deskKey", "--for", "anna")
    assert [one["principal"] for one in after["upstream"]["credentials"]] == [None]


def test_for_needs_something_to_be_for(desk: CommandLine) -> None:
    assert desk.run("upstream", "desk", "--for", "anna").exit_code == 2


def test_headers_go_on_when_they_are_named_and_no_more_when_none_is(desk: CommandLine) -> None:
    assert desk.json("upstream", "desk")["upstream"]["forward_headers"] == []
    named = ("upstream", "desk", "--forward-header", "X-Tenant", "--forward-header", "X-Region")
    assert desk.json(*named)["upstream"]["forward_headers"] == ["X-Tenant", "X-Region"]
    assert "X-Tenant, X-Region" in desk.must("upstream", "desk")
    desk.must("upstream", "desk", "--no-forward-headers")
    assert "none go on" in desk.must("upstream", "desk")
    both = ("--forward-header", "X-Tenant", "--no-forward-headers")
    assert desk.run("upstream", "desk", *both).exit_code == 2


def test_a_header_that_may_not_go_on_is_refused_with_the_reason(desk: CommandLine) -> None:
    assert "never goes on" in desk.refusal("upstream", "desk", "--forward-header", "Authorization")


def test_how_much_enters_a_models_context_is_shown_and_changed(desk: CommandLine) -> None:
    assert "--max-context" in desk.must("upstream", "--help")
    assert "100 000" in desk.must("upstream", "desk")
    changed = desk.json("upstream", "desk", "--max-context", "2000")["upstream"]
    assert changed["limits"]["max_text_bytes"] == 2_000
    assert desk.run("upstream", "desk", "--max-context", "10").exit_code == 2
