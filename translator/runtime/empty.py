"""Say what an answer tells beside its content, or without one: what its headers hold.

What the description declares is told (OAS 3.1.1, Response Object, headers), for it may be wanted
by a later call, as an ETag by If-Match. Comes in: a response. Goes out: short texts for a model.
Pure.
"""

import re
from collections.abc import Iterable

from translator.runtime.asked import Asked
from translator.runtime.decoding import harmless
from translator.runtime.response import Response
from translator.runtime.truncation import cut_text

#: What a header of an empty success is worth telling (RFC 9110 §10.2.2, §10.2.3, §8.8.3).
_TELLING = ("location", "content-location", "retry-after", "etag")
#: Headers of the connection and of the server rather than of what was asked for; a HEAD is asked
#: for the others.
_NOISE = frozenset(
    {
        "connection",
        "keep-alive",
        "transfer-encoding",
        "date",
        "server",
        "via",
        "set-cookie",
        "strict-transport-security",
        "vary",
        "alt-svc",
        "traceparent",
    }
)
#: Told in other ways, or of no use once there is content: links by pages, limits by refusals.
_NOT_BESIDE_CONTENT = re.compile(r"link|content-(type|length|encoding)|.*rate-?limit.*")
_MAX_HEADERS = 20
_MAX_VALUE_BYTES = 300


def without_content(response: Response, asked: Asked) -> str:
    """Return what to tell of a success, or of a 304, that has no content."""
    if response.status == 304:
        return "HTTP 304: it has not changed; what you have of it is still right."
    head = f"Done: HTTP {response.status}, no content."
    if asked.operation.startswith("HEAD "):
        told = _lines(response, (name for name, _ in response.headers if _tells(name)))
        return "\n".join([f"HTTP {response.status}, with these headers:", *told]) if told else head
    declared = _lines(response, filter(_tells, asked.headers), or_empty=True)
    return "\n".join(dict.fromkeys([head, *_lines(response, _TELLING), *declared]))


def beside_content(response: Response, asked: Asked) -> str:
    """Return what to tell of the declared headers of a success that has content, or ''."""
    wanted = [
        name for name in asked.headers if _tells(name) and not _NOT_BESIDE_CONTENT.fullmatch(name)
    ]
    told = _lines(response, wanted)
    return f"Its headers: {'; '.join(told)}." if told else ""


def _tells(name: str) -> bool:
    lowered = name.lower()
    return lowered not in _NOISE and not lowered.startswith(("access-control-", "sec-", "cf-"))


def _lines(response: Response, names: Iterable[str], *, or_empty: bool = False) -> list[str]:
    wanted = list(dict.fromkeys(name.lower() for name in names))[:_MAX_HEADERS]
    found = ((name, response.header(name)) for name in wanted)
    return [
        f"{name}: {cut_text(harmless(value), _MAX_VALUE_BYTES)}"
        for name, value in found
        if value or (or_empty and value is not None)
    ]
