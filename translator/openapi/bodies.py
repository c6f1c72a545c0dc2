"""Bodies: request bodies and responses, their media types and encodings.

OAS 3.1.1, Request Body, Response, Media Type and Encoding Object; OAS 3.2.0 adds `itemSchema`. A
media type with a broken schema costs a request that media type, a response only its schema.
Pure.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from translator.json_value import JsonValue
from translator.openapi.parameters import read_header
from translator.openapi.reading import Reading, Unusable, text_of
from translator.openapi.resolve import Resolved
from translator.openapi.schemas import Direction
from translator.operation import Encoding, MediaType, Parameter, RequestBody, ResponseDescription

_STATUS = re.compile(r"[1-5]([0-9]{2}|XX)|DEFAULT")
_POSITIONAL = ("prefixEncoding", "itemEncoding")


def read_request_body(reading: Reading, operation: Resolved) -> RequestBody | Unusable | None:
    """Read the request body of an operation; unusable when it is needed and none can be sent."""
    if operation.value.get("requestBody") is None:
        return None
    at = reading.member(operation, "requestBody")
    body = reading.follow(at.value, at.place)
    if body is None:
        return Unusable(f"the body's $ref {at.value['$ref']!r} points at nothing")
    if not isinstance(body.value, dict):
        return None
    required = body.value.get("required") is True
    media_types, reasons = _read_request_content(reading, body)
    if not media_types:
        why = "; ".join(reasons) or "it declares no media type"
        return Unusable(f"a body is required, and {why}") if required else None
    return RequestBody(
        media_types=media_types,
        required=required,
        description=text_of(body.value, "description"),
        pointer=reading.origin(body.place).pointer,
    )


def read_responses(reading: Reading, operation: Resolved) -> tuple[ResponseDescription, ...]:
    """Read all responses of an operation, in the document's order."""
    responses = operation.value.get("responses")
    read = []
    for key in responses if isinstance(responses, dict) else ():
        status = key.upper()
        if _STATUS.fullmatch(status):
            at = reading.member(operation, "responses", key)
            status = "default" if status == "DEFAULT" else status
            read.append(_read_response(reading, status, at))
        elif not key.startswith("x-"):
            place = reading.member(operation, "responses", key).place
            reading.log.add("response-invalid", f"'{key}' is no status", place)
    return tuple(read)


def _read_response(reading: Reading, status: str, at: Resolved) -> ResponseDescription:
    found = reading.follow(at.value, at.place)
    if found is None or not isinstance(found.value, dict):
        return ResponseDescription(status)
    known = reading.responses.get(found.place)
    if known is None:
        headers = found.value.get("headers")
        known = reading.responses[found.place] = ResponseDescription(
            status,
            text_of(found.value, "description"),
            _read_response_content(reading, found),
            tuple(headers) if isinstance(headers, dict) else (),
        )
    return known if known.status == status else replace(known, status=status)


def _read_request_content(
    reading: Reading, body: Resolved
) -> tuple[tuple[MediaType, ...], list[str]]:
    """Return the media types that can be sent, and why the others cannot."""
    media_types, reasons = [], []
    for name, written in _content(reading, body).items():
        schema = written if isinstance(written, Unusable) else _schema(reading, written, _INPUT)
        if isinstance(schema, Unusable):
            reasons.append(f"{name}: {schema.reason}")
        elif isinstance(written, Resolved) and _has_positions(reading, name, written):
            reasons.append(f"{name}: parts by position cannot be written")
        elif isinstance(written, Resolved):
            encoding = _read_encodings(reading, written)
            media_types.append(MediaType(name, schema, encoding, reading.examples(written)))
    return tuple(media_types), reasons


def _read_response_content(reading: Reading, response: Resolved) -> tuple[MediaType, ...]:
    media_types = []
    for name, written in _content(reading, response).items():
        if isinstance(written, Unusable):
            media_types.append(MediaType(name))
            continue
        schema = _schema(reading, written, _OUTPUT)
        usable = True if isinstance(schema, Unusable) else schema
        media_types.append(MediaType(name, usable, examples=reading.examples(written)))
    return tuple(media_types)


_INPUT, _OUTPUT = Direction.INPUT, Direction.OUTPUT


def _content(reading: Reading, owner: Resolved) -> dict[str, Resolved | Unusable]:
    """Return the Media Type Objects of `content`, behind their references (OAS 3.2.0)."""
    content = owner.value.get("content")
    found: dict[str, Resolved | Unusable] = {}
    for name in content if isinstance(content, dict) else ():
        at = reading.member(owner, "content", name)
        written = reading.follow(at.value, at.place)
        if written is None:
            found[name] = Unusable(f"$ref {at.value['$ref']!r} points at nothing")
        elif isinstance(written.value, dict):
            found[name] = written
        else:
            found[name] = Resolved({}, written.place)
    return found


def _schema(reading: Reading, written: Resolved, direction: Direction) -> JsonValue | Unusable:
    """Return the schema of a body; a sequence by `itemSchema` is an array (OAS 3.2.0)."""
    if "schema" in written.value:
        return reading.schema(reading.member(written, "schema"), direction)
    if "itemSchema" not in written.value:
        return True
    items = reading.schema(reading.member(written, "itemSchema"), direction)
    return items if isinstance(items, Unusable) else {"type": "array", "items": items}


def _has_positions(reading: Reading, name: str, written: Resolved) -> bool:
    """Say so when parts are told by their position (OAS 3.2.0, Encoding By Position)."""
    found = [key for key in _POSITIONAL if key in written.value]
    for key in found:
        message = f"'{key}' of {name} is not supported"
        reading.log.add("media-type-unsupported", message, reading.member(written, key).place)
    return bool(found)


def _read_encodings(reading: Reading, written: Resolved) -> Mapping[str, Encoding]:
    encodings = written.value.get("encoding")
    read = {}
    for name in encodings if isinstance(encodings, dict) else ():
        at = reading.member(written, "encoding", name)
        found = reading.follow(at.value, at.place)
        if found is not None and isinstance(found.value, dict):
            read[name] = _read_encoding(reading, found)
    return read


def _read_encoding(reading: Reading, written: Resolved) -> Encoding:
    """Read an Encoding Object; any of its three fields for styles brings the style form."""
    value = written.value
    style = text_of(value, "style")
    if style is None and ("explode" in value or "allowReserved" in value):
        style = "form"
    explode = value.get("explode")
    return Encoding(
        content_type=text_of(value, "contentType"),
        style=style,
        explode=explode if isinstance(explode, bool) else style in (None, "form", "deepObject"),
        allow_reserved=value.get("allowReserved") is True,
        headers=_read_headers(reading, written),
    )


def _read_headers(reading: Reading, written: Resolved) -> tuple[Parameter, ...]:
    """Read the headers of a part; its Content-Type is `contentType`'s business."""
    headers = written.value.get("headers")
    read = []
    for name in headers if isinstance(headers, dict) else ():
        at = reading.member(written, "headers", name)
        found = reading.follow(at.value, at.place)
        header = None if found is None else read_header(reading, name, found)
        if isinstance(header, Parameter) and name.lower() != "content-type":
            read.append(header)
    return tuple(read)
