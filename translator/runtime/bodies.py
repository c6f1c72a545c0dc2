"""Own request bodies, outgoing: from arguments to the bytes and Content-Type of a request.

Pure. In comes a `BoundBody` with the arguments, out come bytes, or nothing where there is no
body. Which media type it is decides who writes it: `forms`, `multipart`, or `content` for all
that is one value.
"""

from collections.abc import Mapping

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.runtime.content import Content, write_content
from translator.runtime.forms import form_body
from translator.runtime.media_types import is_form, is_multipart
from translator.runtime.multipart import multipart_body
from translator.runtime.wire_schema import wire_schema
from translator.surface import BoundBody, BoundMember


def encode_arguments(
    bound: BoundBody, arguments: Mapping[str, JsonValue], boundary: str
) -> Content | None:
    """Return the body that the arguments make and its Content-Type; None for no body.

    Raises:
        PlanError: a required body is missing, or it cannot be written; names the argument.
    """
    value = body_value(bound, arguments)
    if not value:
        return None
    try:
        return encode_body(bound, value[0], boundary)
    except PlanError as error:
        raise _with_argument(bound, error) from error
    except RecursionError:
        raise _with_argument(bound, PlanError("is nested too deeply")) from None


def body_value(bound: BoundBody, arguments: Mapping[str, JsonValue]) -> tuple[JsonValue, ...]:
    """Return the body's value as a one-element tuple, or nothing where there is no body.

    A flattened body of which all members are absent is `{}` when the body is required, and no
    body otherwise. null is a value.

    Raises:
        PlanError: the body is one argument, required, and absent.
    """
    if bound.whole is not None:
        if bound.pinned:
            return bound.pinned
        if bound.whole in arguments:
            return (arguments[bound.whole],)
        if bound.default:
            return bound.default
        if bound.required:
            raise PlanError(f"{bound.whole}: is required", argument=bound.whole)
        return ()
    members = {
        member.name: value[0]
        for member in bound.members
        if (value := _member_value(member, arguments))
    }
    return (members,) if members or bound.required else ()


def encode_body(bound: BoundBody, value: JsonValue, boundary: str) -> Content:
    """Write a body's value in its media type; return the bytes and the Content-Type.

    Raises:
        PlanError: the value cannot be written in the media type.
    """
    if is_form(bound.content_type):
        return form_body(value, bound.encoding), bound.content_type
    schema = wire_schema(bound.schema)
    if is_multipart(bound.content_type):
        return multipart_body(bound.content_type, value, bound.encoding, schema, boundary)
    return write_content(bound.content_type, value, schema)


def _member_value(member: BoundMember, arguments: Mapping[str, JsonValue]) -> tuple[JsonValue, ...]:
    if member.pinned:
        return member.pinned
    if member.argument is not None and member.argument in arguments:
        return (arguments[member.argument],)
    return member.default


def _with_argument(bound: BoundBody, error: PlanError) -> PlanError:
    """Name the argument at fault: the whole body, or the one that fills the member."""
    if bound.whole is not None:
        return PlanError(f"{bound.whole}: {error}", argument=bound.whole)
    arguments = {member.name: member.argument for member in bound.members}
    return PlanError(str(error), argument=arguments.get(error.argument) or error.argument)
