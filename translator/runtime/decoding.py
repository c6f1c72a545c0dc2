"""Read what an API calls its answer: media types, charsets, and text that may be hostile.

Comes in: header values and bytes. Goes out: a media type, a text. Nothing here fails: what a
label says wrongly is read by what the bytes say.
"""

import codecs
import re
from dataclasses import dataclass, field
from email.message import Message
from email.utils import collapse_rfc2231_value
from functools import lru_cache

#: Text in the clothes of `application/`.
_TEXTUAL = frozenset(
    {
        "application/xml",
        "application/yaml",
        "application/x-yaml",
        "application/toml",
        "application/javascript",
        "application/x-javascript",
        "application/ecmascript",
        "application/x-www-form-urlencoded",
        "application/x-ndjson",
        "application/ndjson",
        "application/jsonl",
        "application/x-jsonlines",
        "application/json-seq",
        "application/graphql",
        "application/sql",
        "application/x-sh",
        "application/csv",
        "application/rtf",
        "application/x-pem-file",
        "application/pem-certificate-chain",
    }
)
_JSON = frozenset({"application/json", "text/json", "application/x-json", "text/x-json"})

_LONGEST_HEADER = 500

#: Codecs of Python that are no charset, or whose cost grows with the square of the text.
_NO_CHARSET = frozenset(
    {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"}
)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

#: Control characters except tab, line feed and carriage return; the bidirectional embeddings,
#: overrides and isolates, which make a text read otherwise than it is (Unicode TR 36); tag
#: characters, which nobody sees and a model reads; halves of surrogate pairs.
_HOSTILE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class ContentType:
    """RFC 9110 §8.3.1; `name` is in lower case, '' when there is none or it is no media type."""

    name: str = ""
    parameters: dict[str, str] = field(default_factory=dict)

    @property
    def is_json(self) -> bool:
        """RFC 8259, or RFC 6839 §3.1: ends in +json."""
        return self.name in _JSON or self.name.endswith("+json")

    @property
    def is_html(self) -> bool:
        """A page for people."""
        return self.name in ("text/html", "application/xhtml+xml")

    @property
    def is_text(self) -> bool:
        """Anything a model reads as text, XML and SVG included."""
        name = self.name
        return name.startswith("text/") or name in _TEXTUAL or name.endswith(("+xml", "+yaml"))


def read_content_type(header: str | None) -> ContentType:
    """Read a Content-Type header."""
    if not header or "/" not in header:
        return ContentType()
    return _parsed(header[:_LONGEST_HEADER])


@lru_cache(maxsize=256)
def _parsed(header: str) -> ContentType:
    message = Message()
    message["content-type"] = header.replace("\r", " ").replace("\n", " ")
    try:
        name, *parameters = message.get_params(failobj=[])
        texts = {key.lower(): _collapsed(value) for key, value in parameters}
    except (TypeError, ValueError, LookupError):
        return ContentType(header.partition(";")[0].strip().lower())
    return ContentType(name[0].strip().lower(), texts)


def _collapsed(value: str | tuple[str | None, str | None, str]) -> str:
    """Return a parameter as a text, also one with a charset of its own (RFC 8187 §3.2.1)."""
    return value if isinstance(value, str) else collapse_rfc2231_value(value)


def read_text(body: bytes, charset: str | None = None, *, complete: bool = True) -> str:
    """Decode a body: by its declared charset, else its byte order mark, else UTF-8 or Latin-1.

    Without `complete` the last character may be cut and is left out.
    """
    candidates = [charset] if charset else []
    candidates += [encoding for mark, encoding in _BOMS if body.startswith(mark)][:1]
    for encoding in (*candidates, "utf-8"):
        text = _decoded(body, encoding, complete)
        if text is not None:
            return text.removeprefix("\ufeff")
    return body.decode("latin-1")


def _decoded(body: bytes, encoding: str, complete: bool) -> str | None:
    try:
        codec = codecs.lookup(encoding.strip("\"' "))
        if codec.name in _NO_CHARSET or not codec._is_text_encoding:
            return None
        return codec.incrementaldecoder("strict").decode(body, complete)
    except (LookupError, ValueError, TypeError):
        return None


def harmless(text: str) -> str:
    """Return the text without what misleads its reader: control and bidirectional characters."""
    return _HOSTILE.sub("", text) if _HOSTILE.search(text) else text


def escaped(json_text: str) -> str:
    """Return the JSON text with what misleads its reader as escapes; its value is the same."""
    if not _HOSTILE.search(json_text):
        return json_text
    return _HOSTILE.sub(_escape, json_text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def looks_binary(body: bytes) -> bool:
    """Tell whether unlabelled bytes are no text: a NUL among the first, and no UTF-16 mark."""
    head = body[:1024]
    return b"\0" in head and not any(head.startswith(mark) for mark, _ in _BOMS)
