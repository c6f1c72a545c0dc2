"""Security: the schemes a description declares, and what an operation requires.

OAS 3.1.1, Security Scheme Object and Security Requirement Object: members of a requirement go
together, requirements of a list are alternatives. A scheme nobody declares stays required, so
that a call without it fails early instead of going out unauthenticated. Pure.
"""

from collections.abc import Iterable, Mapping
from urllib.parse import urljoin

from translator.json_value import JsonValue
from translator.openapi.parameters import Identity, identity_of
from translator.openapi.reading import Reading, text_of
from translator.openapi.resolve import Resolved
from translator.operation import (
    Location,
    OAuthFlow,
    SchemeUse,
    SecurityRequirement,
    SecurityScheme,
)

_KINDS = ("apiKey", "http", "oauth2", "openIdConnect", "mutualTLS")
_KEY_LOCATIONS = (Location.QUERY, Location.HEADER, Location.COOKIE)


def read_security_schemes(reading: Reading, root: Resolved) -> dict[str, SecurityScheme]:
    """Return `{key: scheme}` of all schemes that can be read."""
    schemes = {}
    declared = reading.member(root, "components", "securitySchemes")
    for key in declared.value if isinstance(declared.value, dict) else ():
        at = reading.member(declared, key)
        found = reading.follow(at.value, at.place)
        scheme = None if found is None else _read_scheme(reading, key, found.value)
        if scheme is not None:
            schemes[key] = scheme
        elif found is not None:
            message = f"The security scheme '{key}' cannot be read"
            reading.log.add("security-scheme-unknown", message, at.place)
    return schemes


def read_security(
    reading: Reading, owner: Resolved, schemes: Mapping[str, SecurityScheme]
) -> tuple[SecurityRequirement, ...] | None:
    """Return the alternatives that an operation or description lists, None without a list."""
    listed = owner.value.get("security")
    if not isinstance(listed, list):
        return None
    alternatives = [written for written in listed if isinstance(written, dict)]
    for key in dict.fromkeys(key for written in alternatives for key in written):
        if key not in schemes:
            place = reading.member(owner, "security").place
            message = f"Nobody declares the security scheme '{key}'"
            reading.log.add("security-scheme-unknown", message, place)
    return tuple(
        SecurityRequirement(tuple(_use(key, scopes) for key, scopes in written.items()))
        for written in alternatives
    )


def filled_by_credentials(
    requirements: Iterable[SecurityRequirement], schemes: Mapping[str, SecurityScheme]
) -> dict[Identity, str]:
    """Return the parameters that the required schemes fill, with the key of the scheme."""
    filled = {}
    for use in (use for requirement in requirements for use in requirement.schemes):
        scheme = schemes.get(use.key)
        if scheme is not None and scheme.location is not None and scheme.parameter_name:
            filled[identity_of(scheme.location, scheme.parameter_name)] = use.key
    return filled


def _use(key: str, scopes: JsonValue) -> SchemeUse:
    named = scopes if isinstance(scopes, list) else ()
    return SchemeUse(key, tuple(scope for scope in named if isinstance(scope, str)))


def _read_scheme(reading: Reading, key: str, value: JsonValue) -> SecurityScheme | None:
    kind = value.get("type") if isinstance(value, dict) else None
    if kind not in _KINDS:
        return None
    description = text_of(value, "description")
    if kind == "apiKey":
        location = next((each for each in _KEY_LOCATIONS if each.value == value.get("in")), None)
        name = text_of(value, "name")
        if location is None or name is None:
            return None
        return SecurityScheme(key, kind, location, name, description=description)
    if kind == "http":
        scheme = text_of(value, "scheme")
        if scheme is None:
            return None
        return SecurityScheme(key, kind, http_scheme=scheme.lower(), description=description)
    flows = _read_flows(reading, value) if kind == "oauth2" else ()
    return SecurityScheme(key, kind, flows=flows, description=description)


_AUTHORIZATION_URLS = ("authorizationUrl", "deviceAuthorizationUrl")


def _read_flows(reading: Reading, scheme: dict[str, JsonValue]) -> tuple[OAuthFlow, ...]:
    flows = scheme.get("flows")
    return tuple(
        OAuthFlow(
            kind=kind,
            token_url=_url(reading, text_of(flow, "tokenUrl")),
            authorization_url=_url(
                reading,
                text_of(flow, "authorizationUrl") or text_of(flow, "deviceAuthorizationUrl"),
            ),
            scopes=tuple(flow["scopes"]) if isinstance(flow.get("scopes"), dict) else (),
        )
        for kind, flow in (flows.items() if isinstance(flows, dict) else ())
        if isinstance(flow, dict)
    )


def _first_text(owner: JsonValue, keys: tuple[str, ...]) -> str | None:
    return next((text for key in keys if (text := text_of(owner, key)) is not None), None)


def _url(reading: Reading, url: str | None) -> str | None:
    """Resolve a relative URL against the description's address, where that is known."""
    if url is None or reading.address is None:
        return url
    try:
        return urljoin(reading.address, url)
    except ValueError:
        return url
