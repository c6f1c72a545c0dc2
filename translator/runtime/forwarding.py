"""Own which headers of a client's own request go on to the API, and in what form.

The client's request and the request to the API belong to two domains of trust: nothing passes
from one to the other but what an operator named (MCP 2026-07-28, Security Best Practices, Token
Passthrough). Comes in: names, the client's headers, a plan. Goes out: what to add to the plan.
Pure.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from translator.errors import PlanError
from translator.operation import Location, SecurityScheme
from translator.runtime.addresses import base_url
from translator.runtime.credentials import Added
from translator.runtime.plan import RequestPlan
from translator.runtime.security import is_same_origin
from translator.surface import Call
from translator.upstream import Upstream
from translator.words import words_of

Headers = tuple[tuple[str, str], ...]
"""Fields of a request, in order."""

MAX_VALUE_CHARACTERS = 4_096

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_FIELD_VALUE = re.compile(r"[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?")
_SECRET_VALUE = re.compile(
    r"(basic|bearer|digest|dpop|negotiate|token) \S|.*\beyJ[\w-]+\.[\w-]+\.", re.IGNORECASE
)

_CREDENTIALS = "it is the client's credential for Isthmus and never goes on to the API"
_MESSAGE = "it belongs to the client's own request, and Isthmus writes it anew for the API's"
_ROUTE = "it describes the client's own connection"
_OVERRIDE = "servers take it for another method or path than the one that was allowed"
_OWN = "Isthmus makes it for each call"

#: By name. RFC 9110 §7.6.1 and RFC 9113 §8.2.2 list the fields of one connection.
_REFUSED: Mapping[str, str] = {
    name: why
    for why, names in (
        (_CREDENTIALS, "authorization cookie cookie2 set-cookie dpop"),
        (
            _MESSAGE,
            "host accept accept-charset accept-encoding date expect from last-event-id "
            "max-forwards origin range referer transfer-encoding user-agent",
        ),
        (
            _ROUTE,
            "connection forwarded http2-settings keep-alive te trailer upgrade via x-real-ip "
            "x-client-ip true-client-ip",
        ),
        (
            _OVERRIDE,
            "x-http-method x-http-method-override x-method-override x-original-url x-rewrite-url "
            "x-original-uri",
        ),
        (_OWN, "traceparent tracestate idempotency-key x-idempotency-key"),
    )
    for name in names.split()
}

#: By how a name begins.
_REFUSED_BEGINNINGS: Mapping[str, str] = {
    "content-": _MESSAGE,
    "if-": _MESSAGE,
    "mcp-": "it is MCP's and says nothing to an API",
    "proxy-": _ROUTE,
    "sec-": "it describes the client's browser",
    "x-forwarded-": _ROUTE,
    "access-control-": "it describes the client's browser",
}

_SECRET_WORDS = frozenset(
    words_of(
        "apikey assertion auth authentication authorization bearer credential credentials jwt key "
        "login oauth otp passcode passphrase passwd password pin secret secrets session sessionid "
        "sid sig signature token tokens"
    )
)


@dataclass(frozen=True, slots=True)
class Forwarded:
    """What goes on of the client's headers; `hidden` are the places traces do not show."""

    headers: Headers = field(default=(), repr=False)
    hidden: tuple[Added, ...] = ()

    @property
    def shown(self) -> Headers:
        """The headers that traces may show."""
        secret = {place.name for place in self.hidden}
        return tuple(pair for pair in self.headers if pair[0] not in secret)


def refusal(name: str, schemes: Mapping[str, SecurityScheme]) -> str | None:
    """Say why a header of this name can never be forwarded; None when it can."""
    if not _TOKEN.fullmatch(name):
        return f"{name!r} cannot name a header"
    folded = name.lower()
    begins = (why for start, why in _REFUSED_BEGINNINGS.items() if folded.startswith(start))
    why = _REFUSED.get(folded) or next(begins, None)
    if why is None and folded in credential_headers(schemes):
        why = "it carries a credential of the API, which is declared with --credential"
    return None if why is None else f"the header {name} cannot be forwarded: {why}"


def credential_headers(schemes: Mapping[str, SecurityScheme]) -> frozenset[str]:
    """Return the headers, in lower case, in which security schemes carry their credentials."""
    return frozenset(
        (scheme.parameter_name or "").lower()
        for scheme in schemes.values()
        if scheme.kind == "apiKey" and scheme.location is Location.HEADER
    )


def forward(
    sent: Headers,
    upstream: Upstream,
    call: Call,
    plan: RequestPlan,
    schemes: Mapping[str, SecurityScheme],
) -> Forwarded:
    """Return what of the client's headers is added to a plan: those named, and not in it yet.

    What the surface says of a call goes before what its client says: an argument, a default or a
    pinned value of the same header stays. Several lines of one header are one list (RFC 9110
    §5.3).

    Raises:
        PlanError: a value that HTTP cannot carry, or a very long one.
    """
    if not (sent and upstream.forward_headers and _goes_home(upstream, call, plan)):
        return Forwarded()
    planned = {name.lower() for name, _ in plan.headers}
    found: list[tuple[str, str]] = []
    for name in upstream.forward_headers:
        values = [value for key, value in sent if key.lower() == name.lower() and value]
        if values and name.lower() not in planned and refusal(name, schemes) is None:
            found.append((name, _checked(name, ", ".join(values))))
    hidden = (Added(Location.HEADER, name) for name, value in found if looks_secret(name, value))
    return Forwarded(tuple(found), tuple(hidden))


def _goes_home(upstream: Upstream, call: Call, plan: RequestPlan) -> bool:
    """Tell whether a plan goes where the upstream is, and not to a server of its operation."""
    if call.own_servers and call.servers and upstream.base_url is None:
        return False
    home = base_url(replace(call, own_servers=False), upstream)
    return is_same_origin(home, plan.origin)


def looks_secret(name: str, value: str) -> bool:
    """Tell whether a header may hold a secret, by its name or by its value."""
    words = set(words_of(name))
    if words & _SECRET_WORDS or any(word.endswith(("key", "token")) for word in words):
        return True
    return _SECRET_VALUE.match(value) is not None


def _checked(name: str, value: str) -> str:
    if len(value) > MAX_VALUE_CHARACTERS or not _FIELD_VALUE.fullmatch(value):
        raise PlanError(
            f"the header {name} of the client's request cannot go on to the API: printable ASCII "
            f"is needed, at most {MAX_VALUE_CHARACTERS} characters, without spaces at the ends"
        )
    return value
