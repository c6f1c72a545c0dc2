"""Decide what of a response enters the model's context.

Comes in: a bounded response, what the tool lists, limits. Goes out: blocks, structured content,
and what became of the answer. Nothing here fails: an answer that is not what its label says is
delivered as what it is. Structured content is always an object, and always there for a tool
that lists an output schema (MCP 2026-07-28, tools, Structured Content).
"""

import base64
import re
from dataclasses import dataclass, replace

from translator.errors import ErrorClass
from translator.json_value import JsonValue, NotJson, parse_json, to_json
from translator.runtime.decoding import (
    ContentType,
    escaped,
    harmless,
    looks_binary,
    read_content_type,
    read_text,
)
from translator.runtime.explanation import Asked, explain
from translator.runtime.outcome import Block, BlockKind
from translator.runtime.response import Response
from translator.runtime.truncation import Shortening, complete_json, cut_text
from translator.trace import Admission

#: Deeper values break the JSON of some clients, and of pydantic.
MAX_DEPTH = 100

_PAGE_BYTES = 4_000

#: RFC 9110 §15.6: a gateway in between failed, which passes; 500 itself says nothing.
_PASSING = frozenset({502, 504})
_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_VAGUE = frozenset({"", "text/plain", "text/html", "application/octet-stream"})
_LAYOUT = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\n\r]+')
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class AdmissionLimits:
    """How much of one answer may enter the context, in bytes: of text, and of binary content."""

    max_text_bytes: int = 100_000
    max_binary_bytes: int = 1_000_000


@dataclass(frozen=True, slots=True)
class Expected:
    """What the caller was promised.

    `lists_output`: the tool lists an output schema, `wrapped` with the value under `result`.
    `uri` names what is read, for binary content. `promises_html`: the description declares web
    pages as an answer. `resource`: the answer is a resource's content, bare and without notes.
    """

    asked: Asked
    lists_output: bool = False
    wrapped: bool = False
    uri: str = ""
    promises_html: bool = False
    resource: bool = False


@dataclass(frozen=True, slots=True)
class Admitted:
    """What the model gets, and what the trace says of it.

    `value` is the JSON value as received, for checking it against the description: a
    one-element tuple, or empty when the answer is no JSON. `remark` says how the answer was
    not what its label says.
    """

    blocks: tuple[Block, ...]
    structured: tuple[JsonValue, ...] = ()
    admission: Admission = Admission.UNCHANGED
    error_class: ErrorClass | None = None
    retryable: bool = False
    value: tuple[JsonValue, ...] = ()
    remark: str | None = None

    @property
    def is_error(self) -> bool:
        """Whether the API refused or failed, or its answer cannot be delivered."""
        return self.error_class is not None

    @property
    def bytes_out(self) -> int:
        """How much enters the context, without structured content."""
        return sum(
            len(block.text.encode("utf-8", "replace")) + len(block.data_base64)
            for block in self.blocks
        )


def admit(
    response: Response, expected: Expected, limits: AdmissionLimits | None = None
) -> Admitted:
    """Return what of the response the model gets."""
    limits = limits or AdmissionLimits()
    if not 200 <= response.status < 300:
        return _refusal(response, expected)
    content_type = read_content_type(response.header("content-type"))
    admitted = _admit_success(response, content_type, expected, limits)
    if admitted.is_error:
        return admitted
    return replace(admitted, structured=_structured(admitted, expected))


def _refusal(response: Response, expected: Expected) -> Admitted:
    message = explain(response, expected.asked)
    limited = response.status == 429
    later = limited or response.status == 503
    passing = response.status in _PASSING and expected.asked.repeatable
    return Admitted(
        (Block("text", message),),
        admission=Admission.TRANSFORMED,
        error_class=ErrorClass.RATE_LIMITED if limited else ErrorClass.UPSTREAM_ERROR,
        retryable=later or passing,
    )


def _admit_success(
    response: Response, content_type: ContentType, expected: Expected, limits: AdmissionLimits
) -> Admitted:
    if not response.body:
        return _nothing(response, expected)
    if content_type.is_json:
        return _json(response, content_type, expected, limits)
    if content_type.is_text:
        return _text(response, content_type, expected, limits)
    if content_type.name in ("", "application/octet-stream") and not looks_binary(response.body):
        return _unlabelled(response, content_type, expected, limits)
    return _binary(response, content_type, expected, limits)


