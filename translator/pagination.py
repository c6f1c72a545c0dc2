"""Own how the pages of a collection follow one another, told from parameters and answer.

A kind of pagination is recognised where what the operation takes and what it answers fit: a
cursor that comes back, a URL of the next page, a Link header, a page number or an offset beside
a list. Each comes with its evidence, and with what is needed to ask for the next page. Names
are in `pagination_words`. Following pages is the runtime's, and a person's decision. Pure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from translator.answers import successes
from translator.arguments import Argument
from translator.collection import PageKind, Pagination
from translator.item_lists import ItemList, answer_schema, find_list
from translator.json_value import JsonValue
from translator.operation import Operation
from translator.pagination_words import (
    BRACKETED_OFFSET,
    CONTAINERS,
    CURRENT_PAGES,
    CURSORS,
    FROM_NEXT,
    LAST,
    LAST_IDS,
    LAST_SEEN,
    MORE,
    NEXT_CURSORS,
    NEXT_HEADERS,
    NEXT_OBJECTS,
    NEXT_URLS,
    OFFSETS,
    PAGES,
    RANGE_ENDS,
    SIZES,
    TOTAL_PAGES,
    TOTALS,
    URL_MEMBERS,
    WEAK_CURSORS,
    WEAK_NEXT_CURSORS,
    WEAK_NEXT_URLS,
    WEAK_OFFSETS,
    WEAK_PAGES,
    flat,
)
from translator.schema_reading import SchemaReader, pointer_to
from translator.words import destroying_word, literal_segments, only_reads_word, words_of


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of an answer, wherever pagination may stand in it."""

    pointer: str
    name: str
    parent: str
    kinds: frozenset[str]
    schema: JsonValue


_SCALARS = frozenset(("string", "integer", "number"))
_ASKING = frozenset(("query", "search", "find", "filter", "lookup"))
_MAX_DEPTH = 4
_MAX_MEMBERS = 300
_URL_TEXT = re.compile(r"\b(?:url|uri|link|href|hyperlink)s?\b", re.IGNORECASE)
_FROM_ZERO = re.compile(
    r"\b(?:zero|0)[- ](?:based|index)|\b(?:start|begin)\w* (?:at|from|with) (?:0|zero)\b|\(0\.\.",
    re.IGNORECASE,
)
_FROM_ONE = re.compile(
    r"\b(?:one|1)[- ](?:based|index)|\b(?:start|begin)\w* (?:at|from|with) (?:1|one)\b"
    r"|\bfirst page is 1\b|\bdefaults?\W+(?:is |to |value )?\W?1\b",
    re.IGNORECASE,
)


class PaginationReader:
    """Recognises pagination in the operations of one description."""

    def __init__(
        self, input_defs: Mapping[str, JsonValue], output_defs: Mapping[str, JsonValue]
    ) -> None:
        self._inputs = SchemaReader(input_defs)
        self._outputs = SchemaReader(output_defs)
        self._walked: dict[tuple[int, str], tuple[_Member, ...]] = {}

    def recognise(self, operation: Operation, arguments: Sequence[Argument]) -> Pagination | None:
        """Return how the operation's pages follow one another, None where nothing tells."""
        if not _may_read(operation):
            return None
        headers = {flat(name): name for each in successes(operation) for name in each.headers}
        offered = [_Offered.of(each, self._inputs) for each in arguments]
        named = [each for each in offered if each is not None]
        items = find_list(operation, self._outputs)
        around = "" if items is None else flat(items.pointer.rpartition("/")[0])
        members = self._members(answer_schema(operation), around)
        return _Found(named, members, items, headers, self._outputs).pagination()

    def _members(self, schema: JsonValue, around: str) -> tuple[_Member, ...]:
        """Return the members of an answer whose list lies in the member `around`."""
        known = self._walked.get((id(schema), around))
        if known is None:
            found = tuple(_walk(schema, CONTAINERS | {around}, self._outputs))
            known = self._walked[id(schema), around] = found
        return known


