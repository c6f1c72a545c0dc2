import pytest

from curation.decisions import (
    Allow,
    Clear,
    DefaultArgument,
    Deny,
    Expose,
    ExposeAs,
    HideArgument,
    Instructions,
    Rename,
)
from curation.drafting import known_api
from curation.service import NewDecision
from curation.store.decisions import decisions_of
from tests.curating import Shop, operation
from translator.candidates import Primitive
from translator.errors import RefusedByUs


def decide(shop: Shop, *new: NewDecision, expected: int | None = None) -> tuple[int, ...]:
    return shop.service.decide(
        "pet-shop", new, author="bo", reason="because", expected_revision=expected
    ).sequences


def test_a_decision_keeps_who_when_why_and_what_was_judged(pet_shop: Shop) -> None:
    decide(pet_shop, NewDecision(Allow(), ("listPets",)))
    item = pet_shop.service.draft("pet-shop").items[0]
    made = item.decision("verdict")
    assert made is not None
    assert (made.author, made.reason, made.basis_version) == ("bo", "because", 1)
    assert made.basis_digest == item.basis.digest
    assert made.decided_at > 1_000
    assert made.target_id == item.operation_id


def test_decisions_are_only_added_and_name_what_they_supersede(pet_shop: Shop) -> None:
    first, second = decide(
        pet_shop,
        NewDecision(Rename("pets"), ("listPets",)),
        NewDecision(Rename("all_pets"), ("listPets",)),
    )
    with pet_shop.store.reading() as connection:
        api = known_api(connection, "pet-shop")
        kept = [(d.sequence, d.supersedes) for d in decisions_of(connection, api.id)]
    assert kept == [(first, None), (second, first)]


def test_what_stands_already_is_not_recorded_again(pet_shop: Shop) -> None:
    assert len(pet_shop.allow("*", expose=None).sequences) == 4
    again = pet_shop.allow("*", expose=None)
    assert (again.sequences, again.unchanged) == ((), 4)
    assert len(decide(pet_shop, NewDecision(DefaultArgument(1), ("listPets",), "limit"))) == 1
    assert len(decide(pet_shop, NewDecision(DefaultArgument(1.0), ("listPets",), "limit"))) == 1
    assert len(decide(pet_shop, NewDecision(DefaultArgument(1.0), ("listPets",), "limit"))) == 0


def test_a_changed_operation_can_be_allowed_again(pet_shop: Shop) -> None:
    pet_shop.allow("listPets", expose=None)
    pet_shop.operation("/pets", "get")["summary"] = "All pets"
    pet_shop.bring()
    assert pet_shop.states()["GET /pets"] == "changed"
    assert len(pet_shop.allow("listPets", expose=None).sequences) == 1
    assert pet_shop.states()["GET /pets"] == "allowed"


def test_one_bad_decision_takes_the_others_with_it(pet_shop: Shop) -> None:
    before = pet_shop.rows()
    with pytest.raises(RefusedByUs):
        decide(
            pet_shop,
            NewDecision(Allow(), ("listPets",)),
            NewDecision(Rename("not legal"), ("listPets",)),
        )
    assert pet_shop.rows() == before


def test_later_decisions_of_a_batch_see_the_earlier_ones(pet_shop: Shop) -> None:
    decide(
        pet_shop,
        NewDecision(Rename("pets"), ("listPets",)),
        NewDecision(Allow(), ("pets",)),
    )
    assert pet_shop.states()["GET /pets"] == "allowed"


def test_an_argument_is_decided_about_by_name(pet_shop: Shop) -> None:
    decide(pet_shop, NewDecision(HideArgument((5,)), ("listPets",), "limit"))
    limit = pet_shop.service.draft("pet-shop").items[0].arguments[0]
    assert (limit.binding, limit.hidden, limit.pinned) == ("query:limit", True, (5,))


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (NewDecision(Rename("x"), ("/pets",)), "means 2 operations"),
        (NewDecision(Rename("x"), ("listPets", "getPet")), "name one"),
        (NewDecision(Allow()), "say which"),
        (NewDecision(HideArgument(), ("listPets",)), "say which"),
        (NewDecision(HideArgument(), ("listPets",), "limt"), "it has limit"),
        (NewDecision(HideArgument(("five",)), ("listPets",), "limit"), "the value for limit"),
        (NewDecision(DefaultArgument(None), ("listPets",), "tag"), "the value for tag"),
        (NewDecision(Instructions("x"), ("listPets",)), "whole API"),
        (NewDecision(Clear("nothing"), ("listPets",)), "no matter"),
        (NewDecision(Allow(), ("GET /pet",)), "near it"),
    ],
)
def test_what_cannot_be_taken_is_refused(pet_shop: Shop, new: NewDecision, told: str) -> None:
    with pytest.raises(RefusedByUs, match=told):
        decide(pet_shop, new)


