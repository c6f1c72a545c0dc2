"""Own multipart bodies, outgoing: form-data with files, and the other kinds at their simplest.

Pure. In comes an object (one part a member, RFC 7578) or, for kinds other than form-data, an
array (one part an item, RFC 2046 §5.1); out come bytes and a Content-Type with the boundary,
which is handed in and lengthened while it occurs in a part.

What a part holds (OAS 3.1.1, Encoding Object): the member's contentType, else raw bytes as a
file, else text for single values and JSON for objects. An array repeats the part, one an item
(RFC 7578 §4.3; OAS 3.2.0 applies the encoding to each item). A member with a style is written
like a query parameter, unencoded, one part a pair. null is no part.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.operation import Encoding, Parameter
from translator.runtime.content import OCTETS, Content, file_type, pick_type, write_content
from translator.runtime.fields import header_text
from translator.runtime.files import is_file_object, read_file, takes_bytes
from translator.runtime.media_types import essence, is_binary
from translator.runtime.percent import json_text, plain_text, utf8
from translator.runtime.serialization import Alphabet, style_pairs
from translator.runtime.wire_schema import WireSchema

_RAW = Alphabet(str, str)
_LINE_BREAK = re.compile(r"[\r\n\0]")
_ESCAPES = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A", "\0": "%00"})


@dataclass(frozen=True, slots=True)
class _Part:
    """One part: its headers in order, and its content."""

    headers: tuple[tuple[str, str], ...]
    content: bytes


def multipart_body(
    content_type: str,
    value: JsonValue,
    encodings: Mapping[str, Encoding],
    schema: WireSchema,
    boundary: str,
) -> Content:
    """Write an object or array as multipart; text is taken for parts the caller wrote.

    Raises:
        PlanError: the value cannot be taken apart, or a part cannot be written.
    """
    if isinstance(value, str):
        return utf8(value), content_type
    if isinstance(value, dict):
        parts = [part for name in value for part in _named(name, value[name], encodings, schema)]
    elif isinstance(value, list) and essence(content_type) != "multipart/form-data":
        parts = [_bare(item, schema.items(index)) for index, item in enumerate(value)]
    else:
        raise PlanError("a multipart form is made from an object")
    while any(utf8(boundary) in part.content for part in parts):
        boundary += "x"
    return _joined(parts, utf8(boundary)), f"{essence(content_type)}; boundary={boundary}"


def _joined(parts: list[_Part], boundary: bytes) -> bytes:
    pieces = []
    for part in parts:
        if any(_LINE_BREAK.search(text) for _, text in part.headers):
            raise PlanError("a header of a part must not hold a line break")
        lines = "".join(f"{name}: {text}\r\n" for name, text in part.headers)
        pieces.append(b"--" + boundary + b"\r\n" + utf8(lines) + b"\r\n" + part.content + b"\r\n")
    return b"".join(pieces) + b"--" + boundary + b"--\r\n"


def _named(
    name: str, value: JsonValue, encodings: Mapping[str, Encoding], schema: WireSchema
) -> Iterator[_Part]:
    """Give the parts of one member."""
    encoding = encodings.get(name, Encoding())
    member = schema.member(name)
    try:
        if encoding.style is not None:
            for key, text in style_pairs(name, value, encoding.style, encoding.explode, _RAW):
                yield _Part((_disposition(key),), utf8(text))
            return
        items = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, item in items:
            if item is not None:
                yield _part(name, item, encoding, member if index is None else member.items(index))
    except PlanError as error:
        raise PlanError(f"{name}: {error}", argument=name) from error


def _part(name: str, value: JsonValue, encoding: Encoding, schema: WireSchema) -> _Part:
    extra = tuple(_declared_headers(encoding.headers))
    encoded = schema.keyword("contentEncoding")
    if _is_file(value, encoding, schema):
        file = read_file(value)
        if encoding.content_type is not None:
            kind = file_type(encoding.content_type, file)
        else:
            kind = file.content_type or _media_type_of(schema) or OCTETS
        headers = (_disposition(name, file.filename or name), ("Content-Type", kind))
        return _Part(headers + extra, file.content)
    if isinstance(encoded, str) and isinstance(value, str):
        kind = encoding.content_type or _media_type_of(schema) or OCTETS
        transfer = (("Content-Type", pick_type(kind)), ("Content-Transfer-Encoding", encoded))
        return _Part((_disposition(name), *transfer, *extra), utf8(value))
    content, described = _plain(value, encoding, schema)
    return _Part((_disposition(name), *described, *extra), content)


def _is_file(value: JsonValue, encoding: Encoding, schema: WireSchema) -> bool:
    if is_file_object(value) or takes_bytes(schema):
        return True
    offered = encoding.content_type
    return offered is not None and isinstance(value, str) and is_binary(pick_type(offered))


def _plain(
    value: JsonValue, encoding: Encoding, schema: WireSchema
) -> tuple[bytes, tuple[tuple[str, str], ...]]:
    """Write a part that is no file; text without a declared type carries no Content-Type."""
    if encoding.content_type is not None:
        content, kind = write_content(pick_type(encoding.content_type), value, schema)
        return content, (("Content-Type", kind),)
    if isinstance(value, dict | list):
        return utf8(json_text(value)), (("Content-Type", "application/json"),)
    media_type = _media_type_of(schema)
    return utf8(plain_text(value)), (("Content-Type", media_type),) if media_type else ()


def _bare(value: JsonValue, schema: WireSchema) -> _Part:
    """Write an item of an array as a part without a name."""
    if is_file_object(value) or takes_bytes(schema):
        file = read_file(value)
        kind = file.content_type or _media_type_of(schema) or OCTETS
        return _Part((("Content-Type", kind),), file.content)
    content, headers = _plain(value, Encoding(), schema)
    return _Part(headers or (("Content-Type", "text/plain; charset=utf-8"),), content)


def _media_type_of(schema: WireSchema) -> str | None:
    media_type = schema.keyword("contentMediaType")
    return media_type if isinstance(media_type, str) else None


def _declared_headers(headers: tuple[Parameter, ...]) -> Iterator[tuple[str, str]]:
    """Give the part's headers whose value the description fixes: const, one enum, default."""
    for header in headers:
        schema = header.schema if isinstance(header.schema, dict) else {}
        values = schema.get("enum")
        for keyword in ("const", "default"):
            values = [schema[keyword]] if keyword in schema else values
        if header.name.lower() == "content-type" or not isinstance(values, list):
            continue
        text = header_text(header, values[0]) if len(values) == 1 else None
        if text is not None:
            yield header.name, text


def _disposition(name: str, filename: str | None = None) -> tuple[str, str]:
    """RFC 7578 §4.2, names escaped as browsers do (WHATWG HTML, multipart/form-data)."""
    text = f'form-data; name="{name.translate(_ESCAPES)}"'
    if filename is not None:
        text += f'; filename="{filename.translate(_ESCAPES)}"'
    return "Content-Disposition", text
