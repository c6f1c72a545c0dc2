"""Read answers that are many values one after another: JSON lines, JSON sequences, events.

Comes in: a text. Goes out: its values, None where it is not what its label says. Of a text that
was cut the last, broken value is left out. Pure.
"""

from collections.abc import Iterator

from translator.json_value import JsonValue, NotJson
from translator.runtime.json_answer import read_json

#: RFC 7464 §2.2: stands before each text of a sequence.
RECORD = "\x1e"


def json_lines(text: str, *, complete: bool = True) -> list[JsonValue] | None:
    """Return the values of JSON lines; empty lines are none."""
    lines = [line for line in text.split("\n") if line.strip()]
    return _values(lines, whole=complete or text.endswith("\n"))


def json_sequence(text: str, *, complete: bool = True) -> list[JsonValue] | None:
    """Return the values of a JSON text sequence (RFC 7464)."""
    texts = [part for part in text.split(RECORD) if part.strip()]
    return _values(texts, whole=complete or text.endswith("\n"))


def events(text: str, *, complete: bool = True) -> list[JsonValue]:
    """Return the events of a stream, their data as JSON where it is (HTML, §9.2.6).

    An empty line ends an event; what a text that was cut holds after the last one is none.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return list(_events([*lines, ""] if complete else lines))


def _values(texts: list[str], *, whole: bool) -> list[JsonValue] | None:
    try:
        values = [read_json(text).value for text in texts[:-1]]
    except NotJson:
        return None
    try:
        return values + [read_json(text).value for text in texts[-1:]]
    except NotJson:
        return None if whole else values


def _events(lines: list[str]) -> Iterator[JsonValue]:
    event: dict[str, JsonValue] = {}
    for line in lines:
        if not line and "data" in event:
            yield event | {"data": _data(event["data"])}
        if not line:
            event = {}
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            event["data"] = f"{event['data']}\n{value}" if "data" in event else value
        elif name in ("event", "id") and value:
            event[name] = value


def _data(text: str) -> JsonValue:
    """Return JSON as its value; anything else, and scalars, stay the text they are."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        return read_json(text).value
    except NotJson:
        return text
