"""Own the two ways of writing a value as text: its characters, and their percent-encoding.

Pure. In comes a JSON value or a text, out comes a text. Everything that is written into a URL,
a header, a cookie or a form passes here, so that one place decides how numbers, booleans and
characters look on the wire.
"""

import re
from urllib.parse import quote

from translator.errors import PlanError
from translator.json_value import JsonValue, to_json

#: RFC 3986 §3.3, pchar without unreserved: what a path segment may hold besides.
PATH_LITERAL = ":@!$&'()*+,;="
#: RFC 3986 §3.4: what a query may hold besides, `&` and `=` among them.
QUERY_LITERAL = PATH_LITERAL + "/?"
#: What `allowReserved` lets through in a query: the reserved set without what a query cannot
#: hold (`#[]`) and what means something else there (`&+`); OAS 3.1.1, Appendix E.
QUERY_RESERVED = ":/?@!$'()*,;="
#: The same for a path segment; OAS 3.2.0 keeps `/?#` out of path values.
PATH_RESERVED = ":@!$&'()*+,;="

_LONE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


def percent_encode(text: str, keep: str = "") -> str:
    """Percent-encode all but the unreserved characters (RFC 3986 §2.3) and those of `keep`.

    Raises:
        PlanError: the text holds half a surrogate pair, which UTF-8 cannot carry.
    """
    try:
        return quote(text, safe=keep)
    except UnicodeEncodeError:
        raise PlanError("the text holds half a surrogate pair and cannot be sent") from None


def percent_encode_reserved(text: str, keep: str) -> str:
    """Percent-encode, but leave `keep` and whole triplets such as `%2F` (RFC 6570 §3.2.3).

    Raises:
        PlanError: the text holds half a surrogate pair.
    """
    return percent_encode(_LONE_PERCENT.sub("%25", text), keep + "%")


def utf8(text: str) -> bytes:
    """Encode as UTF-8.

    Raises:
        PlanError: the text holds half a surrogate pair.
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise PlanError("the text holds half a surrogate pair and cannot be sent") from None


def json_text(value: JsonValue) -> str:
    """Write a value as compact JSON; integers keep every digit.

    Raises:
        PlanError: the value holds NaN or an infinity, or is nested too deeply.
    """
    try:
        return to_json(value)
    except (ValueError, RecursionError) as error:
        raise PlanError(f"the value cannot be written as JSON: {error}") from error


def plain_text(value: JsonValue) -> str:
    """Write a value as the text that stands for it outside JSON.

    Text is itself, null is empty; numbers and booleans read as JSON writes them. What is left,
    arrays and objects where a style takes only single values, is undefined in OAS 3.1.1
    ("Style Values"); JSON text loses nothing and is what most servers that allow it expect.

    Raises:
        PlanError: the value holds NaN or an infinity.
    """
    if isinstance(value, str):
        return value
    return "" if value is None else json_text(value)
