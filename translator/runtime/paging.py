"""Own what one page of an answer says about the next, and how pages become one answer.

In come a tool's `Paging`, the request that was sent and what was answered; out comes the step to
the next page, or nothing. Nothing is fetched here. Pure.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from translator.collection import PageKind
from translator.json_value import JsonValue, NotJson, parse_json, to_json
from translator.runtime.link_header import next_target
from translator.runtime.response import Response
from translator.schema_reading import found_at
from translator.surface import BoundMember, BoundParameter, Call, Paging

#: Fields about the body as it came, which a body put together has others of.
_OF_THE_BODY = frozenset(("content-length", "content-encoding", "content-md5", "etag", "digest"))
_LONGEST_URL = 16_384


@dataclass(frozen=True, slots=True)
class Step:
    """What leads to the next page: a value for what asks for it, or a URL.

    `sure` says that the answer tells of a next page; else there may be one.
    """

    value: JsonValue = None
    url: str = ""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """One page as it came. `items` is None where the answer holds no list where one belongs.

    `position` is the page number or offset that was asked for, `size` how many items, None where
    nobody knows. `own_size`: the API chose the size itself, so that a page with fewer is the last.
    """

    response: Response
    value: JsonValue
    items: list[JsonValue] | None
    position: int | None = None
    size: int | None = None
    own_size: bool = False

    @property
    def is_short(self) -> bool:
        """Whether it holds fewer items than were asked for."""
        return self.size is not None and len(self.items or ()) < self.size


def page_of(
    paging: Paging, call: Call, values: Mapping[str, JsonValue], response: Response
) -> Page | None:
    """Return an answer as a page, None where it is no complete success in JSON.

    `values` are the arguments that were sent.
    """
    if not 200 <= response.status < 300 or not response.complete:
        return None
    try:
        value = parse_json(response.body)
    except (NotJson, RecursionError):
        return None
    return page_from(paging, call, values, response, value)


def page_from(
    paging: Paging,
    call: Call,
    values: Mapping[str, JsonValue],
    response: Response,
    value: JsonValue,
) -> Page:
    """Return an answer whose JSON value is known as a page."""
    how = paging.how
    found = None if how.items is None else found_at(value, how.items)
    items = found if isinstance(found, list) else None
    size, position = (_sent(call, values, binding) for binding in (how.size, how.parameter))
    if position is None:
        position = _count(value, how.current)
        position = how.first if position is None else position
    return Page(
        response,
        value,
        items,
        _number(position),
        how.size_default if size is None else _number(size),
        own_size=size is None,
    )


def next_step(paging: Paging, page: Page) -> Step | None:
    """Return what leads from a page to the next, None where it is the last or nothing tells."""
    how = paging.how
    if _flag(page.value, how.more) is False or _flag(page.value, how.last) is True:
        return None
    if how.kind in (PageKind.LINK, PageKind.NEXT_URL):
        return _to_url(_url(paging, page))
    if how.next is not None or how.header is not None:
        return _to_value(_given(paging, page), how.kind)
    if how.last_item is not None:
        last = page.items[-1] if page.items else None
        more = _flag(page.value, how.more) is True
        return _to_value(found_at(last, how.last_item), how.kind) if more else None
    return _counted(paging, page)


def moved(call: Call, paging: Paging, value: JsonValue) -> Call:
    """Return the call with what asks for a page set to a value, whatever else fills it."""
    if paging.parameter is not None:
        name, place = paging.parameter.name, paging.parameter.location
        others = tuple(
            bound
            for bound in call.parameters
            if (bound.parameter.name, bound.parameter.location) != (name, place)
        )
        pinned = BoundParameter(paging.parameter, None, pinned=(value,))
        return replace(call, parameters=(*others, pinned))
    if paging.member is not None and call.body is not None:
        kept = tuple(one for one in call.body.members if one.name != paging.member)
        member = BoundMember(paging.member, None, pinned=(value,))
        return replace(call, body=replace(call.body, members=(*kept, member)))
    return call


def merged(paging: Paging, pages: list[Page]) -> Response:
    """Return one answer that holds the items of all pages, in the shape of the first.

    What it says of the next page is what the last one said.
    """
    how, first, last = paging.how, pages[0], pages[-1]
    items = [item for page in pages for item in page.items or ()]
    value = _with(first.value, how.items or "", (items,))
    for pointer in (how.next, how.more, how.last):
        if pointer is not None:
            value = _with(value, pointer, _at(last.value, pointer))
    headers = tuple(
        (name, text)
        for name, text in last.response.headers
        if name.lower() not in (*_OF_THE_BODY, "content-type")
    )
    content_type = first.response.header("content-type") or "application/json"
    headers = (*headers, ("Content-Type", content_type))
    return replace(last.response, body=_encoded(value), headers=headers)


def _encoded(value: JsonValue) -> bytes:
    try:
        return to_json(value).encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair, which only an escape can carry
        return json.dumps(value, separators=(",", ":")).encode("ascii")


# --- what was sent ---------------------------------------------------------------------------


def _filling(call: Call, binding: str | None) -> BoundParameter | BoundMember | None:
    place, _, name = (binding or "").partition(":")
    if place == "query":
        found = (b for b in call.parameters if b.parameter.name == name)
        return next((b for b in found if b.parameter.location == place), None)
    member = name.removeprefix("/").replace("~1", "/").replace("~0", "~")
    members = call.body.members if place == "body" and call.body is not None else ()
    return next((one for one in members if one.name == member), None)


def _sent(call: Call, values: Mapping[str, JsonValue], binding: str | None) -> JsonValue:
    """Return the value that was sent at a binding, None where there was none."""
    bound = _filling(call, binding)
    if bound is None:
        return None
    if bound.pinned:
        return bound.pinned[0]
    if bound.argument is not None and bound.argument in values:
        return values[bound.argument]
    return bound.default[0] if bound.default else None


# --- what was answered -----------------------------------------------------------------------


def _url(paging: Paging, page: Page) -> str | None:
    how = paging.how
    if how.kind is PageKind.LINK:
        return next_target(page.response.headers)
    found = _given(paging, page)
    if isinstance(found, dict):  # JSON:API 1.1, Links: a text, or an object with `href`
        found = found.get("href")
    return found if isinstance(found, str) else None


def _given(paging: Paging, page: Page) -> JsonValue:
    how = paging.how
    if how.next is not None:
        return found_at(page.value, how.next)
    return page.response.header(how.header) if how.header is not None else None


def _to_url(url: str | None) -> Step | None:
    url = url.strip() if url else None
    return Step(url=url) if url and len(url) <= _LONGEST_URL else None


def _to_value(value: JsonValue, kind: PageKind) -> Step | None:
    """Return the step a cursor makes; empty texts, false and -1 say that there is none."""
    if isinstance(value, bool) or value in (None, "", -1, "-1"):
        return None
    if not isinstance(value, str | int | float) or (value == 0 and kind is not PageKind.CURSOR):
        return None
    return Step(value)


def _counted(paging: Paging, page: Page) -> Step | None:
    """Return the step to the next number: sure where the answer counts, else where it is full."""
    how, items = paging.how, page.items
    if page.position is None or not items:
        return None
    by = 1 if how.kind is PageKind.PAGE else len(items)
    following = page.position + by
    more = _flag(page.value, how.more)
    if more is None:
        more = _is_below(how.kind, following, page, how.first, _ends(paging, page))
    if more is False or (more is None and page.own_size and page.is_short):
        return None
    return Step(following, sure=more is True)


def _ends(paging: Paging, page: Page) -> int | None:
    """Return how many pages, or items, there are in all, None where the answer does not count."""
    how = paging.how
    total = _count(page.value, how.total)
    if how.kind is PageKind.OFFSET:
        return total
    pages = _count(page.value, how.pages)
    if pages is not None or total is None or not page.size:
        return pages
    return -(-total // page.size)


def _is_below(
    kind: PageKind, following: int, page: Page, first: int | None, ends: int | None
) -> bool | None:
    if ends is None:
        return None
    if first is None:
        first = 0 if kind is PageKind.OFFSET or page.position == 0 else 1
    return following < ends + first


def _count(value: JsonValue, pointer: str | None) -> int | None:
    return None if pointer is None else _number(found_at(value, pointer))


def _number(value: JsonValue) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _flag(value: JsonValue, pointer: str | None) -> bool | None:
    found = None if pointer is None else found_at(value, pointer)
    return found if isinstance(found, bool) else None


# --- putting together ------------------------------------------------------------------------


def _at(value: JsonValue, pointer: str) -> tuple[JsonValue, ...]:
    """Return what stands at a pointer in a tuple, nothing where there is no such member."""
    around, _, name = pointer.rpartition("/")
    owner = found_at(value, around)
    key = name.replace("~1", "/").replace("~0", "~")
    return (owner[key],) if isinstance(owner, dict) and key in owner else ()


def _with(value: JsonValue, pointer: str, new: tuple[JsonValue, ...]) -> JsonValue:
    """Return the value with another one at a pointer, or without what stood there."""
    if not pointer:
        return new[0]
    token, slash, rest = pointer[1:].partition("/")
    key = token.replace("~1", "/").replace("~0", "~")
    if not isinstance(value, dict):
        return value
    if slash:
        return value | {key: _with(value[key], f"/{rest}", new)} if key in value else value
    return value | {key: new[0]} if new else {k: v for k, v in value.items() if k != key}
