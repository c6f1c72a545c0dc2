from dataclasses import replace

from translator.errors import ErrorClass
from translator.ports import ServedSurface
from translator.runtime.policy import decide
from translator.surface import Surface
from translator.trace import Caller
from translator.upstream import Upstream

SERVED = ServedSurface("shop", Surface("shop", "Shop", ""), "sha256:0", 1, Upstream())


def test_what_is_published_may_be_called() -> None:
    verdict = decide(SERVED, "list", "op-1", Caller())
    assert (verdict.allowed, verdict.rule) == (True, "published")


def test_stopped_endpoint_refuses_everything() -> None:
    verdict = decide(replace(SERVED, stopped=True), "list", "op-1", Caller())
    assert (verdict.allowed, verdict.rule) == (False, "endpoint-stopped")
    assert verdict.error_class is ErrorClass.NOT_PERMITTED
    assert "shop" in verdict.message


def test_stopped_tool_refuses_itself_alone() -> None:
    served = replace(SERVED, stopped_tools=frozenset({"drop"}))
    assert decide(served, "drop", "op-2", Caller()).rule == "tool-stopped"
    assert decide(served, "list", "op-1", Caller()).allowed


def test_stopped_operation_refuses_whatever_is_made_of_it() -> None:
    served = replace(SERVED, stopped_operations=frozenset({"op-2"}))
    assert decide(served, "pets", "op-2", Caller()).rule == "tool-stopped"
    assert decide(served, "list", "op-1", Caller()).allowed
