"""Read an answer as JSON, and notice what reading it into values would lose.

Comes in: a text that `legible` made. Goes out: the value, the text without layout, and what to
say of it: members that stand twice (RFC 8259 §4), numbers that no double holds (§6). Pure.
"""

import json
import math
from dataclasses import dataclass, field
from decimal import Decimal

from translator.json_value import JsonValue, NotJson, parse_json, to_json
from translator.runtime.truncation import complete_json

#: Deeper values break the JSON of some clients, and of pydantic.
MAX_DEPTH = 100

_MAX_NAMED = 3


@dataclass(frozen=True, slots=True)
class JsonAnswer:
    """A JSON value and its text as received, but for its layout.

    `told` are sentences about what the text holds and the value does not.
    """

    value: JsonValue
    text: str
    told: tuple[str, ...] = ()


def read_json(text: str, *, complete: bool = True) -> JsonAnswer:
    """Return what the text says; without `complete`, as far as it goes.

    Raises:
        NotJson: it is not JSON, or cannot be delivered as such: NaN, a number beyond every
            double, nesting that would break clients. The message says which.
    """
    try:
        value = parse_json(text) if complete else complete_json(text)
        compact = to_json(value)
    except NotJson as error:
        raise NotJson(_reason(str(error))) from error
    except (ValueError, RecursionError) as error:
        raise NotJson("it holds a number beyond every double, or is nested too deeply") from error
    if text.count("[") + text.count("{") > MAX_DEPTH and is_deeper_than(value, MAX_DEPTH):
        raise NotJson(f"it is nested more than {MAX_DEPTH} deep")
    if not complete:
        return JsonAnswer(value, compact)
    flat = text if len(text) == len(compact) else _without_layout(text)
    return JsonAnswer(value, flat, () if flat == compact else _losses(flat))


def _without_layout(text: str) -> str:
    """Return a JSON text without white space between its tokens, which costs a model nothing.

    Taking it out leaves numbers as they were written, which writing anew does not. Quotes part
    what is in strings from what is not; escaped ones are put aside as control characters, which
    no JSON text holds (RFC 8259 §7).
    """
    aside = "\\" in text
    if aside:
        text = text.replace("\\\\", "\x00").replace('\\"', "\x01")
    parts = text.split('"')
    parts[::2] = ["".join(part.split()) for part in parts[::2]]
    flat = '"'.join(parts)
    return flat.replace("\x01", '\\"').replace("\x00", "\\\\") if aside else flat


def _reason(message: str) -> str:
    if message.startswith("Exceeds the limit"):
        return "it holds a number of more than 4,300 digits"
    return f"it is not JSON: {message:.120}"


def is_deeper_than(value: JsonValue, depth: int) -> bool:
    """Tell whether a value is nested deeper than that."""
    level = [value] if isinstance(value, (dict, list)) else []
    while level and depth:
        level = [
            member
            for container in level
            for member in (container.values() if isinstance(container, dict) else container)
            if isinstance(member, (dict, list))
        ]
        depth -= 1
    return bool(level)


@dataclass(slots=True)
class _Losses:
    """Hears a parser, and keeps what its values lose."""

    repeated: dict[str, None] = field(default_factory=dict)
    rounded: list[str] = field(default_factory=list)

    def members(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        found = dict(pairs)
        if len(found) < len(pairs):
            seen: set[str] = set()
            for name, _ in pairs:
                if name in seen:
                    self.repeated[name] = None
                seen.add(name)
        return found

    def number(self, text: str) -> float:
        number = float(text)
        if math.isfinite(number) and Decimal(repr(number)) != Decimal(text):
            self.rounded.append(text)
        return number


def _losses(text: str) -> tuple[str, ...]:
    losses = _Losses()
    json.loads(text, object_pairs_hook=losses.members, parse_float=losses.number)
    told = []
    if losses.repeated:
        names = ", ".join(f"`{name:.40}`" for name in list(losses.repeated)[:_MAX_NAMED])
        told.append(
            f"The answer repeats a member in one object ({names}): its text has all, structured "
            "content the last."
        )
    if losses.rounded:
        shown = ", ".join(f"{text:.40}" for text in losses.rounded[:_MAX_NAMED])
        told.append(
            f"{len(losses.rounded):,} numbers have more digits than a double holds ({shown}): the "
            "text has all, structured content is rounded."
        )
    return tuple(told)
