"""Offers made by hand, for the checks."""

from curation.lint.values import Limits, LintFinding, Offer, Offered, OfferedArgument
from translator.annotations import Hint, Hints
from translator.json_value import JsonValue
from translator.surface import Annotations, Call, Tool

TEXT = "Use this when an order was placed twice. Returns the refund."


def tool(name: str, schema: JsonValue | None = None, output: JsonValue = None) -> Tool:
    listed = schema or {"type": "object", "properties": {}}
    call = Call("POST /orders", "id", "POST", "/orders")
    hints = Annotations(read_only=False, destructive=True, idempotent=False, open_world=True)
    return Tool(name, name, TEXT, hints, listed, listed, call, output)


def offered(
    name: str = "refund_order",
    description: str = TEXT,
    *,
    operation: str = "POST /orders/{id}/refund",
    schema: JsonValue | None = None,
    output: JsonValue = None,
    is_tool: bool = True,
    arguments: tuple[OfferedArgument, ...] = (),
    tokens: int = 100,
    answers: bool = True,
    decided: bool = True,
    read_only: bool = False,
    problems: tuple[str, ...] = (),
    weakened: tuple[str, ...] = (),
) -> Offered:
    method, _, path = operation.partition(" ")
    reads, destroys = Hint(read_only, "by its method"), Hint(True, "by its method", decided=decided)
    made = None
    if is_tool and not problems:
        made = tool(name, schema, output)
    return Offered(
        operation,
        method,
        path,
        name,
        name,
        description,
        Hints(reads, destroys, reads, reads),
        made,
        problems,
        weakened,
        arguments,
        tokens,
        answers,
    )


def offer(*items: Offered, profile: str = "portable", max_tokens: int = 1_000) -> Offer:
    return Offer("shop", profile, items, Limits(max_tokens))


def codes(findings: tuple[LintFinding, ...]) -> list[str]:
    return [one.code for one in findings]
