import pytest

from curation.record import Record
from tests.curating import LIMIT, Shop
from translator.errors import RefusedByUs
from translator.trace import Caller, Trace


def call(shop: Shop, trace_id: str) -> None:
    with Record(shop.store, clock=shop.clock) as record:
        record.finish(Trace(trace_id, 50.0, Caller(), "pet-shop", "tool", "listPets", "c"))


def test_an_api_at_a_glance(pet_shop: Shop) -> None:
    (summary,) = pet_shop.service.apis()
    assert (summary.slug, summary.title, summary.version) == ("pet-shop", "Pet Shop", 1)
    assert (summary.operations, summary.states["new"], summary.oas_version) == (4, 4, "3.1.0")
    assert (summary.surface_version, summary.last_call_at) == (None, None)
    assert summary.source.startswith("file://")


def test_what_serves_at_a_glance(pet_shop: Shop) -> None:
    pet_shop.allow("listPets", expose="both")
    report = pet_shop.publish()
    pet_shop.service.stop("pet-shop", author="bo")
    call(pet_shop, "a")
    (summary,) = pet_shop.service.apis()
    assert (summary.surface_version, summary.tools, summary.templates) == (1, 1, 1)
    assert summary.input_tokens == report.input_tokens
    assert (summary.stopped, summary.last_call_at) == (True, 50.0)
    assert summary.states["allowed"] == 1


def test_what_needs_a_decision_at_a_glance(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    pet_shop.operation("/pets", "get")["summary"] = "Changed"
    pet_shop.operation("/pets", "post")["parameters"] = [{**LIMIT, "required": True}]
    del pet_shop.description["paths"]["/pets/{id}"]["delete"]
    pet_shop.bring()
    (summary,) = pet_shop.service.apis()
    assert [summary.states[s] for s in ("allowed", "changed", "held", "gone")] == [1, 1, 1, 1]


def test_findings_are_of_the_description_the_candidates_and_the_draft(shop: Shop) -> None:
    del shop.operation("/pets", "post")["summary"]
    shop.description["webhooks"] = {"bark": {"post": {}}}
    assert shop.bring()
    shop.allow("getPet")
    del shop.description["paths"]["/pets/{id}"]["get"]
    shop.bring()
    codes = {finding.code for finding in shop.service.findings("pet-shop")}
    assert {"webhooks-ignored", "text-missing", "operation-gone"} <= codes
    assert shop.service.apis()[0].findings == len(shop.service.findings("pet-shop")) - 1


def test_calls_are_listed_followed_and_shown(pet_shop: Shop) -> None:
    call(pet_shop, "abc")
    call(pet_shop, "abd")
    newest, oldest = pet_shop.service.traces(limit=5)
    assert (newest.trace_id, oldest.trace_id) == ("abd", "abc")
    after = pet_shop.service.traces_after(oldest.position)
    assert [each.trace_id for each in after] == ["abd"]
    assert pet_shop.service.trace("abc").name == "listPets"
    assert [chain.broken_at for chain in pet_shop.service.verify_record()] == [None, None]


@pytest.mark.parametrize(("trace_id", "told"), [("ab", "give more"), ("x", "isthmus traces")])
def test_an_id_that_names_no_one_call_is_refused(pet_shop: Shop, trace_id: str, told: str) -> None:
    call(pet_shop, "abc")
    call(pet_shop, "abd")
    with pytest.raises(RefusedByUs, match=told):
        pet_shop.service.trace(trace_id)
