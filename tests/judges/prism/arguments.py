"""Make the argument objects a tool is called with: the required ones, everything, and between.

A sample meets the listed schema and passes the gateway's check. These are wider than the
description in a few places, by decision (docs/decisions.md: oneOf counts as anyOf, null, formats),
and Prism reads it to the letter; so a sample is looked for that meets the description's own
schema, formats included. Where none is found the wider one is taken, and the judge decides.
"""

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import jsonschema_rs

from tests.sampling import Impossible, Sampler
from translator.candidates import Candidate
from translator.json_value import JsonValue
from translator.openapi.closure import close
from translator.runtime.serving import PreparedTool, prepare
from translator.surface import Surface, Tool


@dataclass(frozen=True, slots=True)
class Round:
    """One way to make arguments; `share` of the optional ones is given, None for some."""

    name: str
    share: float | None
    spicy: bool


ROUNDS = (
    Round("required", 0.0, False),
    Round("everything", 1.0, False),
    Round("some", None, False),
    Round("some, odd characters", None, True),
)


def argument_objects(
    tool: Tool, candidate: Candidate, definitions: Mapping[str, JsonValue]
) -> Iterator[tuple[Round, dict[str, JsonValue]]]:
    """Give one argument object for each round; equal ones are given once."""
    prepared = prepare(Surface("judged", "judged", "", tools=(tool,))).tool(tool.name)
    assert prepared is not None
    own = _own_schema(candidate, definitions)
    exact, wide = _Accepts(prepared, _validator(own)), _Accepts(prepared, None)
    attempts = ((tool.input_schema, exact), (own, exact), (tool.input_schema, wide))
    seed = zlib.crc32(tool.call.operation.encode())
    seen: list[dict[str, JsonValue]] = []
    for number, one in enumerate(ROUNDS):
        for schema, judge in attempts:
            sampler = Sampler(schema, seed + number, spicy=one.spicy, share=one.share)
            try:
                made = sampler.instance(judge)
            except Impossible:
                continue
            if made not in seen:
                seen.append(made)
                yield one, made
            break


@dataclass(frozen=True, slots=True)
class _Accepts:
    """Judge an instance as the gateway does, and by the description's own schema."""

    prepared: PreparedTool
    own: jsonschema_rs.Draft202012Validator | None

    def is_valid(self, value: JsonValue) -> bool:
        if self.own is not None and not self.own.is_valid(value):
            return False
        return not self.prepared.check(self.prepared.normalise(value))


def _own_schema(candidate: Candidate, definitions: Mapping[str, JsonValue]) -> JsonValue:
    """Return what the description says of the arguments, without what was weakened later."""
    schema = {
        "type": "object",
        "properties": {a.name: a.schema for a in candidate.arguments},
        "required": [a.name for a in candidate.arguments if a.required],
    }
    return close(schema, definitions)


def _validator(schema: JsonValue) -> jsonschema_rs.Draft202012Validator | None:
    try:
        return jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
    except (ValueError, jsonschema_rs.ValidationError):
        return None
