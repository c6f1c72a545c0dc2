from hypothesis import given
from hypothesis import strategies as st

from curation.lint.checks import lint
from curation.lint.similar import ALIKE, _alike, _share
from tests.curation.lint.offers import codes, offer, offered

BY_NAME = "Use this when you know the name of a customer's order. Returns the order."


def test_tools_of_nearly_the_same_words_are_named_with_each_other() -> None:
    found = lint(
        offer(
            offered("find_order", BY_NAME, operation="POST /a"),
            offered("find_orders", BY_NAME, operation="POST /b"),
            offered(operation="POST /c"),
        )
    )
    assert [(one.code, one.name) for one in found] == [
        ("near-duplicate", "find_order"),
        ("near-duplicate", "find_orders"),
    ]
    assert "'find_orders'" in found[0].message


def test_a_resource_is_no_tool_to_confuse() -> None:
    one = offered("find_order", BY_NAME, operation="POST /a")
    other = offered("find_order", BY_NAME, operation="GET /a", is_tool=False)
    assert "near-duplicate" not in codes(lint(offer(one, other)))


@given(st.lists(st.frozensets(st.sampled_from("abcdefghij"), min_size=1), max_size=12))
def test_all_pairs_that_are_alike_are_found_and_no_others(sets: list[frozenset[str]]) -> None:
    expected = {
        (one, other)
        for one in range(len(sets))
        for other in range(len(sets))
        if one != other and _share(sets[one], sets[other]) >= ALIKE
    }
    found = {(one, other) for one, others in _alike(sets).items() for other in others}
    assert found == expected
