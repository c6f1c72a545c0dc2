from typing import Any

import pytest

from tests.isthmus.conftest import CommandLine


def _row(desk: CommandLine, operation: str) -> Any:
    return desk.json("review", "desk", operation)[0]


def test_allow_and_deny_are_kept_with_who_and_why(desk: CommandLine) -> None:
    printed = desk.must("allow", "desk", "GET /incidents*", "-r", "on call needs it")
    assert "2 decisions recorded" in printed
    desk.must("deny", "desk", "purge_incidents")
    states = {row["name"]: row["state"] for row in desk.json("review", "desk")}
    assert states["list_incidents"] == "allowed"
    assert states["purge_incidents"] == "denied"
    assert states["open_incident"] == "new"


def test_both_exposes_a_tool_and_a_template(desk: CommandLine) -> None:
    desk.must("allow", "desk", "list_incidents", "--as", "both")
    assert _row(desk, "list_incidents")["exposed"] == ["resource_template", "tool"]


def test_texts_are_replaced(desk: CommandLine) -> None:
    desk.must("rename", "desk", "open_incident", "report_outage")
    desk.must("title", "desk", "open_incident", "Report an outage")
    desk.must("describe", "desk", "open_incident", "Say that something is broken.")
    row = _row(desk, "open_incident")
    assert (row["name"], row["title"], row["description"]) == (
        "report_outage",
        "Report an outage",
        "Say that something is broken.",
    )


def test_hints_are_a_persons_word(desk: CommandLine) -> None:
    desk.must("annotate", "desk", "check_health", "readOnly=true", "openWorld=false")
    hints = _row(desk, "check_health")["hints"]
    assert (hints["readOnly"]["value"], hints["openWorld"]["value"]) == (True, False)
    assert "ana" in hints["openWorld"]["evidence"]


def test_an_unknown_hint_is_refused(desk: CommandLine) -> None:
    assert "readOnly" in desk.misuse("annotate", "desk", "check_health", "safe=true")


def test_an_argument_is_pinned_renamed_described_and_defaulted(desk: CommandLine) -> None:
    argument = ("argument", "desk", "list_incidents")
    desk.must(*argument, "state", "--pin", '"open"')
    desk.must(*argument, "limit", "--default", "5", "--describe", "How many.")
    desk.must(*argument, "query:service_id", "--rename", "service")
    found = {a["binding"]: a for a in _row(desk, "list_incidents")["arguments"]}
    assert found["query:state"]["pinned"] == ["open"]
    assert found["query:state"]["hidden"]
    assert found["query:limit"]["default"] == [5]
    assert found["query:limit"]["description"] == "How many."
    assert found["query:service_id"]["name"] == "service"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "say what to do"),
        (["--pin", "open"], "is not JSON"),
    ],
)
def test_an_unclear_word_about_an_argument_is_refused(
    desk: CommandLine, options: list[str], words: str
) -> None:
    assert words in desk.misuse("argument", "desk", "list_incidents", "state", *options)


def test_a_name_clients_refuse_is_refused_at_once(desk: CommandLine) -> None:
    assert "64" in desk.refusal("rename", "desk", "open_incident", "open incident!")


def test_deciding_twice_is_one_decision(desk: CommandLine) -> None:
    desk.must("allow", "desk", "list_incidents")
    assert "1 stood already" in desk.must("allow", "desk", "list_incidents")


def test_pages_are_followed_until_they_are_not(desk: CommandLine) -> None:
    desk.must("allow", "desk", "list_incidents", "--as", "tool")
    desk.must("paginate", "desk", "list_incidents", "--pages", "3", "-r", "short pages")
    assert _row(desk, "list_incidents")["pages"] == 3
    assert "up to 3 in one call" in desk.must("review", "desk", "list_incidents")
    desk.must("paginate", "desk", "list_incidents", "--off")
    assert _row(desk, "list_incidents")["pages"] == 1


@pytest.mark.parametrize("options", [[], ["--off", "--pages", "2"]])
def test_pages_take_a_number_or_off(desk: CommandLine, options: list[str]) -> None:
    assert "say --pages N, or --off" in desk.misuse("paginate", "desk", "list_incidents", *options)


def test_pages_of_what_has_none_are_refused(desk: CommandLine) -> None:
    assert "tells nothing of pages" in desk.refusal(
        "paginate", "desk", "get_incident", "--pages", "2"
    )


def test_instructions_reach_the_surface(desk: CommandLine) -> None:
    desk.must("instructions", "desk", "Read before you write.")
    desk.must("allow", "desk", "list_incidents")
    assert desk.run("publish", "desk").exit_code == 0


def test_decisions_are_taken_back(desk: CommandLine) -> None:
    desk.must("allow", "desk", "open_incident")
    desk.must("rename", "desk", "open_incident", "report_outage")
    desk.must("clear", "desk", "open_incident", "--what", "rename")
    assert _row(desk, "open_incident")["name"] == "open_incident"
    assert "1 decision recorded" in desk.must("clear", "desk", "open_incident")
    assert _row(desk, "open_incident")["state"] == "new"
    assert "nothing was decided" in desk.refusal("clear", "desk", "open_incident")


def test_allowing_says_as_what_each_is_offered(desk: CommandLine) -> None:
    assert "GET /incidents as resource template and tool" in " ".join(
        desk.must("allow", "desk", "list_incidents", "--as", "both").split()
    )
    assert "POST /incidents as tool" in " ".join(
        desk.must("allow", "desk", "open_incident").split()
    )


def test_a_text_with_what_nobody_sees_is_refused(desk: CommandLine) -> None:
    for text in ("Opens\u202e one.", "Opens\x07 one.", "Opens\U000e0041 one."):
        for command in ("describe", "title"):
            told = desk.refusal(command, "desk", "open_incident", text)
            assert f"U+{ord(text[5]):04X}" in told
        assert "nobody sees" in desk.refusal("instructions", "desk", text)
    desk.must("describe", "desk", "open_incident", "Öffnet einen Vorfall 🙂.\nNur einmal.")
