import pytest

from curation.lint.values import LintSeverity
from tests.curating import Shop
from translator.errors import RefusedByUs


def _codes(shop: Shop, *patterns: str, everything: bool = False, **options: int) -> set[str]:
    report = shop.service.lint("pet-shop", patterns, everything=everything, **options)
    return {one.code for one in report.findings}


def test_only_what_is_allowed_is_judged(pet_shop: Shop) -> None:
    report = pet_shop.service.lint("pet-shop")
    assert (report.tools, report.resources, report.findings) == (0, 0, ())
    pet_shop.allow("listPets")
    assert pet_shop.service.lint("pet-shop").tools == 1


def test_every_candidate_is_judged_as_it_is_proposed(pet_shop: Shop) -> None:
    report = pet_shop.service.lint("pet-shop", everything=True)
    assert report.tools + report.resources == len(pet_shop.states())
    assert report.tokens > 0


def test_a_persons_words_are_what_is_judged(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    assert "when-unsaid" in _codes(pet_shop)
    text = "Use this to see which pets are for sale. Returns them with their prices."
    pet_shop.service.describe("pet-shop", "listPets", text, author="ann")
    assert "when-unsaid" not in _codes(pet_shop)


def test_an_argument_that_is_hidden_needs_no_description(pet_shop: Shop) -> None:
    del pet_shop.operation("/pets", "get")["parameters"][0]["schema"]
    pet_shop.operation("/pets", "get")["parameters"][0]["schema"] = {"type": "integer"}
    pet_shop.operation("/pets", "get")["parameters"][0].pop("description", None)
    pet_shop.bring()
    pet_shop.allow("listPets")
    assert "arguments-undescribed" in _codes(pet_shop)
    for name in ("limit", "tag"):
        pet_shop.service.hide_argument("pet-shop", ["listPets"], name, author="ann")
    assert "arguments-undescribed" not in _codes(pet_shop)


def test_the_tokens_one_tool_may_cost_are_the_callers_to_say(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    assert "too-many-tokens" not in _codes(pet_shop)
    assert "too-many-tokens" in _codes(pet_shop, max_tokens=1)


def test_a_pattern_narrows_it_and_one_that_selects_nothing_is_refused(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    assert pet_shop.service.lint("pet-shop", ["listPets"]).tools == 1
    with pytest.raises(RefusedByUs, match="matches 'nothing'"):
        pet_shop.service.lint("pet-shop", ["nothing"])


def test_a_publication_says_what_lint_says(pet_shop: Shop) -> None:
    pet_shop.allow("*")
    report = pet_shop.publish()
    assert report.lint == pet_shop.service.lint("pet-shop").findings
    assert all(one.severity is not LintSeverity.BLOCKING for one in report.lint)


def test_the_profile_of_the_draft_is_the_one_judged(pet_shop: Shop) -> None:
    pet_shop.allow("listPets")
    pet_shop.service.set_profile("pet-shop", "gemini", author="ann")
    assert pet_shop.service.lint("pet-shop").profile == "gemini"
