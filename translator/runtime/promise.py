"""Own whether structured content keeps what the listed output schema promises.

Clients check it and throw away what breaks it (MCP 2026-07-28, tools, Output Schema). The open
schema, which is the usual one, promises nothing that an object could break; a strict one, which
a person may choose, does.
"""

from translator.json_value import JsonValue
from translator.runtime.complaints import ANSWER
from translator.runtime.validation import Check, compile_check


class Promise:
    """A listed output schema, compiled when the first answer comes."""

    def __init__(self, schema: JsonValue) -> None:
        self._schema = schema
        self._check: Check | None = None
        self._compiled = False

    def broken_by(self, content: JsonValue) -> str | None:
        """Return how the content breaks the promise, None where it keeps it."""
        if not self._compiled:
            self._compiled = True
            try:
                self._check = compile_check(self._schema, ANSWER)
            except ValueError:
                self._check = None  # No client can check it either.
        complaints = self._check.complaints(content) if self._check is not None else ()
        return complaints[0] if complaints else None
