"""Own where a call goes: the server that counts, its variables, its base URL, its origin.

Pure. In come a `Call` and the `Upstream` it is bound to, out comes an absolute URL that ends
without a slash, or a `PlanError` that says how to set one.

Which server counts (OAS 3.1.1, Path Item and Operation Objects): servers of the operation
itself; else the base URL of the upstream; else the servers of the description. Of several the
first. A relative server of an operation stands on the origin of the base URL.
"""

import re
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from translator.errors import PlanError
from translator.operation import Server, ServerVariable
from translator.runtime.percent import PATH_LITERAL, percent_encode_reserved
from translator.surface import Call
from translator.upstream import Upstream

_VARIABLE = re.compile(r"\{([^{}]+)\}")
_UNPRINTABLE = re.compile(r"[\x00-\x20\x7f]")
_HOST = re.compile(r"[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_SET_BASE_URL = "set the address of the API with --base-url"


def base_url(call: Call, upstream: Upstream) -> str:
    """Return the absolute base URL of a call, encoded, without a slash at its end.

    Raises:
        PlanError: there is no server, it is relative to nothing known, or it is no HTTP URL.
    """
    if call.own_servers and call.servers:
        return _own_server(call.servers[0], upstream)
    if upstream.base_url is not None:
        return _absolute(_expanded(upstream.base_url, (), upstream.variables))
    if not call.servers:
        raise PlanError(f"the description names no server: {_SET_BASE_URL}")
    server = call.servers[0]
    url = _expanded(server.url, server.variables, upstream.variables)
    if _is_relative(url):
        raise PlanError(f"the server {url!r} of the description is relative: {_SET_BASE_URL}")
    return _absolute(url)


def origin_of(url: str) -> str:
    """Return the origin (RFC 6454 §6.2): scheme, host and a port that is not the default.

    Raises:
        PlanError: the URL is no absolute HTTP URL.
    """
    return _split(url)[0]


def join_path(base: str, path: str) -> str:
    """Append a path to a base URL with exactly one slash between (OAS 3.1.1, Paths Object).

    This is no resolution of a reference: the base path stays whole, and so does the path's own
    slash at its end.
    """
    return base.rstrip("/") + (path if path.startswith("/") else "/" + path)


def _own_server(server: Server, upstream: Upstream) -> str:
    url = _expanded(server.url, server.variables, upstream.variables)
    if not _is_relative(url):
        return _absolute(url)
    if upstream.base_url is None:
        raise PlanError(f"the operation's server {url!r} is relative: {_SET_BASE_URL}")
    base = _absolute(_expanded(upstream.base_url, (), upstream.variables))
    return _absolute(urljoin(origin_of(base) + "/", url))


def _is_relative(url: str) -> bool:
    return not _SCHEME.match(url)


def _expanded(url: str, declared: tuple[ServerVariable, ...], given: Mapping[str, str]) -> str:
    """Fill in server variables (OAS 3.1.1, Server Variable Object): as given, else default."""
    variables = {variable.name: variable for variable in declared}

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        variable = variables.get(name)
        if name not in given and variable is None:
            raise PlanError(f"the server variable {name!r} of {url!r} has no value: set it")
        text = given[name] if name in given or variable is None else variable.default
        if variable is not None and variable.enum and text not in variable.enum:
            allowed = ", ".join(variable.enum)
            raise PlanError(f"the server variable {name!r} is {text!r}, not one of {allowed}")
        return text

    return _VARIABLE.sub(value, url.strip())


def _absolute(url: str) -> str:
    origin, path = _split(url)
    return origin + path.rstrip("/")


def _split(url: str) -> tuple[str, str]:
    """Take an absolute URL apart into origin and encoded path."""
    if "@" in url.partition("//")[2].partition("/")[0]:
        raise PlanError("a server URL must hold no user or password: declare a --credential")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise PlanError(f"the server {url!r} is no URL ({error}): {_SET_BASE_URL}") from error
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or _UNPRINTABLE.search(url) or "\\" in url:
        raise PlanError(f"the server {url!r} is no http or https URL: {_SET_BASE_URL}")
    if parts.query or parts.fragment or url.endswith(("?", "#")):
        raise PlanError(f"the server {url!r} must hold no query and no fragment")
    host = _host(parts.netloc, parts.hostname)
    suffix = "" if port is None or port == _DEFAULT_PORTS[scheme] else f":{port}"
    return f"{scheme}://{host}{suffix}", percent_encode_reserved(parts.path, PATH_LITERAL + "/")


def _host(netloc: str, hostname: str | None) -> str:
    host = f"[{hostname}]" if hostname and netloc.startswith("[") else hostname or ""
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            host = ""
    if not _HOST.fullmatch(host):
        raise PlanError(f"the host {netloc!r} is not legal: {_SET_BASE_URL}")
    return host.lower()
