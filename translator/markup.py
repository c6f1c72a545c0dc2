"""Own the way from CommonMark and HTML to plain prose on one line.

OpenAPI's texts are CommonMark (OAS 3.1.1, Rich Text Formatting), in truth often HTML, often
neither. Only what is certainly markup goes: known HTML tags, not `<id>`; emphasis around words,
not `__init__` or `a * b`; what stands between backticks stays as it is. Comments, scripts and
fenced code blocks go whole. Links leave their text. Pure, and linear in what it reads.
"""

import html
import re
from typing import NamedTuple

from translator.wording import visible

#: How much of a text is looked at.
MAX_CHARACTERS = 20_000

_INLINE = (
    "a abbr b big cite code del em font i ins kbd mark q s samp small span strike strong sub sup "
    "tt u var"
)
_BLOCKS = (
    "blockquote caption center col colgroup dd details div dl dt figure h1 h2 h3 h4 h5 h6 hr "
    "iframe img important note ol p pre section summary table tbody tfoot thead tr ul"
)
_LINES = "br td th"
_INLINE_TAGS = frozenset(_INLINE.split())
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.S | re.I)
_TAG = re.compile(
    rf"</?({'|'.join(f'{_INLINE} {_BLOCKS} {_LINES} li'.split())})(?:\s[^<>]*)?/?>", re.I
)
_AUTOLINK = re.compile(r"<((?:https?|mailto):[^<>\s]+)>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")
_FENCE = re.compile(r"^ {0,3}(```|~~~)[^\n]*\n.*?(?:^ {0,3}\1[^\n]*$|\Z)", re.S | re.M)
_CODE = re.compile(
    r"(?<!`)(`{1,2})(?!`)(?P<code>[^`\n]+)\1(?!`)"
    r"|<code\b[^<>]*>(?P<html>[^\n]{1,400}?)</code\s*>",
    re.I,
)
_LINK = re.compile(r"!?\[([^\[\]\n]*)\](?:\([^()\s]*(?: +\"[^\"\n]*\")?\)|\[[^\[\]\n]*\])")
_NOTE = re.compile(r"\[!([A-Za-z]+)\]")
_STARS = re.compile(r"(?<![\w*/\\])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![\w*])")
_UNDERSCORES = re.compile(r"(?<!\w)(_{1,2})(?=[^\s_])([^_\n]*[^\s_])\1(?!\w)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>-])")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=\S)")
_HEADING = re.compile(r"#{1,6}[ \t]+(?=\S)")
_ENDS = tuple(".!?:;,…。！？：；、")  # noqa: RUF001
_MARKUP = re.compile(r"[<&*_#`\[\\|>\n~]|^\s*(?:[-+•]|\d{1,3}[.)])\s")
#: Anything outside ASCII, Latin, general punctuation and common CJK has to be looked at.
_PERHAPS_HIDDEN = re.compile(
    "[^\n -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u3001-\u303f\u3041-\u30ff"
    "\u4e00-\u9fff]"
)
#: Stands in prose for a literal, which no rule about words may touch.
LITERAL = re.compile("\ue000(\\d+)\ue001")


class Prose(NamedTuple):
    """Prose on one line in which each literal (code) is a mark that `LITERAL` finds."""

    text: str
    literals: tuple[str, ...] = ()

    def spoken(self, part: str | None = None) -> str:
        """Return a part of the prose, or all of it, with its literals in their places."""
        said = self.text if part is None else part
        if not self.literals:
            return said
        said = LITERAL.sub(lambda found: self.literals[int(found[1])], said)
        return " ".join(said.split())


def plain_text(text: str) -> str:
    """Return a text without markup and hidden characters, on one line."""
    return prose_of(text).spoken()


def prose_of(text: str) -> Prose:
    """Return a text without markup and hidden characters, its literals put aside."""
    text = text[:MAX_CHARACTERS]
    if _PERHAPS_HIDDEN.search(text):
        text = visible(text)
    if not _MARKUP.search(text):
        return Prose(" ".join(text.split()))
    literals: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        code = found["code"] or html.unescape(_TAG.sub("", found["html"]))
        literals.append(visible(code).strip())
        space = " " if text[found.start() - 1 : found.start()].isalnum() else ""
        return f"{space}\ue000{len(literals) - 1}\ue001"

    text = _FENCE.sub(_left_out, text)
    prose = _one_line(_without_inline_marks(_without_html(_CODE.sub(put_aside, text))))
    return Prose(" ".join(prose.split()), tuple(literals))


def _left_out(fence: re.Match[str]) -> str:
    """Return what stands for a block of code: a mark where a sentence announces it."""
    before = fence.string[max(0, fence.start() - 40) : fence.start()].rstrip()
    return " …\n\n" if before.endswith(":") else "\n\n"


def _without_html(text: str) -> str:
    text = _HIDDEN.sub(" ", text)
    text = _AUTOLINK.sub(r"\1", text)
    text = _TAG.sub(_tag_as_text, text)
    return _ENTITY.sub(lambda entity: visible(html.unescape(entity[0])), text)


def _tag_as_text(tag: re.Match[str]) -> str:
    name = tag[1].lower()
    if name in _INLINE_TAGS:
        return ""
    if name == "li" and tag[0][1] != "/":
        return "\n- "
    return "\n" if name in _LINES.split() else "\n\n"


def _without_inline_marks(text: str) -> str:
    text = _LINK.sub(r"\1", text)
    text = _NOTE.sub(lambda note: f"{note[1].capitalize()}:", text)
    text = _STARS.sub(r"\2", text)
    text = _UNDERSCORES.sub(lambda found: found[2] if " " in found[2] else found[0], text)
    return _ESCAPE.sub(r"\1", text)


def _one_line(text: str) -> str:
    """Put blocks one after the other, as sentences and enumerations."""
    blocks: list[tuple[str, list[str]]] = []
    fresh = True
    for line in text.split("\n"):
        kind, content = _block(line.strip())
        if content and (fresh or kind != "text"):
            blocks.append((kind, [content]))
        elif content:
            blocks[-1][1].append(content)
        fresh = not content or kind in ("heading", "row")
    ended = [
        _ended(" ".join(lines), kind, blocks[index + 1][0] if index + 1 < len(blocks) else "")
        for index, (kind, lines) in enumerate(blocks)
    ]
    return " ".join(ended)


def _block(line: str) -> tuple[str, str]:
    """Return the kind of a line (`text`, `item`, `heading`, `row`) and what it says."""
    while line.startswith(">") and line[1:2] in ("", " ", ">"):
        line = line[1:].lstrip()
    if not line or (len(line) > 2 and not line.strip("-*_=+|: \t")):
        return "text", ""
    heading = _HEADING.match(line)
    if heading:
        return "heading", line[heading.end() :].rstrip("#").rstrip()
    if line.startswith("|"):
        return "row", "; ".join(cell.strip() for cell in line.strip("|").split("|") if cell.strip())
    item = _ITEM.match(line)
    return ("item", line[item.end() :]) if item else ("text", line)


def _ended(text: str, kind: str, following: str) -> str:
    """End a block so that it stays apart from the next."""
    if not following or text.rstrip("\"')]”’»").endswith(_ENDS):  # noqa: RUF001
        return text
    if kind == "heading":
        return f"{text}:"
    return f"{text};" if kind == following in ("item", "row") else f"{text}."