@dataclass(frozen=True, slots=True)
class _Offered:
    """An argument that could ask for a page: of the query, or a member of the body."""

    argument: Argument
    name: str
    kinds: frozenset[str]
    default: int | None
    minimum: int | None

    @classmethod
    def of(cls, argument: Argument, reader: SchemaReader) -> "_Offered | None":
        place, _, name = argument.binding.partition(":")
        if place not in ("query", "body") or (place == "body" and name.count("/") != 1):
            return None
        default, minimum = (
            value if isinstance(value, int) and not isinstance(value, bool) else None
            for value in (reader.said(argument.schema, key) for key in ("default", "minimum"))
        )
        return cls(
            argument,
            "offset" if name == BRACKETED_OFFSET else flat(name),
            reader.kinds(argument.schema) - {"null"},
            default,
            minimum,
        )

    @property
    def written(self) -> str:
        """The name as the API knows it, for people."""
        return self.argument.binding.partition(":")[2].removeprefix("/")

    @property
    def is_single(self) -> bool:
        return not self.kinds or bool(self.kinds & _SCALARS)

    @property
    def is_number(self) -> bool:
        return not self.kinds or bool(self.kinds & {"integer", "number"})


@dataclass(frozen=True, slots=True)
class _Found:
    """What one operation takes and answers, as far as it may be about pages."""

    offered: list[_Offered]
    members: tuple[_Member, ...]
    list: ItemList | None
    headers: Mapping[str, str]
    reader: SchemaReader

    def pagination(self) -> Pagination | None:
        """Return the first of the kinds that fits, the surest evidence first."""
        return (
            self._cursor(NEXT_CURSORS)
            or self._url(NEXT_URLS)
            or self._url(WEAK_NEXT_URLS)
            or self._cursor(WEAK_NEXT_CURSORS)
            or self._header()
            or self._link()
            or self._last_seen()
            or self._counted(PageKind.PAGE, PAGES)
            or self._counted(PageKind.OFFSET, OFFSETS)
            or self._counted(PageKind.OFFSET, WEAK_OFFSETS)
            or self._counted(PageKind.PAGE, WEAK_PAGES)
        )

    # cursors

    def _cursor(self, names: frozenset[str]) -> Pagination | None:
        strong = names is NEXT_CURSORS
        for member in self.members:
            if member.name not in names or not _is_single(member):
                continue
            if member.name in LAST_IDS and self._pointer(MORE, "boolean") is None:
                continue
            for offered in self.offered:
                weak = self.list is None and offered.name not in CURSORS
                if offered.is_single and not weak and _are_a_pair(offered, member, strong=strong):
                    return self._of_cursor(offered, member)
        return None

    def _of_cursor(self, offered: _Offered, member: _Member) -> Pagination:
        kind = PageKind.CURSOR
        if offered.is_number and offered.kinds:
            kind = PageKind.OFFSET if offered.name in OFFSETS else kind
            kind = PageKind.PAGE if offered.name in PAGES else kind
        evidence = f"{offered.written} takes what the answer gives at {member.pointer}"
        return self._made(kind, evidence, parameter=offered, next=member.pointer)

    def _last_seen(self) -> Pagination | None:
        """Recognise a cursor that is the id of the last item, where the answer tells more."""
        if self.list is None or self._pointer(MORE, "boolean") is None:
            return None
        by_name = {flat(name): name for name in self.reader.members(self.list.items)}
        for offered in self.offered:
            if offered.name in LAST_SEEN and offered.is_single and "id" in by_name:
                evidence = f"{offered.written} takes the id of the last item, while there is more"
                pointer = pointer_to(by_name["id"])
                return self._made(PageKind.CURSOR, evidence, parameter=offered, last_item=pointer)
        return None

    def _header(self) -> Pagination | None:
        for name, written in self.headers.items():
            if name not in NEXT_HEADERS:
                continue
            for offered in self.offered:
                if offered.is_single and offered.name in CURSORS | PAGES | OFFSETS:
                    kind = PageKind.PAGE if offered.name in PAGES else PageKind.CURSOR
                    evidence = f"{offered.written} takes what the header {written} gives"
                    return self._made(kind, evidence, parameter=offered, header=written)
            if self.list is not None:
                evidence = f"the header {written} gives the next page"
                return self._made(PageKind.NEXT_URL, evidence, header=written)
        return None

    # URLs

    def _url(self, names: frozenset[str]) -> Pagination | None:
        if self.list is None and not self._asks_for_pages():
            return None
        for member in self.members:
            why = self._why_url(member, names)
            if why:
                evidence = f"the answer gives the URL of the next page at {member.pointer}: {why}"
                return self._made(PageKind.NEXT_URL, evidence, next=member.pointer)
        return None

    def _why_url(self, member: _Member, names: frozenset[str]) -> str:
        if member.kinds and "string" not in member.kinds:
            return ""
        if names is NEXT_URLS:
            if member.name in URL_MEMBERS and member.parent in NEXT_OBJECTS:
                return "its name"
            return "its name" if member.name in names else ""
        if member.name not in names:
            return ""
        if member.parent in ("links", "urls"):
            return "it stands among links"
        if str(self.reader.said(member.schema, "format")).startswith(("uri", "url", "iri")):
            return "its format"
        if _URL_TEXT.search(str(self.reader.said(member.schema, "description") or "")):
            return "its description"
        return "its example" if self._has_url_as_example(member.schema) else ""

    def _has_url_as_example(self, schema: JsonValue) -> bool:
        given = self.reader.said(schema, "examples")
        examples = given if isinstance(given, list) else []
        return any(isinstance(e, str) and e.startswith(("http", "/")) for e in examples)

    def _link(self) -> Pagination | None:
        written = self.headers.get("link")
        if written is None or (self.list is None and not self._asks_for_pages()):
            return None
        asking = next((o for o in self.offered if o.name in PAGES | CURSORS | OFFSETS), None)
        if asking is None and self.list is not None and self.list.pointer:
            return None  # a list inside one thing, which may have links of other relations
        beside = f", and {asking.written} is taken" if asking else ""
        evidence = f"the answer has a Link header (RFC 8288){beside}"
        return self._made(PageKind.LINK, evidence, parameter=asking, header=written)

    # numbers

    def _counted(self, kind: PageKind, names: frozenset[str]) -> Pagination | None:
        """Recognise a page number or an offset beside a list, or where nothing else is told."""
        size = self._size(per_page=kind is PageKind.PAGE)
        weak = names in (WEAK_OFFSETS, WEAK_PAGES)
        untold = not self.members and self.list is None
        if (self.list is None and not untold) or ((weak or untold) and size is None):
            return None
        if weak and any(offered.name in RANGE_ENDS for offered in self.offered):
            return None
        for offered in self.offered:
            as_text = not weak and size is not None and "string" in offered.kinds
            if offered.name in names and (offered.is_number or as_text):
                beside = f" beside {size.written}" if size else ""
                where = self.list.evidence if self.list else "what is answered is not told"
                evidence = f"{offered.written} counts {kind}s{beside}; {where}"
                return self._made(kind, evidence, parameter=offered)
        return None

    # what is told besides

    def _made(
        self, kind: PageKind, evidence: str, parameter: _Offered | None = None, **found: str
    ) -> Pagination:
        size = self._size(per_page=kind is PageKind.PAGE)
        counts = parameter is not None and kind in (PageKind.PAGE, PageKind.OFFSET)
        return Pagination(
            kind=kind,
            evidence=evidence,
            items=None if self.list is None else self.list.pointer,
            parameter=None if parameter is None else parameter.argument.binding,
            size=None if size is None else size.argument.binding,
            size_default=None if size is None else size.default,
            first=_first(kind, parameter) if parameter is not None and counts else None,
            more=self._pointer(MORE, "boolean"),
            last=self._pointer(LAST, "boolean"),
            total=self._pointer(TOTALS, "integer", "number"),
            pages=self._pointer(TOTAL_PAGES, "integer", "number"),
            current=self._current(kind, parameter) if counts else None,
            **found,
        )

    def _current(self, kind: PageKind, parameter: _Offered | None) -> str | None:
        names = CURRENT_PAGES if kind is PageKind.PAGE else OFFSETS
        if parameter is not None and parameter.name not in names:
            names = frozenset({parameter.name})
        return self._pointer(names, "integer", "number")

    def _size(self, *, per_page: bool = False) -> _Offered | None:
        found = [each for each in self.offered if each.name in SIZES and each.is_number]
        found.sort(key=lambda each: per_page and "page" not in each.name)
        return next(iter(found), None)

    def _asks_for_pages(self) -> bool:
        asking = CURSORS | PAGES | OFFSETS | SIZES
        return any(offered.name in asking for offered in self.offered)

    def _pointer(self, names: frozenset[str], *kinds: str) -> str | None:
        fitting = (m for m in self.members if m.name in names and m.kinds & set(kinds))
        return next((member.pointer for member in fitting), None)


