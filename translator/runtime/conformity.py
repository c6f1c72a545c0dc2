"""Own saying whether an answer is what the description promised.

Only for the trace: an answer that strays is delivered all the same. Schemas are compiled when
the first answer comes that they judge. Pure.
"""

from translator.json_value import JsonValue
from translator.runtime.complaints import ANSWER
from translator.runtime.media_types import essence
from translator.runtime.validation import Check, compile_check
from translator.surface import ExpectedResponse


class Conformity:
    """Judges the JSON answers of one call by its declared successes."""

    def __init__(self, responses: tuple[ExpectedResponse, ...]) -> None:
        self._responses = responses
        self._checks: dict[int, Check | None] = {}

    def conforms(self, status: int, content_type: str | None, value: JsonValue) -> str | None:
        """Return how a JSON answer strays from the description, None where it does not."""
        declared = self._declared(status)
        if not declared:
            return f"the description declares no success {status}" if self._responses else None
        name = essence(content_type or "")
        fitting = [i for i in declared if _fits(self._responses[i].content_type, name)]
        if not fitting:
            return f"the description does not declare {name or 'content'} for {status}"
        complaints = [self._complaint(index, value) for index in fitting]
        return None if None in complaints else complaints[0]

    def _declared(self, status: int) -> list[int]:
        """Return the most exact declarations for a status (OAS 3.1.1, Responses Object)."""
        for wanted in (str(status), f"{status // 100}XX", "default"):
            found = [i for i, r in enumerate(self._responses) if r.status.upper() == wanted.upper()]
            if found:
                return found
        return []

    def _complaint(self, index: int, value: JsonValue) -> str | None:
        if index not in self._checks:
            self._checks[index] = _compiled(self._responses[index].strict_schema)
        check = self._checks[index]
        complaints = check.complaints(value) if check is not None else ()
        return complaints[0] if complaints else None


def _compiled(schema: JsonValue) -> Check | None:
    try:
        return None if schema is True else compile_check(schema, ANSWER)
    except ValueError:
        return None


def _fits(declared: str | None, given: str) -> bool:
    if declared is None:
        return False
    wanted = essence(declared)
    kind = wanted.partition("/")[0]
    return wanted in (given, "*/*") or (wanted == f"{given.partition('/')[0]}/*" and bool(kind))
