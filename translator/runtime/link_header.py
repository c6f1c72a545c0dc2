"""Read a Link header (RFC 8288 §3) as far as pages need it: where the relation `next` leads.

In comes what an API sent; out comes the target as it stands there, or nothing. Whatever is
broken ends the reading, and what was read before counts. Linear in the length. Pure.
"""

import re
from collections.abc import Iterable, Iterator

_MAX_CHARACTERS = 16_384
_TARGET = re.compile(r"[\s,]*<([^<>]*)>")
_PARAMETER = re.compile(
    r"""\s*;\s*([!#$%&'*+.^_`|~0-9A-Za-z-]*)        # name; an empty parameter is nothing
        (?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def next_target(headers: Iterable[tuple[str, str]]) -> str | None:
    """Return the target of the first link to the next page, None without one."""
    fields = [value for name, value in headers if name.lower() == "link"]
    for target, parameters in _links(", ".join(fields)[:_MAX_CHARACTERS]):
        relations = parameters.get("rel", "").lower().split()
        # RFC 8288 §3.2: a link with another context is not about this answer.
        if "next" in relations and "anchor" not in parameters:
            return target.strip()
    return None


def _links(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    position = 0
    while found := _TARGET.match(text, position):
        target, position = found[1], found.end()
        parameters: dict[str, str] = {}
        while (parameter := _PARAMETER.match(text, position)) and parameter.end() > position:
            name, quoted, token = parameter.groups()
            value = _ESCAPE.sub(r"\1", quoted) if quoted is not None else token or ""
            # RFC 8288 §3.3: of several relation parameters the first counts.
            parameters.setdefault(name.lower(), value)
            position = parameter.end()
        yield target, parameters