def _may_read(operation: Operation) -> bool:
    """Tell whether an operation reads, or is a POST whose name or path says that it looks up."""
    if operation.method != "POST":
        return operation.method in ("GET", "QUERY")
    segments = (words_of(segment) for segment in literal_segments(operation.path))
    asks = any(_ASKING.intersection(words) for words in segments)
    return only_reads_word(operation) is not None or (asks and not destroying_word(operation))


def _is_single(member: _Member) -> bool:
    return not member.kinds or bool(member.kinds & _SCALARS)


def _are_a_pair(offered: _Offered, member: _Member, *, strong: bool) -> bool:
    """Tell whether a parameter takes what a member gives, by their names."""
    if member.name in (f"next{offered.name}", f"{offered.name}next"):
        return offered.name in CURSORS | WEAK_CURSORS | OFFSETS | PAGES
    if offered.name in FROM_NEXT and (member.name, member.parent) == ("next", ""):
        return not (member.kinds and offered.kinds) or bool(member.kinds & offered.kinds)
    if offered.name in WEAK_CURSORS | OFFSETS | PAGES:
        # An offset that comes back under its own name is a cursor only where it is a text.
        same = member.name == offered.name
        return same and not offered.is_number and "string" in member.kinds
    if offered.name not in CURSORS:
        return False
    if strong or member.name == offered.name:
        return True
    if member.name in LAST_IDS:
        return offered.name in LAST_SEEN
    alike = member.name in offered.name or member.name in ("next", "cursor")
    return alike or member.parent in ("cursors", "next")


