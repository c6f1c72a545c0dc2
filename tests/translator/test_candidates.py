"""Candidates as a whole, and those that our own descriptions in fixtures/ must give.

`python tests/translator/test_candidates.py` writes fixtures/*.candidates.json anew. Read what
changed: the files say what is right, not what happens.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.candidates import CREDENTIAL, DEPRECATED, Candidate, Primitive, propose
from translator.openapi.extract import extract
from translator.openapi.source import load_description
from translator.operation import (
    Extraction,
    Location,
    MediaType,
    Operation,
    Parameter,
    RequestBody,
    ResponseDescription,
    SecurityScheme,
)

KEY = SecurityScheme("Key", "apiKey", Location.HEADER, "X-Key")
PET = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
PET_ID = Parameter("petId", Location.PATH, {"type": "integer"}, required=True)
LIST = Operation(
    "GET",
    "/pets",
    "listPets",
    summary="List pets",
    parameters=(Parameter("limit", Location.QUERY, {"type": "integer"}),),
)
SHOW = Operation("GET", "/pets/{petId}", parameters=(PET_ID,), summary="One pet")
CREATE = Operation(
    "POST", "/pets", "createPet", body=RequestBody((MediaType("application/json", PET),), True)
)


def extraction_of(*operations: Operation) -> Extraction:
    return Extraction("Pets", "1", None, "3.1.0", operations, {"Key": KEY}, (), {}, {}, ())


def proposed(*operations: Operation) -> tuple[Candidate, ...]:
    return propose(extraction_of(*operations), "shop")


def test_a_candidate_says_what_an_operation_could_become_and_why():
    listed, shown, created = proposed(LIST, SHOW, CREATE)

    assert (listed.primitive, listed.name, listed.title) == (
        Primitive.RESOURCE_TEMPLATE,
        "listPets",
        "List pets",
    )
    assert (listed.readable, listed.uri, listed.uri_variables) == (
        True,
        "api://shop/pets{?limit}",
        {"limit": "limit"},
    )
    assert (shown.name, shown.name_evidence) == (
        "get_pet",
        "built from method and path: there is no operationId",
    )
    assert (created.primitive, created.readable, created.uri) == (Primitive.TOOL, False, None)
    assert created.content_type == "application/json"
    assert [argument.binding for argument in created.arguments] == ["body:/name"]
    assert created.hints.destructive.value is False


def test_a_collection_and_its_item_are_linked():
    listed, shown, created = proposed(LIST, SHOW, CREATE)

    assert (listed.linked, shown.linked, created.linked) == (SHOW.key, LIST.key, None)


def test_a_collection_tells_its_items_and_its_pages():
    pets = {"type": "array", "items": {"type": "object", "properties": {"id": {}}}}
    responses = (ResponseDescription("200", None, (MediaType("application/json", pets),)),)
    offset = Parameter("offset", Location.QUERY, {"type": "integer"})
    listing = replace(LIST, parameters=(*LIST.parameters, offset), responses=responses)
    listed, shown = proposed(listing, SHOW)

    assert listed.item_link is not None
    assert (listed.item_link.operation, listed.item_link.identifier) == (SHOW.key, "/id")
    assert listed.pagination is not None
    assert listed.pagination.kind == "offset"
    assert (shown.item_link, shown.pagination) == (None, None)


def test_a_deprecated_operation_is_told():
    (candidate,) = proposed(replace(LIST, deprecated=True))

    assert DEPRECATED in candidate.notes
    assert candidate.description == "Deprecated. List pets"


def test_a_credential_listed_as_a_required_parameter_asks_for_its_scheme():
    key = Parameter("X-Key", Location.HEADER, {"type": "string"}, required=True)
    (candidate,) = proposed(replace(LIST, parameters=(key,)))

    assert candidate.arguments == ()
    assert candidate.operation.security[0].schemes[0].key == "Key"
    assert CREDENTIAL in candidate.notes
    assert candidate.primitive is Primitive.RESOURCE


def test_an_operation_with_a_body_nobody_can_write_is_withheld():
    body = RequestBody((MediaType("no media type"),), required=True)
    (candidate,) = proposed(replace(CREATE, body=body))

    assert candidate.withheld is not None
    assert [each.code for each in candidate.findings] == ["media-type-unsupported"]


def test_all_findings_of_the_parts_are_the_candidates():
    filtering = Parameter("filter[a]", Location.QUERY, {"type": "string"})
    (candidate,) = proposed(
        replace(LIST, operation_id="list" * 20, summary=" ", parameters=(filtering,))
    )

    assert [each.code for each in candidate.findings] == [
        "name-shortened",
        "argument-renamed",
        "text-missing",
    ]
    assert {each.operation for each in candidate.findings} == {"GET /pets"}


def test_what_a_person_judged_is_in_the_digest():
    (before,) = proposed(LIST)

    for changed in (
        replace(LIST, summary="List all pets"),
        replace(LIST, operation_id="pets"),
        replace(LIST, parameters=()),
    ):
        (after,) = proposed(changed)
        assert after.digest != before.digest


OPERATIONS = st.permutations(
    [LIST, SHOW, CREATE, replace(LIST, path="/Pets"), replace(CREATE, method="PUT")]
)


@given(OPERATIONS)
def test_a_candidate_does_not_depend_on_the_order_of_operations(operations):
    by_key = {
        candidate.operation.key: candidate
        for candidate in proposed(*sorted(operations, key=lambda o: o.key))
    }

    assert [by_key[operation.key] for operation in operations] == list(proposed(*operations))


FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
DESCRIPTIONS = sorted(
    path
    for pattern in ("*.yaml", "*.json", "*/openapi.yaml", "*/swagger.yaml")
    for path in FIXTURES.glob(pattern)
    if not path.name.endswith(".candidates.json")
)


def summary_of(candidate: Candidate) -> dict[str, object]:
    hints = candidate.hints
    named = {
        "read_only": hints.read_only,
        "destructive": hints.destructive,
        "idempotent": hints.idempotent,
        "open_world": hints.open_world,
    }
    return {
        "operation": candidate.operation.key,
        "primitive": candidate.primitive.value,
        "name": candidate.name,
        "hints": [name for name, hint in named.items() if hint.value],
        "uri": candidate.uri,
        "content_type": candidate.content_type,
        "arguments": [
            {"name": each.name, "binding": each.binding, "required": each.required}
            for each in candidate.arguments
        ],
        "findings": [each.code for each in candidate.findings],
        **collection_of(candidate),
    }


def collection_of(candidate: Candidate) -> dict[str, object]:
    """What is told of pages and items, of those that have them."""
    how, link = candidate.pagination, candidate.item_link
    known = {} if how is None else {"pages": [how.kind, how.items, how.parameter, how.first]}
    items = {} if link is None else {"items": [link.items, link.parameter, link.identifier]}
    return known | items


def candidates_of(description: Path) -> list[dict[str, object]]:
    extraction = extract(load_description(str(description), fetch=None))
    return [summary_of(candidate) for candidate in propose(extraction, "fixture")]


def expected_file(description: Path) -> Path:
    return description.with_name(f"{description.stem}.candidates.json")


@pytest.mark.parametrize(
    "description", DESCRIPTIONS, ids=lambda path: str(path.relative_to(FIXTURES))
)
def test_fixture_gives_its_candidates(description):
    expected = json.loads(expected_file(description).read_text(encoding="utf-8"))

    assert candidates_of(description) == expected


def as_text(candidates: list[dict[str, object]]) -> str:
    """Write one member a line, and one argument a line."""

    def value(member: object) -> str:
        if isinstance(member, list) and member and isinstance(member[0], dict):
            lines = [json.dumps(item, ensure_ascii=False) for item in member]
            return "[\n      " + ",\n      ".join(lines) + "\n    ]"
        return json.dumps(member, ensure_ascii=False)

    blocks = [
        ",\n".join(f'    "{name}": {value(member)}' for name, member in candidate.items())
        for candidate in candidates
    ]
    return "[\n" + ",\n".join(f"  {{\n{block}\n  }}" for block in blocks) + "\n]\n"


if __name__ == "__main__":
    for each in DESCRIPTIONS:
        expected_file(each).write_text(as_text(candidates_of(each)), encoding="utf-8")
