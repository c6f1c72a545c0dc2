"""Own the step from what was chosen to a surface: frozen, self-contained, the same in any order.

In come the choices of a draft; out comes the `Surface`, or, where something stands in the way,
only findings. Pure.

What a tool lists as output, and what that obliges the gateway to:

- A schema is listed only where every declared success has JSON content, so that structured
  content can always be given.
- Structured content is then always an object. Not wrapped: the JSON answer itself where it is
  an object, else `{"result": answer}`. Wrapped: always `{"result": answer}`. What is no JSON
  after all counts as its text, nothing at all as null. The *open* schema accepts all of these.
- An open schema that would say nothing is not listed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import jsonschema_rs

from translator.answers import json_answers, mime_type
from translator.binding import Filling, bind, fillings
from translator.candidate_tokens import input_schema
from translator.choice import ArgumentChoice, Choice
from translator.errors import RefusedByUs
from translator.finding import Finding, Severity, finding
from translator.item_binding import link_items
from translator.json_value import JsonValue, to_json
from translator.listed_text import divided
from translator.listing import tool_listing, tool_tokens
from translator.openapi.profiles import PROFILES, Enforcer, Lister, Opener
from translator.operation import SecurityScheme
from translator.pagination_binding import bound_paging
from translator.proposal import Primitive
from translator.resource_uri import published_uri
from translator.surface import (
    Annotations,
    Resource,
    ResourceTemplate,
    Surface,
    Tool,
)
from translator.surface_text import Sizes
from translator.wording import fold, visible

__all__ = [
    "ArgumentChoice",
    "Choice",
    "CompiledTool",
    "compile_surface",
    "compile_tool",
    "compile_tools",
    "tool_listing",
    "tool_tokens",
]

_MAX_TOLD = 5
#: Characters of JSON that one tool may be listed with (251,000 are the most that a real one was),
#: and that all of a surface may take: whoever serves it holds it several times.
MAX_LISTED = 300_000
MAX_SURFACE = 100_000_000


def compile_tool(choice: Choice, profile: str = "portable") -> Tool:
    """Return the tool of one choice.

    Raises:
        RefusedByUs: it cannot be published as chosen; the message says why.
    """
    compiler = _Compiler(profile)
    tool = compiler.tool(choice)
    errors = [each.message for each in compiler.findings if each.severity is Severity.ERROR]
    if errors:
        raise RefusedByUs("; ".join(errors))
    return tool


@dataclass(frozen=True, slots=True)
class CompiledTool:
    """The tool of one choice, None where a finding is an error, and what there is to say."""

    choice: Choice
    tool: Tool | None
    findings: tuple[Finding, ...]


def compile_tools(choices: Iterable[Choice], profile: str = "portable") -> Iterator[CompiledTool]:
    """Give the tool of each choice by itself: what stands in the way of one costs that one."""
    compiler = _Compiler(profile)
    for choice in choices:
        compiler.findings = []
        tool = compiler.tool(choice)
        spoilt = any(each.severity is Severity.ERROR for each in compiler.findings)
        yield CompiledTool(choice, None if spoilt else tool, tuple(compiler.findings))


def compile_surface(
    api: str,
    title: str,
    instructions: str,
    choices: Iterable[Choice],
    security_schemes: Mapping[str, SecurityScheme],
    profile: str = "portable",
) -> tuple[Surface | None, tuple[Finding, ...]]:
    """Return the surface of all choices, and what there is to say about it.

    It is None where a finding is an error: nothing half-chosen is published.
    """
    compiler = _Compiler(profile)
    tools: list[Tool] = []
    readable: list[Resource | ResourceTemplate] = []
    ordered = sorted(choices, key=lambda each: (each.name, each.candidate.operation.key))
    sizes, size = Sizes(), 0
    for choice in ordered:
        made = compiler.made(choice)
        tools += [each for each in made if isinstance(each, Tool)]
        readable += [each for each in made if not isinstance(each, Tool)]
        size += sum(sizes.of(each) for each in made)
        if size > MAX_SURFACE:
            return None, (*compiler.findings, _too_large(choice))
    findings = (*compiler.findings, *_judge(tools, readable, profile))
    if any(each.severity is Severity.ERROR for each in findings):
        return None, findings
    resources = [each for each in readable if isinstance(each, Resource)]
    templates = [each for each in readable if isinstance(each, ResourceTemplate)]
    calls = [each.call for each in (*tools, *readable)]
    used = {use.key for call in calls for need in call.security for use in need.schemes}
    surface = Surface(
        api=api,
        title=title,
        instructions=instructions,
        tools=tuple(tools),
        resources=tuple(sorted(resources, key=lambda each: each.uri)),
        resource_templates=tuple(sorted(templates, key=lambda each: each.uri_template)),
        security_schemes={
            key: security_schemes[key] for key in sorted(used & security_schemes.keys())
        },
        profile=profile,
    )
    return link_items(surface, ordered), findings


class _Shapes:
    """What gives the shapes of schemas over the definitions of one extraction."""

    def __init__(self, choice: Choice, profile: str) -> None:
        self.sources = (choice.input_defs, choice.output_defs)
        self.inputs = Lister(choice.input_defs, profile)
        self.arguments = Enforcer(choice.input_defs)
        self.answers = Enforcer(choice.output_defs)
        self.opener = Opener(choice.output_defs)
        self.strict_answers = Lister(choice.output_defs, profile)


@dataclass(slots=True)
class _Compiler:
    """Compiles choices one after the other; what there is to say gathers in `findings`."""

    profile: str
    findings: list[Finding] = field(default_factory=list)
    _shapes: dict[tuple[int, int], _Shapes] = field(default_factory=dict)

    def made(self, choice: Choice) -> list[Tool | Resource | ResourceTemplate]:
        """Compile all that a choice is exposed as."""
        tools = [self.tool(choice)] if Primitive.TOOL in choice.expose else []
        return [*tools, *(self.readable(choice) if choice.expose - {Primitive.TOOL} else ())]

    def tool(self, choice: Choice) -> Tool:
        shapes, filled = self._shapes_of(choice), fillings(choice)
        offered = [each for each in filled if each.key is not None]
        self._judge_arguments(choice, filled, offered)
        schema = input_schema(each.listed for each in offered)
        listed = shapes.inputs.list(schema)
        if listed.weakened:
            self._say("schema-weakened", choice, _shortened(listed.weakened))
        output, wrapped = _output(choice, shapes)
        by_binding = {each.argument.binding: each for each in filled}
        paging, problem = bound_paging(choice, by_binding)
        if problem is not None:
            self._say("pages-not-followed", choice, problem)
        description, listed_input = _described(choice, listed.schema, self.profile)
        self._judge_size(choice, listed_input)
        hints = choice.hints
        return Tool(
            name=choice.name,
            title=fold(choice.title),
            description=description,
            annotations=Annotations(
                hints.read_only.value,
                hints.destructive.value,
                hints.idempotent.value,
                hints.open_world.value,
            ),
            input_schema=listed_input,
            enforced_schema=self._enforced(choice, schema, shapes),
            call=bind(
                choice,
                by_binding,
                shapes.answers,
                frozenset(each.choice.name for each in offered),
            ),
            output_schema=output,
            wrapped=wrapped,
            paging=paging,
        )

    def readable(self, choice: Choice) -> list[Resource | ResourceTemplate]:
        """Compile a resource or template; none, with a finding, where its URI is none."""
        template = choice.uri or choice.candidate.uri
        if template is None:
            self._say("uri-invalid", choice, "it has no URI; expose it as a tool")
            return []
        shapes, filled = self._shapes_of(choice), fillings(choice)
        by_name = {each.argument.name: each for each in filled}
        variables = {
            variable: by_name[name]
            for variable, name in choice.candidate.uri_variables.items()
            if name in by_name
        }
        try:
            uri, left = published_uri(
                template,
                [name for name, filling in variables.items() if filling.key is not None],
                {name: value for name, each in variables.items() for value in _value(each)},
            )
        except ValueError as error:
            self._say("uri-invalid", choice, str(error))
            return []
        if set(left) - variables.keys():
            named = ", ".join(sorted(set(left) - variables.keys()))
            self._say("uri-invalid", choice, f"the URI's variables {named} fill no argument")
            return []
        offered = [variables[name] for name in left]
        self._judge_arguments(choice, filled, offered)
        return [self._read(choice, shapes, uri, {name: variables[name] for name in left}, filled)]

    def _read(
        self,
        choice: Choice,
        shapes: _Shapes,
        uri: str,
        variables: Mapping[str, Filling],
        filled: tuple[Filling, ...],
    ) -> Resource | ResourceTemplate:
        call = bind(
            choice,
            {each.argument.binding: each for each in filled},
            shapes.answers,
            frozenset(each.choice.name for each in variables.values()),
        )
        title, description = fold(choice.title), visible(choice.description)
        mime = mime_type(choice.candidate.operation)
        if not variables:
            return Resource(uri, choice.name, title, description, mime, call)
        schema = input_schema(each.listed for each in variables.values())
        return ResourceTemplate(
            uri,
            choice.name,
            title,
            description,
            mime,
            call,
            {name: each.choice.name for name, each in variables.items()},
            self._enforced(choice, schema, shapes),
        )

    def _shapes_of(self, choice: Choice) -> _Shapes:
        key = (id(choice.input_defs), id(choice.output_defs))
        if key not in self._shapes:
            self._shapes[key] = _Shapes(choice, self.profile)
        return self._shapes[key]

    def _enforced(self, choice: Choice, schema: JsonValue, shapes: _Shapes) -> JsonValue:
        enforced = shapes.arguments.enforce(schema)
        if enforced.unchecked:
            self._say("pattern-unchecked", choice, _shortened(enforced.unchecked))
        try:
            jsonschema_rs.Draft202012Validator(enforced.schema, offline=True)
        except ValueError as error:
            self._say("schema-invalid", choice, f"only names are checked: {error!s:.200}")
            return {**schema, "properties": dict.fromkeys(schema["properties"], True)}
        return enforced.schema

    def _judge_arguments(
        self, choice: Choice, filled: tuple[Filling, ...], offered: list[Filling]
    ) -> None:
        keys = re.compile(PROFILES[self.profile].key_pattern)
        given = {id(each) for each in offered}
        for each in filled:
            unreachable = id(each) not in given and not _value(each)
            if each.argument.required and unreachable:
                message = f"the API requires {each.argument.binding}: pin a value, or show it"
                self._say("argument-unfilled", choice, message)
        for name, count in Counter(each.choice.name for each in offered).items():
            if count > 1:
                self._say("name-clash", choice, f"{count} arguments are named {name!r}")
            if not keys.fullmatch(name):
                self._say("name-illegal", choice, f"the argument {name!r} is no legal key")

    def _judge_size(self, choice: Choice, listed: JsonValue) -> None:
        size = len(to_json(listed))
        if size > MAX_LISTED:
            message = (
                f"listing its arguments takes {size:,} characters, and {MAX_LISTED:,} are the "
                "most: hide some of them, or deny it"
            )
            self._say("tool-too-large", choice, message)

    def _say(self, code: str, choice: Choice, message: str) -> None:
        operation = choice.candidate.operation
        told = finding(
            code,
            f"{choice.name}: {message}",
            pointer=operation.pointer,
            document=operation.document,
            operation=operation.key,
        )
        if told not in self.findings:
            self.findings.append(told)


def _too_large(choice: Choice) -> Finding:
    message = (
        f"the surface takes more than {MAX_SURFACE // 10**6} MB at {choice.name}: allow fewer "
        "operations, or list no outputs"
    )
    return finding("surface-too-large", message)


def _described(choice: Choice, schema: JsonValue, profile: str) -> tuple[str, JsonValue]:
    """Return description and input schema; the rest of a long description goes into that."""
    text = visible(choice.description)
    if profile == "full":
        return text, schema
    beginning, rest = divided(text)
    return (beginning, {**schema, "description": f"… {rest}"}) if rest else (text, schema)


def _value(filling: Filling) -> tuple[JsonValue, ...]:
    """Return the value sent where the caller gives none."""
    return filling.choice.pinned or filling.choice.default


def _shortened(sentences: tuple[str, ...]) -> str:
    more = len(sentences) - _MAX_TOLD
    told = "; ".join(sentences[:_MAX_TOLD])
    return f"{told}; and {more} more" if more > 0 else told


def _output(choice: Choice, shapes: _Shapes) -> tuple[JsonValue, bool]:
    """Return the output schema to list, None for none, and whether answers are wrapped."""
    answers = json_answers(choice.candidate.operation)
    if choice.output == "none" or not answers:
        return None, False
    opened, wrapped = shapes.opener.open(answers)
    if choice.output == "strict":
        return _strict_output(answers, wrapped, shapes), wrapped
    says = opened["properties"].get("result") if wrapped else opened.keys() - {"type"}
    return (opened, wrapped) if says else (None, False)


def _strict_output(answers: tuple[JsonValue, ...], wrapped: bool, shapes: _Shapes) -> JsonValue:
    answer = answers[0] if len(answers) == 1 else {"anyOf": list(answers)}
    if wrapped:
        root: JsonValue = {
            "type": "object",
            "properties": {"result": answer},
            "required": ["result"],
        }
    else:
        root = {"type": "object", "allOf": [answer]}
    return shapes.strict_answers.list_answer(root)


def _judge(
    tools: list[Tool], readable: list[Resource | ResourceTemplate], profile: str
) -> Iterable[Finding]:
    limits = PROFILES[profile]
    for name, count in Counter(tool.name for tool in tools).items():
        if count > 1:
            where = ", ".join(tool.call.operation for tool in tools if tool.name == name)
            yield finding("name-clash", f"{count} tools are named {name!r}: {where}")
        if not re.fullmatch(limits.name_pattern, name):
            yield finding("name-illegal", f"{name!r} does not match {limits.name_pattern}")
    uris = (each.uri if isinstance(each, Resource) else each.uri_template for each in readable)
    for uri, count in Counter(uris).items():
        if count > 1:
            yield finding("uri-clash", f"{count} resources have the URI {uri}")
    if len(tools) > limits.max_tools:
        yield finding(
            "too-many-tools",
            f"{len(tools)} tools: VS Code and OpenAI take at most {limits.max_tools}; "
            "publish fewer, or expose what is only read as resources",
        )