def _first(kind: PageKind, parameter: _Offered) -> int | None:
    """Return the number of the first page or offset, where the parameter tells it."""
    text = parameter.argument.description or ""
    if _FROM_ZERO.search(text):
        return 0
    if _FROM_ONE.search(text):
        return 1
    if parameter.default in (0, 1):
        return parameter.default
    if parameter.minimum == 1:  # 0 is as often what an unsigned type begins with
        return 1
    if kind is PageKind.PAGE or "index" in parameter.name:
        return None
    return 0


def _walk(schema: JsonValue, containers: frozenset[str], reader: SchemaReader) -> Iterator[_Member]:
    """Give the members of an answer level by level, into what may speak of pages."""
    level: list[tuple[JsonValue, tuple[str, ...]]] = [(schema, ())]
    given = 0
    for _ in range(_MAX_DEPTH):
        below: list[tuple[JsonValue, tuple[str, ...]]] = []
        for around, path in level:
            for name, inner in reader.members(around).items():
                given += 1
                if given > _MAX_MEMBERS:
                    return
                kinds = reader.kinds(inner)
                parent = flat(path[-1]) if path else ""
                yield _Member(pointer_to(*path, name), flat(name), parent, kinds, inner)
                if "object" in kinds and flat(name) in containers:
                    below.append((inner, (*path, name)))
        level = below
