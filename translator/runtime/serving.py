"""Own a surface made ready to serve: schemas compiled, lookups built, templates indexed.

In comes a `Surface`, once when it is loaded; out comes a `ServingSurface`, which every call asks
and nothing changes. Nothing here reads a description. Pure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from translator.json_value import JsonValue
from translator.runtime.complaints import ARGUMENTS
from translator.runtime.conformity import Conformity
from translator.runtime.links import ItemLinks
from translator.runtime.validation import Check, compile_check, integer_meant, text_meant
from translator.schema_reading import SchemaReader
from translator.surface import Resource, ResourceTemplate, Surface, Tool
from translator.uri_template import Template, match, parse_template


@dataclass(frozen=True, slots=True)
class PreparedTool:
    """A tool with its compiled check; `unusable` says why there is none."""

    tool: Tool
    conformity: Conformity
    arguments: Check | None = None
    unusable: str = ""

    def normalise(self, arguments: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """Return the arguments with decimal texts as integers where the schema wants those."""
        if self.arguments is None:
            return arguments
        given = arguments if isinstance(arguments, dict) else dict(arguments)
        meant: Mapping[str, JsonValue] = self.arguments.as_meant(given, integer_meant)
        return meant

    def check(self, arguments: Mapping[str, JsonValue]) -> tuple[str, ...]:
        """Return what is wrong with the arguments, one sentence each; nothing when right."""
        return _complaints(self.arguments, arguments, self.unusable)

    def conforms(self, status: int, content_type: str | None, value: JsonValue) -> str | None:
        """Return how a JSON answer strays from the description, None where it does not."""
        return self.conformity.conforms(status, content_type, value)


@dataclass(frozen=True, slots=True)
class PreparedResource:
    """A resource or template with the check of the arguments a URI gives."""

    resource: Resource | ResourceTemplate
    conformity: Conformity
    arguments: Check | None = None
    template: Template | None = None
    unusable: str = ""
    texts: frozenset[str] = frozenset()
    """Arguments that take no list: commas in what a URI gives for them are their own."""

    def check(self, arguments: Mapping[str, JsonValue]) -> tuple[str, ...]:
        """Return what is wrong with the arguments, one sentence each; nothing when right."""
        return _complaints(self.arguments, arguments, self.unusable)

    def conforms(self, status: int, content_type: str | None, value: JsonValue) -> str | None:
        """Return how a JSON answer strays from the description, None where it does not."""
        return self.conformity.conforms(status, content_type, value)

    def match(self, uri: str) -> dict[str, JsonValue] | None:
        """Return the arguments a URI gives, as the schema wants them; None where it is another."""
        found = self.template.match(uri) if self.template is not None else None
        if found is None or not isinstance(self.resource, ResourceTemplate):
            return None
        variables = self.resource.variables
        named = {key: self._given(key, value) for key, value in found.items()}
        named = {variables.get(key, key): value for key, value in named.items()}
        if self.arguments is None:
            return named
        meant: dict[str, JsonValue] = self.arguments.as_meant(named, text_meant)
        return meant

    def _given(self, variable: str, value: str | list[str]) -> str | list[str]:
        """Return what a variable gives: of one that takes no list, the text with its commas."""
        if isinstance(value, str) or variable not in self.texts or self.template is None:
            return value
        return value if self.template.is_exploded(variable) else ",".join(value)


class ServingSurface:
    """A surface with everything a call looks up."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self._tools = {tool.name: _prepared_tool(tool) for tool in surface.tools}
        self._resources = {
            resource.uri: PreparedResource(resource, Conformity(resource.call.responses))
            for resource in surface.resources
        }
        self._templates = _Templates(map(_prepared_template, surface.resource_templates))
        self._links = dict(_item_links(surface))
        self._made_of: dict[str, PreparedTool | PreparedResource] = {
            tool.tool.call.operation_id: tool for tool in self._tools.values()
        }
        for one in (*self._resources.values(), *self._templates.all):
            self._made_of[one.resource.call.operation_id] = one

    def tool(self, name: str) -> PreparedTool | None:
        """Return the tool of a name."""
        return self._tools.get(name)

    def resource(self, uri: str) -> tuple[PreparedResource, dict[str, JsonValue]] | None:
        """Return what a URI reads, and the arguments it gives."""
        found = self._resources.get(uri)
        return (found, {}) if found is not None else self._templates.find(uri)

    def made_of(self, operation_id: str) -> PreparedTool | PreparedResource | None:
        """Return what is made of an operation, what can be read first; None for nothing."""
        return self._made_of.get(operation_id)

    def why_not(self, uri: str) -> str | None:
        """Return what is wrong with the filters of a URI, None where they are not what is wrong."""
        path, question, _ = uri.partition("?")
        fixed = _parsed(path) if question and path in self._resources else None
        return self._templates.why_not(uri) if fixed is None else fixed.why_not(uri)

    def links(self, item: Tool | Resource | ResourceTemplate) -> ItemLinks | None:
        """Return what links the items of a collection, None for what is none."""
        return self._links.get((type(item), item.call.operation_id))


