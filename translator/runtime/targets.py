"""What can be called, in the one shape the stages of a call work on.

Comes in: a prepared tool or resource. Goes out: a `Target`, made once per tool when a surface
is prepared. Pure.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from translator.json_value import JsonValue
from translator.operation import Location
from translator.runtime.admitted import Expected
from translator.runtime.asked import Asked, argument_names
from translator.runtime.decoding import read_content_type
from translator.runtime.links import ItemLinks
from translator.runtime.promise import Promise
from translator.runtime.retry import SAFE_METHODS
from translator.runtime.secret_places import may_hold_secrets
from translator.runtime.serving import PreparedResource, PreparedTool
from translator.surface import Call, Paging, ResourceTemplate

Conforms = Callable[[int, str | None, JsonValue], str | None]
Checked = tuple[Mapping[str, JsonValue], tuple[str, ...]]

_IDEMPOTENCY_KEYS = frozenset({"idempotency-key", "x-idempotency-key"})


@dataclass(frozen=True, slots=True)
class Target:
    """What is called, as the lookup found it.

    `name` is a tool's or resource's. `check` turns arguments into values and problems.
    `schema` is what the arguments must meet.
    `secret_schema` is the schema that says where arguments are secrets, None when none are.
    `conforms` says how a JSON answer strays from the description, None when it does not.
    `promise` is what structured content must keep, None without a listed output schema.
    `paging` says how a tool's pages follow one another, `links` what its items are linked with.
    """

    name: str
    call: Call
    expected: Expected
    check: Callable[[Mapping[str, JsonValue]], tuple[Mapping[str, JsonValue], tuple[str, ...]]]
    secret_schema: JsonValue = None
    conforms: Conforms | None = None
    promise: Promise | None = None
    schema: JsonValue = True
    paging: Paging | None = None
    links: ItemLinks | None = None


def tool_target(prepared: PreparedTool, api: str, links: ItemLinks | None = None) -> Target:
    """Return a tool as the stages see it."""
    tool = prepared.tool
    expected = Expected(
        asked=_asked(tool.call),
        lists_output=tool.output_schema is not None,
        wrapped=tool.wrapped,
        uri=f"api://{api}{tool.call.path}",
        promises_html=_promises_html(tool.call),
    )

    def check(arguments: Mapping[str, JsonValue]) -> Checked:
        values = prepared.normalise(arguments)
        return values, prepared.check(values)

    return Target(
        tool.name,
        tool.call,
        expected,
        check,
        _secret_schema(tool.enforced_schema, tool.input_schema),
        prepared.conforms,
        Promise(tool.output_schema) if expected.lists_output else None,
        tool.enforced_schema,
        tool.paging,
        links,
    )


def resource_target(prepared: PreparedResource, uri: str, links: ItemLinks | None = None) -> Target:
    """Return a resource as the stages see it, read under this URI."""
    resource = prepared.resource
    expected = Expected(asked=_asked(resource.call), uri=uri, resource=True)

    def check(arguments: Mapping[str, JsonValue]) -> Checked:
        return arguments, prepared.check(arguments)

    schema = resource.enforced_schema if isinstance(resource, ResourceTemplate) else True
    secret = _secret_schema(schema)
    return Target(
        resource.name,
        resource.call,
        expected,
        check,
        secret,
        prepared.conforms,
        schema=schema,
        links=links,
    )


def resource_name(target: Target, prepared: PreparedResource, uri: str) -> str:
    """Return a read URI as traces show it: only its template where it may hold a secret."""
    resource = prepared.resource
    if target.secret_schema is None or not isinstance(resource, ResourceTemplate):
        return uri
    return resource.uri_template


def _secret_schema(*schemas: JsonValue) -> JsonValue:
    return next((schema for schema in schemas if may_hold_secrets(schema)), None)


def _asked(call: Call) -> Asked:
    headers = dict.fromkeys(name.lower() for each in call.responses for name in each.headers)
    return Asked(call.operation, is_repeatable(call), argument_names(call), tuple(headers))


def _promises_html(call: Call) -> bool:
    promised = (read_content_type(response.content_type) for response in call.responses)
    return any(content_type.is_html for content_type in promised)


def is_repeatable(call: Call) -> bool:
    """Tell whether sending the call twice does no more than sending it once."""
    safe = call.method in SAFE_METHODS or call.read_only
    return safe or call.idempotent or idempotency_header(call) is not None


def idempotency_header(call: Call) -> str | None:
    """Return the header with which the API takes an idempotency key, None without one."""
    for bound in call.parameters:
        parameter = bound.parameter
        if parameter.location is Location.HEADER and parameter.name.lower() in _IDEMPOTENCY_KEYS:
            return parameter.name
    return None
