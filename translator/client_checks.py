"""Own judging a listed tool by the rules of client families: who would drop, refuse or weaken it.

In come tools as they are listed and the rules of `profile_rules`; out come objections, each with
the client, the rule, what it does, and a JSON pointer into the listing. Nothing here changes a
schema, and nothing here knows a client by name. Pure.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import jsonschema_rs

from translator.client_rules import (
    FATAL,
    ArrayRule,
    ClosedObjectRule,
    Consequence,
    DepthRule,
    DescriptionRule,
    EnumRule,
    FormatRule,
    KeyRule,
    KeywordRule,
    MetaSchemaRule,
    NameRule,
    ObjectRule,
    PatternRule,
    PrefixedNameRule,
    ReferenceRule,
    ResolvingRule,
    RootRule,
    Rule,
    SchemaTextRule,
    SingleTypeRule,
    SizeRule,
    ToolCountRule,
)
from translator.json_value import JsonValue, to_json
from translator.listed_schema import ListedSchema, Place, escaped, is_container
from translator.profile_rules import POPULAR, Client
from translator.surface import Tool

_INPUT = "/inputSchema"
_OUTPUT = "/outputSchema"
_REFERENCE = re.compile(r'"\$ref":"(?:#/\$defs/)?([^"]*)"')
_LOOKAROUND = re.compile(r"(?<!\\)(?:\\\\)*\(\?(?:=|!|<=|<!)")
_SHOWN_CHARACTERS = 80


@dataclass(frozen=True, slots=True)
class ListedTool:
    """What a client sees of a tool."""

    name: str
    description: str
    input_schema: JsonValue
    output_schema: JsonValue = None


@dataclass(frozen=True, slots=True)
class Objection:
    """One thing a client does not accept.

    `pointer` leads from the tool as listed to the first place, `count` says how many there are;
    `what` says in a clause what is there.
    """

    client: str
    code: str
    consequence: Consequence
    says: str
    what: str
    pointer: str = ""
    count: int = 1

    @property
    def is_fatal(self) -> bool:
        """Whether the tool, or all of them, cannot be used in this client."""
        return self.consequence in FATAL


#: What a rule finds: a pointer, and what is there.
Found = Iterator[tuple[str, str]]


def listed(tool: Tool) -> ListedTool:
    """Return what a client sees of a tool of a surface."""
    return ListedTool(tool.name, tool.description, tool.input_schema, tool.output_schema)


def objections(
    tool: ListedTool, *, server: str, clients: Iterable[Client] = POPULAR
) -> tuple[Objection, ...]:
    """Return what the clients object to about one tool, in their order.

    `server` is what a user would call the endpoint in the client: the API's slug.
    """
    judged = _Judged(tool, server, ListedSchema(tool.input_schema))
    return tuple(
        made
        for client in clients
        for rule in client.rules
        if (made := _objection(client, rule, judged)) is not None
    )


def list_objections(tools: int, *, clients: Iterable[Client] = POPULAR) -> tuple[Objection, ...]:
    """Return what the clients object to about the number of tools."""
    return tuple(
        Objection(client.name, rule.code, rule.consequence, rule.says, f"{tools} tools")
        for client in clients
        for rule in client.rules
        if isinstance(rule, ToolCountRule) and tools > rule.max_tools
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    tool: ListedTool
    server: str
    schema: ListedSchema


def _objection(client: Client, rule: Rule, judged: _Judged) -> Objection | None:
    find = _RULES.get(type(rule))
    found = list(find(rule, judged)) if find else []
    if not found:
        return None
    pointer, what = found[0]
    return Objection(client.name, rule.code, rule.consequence, rule.says, what, pointer, len(found))


def _name(rule: NameRule, judged: _Judged) -> Found:
    if not re.fullmatch(rule.pattern, judged.tool.name):
        yield "/name", f"the name {judged.tool.name!r}"


def _prefixed_name(rule: PrefixedNameRule, judged: _Judged) -> Found:
    prefix = rule.prefix.format(server=judged.server)[: rule.max_prefix]
    whole = len(prefix) + len(judged.tool.name)
    if whole > rule.max_characters:
        yield "/name", f"{whole} characters with the prefix {prefix!r}"


def _description(rule: DescriptionRule, judged: _Judged) -> Found:
    characters = len(judged.tool.description)
    if characters > rule.max_characters:
        yield "/description", f"{characters:,} characters of description"


def _schema_text(rule: SchemaTextRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        characters = len(str(place.schema.get("description", "")))
        if characters > rule.max_characters:
            yield f"{_INPUT}{place.pointer}/description", f"{characters:,} characters"


def _root(rule: RootRule, judged: _Judged) -> Found:
    root = judged.schema.root
    if root.get("type") != "object" or not isinstance(root.get("properties"), dict):
        yield _INPUT, "a root that is no object with properties"
    for keyword in sorted(rule.keywords & root.keys()):
        yield f"{_INPUT}/{keyword}", f"`{keyword}` at the root"


def _keys(rule: KeyRule, judged: _Judged) -> Found:
    properties = judged.schema.root.get("properties")
    for name in properties if isinstance(properties, dict) else ():
        if not re.fullmatch(rule.pattern, name):
            yield f"{_INPUT}/properties/{escaped(name)}", f"the argument {name!r}"


def _keywords(rule: KeywordRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        names = place.schema.keys()
        unknown = names & rule.refused if rule.allowed is None else names - rule.allowed
        for keyword in sorted(unknown):
            yield f"{_INPUT}{place.pointer}/{keyword}", f"`{keyword}`"


def _meta_schema(rule: MetaSchemaRule, judged: _Judged) -> Found:
    try:
        jsonschema_rs.meta.validate({**judged.schema.root, "$schema": rule.meta_schema})
    except jsonschema_rs.ValidationError as error:
        place = "".join(f"/{escaped(str(step))}" for step in error.instance_path)
        yield f"{_INPUT}{place}", _shown(str(error.message))
    except ValueError as error:
        yield _INPUT, _shown(str(error))


def _single_type(rule: SingleTypeRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        names = place.schema.get("type")
        if isinstance(names, list):
            yield f"{_INPUT}{place.pointer}/type", "a list of types"
        elif rule.required and names is None and not {"anyOf", "$ref"} & place.schema.keys():
            yield f"{_INPUT}{place.pointer}", "a schema without type"


def _references(rule: ReferenceRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        if "$ref" in place.schema:
            yield f"{_INPUT}{place.pointer}/$ref", f"a reference, {place.schema['$ref']}"


def _resolving(rule: ResolvingRule, judged: _Judged) -> Found:
    for where, schema in (
        (_INPUT, judged.tool.input_schema),
        (_OUTPUT, judged.tool.output_schema),
    ):
        if not isinstance(schema, dict):
            continue
        definitions = schema.get("$defs", {})
        if all(name in definitions for name in _REFERENCE.findall(to_json(schema))):
            continue
        for place in ListedSchema(schema).places:
            name = str(place.schema.get("$ref", ""))
            if name and name.removeprefix("#/$defs/") not in definitions:
                yield f"{where}{place.pointer}/$ref", f"{name!r}, which is nowhere"


def _enum(rule: EnumRule, judged: _Judged) -> Found:
    total = 0
    for place in judged.schema.places:
        values = place.schema.get("enum")
        if not isinstance(values, list):
            continue
        total += len(values)
        pointer = f"{_INPUT}{place.pointer}/enum"
        if not rule.empty_text and "" in values:
            yield pointer, "an empty text among the values"
        if {_type_of(value) for value in values} - rule.types:
            yield pointer, "values of other types than text"
        if rule.max_long_characters is not None and len(values) > rule.long_from:
            characters = sum(len(value) for value in values if isinstance(value, str))
            if characters > rule.max_long_characters:
                yield pointer, f"{characters:,} characters of values"
    if rule.max_values is not None and total > rule.max_values:
        yield _INPUT, f"{total:,} values of enumerations"


def _array(rule: ArrayRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        if place.schema.get("type") == "array" and not isinstance(place.schema.get("items"), dict):
            yield f"{_INPUT}{place.pointer}", "a list without `items`"


def _object(rule: ObjectRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        used = {"properties", "required"} & place.schema.keys()
        if used and place.schema.get("type") != "object":
            yield f"{_INPUT}{place.pointer}/{min(used)}", f"`{min(used)}` without type object"
        names = place.schema.get("properties") or {}
        for name in place.schema.get("required", ()):
            if name not in names:
                yield f"{_INPUT}{place.pointer}/required", f"{name!r} required, but no property"


def _closed_object(rule: ClosedObjectRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        if place.schema.get("type") != "object":
            continue
        names = place.schema.get("properties") or {}
        if place.schema.get("additionalProperties") is not False:
            yield f"{_INPUT}{place.pointer}", "an object open to other properties"
        if set(names) - set(place.schema.get("required", ())):
            yield f"{_INPUT}{place.pointer}", "optional properties"


def _depth(rule: DepthRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        if place.level > rule.max_levels and is_container(place.schema):
            yield f"{_INPUT}{place.pointer}", f"level {place.level} of nesting"


def _size(rule: SizeRule, judged: _Judged) -> Found:
    places = judged.schema.places
    properties = sum(len(place.schema.get("properties") or ()) for place in places)
    characters = sum(map(_named_characters, places))
    if properties > rule.max_properties:
        yield _INPUT, f"{properties:,} properties"
    if characters > rule.max_characters:
        yield _INPUT, f"{characters:,} characters of names and values"


def _named_characters(place: Place) -> int:
    names = [*(place.schema.get("properties") or ()), *(place.schema.get("$defs") or ())]
    values = [*(place.schema.get("enum") or ()), place.schema.get("const", "")]
    return sum(map(len, names)) + sum(len(str(value)) for value in values)


def _format(rule: FormatRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        name, kind = place.schema.get("format"), place.schema.get("type", "string")
        if name is None or not isinstance(kind, str):
            continue
        if name not in rule.formats.get(kind, frozenset()):
            yield f"{_INPUT}{place.pointer}/format", f"the format {name!r} of a {kind}"


def _pattern(rule: PatternRule, judged: _Judged) -> Found:
    for place in judged.schema.places:
        patterns = [place.schema.get("pattern"), *(place.schema.get("patternProperties") or ())]
        for pattern in patterns:
            if isinstance(pattern, str) and not _compiles(pattern):
                yield f"{_INPUT}{place.pointer}/pattern", f"the pattern {_shown(pattern)}"


@lru_cache(maxsize=4096)
def _compiles(pattern: str) -> bool:
    if _LOOKAROUND.search(pattern):
        return False
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


_TYPES: Mapping[type, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
    list: "array",
    dict: "object",
}


def _type_of(value: JsonValue) -> str:
    return _TYPES[type(value)]


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[: _SHOWN_CHARACTERS - 1]}…"


_RULES: Mapping[type[Rule], Callable[..., Found]] = {
    NameRule: _name,
    PrefixedNameRule: _prefixed_name,
    DescriptionRule: _description,
    SchemaTextRule: _schema_text,
    RootRule: _root,
    KeyRule: _keys,
    KeywordRule: _keywords,
    MetaSchemaRule: _meta_schema,
    SingleTypeRule: _single_type,
    ReferenceRule: _references,
    ResolvingRule: _resolving,
    EnumRule: _enum,
    ArrayRule: _array,
    ObjectRule: _object,
    ClosedObjectRule: _closed_object,
    DepthRule: _depth,
    SizeRule: _size,
    FormatRule: _format,
    PatternRule: _pattern,
}
