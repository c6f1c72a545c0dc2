"""Keep secrets out of what comes back: those of credentials, and those of arguments.

Comes in: plans, arguments, responses. Goes out: the texts to look for, and the same responses with
`[redacted]` in their places. A text of fewer than eight characters would be found where it is no
secret, so it is looked for only where it is a whole text of JSON; one of fewer than four is not.
Pure.
"""

import base64
import binascii
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from urllib.parse import parse_qsl, quote, quote_plus

from translator.json_value import JsonValue
from translator.operation import Location
from translator.runtime.credentials import REDACTED, Added
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response

#: Shorter values are looked for only as whole texts of JSON, or not at all.
_SHORTEST = 8
_SHORTEST_WHOLE = 4
_PERCENT = re.compile("%[0-9A-F]{2}")
_SECRET_HEADERS = frozenset({"set-cookie", "authorization"})
_CHALLENGE = "www-authenticate"
#: What of a challenge (RFC 9110 §11.6.1, RFC 6750 §3) explains it and is no secret.
_EXPLAINS = re.compile(
    r'\b(realm|scope|error|error_description)\s*=\s*("[^"\\]{0,200}"|[\w.:/+-]{1,200})'
)
_SCHEME = re.compile(r"\s*([A-Za-z][\w-]{0,30})")
_WHOLE = f'"{REDACTED}"'


def secret_texts(arguments: JsonValue, shown: JsonValue) -> Iterator[str]:
    """Yield the texts that stand in the arguments where the shown ones are redacted."""
    if shown == REDACTED and arguments != REDACTED:
        yield from _sought(arguments) if isinstance(arguments, str) else ()
    elif isinstance(arguments, dict):
        for name, value in arguments.items():
            yield from secret_texts(value, shown[name])
    elif isinstance(arguments, list):
        for value, other in zip(arguments, shown, strict=True):
            yield from secret_texts(value, other)


def _sought(text: str) -> Iterator[str]:
    """Yield what to look for: the text, or a short one with the quotes of JSON around it."""
    if len(text) >= _SHORTEST:
        yield text
    elif len(text) >= _SHORTEST_WHOLE:
        yield json.dumps(text, ensure_ascii=False)


def credential_values(plan: RequestPlan, added: Sequence[Added]) -> tuple[str, ...]:
    """Return the texts that must not come back: what credentials put into a plan."""
    texts: list[str] = []
    for place in added:
        for text in _placed(plan, place):
            scheme, _, token = text.partition(" ")
            texts += [text, token, *_basic(scheme, token)]
    return tuple(dict.fromkeys(sought for text in texts for sought in _sought(text)))


def _placed(plan: RequestPlan, place: Added) -> list[str]:
    if place.location is Location.QUERY:
        query = plan.url.partition("?")[2]
        return [value for name, value in parse_qsl(query) if name == _unquoted(place.name)]
    if place.location is Location.COOKIE:
        cookies = [text for name, text in plan.headers if name.lower() == "cookie"]
        pairs = [pair.partition("=") for text in cookies for pair in text.split("; ")]
        return [value for name, _, value in pairs if name == place.name]
    return [text for name, text in plan.headers if name.lower() == place.name.lower()]


def _unquoted(name: str) -> str:
    return parse_qsl(f"{name}=x")[0][0]


def _basic(scheme: str, token: str) -> list[str]:
    if scheme.lower() != "basic":
        return []
    try:
        decoded = base64.b64decode(token, validate=True).decode("utf-8", "replace")
    except binascii.Error:
        return []
    return [decoded, decoded.partition(":")[2]]


def without_values(response: Response, values: Sequence[str]) -> tuple[Response, bool]:
    """Return the response without these texts, and whether any was in its body."""
    body = response.body
    texts = tuple(dict.fromkeys(text for value in values for text in _spellings(value)))
    for text in texts:
        body = body.replace(text.encode("utf-8", "surrogatepass"), _stand_in(text).encode())
    headers = tuple((name, _header(name, text, texts)) for name, text in response.headers)
    found = body is not response.body and body != response.body
    return replace(response, body=body, headers=headers), found


def text_without(text: str, values: Sequence[str]) -> str:
    """Return a text without these texts, however they are spelt in it."""
    for spelling in dict.fromkeys(one for value in values for one in _spellings(value)):
        text = text.replace(spelling, _stand_in(spelling))
    return text


def _stand_in(text: str) -> str:
    return _WHOLE if _is_whole(text) else REDACTED


def _is_whole(text: str) -> bool:
    """Tell whether a text is a whole one of JSON: in quotes, and nothing else is known of it."""
    return len(text) > 1 and text[0] == text[-1] == '"'


def _spellings(value: str) -> Iterator[str]:
    """Yield a text as it stands, in JSON, in HTML and percent-encoded.

    RFC 8259 §7, HTML Living Standard §13.1.4, RFC 3986 §2.1.
    """
    yield value
    if _is_whole(value):
        return
    yield escape(value, quote=False)
    yield escape(value)
    for whole in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
        yield whole[1:-1]
        yield whole[1:-1].replace("/", "\\/")
    octets = value.encode("utf-8", "surrogatepass")
    for encoded in (quote(octets, safe=""), quote(octets), quote_plus(octets)):
        yield encoded
        yield _PERCENT.sub(lambda match: match.group().lower(), encoded)


def _header(name: str, text: str, values: Sequence[str]) -> str:
    if name.lower() in _SECRET_HEADERS:
        return REDACTED
    if name.lower() == _CHALLENGE:
        text = _challenge(text)
    for value in values:
        text = text.replace(value, REDACTED)
    return text


def _challenge(text: str) -> str:
    """Return what of a challenge says what is wanted; never a nonce or the like."""
    scheme = _SCHEME.match(text)
    told = ", ".join(f"{match[1]}={match[2]}" for match in _EXPLAINS.finditer(text))
    return f"{scheme[1]} {told}".rstrip() if scheme else REDACTED
