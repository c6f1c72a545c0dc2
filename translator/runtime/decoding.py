"""Read what an API calls its answer, and text that may be hostile.

Comes in: header values and text. Goes out: a media type, a text. Nothing here fails.
"""

import json
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

#: Control characters except tab, line feed and carriage return; the bidirectional embeddings,
#: overrides and isolates, which make a text read otherwise than it is (Unicode TR 36); tag
#: characters, which nobody sees and a model reads; halves of surrogate pairs.
_HOSTILE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
#: A run of Unicode escapes, or any other escape: in `\\\\u0041` there is none.
_ESCAPES = re.compile(r"\\(?:(u[0-9A-Fa-f]{4}(?:\\u[0-9A-Fa-f]{4})*)|.)", re.DOTALL)
_ESCAPED = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[0-9A-Fa-f]{4}")
#: Up to so many different escapes, replacing one after another is faster than going through all.
_MOST_DIFFERENT = 200
_SURROGATE = re.compile("[\ud800-\udfff]")


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


def unescaped(json_text: str) -> str:
    """Return the JSON text with escaped characters as they are, where JSON lets them stand so.

    Its value is the same (RFC 8259 §7), but for halves of surrogate pairs, which no UTF-8 can
    carry and which become U+FFFD. A secret that is written in escapes would not be found.
    """
    if "\\u" not in json_text:
        return json_text
    found = set(_ESCAPED.findall(json_text))
    if len(found) > _MOST_DIFFERENT or "\x00" in json_text:
        return _ESCAPES.sub(_plain, json_text)
    # Putting aside escaped backslashes leaves none that only seems to begin an escape.
    text = json_text.replace("\\\\", "\x00")
    for escape in sorted(found, key=len, reverse=True):  # pairs before their halves
        text = text.replace(escape, _plain_of(escape))
    return text.replace("\x00", "\\\\")


def _plain(match: re.Match[str]) -> str:
    return match.group() if match[1] is None else _plain_of(match.group())


def _plain_of(escapes: str) -> str:
    text = _SURROGATE.sub("\ufffd", json.loads(f'"{escapes}"'))
    return json.dumps(text, ensure_ascii=False)[1:-1]
