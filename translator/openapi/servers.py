"""Servers: URLs with their variables, resolved against the description's address where known.

OAS 3.1.1, Server Object. A URL that cannot be read is left out with a finding. Pure.
"""

import re
from urllib.parse import urljoin, urlsplit

from translator.json_value import JsonValue
from translator.openapi.reading import Reading, text_of
from translator.openapi.resolve import Resolved
from translator.operation import Server, ServerVariable

#: OAS 3.1.1, OpenAPI Object, `servers`: what stands for no servers, or an empty list.
_DEFAULT = "/"

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_ABSOLUTE = re.compile(r"\{|[^/?#]*://")
_SCHEMES = ("http", "https", "")


def read_servers(reading: Reading, owner: Resolved) -> tuple[Server, ...] | None:
    """Return the servers an object declares; None when it declares none.

    An empty tuple means that it does declare some and that none of them can be read.
    """
    written = owner.value.get("servers")
    if not isinstance(written, list) or not written:
        return None
    servers = [
        _read_server(reading, reading.member(owner, "servers", index))
        for index in range(len(written))
    ]
    return tuple(server for server in servers if server is not None)


def default_servers(reading: Reading) -> tuple[Server, ...]:
    """Return the server of a description that names none: the root of where it came from."""
    return (Server(resolve_server_url(_DEFAULT, reading.address)),)


def resolve_server_url(url: str, address: str | None) -> str:
    """Resolve a relative server URL against the address of the description.

    A URL that begins with a variable is left alone: the variable may hold the scheme.
    Without an address, `//host/path` (a Swagger 2.0 host without schemes) means https.
    """
    if _ABSOLUTE.match(url):
        return url
    if address is not None:
        return urljoin(address, url)
    return f"https:{url}" if url.startswith("//") else url


def _read_server(reading: Reading, written: Resolved) -> Server | None:
    url = text_of(written.value, "url")
    try:
        variables = _read_variables(written.value)
        resolved = None if url is None else resolve_server_url(url.strip(), reading.address)
        usable = resolved is not None and _is_http(resolved, variables)
    except ValueError:
        resolved, usable = None, False
    if resolved is None or not usable:
        message = f"{url!r:.200} is no URL of an HTTP server"
        reading.log.add("server-invalid", message, written.place)
        return None
    return Server(resolved, variables, text_of(written.value, "description"))


def _is_http(url: str, variables: tuple[ServerVariable, ...]) -> bool:
    """Return whether a URL can be called once its variables have their defaults."""
    defaults = {variable.name: variable.default for variable in variables}
    expanded = _VARIABLE.sub(lambda found: defaults.get(found[1], "1"), url)
    parts = urlsplit(expanded)
    return parts.scheme.lower() in _SCHEMES and (parts.port is None or parts.port > 0)


def _read_variables(server: JsonValue) -> tuple[ServerVariable, ...]:
    """Read the variables; one without a default takes the first of its enum."""
    written = server.get("variables") if isinstance(server, dict) else None
    variables = []
    for name, value in written.items() if isinstance(written, dict) else ():
        listed = value.get("enum") if isinstance(value, dict) else None
        enum = tuple(_plain_text(item) for item in listed) if isinstance(listed, list) else ()
        default = value.get("default") if isinstance(value, dict) else None
        if default is not None or enum:
            text = enum[0] if default is None else _plain_text(default)
            variables.append(ServerVariable(name, text, enum, text_of(value, "description")))
    return tuple(variables)


def _plain_text(value: JsonValue) -> str:
    """Return a text as it is, and a number or flag as JSON writes it: `8443`, `true`."""
    return value if isinstance(value, str) else str(value).lower()
