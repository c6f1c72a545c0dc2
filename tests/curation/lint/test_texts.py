import pytest

from curation.lint.checks import lint
from curation.lint.values import Offered, OfferedArgument
from tests.curation.lint.offers import TEXT, codes, offer, offered


@pytest.mark.parametrize(
    ("item", "code"),
    [
        (offered(description="Refund."), "description-short"),
        (offered(description="Refund the order"), "description-short"),
        (offered(description=f"{TEXT} " + "And so on, at length. " * 40), "description-long"),
        (offered(description="Pays an order back. Returns the refund."), "when-unsaid"),
        (offered(description="Use this to pay an order back."), "returns-unsaid"),
        (offered("post_orders_id_refund"), "name-jargon"),
        (offered("refund_controller_run"), "name-jargon"),
        (offered("refund_v2"), "name-jargon"),
        (offered("refund_0fa1b2c3"), "name-jargon"),
        (offered(description=f"{TEXT} See GET /orders first."), "text-jargon"),
        (offered(description=f"{TEXT} It is /orders/{{id}}/refund."), "text-jargon"),
        (offered(description=f"{TEXT} The requestBody counts."), "text-jargon"),
        (offered(arguments=(OfferedArgument("id", None),)), "arguments-undescribed"),
        (offered(arguments=(OfferedArgument("id", "  "),)), "arguments-undescribed"),
        (offered(tokens=1_001), "too-many-tokens"),
        (offered(decided=False), "hint-undecided"),
    ],
)
def test_what_a_model_misses_is_told(item: Offered, code: str) -> None:
    assert code in codes(lint(offer(item)))


@pytest.mark.parametrize(
    "item",
    [
        offered(),
        offered(description="Use this to pay an order back.", output={"type": "object"}),
        offered(description="Use this to pay an order back.", answers=False),
        offered(arguments=(OfferedArgument("id", "The order's number."),)),
        offered(arguments=(OfferedArgument("state", None, explained=True),)),
        offered(tokens=1_000),
        offered(decided=False, read_only=True),
        offered(
            description="これは注文を返金するためのツールです。必要なときに使い、結果を返します。"
        ),
    ],
)
def test_what_is_well_said_is_left_alone(item: Offered) -> None:
    assert lint(offer(item)) == ()


def test_what_is_only_a_resource_is_judged_by_its_text_alone() -> None:
    item = offered("get_orders_id", "Order", is_tool=False, decided=False, tokens=9_999)
    assert codes(lint(offer(item))) == ["description-short"]


def test_undescribed_arguments_are_named_as_far_as_one_reads() -> None:
    bare = tuple(OfferedArgument(f"a{number}", None) for number in range(9))
    (found,) = lint(offer(offered(arguments=bare)))
    assert found.message == "a0, a1, a2, a3, a4, a5 and 3 more"
