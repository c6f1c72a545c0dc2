"""Own the addresses of answers that were too large for one result: `isthmus://SLUG/spool/ID`.

Comes in: what was kept, or a URI that somebody asks for. Goes out: links, or what is asked for.
The scheme is Isthmus's own, so that no published URI is ever one of these. Pure.
"""

from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, urlsplit

from translator.json_value import JsonValue
from translator.ports import Spooled
from translator.runtime.admitted import Whole
from translator.runtime.outcome import Block
from translator.runtime.truncation import Cut

SCHEME = "isthmus"

_FOLDER = "/spool/"
_MOST_LINKS = 3
_SHOWN_OF_ID = 6
_LONGEST_POINTER = 500


@dataclass(frozen=True, slots=True)
class PageAsked:
    """A page of a kept answer, or of what stands in it at a pointer; the first page is 1."""

    spool_id: str
    pointer: str = ""
    page: int = 1
    problem: str = ""

    def uri(self, endpoint: str) -> str:
        """Return the address of the page."""
        query = [f"pointer={quote(self.pointer, safe='/~')}"] if self.pointer else []
        query += [f"page={self.page}"] if self.page > 1 else []
        address = f"{SCHEME}://{endpoint}{_FOLDER}{self.spool_id}"
        return f"{address}?{'&'.join(query)}" if query else address

    def shown(self, endpoint: str) -> str:
        """Return the address as traces show it: without what lets one read it."""
        return f"{SCHEME}://{endpoint}{_FOLDER}{self.spool_id[:_SHOWN_OF_ID]}…"


def page_asked(uri: str) -> PageAsked | None:
    """Return which page a URI asks for, None where it is no such URI."""
    if not uri.startswith(f"{SCHEME}://"):
        return None
    try:
        parts = urlsplit(uri)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
    except ValueError:
        return None
    if not parts.path.startswith(_FOLDER):
        return None
    pointer, page = query.pop("pointer", ""), query.pop("page", "1")
    problem = ""
    if query or len(pointer) > _LONGEST_POINTER or (pointer and not pointer.startswith("/")):
        problem = "its query takes `pointer`, a JSON pointer, and `page`, a number"
    if not (page.isascii() and page.isdigit() and int(page[:9]) > 0):
        problem = "`page` is a number from 1"
        page = "1"
    return PageAsked(parts.path.removeprefix(_FOLDER), pointer, int(page[:9]), problem)


def spooled(whole: Whole, name: str, operation_id: str, page_bytes: int) -> Spooled:
    """Return an answer as the store keeps it, with what it is an answer of."""
    return Spooled(whole.body, whole.mime_type, whole.shape, name, operation_id, page_bytes)


def links(whole: Whole, spool_id: str, endpoint: str) -> tuple[Block, ...]:
    """Return a link to each of the first places that were cut, and to the whole answer."""
    parts = [cut for cut in whole.cuts if cut.pointer and cut.what != "members"]
    found = [_link(cut, whole, spool_id, endpoint) for cut in parts[:_MOST_LINKS]]
    root = next((cut for cut in whole.cuts if not cut.pointer), None)
    size = f"{len(whole.body):,} bytes"
    entries = f"{root.whole:,} entries, " if root and root.what == "entries" else ""
    name = f"The whole answer ({entries}{size}), by pages"
    address = PageAsked(spool_id).uri(endpoint)
    return (*found, Block("link", name, mime_type=whole.mime_type, uri=address))


def _link(cut: Cut, whole: Whole, spool_id: str, endpoint: str) -> Block:
    text = cut.what == "characters"
    return Block(
        "link",
        f"All {cut.whole:,} {cut.what} of {cut.pointer:.80}, by pages",
        mime_type="text/plain" if text else whole.mime_type,
        uri=PageAsked(spool_id, cut.pointer).uri(endpoint),
    )


def cuts_in_json(cuts: tuple[Cut, ...], most: int) -> JsonValue:
    """Return the cuts as `_meta` carries them."""
    return [
        {"pointer": cut.pointer, "what": cut.what, "kept": cut.kept, "of": cut.whole}
        for cut in cuts[:most]
    ]
