"""Own the links from a collection's answer to the resources that read its items.

In come the answer, the arguments it was asked with, and where the surface says that items name
themselves; out come blocks with the expanded URIs (RFC 6570), a bounded number of them. An item
that names itself by nothing a URI can carry has no link. Pure.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from translator.json_value import JsonValue
from translator.operation import Location, Parameter
from translator.runtime.credentials import REDACTED
from translator.runtime.outcome import Block
from translator.schema_reading import found_at
from translator.surface import Call, LinkedItems, ResourceTemplate
from translator.uri_template import parse_template
from translator.wording import fold

#: A model reads the links with the answer; more would cost more than they tell.
MAX_LINKS = 20

META_KEY = "isthmus/items"
"""Key of `_meta` (MCP 2026-07-28, General fields) for reads, whose contents hold no links."""

_LONGEST_NAME = 100
#: What is written as it is and is no dot segment (RFC 3986 §2.3).
_PLAIN = re.compile(r"[A-Za-z0-9_~-]+")


@dataclass(frozen=True, slots=True)
class ItemLinks:
    """What links the items of one collection's answers, prepared when a surface is loaded."""

    linked: LinkedItems
    template: ResourceTemplate
    call: Call

    def of(
        self, value: JsonValue, arguments: Mapping[str, JsonValue]
    ) -> tuple[tuple[Block, ...], str]:
        """Return a link for each of the first items, and a sentence where more have none."""
        items = found_at(value, self.linked.items)
        if not isinstance(items, list):
            return (), ""
        shared = self._shared(arguments)
        if shared is None:
            return (), ""
        uri_of = _Uris(self.template.uri_template, self._own(), shared).of
        found = (self._link(item, uri_of) for item in items[:MAX_LINKS])
        links = tuple(link for link in found if link is not None)
        cut = links and len(items) > MAX_LINKS
        note = f"Links stand for the first {MAX_LINKS} of {len(items):,} entries." if cut else ""
        return links, note

    def _shared(self, arguments: Mapping[str, JsonValue]) -> dict[str, str] | None:
        """Return the variables that all items share: those the collection was asked with."""
        bound = {b.parameter.name: b for b in self.call.parameters if _is_in_path(b.parameter)}
        shared = {}
        for variable, name in self.linked.variables.items():
            if name == self.linked.parameter:
                continue
            filled = bound.get(name)
            if filled is None:
                return None
            given = (
                (arguments[filled.argument],)
                if filled.argument in arguments and filled.argument is not None
                else ()
            )
            text = _text(next(iter((*filled.pinned, *given, *filled.default)), None))
            if text is None:
                return None
            shared[variable] = text
        return shared

    def _own(self) -> str:
        """Return the variable that an item's own identifier fills."""
        names = self.linked.variables.items()
        return next((one for one, name in names if name == self.linked.parameter), "")

    def _link(self, item: JsonValue, uri_of: Callable[[str], str | None]) -> Block | None:
        identifier = _text(found_at(item, self.linked.identifier))
        uri = None if identifier is None or REDACTED in identifier else uri_of(identifier)
        if identifier is None or uri is None:
            return None
        title = None if self.linked.title is None else found_at(item, self.linked.title)
        name = fold(title)[:_LONGEST_NAME] if isinstance(title, str) else ""
        name = name or fold(identifier)[:_LONGEST_NAME]
        return Block("link", name, mime_type=self.template.mime_type, uri=uri)


class _Uris:
    """The URIs of one list's items, which differ in one variable."""

    def __init__(self, template: str, own: str, shared: Mapping[str, str]) -> None:
        self._template, self._own, self._shared = parse_template(template), own, shared
        self._at = self._template.segment_of(own)
        self._around: tuple[str, str] | None = None

    def of(self, identifier: str) -> str | None:
        """Return the URI with this identifier, None where no URI can carry it."""
        at = self._at if _PLAIN.fullmatch(identifier) else None
        if at is not None and self._around is not None:
            return identifier.join(self._around)
        try:
            uri = self._template.expand({**self._shared, self._own: identifier})
        except ValueError:
            return None
        if at is not None:
            # A plain identifier alone in its segment stands there as it is, as any other does.
            path, question, query = uri.partition("?")
            segments = path.split("/")
            before, after = [*segments[:at], ""], ["", *segments[at + 1 :]]
            self._around = "/".join(before), "/".join(after) + question + query
        return uri


def links_meta(links: tuple[Block, ...]) -> dict[str, JsonValue]:
    """Return links as `_meta` carries them."""
    return {META_KEY: [{"uri": link.uri, "name": link.text} for link in links]} if links else {}


def _is_in_path(parameter: Parameter) -> bool:
    return parameter.location is Location.PATH


def _text(value: JsonValue) -> str | None:
    """Return what stands for a value in a URI; None for what is no identifier."""
    if isinstance(value, str):
        return value or None
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number else None
