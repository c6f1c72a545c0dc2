"""Measure one description: does it import, is each candidate callable, does it read back.

A candidate counts only if arguments generated from its *listed* schema pass the check of the
enforced one and plan into a request. The round trip plans five generated argument objects and
lets openapi-core read them back.
"""

import random
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import jsonschema_rs

from tests.corpus.roundtrip import ReadBack, reader_of
from tests.corpus.specs import Listed
from tests.sampling import Impossible, Sampler
from translator.candidates import Candidate, Primitive, propose
from translator.compile import ArgumentChoice, Choice, CompiledTool, compile_tools
from translator.errors import IsthmusError, SourceError
from translator.finding import Severity
from translator.json_value import to_json
from translator.openapi.extract import extract
from translator.openapi.source import load_description
from translator.operation import Extraction
from translator.runtime.plan import plan_request
from translator.runtime.serving import prepare
from translator.surface import Surface, Tool

JsonValue = Any
BASE = "https://api.example.com/base"
SAMPLES = 5


@dataclass(slots=True)
class Figures:
    """What came of one description."""

    file: str
    listed: int
    refused: str = ""
    extracted: int = 0
    callable: int = 0
    read_back: int = 0
    bad_schemas: int = 0
    bad_names: int = 0
    unstable_names: int = 0
    seconds: float = 0.0
    lost: Counter[str] = field(default_factory=Counter)
    unread: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    pages: Counter[str] = field(default_factory=Counter)
    collections: int = 0
    linked: int = 0


def measure(row: Listed) -> Figures:
    """Return the figures of one description."""
    figures = Figures(row.file, row.operations)
    began = time.process_time()
    try:
        description = load_description(str(row.path), fetch=None)
        extraction = extract(description)
    except SourceError as error:
        figures.refused = str(error)
        return figures
    candidates = propose(extraction, "api")
    figures.extracted = len(candidates)
    _count_lost(figures, extraction)
    _judge_names(figures, candidates, extraction)
    _count_collections(figures, candidates)
    reader = reader_of(description, BASE)
    offered = []
    for candidate in candidates:
        if candidate.withheld:
            figures.lost[f"withheld: {candidate.withheld}"[:160]] += 1
        else:
            offered.append(choice_of(candidate, extraction))
    for made in _compiled(offered):
        _judge(figures, made, reader)
    figures.seconds = time.process_time() - began
    return figures


def _count_lost(figures: Figures, extraction: Extraction) -> None:
    for f in extraction.findings:
        if f.code == "operation-withheld":
            figures.lost[f"withheld: {f.message}"[:160]] += 1


def _count_collections(figures: Figures, candidates: tuple[Candidate, ...]) -> None:
    """Count by which kind pages follow one another, and which collections link to their items."""
    figures.pages.update(c.pagination.kind.value for c in candidates if c.pagination is not None)
    above = [c for c in candidates if c.linked and len(c.linked) > len(c.operation.key)]
    figures.collections = len(above)
    figures.linked = sum(c.item_link is not None for c in above)


def _judge_names(
    figures: Figures, candidates: tuple[Candidate, ...], extraction: Extraction
) -> None:
    names = [c.name for c in candidates]
    legal = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
    figures.bad_names = sum(not (0 < len(n) <= 64 and set(n) <= legal) for n in names)
    figures.bad_names += len(names) - len(set(names))
    shuffled = list(extraction.operations)
    random.Random(1).shuffle(shuffled)
    from translator.naming import propose_names

    again = propose_names(shuffled)
    figures.unstable_names = sum(again[c.operation.key][0] != c.name for c in candidates)


def choice_of(candidate: Candidate, extraction: Extraction) -> Choice:
    """Return the candidate allowed as a tool, as proposed."""
    return Choice(
        candidate=candidate,
        operation_id=candidate.operation.key,
        input_defs=extraction.input_defs,
        output_defs=extraction.output_defs,
        expose=frozenset({Primitive.TOOL}),
        name=candidate.name,
        title=candidate.title,
        description=candidate.description,
        hints=candidate.hints,
        arguments=tuple(ArgumentChoice(a.binding, a.name) for a in candidate.arguments),
        uri=candidate.uri,
        output="open",
    )