def _nothing(response: Response, expected: Expected) -> Admitted:
    if expected.resource:
        return Admitted((_text_block("", ContentType(), expected),))
    text = f"Done: HTTP {response.status}, no content."
    return Admitted((Block("text", text),), admission=Admission.TRANSFORMED)


def _json(
    response: Response, content_type: ContentType, expected: Expected, limits: AdmissionLimits
) -> Admitted:
    # RFC 8259 §8.1: UTF-8, whatever charset the label claims; others are read by their bytes.
    text = read_text(response.body, "utf-8", complete=response.complete).strip()
    if not text:
        return _nothing(response, expected)
    read = _read_json(text, response.complete)
    if read is None:
        remark = "not the JSON it says it is, or nested too deeply" if response.complete else None
        return _as_text(text, response, content_type, expected, limits, remark)
    value, compact = read
    if response.complete and _fits(compact, limits.max_text_bytes):
        block = _text_block(_without_layout(text, compact), content_type, expected)
        return Admitted((block,), value=(value,))
    return _large_json(value, response, content_type, expected, limits)


def _read_json(text: str, complete: bool) -> tuple[JsonValue, str] | None:
    """Return the value and its compact text; None for what cannot be delivered as JSON.

    That is broken JSON, NaN, a number beyond a double, and nesting that would break clients.
    Halves of surrogate pairs, which no UTF-8 can carry, become U+FFFD.
    """
    try:
        value = parse_json(text) if complete else complete_json(text)
        compact = to_json(value)
    except (NotJson, ValueError, RecursionError):
        return None
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deeper_than(value, MAX_DEPTH):
        return None
    if "\\u" in text and _SURROGATE.search(compact):
        compact = _SURROGATE.sub("\ufffd", compact)
        value = parse_json(compact)
    return value, compact


def _is_deeper_than(value: JsonValue, depth: int) -> bool:
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


def _fits(text: str, max_bytes: int) -> bool:
    return len(text) * 4 <= max_bytes or len(text.encode("utf-8", "replace")) <= max_bytes


def _without_layout(text: str, compact: str) -> str:
    """Return the text as received, except that white space and needless escapes cost nothing.

    Taking white space out leaves numbers as they were written, which writing anew does not.
    """
    if "\\u" in text:
        return escaped(compact)
    if len(text) > len(compact):
        text = _LAYOUT.sub(r"\1", text)
    return escaped(text)


def _large_json(
    value: JsonValue,
    response: Response,
    content_type: ContentType,
    expected: Expected,
    limits: AdmissionLimits,
) -> Admitted:
    shortening = Shortening()
    kept = shortening.fit(value, limits.max_text_bytes)
    notes = [shortening.sentence()] if shortening.cuts else []
    if not response.complete:
        notes.append(_received(response))
    block = _text_block(escaped(to_json(kept)), content_type, expected)
    return Admitted(
        _with_note(block, " ".join(notes), expected),
        structured=(kept,),
        admission=Admission.TRUNCATED,
        value=(value,) if response.complete else (),
    )


def _text(
    response: Response, content_type: ContentType, expected: Expected, limits: AdmissionLimits
) -> Admitted:
    charset = content_type.parameters.get("charset")
    text = read_text(response.body, charset, complete=response.complete)
    value = _hidden_json(text, response, content_type)
    if content_type.is_html and not (value or expected.promises_html or expected.resource):
        return _unpromised_page(text, expected, limits)
    admitted = _as_text(text, response, content_type, expected, limits, None)
    return replace(admitted, value=value, structured=value or admitted.structured)


def _unpromised_page(text: str, expected: Expected, limits: AdmissionLimits) -> Admitted:
    """Deliver little of a web page that nobody promised: often a login or an error page."""
    kept = cut_text(harmless(text), min(_PAGE_BYTES, limits.max_text_bytes))
    note = "The API answered with a web page, which its description does not promise."
    return Admitted(
        _with_note(Block("text", kept), note, expected),
        structured=(kept,),
        admission=Admission.UNCHANGED if kept == text else Admission.TRUNCATED,
        remark="a web page, which the description does not promise",
    )


