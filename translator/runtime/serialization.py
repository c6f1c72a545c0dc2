"""Own the parameter styles: what a JSON value looks like in a path or a query.

Pure. In comes a `Parameter` and a value that met its schema, out comes text that is already
encoded for its place. OAS 3.1.1, "Style Values" and "Style Examples", which rest on RFC 6570
(Appendix C):

- Items are encoded one by one and joined with a literal separator, so that a comma inside an
  item stays apart from the one between items (RFC 6570 §3.2.1).
- null, the empty array and the empty object are *undefined* (RFC 6570 §2.3), and so are null
  members: nothing is written for them. The empty text is a value: `color=`. Where a required
  parameter is undefined, the "undefined" column of the table is written, where there is one.
- An array or object inside an item is JSON text (`plain_text`), with two exceptions that
  servers agree on: `form` with `explode` repeats the key of a member that is an array, and
  `deepObject` nests: `a[b][c]=1`, with indices for arrays, `a[b][0]=1`, which keeps arrays of
  objects apart and is read by PHP, qs, ASP.NET and Stripe alike.
- The separators of pipeDelimited, spaceDelimited and tabDelimited must be percent-encoded
  themselves (OAS 3.1.1, Appendix E); an item that holds one could not be told apart and is
  refused. With `explode` these styles equal `form` (as OAS 3.0.0 said), and `deepObject` is
  the same with and without.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.operation import Parameter
from translator.runtime.media_types import is_form, is_json
from translator.runtime.percent import (
    PATH_RESERVED,
    QUERY_LITERAL,
    QUERY_RESERVED,
    json_text,
    percent_encode,
    percent_encode_reserved,
    plain_text,
)

Encode = Callable[[str], str]
Pairs = list[tuple[str, str]]

_SEPARATORS = {"form": ",", "spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}
_SEPARATOR_NAMES = {" ": "a space", "|": "a pipe", "\t": "a tab", ",": "a comma"}


@dataclass(frozen=True, slots=True)
class Alphabet:
    """How names and values are encoded at one place."""

    name: Encode
    value: Encode


@dataclass(frozen=True, slots=True)
class _Operator:
    """RFC 6570 §3.2.1 and Appendix A: how one operator expands."""

    first: str
    separator: str
    named: bool = False


_OPERATORS = {
    "simple": _Operator("", ","),
    "label": _Operator(".", "."),
    "matrix": _Operator(";", ";", named=True),
}


def defined(value: JsonValue) -> JsonValue:
    """Return the value without undefined members, None when nothing is left (RFC 6570 §2.3)."""
    if isinstance(value, list):
        return [item for item in value if item is not None] or None
    if isinstance(value, dict):
        return {name: member for name, member in value.items() if member is not None} or None
    return value


# --- path -----------------------------------------------------------------------------------


def path_text(parameter: Parameter, value: JsonValue) -> str:
    """Write a path parameter (simple, label, matrix or content), percent-encoded.

    A dot segment, also one behind a slash or backslash that a server might decode, is refused:
    it would lead to another resource (RFC 3986 §5.2.4).

    Raises:
        PlanError: the value is empty or holds a dot segment, or the style is unknown.
    """
    encode = _path_encoder(parameter, value)
    if parameter.content_type is not None:
        return _path_value(content_text(parameter.content_type, value), encode)
    operator = _OPERATORS.get(parameter.style)
    if operator is None:
        raise PlanError(f"style {parameter.style!r} is not one for paths")
    if defined(value) is None:
        raise PlanError("a value is needed, since it is part of the path")
    if value == "" and not operator.named:
        raise PlanError("must not be empty, since it is part of the path")
    return _expand(parameter, value, operator, lambda text: _path_value(text, encode))


def _path_encoder(parameter: Parameter, value: JsonValue) -> Encode:
    if not parameter.allow_reserved:
        return percent_encode
    separators = ",;=" if isinstance(value, list | dict) else ";"
    keep = "".join(character for character in PATH_RESERVED if character not in separators)
    return lambda text: percent_encode_reserved(text, keep)


def _path_value(text: str, encode: Encode) -> str:
    if any(piece in (".", "..") for piece in re.split(r"[/\\]", text)):
        raise PlanError("must not hold '.' or '..' as a path segment")
    return encode(text)


def simple_text(parameter: Parameter, value: JsonValue, encode: Encode) -> str:
    """Write a value in style simple with an encoding of one's own for each item."""
    return _expand(parameter, value, _OPERATORS["simple"], encode)


def _expand(parameter: Parameter, value: JsonValue, operator: _Operator, encode: Encode) -> str:
    name = percent_encode(parameter.name)
    value = defined(value)
    if not isinstance(value, list | dict):
        text = encode(plain_text(value))
        return operator.first + (_named(name, text) if operator.named else text)
    if not parameter.explode:
        joined = ",".join(encode(text) for text in _flat(value))
        return operator.first + (_named(name, joined) if operator.named else joined)
    if isinstance(value, dict):
        parts = [_exploded(key, member, operator, encode) for key, member in value.items()]
    else:
        texts = [encode(plain_text(item)) for item in value]
        parts = [_named(name, text) for text in texts] if operator.named else texts
    return operator.first + operator.separator.join(parts)


def _exploded(key: str, member: JsonValue, operator: _Operator, encode: Encode) -> str:
    name, text = encode(key), encode(plain_text(member))
    return _named(name, text) if operator.named else f"{name}={text}"


def _named(name: str, text: str) -> str:
    return f"{name}={text}" if text else name


