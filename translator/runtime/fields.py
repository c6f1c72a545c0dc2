"""Own header and cookie parameters: what a JSON value looks like in a field of HTTP.

Pure. In comes a `Parameter` and a value that met its schema, out comes text that HTTP can carry
(RFC 9110 §5.5, RFC 6265 §4.1.1). What counts as no value at all stands in `serialization`.
"""

import re

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.operation import Parameter
from translator.runtime.percent import percent_encode, plain_text
from translator.runtime.serialization import (
    Alphabet,
    Pairs,
    content_text,
    defined,
    holds_separator,
    simple_text,
    style_pairs,
)

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_FIELD_TEXT = re.compile(r"([\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?)?")
_NOT_FIELD_TEXT = re.compile(r"^[\t ]+|[\t ]+$|[^\t\x20-\x7e]|%")
_COOKIE_TEXT = re.compile(r"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")
_NOT_COOKIE_TEXT = re.compile(r"[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]|%")


def header_text(parameter: Parameter, value: JsonValue) -> str | None:
    """Write a header parameter (style simple, or content); None when there is nothing to send.

    Field values are not percent-encoded, since few servers decode them: printable ASCII goes as
    it is. A value with other characters, or with space at its ends, is percent-encoded there
    (and `%` with it), as RFC 6570 would: RFC 9110 §5.5 gives bytes beyond ASCII no meaning and
    drops such space. JSON content escapes instead. An item that holds the separator is refused.

    Raises:
        PlanError: control characters, or a separator inside an item.
    """
    if parameter.content_type is not None:
        return field_text(content_text(parameter.content_type, value, ascii_only=True))
    if defined(value) is None:
        return "" if parameter.required else None
    if not isinstance(value, list | dict):
        return field_text(plain_text(value))
    return field_text(simple_text(parameter, value, _header_item))


def field_text(text: str) -> str:
    """Return the text as an HTTP field value (RFC 9110 §5.5).

    Raises:
        PlanError: control characters, or half a surrogate pair.
    """
    if _CONTROL.search(text):
        raise PlanError("a header value must not hold line breaks or control characters")
    if _FIELD_TEXT.fullmatch(text):
        return text
    return _NOT_FIELD_TEXT.sub(lambda match: percent_encode(match.group()), text)


def _header_item(text: str) -> str:
    if "," in text:
        raise holds_separator(",")
    return text


def cookie_pairs(parameter: Parameter, value: JsonValue) -> Pairs:
    """Write a cookie parameter as (name, value) pairs, to be joined with `; `.

    Styles form and, of OAS 3.2.0, cookie. With explode each item is a cookie of its own: the
    `&` that form would put between them is no separator in RFC 6265.

    Raises:
        PlanError: the value cannot be written.
    """
    if parameter.content_type is not None:
        text = content_text(parameter.content_type, value)
        return [(percent_encode(parameter.name), cookie_text(text))]
    in_list = isinstance(value, list | dict) and not parameter.explode
    encode = percent_encode if in_list else cookie_text
    alphabet = Alphabet(percent_encode, encode)
    pairs = style_pairs(parameter.name, value, "form", parameter.explode, alphabet)
    if not pairs and parameter.required:
        return [(percent_encode(parameter.name), "")]
    return pairs


def cookie_text(text: str) -> str:
    """Return the text as a cookie value: as it is where RFC 6265 §4.1.1 allows it.

    Otherwise what it does not allow is percent-encoded, and `%` with it.

    Raises:
        PlanError: the text holds half a surrogate pair.
    """
    if _COOKIE_TEXT.fullmatch(text):
        return text
    return _NOT_COOKIE_TEXT.sub(lambda match: percent_encode(match.group()), text)