def _item_links(surface: Surface) -> Iterable[tuple[tuple[type, str], ItemLinks]]:
    """Give what links the items of each collection, by what it is and its operation's id."""
    templates = {template.uri_template: template for template in surface.resource_templates}
    collections: Iterable[Tool | Resource | ResourceTemplate] = (
        *surface.tools,
        *surface.resources,
        *surface.resource_templates,
    )
    for item in collections:
        linked = item.linked_items
        if linked is not None and linked.uri_template in templates:
            links = ItemLinks(linked, templates[linked.uri_template], item.call)
            yield (type(item), item.call.operation_id), links


def prepare(surface: Surface) -> ServingSurface:
    """Compile a surface for serving."""
    return ServingSurface(surface)


class _Templates:
    """Templates by what their URIs begin with, so that a read asks few of them."""

    def __init__(self, templates: Iterable[PreparedResource]) -> None:
        self.all = tuple(templates)
        self._by_prefix: dict[str, list[PreparedResource]] = {}
        for prepared in self.all:
            prefix = _fixed_beginning(prepared)
            self._by_prefix.setdefault(prefix, []).append(prepared)
        self._lengths = sorted({len(prefix) for prefix in self._by_prefix}, reverse=True)

    def find(self, uri: str) -> tuple[PreparedResource, dict[str, JsonValue]] | None:
        for prepared in self._candidates(uri):
            arguments = prepared.match(uri)
            if arguments is not None:
                return prepared, arguments
        return None

    def why_not(self, uri: str) -> str | None:
        templates = (prepared.template for prepared in self._candidates(uri))
        return next((why for t in templates if t is not None and (why := t.why_not(uri))), None)

    def _candidates(self, uri: str) -> Iterable[PreparedResource]:
        """Give templates that can match, the most exact first."""
        for length in self._lengths:
            yield from self._by_prefix.get(uri[:length], ())
        if "%" in uri:
            for prepared in self._by_prefix.values():
                yield from prepared


def _fixed_beginning(prepared: PreparedResource) -> str:
    template = prepared.resource
    return _beginning(template.uri_template if isinstance(template, ResourceTemplate) else "")


def _beginning(template: str) -> str:
    return template.partition("{")[0].partition("?")[0]


def reads(surface: Surface, uri: str) -> bool:
    """Say whether a surface that is not prepared has a resource or template for the URI."""
    templates = (template.uri_template for template in surface.resource_templates)
    return any(resource.uri == uri for resource in surface.resources) or any(
        _matches(template, uri) for template in templates
    )


def _matches(template: str, uri: str) -> bool:
    try:
        return uri.startswith(_beginning(template)) and match(template, uri) is not None
    except ValueError:
        return False


def accepts(tool: Tool, arguments: Mapping[str, JsonValue]) -> bool:
    """Say whether a tool that is not prepared would take the arguments; compiles its schema."""
    prepared = _prepared_tool(tool)
    return not prepared.check(prepared.normalise(arguments))


def _prepared_tool(tool: Tool) -> PreparedTool:
    check, unusable = _compiled(tool.enforced_schema)
    return PreparedTool(tool, Conformity(tool.call.responses), check, unusable)


def _prepared_template(template: ResourceTemplate) -> PreparedResource:
    check, unusable = _compiled(template.enforced_schema)
    parsed = _parsed(template.uri_template)
    conformity = Conformity(template.call.responses)
    return PreparedResource(template, conformity, check, parsed, unusable, _texts(template))


def _parsed(template: str) -> Template | None:
    try:
        return parse_template(template)
    except ValueError:
        return None


def _texts(template: ResourceTemplate) -> frozenset[str]:
    """Return the variables whose arguments take no list."""
    schema = template.enforced_schema if isinstance(template.enforced_schema, dict) else {}
    reader = SchemaReader(schema.get("$defs", {}))
    arguments = reader.members(schema)
    return frozenset(
        variable
        for variable, argument in template.variables.items()
        if "array" not in reader.kinds(arguments.get(argument, True))
    )


def _compiled(schema: JsonValue) -> tuple[Check | None, str]:
    """Compile what arguments are checked by; what does not compile lets nothing pass."""
    try:
        return compile_check(schema, ARGUMENTS), ""
    except ValueError as error:
        return None, f"the arguments cannot be checked, so nothing is sent: {error!s:.200}"


def _complaints(
    check: Check | None, arguments: Mapping[str, JsonValue], unusable: str
) -> tuple[str, ...]:
    if check is not None:
        return check.complaints(arguments if isinstance(arguments, dict) else dict(arguments))
    return (unusable,) if unusable else ()
