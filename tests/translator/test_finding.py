from pathlib import Path

from translator.finding import CODES, Severity, finding


def test_severity_comes_from_the_table() -> None:
    assert finding("ref-unresolved", "x").severity is Severity.ERROR


def test_every_code_is_documented_with_its_severity_and_meaning() -> None:
    page = (Path(__file__).parents[2] / "docs" / "findings.md").read_text(encoding="utf-8")
    listed = [line for line in page.splitlines() if line.startswith("| `")]
    assert listed == [f"| `{k}` | {c.severity} | {c.meaning} |" for k, c in CODES.items()]


def test_what_a_finding_says_is_bounded() -> None:
    made = finding(
        "schema-invalid",
        "m" * 100_000,
        pointer="/a/" + "b" * 100_000 + "/c",
        document="d" * 100_000,
        operation="GET /" + "o" * 100_000,
    )
    assert len(made.message) < 2_000
    assert made.message.endswith("…")
    assert made.pointer == "/a"
    assert len(made.document) < 5_000
    assert len(made.operation) < 20_000


def test_a_long_pointer_becomes_that_of_what_is_around() -> None:
    pointer = "/" + "/".join(f"token{n}" for n in range(1_000))
    made = finding("schema-invalid", "m", pointer=pointer)
    assert pointer.startswith(made.pointer + "/")
    assert 1_900 < len(made.pointer) <= 2_000
