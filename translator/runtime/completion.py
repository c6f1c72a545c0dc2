"""Own what the variables of a URI template can be (MCP 2026-07-28, Completion).

What a schema lists is known when a surface is loaded. Identifiers are read out of the answer of a
published collection; which call that is, and what it is asked with, is said here, and who may
make it is the gateway's. Answers are kept for seconds, for the caller they were given to. Pure
but for the memory of `Recent`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import anyio

from translator.json_value import JsonValue, to_json
from translator.runtime.credentials import REDACTED
from translator.runtime.serving import PreparedResource, PreparedTool, ServingSurface
from translator.runtime.targets import Target, resource_target, tool_target
from translator.runtime.validation import text_meant
from translator.schema_reading import SchemaReader, found_at
from translator.surface import IdentifierSource, Resource, ResourceTemplate
from translator.wording import visible

#: MCP 2026-07-28, Completion: no more than 100 values.
MAX_VALUES = 100

_MAX_KEPT = 1_000
_MAX_ENTRIES = 256
_KEPT_S = 10.0
_BOOLEANS = ("true", "false")


@dataclass(frozen=True, slots=True)
class Source:
    """A collection in whose answer the values of a variable are found."""

    source: IdentifierSource
    target: Target
    collection: PreparedTool | PreparedResource

    def arguments(self, given: Mapping[str, str]) -> dict[str, JsonValue] | None:
        """Return what the collection is asked with, None while something for it is missing.

        `given` are the template's variables with their values.
        """
        texts = {name: given.get(variable) for name, variable in self.source.arguments.items()}
        if not all(texts.values()):
            return None
        check = self.collection.arguments
        meant: dict[str, JsonValue] = dict(texts)
        return meant if check is None else check.as_meant(meant, text_meant)


@dataclass(frozen=True, slots=True)
class Completer:
    """What is known of one template's variables: their values, or where these are found."""

    template: ResourceTemplate
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)


def completers(serving: ServingSurface) -> dict[str, Completer]:
    """Return the completers of a surface's templates, by URI template."""
    return {
        template.uri_template: Completer(
            template,
            dict(_listed(template)),
            {
                variable: Source(source, _target(found, serving), found)
                for variable, source in template.sources.items()
                if (found := serving.made_of(source.operation_id)) is not None
            },
        )
        for template in serving.surface.resource_templates
    }


def _target(found: PreparedTool | PreparedResource, serving: ServingSurface) -> Target:
    """Return the collection as a call sees it: one page of it, and none of its links."""
    if isinstance(found, PreparedTool):
        target = tool_target(found, serving.surface.api)
    else:
        target = resource_target(found, _uri(found.resource))
    return replace(target, paging=None, links=None)


def _uri(resource: Resource | ResourceTemplate) -> str:
    return resource.uri_template if isinstance(resource, ResourceTemplate) else resource.uri


def _listed(template: ResourceTemplate) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give the values of each variable whose schema enumerates them."""
    schema = template.enforced_schema if isinstance(template.enforced_schema, dict) else {}
    reader = SchemaReader(schema.get("$defs", {}))
    arguments = reader.members(schema)
    for variable, argument in template.variables.items():
        values = _enumerated(arguments.get(argument, True), reader)
        if values:
            yield variable, values


def _enumerated(schema: JsonValue, reader: SchemaReader) -> tuple[str, ...]:
    kinds = reader.kinds(schema)
    if kinds == {"array"}:
        return _enumerated(reader.items(schema), reader)
    options = reader.said(schema, "enum")
    if options is None and reader.said(schema, "const") is not None:
        options = [reader.said(schema, "const")]
    if isinstance(options, list):
        single = (one for one in options if isinstance(one, str | int | float))
        return tuple(one if isinstance(one, str) else to_json(one) for one in single)
    return _BOOLEANS if kinds == {"boolean"} else ()


def identifiers(value: JsonValue, source: IdentifierSource) -> tuple[str, ...]:
    """Return what identifies the items of an answer, each once, in its order."""
    items = found_at(value, source.items)
    found = (
        found_at(item, source.identifier) for item in (items if isinstance(items, list) else ())
    )
    return tuple(dict.fromkeys(text for one in found if (text := _text(one))))[:_MAX_KEPT]


def _text(value: JsonValue) -> str:
    """Return an identifier as text; nothing for what is none, or shows other than it is."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    shows = isinstance(value, str) and visible(value) == value and REDACTED not in value
    return value if shows else ""


def completion(values: Iterable[str], beginning: str) -> dict[str, JsonValue]:
    """Return MCP's Completion: the values that begin like this."""
    fitting = [value for value in values if value.startswith(beginning)]
    return {
        "values": fitting[:MAX_VALUES],
        "total": len(fitting),
        "hasMore": len(fitting) > MAX_VALUES,
    }


class Recent:
    """Values found a moment ago, by whom they were found for and with what; bounded."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._found: dict[JsonValue, tuple[float, tuple[str, ...]]] = {}
        self._locks: dict[JsonValue, anyio.Lock] = {}

    def get(self, key: JsonValue) -> tuple[str, ...] | None:
        """Return what was found under a key, None where that is too long ago."""
        found = self._found.get(key)
        if found is None or found[0] <= self._monotonic():
            self._found.pop(key, None)
            return None
        return found[1]

    def keep(self, key: JsonValue, values: tuple[str, ...]) -> None:
        """Keep what was found, instead of the oldest where there is too much."""
        self._found.pop(key, None)
        while len(self._found) >= _MAX_ENTRIES:
            del self._found[next(iter(self._found))]
        self._found[key] = (self._monotonic() + _KEPT_S, values)

    def lock(self, key: JsonValue) -> anyio.Lock:
        """Return what lets one search for a key at a time: others then find its values."""
        if len(self._locks) >= _MAX_ENTRIES:
            self._locks = {k: one for k, one in self._locks.items() if one.locked()}
        return self._locks.setdefault(key, anyio.Lock())
