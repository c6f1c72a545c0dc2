"""Own how a body becomes arguments: member by member where it is a plain object, else whole.

Schemas stay as the description has them, but for bytes: a model gives them as base64 text, or
as a file object, which the runtime (`translator.runtime.files`) reads. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from translator.condensing import closed_sentence, condensed_about
from translator.flattening import PlainObject, plain_object, resolved
from translator.json_value import JsonValue
from translator.media_choice import says_something
from translator.operation import MediaType, Parameter, RequestBody
from translator.runtime.files import FILE_OBJECTS, file_objects, takes_bytes
from translator.runtime.media_types import (
    essence,
    is_binary,
    is_form,
    is_json,
    is_json_lines,
    is_json_sequence,
    is_multipart,
    is_range,
    is_xml,
)
from translator.runtime.wire_schema import WireSchema

_NEVER_BYTES = (is_json, is_json_lines, is_json_sequence, is_xml, is_form, is_multipart)
_BASE64: JsonValue = {"type": "string", "contentEncoding": "base64"}
_BYTES = "The bytes to send, as base64 text."
_FILE_OF = "The bytes to send, of a type {}: base64 text, or an object that says their type."
_FILE = "A file: base64 text, or an object that says more about it."


@dataclass(frozen=True, slots=True)
class WantedArgument:
    """An argument before it has its key."""

    location: str
    name: str
    binding: str
    schema: JsonValue
    required: bool
    description: str | None


def body_arguments(
    body: RequestBody,
    media: MediaType,
    parameters: Sequence[Parameter],
    defs: Mapping[str, JsonValue],
) -> list[WantedArgument]:
    """Return the arguments of a body in a media type, beside an operation's parameters."""
    members = _members(media, defs)
    taken = {parameter.name for parameter in parameters}
    if (
        members is None
        or members.properties.keys() & taken
        or (members.required and not body.required)
    ):
        return [_whole(body, media, taken, defs)]
    files = is_multipart(media.content_type)
    return [
        _member(name, schema, name in members.required, files, defs)
        for name, schema in members.properties.items()
    ]


def _members(media: MediaType, defs: Mapping[str, JsonValue]) -> PlainObject | None:
    """Return the members of a body that can be flattened."""
    name = media.content_type
    objects = is_json(name) or is_form(name) or is_multipart(name) or is_range(name)
    return plain_object(media.schema, defs) if objects else None


def _member(
    name: str, schema: JsonValue, required: bool, files: bool, defs: Mapping[str, JsonValue]
) -> WantedArgument:
    escaped = name.replace("~", "~0").replace("/", "~1")
    shown = _with_files(schema, defs) if files else schema
    text = described(shown.get("description"), name, shown) if isinstance(shown, dict) else None
    return WantedArgument("body", name, f"body:/{escaped}", shown, required, text)


def _whole(
    body: RequestBody, media: MediaType, taken: set[str], defs: Mapping[str, JsonValue]
) -> WantedArgument:
    name = "body_content" if "body" in taken else "body"
    schema, remark = _body_schema(media, defs)
    own = schema.get("description") if isinstance(schema, dict) else None
    told = described(body.description, name, schema) or described(own, name, schema)
    text = f"{closed_sentence(told)} {remark}" if told and remark else told or remark
    return WantedArgument("body", name, "body:", schema, body.required, text or None)


def _body_schema(media: MediaType, defs: Mapping[str, JsonValue]) -> tuple[JsonValue, str]:
    """Return the schema of a body given whole, and a sentence about how to give it."""
    name, schema = media.content_type, media.schema
    if _is_bytes(media, defs):
        own = {"description"} & schema.keys() if isinstance(schema, dict) else ()
        said = {key: schema[key] for key in own}
        if is_range(name):
            return {**said, "anyOf": [_BASE64, *file_objects(name)]}, _FILE_OF.format(essence(name))
        return {**_BASE64, **said}, _BYTES
    if says_something(schema):
        return _with_files(schema, defs) if is_multipart(name) else schema, ""
    if is_form(name) or is_multipart(name):
        return {"type": "object"}, ""
    if is_json(name) or is_range(name):
        return schema, "Any JSON value."
    if is_json_lines(name) or is_json_sequence(name):
        return {"type": "array", "items": {}}, "One item a line."
    return {"type": "string"}, f"Text of the type {essence(name)}."


def _is_bytes(media: MediaType, defs: Mapping[str, JsonValue]) -> bool:
    """Tell whether the runtime reads the body as base64 (`translator.runtime.content`)."""
    name = media.content_type
    if any(is_kind(name) for is_kind in _NEVER_BYTES):
        return False
    schema = WireSchema(media.schema, {"$defs": dict(defs)})
    return is_binary(essence(name).replace("*", "x")) or takes_bytes(schema)


def _with_files(schema: JsonValue, defs: Mapping[str, JsonValue]) -> JsonValue:
    """Return the schema of a part; bytes become a file a model can give."""
    target = resolved(schema, defs)
    if not isinstance(target, dict):
        return schema
    if takes_bytes(WireSchema(target, {"$defs": dict(defs)})):
        text = _text_of_part(schema, target, defs)
        said = f"{text} {_FILE}" if isinstance(text, str) and text else _FILE
        return {"description": said, "anyOf": [_BASE64, *FILE_OBJECTS]}
    items = target.get("items")
    if isinstance(items, dict):
        shown = _with_files(items, defs)
        return schema if shown is items else {**target, "items": shown}
    return schema


def _text_of_part(
    schema: JsonValue, target: dict[str, JsonValue], defs: Mapping[str, JsonValue]
) -> JsonValue:
    """Return the nearest description of a part: its own, of what it refers to, of a branch."""
    branches = [resolved(branch, defs) for branch in target.get("anyOf", ())]
    said = (each.get("description") for each in (schema, target, *branches) if each is not True)
    return next(filter(None, said), None)


def described(text: JsonValue, name: str, schema: JsonValue, beside: str = "") -> str | None:
    """Return an argument's description condensed, None where it says nothing of its own."""
    return condensed_about(text, name, schema, beside) or None if isinstance(text, str) else None
