"""Own what candidates would cost a model, in o200k tokens, before anything is published.

The input is counted as it would be listed: name, description and input schema. The answer's
schema, where one would be listed, is summed up from its definitions, each counted once for all
candidates: near enough to choose by; what is published is counted exactly then. Counting takes
longer than proposing, so it stands apart. Pure.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from translator.answers import json_answers
from translator.arguments import Argument
from translator.condensing import condensed_about
from translator.json_value import JsonValue, to_json
from translator.openapi.closure import Shaped, Shaper
from translator.openapi.profiles import Lister, root_schema
from translator.operation import Extraction
from translator.wording import first_sentence

if TYPE_CHECKING:
    from translator.candidates import Candidate
_MAX_DEPTH = 60
_DESCRIPTION_CHARACTERS = 100


def with_tokens(
    candidates: Iterable["Candidate"],
    extraction: Extraction,
    profile: str = "portable",
    tick: Callable[[], None] = lambda: None,
) -> tuple["Candidate", ...]:
    """Return the candidates with their token counts; `tick` is called for each, and may raise."""
    lister = Lister(extraction.input_defs, profile)
    answers = _Answers(extraction.output_defs)
    counted = []
    for candidate in candidates:
        tick()
        made = replace(
            candidate,
            input_tokens=_input_tokens(candidate, lister),
            output_tokens=answers.tokens(json_answers(candidate.operation)),
        )
        counted.append(made)
    return tuple(counted)


def input_schema(arguments: Iterable[Argument]) -> JsonValue:
    """Return the schema of an arguments object, its references into `Extraction.input_defs`."""
    arguments = tuple(arguments)
    return root_schema(
        {argument.name: _described(argument) for argument in arguments},
        [argument.name for argument in arguments if argument.required],
    )


def _described(argument: Argument) -> JsonValue:
    """Return the argument's schema with its text: its own, else what the schema adds to it."""
    text, schema = argument.description, argument.schema
    if not isinstance(schema, dict):
        return schema if text is None else {"description": text}
    said = {key: value for key, value in schema.items() if key != "description"}
    if text is None and isinstance(schema.get("description"), str):
        text = condensed_about(schema["description"], argument.name, schema)
    return {**said, "description": text} if text else said


def _input_tokens(candidate: "Candidate", lister: Lister) -> int:
    from translator.tokens import count_tokens

    listed = lister.list(input_schema(candidate.arguments)).schema
    return count_tokens(f"{candidate.name}\n{candidate.description}\n{to_json(listed)}")


class _Answers:
    """Token counts of answer schemas over one mapping of definitions."""

    def __init__(self, defs: Mapping[str, JsonValue]) -> None:
        self._shaper = Shaper(defs, lambda schema, at, remarks: _outline(schema, 0))
        self._counts: dict[str, int] = {}

    def tokens(self, schemas: Iterable[JsonValue]) -> int:
        """Return the sum over the schemas and each definition they reach."""
        from translator.tokens import count_tokens

        total, reached = 0, dict[str, Shaped]()
        for schema in schemas:
            shaped = self._shaper.shape(schema)
            total += count_tokens(to_json(shaped.schema))
            reached |= self._shaper.reached(shaped)
        for name, shaped in reached.items():
            if name not in self._counts:
                self._counts[name] = count_tokens(to_json({name: shaped.schema}))
            total += self._counts[name]
        return total


def _outline(schema: JsonValue, depth: int) -> JsonValue:
    """Return names, short texts, nesting and references: about what an answer is listed with."""
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        return {}
    kept = {key: value for key, value in schema.items() if key == "$ref"}
    text = schema.get("description")
    if isinstance(text, str) and text:
        kept["description"] = first_sentence(text, _DESCRIPTION_CHARACTERS)
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            kept[keyword] = _outline(schema[keyword], depth + 1)
    for keyword in ("allOf", "anyOf", "oneOf"):
        branches = [_outline(branch, depth + 1) for branch in schema.get(keyword, ())]
        if any(branches):
            kept[keyword] = [branch for branch in branches if branch]
    members = schema.get("properties")
    if isinstance(members, dict):
        outlines = {name: _outline(member, depth + 1) for name, member in members.items()}
        kept["properties"] = outlines
    return kept
