"""What is known of a collection: how its pages follow one another, what names its items.

Frozen values: `pagination` and `item_links` make them, candidates carry them, a surface holds what
of them was published. Pointers are JSON pointers (RFC 6901).
"""

from dataclasses import dataclass
from enum import StrEnum


class PageKind(StrEnum):
    """How the next page is asked for."""

    CURSOR = "cursor"
    OFFSET = "offset"
    PAGE = "page"
    LINK = "link"
    """RFC 8288: a Link header with the relation `next`."""
    NEXT_URL = "next-url"


@dataclass(frozen=True, slots=True)
class Pagination:
    """How to get from one page to the next, and why this is thought so.

    `parameter` and `size` are bindings of arguments: what names the next page, and how much of
    it is wanted. All others but `header` are pointers into the answer: `items` the list, `next`
    the cursor or URL of the next page, `more` and `last` booleans, `total` and `pages` counts,
    `current` the number or offset of this page. `header` names the one that holds what `next`
    would. `last_item` points into the last item, whose value is the cursor. `first` is the
    number of the first page, or its offset; None where nobody says.
    """

    kind: PageKind
    evidence: str = ""
    items: str | None = None
    parameter: str | None = None
    size: str | None = None
    size_default: int | None = None
    first: int | None = None
    next: str | None = None
    header: str | None = None
    last_item: str | None = None
    more: str | None = None
    last: str | None = None
    total: str | None = None
    pages: str | None = None
    current: str | None = None


@dataclass(frozen=True, slots=True)
class ItemLink:
    """How to get from an item in a collection's answer to the operation that reads one.

    `operation` is that operation's key, `parameter` the variable of its path that the value at
    `identifier` fills: a pointer into an item, as `title` is, to what people call it; `items`
    points at the list.
    """

    operation: str
    parameter: str
    items: str
    identifier: str
    evidence: str
    title: str | None = None
