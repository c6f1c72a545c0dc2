"""Spoil a call, to see whether the judge would notice: a judge that minds nothing proves nothing.

One argument gets a value that the description's own schema refuses, and the request is planned
past the gateway's check, which would not let it through.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import jsonschema_rs

from translator.arguments import Argument
from translator.candidates import Candidate
from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.openapi.closure import close
from translator.runtime.media_types import is_json
from translator.runtime.plan import RequestPlan, plan_request
from translator.surface import Call

_WRONG: tuple[JsonValue, ...] = ("spoiled", {"spoiled": {"spoiled": 1}}, 0, [[[]]])


def spoiled(
    sent: RequestPlan,
    call: Call,
    candidate: Candidate,
    arguments: Mapping[str, JsonValue],
    definitions: Mapping[str, JsonValue],
) -> RequestPlan | None:
    """Return the request with one wrong value; None where every value would be right.

    What the plan does not hold, the credentials, is taken from the request as it was sent.
    """
    as_json = call.body is not None and is_json(call.body.content_type)
    for name, value in _wrong_values(candidate, definitions, as_json=as_json):
        try:
            plan = plan_request(call, {**arguments, name: value}, sent.origin)
        except PlanError:
            continue
        names = {key.lower() for key, _ in plan.headers} | {"content-type"}
        added = tuple(pair for pair in sent.headers if pair[0].lower() not in names)
        if (plan.url, plan.body) != (sent.url, sent.body) or plan.headers != sent.headers:
            return replace(plan, headers=plan.headers + added)
    return None


def _wrong_values(
    candidate: Candidate, definitions: Mapping[str, JsonValue], *, as_json: bool
) -> Iterator[tuple[str, JsonValue]]:
    """Give arguments with a value that their schema refuses, those in the body first.

    Outside of JSON only a text is still wrong when it is written, for there all is text; and one
    text is a list of one, too.
    """
    for argument in sorted(candidate.arguments, key=lambda a: not a.binding.startswith("body")):
        validator = _validator(argument, definitions)
        for value in _WRONG if validator is not None else ():
            typed = as_json and argument.binding.startswith("body")
            if validator is None or not (typed or isinstance(value, str)):
                continue
            if not validator.is_valid(value) and (typed or not validator.is_valid([value])):
                yield argument.name, value


def _validator(
    argument: Argument, definitions: Mapping[str, JsonValue]
) -> jsonschema_rs.Draft202012Validator | None:
    try:
        return jsonschema_rs.Draft202012Validator(close(argument.schema, definitions))
    except (ValueError, jsonschema_rs.ValidationError):
        return None
