"""Bytes → Document: one file of a description as plain JSON values, with what was odd in it.

JSON first, because it is fast, else YAML 1.2. What cannot be read at all is a `SourceError` that
says where and what to do; whatever can be read is read, and the rest are findings. Pure: bytes
come in, and nothing is fetched, ever.
"""

import codecs
from dataclasses import dataclass

from translator.errors import SourceError
from translator.finding import Finding
from translator.json_value import JsonValue, NotJson, digest_of_bytes
from translator.openapi.json_text import line_and_column, read_json
from translator.openapi.limits import DocumentLimits, Remarks, Tick
from translator.openapi.meta_schema import check_meta_schema
from translator.openapi.version import detect_version, version_findings
from translator.openapi.yaml12 import NotYaml, read_yaml

__all__ = [
    "Document",
    "DocumentLimits",
    "check_meta_schema",
    "detect_version",
    "read_document",
    "read_text",
    "version_findings",
]

_LIMITS = DocumentLimits()

#: Byte order marks, the longer first: UTF-32's little-endian one begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: YAML 1.2.2 §5.2: where the NUL bytes stand in the first ASCII character tells the encoding.
_NULS = ((b"\0\0\0", 0, "utf-32-be"), (b"\0\0\0", 1, "utf-32-le"))

_PAGE = "perhaps a login or error page; check the address"
#: How texts begin that are no description: what they are, and what to do.
_FOREIGN = (
    ("<!doctype html", "an HTML page", _PAGE),
    ("<html", "an HTML page", _PAGE),
    ("<!--", "a page of markup", _PAGE),
    ("<?xml", "an XML document", _PAGE),
    ("#%raml", "a RAML document", "convert it to OpenAPI first"),
    ("format: 1a", "an API Blueprint", "convert it to OpenAPI first"),
)
_BINARY = (
    (b"%PDF-", "a PDF file", "give the description itself"),
    (b"PK\x03\x04", "a ZIP archive", "unpack it and give the description inside"),
    (b"\x1f\x8b", "compressed with gzip", "unpack it, or let its name end in .gz"),
)


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a description.

    `root` is plain JSON values with text as keys; parts that a YAML alias repeats are the same
    object, so nothing may be changed in place. `digest` is that of the bytes.
    """

    uri: str
    root: JsonValue
    digest: str
    findings: tuple[Finding, ...] = ()


def read_document(
    content: bytes, uri: str, limits: DocumentLimits = _LIMITS, tick: Tick | None = None
) -> Document:
    """Read JSON or YAML; `tick` is called now and then while it takes long, and may raise.

    Raises:
        SourceError: it cannot be read, or passes a limit.
    """
    text = _text_of(content, uri, limits)
    start = text.lstrip("\ufeff \t\r\n")
    if not start:
        raise SourceError("it is empty; give the file that holds the description", document=uri)
    _refuse_foreign(start, uri)
    remarks = Remarks()
    root = _read(text, start[0] in "{[", uri, limits, remarks, tick)
    return Document(uri, root, digest_of_bytes(content), remarks.findings())


def read_text(content: bytes, uri: str, limits: DocumentLimits = _LIMITS) -> Document:
    """Read a file that is text and nothing else, such as the Markdown of a description.

    Raises:
        SourceError: it is too large, or no text.
    """
    return Document(uri, _text_of(content, uri, limits), digest_of_bytes(content))


def _read(
    text: str,
    looks_like_json: bool,
    uri: str,
    limits: DocumentLimits,
    remarks: Remarks,
    tick: Tick | None,
) -> JsonValue:
    if not looks_like_json:
        try:
            return read_yaml(text, uri, limits, remarks, tick)
        except NotYaml as not_yaml:
            raise SourceError(f"not YAML: {not_yaml}; correct it", document=uri) from not_yaml
    try:
        return read_json(text, uri, limits, remarks)
    except NotJson as not_json:
        try:
            return read_yaml(text, uri, limits, remarks, tick)
        except NotYaml:
            raise SourceError(f"not JSON: {not_json}; correct it", document=uri) from not_json


def _text_of(content: bytes, uri: str, limits: DocumentLimits) -> str:
    if len(content) > limits.max_bytes:
        raise SourceError(
            f"{len(content):,} bytes, and at most {limits.max_bytes:,} are read; split it",
            document=uri,
        )
    for beginning, what, advice in _BINARY:
        if content.startswith(beginning):
            raise _not_a_description(what, advice, uri)
    mark, encoding = _encoding_of(content)
    try:
        return content[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        raise _not_decodable(content, error, uri) from error


def _encoding_of(content: bytes) -> tuple[bytes, str]:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return mark, encoding
    for nuls, start, encoding in _NULS:
        if len(content) >= 4 and content[start : start + 3] == nuls:
            return b"", encoding
    if len(content) >= 2 and content[:2].count(0) == 1:
        return b"", "utf-16-be" if content[0] == 0 else "utf-16-le"
    return b"", "utf-8"


def _not_decodable(content: bytes, error: UnicodeDecodeError, uri: str) -> SourceError:
    bad = f"byte 0x{error.object[error.start]:02X} at position {error.start}"
    line, _ = line_and_column(content[: error.start].decode("latin-1"), error.start)
    return SourceError(
        f"not {error.encoding.upper()}: {bad}, line {line}, {error.reason}; save it as UTF-8",
        document=uri,
    )


def _refuse_foreign(start: str, uri: str) -> None:
    head = start[:20].lower()
    for beginning, what, advice in _FOREIGN:
        if head.startswith(beginning):
            raise _not_a_description(what, advice, uri)


def _not_a_description(what: str, advice: str, uri: str) -> SourceError:
    return SourceError(f"{what}, not an OpenAPI description; {advice}", document=uri)
