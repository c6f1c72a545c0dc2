import json

import pytest

from isthmus import console
from translator.errors import ErrorClass
from translator.finding import finding
from translator.trace import Caller, Trace


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 漢\n\tnext", "plain é 漢\n\tnext"),
        ("\x1b[31mred", "<U+001B>[31mred"),
        ("a\u202eb\u200bc", "a<U+202E>b<U+200B>c"),
        ("half \ud800", "half <U+D800>"),
    ],
)
def test_what_steers_a_terminal_is_shown_as_a_code_point(text: str, shown: str) -> None:
    assert console.plain(text) == shown


def test_markup_in_a_text_is_never_read(capsys: pytest.CaptureFixture[str]) -> None:
    console.say("[red]x[/red] [link=a]b")
    console.table(("a",), [("[bold]y",)])
    printed = capsys.readouterr().out
    assert "[red]x[/red] [link=a]b" in printed
    assert "[bold]y" in printed


def test_findings_stand_gravest_first_with_their_place(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_findings(
        [
            finding("text-missing", "no text", operation="GET /a"),
            finding("ref-unresolved", "lost", document="b.yaml", pointer="/x"),
        ],
        most=1,
    )
    printed = capsys.readouterr().out
    assert "b.yaml#/x" in printed
    assert "no text" not in printed
    assert "and 1 more" in printed


def test_dataclasses_print_as_json_with_every_digit(capsys: pytest.CaptureFixture[str]) -> None:
    trace = Trace("t", 0.0, Caller(), "shop", "tool", "x", "c", arguments={"id": 2**64})
    trace.error_class = ErrorClass.AMBIGUOUS
    console.print_json(trace)
    printed = json.loads(capsys.readouterr().out)
    assert (printed["arguments"], printed["error_class"]) == ({"id": 2**64}, "ambiguous")


def test_one_value_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_json_line({"a": "x\ny"})
    assert capsys.readouterr().out == '{"a":"x\\ny"}\n'


def test_long_numbers_are_grouped() -> None:
    assert console.thousands(1234567) == "1 234 567"
