from translator.finding import Severity
from translator.openapi.limits import Remarks


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
