"""Turn bytes into text: by their byte order mark, their label, what they say inside, a guess.

Comes in: a body, the charset its label names, what kind of text it is. Goes out: a text, and a
remark where the label did not say it right. Nothing here fails: what no charset explains stands
as U+FFFD, and the remark says so.
"""

import codecs
import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "json", "xml", "html"]

#: Codecs of Python that are no charset, or whose cost grows with the square of the text.
_NO_CHARSET = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"})
#: Those of one machine, and one that hides markup (WHATWG Encoding §4.2 knows none of them).
_UNSAFE = frozenset({"mbcs", "oem", "utf-7"})
#: WHATWG Encoding §4.2: what pages and servers say, and what they mean by it.
_MEANT = {
    "iso8859-1": "cp1252",
    "ascii": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "shift_jis": "cp932",
    "x-sjis": "cp932",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "utf-16": "utf-16-le",
    "utf-32": "utf-32-le",
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: RFC 4627 §3: the first two characters of a JSON text are ASCII.
_JSON_STARTS = (
    (re.compile(rb"[^\0]\0\0\0"), "utf-32-le"),
    (re.compile(rb"\0\0\0[^\0]"), "utf-32-be"),
    (re.compile(rb"[^\0]\0"), "utf-16-le"),
    (re.compile(rb"\0[^\0]"), "utf-16-be"),
)
#: XML 1.0 §4.3.3, and HTML Living Standard §13.2.3.2, which looks at the first 1024 bytes.
_XML_SAYS = re.compile(rb"""<\?xml[^>]{0,100}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']""")
_HTML_SAYS = re.compile(rb"""(?i)<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""")
_INSIDE = {"xml": _XML_SAYS, "html": _HTML_SAYS}
_LOOKED_AT = 1024
_LABEL = 40


@dataclass(frozen=True, slots=True)
class Text:
    """A decoded body.

    `remark` says how its label was wrong, None where it was right or there was none to be
    wrong. `lossy`: some of it could not be read.
    """

    text: str
    remark: str | None = None
    lossy: bool = False


def decode(body: bytes, label: str | None, kind: Kind = "text", *, complete: bool = True) -> Text:
    """Return the body as text; without `complete` a character cut at its end is left out."""
    marked = _mark(body)
    if marked is not None:
        text = _strictly(body, marked, complete)
        if text is not None:
            return Text(text.removeprefix("\ufeff"))
    codec = _codec(label)
    for encoding in _candidates(body, codec, kind):
        text = _strictly(body, encoding, complete)
        if text is not None:
            return Text(text, _strayed(label, codec, encoding, kind))
    return _guessed(body, label, codec, complete)


def is_marked(body: bytes) -> bool:
    """Tell whether the body begins with a byte order mark."""
    return _mark(body) is not None


def names_wide(label: str | None) -> bool:
    """Tell whether a label names UTF-16 or UTF-32, in which text is full of NUL bytes."""
    return (_codec(label) or "").startswith(("utf-16", "utf-32"))


def _mark(body: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKS if body.startswith(mark)), None)


def _candidates(body: bytes, codec: str | None, kind: Kind) -> tuple[str, ...]:
    if kind == "json":
        # RFC 8259 §8.1: UTF-8, whatever a label claims; others are read by their first bytes.
        wide = next((name for start, name in _JSON_STARTS if start.match(body)), None)
        return tuple(filter(None, (wide, "utf-8", codec)))
    says = _INSIDE.get(kind)
    found = says.search(body[:_LOOKED_AT]) if says is not None and codec is None else None
    inside = None if found is None else _codec(found[1].decode("ascii", "replace"))
    return tuple(dict.fromkeys(filter(None, (codec, inside, "utf-8"))))


def _codec(label: str | None) -> str | None:
    """Return Python's name for what a label means, None for what is no charset."""
    try:
        found = codecs.lookup((label or "").strip("\"' "))
    except (LookupError, ValueError, TypeError):
        return None
    if found.name in _NO_CHARSET | _UNSAFE or not found._is_text_encoding:
        return None
    return _MEANT.get(found.name, found.name)


def _strictly(body: bytes, encoding: str, complete: bool) -> str | None:
    try:
        return codecs.lookup(encoding).incrementaldecoder("strict").decode(body, complete)
    except (LookupError, ValueError, TypeError):
        return None


def _strayed(label: str | None, codec: str | None, encoding: str, kind: Kind) -> str | None:
    """Say how a label was wrong about a body that could be read."""
    if not label or encoding == codec or (codec and kind == "json"):
        return None
    if codec is None:
        return f"its charset {_shown(label)} is not known; it was read as {encoding}"
    return f"it is not in the charset {_shown(label)} that it claims; it was read as {encoding}"


def _guessed(body: bytes, label: str | None, codec: str | None, complete: bool) -> Text:
    """Read what no candidate explains: broken UTF-8, an unknown charset, or Windows-1252."""
    western = codec in (None, "utf-8", "cp1252") and not (label and codec is None)
    if western:
        text = body.decode("utf-8", "replace")
        if codec == "cp1252" or text.replace("\ufffd", "").isascii():
            return _western(body, codec)
    encoding = codec if codec and not western else "utf-8"
    text = codecs.getincrementaldecoder(encoding)("replace").decode(body, complete)
    count = text.count("\ufffd")
    cause = (
        f"its charset {_shown(label)} is not known" if label and not codec else f"broken {encoding}"
    )
    remark = f"{cause}: {count:,} characters could not be read and stand as U+FFFD"
    return Text(text, remark, lossy=count > 0)


def _western(body: bytes, codec: str | None) -> Text:
    text = _strictly(body, "cp1252", True)
    if text is None:
        text = body.decode("latin-1")
    return Text(text, None if codec == "cp1252" else "it is not UTF-8; it was read as windows-1252")


def _shown(label: str | None) -> str:
    return f"'{(label or '')[:_LABEL]}'"
