"""Decide from values alone whether a call may go ahead, and by which rule.

Comes in: what is served, what is asked for, who asks. Goes out: a verdict, which the trace
keeps. Later rules (confirmation, rates) take their place here.
"""

from dataclasses import dataclass

from translator.errors import ErrorClass
from translator.ports import ServedSurface
from translator.trace import Caller


@dataclass(frozen=True, slots=True)
class Verdict:
    """Yes or no, the rule that says so, and for a no what the model is told."""

    allowed: bool
    rule: str
    message: str = ""
    error_class: ErrorClass = ErrorClass.NOT_PERMITTED


_PUBLISHED = Verdict(True, "published")


def decide(served: ServedSurface, name: str, operation_id: str, caller: Caller) -> Verdict:
    """Return whether the caller may use the tool or resource of this name now.

    `operation_id` is the stable id of the operation that it is made of.
    """
    if served.stopped:
        return Verdict(
            False,
            "endpoint-stopped",
            f"The operator has stopped {served.endpoint}; nothing was sent.",
        )
    if name in served.stopped_tools or operation_id in served.stopped_operations:
        return Verdict(False, "tool-stopped", f"The operator has stopped {name}; nothing was sent.")
    return _PUBLISHED
