"""Own the reading of media type names (RFC 9110 §8.3.1): essence, parameters, families.

Pure. In comes a Content-Type such as `application/problem+json; charset=utf-8`.
"""

from email.message import Message

_JSON = {"application/json", "text/json"}
_JSON_LINES = {
    "application/x-ndjson",
    "application/ndjson",
    "application/jsonl",
    "application/x-jsonl",
    "application/jsonlines",
    "application/x-jsonlines",
    "application/json-lines",
}
_JSON_SEQUENCES = {"application/json-seq"}
_BINARY = {
    "application/octet-stream",
    "application/binary",
    "application/x-binary",
    "application/pdf",
    "application/zip",
    "application/x-zip-compressed",
    "application/gzip",
    "application/x-gzip",
    "application/x-tar",
    "application/x-gtar",
    "application/x-bzip2",
    "application/x-7z-compressed",
    "application/x-xz",
    "application/zstd",
    "application/java-archive",
    "application/wasm",
    "application/msword",
    "application/cbor",
    "application/msgpack",
    "application/x-msgpack",
    "application/protobuf",
    "application/x-protobuf",
    "application/vnd.google.protobuf",
    "application/avro",
    "application/vnd.apache.parquet",
    "application/dicom",
    "application/x-sqlite3",
    "application/epub+zip",
}


def essence(content_type: str) -> str:
    """Return `type/subtype` in lower case, without parameters."""
    return content_type.partition(";")[0].strip().lower()


def type_parameter(content_type: str, name: str) -> str | None:
    """Return one parameter of a media type, such as its charset; None where it has none."""
    if ";" not in content_type:
        return None
    message = Message()
    message["content-type"] = content_type
    value = message.get_param(name)
    return value if isinstance(value, str) else None


def is_json(content_type: str) -> bool:
    """Tell whether the content is one JSON text (RFC 8259, RFC 6839 §3.1)."""
    name = essence(content_type)
    return name in _JSON or name.endswith("+json")


def is_json_lines(content_type: str) -> bool:
    """Tell whether the content is one JSON text a line."""
    return essence(content_type) in _JSON_LINES


def is_json_sequence(content_type: str) -> bool:
    """Tell whether the content is a JSON text sequence (RFC 7464)."""
    name = essence(content_type)
    return name in _JSON_SEQUENCES or name.endswith("+json-seq")


def is_event_stream(content_type: str) -> bool:
    """Tell whether the content is server-sent events (HTML Living Standard §9.2)."""
    return essence(content_type) == "text/event-stream"


def is_stream(content_type: str) -> bool:
    """Tell whether the content may go on without end, and each beginning of it means something."""
    families = (is_event_stream, is_json_lines, is_json_sequence)
    return any(belongs(content_type) for belongs in families)


def is_xml(content_type: str) -> bool:
    """Tell whether the content is XML (RFC 7303)."""
    name = essence(content_type)
    return name in ("application/xml", "text/xml") or name.endswith("+xml")


def is_form(content_type: str) -> bool:
    """Tell whether the content is a URL-encoded form."""
    return essence(content_type) == "application/x-www-form-urlencoded"


def is_multipart(content_type: str) -> bool:
    """Tell whether the content has parts (RFC 2046 §5.1)."""
    return essence(content_type).startswith("multipart/")


def is_text(content_type: str) -> bool:
    """Tell whether the type says that the content is text."""
    return essence(content_type).startswith("text/")


def is_binary(content_type: str) -> bool:
    """Tell whether the type says that the content is bytes no text can stand for.

    `image/svg+xml` and its like are text: ask `is_xml` first.
    """
    name = essence(content_type)
    if name.startswith(("image/", "audio/", "video/", "font/", "model/")):
        return not name.endswith(("+xml", "+json"))
    return name in _BINARY or name.startswith(
        ("application/vnd.openxmlformats", "application/vnd.ms-", "application/vnd.oasis.")
    )


def is_range(content_type: str) -> bool:
    """Tell whether the name is a range such as `*/*` or `image/*` (OAS 3.1.1, content)."""
    return "*" in essence(content_type)
