"""One desk for each hostile description."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.attempts import Desk, trap


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies here: it takes longer than the other tests together."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.hostile)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A fresh desk; whoever called its trap fails the test."""
    with trap() as (port, callers):
        made = Desk(tmp_path, port, callers)
        made.canary.write_text('{"type": "string", "description": "canary"}')
        yield made
    assert callers == []
