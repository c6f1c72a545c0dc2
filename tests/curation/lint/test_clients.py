import pytest

from curation.lint.checks import lint
from curation.lint.clients import clients_of
from curation.lint.values import LintSeverity
from tests.curation.lint.offers import offer, offered
from translator.profile_rules import POPULAR


def test_a_client_that_loses_a_tool_is_named_with_its_rule_and_the_place() -> None:
    schema = {"type": "object", "properties": {}, "oneOf": [{"required": ["a"]}]}
    found = [one for one in lint(offer(offered(schema=schema))) if one.client]
    lost = [one for one in found if one.severity is LintSeverity.BLOCKING]
    assert lost
    assert all(one.pointer.startswith("/inputSchema") for one in lost)
    assert all("oneOf" in one.message for one in lost)


def test_a_name_too_long_with_the_servers_says_to_rename() -> None:
    found = [one for one in lint(offer(offered("refund_" * 9))) if one.code == "name-refused"]
    assert found
    assert all("isthmus rename shop" in one.advice for one in found)


@pytest.mark.parametrize(("count", "code"), [(129, "too-many-tools"), (81, "many-tools")])
def test_more_tools_than_a_client_takes_are_told_once_a_client(count: int, code: str) -> None:
    tools = (offered(f"refund_order_{n}", operation=f"POST /{n}") for n in range(count))
    found = [one for one in lint(offer(*tools)) if one.code == code]
    assert found
    assert len({one.client for one in found}) == len(found)
    assert all(str(count) in one.message for one in found)


def test_what_a_profile_weakens_and_what_cannot_be_published_is_told() -> None:
    weak = offered(weakened=("a: `if` is checked at the call",))
    broken = offered("refund_all", problems=("two arguments are named a",), operation="POST /b")
    found = {one.code: one.message for one in lint(offer(weak, broken))}
    assert found["schema-weakened"] == "a: `if` is checked at the call"
    assert found["not-publishable"] == "two arguments are named a"


def test_rules_that_few_meet_count_where_a_profile_promises_them() -> None:
    assert clients_of("portable") == POPULAR
    assert len(clients_of("gemini")) == len(POPULAR) + 1
