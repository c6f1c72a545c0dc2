"""Own files inside arguments: bytes that a model can only hand over as text.

Pure. A file is base64 text (RFC 4648 §4, or the URL-safe alphabet of §5, with or without
padding, line breaks allowed), or an object with `content_base64` or `text`, and, when wanted,
`filename` and `content_type`.
"""

import base64
import binascii
import re
from dataclasses import dataclass

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.runtime.media_types import essence, is_json, is_text, is_xml
from translator.runtime.percent import utf8
from translator.runtime.wire_schema import WireSchema

_CONTENTS = {
    "content_base64": {"type": "string", "contentEncoding": "base64"},
    "text": {"type": "string"},
}
_LABELS = {
    "filename": {"type": "string"},
    "content_type": {"type": "string", "pattern": r"^[\w.+-]+/[\w.+-]+$"},
}

#: What an argument that is a file may be, besides base64 text: bytes or text, with labels.
FILE_OBJECTS: tuple[JsonValue, ...] = tuple(
    {
        "type": "object",
        "properties": {name: schema, **_LABELS},
        "required": [name],
        "additionalProperties": False,
    }
    for name, schema in _CONTENTS.items()
)


def file_objects(offered: str) -> tuple[JsonValue, ...]:
    """Return what an argument that is a file of a media type range may be, besides base64 text.

    Where bytes of no known kind have no place in the range, such as in `image/*`, the object
    says its type, and one inside the range.
    """
    kind, _, subtype = essence(offered).partition("/")
    if subtype != "*" or kind in ("*", "application"):
        return FILE_OBJECTS
    said = {"type": "string", "pattern": rf"^{re.escape(kind)}/[\w.+-]+$"}
    return tuple(
        {
            **each,
            "properties": {**each["properties"], "content_type": said},
            "required": [*each["required"], "content_type"],
        }
        for each in FILE_OBJECTS
    )


_MEMBERS = frozenset({*_CONTENTS, *_LABELS})
_MEDIA_TYPE = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+(;[\x20-\x7e]*)?")
_IDENTITY = frozenset({"binary", "7bit", "8bit"})
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class File:
    """The bytes of a file; name and media type where the argument gave them."""

    content: bytes
    filename: str | None = None
    content_type: str | None = None


def is_file_object(value: JsonValue) -> bool:
    """Tell whether a value is a file written as an object."""
    if not isinstance(value, dict) or not value.keys() <= _MEMBERS:
        return False
    return all(isinstance(member, str) for member in value.values()) and (
        ("content_base64" in value) != ("text" in value)
    )


def read_file(value: JsonValue) -> File:
    """Return the file an argument holds.

    Raises:
        PlanError: the value is neither base64 text nor a file object.
    """
    if isinstance(value, str):
        return File(decode_base64(value))
    if not is_file_object(value):
        raise PlanError(
            "must be a file: base64 text, or an object with 'content_base64' or 'text', "
            "and perhaps 'filename' and 'content_type'"
        )
    text = value.get("text")
    content = decode_base64(value["content_base64"]) if text is None else utf8(text)
    content_type = value.get("content_type")
    if content_type is not None and not _MEDIA_TYPE.fullmatch(content_type):
        raise PlanError("'content_type' must be a media type such as text/csv")
    return File(content, value.get("filename"), content_type)


def decode_base64(text: str) -> bytes:
    """Decode base64 in either alphabet, with or without padding.

    Raises:
        PlanError: the text is not base64.
    """
    compact = _SPACE.sub("", text).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(compact + "=" * (-len(compact) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise PlanError("must be base64, since it stands for bytes") from None


def takes_bytes(schema: WireSchema) -> bool:
    """Tell whether a schema describes raw bytes, so that its argument is a file.

    That is `format: binary` (OAS 3.0.4, Data Types), or in JSON Schema's words a
    contentMediaType that is no text, without a contentEncoding. With contentEncoding the wire
    carries the encoded text itself (OAS 3.1.1, Working With Binary Data), but for the encodings
    that change nothing (RFC 2045 §6.2), of which `binary` says that there are bytes.
    """
    encoding = schema.keyword("contentEncoding")
    name = encoding.lower() if isinstance(encoding, str) else None
    if encoding is not None and name not in _IDENTITY:
        return False
    if name == "binary" or "binary" in schema.keywords("format"):
        return True
    media_type = schema.keyword("contentMediaType")
    return isinstance(media_type, str) and not (
        is_text(media_type) or is_json(media_type) or is_xml(media_type)
    )
