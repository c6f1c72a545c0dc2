"""Own which media type a body is proposed in, of those a description offers.

JSON before forms before multipart before the rest; one that says what its content looks like
before one that does not. Raw bytes are no JSON (RFC 8259 §8.1), so where they can be sent as they
are, they are. A person may decide otherwise. Pure.
"""

import re

from translator.operation import MediaType, RequestBody
from translator.runtime.files import takes_bytes
from translator.runtime.media_types import essence, is_form, is_json, is_multipart, is_range
from translator.runtime.wire_schema import wire_schema

_NAME = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_MEDIA_TYPE = re.compile(rf"{_NAME}/{_NAME}")
_OTHERS = 9


def choose_media_type(body: RequestBody, method: str) -> MediaType | None:
    """Return the media type to write the body in; None when we can write none of them."""
    writable = [media for media in body.media_types if is_writable(media.content_type)]
    plain = [media for media in writable if not _is_json_for_bytes(media)]
    writable = plain or writable
    ranked = [(_rank(media.content_type, method), media) for media in writable]
    structured = [
        (not says_something(media.schema), rank, index)
        for index, (rank, media) in enumerate(ranked)
        if rank < _OTHERS
    ]
    if structured:
        return writable[min(structured)[2]]
    return writable[0] if writable else None


def _is_json_for_bytes(media: MediaType) -> bool:
    return is_json(media.content_type) and takes_bytes(wire_schema(media.schema))


def is_writable(content_type: str) -> bool:
    """Tell whether we can write a media type: any that is one (RFC 9110 §8.3.1)."""
    name = essence(content_type)
    return bool(_MEDIA_TYPE.fullmatch(name)) and name != "multipart/*"


def says_something(schema: object) -> bool:
    """Tell whether a schema says anything about its values."""
    return schema is not True and schema != {}


def _rank(content_type: str, method: str) -> int:
    name = essence(content_type)
    if name == "application/json":
        return 0
    if is_json(name):
        return _rank_of_json(name, method)
    if is_range(name) and name in ("*/*", "application/*"):
        return 4
    if is_form(name):
        return 5
    return 6 if is_multipart(name) else _OTHERS


def _rank_of_json(name: str, method: str) -> int:
    """Order the JSON types: a patch by merging says most plainly what changes (RFC 7396)."""
    if name == "application/merge-patch+json":
        return 1 if method == "PATCH" else 3
    return 3 if name == "application/json-patch+json" else 2
