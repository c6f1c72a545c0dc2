"""Own single media types, outgoing: one JSON value to the bytes of one body or part.

Pure. In comes a value, a media type and the schema of the value, out come bytes and the
Content-Type to send. Forms and multipart, which are made of several contents, stand beside.
"""

from collections.abc import Iterator

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.runtime.files import File, is_file_object, read_file, takes_bytes
from translator.runtime.media_types import (
    essence,
    is_binary,
    is_json,
    is_json_lines,
    is_json_sequence,
    is_range,
    is_text,
    is_xml,
    type_parameter,
)
from translator.runtime.percent import json_text, plain_text, utf8
from translator.runtime.signatures import media_type_of
from translator.runtime.wire_schema import WireSchema
from translator.runtime.xml import xml_document

Content = tuple[bytes, str]

OCTETS = "application/octet-stream"
_RECORD_SEPARATOR = b"\x1e"


def write_content(content_type: str, value: JsonValue, schema: WireSchema) -> Content:
    """Write one value in one media type; ranges such as `image/*` become a concrete one.

    A type that is neither JSON, XML, text nor known to be bytes is taken by the schema: raw
    bytes come as base64 (see `files`), text goes as it is, anything else as JSON text, which
    YAML and its like read as well.

    Raises:
        PlanError: the value has no place in the media type.
    """
    if is_json_sequence(content_type):
        lines = (_RECORD_SEPARATOR + line for line in _json_lines(value))
        return b"".join(lines), content_type
    if is_json_lines(content_type):
        return b"".join(_json_lines(value)), content_type
    if is_range(content_type):
        return _in_range(content_type, value, schema)
    if is_json(content_type):
        return utf8(json_text(value)), content_type
    if is_xml(content_type):
        return xml_document(value, schema), content_type
    if is_binary(content_type) or takes_bytes(schema) or is_file_object(value):
        return read_file(value).content, content_type
    return _text(content_type, plain_text(value))


def pick_type(offered: str, wanted: str | None = None) -> str:
    """Return one type of a comma-separated list (OAS 3.1.1, Encoding Object, contentType).

    The wanted one when it is among them or falls into a range, else the first that is no range.
    """
    names = [name.strip() for name in offered.split(",") if name.strip()]
    if wanted is not None and any(_covers(essence(name), essence(wanted)) for name in names):
        return wanted
    return next((name for name in names if not is_range(name)), OCTETS)


def file_type(offered: str, file: File) -> str:
    """Return the type a file is sent as, one of those offered (OAS 3.1.1, content, contentType).

    What the file says it is, else what its bytes show, where that is offered; else the first type
    offered that is no range. A range such as `image/*` is met only by a type inside it.

    Raises:
        PlanError: only ranges are offered, and nothing says which type inside them it is.
    """
    names = [essence(name) for name in offered.split(",") if name.strip()]
    own = file.content_type or media_type_of(file.content)
    if own is not None and any(_covers(name, essence(own)) for name in names):
        return own
    if all(is_range(name) for name in names) and not any(_covers(name, OCTETS) for name in names):
        raise PlanError(
            f"must say in 'content_type' what it is, since {' or '.join(names)} is wanted"
        )
    return pick_type(offered)


def _covers(name: str, wanted: str) -> bool:
    kind, _, subtype = name.partition("/")
    return name in (wanted, "*/*") or (subtype == "*" and wanted.startswith(kind + "/"))


def _json_lines(value: JsonValue) -> Iterator[bytes]:
    if isinstance(value, str):
        yield utf8(value)
        return
    for item in value if isinstance(value, list) else [value]:
        yield utf8(json_text(item)) + b"\n"


def _in_range(content_type: str, value: JsonValue, schema: WireSchema) -> Content:
    """Choose a concrete type of a range: the file's own, else what suits the value."""
    name = essence(content_type)
    if is_file_object(value) or takes_bytes(schema) or is_binary(name.replace("*", "x")):
        file = read_file(value)
        return file.content, file_type(content_type, file)
    if name.endswith("+xml"):
        return write_content("application/xml", value, schema)
    if isinstance(value, str) and not name.endswith("+json"):
        return write_content("text/plain", value, schema)
    return write_content("text/plain" if is_text(name) else "application/json", value, schema)


def _text(content_type: str, text: str) -> Content:
    charset = type_parameter(content_type, "charset")
    if charset is None:
        return utf8(text), f"{content_type}; charset=utf-8" if is_text(
            content_type
        ) else content_type
    try:
        return text.encode(charset), content_type
    except (LookupError, UnicodeEncodeError):
        raise PlanError(f"the text cannot be written in the charset {charset!r}") from None
