"""The table of kinds names tests that there are."""

import re
from pathlib import Path

HERE = Path(__file__).parent
ROWS = [
    line
    for line in (HERE / "README.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "`" in line
]


def test_every_test_file_of_the_table_is_there() -> None:
    known = {path.name for path in HERE.parent.rglob("test_*.py")}
    named = {name for row in ROWS for name in re.findall(r"test_\w+\.py", row)}
    assert named - known == set()


def test_every_file_of_kinds_is_in_the_table() -> None:
    own = {path.name for path in HERE.glob("test_*.py")} - {Path(__file__).name}
    assert own == {name for name in own if any(f"`{name}`" in row for row in ROWS)}
    assert len(ROWS) == 28
