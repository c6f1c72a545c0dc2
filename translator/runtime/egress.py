"""Decide where a request may go, from values alone.

Comes in: URLs, origins, addresses a name resolved to. Goes out: an origin, a yes, or
`EgressRefused`. Resolving names is the transport's.
"""

import contextlib
import ipaddress
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from translator.errors import EgressRefused, PlanError
from translator.runtime import addresses
from translator.surface import Call, Surface
from translator.upstream import Upstream

#: RFC 6052 §2.1: IPv6 addresses that a NAT64 gateway turns into IPv4 ones.
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

_AUTHORITY_END = re.compile(r"[/?#]")


@dataclass(frozen=True, slots=True)
class EgressPolicy:
    """Where requests may go.

    `allowed_origins` None means any. Without `allow_private`, names that resolve to an address
    outside the public Internet (loopback, private, link-local, reserved) are refused.
    """

    allowed_origins: frozenset[str] | None = None
    allow_private: bool = True


def origin_of(url: str) -> str:
    """Return the origin (RFC 6454 §4) of an http or https URL, without a default port.

    Raises:
        EgressRefused: the URL has another scheme, user information, no legal host or port.
    """
    scheme, mark, rest = url.partition("://")
    authority = _AUTHORITY_END.split(rest, maxsplit=1)[0]
    try:
        return _origin(scheme + mark + authority)
    except PlanError as error:
        raise EgressRefused(
            "Only http:// and https:// addresses with a legal host can be called."
        ) from error


@lru_cache(maxsize=256)
def _origin(authority: str) -> str:
    return addresses.origin_of(authority)


def check_origin(policy: EgressPolicy, url: str) -> str:
    """Return the URL's origin if the policy allows it.

    Raises:
        EgressRefused: the message names the origin.
    """
    origin = origin_of(url)
    if policy.allowed_origins is not None and origin not in policy.allowed_origins:
        raise EgressRefused(
            f"{origin} is not an address this endpoint may call. An operator can allow it."
        )
    return origin


def is_public(address: str) -> bool:
    """Tell whether an IP address belongs to the public Internet, tunnels looked through."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        inner = _embedded_ipv4(ip)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


def _embedded_ipv4(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)


def check_address(policy: EgressPolicy, host: str, address: str) -> None:
    """Refuse an address outside the public Internet unless the policy allows private ones.

    Raises:
        EgressRefused: the message names the host, not the address behind it.
    """
    if not policy.allow_private and not is_public(address):
        raise EgressRefused(
            f"{host} leads to an address outside the public Internet, which is not allowed here."
        )


def egress_of(surface: Surface, upstream: Upstream) -> EgressPolicy:
    """Return where the calls of a published surface may go.

    That is where its operations' servers are, which a person allowed with them, the base URL
    that an operator set, and what the operator allowed besides.
    """
    return EgressPolicy(frozenset(_origins(surface, upstream)))


def _origins(surface: Surface, upstream: Upstream) -> Iterator[str]:
    for call in _calls(surface):
        # Without a legal server, the call itself says so.
        with contextlib.suppress(PlanError, EgressRefused):
            yield origin_of(addresses.base_url(call, upstream))
    for allowed in upstream.allowed_origins:
        with contextlib.suppress(EgressRefused):
            yield origin_of(allowed)


def _calls(surface: Surface) -> Iterator[Call]:
    yield from (tool.call for tool in surface.tools)
    yield from (resource.call for resource in surface.resources)
    yield from (template.call for template in surface.resource_templates)
