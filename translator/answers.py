"""Own what an operation's declared successes come to: what to ask for, what to list, what to hold.

Successes are the responses 2xx and 2XX (OAS 3.1.1, Responses Object), or `default` where there
is no other. Pure.
"""

import re
from collections.abc import Iterable

from translator.json_value import JsonValue
from translator.openapi.profiles import Enforcer
from translator.operation import MediaType, Operation, ResponseDescription
from translator.runtime.media_types import is_json
from translator.surface import ExpectedResponse

_MEDIA_RANGE = re.compile(
    r"[\w!#$&^.+-]+/(?:\*|[\w!#$&^.+-]+)(?:\s*;\s*[\w-]+=(?:[\w.+-]+|\"[^\"\\]*\"))*"
)
_JSON = "application/json"


def successes(operation: Operation) -> tuple[ResponseDescription, ...]:
    """Return the responses that are a success, 200 and 201 first."""
    declared = [each for each in operation.responses if each.status.startswith("2")]
    declared = declared or [each for each in operation.responses if each.status == "default"]
    first = {"200": 0, "201": 1}
    return tuple(sorted(declared, key=lambda response: first.get(response.status, 2)))


def json_answers(operation: Operation) -> tuple[JsonValue, ...]:
    """Return the schemas of an answer that is always JSON; none where a success may be other.

    MCP 2026-07-28, tools, Output Schema: a tool that lists a schema must give structured
    content, so none is listed that a legal success (204, text/csv) cannot meet.
    """
    declared = successes(operation)
    answers = [[media.schema for media in _json(response)] for response in declared]
    return tuple(schema for schemas in answers for schema in schemas) if all(answers) else ()


def accept(operation: Operation) -> str:
    """Return the Accept header: what is declared, JSON first, then anything (RFC 9110 §12.5.1)."""
    names = dict.fromkeys(
        media.content_type.strip()
        for response in successes(operation)
        for media in response.media_types
        if _MEDIA_RANGE.fullmatch(media.content_type.strip())
    )
    json = [name for name in names if is_json(name)]
    others = [name for name in names if name not in json and name != "*/*"]
    if json or not others:
        others = [f"{name};q=0.9" for name in others]
    return ", ".join([*(json or ([] if others else [_JSON])), *others, "*/*;q=0.1"])


def mime_type(operation: Operation) -> str | None:
    """Return the media type that a success most likely has: JSON, else the first declared."""
    declared = [media for response in successes(operation) for media in response.media_types]
    first = next((media for media in declared if is_json(media.content_type)), None)
    chosen = first or (declared[0] if declared else None)
    concrete = chosen is not None and "*" not in chosen.content_type
    return chosen.content_type if chosen is not None and concrete else None


def expected(operation: Operation, enforcer: Enforcer) -> tuple[ExpectedResponse, ...]:
    """Return the declared successes, those in JSON with the schema their answers are held to."""
    return tuple(
        entry for response in successes(operation) for entry in _entries(response, enforcer)
    )


def _entries(response: ResponseDescription, enforcer: Enforcer) -> Iterable[ExpectedResponse]:
    if not response.media_types:
        yield ExpectedResponse(response.status, headers=response.headers)
    for media in response.media_types:
        strict = enforcer.enforce(media.schema).schema if is_json(media.content_type) else True
        yield ExpectedResponse(response.status, media.content_type, strict, response.headers)


def _json(response: ResponseDescription) -> list[MediaType]:
    return [media for media in response.media_types if is_json(media.content_type)]
