"""Where a `$ref` leads, over a mapping of parsed documents.

Owns URI references (RFC 3986), JSON Pointers (RFC 6901) and what stands between them; one step
at a time, so cycles stay as they are and nothing is ever expanded. Values that point at nothing
give None, never an exception. Pure: a document that is not in the mapping does not exist.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit

from translator.json_value import JsonValue

_PATH_SAFE = "/%:@!$&'()*+,;=~"
_PERCENT = re.compile("%[0-9a-fA-F]{2}")
_INDEX = re.compile("0|[1-9][0-9]{0,17}")
_MAX_STEPS = 100


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a document: its absolute URI and an RFC 6901 pointer ('' is the root)."""

    document: str
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A value, and the place where it truly stands."""

    value: JsonValue
    place: Place


def join_pointer(pointer: str, *tokens: str | int) -> str:
    """Append reference tokens to a pointer, escaped (RFC 6901 §3)."""
    return pointer + "".join(
        "/" + (str(token).replace("~", "~0").replace("/", "~1")) for token in tokens
    )


def split_pointer(pointer: str) -> tuple[str, ...]:
    """Return the unescaped reference tokens of a pointer (RFC 6901 §4).

    Raises:
        ValueError: a pointer that is not empty must begin with `/`.
    """
    if not pointer:
        return ()
    if pointer[0] != "/":
        raise ValueError(f"{pointer!r} is not a JSON Pointer: it must begin with '/'")
    tokens = pointer[1:].split("/")
    if "~" not in pointer:
        return tuple(tokens)
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in tokens)


def normal_uri(uri: str) -> str:
    """Write a URI in the one form documents are known by, without its fragment.

    Characters a path may not hold are percent-encoded, escapes are upper case, and so scheme
    and host are lower case (RFC 3986 §6.2.2).

    Raises:
        ValueError: it cannot be read as a URI.
    """
    parts = urlsplit(uri)
    path = _PERCENT.sub(lambda m: m.group().upper(), quote(parts.path, safe=_PATH_SAFE))
    userinfo, at, host = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, userinfo + at + host.lower(), path, parts.query, ""))


def join_uri(base: str, reference: str) -> str | None:
    """Return the absolute, normal URI of the document a reference names, None for nonsense."""
    document = reference.partition("#")[0]
    try:
        return normal_uri(urljoin(base, document)) if document else base
    except ValueError:
        return None


def relative_uri(uri: str, entry: str) -> str:
    """Name a document as seen from the entry document: '' is the entry itself.

    A document of another scheme or authority keeps its absolute URI.
    """
    if uri == entry:
        return ""
    ours, theirs = urlsplit(uri), urlsplit(entry)
    if (ours.scheme, ours.netloc) != (theirs.scheme, theirs.netloc) or not ours.path:
        return uri
    path = posixpath.relpath(unquote(ours.path), posixpath.dirname(unquote(theirs.path)) or "/")
    return f"{path}?{ours.query}" if ours.query else path


class Resolver:
    """Resolves references among `{absolute URI: parsed root}`; remembers what it found."""

    def __init__(self, documents: Mapping[str, JsonValue], entry: str) -> None:
        self.documents = documents
        self.entry = entry
        self._found: dict[tuple[str, str], Resolved | None] = {}
        self._ends: dict[Place, Resolved | None] = {}
        self._own_names = _declared_names(documents)
        self._by_own_name = {name: uri for uri, name in self._own_names.items()}
        self._named: dict[str, _Names] = {}

    def resolve(self, ref: str, base: Place) -> Resolved | None:
        """Take one step: return what the reference points at, None when that is nothing.

        A pointer that runs through another `$ref` on its way is followed there.
        """
        key = (ref, base.document)
        if key in self._found:
            found = self._found[key]
        else:
            found = self._found[key] = self._locate(ref, base.document)
        return found if found is not None else self._locate_by_id(ref, base)

    def follow(self, value: JsonValue, place: Place) -> Resolved | None:
        """Follow `$ref` after `$ref` to the first value that is none; None on a cycle."""
        current: Resolved | None = Resolved(value, place)
        passed: dict[Place, None] = {}
        while current is not None and (ref := reference_of(current.value)) is not None:
            current = self.resolve(ref, current.place)
            if current is not None and (current.place in self._ends or current.place in passed):
                current = self._ends.get(current.place)
                break
            if current is not None:
                passed[current.place] = None
        self._ends.update(dict.fromkeys(passed, current))
        return current

    def _locate(self, ref: str, document: str) -> Resolved | None:
        """Walk the pointer; go on behind a `$ref` met halfway, as real documents expect."""
        start = self._start(ref, document)
        for _ in range(_MAX_STEPS):
            if start is None:
                return None
            at, rest = _walk(*start)
            if not rest:
                return at
            halfway = reference_of(at.value)
            start = None if halfway is None else self._start(halfway, at.place.document, rest)
        return None

    def _start(
        self, ref: str, document: str, rest: tuple[str, ...] = ()
    ) -> tuple[Resolved, tuple[str, ...]] | None:
        """Return where a reference's walk begins, and the tokens to take from there."""
        uri = self._document_uri(ref, document)
        if uri is None:
            return None
        fragment = unquote(ref.partition("#")[2])
        if fragment and fragment[0] != "/":
            anchored = self._names_in(uri).by_anchor.get(fragment)
            return None if anchored is None else (anchored, rest)
        return Resolved(self.documents[uri], Place(uri)), split_pointer(fragment) + rest

    def _document_uri(self, ref: str, document: str) -> str | None:
        """Return the key of the document: by where it was read, or by what it calls itself."""
        uri = join_uri(document, ref)
        if uri in self.documents:
            return uri
        own_name = self._own_names.get(document)
        renamed = join_uri(own_name, ref) if own_name else None
        return self._by_own_name.get(renamed or "") or self._by_own_name.get(uri or "")

    def _locate_by_id(self, ref: str, base: Place) -> Resolved | None:
        """Try the schemas that carry an `$id` (JSON Schema 2020-12 §8.2.1).

        Second choice on purpose: OpenAPI documents use `$id` loosely, and their references
        nearly always mean the document; and looking for it costs a walk through all of them.
        """
        target = join_uri(self._enclosing_uri(base), ref)
        fragment = unquote(ref.partition("#")[2])
        if target is None or (fragment and fragment[0] != "/"):
            return None
        for uri in self.documents:
            named = self._names_in(uri).by_uri.get(target)
            if named is not None:
                found, rest = _walk(named, split_pointer(fragment))
                return None if rest else found
        return None

    def _enclosing_uri(self, base: Place) -> str:
        """Return the base URI at a place: the nearest `$id` around it, else the document."""
        names = self._names_in(base.document).by_pointer
        pointer = base.pointer if names else ""
        while pointer and pointer not in names:
            pointer = pointer.rpartition("/")[0]
        return names.get(pointer, base.document)

    def _names_in(self, uri: str) -> "_Names":
        if uri not in self._named:
            self._named[uri] = _names_of(self.documents.get(uri), uri)
        return self._named[uri]


