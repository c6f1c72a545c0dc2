from translator.finding import Severity
from translator.openapi.finding_log import FindingLog
from translator.openapi.resolve import Place

ENTRY = "file:///apis/entry.yaml"
OPERATION = Place(ENTRY, "/paths/~1parcels/get")


def _same(place: Place) -> Place:
    return place


def test_finding_has_its_severity_and_place() -> None:
    log = FindingLog(ENTRY, _same)

    log.add("schema-invalid", "why", Place("file:///apis/models/a.yaml", "/type"))

    (found,) = log.found()
    assert (found.severity, found.document, found.pointer) == (
        Severity.WARNING,
        "models/a.yaml",
        "/type",
    )


def test_same_remark_counts_once() -> None:
    log = FindingLog(ENTRY, _same)

    for message in ("a", "b", "a"):
        log.add("schema-invalid", message, Place(ENTRY, "/x"))

    assert [found.message for found in log.found()] == ["a", "b"]


def test_remark_inside_the_operation_being_read_names_it() -> None:
    log = FindingLog(ENTRY, _same)
    log.enter("GET /parcels", OPERATION)

    for pointer in ("", "/parameters/0"):
        log.add("text-missing", "inside", Place(ENTRY, OPERATION.pointer + pointer))
    log.add("text-missing", "outside", Place(ENTRY, OPERATION.pointer + "Other"))
    log.add("text-missing", "elsewhere", Place("file:///apis/b.yaml", OPERATION.pointer))
    log.leave()
    log.add("text-missing", "after", OPERATION)

    assert [(f.message, f.operation) for f in log.found()] == [
        ("inside", "GET /parcels"),
        ("inside", "GET /parcels"),
        ("outside", ""),
        ("elsewhere", ""),
        ("after", ""),
    ]


def test_place_is_the_one_the_author_wrote() -> None:
    log = FindingLog(ENTRY, lambda place: Place(ENTRY, "/written" + place.pointer))

    log.add("text-missing", "m", Place(ENTRY, "/moved"))

    assert log.found()[0].pointer == "/written/moved"


def test_beyond_the_bound_findings_of_a_code_are_counted() -> None:
    log = FindingLog(ENTRY, _same, per_code=3)

    for number in range(10):
        log.add("schema-invalid", "why", Place(ENTRY, f"/{number}"))
    log.add("text-missing", "none", Place(ENTRY, "/x"))

    assert [found.pointer for found in log.found()] == ["/0", "/1", "/2", "/x", ""]
    assert log.found()[-1].message.startswith("7 more like this: ")


def test_each_operation_that_is_withheld_is_named() -> None:
    log = FindingLog(ENTRY, _same, per_code=3)

    for number in range(10):
        log.add("operation-withheld", "why", Place(ENTRY, f"/{number}"))

    assert [found.pointer for found in log.found()] == [f"/{number}" for number in range(10)]
