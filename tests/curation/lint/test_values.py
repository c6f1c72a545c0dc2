import re
from pathlib import Path

import pytest

from curation.lint.values import CODES, Limits, Offer, lint_finding

DOCUMENTED = Path(__file__).parents[3] / "docs" / "lint.md"


def test_every_code_stands_in_the_table_of_the_documentation() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\w+) \| (.+) \|$", DOCUMENTED.read_text(), re.MULTILINE)
    assert rows == [(code, one.severity.value, one.meaning) for code, one in CODES.items()]


@pytest.mark.parametrize("code", CODES)
def test_advice_names_the_api_it_is_about(code: str) -> None:
    advice = lint_finding(code, "so it is", Offer("shop", "portable", ())).advice
    assert "{" not in advice
    assert "isthmus" not in advice or "shop" in advice


def test_a_tool_may_cost_a_thousand_tokens_where_nobody_says_otherwise() -> None:
    assert Limits().max_tokens == 1_000
