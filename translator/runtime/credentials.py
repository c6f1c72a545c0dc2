"""Own what credentials add to a plan, and the plan as traces may show it.

Comes in: a plan, the schemes that `security.choose` found, and what resolves references. Goes
out: the plan with its credentials, a record of what was added, and from it the redacted plan.
A secret goes to the origin it was declared for and to no other, whatever the description says;
for OAuth 2 that includes the token endpoint.
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote, urljoin

from translator.errors import CredentialError
from translator.operation import Location
from translator.ports import SecretResolver
from translator.runtime.fields import cookie_text
from translator.runtime.oauth import Send, TokenCache, TokenKey
from translator.runtime.percent import percent_encode
from translator.runtime.plan import RequestPlan
from translator.runtime.security import ChosenScheme, choose, is_same_origin, wrong_origin

__all__ = ["Added", "Authorized", "ChosenScheme", "authorize", "choose", "forget", "redact"]

REDACTED = "[redacted]"

_CLIENT_CREDENTIALS = "clientCredentials"
_FIELD_VALUE = re.compile(r"[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?")


@dataclass(frozen=True, slots=True)
class Added:
    """One thing credentials added to a plan: where, and under which name; never the value."""

    location: Location
    name: str


@dataclass(frozen=True, slots=True)
class Authorized:
    """A plan with its credentials; `added` and `redact` keep them out of traces.

    `tokens` are the renewable ones that were used, for `forget`.
    """

    plan: RequestPlan = field(repr=False)
    added: tuple[Added, ...] = ()
    tokens: tuple[tuple[TokenKey, str], ...] = field(default=(), repr=False)


async def authorize(
    plan: RequestPlan,
    chosen: Sequence[ChosenScheme],
    *,
    secrets: SecretResolver,
    tokens: TokenCache,
    send: Send,
    token_origins: frozenset[str] = frozenset(),
) -> Authorized:
    """Return the plan with the credentials of the chosen schemes.

    `send` reaches token endpoints; these may stand at the origin the credential was declared
    for, and at `token_origins`, which an operator allowed. What the arguments put at the place
    of a credential is replaced.

    Raises:
        CredentialError: a secret is absent or unusable, or a token was refused.
    """
    authorized = Authorized(plan)
    placed: dict[tuple[Location, str], str] = {}
    for item in chosen:
        if not is_same_origin(item.reference.origin, plan.origin):
            raise CredentialError(wrong_origin(item.scheme.key, [item.reference]))
        secret = _secret(item, secrets)
        key = _token_key(item, secret, plan.origin, token_origins)
        if key is not None:
            secret = await tokens.token(key, secret, send)
            authorized = replace(authorized, tokens=(*authorized.tokens, (key, secret)))
        location, name, value = _placement(item, secret)
        if placed.setdefault((location, name.lower()), value) != value:
            raise CredentialError(f"two credentials want the same place, {name}: one is needed")
        authorized = replace(
            authorized,
            plan=_with(authorized.plan, location, name, value),
            added=(*authorized.added, Added(location, name)),
        )
    return authorized


def forget(authorized: Authorized, tokens: TokenCache) -> bool:
    """Forget the tokens a 401 refused; tell whether another `authorize` may bring new ones."""
    for key, token in authorized.tokens:
        tokens.invalidate(key, token)
    return bool(authorized.tokens)


def _secret(item: ChosenScheme, secrets: SecretResolver) -> str:
    secret = secrets.resolve(item.reference)
    if not secret:
        raise CredentialError(f"the secret {item.reference.reference} is empty")
    if any(character in secret for character in "\r\n\0"):
        raise CredentialError(f"the secret {item.reference.reference} holds a line break")
    return secret


def _token_key(
    item: ChosenScheme, secret: str, origin: str, token_origins: frozenset[str]
) -> TokenKey | None:
    """Return what to fetch a token with; None when the secret is itself what is sent."""
    flows = item.scheme.flows if item.scheme.kind in ("oauth2", "openIdConnect") else ()
    urls = [flow.token_url for flow in flows if flow.kind == _CLIENT_CREDENTIALS]
    if not urls or not urls[0] or ":" not in secret:
        return None
    url = urljoin(origin + "/", urls[0]).partition("#")[0]
    allowed = {origin, *token_origins}
    endpoint = url.partition("?")[0]
    if not any(is_same_origin(other, endpoint) for other in allowed):
        raise CredentialError(
            f"the token endpoint of '{item.scheme.key}', {endpoint}, is not at "
            f"{item.reference.origin}, for which its secret is declared: "
            "an operator can allow the other origin for this endpoint"
        )
    return TokenKey(url, item.reference, item.scopes)


def _placement(item: ChosenScheme, secret: str) -> tuple[Location, str, str]:
    """Return location, name and encoded value of a credential (OAS 3.1.1, Security Scheme)."""
    scheme = item.scheme
    if scheme.kind == "apiKey":
        location, name = scheme.location or Location.HEADER, scheme.parameter_name or ""
        if location is Location.QUERY:
            return location, percent_encode(name), percent_encode(secret)
        if location is Location.COOKIE:
            return location, percent_encode(name), cookie_text(secret)
        return Location.HEADER, name, _field_value(secret, item)
    if scheme.kind == "http" and (scheme.http_scheme or "").lower() == "basic":
        if ":" not in secret:
            raise CredentialError(f"the secret {item.reference.reference} must read user:password")
        text = base64.b64encode(secret.encode("utf-8", "surrogateescape")).decode("ascii")
        return Location.HEADER, "Authorization", f"Basic {text}"
    name = (scheme.http_scheme or "bearer") if scheme.kind == "http" else "bearer"
    return Location.HEADER, "Authorization", f"{name.capitalize()} {_field_value(secret, item)}"


def _field_value(secret: str, item: ChosenScheme) -> str:
    if not _FIELD_VALUE.fullmatch(secret):
        raise CredentialError(
            f"the secret {item.reference.reference} cannot stand in a header: "
            "printable ASCII is needed, without spaces at the ends"
        )
    return secret


def _with(plan: RequestPlan, location: Location, name: str, value: str) -> RequestPlan:
    if location is Location.QUERY:
        return replace(plan, url=_with_query(plan.url, name, value))
    if location is Location.COOKIE:
        return replace(plan, headers=_with_cookie(plan.headers, name, value))
    headers = tuple(pair for pair in plan.headers if pair[0].lower() != name.lower())
    return replace(plan, headers=(*headers, (name, value)))


def _with_query(url: str, name: str, value: str) -> str:
    target, _, query = url.partition("?")
    pairs = [pair for pair in query.split("&") if pair and not _is_named(pair, name)]
    return target + "?" + "&".join([*pairs, f"{name}={value}"])


def _with_cookie(
    headers: tuple[tuple[str, str], ...], name: str, value: str
) -> tuple[tuple[str, str], ...]:
    cookies = [text for key, text in headers if key.lower() == "cookie"]
    pairs = [pair for text in cookies for pair in text.split("; ") if not _is_named(pair, name)]
    others = tuple(pair for pair in headers if pair[0].lower() != "cookie")
    return (*others, ("Cookie", "; ".join([*pairs, f"{name}={value}"])))


def _is_named(pair: str, name: str) -> bool:
    return unquote(pair.partition("=")[0]) == unquote(name)


def redact(plan: RequestPlan, added: Sequence[Added]) -> RequestPlan:
    """Return the plan as traces show it: `[redacted]` in the place of each credential."""
    for place in added:
        plan = _with_redacted(plan, place)
    return plan


def _with_redacted(plan: RequestPlan, place: Added) -> RequestPlan:
    if place.location is Location.QUERY:
        target, _, query = plan.url.partition("?")
        pairs = [_hidden(pair, place.name) for pair in query.split("&")]
        return replace(plan, url=f"{target}?{'&'.join(pairs)}")
    wanted = "cookie" if place.location is Location.COOKIE else place.name.lower()
    headers = []
    for key, text in plan.headers:
        if key.lower() != wanted:
            headers.append((key, text))
        elif place.location is Location.COOKIE:
            shown = "; ".join(_hidden(pair, place.name) for pair in text.split("; "))
            headers.append((key, shown))
        else:
            headers.append((key, REDACTED))
    return replace(plan, headers=tuple(headers))


def _hidden(pair: str, name: str) -> str:
    return f"{pair.partition('=')[0]}={REDACTED}" if _is_named(pair, name) else pair