def reference_of(value: JsonValue) -> str | None:
    """Return the text of `$ref` when the value is a reference, else None."""
    ref = value.get("$ref") if isinstance(value, dict) else None
    return ref if isinstance(ref, str) else None


@dataclass(frozen=True, slots=True)
class _Names:
    """The schemas of one document that name themselves; `by_pointer` gives their URI."""

    by_uri: dict[str, Resolved] = field(default_factory=dict)
    by_pointer: dict[str, str] = field(default_factory=dict)
    by_anchor: dict[str, Resolved] = field(default_factory=dict)


def _walk(start: Resolved, tokens: tuple[str, ...]) -> tuple[Resolved, tuple[str, ...]]:
    """Go as far as the tokens lead; return the last value and the tokens left over."""
    value, taken = start.value, 0
    for token in tokens:
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and _INDEX.fullmatch(token) and int(token) < len(value):
            value = value[int(token)]
        else:
            break
        taken += 1
    pointer = join_pointer(start.place.pointer, *tokens[:taken])
    return Resolved(value, Place(start.place.document, pointer)), tokens[taken:]


def _declared_names(documents: Mapping[str, JsonValue]) -> dict[str, str]:
    """Return what documents call themselves: `$self` (OAS 3.2.0 §4.1), or `$id` at the root."""
    names = {}
    for uri, root in documents.items():
        own = isinstance(root, dict) and (root.get("$self") or root.get("$id"))
        name = join_uri(uri, own) if isinstance(own, str) else None
        if name is not None:
            names[uri] = name
    return names


def _names_of(root: JsonValue, uri: str) -> _Names:
    """Collect `$id` and `$anchor` (JSON Schema 2020-12 §8.2); the first of a name counts."""
    names = _Names()
    pending: list[tuple[JsonValue, str, str]] = (
        [(root, "", uri)] if isinstance(root, (dict, list)) else []
    )
    while pending:
        value, pointer, base = pending.pop()
        if isinstance(value, dict):
            base = _record_names(names, Resolved(value, Place(uri, pointer)), base)
            members: Iterable[tuple[str | int, JsonValue]] = value.items()
        else:
            members = enumerate(value)
        pending.extend(
            (member, join_pointer(pointer, key), base)
            for key, member in members
            if isinstance(member, (dict, list))
        )
    return names


def _record_names(names: _Names, schema: Resolved, base: str) -> str:
    """Record what one schema calls itself; return the base URI below it."""
    own = schema.value.get("$id")
    named = join_uri(base, own) if isinstance(own, str) else None
    if named is not None:
        names.by_uri.setdefault(named, schema)
        names.by_pointer[schema.place.pointer] = base = named
    for anchor in _anchors(schema.value):
        names.by_anchor.setdefault(anchor, schema)
    return base


def _anchors(schema: dict[str, JsonValue]) -> Iterator[str]:
    for keyword in ("$anchor", "$dynamicAnchor"):
        anchor = schema.get(keyword)
        if isinstance(anchor, str):
            yield anchor
    for keyword in ("id", "$id"):
        old = schema.get(keyword)
        if isinstance(old, str) and len(old) > 1 and old[0] == "#":
            yield old[1:]
