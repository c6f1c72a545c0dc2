"""Cut what is too large for a model, structurally, and say what was cut.

Comes in: a JSON value or a text, and a budget in bytes. Goes out: one that fits, and each cut by
its pointer. A shortened list keeps its first entries, a text its beginning, so that what is left
is true as far as it goes.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from translator.json_value import JsonValue, NotJson, parse_json, to_json

#: What stands at the end of each text that was cut.
MARK = "…"

_MARK_BYTES = len(MARK.encode())
_SMALLEST = 40
_SENTENCES = 5
_DEEPEST = 12
#: A bracket or comma with the strings, numbers and words before it; or a string that has no end.
_STEP = re.compile(r'[^"{}\[\],]*(?:"[^"\\]*(?:\\.[^"\\]*)*"[^"{}\[\],]*)*([{}\[\],"])', re.DOTALL)

What = Literal["entries", "members", "characters"]
_ROOTS: dict[What, str] = {
    "entries": "the list",
    "members": "the object",
    "characters": "the text",
}


@dataclass(frozen=True, slots=True)
class Cut:
    """One place that was shortened: `kept` of `whole`, at a pointer (RFC 6901)."""

    pointer: str
    what: What
    kept: int
    whole: int

    def __str__(self) -> str:
        where = self.pointer or _ROOTS[self.what]
        first = f"the first {self.kept:,}" if self.kept else "none"
        return f"{where}: {first} of {self.whole:,} {self.what}"


def size_of(value: JsonValue) -> int:
    """Return how many bytes a value takes as compact JSON."""
    return len(to_json(value).encode("utf-8", "surrogatepass"))


@dataclass(slots=True)
class Shortening:
    """Fits values into budgets and collects the cuts.

    `measure` gives the bytes that a value takes where it is delivered.
    """

    cuts: list[Cut] = field(default_factory=list)
    measure: Callable[[JsonValue], int] = size_of

    def fit(
        self, value: JsonValue, budget: int, pointer: str = "", size: int | None = None
    ) -> JsonValue:
        """Return the value, cut so that its compact JSON takes at most `budget` bytes.

        Numbers, booleans and null are never cut; nor is anything below the two bytes that an
        empty list takes. `size` is the value's own, where it is known.
        """
        if (self.measure(value) if size is None else size) <= budget:
            return value
        if isinstance(value, str):
            return self._fit_text(value, budget, pointer)
        if isinstance(value, list):
            return self._fit_list(value, budget, pointer)
        if isinstance(value, dict):
            return self._fit_object(value, budget, pointer)
        return value

    def sentence(self) -> str:
        """Return one sentence that says what was cut."""
        more = len(self.cuts) - _SENTENCES
        rest = f"; and {more:,} more places" if more > 0 else ""
        named = "; ".join(str(cut) for cut in self.cuts[:_SENTENCES])
        return f"Shortened, because the answer is too large. Kept: {named}{rest}."

    def _fit_text(self, text: str, budget: int, pointer: str) -> str:
        kept = cut_text(text, max(0, budget - 2 - _MARK_BYTES))
        while kept and self.measure(kept) > budget - _MARK_BYTES:
            kept = kept[: len(kept) * (budget - _MARK_BYTES) // self.measure(kept)]
        self.cuts.append(Cut(pointer, "characters", len(kept), len(text)))
        return kept + MARK if budget >= 2 + _MARK_BYTES else ""

    def _fit_list(self, entries: list[JsonValue], budget: int, pointer: str) -> JsonValue:
        left, count = budget - 1, 0
        for entry in entries:
            left -= self.measure(entry) + 1
            if left < 0:
                break
            count += 1
        kept, cuts = entries[:count], len(self.cuts)
        if not kept and _is_shallow(pointer) and budget > _SMALLEST:
            first = self.fit(entries[0], budget - 2, f"{pointer}/0")
            kept = [first] if self.measure(first) <= budget - 2 else []
        if len(kept) < len(entries):
            self.cuts.insert(cuts, Cut(pointer, "entries", len(kept), len(entries)))
        return kept

    def _fit_object(
        self, members: dict[str, JsonValue], budget: int, pointer: str
    ) -> dict[str, JsonValue]:
        sizes = {name: self.measure(value) for name, value in members.items()}
        names = self._names_that_fit(members, sizes, budget) if _is_shallow(pointer) else []
        if len(names) < len(members):
            self.cuts.append(Cut(pointer, "members", len(names), len(members)))
        left = budget - 1 - sum(self.measure(name) + 2 for name in names)
        shares: dict[str, int] = {}
        by_size = sorted(names, key=sizes.__getitem__)
        for position, name in enumerate(by_size):
            shares[name] = min(sizes[name], left // (len(by_size) - position))
            left -= shares[name]
        return {
            name: self.fit(members[name], shares[name], f"{pointer}/{escape(name)}", sizes[name])
            for name in names
        }

    def _names_that_fit(
        self, members: dict[str, JsonValue], sizes: Mapping[str, int], budget: int
    ) -> list[str]:
        """Return the first names that leave room for the least of each member."""
        left, names = budget - 1, []
        for name, value in members.items():
            size = sizes[name]
            least = min(size, _SMALLEST) if isinstance(value, (str, list, dict)) else size
            left -= self.measure(name) + 2 + least
            if left < 0:
                break
            names.append(name)
        return names


def _is_shallow(pointer: str) -> bool:
    return pointer.count("/") < _DEEPEST


def escape(name: str) -> str:
    """Return a member name as a reference token (RFC 6901 §3)."""
    return name.replace("~", "~0").replace("/", "~1")


def cut_text(text: str, max_bytes: int) -> str:
    """Return the beginning of the text that fits into so many bytes of UTF-8."""
    if len(text) * 4 <= max_bytes:
        return text
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= max_bytes:
        return text
    return encoded[:max_bytes].decode("utf-8", "ignore")


def cut_lines(text: str, max_bytes: int) -> str:
    """Return the beginning of the text that fits, in whole lines where that costs little."""
    kept = cut_text(text, max_bytes)
    if len(kept) == len(text):
        return text
    end = kept.rfind("\n") + 1
    return kept[:end] if end > len(kept) // 2 else kept


def complete_json(text: str) -> JsonValue:
    """Return the value of a JSON text that was cut: its last, broken part is left out.

    Raises:
        NotJson: no list entry or object member is whole, or the text is no JSON at all.
    """
    end, closers = _last_whole(text)
    if not end:
        raise NotJson("nothing in it is whole")
    return parse_json(text[:end] + closers)


def _last_whole(text: str) -> tuple[int, str]:
    """Return the position after the last whole entry or member, and what closes it there."""
    end, opened = 0, 0
    waiting: list[str] = []
    for match in _STEP.finditer(text):
        mark = match[1]
        if mark in "{[":
            waiting.append("}" if mark == "{" else "]")
            opened += 1
            continue
        if mark == '"' or not waiting:
            break
        if mark != ",":
            waiting.pop()
        end, opened = match.end() - (mark == ","), 0
    return end, "".join(reversed(waiting[: len(waiting) - opened]))
