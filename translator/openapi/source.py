"""Path, URL or standard input → a `Description`: the entry document and all it references.

Parses the entry, looks for references that leave it, reads what may be read, and repeats. What a
reference does not reach costs that reference: a finding, never a stop. Files are read here, HTTP
goes through the function that is handed in, and `reach` decides before either.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit, urlunsplit

from translator.errors import SourceError
from translator.finding import Finding
from translator.json_value import digest_of
from translator.openapi.budget import Budget
from translator.openapi.description import Description
from translator.openapi.document import (
    Document,
    check_meta_schema,
    detect_version,
    read_document,
    read_text,
    version_findings,
)
from translator.openapi.limits import DocumentLimits, Remarks
from translator.openapi.outgoing import Reference, outgoing_references
from translator.openapi.reach import (
    Fetch,
    Reach,
    file_uri,
    has_host,
    origin_of,
    path_of,
    read_file,
    shown,
)
from translator.openapi.resolve import Place, Resolver, join_uri, normal_uri, relative_uri

__all__ = ["Description", "Fetch", "load_description"]

_STDIN = "stdin:"
#: Files that a description may refer to for its texts.
_TEXT_ENDINGS = (".md", ".markdown", ".txt")


def load_description(
    source: str,
    *,
    fetch: Fetch | None,
    allow_refs: tuple[str, ...] = (),
    stdin: Callable[[], bytes] | None = None,
    budget: Budget | None = None,
    progress: Callable[[str], None] | None = None,
) -> Description:
    """Read a description from a path, an http(s) URL, or `-` for standard input.

    `allow_refs` names further origins (`https://schemas.example`) and folders that references
    may lead to. `progress` is told each document that is about to be read.

    Raises:
        SourceError: the entry document cannot be read or is no OpenAPI, or a limit is passed.
    """
    entry = _entry(source, fetch, allow_refs, stdin)
    loading = _Loading(entry, budget or Budget(), progress or (lambda _: None))
    loading.run()
    return _described(entry, loading)


@dataclass(frozen=True, slots=True)
class _Entry:
    """The document the user named: its URI, its bytes, and where its references may lead."""

    uri: str
    read: Callable[[int, float], bytes]
    reach: Reach


@dataclass(frozen=True, slots=True)
class _Lost:
    """A reference whose document was not read."""

    code: str
    reference: Reference
    document: str
    why: str


def _entry(
    source: str, fetch: Fetch | None, allow_refs: tuple[str, ...], stdin: Callable[[], bytes] | None
) -> _Entry:
    origins, folders = _allowed(allow_refs)
    scheme = source.partition("://")[0].lower() if "://" in source else ""
    if source == "-":
        return _entry_from_stdin(stdin, Reach(folders, origins, fetch))
    if scheme in ("http", "https"):
        return _entry_from_url(source, Reach(folders, origins, fetch))
    if scheme not in ("", "file"):
        raise SourceError(
            f"{scheme}: addresses are not read; give a path, an http(s) URL, or -",
            document=shown(source),
        )
    path = os.path.abspath(path_of(source) if scheme else source)
    reach = Reach((os.path.realpath(os.path.dirname(path)), *folders), origins, fetch)
    return _Entry(file_uri(path), lambda size, _: read_file(path, size, special=True), reach)


def _allowed(allow_refs: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Tell the origins from the folders among what references may lead to besides."""
    for name in allow_refs:
        if not (has_host(name) if "://" in name else os.path.isdir(name)):
            raise SourceError(
                f"--allow-refs {shown(name)}: neither an origin such as https://schemas.example "
                "nor a folder that exists"
            )
    origins = frozenset(origin_of(name) for name in allow_refs if "://" in name)
    folders = tuple(os.path.realpath(name) for name in allow_refs if "://" not in name)
    return origins, folders


def _entry_from_stdin(stdin: Callable[[], bytes] | None, reach: Reach) -> _Entry:
    if stdin is None:
        raise SourceError("nothing can be read from standard input here; give a path or a URL")
    return _Entry(_STDIN, lambda *_: stdin(), reach)


def _entry_from_url(source: str, reach: Reach) -> _Entry:
    if not has_host(source):
        raise SourceError("the address cannot be read as a URL; check it", document=shown(source))
    parts = urlsplit(source.strip())
    userinfo, _, host = parts.netloc.rpartition("@")
    uri = normal_uri(urlunsplit(parts._replace(netloc=host)))
    home = origin_of(uri)
    reach = replace(reach, origins=reach.origins | {home}, home=home, userinfo=userinfo)
    return _Entry(uri, lambda size, time_s: reach.read(uri, size, time_s), reach)


