"""Own what becomes of the URL of a next page: a request, or arguments for one.

An API's word about where to go on is followed inside what was published: the same origin, the
same path, and none of what a person pinned or what credentials fill. From the URL comes the
query; an API that gives its pages another path is followed where the query alone can ask for
the page. Pure.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from urllib.parse import quote, unquote, unquote_plus, urljoin, urlsplit

from translator.errors import EgressRefused
from translator.json_value import JsonValue
from translator.operation import Location
from translator.runtime.egress import origin_of
from translator.runtime.plan import RequestPlan
from translator.surface import BoundParameter, Call

_PRINTABLE = "".join(chr(code) for code in range(0x21, 0x7F))

NO_URL = "what the API gives as its address is none"
ELSEWHERE = "it is at another origin, {origin}, to which nothing is sent"
ANOTHER_PATH = "it is at another path than the one that was published"


def followed(
    plan: RequestPlan,
    text: str,
    base: str,
    call: Call,
    filled: Collection[str],
    asking: str | None = None,
) -> RequestPlan | str:
    """Return the request for a next page at this URL, or why it is not made.

    `plan` is the request before it, without credentials; `base` is where its answer came from.
    `filled` names what credentials fill in the query, `asking` what asks for a page without
    being offered to callers.
    """
    try:
        url = urljoin(base, text)
        origin, parts = origin_of(url), urlsplit(url)
    except (ValueError, EgressRefused):
        return NO_URL
    if origin != plan.origin:
        return ELSEWHERE.format(origin=origin)
    target, _, query = plan.url.partition("?")
    kept = _kept(call) | set(filled)
    given = [pair for pair in _pairs(parts.query) if _name(pair) not in kept]
    if not _is_same_path(parts.path, target) and not _asks(given, _pairs(query), call, asking):
        return ANOTHER_PATH
    own = [pair for pair in _pairs(query) if _name(pair) in kept]
    pairs = "&".join([*own, *(quote(pair, safe=_PRINTABLE) for pair in given)])
    return replace(plan, url=f"{target}?{pairs}" if pairs else target)


def arguments_of(plan: RequestPlan, text: str, base: str, call: Call) -> dict[str, JsonValue]:
    """Return the arguments with which a caller asks for the page at a URL; none where it cannot."""
    try:
        url = urljoin(base, text)
        if origin_of(url) != plan.origin:
            return {}
        pairs = _pairs(urlsplit(url).query)
    except (ValueError, EgressRefused):
        return {}
    texts = {_name(pair): unquote_plus(pair.partition("=")[2]) for pair in pairs}
    before = {_name(pair): pair for pair in _pairs(plan.url.partition("?")[2])}
    names = [_name(pair) for pair in pairs]
    return {
        bound.argument: texts[name]
        for name, bound in _offered(call).items()
        if bound.argument is not None and names.count(name) == 1
        if name not in before or unquote_plus(before[name].partition("=")[2]) != texts[name]
    }


def _offered(call: Call) -> Mapping[str, BoundParameter]:
    """Return the parameters of the query that a caller fills, by name."""
    return {
        bound.parameter.name: bound
        for bound in call.parameters
        if bound.parameter.location is Location.QUERY and not bound.pinned
    }


def _kept(call: Call) -> set[str]:
    """Return the names in the query that nobody but the surface decides."""
    literal = call.path.partition("#")[0].partition("?")[2]
    pinned = {
        bound.parameter.name
        for bound in call.parameters
        if bound.parameter.location is Location.QUERY and bound.pinned
    }
    return pinned | {_name(pair) for pair in _pairs(literal) if "{" not in pair}


def _asks(given: list[str], before: list[str], call: Call, asking: str | None) -> bool:
    """Tell whether a query asks for another page by what the operation declares."""
    names = {b.parameter.name for b in call.parameters if b.parameter.location is Location.QUERY}
    return any(_name(pair) in {*names, asking} and pair not in before for pair in given)


def _is_same_path(path: str, target: str) -> bool:
    return unquote(path).rstrip("/") == unquote(urlsplit(target).path).rstrip("/")


def _pairs(query: str) -> list[str]:
    return [pair for pair in query.split("&") if pair]


def _name(pair: str) -> str:
    return unquote_plus(pair.partition("=")[0])
