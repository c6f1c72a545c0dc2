from pathlib import Path

from translator.finding import CODES, Severity, finding


def test_severity_comes_from_the_table() -> None:
    assert finding("ref-unresolved", "x").severity is Severity.ERROR


def test_every_code_is_documented_with_its_severity_and_meaning() -> None:
    page = (Path(__file__).parents[2] / "docs" / "findings.md").read_text(encoding="utf-8")
    listed = [line for line in page.splitlines() if line.startswith("| `")]
    assert listed == [f"| `{k}` | {c.severity} | {c.meaning} |" for k, c in CODES.items()]
