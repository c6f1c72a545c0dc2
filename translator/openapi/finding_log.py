"""The findings of one extraction: collected once each, at the place their author knows.

`FindingLog` takes places in the description as it is read, which for Swagger 2.0 is the upgraded
one, and turns them into places of the description as it was written. Lives for one extraction.
"""

from collections import Counter
from collections.abc import Callable

from translator.finding import CODES, Finding, finding
from translator.openapi.resolve import Place, relative_uri

#: So many findings of one code are listed with their places, and the rest are counted. Those that
#: withhold an operation are always listed: their number is bounded by the operations.
MAX_OF_A_CODE = 2_000
_ALWAYS = "operation-withheld"


class FindingLog:
    """Collects findings; each combination of code, place and message once."""

    def __init__(
        self, entry: str, origin: Callable[[Place], Place], per_code: int = MAX_OF_A_CODE
    ) -> None:
        self._entry = entry
        self._origin = origin
        self._per_code = per_code
        self._seen: Counter[str] = Counter()
        self._found: dict[tuple[str, Place, str], Finding] = {}
        self._operation: tuple[str, Place] | None = None

    def enter(self, operation: str, place: Place) -> None:
        """Say which operation is read from here on: remarks inside its place carry its key."""
        self._operation = (operation, self._origin(place))

    def leave(self) -> None:
        """Say that no operation is being read."""
        self._operation = None

    def add(self, code: str, message: str, place: Place) -> None:
        """Remark on a place."""
        if self._seen[code] >= self._per_code and code != _ALWAYS:
            self._seen[code] += 1
            return
        written = self._origin(place)
        key = (code, written, message)
        if key not in self._found:
            self._seen[code] += 1
            self._found[key] = finding(
                code,
                message,
                pointer=written.pointer,
                document=self.document_name(written),
                operation=self._operation_at(written),
            )

    def document_name(self, place: Place) -> str:
        """Return the URI of a place's document relative to the entry document."""
        return relative_uri(place.document, self._entry)

    def found(self) -> tuple[Finding, ...]:
        """Return all findings, in the order they came, and how many more there were of a code."""
        more = (
            finding(code, f"{times - self._per_code:,} more like this: {CODES[code].meaning}")
            for code, times in self._seen.items()
            if times > self._per_code and code != _ALWAYS
        )
        return (*self._found.values(), *more)

    def _operation_at(self, place: Place) -> str:
        if self._operation is None:
            return ""
        key, around = self._operation
        inside = place == around or place.pointer.startswith(around.pointer + "/")
        return key if inside and place.document == around.document else ""
