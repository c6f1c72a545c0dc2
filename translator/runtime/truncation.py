"""Cut what is too large for a model, structurally, and say what was cut.

Comes in: a JSON value or a text, and a budget in bytes. Goes out: one that fits, with sentences.
A shortened list keeps its first entries, so that what is left is true as far as it goes.
"""

import re
from dataclasses import dataclass, field

from translator.json_value import JsonValue, NotJson, parse_json, to_json

_SMALLEST = 40
_SENTENCES = 5
_DEEPEST = 12
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],"]', re.DOTALL)


@dataclass(slots=True)
class Shortening:
    """Fits values into budgets and collects a sentence for each cut."""

    cuts: list[str] = field(default_factory=list)

    def fit(self, value: JsonValue, budget: int, pointer: str = "") -> JsonValue:
        """Return the value, cut so that its compact JSON takes about `budget` bytes."""
        if _size(value) <= budget:
            return value
        if isinstance(value, str):
            return self._fit_text(value, budget, pointer)
        if isinstance(value, (list, dict)) and pointer.count("/") > _DEEPEST:
            self.cuts.append(f"{pointer}: nothing of what is inside")
            return type(value)()
        if isinstance(value, list):
            return self._fit_list(value, budget, pointer)
        if isinstance(value, dict):
            return self._fit_object(value, budget, pointer)
        return value

    def _fit_text(self, text: str, budget: int, pointer: str) -> str:
        kept = cut_text(text, max(0, budget - 2))
        while kept and _size(kept) > budget:
            kept = kept[: len(kept) * budget // _size(kept)]
        self.cuts.append(f"{pointer or 'the text'}: {len(kept):,} of {len(text):,} characters")
        return kept

    def _fit_list(self, entries: list[JsonValue], budget: int, pointer: str) -> JsonValue:
        left, count = budget - 2, 0
        for entry in entries:
            left -= _size(entry) + 1
            if left < 0:
                break
            count += 1
        kept = entries[:count]
        if not kept and budget > _SMALLEST:
            kept = [self.fit(entries[0], budget - 2, f"{pointer}/0")]
        if len(kept) < len(entries):
            where = pointer or "the list"
            self.cuts.append(f"{where}: the first {len(kept):,} of {len(entries):,} entries")
        return kept

    def _fit_object(
        self, members: dict[str, JsonValue], budget: int, pointer: str
    ) -> dict[str, JsonValue]:
        sizes = {name: _size(value) for name, value in members.items()}
        names = self._names_that_fit(members, budget)
        if len(names) < len(members):
            where = pointer or "the object"
            self.cuts.append(f"{where}: the first {len(names):,} of {len(members):,} members")
        left = budget - 2 - sum(_size(name) + 2 for name in names)
        shares: dict[str, int] = {}
        by_size = sorted(names, key=sizes.__getitem__)
        for position, name in enumerate(by_size):
            shares[name] = min(sizes[name], left // (len(by_size) - position))
            left -= shares[name]
        return {name: self.fit(members[name], shares[name], f"{pointer}/{name}") for name in names}

    def _names_that_fit(self, members: dict[str, JsonValue], budget: int) -> list[str]:
        left, names = budget - 2, []
        for name, value in members.items():
            left -= _size(name) + 2 + min(_size(value), _SMALLEST)
            if left < 0:
                break
            names.append(name)
        return names

    def sentence(self) -> str:
        """Return one sentence that says what was cut."""
        more = len(self.cuts) - _SENTENCES
        rest = f"; and {more} more places" if more > 0 else ""
        return "Shortened, because the answer is too large. " + (
            "Kept: " + "; ".join(self.cuts[:_SENTENCES]) + rest + "."
        )


def _size(value: JsonValue) -> int:
    return len(to_json(value).encode("utf-8", "surrogatepass"))


def cut_text(text: str, max_bytes: int) -> str:
    """Return the beginning of the text that fits into so many bytes of UTF-8."""
    if len(text) * 4 <= max_bytes:
        return text
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= max_bytes:
        return text
    return encoded[:max_bytes].decode("utf-8", "ignore")


def complete_json(text: str) -> JsonValue:
    """Return the value of a JSON text that was cut: its last, broken part is left out.

    Raises:
        NotJson: no list entry or object member is whole, or the text is no JSON at all.
    """
    end = _last_whole(text)
    if not end:
        raise NotJson("nothing in it is whole")
    return parse_json(text[:end] + _closers(text[:end]))


def _last_whole(text: str) -> int:
    """Return the position after the last whole entry or member, 0 without one."""
    end = 0
    for match in _TOKEN.finditer(text):
        mark = match.group()
        if mark == '"':
            break
        if mark == ",":
            end = match.start()
        elif mark in "}]":
            end = match.end()
    return end


def _closers(text: str) -> str:
    """Return the brackets that close what the text leaves open."""
    waiting: list[str] = []
    for match in _TOKEN.finditer(text):
        mark = match.group()
        if mark in "{[":
            waiting.append("}" if mark == "{" else "]")
        elif mark in "}]" and waiting:
            waiting.pop()
    return "".join(reversed(waiting))