@dataclass(slots=True)
class _Loading:
    """One description on its way in: what was read, and what was lost."""

    entry: _Entry
    budget: Budget
    progress: Callable[[str], None]
    documents: dict[str, Document] = field(default_factory=dict)
    lost: list[_Lost] = field(default_factory=list)
    _failed: dict[str, str] = field(default_factory=dict)
    _bytes: int = 0

    @property
    def limits(self) -> DocumentLimits:
        """What holds for each document, and for all of them."""
        return self.budget.limits

    def run(self) -> None:
        uri = self.entry.uri
        self._keep(uri, self.entry.read)
        detect_version(self.documents[uri].root, shown(uri))
        pending = deque([uri])
        while pending:
            pending.extend(self._read_referenced(pending.popleft()))

    def _read_referenced(self, uri: str) -> Iterator[str]:
        """Read what one document refers to; yield the documents that are new."""
        root = self.documents[uri].root
        if not isinstance(root, (dict, list)):
            return
        for reference in outgoing_references(root, fragment=uri != self.entry.uri):
            target = join_uri(uri, reference.text)
            if target is None:
                self._lose("ref-unresolved", reference, uri, "it is no address")
            elif target not in self.documents and self._read(target, reference, uri):
                yield target

    def _read(self, target: str, reference: Reference, base: str) -> bool:
        reach = self.entry.reach
        refusal = reach.refusal(target, reference.text, base)
        if refusal is not None:
            self._lose("ref-refused", reference, base, refusal)
            return False
        if target not in self._failed:
            try:
                self._keep(target, lambda size, time_s: reach.read(target, size, time_s))
            except _ReferencedError as error:
                self._failed[target] = str(error)
        if target in self._failed:
            self._lose("ref-unresolved", reference, base, self._failed[target])
        return target in self.documents

    def _keep(self, uri: str, read: Callable[[int, float], bytes]) -> None:
        self.budget.tick()
        if len(self.documents) >= self.limits.max_documents:
            raise self._too_much(f"{self.limits.max_documents:,} documents")
        self.progress(shown(uri))
        content, document = self._parse(uri, read)
        self._bytes += len(content)
        if self._bytes > self.limits.max_total_bytes:
            raise self._too_much(f"{self.limits.max_total_bytes:,} bytes in all its documents")
        self.documents[uri] = replace(document, uri=uri)

    def _parse(self, uri: str, read: Callable[[int, float], bytes]) -> tuple[bytes, Document]:
        """Read one document; a failure of the entry ends all, one of another is its own."""
        try:
            with self.budget.waiting():
                content = read(self.limits.max_bytes, self.budget.left_s())
            self.budget.tick()
            if urlsplit(uri).path.lower().endswith(_TEXT_ENDINGS) and self.documents:
                return content, read_text(content, shown(uri), self.limits)
            return content, read_document(content, shown(uri), self.limits, self.budget.tick)
        except SourceError as error:
            self.budget.tick()
            if not self.documents:
                raise
            message = str(error).removeprefix(f"{error.document}: ")
            raise _ReferencedError(message) from error

    def _lose(self, code: str, reference: Reference, document: str, why: str) -> None:
        if code == "ref-refused" or not reference.optional:
            self.lost.append(_Lost(code, reference, document, why))

    def _too_much(self, what: str) -> SourceError:
        return SourceError(
            f"more than {what}; import a smaller part of it", document=shown(self.entry.uri)
        )


class _ReferencedError(Exception):
    """A document that is only referenced cannot be read."""


def _described(entry: _Entry, loading: _Loading) -> Description:
    documents = loading.documents
    names = {uri: relative_uri(uri, entry.uri) for uri in documents}
    root = documents[entry.uri].root
    return Description(
        uri=entry.uri,
        documents=documents,
        findings=(
            *version_findings(root),
            *(
                replace(found, document=names[uri])
                for uri, document in documents.items()
                for found in document.findings
            ),
            *_lost_references(entry, loading, names),
            *check_meta_schema(root, detect_version(root)),
        ),
        address=entry.uri if entry.reach.home else None,
        digest=digest_of({names[uri]: document.digest for uri, document in documents.items()}),
    )


def _lost_references(
    entry: _Entry, loading: _Loading, names: dict[str, str]
) -> tuple[Finding, ...]:
    """Report each lost reference once per document, unless a document goes by that name."""
    if not loading.lost:
        return ()
    roots = {uri: document.root for uri, document in loading.documents.items()}
    resolver = Resolver(roots, entry.uri)
    remarks, told = Remarks(), set()
    for lost in loading.lost:
        text, pointer = lost.reference.text, lost.reference.pointer
        key = (lost.document, text)
        if key in told or resolver.resolve(text, Place(lost.document, pointer)) is not None:
            continue
        told.add(key)
        message = f"$ref {text!r}: {lost.why}"
        remarks.add(lost.code, message, pointer, names[lost.document])
    return remarks.findings()
