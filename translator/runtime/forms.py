"""Own URL-encoded forms (application/x-www-form-urlencoded), outgoing.

Pure. In comes an object and its encodings (OAS 3.1.1, Encoding Object), out come bytes. Spaces
are `+`. A member with a style is written like a query parameter; one with a contentType of
JSON as one JSON text; one with neither repeats its key for an array and is JSON text for an
object (OAS 3.1.1, default contentType). null is not sent: a form has no way to say it.
"""

from collections.abc import Mapping

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.operation import Encoding
from translator.runtime.media_types import is_json
from translator.runtime.percent import (
    QUERY_LITERAL,
    json_text,
    percent_encode_reserved,
)
from translator.runtime.serialization import (
    Alphabet,
    Encode,
    Pairs,
    form_pairs,
    join_pairs,
    plus,
    reserved_in_query,
    style_pairs,
)


def form_body(value: JsonValue, encodings: Mapping[str, Encoding]) -> bytes:
    """Write an object as a form; text is taken for a form the caller wrote.

    Raises:
        PlanError: the value is no object, or a member cannot be written; names the member.
    """
    if isinstance(value, str):
        return percent_encode_reserved(value, QUERY_LITERAL).encode("ascii")
    if not isinstance(value, dict):
        raise PlanError("a form is made from an object")
    pairs: Pairs = []
    for name, member in value.items():
        try:
            pairs += _member_pairs(name, member, encodings.get(name, Encoding()))
        except PlanError as error:
            raise PlanError(f"{name}: {error}", argument=name) from error
    return join_pairs(pairs).encode("ascii")


def _member_pairs(name: str, value: JsonValue, encoding: Encoding) -> Pairs:
    if encoding.style is not None or encoding.allow_reserved:
        style = encoding.style or "form"
        alphabet = Alphabet(plus, _value_encoder(encoding, value))
        return style_pairs(name, value, style, encoding.explode, alphabet)
    if encoding.content_type is not None and is_json(encoding.content_type):
        return [] if value is None else [(plus(name), plus(json_text(value)))]
    return form_pairs(name, value)


def _value_encoder(encoding: Encoding, value: JsonValue) -> Encode:
    if not encoding.allow_reserved:
        return plus
    keep = reserved_in_query(value)
    return lambda text: percent_encode_reserved(text, keep).replace("%20", "+")