def _flat(value: JsonValue) -> Iterator[str]:
    """Give the items of an array, or an object's names and members in turn."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield plain_text(member)
    else:
        yield from (plain_text(item) for item in value)


# --- query ----------------------------------------------------------------------------------


def query_pairs(parameter: Parameter, value: JsonValue) -> Pairs:
    """Write a query parameter as encoded (name, value) pairs, to be joined with `=` and `&`.

    Raises:
        PlanError: the value cannot be written in the parameter's style.
    """
    if parameter.content_type is not None:
        text = content_text(parameter.content_type, value)
        return [(percent_encode(parameter.name), percent_encode(text))]
    alphabet = Alphabet(percent_encode, _query_encoder(parameter, value))
    pairs = style_pairs(parameter.name, value, parameter.style, parameter.explode, alphabet)
    if not pairs and parameter.required and parameter.style == "form":
        return [(percent_encode(parameter.name), "")]
    return pairs


def querystring_text(parameter: Parameter, value: JsonValue) -> str:
    """Write the parameter that is the whole query (OAS 3.2.0, Parameter Object, querystring).

    Raises:
        PlanError: the value cannot be written in the parameter's media type.
    """
    content_type = parameter.content_type or "application/x-www-form-urlencoded"
    if not is_form(content_type):
        return percent_encode(content_text(content_type, value))
    return form_text(value)


def form_text(value: JsonValue) -> str:
    """Write an object as application/x-www-form-urlencoded, members by their default encoding.

    Raises:
        PlanError: the value is neither an object nor text.
    """
    if isinstance(value, str):
        return percent_encode_reserved(value, QUERY_LITERAL)
    if not isinstance(value, dict):
        raise PlanError("a form is made from an object")
    pairs = [pair for name, member in value.items() for pair in form_pairs(name, member)]
    return join_pairs(pairs)


def form_pairs(name: str, value: JsonValue) -> Pairs:
    """Write a form member that has no style: arrays repeat the key, objects are JSON text.

    OAS 3.1.1, Encoding Object: the default contentType of an object is application/json, that
    of an array is the one of its items.
    """
    items = value if isinstance(value, list) else [value]
    return [(plus(name), plus(plain_text(item))) for item in items if item is not None]


def plus(text: str) -> str:
    """Encode for a form: like a query, with the space as `+`."""
    return percent_encode(text).replace("%20", "+")


def join_pairs(pairs: Pairs) -> str:
    """Join encoded pairs to a query or form."""
    return "&".join(f"{name}={value}" for name, value in pairs)


def style_pairs(
    name: str, value: JsonValue, style: str, explode: bool, alphabet: Alphabet
) -> Pairs:
    """Write a value as pairs by a query style; empty when it is undefined.

    Raises:
        PlanError: the style is unknown, or an item holds the style's separator.
    """
    value = defined(value)
    if value is None:
        return []
    if style != "deepObject" and style not in _SEPARATORS:
        raise PlanError(f"style {style!r} is not one for queries")
    if not isinstance(value, list | dict):
        return [(alphabet.name(name), alphabet.value(plain_text(value)))]
    if style == "deepObject":
        return list(_deep_pairs(name, value, alphabet))
    if explode:
        return list(_exploded_pairs(name, value, alphabet))
    return [(alphabet.name(name), _delimited(value, _SEPARATORS[style], alphabet))]


def _query_encoder(parameter: Parameter, value: JsonValue) -> Encode:
    if not parameter.allow_reserved:
        return percent_encode
    keep = reserved_in_query(value)
    return lambda text: percent_encode_reserved(text, keep)


def reserved_in_query(value: JsonValue) -> str:
    """Return what `allowReserved` keeps of a value in a query; no comma inside of items."""
    return QUERY_RESERVED.replace(",", "") if isinstance(value, list | dict) else QUERY_RESERVED


def _delimited(value: JsonValue, separator: str, alphabet: Alphabet) -> str:
    if separator == ",":
        return ",".join(alphabet.value(text) for text in _flat(value))
    texts = list(_flat(value))
    if any(separator in text for text in texts):
        raise holds_separator(separator)
    return alphabet.name(separator).join(alphabet.value(text) for text in texts)


def holds_separator(separator: str) -> PlanError:
    """Return the error for an item that holds what separates the items."""
    name = _SEPARATOR_NAMES[separator]
    return PlanError(f"no item may hold {name}: it separates the items, and cannot be escaped")


def _exploded_pairs(name: str, value: JsonValue, alphabet: Alphabet) -> Iterator[tuple[str, str]]:
    members = value.items() if isinstance(value, dict) else [(name, value)]
    for key, member in members:
        for item in member if isinstance(member, list) else [member]:
            if item is not None:
                yield alphabet.name(key), alphabet.value(plain_text(item))


def _deep_pairs(name: str, value: JsonValue, alphabet: Alphabet) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        members = [(str(key), member) for key, member in value.items()]
    elif isinstance(value, list):
        members = [(str(index), item) for index, item in enumerate(value)]
    else:
        yield alphabet.name(name), alphabet.value(plain_text(value))
        return
    for key, member in members:
        if member is not None:
            yield from _deep_pairs(f"{name}[{key}]", member, alphabet)


def content_text(content_type: str, value: JsonValue, *, ascii_only: bool = False) -> str:
    """Write the value of a parameter described by `content` (OAS 3.1.1, Parameter Object)."""
    if is_form(content_type):
        return form_text(value)
    if not is_json(content_type):
        return plain_text(value)
    text = json_text(value)
    return json.dumps(value, separators=(",", ":")) if ascii_only else text
