"""Keep secrets out of traces and answers: of arguments, of requests, of what comes back.

Comes in: schemas, arguments, plans, responses. Goes out: the same with `[redacted]` in the
places of secrets. Pure.
"""

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, quote, quote_plus

from translator.json_value import JsonValue
from translator.operation import Location
from translator.runtime.credentials import REDACTED, Added
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response

#: Shorter values would be found where they are no secret.
_SHORTEST = 8
_PERCENT = re.compile("%[0-9A-F]{2}")
_COMBINATORS = ("allOf", "anyOf", "oneOf")
_SECRET_HEADERS = frozenset({"set-cookie", "www-authenticate", "authorization"})


def may_hold_secrets(schema: JsonValue) -> bool:
    """Tell whether a schema mentions `format: password` or `writeOnly` anywhere."""
    if isinstance(schema, dict):
        return _is_secret(schema) or any(may_hold_secrets(part) for part in schema.values())
    return isinstance(schema, list) and any(may_hold_secrets(part) for part in schema)


def _is_secret(schema: JsonValue) -> bool:
    return isinstance(schema, dict) and (
        schema.get("format") == "password" or schema.get("writeOnly") is True
    )


def without_secrets(arguments: JsonValue, schema: JsonValue) -> JsonValue:
    """Return the arguments with `[redacted]` wherever the schema expects a secret.

    So is what stands under a name that the schema forbids: a misspelt `password` is one too.
    """
    definitions = _mapping(schema).get("$defs")
    return _redacted(arguments, [schema], _mapping(definitions))


def _redacted(
    value: JsonValue, schemas: Sequence[JsonValue], definitions: Mapping[str, JsonValue]
) -> JsonValue:
    flat = _flattened(schemas, definitions)
    if any(_is_secret(schema) for schema in flat):
        return REDACTED
    if isinstance(value, dict):
        return {
            name: REDACTED
            if _is_forbidden(flat, name)
            else _redacted(member, _members(flat, name), definitions)
            for name, member in value.items()
        }
    if isinstance(value, list):
        items = [schema["items"] for schema in flat if "items" in schema]
        return [_redacted(entry, items, definitions) for entry in value]
    return value


def is_secret_place(schema: JsonValue, path: Sequence[str | int]) -> bool:
    """Tell whether what stands at a path of the value, or around it, is a secret."""
    definitions = _mapping(_mapping(schema).get("$defs"))
    schemas = [schema]
    for step in (*path, None):
        flat = _flattened(schemas, definitions)
        if any(_is_secret(one) for one in flat):
            return True
        if isinstance(step, str):
            schemas = _members(flat, step)
        else:
            schemas = [one["items"] for one in flat if "items" in one]
    return False


def _is_forbidden(schemas: Sequence[dict[str, JsonValue]], name: str) -> bool:
    known = any(
        "patternProperties" in schema or name in _mapping(schema.get("properties"))
        for schema in schemas
    )
    return not known and any(schema.get("additionalProperties") is False for schema in schemas)


def _members(schemas: Sequence[dict[str, JsonValue]], name: str) -> list[JsonValue]:
    found = []
    for schema in schemas:
        properties = _mapping(schema.get("properties"))
        found.append(properties.get(name, schema.get("additionalProperties")))
    return found


def _flattened(
    schemas: Sequence[JsonValue], definitions: Mapping[str, JsonValue]
) -> list[dict[str, JsonValue]]:
    """Return all schemas that apply to the same value: through $ref and combinators."""
    flat: list[dict[str, JsonValue]] = []
    waiting = list(schemas)
    while waiting:
        schema = waiting.pop()
        if not isinstance(schema, dict) or any(schema is known for known in flat):
            continue
        flat.append(schema)
        reference = schema.get("$ref")
        if isinstance(reference, str):
            waiting.append(definitions.get(reference.rpartition("/")[2]))
        for combinator in _COMBINATORS:
            waiting += schema.get(combinator) or ()
    return flat


def _mapping(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def secret_texts(arguments: JsonValue, shown: JsonValue) -> Iterator[str]:
    """Yield the texts that stand in the arguments where the shown ones are redacted."""
    if shown == REDACTED and arguments != REDACTED:
        if isinstance(arguments, str) and len(arguments) >= _SHORTEST:
            yield arguments
    elif isinstance(arguments, dict):
        for name, value in arguments.items():
            yield from secret_texts(value, shown[name])
    elif isinstance(arguments, list):
        for value, other in zip(arguments, shown, strict=True):
            yield from secret_texts(value, other)


def credential_values(plan: RequestPlan, added: Sequence[Added]) -> tuple[str, ...]:
    """Return the texts that must not come back: what credentials put into a plan."""
    texts: list[str] = []
    for place in added:
        for text in _placed(plan, place):
            scheme, _, token = text.partition(" ")
            texts += [text, token, *_basic(scheme, token)]
    return tuple(dict.fromkeys(text for text in texts if len(text) >= _SHORTEST))


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
        body = body.replace(text.encode("utf-8", "surrogatepass"), REDACTED.encode())
    headers = tuple((name, _header(name, text, texts)) for name, text in response.headers)
    found = body is not response.body and body != response.body
    return replace(response, body=body, headers=headers), found


def text_without(text: str, values: Sequence[str]) -> str:
    """Return a text without these texts, however they are spelt in it."""
    for spelling in dict.fromkeys(one for value in values for one in _spellings(value)):
        text = text.replace(spelling, REDACTED)
    return text


def _spellings(value: str) -> Iterator[str]:
    """Yield a text as it stands, in JSON (RFC 8259 §7) and percent-encoded (RFC 3986 §2.1)."""
    yield value
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
    for value in values:
        text = text.replace(value, REDACTED)
    return text