def test_what_someone_else_decided_meanwhile_is_not_overwritten(pet_shop: Shop) -> None:
    looked_at = pet_shop.service.draft("pet-shop").revision
    decide(pet_shop, NewDecision(Deny(), ("listPets",)))
    with pytest.raises(RefusedByUs, match="GET /pets was decided about meanwhile"):
        decide(pet_shop, NewDecision(Allow(), ("listPets",)), expected=looked_at)
    decide(pet_shop, NewDecision(Allow(), ("addPet",)), expected=looked_at)


def test_instructions_changed_meanwhile_are_not_overwritten(pet_shop: Shop) -> None:
    decide(pet_shop, NewDecision(Instructions("a")))
    with pytest.raises(RefusedByUs, match="meanwhile"):
        decide(pet_shop, NewDecision(Instructions("b")), expected=0)
    assert decide(pet_shop, NewDecision(Instructions("a"))) == ()


def test_a_broad_pattern_leaves_out_what_cannot_be_offered(shop: Shop) -> None:
    body = {"required": True, "content": {"bad": {}}}
    shop.description["paths"]["/odd"] = {"post": operation("Odd", requestBody=body)}
    assert shop.bring().withheld == 1
    report = shop.allow("*", expose=None)
    assert "left out POST /odd" in report.notes[0]
    assert len(report.sequences) == 4
    with pytest.raises(RefusedByUs, match="POST /odd cannot be allowed"):
        shop.allow("POST /odd", "GET /pets", expose=None)
    with pytest.raises(RefusedByUs, match="POST /odd cannot be allowed"):
        shop.allow("/od*", expose=None)


def test_both_is_a_tool_only_where_there_is_no_resource(pet_shop: Shop) -> None:
    report = pet_shop.allow("tag:write", "listPets", expose="both")
    assert any("POST /pets cannot be a resource" in note for note in report.notes)
    items = {item.key: item.expose for item in pet_shop.service.draft("pet-shop").items}
    assert items["POST /pets"] == {Primitive.TOOL}
    assert items["GET /pets"] == {Primitive.TOOL, Primitive.RESOURCE_TEMPLATE}


def test_a_resource_that_cannot_be_is_refused(pet_shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="POST /pets cannot be a resource"):
        pet_shop.allow("addPet", expose="resource")
    with pytest.raises(RefusedByUs, match="choose tool, resource or both"):
        pet_shop.allow("addPet", expose="prompt")


def test_a_gone_operation_can_be_denied_and_is_settled(pet_shop: Shop) -> None:
    pet_shop.allow("deletePet", expose=None)
    del pet_shop.description["paths"]["/pets/{id}"]["delete"]
    pet_shop.bring()
    assert pet_shop.states()["DELETE /pets/{id}"] == "gone"
    with pytest.raises(RefusedByUs, match="no longer offers it"):
        pet_shop.allow("deletePet", expose=None)
    decide(pet_shop, NewDecision(Deny(), ("deletePet",)))
    assert "DELETE /pets/{id}" not in pet_shop.states()


def test_a_cleared_decision_returns_to_the_proposal(pet_shop: Shop) -> None:
    decide(pet_shop, NewDecision(Expose((ExposeAs.TOOL,)), ("listPets",)))
    decide(pet_shop, NewDecision(Clear("expose"), ("listPets",)))
    item = pet_shop.service.draft("pet-shop").items[0]
    assert item.expose == {item.basis.primitive}


def test_an_unknown_api_lists_what_there_is(pet_shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="perhaps pet-shop"):
        pet_shop.service.allow("petshop", ["*"], author="ann")
