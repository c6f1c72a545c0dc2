"""Cut a kept answer into pages: entries of a list, lines or characters of a text, bytes.

Comes in: what was kept, a pointer into it, a page's number. Goes out: the page. Put together
again, the pages of a list are the list, those of a text the text, number for number as it was
written. Pure.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from translator.json_value import JsonValue
from translator.ports import Spooled
from translator.runtime.truncation import cut_text

_DECODER = json.JSONDecoder()
_JSON = "application/json"

Span = tuple[int, int]


class NoSuchPage(ValueError):
    """There is no such page, or nothing at the pointer; the message says what there is."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of `count`; `about` says what stands on it. Bytes where it is no text."""

    content: str | bytes
    mime_type: str
    number: int
    count: int
    about: str


def page_of(kept: Spooled, pointer: str, number: int) -> Page:
    """Return a page of what stands at the pointer (RFC 6901); '' is all of it.

    Raises:
        NoSuchPage: there is none.
    """
    if kept.shape == "binary":
        return _bytes_page(kept, pointer, number)
    text = kept.body.decode("utf-8", "replace")
    if kept.shape == "text":
        if pointer:
            raise NoSuchPage("it is no JSON, so that no pointer leads into it")
        return _text_page(text, kept.mime_type, kept.page_bytes, number)
    start, end = _located(text, pointer)
    if text[start] == "[":
        entries = list(_entries(text, start))
        groups = _grouped(text, entries, kept.page_bytes)
        if groups:
            return _list_page(text, groups, kept.mime_type, number, len(entries))
    if text[start] == '"' and pointer:
        plain = _DECODER.raw_decode(text, start)[0]
        return _text_page(plain, "text/plain", kept.page_bytes, number)
    # Part of a JSON text is no JSON.
    one = len(text[start:end].encode()) <= kept.page_bytes
    return _text_page(
        text[start:end], kept.mime_type if one else "text/plain", kept.page_bytes, number
    )


def _chosen(spans: list[Span], number: int) -> Span:
    if not 1 <= number <= len(spans):
        pages = "one page" if len(spans) == 1 else f"{len(spans):,} pages"
        raise NoSuchPage(f"it has {pages}, and no page {number:,}")
    return spans[number - 1]


def _list_page(
    text: str, groups: list[tuple[Span, Span]], mime_type: str, number: int, of: int
) -> Page:
    _chosen([entries for entries, _ in groups], number)
    (first, last), (start, end) = groups[number - 1]
    about = f"Entries {first + 1:,} to {last:,} of {of:,}."
    return Page(f"[{text[start:end]}]", mime_type, number, len(groups), about)


def _text_page(text: str, mime_type: str, page_bytes: int, number: int) -> Page:
    spans = list(_pieces(text, page_bytes))
    start, end = _chosen(spans, number)
    about = f"Characters {start + 1:,} to {end:,} of {len(text):,}."
    return Page(text[start:end], mime_type, number, len(spans), about)


def _bytes_page(kept: Spooled, pointer: str, number: int) -> Page:
    if pointer:
        raise NoSuchPage("it is no JSON, so that no pointer leads into it")
    whole = len(kept.body)
    starts = range(0, whole, kept.page_bytes)
    spans = [(start, min(start + kept.page_bytes, whole)) for start in starts]
    start, end = _chosen(spans, number)
    about = f"Bytes {start + 1:,} to {end:,} of {whole:,}."
    return Page(kept.body[start:end], kept.mime_type, number, len(spans), about)


def _pieces(text: str, max_bytes: int) -> Iterator[Span]:
    """Give the spans of the pages of a text; lines stay whole where that costs little."""
    start = 0
    while start < len(text) or not start:
        kept = cut_text(text[start : start + max_bytes], max_bytes) or text[start : start + 1]
        end = start + len(kept)
        line = kept.rfind("\n") + 1
        if end < len(text) and line > len(kept) // 2:
            end = start + line
        yield start, end
        if not text:
            return
        start = end


def _located(text: str, pointer: str) -> Span:
    """Return where in a compact JSON text the value at a pointer stands."""
    start, end = 0, len(text)
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        found = _inside(text, start, name)
        if found is None:
            raise NoSuchPage(f"there is nothing in it at {pointer:.100}")
        start, end = found
    return start, end


def _inside(text: str, start: int, name: str) -> Span | None:
    if text[start] == "{":
        found = None
        for member, at, end in _members(text, start):
            if member == name:
                found = (at, end)  # RFC 8259 §4: of members of one name, the last counts.
        return found
    if text[start] == "[" and name.isascii() and name.isdigit():
        return next((span for n, span in enumerate(_entries(text, start)) if n == int(name)), None)
    return None


def _entries(text: str, start: int) -> Iterator[Span]:
    at = start + 1
    while text[at] != "]":
        end = _DECODER.raw_decode(text, at)[1]
        yield at, end
        at = end + (text[end] == ",")


def _members(text: str, start: int) -> Iterator[tuple[JsonValue, int, int]]:
    at = start + 1
    while text[at] != "}":
        name, colon = _DECODER.raw_decode(text, at)
        end = _DECODER.raw_decode(text, colon + 1)[1]
        yield name, colon + 1, end
        at = end + (text[end] == ",")


def _grouped(text: str, entries: list[Span], max_bytes: int) -> list[tuple[Span, Span]]:
    """Return groups of entries, with their numbers; none where an entry fits no page."""
    groups: list[tuple[Span, Span]] = []
    first, left = 0, max_bytes - 1
    for number, (start, end) in enumerate(entries):
        size = len(text[start:end].encode("utf-8", "replace")) + 1
        if size > max_bytes - 1:
            return []
        if size > left:
            groups.append(((first, number), (entries[first][0], entries[number - 1][1])))
            first, left = number, max_bytes - 1
        left -= size
    if entries:
        groups.append(((first, len(entries)), (entries[first][0], entries[-1][1])))
    return groups
