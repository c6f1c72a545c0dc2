import sys

import pytest

from translator.errors import SourceError
from translator.openapi.budget import Budget, resident_bytes
from translator.openapi.limits import DocumentLimits


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_time_that_is_computed_is_spent() -> None:
    computed = Clock()
    budget = Budget(DocumentLimits(max_seconds=2.0), computed_s=computed, wall_s=Clock())
    computed.time = 1.5
    budget.tick()
    assert budget.left_s() == 0.5
    computed.time = 2.5
    with pytest.raises(SourceError, match=r"longer than 2 seconds.*--max-seconds"):
        budget.tick()
    assert budget.left_s() == 0.0


def test_time_that_passes_while_others_compute_is_not_spent() -> None:
    wall = Clock()
    budget = Budget(DocumentLimits(max_seconds=2.0), computed_s=Clock(), wall_s=wall)
    wall.time = 100.0
    budget.tick()
    assert budget.left_s() == 2.0


def test_time_that_somebody_else_is_waited_for_is_spent() -> None:
    computed, wall = Clock(), Clock()
    budget = Budget(DocumentLimits(max_seconds=2.0), computed_s=computed, wall_s=wall)
    with budget.waiting():
        wall.time, computed.time = 1.5, 0.5
    assert budget.spent_s() == 1.5
    with pytest.raises(ZeroDivisionError), budget.waiting():
        wall.time = 3.0 / (wall.time - 1.5)
    with budget.waiting():
        wall.time = 3.0
    assert budget.spent_s() == 3.0
    with pytest.raises(SourceError, match="longer than 2 seconds"):
        budget.tick()


def test_memory_that_grows_is_spent() -> None:
    bytes_now = [100]
    limits = DocumentLimits(max_memory=5_000_000)
    budget = Budget(limits, computed_s=Clock(), resident=lambda: bytes_now[0])
    bytes_now[0] += 5_000_000
    budget.tick()
    bytes_now[0] += 1
    with pytest.raises(SourceError, match=r"more than 5 MB of memory.*--max-memory"):
        budget.tick()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it cheaply")
def test_the_memory_of_this_process_is_known() -> None:
    before = resident_bytes()
    held = bytearray(50_000_000)
    assert resident_bytes() - before > 40_000_000
    del held
