import pytest

from translator.annotations import Hints, propose_hints
from translator.operation import Operation


def values(hints: Hints) -> str:
    """Return the hints that are true, by their first letters."""
    named = {"r": hints.read_only, "d": hints.destructive, "i": hints.idempotent}
    return "".join(letter for letter, hint in named.items() if hint.value)


@pytest.mark.parametrize(
    ("method", "name", "true"),
    [
        ("GET", "listPets", "ri"),
        ("HEAD", "headPets", "ri"),
        ("OPTIONS", "optionsPets", "ri"),
        ("TRACE", "tracePets", "ri"),
        ("QUERY", "queryPets", "ri"),
        ("PROPFIND", "properties", "ri"),
        ("PUT", "replacePet", "di"),
        ("DELETE", "deletePet", "di"),
        ("PATCH", "updatePet", "d"),
        ("POST", "createPet", ""),
        ("POST", "pets_add", ""),
        ("POST", "createOrUpdatePet", "d"),
        ("POST", "purgePets", "d"),
        ("POST", "pets.cancel", "d"),
        ("POST", "createDeleteRequest", "d"),
        ("POST", "searchPets", "d"),
        ("POST", "feedPet", "d"),
        ("POST", "PostCustomers", "d"),
        ("COPY", "copyPet", "d"),
        ("GET", "deletePet", "d"),
    ],
)
def test_hints_follow_the_method_and_then_the_name(method, name, true):
    assert values(propose_hints(Operation(method, "/pets", name))) == true


@pytest.mark.parametrize(
    ("summary", "destructive"), [("Creates a pet", False), ("Feed a pet", True), (None, True)]
)
def test_the_summary_speaks_where_there_is_no_operation_id(summary, destructive):
    hints = propose_hints(Operation("POST", "/pets", summary=summary))

    assert hints.destructive.value is destructive


@pytest.mark.parametrize(
    ("method", "name", "hint", "evidence"),
    [
        ("GET", "listPets", "read_only", "GET is safe, RFC 9110 §9.2.1"),
        ("GET", "listPets", "idempotent", "RFC 9110 §9.2.2"),
        ("GET", "deletePad", "read_only", "'delete'"),
        ("POST", "searchPets", "read_only", "'search' and suggests that it only reads: confirm"),
        ("POST", "createPet", "destructive", "'create'"),
        ("POST", "purgePets", "destructive", "'purge'"),
        ("POST", "feedPet", "idempotent", "POST is not idempotent, RFC 9110 §9.2.2"),
        ("PUT", "feedPet", "destructive", "RFC 9110 §9.3.4"),
        ("DELETE", "feedPet", "destructive", "RFC 9110 §9.3.5"),
        ("PATCH", "feedPet", "idempotent", "RFC 5789 §2"),
        ("LINK", "feedPet", "read_only", "nothing says that LINK is safe"),
        ("QUERY", "queryPets", "idempotent", "OAS 3.2.0"),
    ],
)
def test_each_hint_says_why(method, name, hint, evidence):
    hints = propose_hints(Operation(method, "/pets", name))

    assert evidence in getattr(hints, hint).evidence


def test_the_world_is_open():
    assert propose_hints(Operation("GET", "/pets")).open_world.value
