"""Make an answer legible: what it is in truth, and its text in UTF-8, whatever its label says.

Comes in: a response. Goes out: the same with its text in one encoding, so that what follows
(redaction, admission, the trace) reads one form only; what kind of content it is; and what to
say where the label was wrong. Pure; nothing here fails.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from translator.runtime.charset import Kind as Way
from translator.runtime.charset import decode, is_marked, names_wide
from translator.runtime.content_coding import BodyDecoder, BrokenCoding
from translator.runtime.decoding import ContentType, harmless, read_content_type, unescaped
from translator.runtime.media_types import (
    is_binary,
    is_event_stream,
    is_json_lines,
    is_json_sequence,
    is_xml,
)
from translator.runtime.response import Response

Kind = Literal[
    "nothing", "json", "lines", "sequence", "events", "html", "xml", "text", "unknown", "binary"
]

#: The most that a hidden compression may unfold to.
MAX_UNFOLDED_BYTES = 1_000_000

_GZIP = b"\x1f\x8b\x08"
_PDF = b"%PDF-"
_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_JSON_START = re.compile(rb"\s*[{\[]|\0*[{\[]\0")
_ESCAPED: frozenset[Kind] = frozenset({"json", "lines", "sequence", "events"})
_LOOKED_AT = 1024
_CONTROLS = bytes(sorted({*range(32)} - set(b"\t\n\r")))


@dataclass(frozen=True, slots=True)
class Legible:
    """An answer whose body is UTF-8 where it is text.

    `kind` is what it is; `content_type` is its label. `notes` say how the text was come by.
    `stray` says how it is something else than its label says. `lossy`: some of it could not
    be read.
    """

    response: Response
    kind: Kind
    content_type: ContentType
    notes: tuple[str, ...] = ()
    stray: str | None = None
    lossy: bool = False

    @property
    def text(self) -> str:
        """The body as text; only where the kind is one of text."""
        return self.response.body.decode("utf-8", "replace")


def legible(response: Response, max_bytes: int = MAX_UNFOLDED_BYTES) -> Legible:
    """Return the response made legible; at most `max_bytes` where it is compressed secretly."""
    content_type = read_content_type(response.header("content-type"))
    kind = _labelled(content_type)
    notes = ["the API sent more than it announced; the rest was dropped"] if response.excess else []
    if kind not in ("binary", "unknown") and response.body.startswith(_GZIP):
        response = _unfolded(response, max_bytes)
        notes.append("it was compressed once more than its Content-Encoding says")
    if not response.body.strip():
        return Legible(replace(response, body=b""), "nothing", content_type, tuple(notes))
    if kind == "binary":
        return Legible(response, kind, content_type, tuple(notes))
    if _is_binary(response.body, kind, content_type):
        stray = None if kind == "unknown" else f"no text, though its label says {content_type.name}"
        return Legible(response, "binary", content_type, tuple(notes), stray)
    return _as_text(response, kind, content_type, notes)


def _as_text(
    response: Response, kind: Kind, content_type: ContentType, notes: list[str]
) -> Legible:
    label = content_type.parameters.get("charset")
    way = _way(kind, response.body)
    read = decode(response.body, label, way, complete=response.complete)
    text = read.text
    if kind == "unknown" and (read.remark or harmless(text) != text):
        return Legible(response, "binary", content_type, tuple(notes))
    stray = None
    if kind in ("json", "text", "unknown") and _PAGE.match(text):
        stray = f"a web page, though its label says {content_type.name}" if kind == "json" else None
        kind = "html"
    if kind in _ESCAPED or _looks_like_json(text):
        text = unescaped(text)
    if read.remark:
        notes.append(read.remark)
    body = text.encode("utf-8", "replace")
    safe = replace(response, body=body)
    kind = "text" if kind == "unknown" else kind
    return Legible(safe, kind, content_type, tuple(notes), stray, read.lossy)


def _looks_like_json(text: str) -> bool:
    text = text.strip()
    return (text[:1], text[-1:]) in (("{", "}"), ("[", "]"))


def _way(kind: Kind, body: bytes) -> Way:
    if kind in _ESCAPED or (kind != "html" and _JSON_START.match(body)):
        return "json"
    return "html" if kind == "html" else "xml" if kind == "xml" else "text"


#: What a label says, the most exact first.
_LABELS: tuple[tuple[Kind, Callable[[str], bool]], ...] = (
    ("lines", is_json_lines),
    ("sequence", is_json_sequence),
    ("events", is_event_stream),
    ("xml", is_xml),
    ("binary", lambda name: is_binary(name) and name != "application/octet-stream"),
)


def _labelled(content_type: ContentType) -> Kind:
    if content_type.is_json:
        return "json"
    if content_type.is_html:
        return "html"
    found = next((kind for kind, belongs in _LABELS if belongs(content_type.name)), None)
    return found or ("text" if content_type.is_text else "unknown")


def _is_binary(body: bytes, kind: Kind, content_type: ContentType) -> bool:
    """Tell whether bytes are no text: a NUL among the first that no wide charset explains.

    What a label calls text may hold a few.
    """
    if body.startswith(_PDF):
        return True
    if b"\0" not in body[:_LOOKED_AT] or is_marked(body):
        return False
    if kind in _ESCAPED:
        return not _JSON_START.match(body)
    if names_wide(content_type.parameters.get("charset")):
        return False
    head = body[:_LOOKED_AT]
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return kind == "unknown" or controls > len(head) // 3 or not _is_utf8(body)


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _unfolded(response: Response, max_bytes: int) -> Response:
    """Undo gzip that no header tells of, as far as it goes."""
    body, complete = bytearray(), response.complete
    try:
        for piece in BodyDecoder("gzip").decode(response.body):
            body += piece
            if len(body) > max_bytes:
                complete = False
                break
    except BrokenCoding:
        complete = False
    return replace(response, body=bytes(body[:max_bytes]), complete=complete)
