import pytest

from translator.finding import Severity
from translator.json_value import JsonValue, to_json
from translator.openapi.limits import DocumentLimits, Remarks, limits_for, outweighs


def test_findings_keep_their_order_and_places() -> None:
    remarks = Remarks()
    remarks.add("duplicate-key", "first", "/a")
    remarks.add("lone-surrogate", "second", lambda: "/b")
    assert [(f.message, f.pointer) for f in remarks.findings()] == [
        ("first", "/a"),
        ("second", "/b"),
    ]


def test_beyond_the_bound_findings_are_counted() -> None:
    remarks = Remarks(per_code=2)
    for number in range(5):
        remarks.add("duplicate-key", str(number))
    last = remarks.findings()[-1]
    assert len(remarks.findings()) == 3
    assert last.message.startswith("3 more like this")
    assert last.severity is Severity.WARNING


def test_a_pointer_that_is_not_listed_is_not_computed() -> None:
    remarks = Remarks(per_code=0)
    remarks.add("duplicate-key", "x", lambda: 1 / 0)  # type: ignore[arg-type, return-value]
    assert len(remarks.findings()) == 1


def test_what_is_not_asked_for_stays_as_usual() -> None:
    assert limits_for() == DocumentLimits()
    assert limits_for(max_memory_mb=10).max_nodes == DocumentLimits().max_nodes


def test_more_memory_lets_in_more_of_everything() -> None:
    usual = DocumentLimits()
    limits = limits_for(90.0, 10 * usual.max_memory // 10**6)
    assert limits.max_seconds == 90.0
    assert limits.max_memory == 10 * usual.max_memory
    assert (limits.max_bytes, limits.max_nodes) == (10 * usual.max_bytes, 10 * usual.max_nodes)
    assert limits.max_depth == usual.max_depth


@pytest.mark.parametrize(
    "value",
    [
        "a" * 99, ["a" * 20] * 4, {"a" * 40: "b" * 40}, {f"k{n}": n for n in range(10)}, 10**80,
        [[[[]]]], None, 1.5, {"a": [{"b": "c" * 60}]},
    ],
)  # fmt: skip
def test_a_value_outweighs_what_its_json_is_longer_than(value: JsonValue) -> None:
    length = len(to_json(value))
    assert outweighs(value, length // 2 - 3)
    assert not outweighs(value, 2 * length + 5)


def test_a_large_value_is_not_looked_through() -> None:
    """What is shared counts each time, and only until that is enough."""
    value: JsonValue = ["x"]
    for _ in range(60):
        value = [value, value]
    assert outweighs(value, 1_000)
