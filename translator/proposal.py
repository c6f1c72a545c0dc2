"""Own which primitive an operation is proposed as, and the URI it would have as a resource.

The rules are a table: what reads one address is a resource, which the application decides to
read; what works something out, or acts, is a tool, which the model decides to call. Each
proposal carries the rule as evidence, and a person may decide otherwise. Pure.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from translator.arguments import Argument
from translator.flattening import resolved
from translator.json_value import JsonValue
from translator.operation import Location, Operation, Parameter
from translator.uri_proposal import propose_uri
from translator.words import (
    COMPUTING,
    READING,
    acting_word,
    is_plural,
    only_reads_word,
    spoken_words,
    words_of,
)


class Primitive(StrEnum):
    """What a candidate can be exposed as, in MCP's words."""

    TOOL = "tool"
    RESOURCE = "resource"
    RESOURCE_TEMPLATE = "resource_template"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Which primitive, why, and how it would be read.

    `uri` is None when the operation can be no resource; `notes` are for the person who decides.
    """

    primitive: Primitive
    evidence: str
    uri: str | None = None
    uri_variables: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """A GET with what a URI can carry of it: its variables, and what keeps it from having one."""

    operation: Operation
    in_path: tuple[tuple[Parameter, Argument], ...]
    in_query: tuple[tuple[Parameter, Argument], ...]
    left_out: tuple[Argument, ...]
    body: tuple[Argument, ...]
    obstacle: str | None
    arrays: frozenset[str]


ONLY_TOOLS = "Many clients show only tools: expose it as a tool too where a model is to use it."
SEARCH = "A search: perhaps a tool too."
COULD_BE_READ = "It could be a resource too."
CONFIRM_READS = "POST that only reads, by its name: a person must confirm."
CONFIRM_ACTS = "GET that changes something, by its name: a person must confirm."

_NO_TEMPLATE = "GET, but no URI template stands for its path (dot segments, or values side by side)"
_READS = "(RFC 9110 §9.3.1)"


def propose_primitive(
    operation: Operation,
    parameters: Sequence[Parameter],
    arguments: Sequence[Argument],
    slug: str,
    defs: Mapping[str, JsonValue],
) -> Proposal:
    """Propose a primitive, with the URI where the operation could be read as a resource.

    `parameters` are the operation's that `arguments` fill, in the same order; what follows in
    `arguments` fills the body.
    """
    if operation.method != "GET":
        return _tool_of_other_method(operation)
    acting = acting_word(operation)
    if acting:
        evidence = f"GET, but its name begins with {acting!r}: not a thing to read"
        return Proposal(Primitive.TOOL, evidence, notes=(CONFIRM_ACTS,))
    reading = _reading(operation, parameters, arguments, defs)
    if reading.obstacle is not None:
        return Proposal(Primitive.TOOL, reading.obstacle)
    filters = [argument for _, argument in reading.in_query]
    uri, variables = propose_uri(slug, operation.path, reading.in_path, filters, reading.arrays)
    if uri is None:
        return Proposal(Primitive.TOOL, _NO_TEMPLATE)
    return _of_reading(reading, uri, variables)


def link_of(operations: Sequence[Operation]) -> Callable[[Operation], str | None]:
    """Return what tells the key of a collection's item operation, and of an item's collection."""
    reads = {plain_path(each.path): each.key for each in operations if each.method == "GET"}
    items: dict[str, str] = {}
    for path in sorted(reads, reverse=True):
        collection = _collection_path(path)
        if collection is not None:
            items[collection] = reads[path]

    def linked(operation: Operation) -> str | None:
        if operation.method != "GET":
            return None
        path = plain_path(operation.path)
        collection = _collection_path(path)
        return items.get(path) or (reads.get(collection) if collection is not None else None)

    return linked


# --- the table -------------------------------------------------------------------------------


def _tool_of_other_method(operation: Operation) -> Proposal:
    method = operation.method
    if method == "QUERY":
        evidence = "QUERY reads by a body (OAS 3.2.0, Path Item Object): a tool, read-only"
        return Proposal(Primitive.TOOL, evidence)
    word = only_reads_word(operation) if method == "POST" else None
    if word:
        evidence = f"POST whose name says {word!r}: a tool, perhaps read-only"
        return Proposal(Primitive.TOOL, evidence, notes=(CONFIRM_READS,))
    if method == "HEAD":
        return Proposal(Primitive.TOOL, "HEAD gives no content (RFC 9110 §9.3.2): a tool")
    return Proposal(Primitive.TOOL, f"{method} does not read one thing: a tool")


def _of_reading(reading: _Reading, uri: str, variables: Mapping[str, str]) -> Proposal:
    left_out = tuple(
        f"The URI leaves out {argument.name}, which stays optional."
        for argument in reading.left_out
    )
    computes = _computes(reading)
    if computes:
        notes = (COULD_BE_READ, *left_out)
        return Proposal(Primitive.TOOL, computes, uri, variables, notes)
    primitive = Primitive.RESOURCE_TEMPLATE if variables else Primitive.RESOURCE
    evidence, search = _evidence(reading, variables)
    notes = (*((SEARCH,) if search else ()), ONLY_TOOLS, *left_out)
    return Proposal(primitive, evidence, uri, variables, notes)


def _evidence(reading: _Reading, variables: Mapping[str, str]) -> tuple[str, bool]:
    """Return the rule that makes it a resource, and whether it looks like a search."""
    if not variables:
        return f"GET without parameters {_READS}: a resource", False
    path = plain_path(reading.operation.path)
    if _ends_in_variable(reading.operation):
        return (
            f"GET of one thing, the path ends in a parameter {_READS}: a resource template",
            False,
        )
    if not reading.in_query:
        return f"GET of what belongs to one thing {_READS}: a resource template", False
    many = any(map(is_plural, words_of(path.rpartition("/")[2])[-1:]))
    what = "of a collection" if many else "with optional query parameters"
    return f"GET {what} {_READS}: a resource template with its filters", True


def _computes(reading: _Reading) -> str | None:
    """Say why a GET works something out instead of reading something that is there."""
    operation = reading.operation
    if reading.body:
        return "GET with a body: it works something out"
    required = next((a for p, a in reading.in_query if p.required), None)
    if required is not None:
        return f"GET that requires the query parameter {required.name}: it works something out"
    query = operation.path.partition("?")[2]
    if "{" in query:
        return "GET whose path requires values in its query: it works something out"
    word = _computing_word(operation)
    return f"GET whose name says {word!r}: it works something out" if word else None


def _computing_word(operation: Operation) -> str | None:
    spoken = spoken_words(operation)
    ends = (*spoken[:1], *spoken[-1:])
    computing = [word for word in ends if word in COMPUTING]
    if computing[:1] == ["find"] and (_ends_in_variable(operation) or spoken[1:2] == ("all",)):
        computing = []
    if computing and not (READING - COMPUTING).intersection(ends):
        return computing[0]
    segments = operation.path.partition("?")[0].split("/")
    for segment, following in zip(segments, [*segments[1:], ""], strict=True):
        words = words_of(segment)[:1]
        if set(words) & COMPUTING and "{" not in segment and not following.startswith("{"):
            return words[0]
    return None


# --- what a URI can carry --------------------------------------------------------------------


def _reading(
    operation: Operation,
    parameters: Sequence[Parameter],
    arguments: Sequence[Argument],
    defs: Mapping[str, JsonValue],
) -> _Reading:
    in_path, in_query, left_out, obstacles = [], [], [], []
    arrays = set()
    for parameter, argument in zip(parameters, arguments, strict=False):
        kind = _kind(parameter.schema, defs)
        reason = _not_in_uri(parameter, kind)
        if kind == "array":
            arrays.add(argument.name)
        if reason is not None and parameter.required:
            obstacles.append(f"GET that needs {reason}, which no URI carries: {argument.name}")
        elif reason is not None:
            left_out.append(argument)
        elif parameter.location is Location.PATH:
            in_path.append((parameter, argument))
        else:
            in_query.append((parameter, argument))
    of_body = arguments[len(parameters) :]
    obstacles += [f"GET that needs a body: {each.name}" for each in of_body if each.required]
    return _Reading(
        operation,
        tuple(in_path),
        tuple(in_query),
        (*left_out, *(each for each in of_body if not each.required)),
        tuple(of_body),
        next(iter(obstacles), None),
        frozenset(arrays),
    )


def _not_in_uri(parameter: Parameter, kind: str) -> str | None:
    """Say what kind of parameter has no place in a URI template."""
    if parameter.location in (Location.HEADER, Location.COOKIE):
        return f"a {parameter.location} parameter"
    if parameter.location is Location.QUERYSTRING or parameter.content_type is not None:
        return "a content parameter"
    if parameter.style == "deepObject":
        return "a deepObject parameter"
    if kind == "object":
        return "an object parameter"
    if kind == "array" and parameter.location is Location.PATH:
        return "an array in its path"
    return None


def _kind(schema: JsonValue, defs: Mapping[str, JsonValue]) -> str:
    """Return `array`, `object` or `single`: what the texts of a URI have to make."""
    target = resolved(schema, defs)
    if not isinstance(target, dict):
        return "single"
    given = target.get("type", [])
    kinds = [given] if isinstance(given, str) else list(given)
    if not kinds:
        branches = [b for key in ("allOf", "anyOf", "oneOf") for b in target.get(key, ())]
        kinds = [_kind(branch, {}) for branch in branches if branch != {"type": "null"}]
    kinds = [kind for kind in kinds if kind != "null"]
    if not kinds and "properties" in target:
        return "object"
    single = [kind for kind in kinds if kind not in ("array", "object")]
    return "single" if single or not kinds else kinds[0]


def _ends_in_variable(operation: Operation) -> bool:
    return plain_path(operation.path).endswith("}")


def plain_path(path: str) -> str:
    """Return a path key without its query, a slash or a format at its end."""
    return re.sub(r"(?:/|\.json|\.xml)$", "", path.partition("?")[0])


def _collection_path(path: str) -> str | None:
    """Return the path of the collection that an item's path lies in."""
    collection, slash, last = path.rpartition("/")
    return collection if slash and re.fullmatch(r"\{[^{}]*\}", last) else None
