from collections.abc import Sequence

from curation.store import Connection, Store
from curation.store.apis import ApiRow, add_api, know_principal
from curation.store.packing import pack_definitions, pack_outline, pack_text
from curation.store.versions import (
    DocumentText,
    NewVersion,
    VersionRow,
    add_operations,
    add_version,
    candidate_digests,
    candidates_of,
    definitions_of,
    judged_candidates,
    latest_version,
    operation_keys,
    operation_keys_of,
    outline_of,
    outlines_of,
    pack_candidate,
    version_numbers,
)
from tests.curating import candidate, extraction
from translator.candidates import Candidate

GET, POST = candidate("GET /pets"), candidate("POST /pets")
CHANGED = candidate("GET /pets", description="Changed.")
IDS = {("GET", "/pets"): "o1", ("POST", "/pets"): "o2"}
KEYS = {f"{method} {path}": made for (method, path), made in IDS.items()}


def new(candidates: Sequence[Candidate]) -> NewVersion:
    whole = extraction(candidates)
    return NewVersion(
        digest="sha256:d",
        extraction=whole,
        source="file:///pets.json",
        made_by="isthmus",
        author="ann",
        imported_at=1.0,
        findings=0,
        documents=(DocumentText("file:///pets.json", "sha256:d", pack_text(b"{}")),),
        candidates=tuple(pack_candidate(made) for made in candidates),
        packed_outline=pack_outline(whole),
        packed_definitions=pack_definitions(whole),
    )


def two_versions(connection: Connection) -> tuple[VersionRow, VersionRow]:
    know_principal(connection, "ann", 1.0)
    add_api(connection, ApiRow("a", "pets", "Pets", "e", "pets", "u"), 1.0)
    add_operations(connection, "a", IDS, 1.0)
    first = add_version(connection, "a", None, new([GET, POST]), KEYS)
    return first, add_version(connection, "a", first, new([POST, CHANGED]), KEYS)


def test_versions_are_numbered_and_the_latest_is_current(store: Store) -> None:
    with store.writing() as connection:
        assert latest_version(connection, "a") is None
        first, second = two_versions(connection)
        assert (first.number, second.number, second.operations) == (1, 2, 2)
        assert latest_version(connection, "a") == second
        assert version_numbers(connection, "a") == {first.id: 1, second.id: 2}


def test_candidates_come_back_in_the_descriptions_order(store: Store) -> None:
    with store.writing() as connection:
        first, second = two_versions(connection)
        assert candidates_of(connection, first.id) == {"o1": GET, "o2": POST}
        assert list(candidates_of(connection, second.id).items()) == [("o2", POST), ("o1", CHANGED)]
        assert candidate_digests(connection, second.id) == {
            "o1": CHANGED.digest,
            "o2": POST.digest,
        }


def test_candidates_of_earlier_versions_are_found_one_by_one(store: Store) -> None:
    with store.writing() as connection:
        two_versions(connection)
        wanted = [(1, "o1"), (2, "o1"), (2, "none"), (9, "o1")]
        assert judged_candidates(connection, "a", wanted) == {(1, "o1"): GET, (2, "o1"): CHANGED}


def test_many_judged_candidates_may_be_asked_for(store: Store) -> None:
    with store.writing() as connection:
        two_versions(connection)
        wanted = [(1, f"none{n}") for n in range(2_000)] + [(1, "o2")]
        assert judged_candidates(connection, "a", wanted) == {(1, "o2"): POST}


def test_operations_are_known_by_id(store: Store) -> None:
    with store.writing() as connection:
        first, _ = two_versions(connection)
        assert operation_keys(connection, "a") == {"o1": "GET /pets", "o2": "POST /pets"}
        assert operation_keys_of(connection, first) == {"GET /pets", "POST /pets"}
        assert operation_keys_of(connection, None) is None


def test_outlines_and_definitions_belong_to_a_version(store: Store) -> None:
    with store.writing() as connection:
        first, _ = two_versions(connection)
        assert outline_of(connection, first.id).title == "Pets"
        assert set(outlines_of(connection, "a", [1, 2, 7])) == {1, 2}
        definitions = definitions_of(connection, "a", [1])
        assert definitions[1].input_defs == extraction().input_defs


def test_a_version_without_operations_is_one(store: Store) -> None:
    with store.writing() as connection:
        two_versions(connection)
        empty = add_version(connection, "a", latest_version(connection, "a"), new([]), KEYS)
        assert candidates_of(connection, empty.id) == {}
