"""Hold what came back against what the scenario says, to the last digit."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping

from tests.judges.autorest.gateway import Answered
from translator.errors import ErrorClass
from translator.json_value import JsonValue, NotJson, parse_json, to_json
from translator.surface import Tool

#: What is said of an answer without content, and of one to HEAD; headers may follow.
_DONE = re.compile(
    r"(Done: HTTP 2\d\d, no content\.|HTTP 2\d\d, with these headers:)(\n[^\n]+: .*)*"
)


def difference(expected: Mapping[str, JsonValue], tool: Tool, answered: Answered) -> str:
    """Return how the outcome is not what is expected, or ''."""
    outcome = answered.outcome
    if "error" in expected:
        found = _of_error(expected["error"], answered)
    elif outcome.is_error:
        return f"refused: {outcome.message}"
    elif "answer" in expected:
        found = _of_json(expected["answer"], tool, answered)
    elif "answer_sha256" in expected:
        found = _of_long_json(expected["answer_sha256"], tool, answered)
    elif "text" in expected:
        found = _of_text(expected["text"], answered)
    elif "file" in expected:
        found = _of_file(expected["file"], answered)
    else:
        found = _of_nothing(answered)
    return found or _of_headers(expected, answered) or _of_conformity(expected, answered)


def same(wanted: JsonValue, given: JsonValue) -> bool:
    """Tell whether two JSON values are one, where 1 and 1.0 and true are three."""
    if type(wanted) is not type(given):
        return False
    if isinstance(wanted, dict):
        return wanted.keys() == given.keys() and all(
            same(value, given[name]) for name, value in wanted.items()
        )
    if isinstance(wanted, list):
        return len(wanted) == len(given) and all(map(same, wanted, given))
    return bool(wanted == given)


def _of_json(wanted: JsonValue, tool: Tool, answered: Answered) -> str:
    outcome = answered.outcome
    plain = isinstance(wanted, dict) and not tool.wrapped
    content = wanted if plain else {"result": wanted}
    if not outcome.structured or not same(content, outcome.structured[0]):
        shown = to_json(outcome.structured[0]) if outcome.structured else "none"
        return f"structured content is {shown:.200}, not {to_json(content):.200}"
    try:
        read = parse_json(outcome.blocks[0].text)
    except NotJson:
        return f"the text is no JSON: {outcome.blocks[0].text:.200}"
    return "" if same(wanted, read) else f"the text is {outcome.blocks[0].text:.200}"


def _of_long_json(wanted: str, tool: Tool, answered: Answered) -> str:
    """Judge by the digest of the sorted, compact text, and by structured content and text alike."""
    structured = answered.outcome.structured
    content = structured[0] if structured else None
    value = content.get("result") if tool.wrapped and isinstance(content, dict) else content
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if sha256(text.encode()) != wanted:
        return f"structured content is {text:.200}"
    return _of_json(value, tool, answered)


def sha256(content: bytes) -> str:
    """Return a digest in hex."""
    return hashlib.sha256(content).hexdigest()


def _of_text(wanted: JsonValue, answered: Answered) -> str:
    text = answered.outcome.blocks[0].text
    if isinstance(wanted, dict):
        return "" if sha256(text.encode()) == wanted["sha256"] else f"the text is {text!r:.300}"
    return "" if text == wanted else f"the text is {text!r:.300}, not {wanted!r:.300}"


def _of_file(wanted: Mapping[str, JsonValue], answered: Answered) -> str:
    block = answered.outcome.blocks[0]
    given = {
        "mime_type": block.mime_type,
        "sha256": sha256(base64.b64decode(block.data_base64)),
    }
    return "" if given == wanted else f"the file is {given}"


def _of_nothing(answered: Answered) -> str:
    outcome = answered.outcome
    if outcome.structured not in ((), ({"result": None},)):
        return f"there is structured content: {to_json(outcome.structured[0]):.200}"
    text = outcome.blocks[0].text
    return "" if _DONE.fullmatch(text) else f"there is content: {text:.200}"


def _of_error(wanted: Mapping[str, JsonValue], answered: Answered) -> str:
    outcome = answered.outcome
    if not outcome.is_error:
        return f"no error, but {outcome.blocks[0].text:.200}"
    if "class" in wanted:
        given = outcome.error_class or ErrorClass.INTERNAL
        return "" if given.value == wanted["class"] else f"the error is {given.value}"
    told = [f"HTTP {wanted['status']}", *wanted.get("says", ())]
    missing = [text for text in told if text not in outcome.message]
    return f"the message lacks {missing}: {outcome.message:.300}" if missing else ""


def _of_headers(expected: Mapping[str, JsonValue], answered: Answered) -> str:
    text = "\n".join(block.text for block in answered.outcome.blocks)
    lines = text.lower().splitlines()
    for name, value in expected.get("headers", {}).items():
        if f"{name}: {value}".lower() not in lines:
            return f"the header {name} is not told: {text:.200}"
    return ""


def _of_conformity(expected: Mapping[str, JsonValue], answered: Answered) -> str:
    strays = answered.trace.conforms is False
    if strays == expected.get("strays", False):
        return ""
    return answered.trace.conformity or "the trace does not say that the answer strays"