def _hidden_json(text: str, response: Response, content_type: ContentType) -> tuple[JsonValue, ...]:
    """Return the object or list that a text holds whose label says nothing better.

    Scalars stay text: `42` under text/plain is no number.
    """
    if content_type.name not in _VAGUE or not response.complete:
        return ()
    if text.lstrip()[:1] not in ("{", "["):
        return ()
    read = _read_json(text, complete=True)
    return () if read is None else (read[0],)


def _unlabelled(
    response: Response, content_type: ContentType, expected: Expected, limits: AdmissionLimits
) -> Admitted:
    text = read_text(response.body, "utf-8", complete=response.complete)
    value = _hidden_json(text, response, content_type)
    if content_type.name and not value:
        return _binary(response, content_type, expected, limits)
    admitted = _as_text(text, response, content_type, expected, limits, None)
    return replace(admitted, value=value, structured=value or admitted.structured)


def _as_text(
    text: str,
    response: Response,
    content_type: ContentType,
    expected: Expected,
    limits: AdmissionLimits,
    remark: str | None,
) -> Admitted:
    clean = harmless(text)
    kept = cut_text(clean, limits.max_text_bytes)
    admission = Admission.UNCHANGED if clean == text else Admission.TRANSFORMED
    note = ""
    if kept != clean or not response.complete:
        admission = Admission.TRUNCATED
        shown = len(kept.encode("utf-8", "replace"))
        note = f"Cut: these are the first {shown:,} bytes. {_received(response)}"
    blocks = _with_note(_text_block(kept, content_type, expected), note, expected)
    return Admitted(blocks, structured=(kept,), admission=admission, remark=remark)


def _received(response: Response) -> str:
    """Say how large the whole answer is, as far as that is known."""
    if response.complete:
        return f"The whole answer has {len(response.body):,} bytes."
    if response.declared_bytes is not None:
        return f"The whole answer has {response.declared_bytes:,} bytes."
    return f"The whole answer has more than {len(response.body):,} bytes; the rest was not read."


def _binary(
    response: Response, content_type: ContentType, expected: Expected, limits: AdmissionLimits
) -> Admitted:
    name = content_type.name or "application/octet-stream"
    if not response.complete or len(response.body) > limits.max_binary_bytes:
        message = (
            f"HTTP {response.status} from {expected.asked.operation}: the call succeeded, but its "
            f"answer ({name}) is too large to deliver. {_received(response)}"
        )
        return Admitted(
            (Block("text", message),),
            admission=Admission.DISCARDED,
            error_class=ErrorClass.TOO_LARGE,
        )
    kind: BlockKind = "audio" if name.startswith("audio/") else "blob"
    if name in _IMAGES:
        kind = "image"
    encoded = base64.b64encode(response.body).decode("ascii")
    block = Block(kind, data_base64=encoded, mime_type=name, uri=expected.uri or None)
    about = {"mime_type": name, "bytes": len(response.body)}
    return Admitted((block,), structured=(about,), admission=Admission.TRANSFORMED)


def _text_block(text: str, content_type: ContentType, expected: Expected) -> Block:
    if not expected.resource:
        return Block("text", text)
    return Block("text", text, mime_type=content_type.name or None, uri=expected.uri or None)


def _with_note(block: Block, note: str, expected: Expected) -> tuple[Block, ...]:
    """Return the block and, after it, what there is to say about it."""
    if not note:
        return (block,)
    if expected.resource:
        return (block, Block("text", note, mime_type="text/plain", uri=block.uri))
    return (block, Block("text", f"[{note}]"))


def _structured(admitted: Admitted, expected: Expected) -> tuple[JsonValue, ...]:
    """Return the structured content: an object, or nothing where nothing was promised."""
    value = admitted.structured or admitted.value
    if expected.resource or not (expected.lists_output or admitted.value):
        return ()
    content = value[0] if value else None
    if isinstance(content, dict) and not expected.wrapped:
        return (content,)
    return ({"result": content},)
