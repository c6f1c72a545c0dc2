"""Own the plan: the one HTTP request that a call with its arguments means, before any I/O.

Pure. In come a `Call`, arguments that met the enforced schema, and a base URL; out comes a
`RequestPlan` whose URL, headers and body are exactly what is sent, credentials aside.

What stands in a path template besides its parameters stays as it is. A literal query
(`/search?kind=x`) is kept and joined with the query parameters; a literal pair gives way to a
parameter of the same name, and what such a pair names in braces is filled in. A fragment
(`/#Action=List`) tells operations apart inside a description and is never sent: a request
target has none (RFC 9110 §7.1).

A value comes from the pinned value, else the argument, else the default. null for a query,
header or cookie parameter means that it is not sent, for a path parameter it is refused; for
a member of a JSON body it is a value like others.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import unquote

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.operation import Location, Parameter
from translator.runtime.addresses import join_path, origin_of
from translator.runtime.bodies import encode_arguments
from translator.runtime.fields import cookie_pairs, header_text
from translator.runtime.percent import (
    PATH_LITERAL,
    QUERY_LITERAL,
    percent_encode,
    percent_encode_reserved,
)
from translator.runtime.serialization import (
    Alphabet,
    Pairs,
    path_text,
    query_pairs,
    querystring_text,
    style_pairs,
)
from translator.surface import BoundParameter, Call

#: Headers that are never arguments (DESIGN.md, Arguments), whatever a description declares.
OUR_HEADERS = frozenset(
    {
        "accept",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "cookie",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)

_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_BOUNDARY = "isthmus-part"
_WHOLE = Location.QUERYSTRING
_ENCODED = Alphabet(percent_encode, percent_encode)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RequestPlan:
    """The request as it is sent: the URL is absolute, encoded and exact.

    Only the method shows in its representation: all else may hold credentials.
    """

    method: str
    url: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    body: bytes | None = field(default=None, repr=False)

    @property
    def origin(self) -> str:
        """The origin it goes to, such as `https://api.example.com`."""
        return origin_of(self.url.partition("#")[0].partition("?")[0])


@dataclass(frozen=True, slots=True)
class _Given:
    """A parameter with its value, and the argument to name when it does not fit."""

    parameter: Parameter
    key: str
    value: JsonValue

    def written(self, write: Callable[[Parameter, JsonValue], T]) -> T:
        try:
            return write(self.parameter, self.value)
        except PlanError as error:
            raise PlanError(f"{self.key}: {error}", argument=self.key) from error
        except RecursionError:
            raise PlanError(f"{self.key}: is nested too deeply", argument=self.key) from None


def plan_request(
    call: Call, arguments: Mapping[str, JsonValue], base: str, boundary: str = _BOUNDARY
) -> RequestPlan:
    """Return the request that the arguments mean; `boundary` separates parts of multipart.

    Raises:
        PlanError: a required argument is missing, or a value cannot be written.
    """
    given = [item for bound in call.parameters for item in _given(bound, arguments)]
    headers = [("Accept", call.accept)]
    body = None
    if call.body is not None:
        content = encode_arguments(call.body, arguments, boundary)
        if content is not None:
            body, content_type = content
            headers.append(("Content-Type", content_type))
    headers += _headers(given)
    return RequestPlan(call.method, _url(call, given, base), tuple(headers), body)


def _given(bound: BoundParameter, arguments: Mapping[str, JsonValue]) -> Iterator[_Given]:
    parameter = bound.parameter
    key = bound.argument or parameter.name
    if bound.pinned:
        value = bound.pinned
    elif bound.argument is not None and bound.argument in arguments:
        value = (arguments[bound.argument],)
    else:
        value = bound.default
    optional = not parameter.required and parameter.location is not Location.PATH
    if value and not (optional and value[0] is None):
        yield _Given(parameter, key, value[0])
    elif parameter.required:
        raise PlanError(f"{key}: is required", argument=key)


# --- headers --------------------------------------------------------------------------------


def _headers(given: list[_Given]) -> Iterator[tuple[str, str]]:
    cookies: Pairs = []
    for item in given:
        if item.parameter.location is Location.HEADER:
            text = item.written(_header)
            if text is not None:
                yield item.parameter.name, text
        elif item.parameter.location is Location.COOKIE:
            cookies += item.written(cookie_pairs)
    if cookies:
        yield "Cookie", "; ".join(f"{name}={value}" for name, value in cookies)


def _header(parameter: Parameter, value: JsonValue) -> str | None:
    if parameter.name.lower() in OUR_HEADERS:
        return None
    if not _TOKEN.fullmatch(parameter.name):
        raise PlanError("the header's name is not legal in HTTP")
    return header_text(parameter, value)


# --- URL ------------------------------------------------------------------------------------


def _url(call: Call, given: list[_Given], base: str) -> str:
    path, _, literal = call.path.partition("#")[0].partition("?")
    in_path = {item.parameter.name: item for item in given if _is_at(item, Location.PATH)}
    pairs = [pair for item in given if _is_at(item, Location.QUERY) for pair in _query(item)]
    query = [*_literal_pairs(call, literal, in_path, pairs)]
    query += [f"{name}={value}" for name, value in pairs]
    query += [item.written(querystring_text) for item in given if _is_at(item, _WHOLE)]
    url = join_path(base, _path(path, in_path))
    written = "&".join(part for part in query if part)
    return f"{url}?{written}" if written else url


def _is_at(item: _Given, location: Location) -> bool:
    return item.parameter.location is location


def _query(item: _Given) -> Pairs:
    return item.written(query_pairs)


def _path(template: str, in_path: Mapping[str, _Given]) -> str:
    """Fill the path's templates, and make sure that each segment stays one."""
    segments = []
    for segment in template.split("/"):
        pieces = _TEMPLATE.split(segment)
        text = "".join(
            _path_piece(piece, in_path) if index % 2 else _literal(piece, PATH_LITERAL)
            for index, piece in enumerate(pieces)
        )
        if len(pieces) > 1 and unquote(text) in ("", ".", ".."):
            raise PlanError("the path's values must not make an empty or dot segment")
        segments.append(text)
    return "/".join(segments)


def _path_piece(name: str, in_path: Mapping[str, _Given]) -> str:
    if name not in in_path:
        raise PlanError(f"{name}: is required, since it is part of the path", argument=name)
    return in_path[name].written(path_text)


def _literal(text: str, keep: str) -> str:
    return percent_encode_reserved(text, keep)


def _literal_pairs(
    call: Call, literal: str, in_path: Mapping[str, _Given], given: Pairs
) -> Iterator[str]:
    """Give the pairs of a literal query that no parameter replaces."""
    names = {name for name, _ in given}
    declared = {
        bound.parameter.name
        for bound in call.parameters
        if bound.parameter.location is Location.QUERY
    }
    for pair in literal.split("&"):
        replaced = percent_encode(unquote(pair.partition("=")[0])) in names
        if replaced or declared.intersection(_TEMPLATE.findall(pair)):
            continue
        pieces = _TEMPLATE.split(pair)
        yield "".join(
            _literal_piece(piece, in_path) if index % 2 else _literal(piece, QUERY_LITERAL)
            for index, piece in enumerate(pieces)
        )


def _literal_piece(name: str, in_path: Mapping[str, _Given]) -> str:
    if name not in in_path:
        raise PlanError(f"{name}: is required, since it is part of the path", argument=name)
    return in_path[name].written(_text_in_query)


def _text_in_query(parameter: Parameter, value: JsonValue) -> str:
    return "".join(text for _, text in style_pairs("", value, "form", False, _ENCODED))