def _compiled(choices: list[Choice]) -> Iterator[CompiledTool | tuple[Choice, IsthmusError]]:
    """Compile each choice by itself; they share what is made of their definitions."""
    while choices:
        done = 0
        try:
            for made in compile_tools(choices):
                done += 1
                yield made
        except IsthmusError as error:
            yield choices[done], error
            done += 1
        choices = choices[done:]


def _judge(
    figures: Figures, made: CompiledTool | tuple[Choice, IsthmusError], reader: ReadBack
) -> None:
    if isinstance(made, tuple):
        figures.lost[f"compile: {made[1]}"[:160]] += 1
        return
    if made.tool is None:
        errors = [each.message for each in made.findings if each.severity is Severity.ERROR]
        figures.lost[f"compile: {'; '.join(errors)}"[:160]] += 1
        return
    candidate, tool = made.choice.candidate, made.tool
    key = candidate.operation.key
    if not _schemas_are_good(tool):
        figures.bad_schemas += 1
        figures.examples.append(f"bad schema: {key}")
    samples = list(_samples(tool))
    if not samples:
        figures.lost["no arguments could be generated"] += 1
        figures.examples.append(f"no arguments: {key}")
        return
    problem = _plan_problem(tool, samples[0])
    if problem:
        figures.lost[f"plan: {problem}"[:160]] += 1
        figures.examples.append(f"{key}: {problem}")
        return
    figures.callable += 1
    unread = _unread(tool, candidate, samples, reader)
    if unread:
        figures.unread[unread[:160]] += 1
        figures.examples.append(f"unread: {key}: {unread}")
    else:
        figures.read_back += 1


def _schemas_are_good(tool: Tool) -> bool:
    schemas = [tool.input_schema, tool.enforced_schema]
    if tool.output_schema is not None:
        schemas.append(tool.output_schema)
    return all(jsonschema_rs.meta.is_valid(s) and _refs_are_local(s) for s in schemas)


def _refs_are_local(schema: JsonValue) -> bool:
    defs = schema.get("$defs", {})
    pending = [schema]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            ref = node.get("$ref")
            if isinstance(ref, str) and ref.removeprefix("#/$defs/") not in defs:
                return False
            pending.extend(v for k, v in node.items() if k not in ("enum", "const", "examples"))
        elif isinstance(node, list):
            pending.extend(node)
    return True


def _samples(tool: Tool) -> Iterator[dict[str, JsonValue]]:
    """Give instances of the listed schema that the enforced one accepts as well."""
    prepared = prepare(Surface("api", "api", "", tools=(tool,))).tool(tool.name)
    assert prepared is not None
    seed = zlib.crc32(tool.call.operation.encode())
    for number in range(SAMPLES):
        sampler = Sampler(tool.input_schema, seed + number)
        try:
            yield sampler.instance(_Accepts(prepared))
        except Impossible:
            return


class _Accepts:
    """Judge an instance as the gateway does."""

    def __init__(self, prepared: Any) -> None:
        self._prepared = prepared

    def is_valid(self, value: JsonValue) -> bool:
        return not self._prepared.check(self._prepared.normalise(value))


def _plan_problem(tool: Tool, arguments: dict[str, JsonValue]) -> str:
    try:
        plan_request(tool.call, arguments, BASE)
    except IsthmusError as error:
        return str(error)
    return ""


def _unread(
    tool: Tool, candidate: Candidate, samples: list[dict[str, JsonValue]], reader: ReadBack
) -> str:
    """Return why a planned request does not read back, or ''."""
    for arguments in _distinct(samples):
        try:
            plan = plan_request(tool.call, arguments, BASE)
        except IsthmusError as error:
            return f"plan: {error}"
        problem = reader.problem(candidate, arguments, plan)
        if problem:
            return problem
    return ""


def _distinct(samples: list[dict[str, JsonValue]]) -> list[dict[str, JsonValue]]:
    """Leave out what was sampled before: an operation without arguments has one object only."""
    return list({to_json(sample): sample for sample in samples}.values())
