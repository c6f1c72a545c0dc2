from dataclasses import FrozenInstanceError

import pytest

from translator.client_checks import _RULES
from translator.client_rules import FATAL, Consequence, Rule, ToolCountRule


def test_a_tool_is_lost_where_the_request_is_refused_or_the_tool_left_out() -> None:
    assert list(Consequence)[: len(FATAL)] == sorted(FATAL, key=list(Consequence).index)
    assert Consequence.IGNORES not in FATAL


def test_every_kind_of_rule_is_judged() -> None:
    kinds = {kind.__name__ for kind in Rule.__subclasses__()}
    assert kinds == {kind.__name__ for kind in (*_RULES, ToolCountRule)}


def test_a_rule_is_a_value() -> None:
    rule = ToolCountRule("few", Consequence.DROPS, "takes few", max_tools=3)
    with pytest.raises(FrozenInstanceError):
        rule.max_tools = 4  # type: ignore[misc]
