"""The surface: the published, frozen, hashed set of what a model may see and call.

Self-contained: with an upstream binding and secrets it is all the runtime needs; addresses of
the binding, credential references and limits are not in it. Its canonical JSON is its identity:
`surface_digest` hashes it, `surface_to_json` and `surface_from_json` are inverse.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pydantic import TypeAdapter

from translator.collection import Pagination
from translator.json_value import JsonValue
from translator.operation import (
    Encoding,
    Parameter,
    SecurityRequirement,
    SecurityScheme,
    Server,
)
from translator.surface_text import json_pieces

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Annotations:
    """MCP 2026-07-28, ToolAnnotations: the four hints as published."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool


@dataclass(frozen=True, slots=True)
class BoundParameter:
    """An OpenAPI parameter and what fills it.

    `argument` is the key in the arguments object, None when only `pinned` or `default` fills
    it. `pinned` and `default` are one-element tuples holding the value, or empty: null is a
    value. A pinned value wins over everything and its argument is not listed.
    `parameter.schema` is `True` here: the enforced schema of the tool does the checking.
    """

    parameter: Parameter
    argument: str | None
    pinned: tuple[JsonValue, ...] = ()
    default: tuple[JsonValue, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundMember:
    """One argument that becomes a member of a flattened JSON or form body."""

    name: str
    argument: str | None
    pinned: tuple[JsonValue, ...] = ()
    default: tuple[JsonValue, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundBody:
    """How the body is made.

    Flattened (`whole` is None): `members` give the object's members. Otherwise the argument
    `whole` is the body, with `pinned` and `default` as for parameters; '' names no argument.
    `schema` is the wire schema, closed over its own `$defs`, where the
    media type needs it to be written (form, multipart, XML, text), else True.
    """

    content_type: str
    required: bool
    whole: str | None = None
    members: tuple[BoundMember, ...] = ()
    schema: JsonValue = True
    encoding: Mapping[str, Encoding] = field(default_factory=dict)
    pinned: tuple[JsonValue, ...] = ()
    default: tuple[JsonValue, ...] = ()


@dataclass(frozen=True, slots=True)
class ExpectedResponse:
    """A response the description declares; `strict_schema` is closed over its `$defs`.

    `headers` are the names of those it declares.
    """

    status: str
    content_type: str | None = None
    strict_schema: JsonValue = True
    headers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """The HTTP side of a tool or resource: all that a plan needs besides the arguments.

    `operation` is `METHOD path` as in the description; `operation_id` is Isthmus's own stable
    id. `own_servers`: the servers belong to this operation, so that a base URL bound to the
    endpoint does not replace them. `accept` is the Accept header. `idempotent` is a person's
    word, unlike the listed hint, which may be a guess: it lets the call be sent again.
    """

    operation: str
    operation_id: str
    method: str
    path: str
    servers: tuple[Server, ...] = ()
    own_servers: bool = False
    parameters: tuple[BoundParameter, ...] = ()
    body: BoundBody | None = None
    security: tuple[SecurityRequirement, ...] = ()
    accept: str = "*/*"
    responses: tuple[ExpectedResponse, ...] = ()
    read_only: bool = False
    idempotent: bool = False


@dataclass(frozen=True, slots=True)
class Paging:
    """How a tool's pages follow one another, and how many of them one call fetches.

    `how` is what was recognised, without its evidence. What asks for the next page is a
    `parameter`, or the `member` of a flattened body; `argument` and `size` are the keys under
    which a caller gives it and the size of a page, None where they are not offered.
    """

    how: Pagination
    pages: int = 1
    parameter: Parameter | None = None
    member: str | None = None
    argument: str | None = None
    size: str | None = None


@dataclass(frozen=True, slots=True)
class LinkedItems:
    """Where a collection's answer names its items, and the template that reads one.

    `items` points at the list, `identifier` and `title` into an item. `variables` maps each
    variable the template needs to the path parameter of its operation that it fills;
    `parameter` is the one that the item's own identifier fills, the others are the collection's.
    """

    uri_template: str
    items: str
    identifier: str
    parameter: str
    variables: Mapping[str, str] = field(default_factory=dict)
    title: str | None = None


@dataclass(frozen=True, slots=True)
class IdentifierSource:
    """Where the values of a template's variable are found: in a published collection's answer.

    `operation_id` is the collection's; `items` points at its list, `identifier` into an item.
    `arguments` maps the collection's arguments to the variables of the template that fill them.
    """

    operation_id: str
    items: str
    identifier: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as listed and as enforced.

    `input_schema` is listed; `enforced_schema` is what arguments are checked against (the same
    or stricter). `output_schema` is listed, None for none; its root is an object, or `wrapped`
    is true and the value stands under `result`. `linked_items` belongs to a collection whose
    item template is published.
    """

    name: str
    title: str
    description: str
    annotations: Annotations
    input_schema: JsonValue
    enforced_schema: JsonValue
    call: Call
    output_schema: JsonValue = None
    wrapped: bool = False
    paging: Paging | None = None
    linked_items: LinkedItems | None = None


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource with a fixed URI."""

    uri: str
    name: str
    title: str
    description: str
    mime_type: str | None
    call: Call
    linked_items: LinkedItems | None = None


@dataclass(frozen=True, slots=True)
class ResourceTemplate:
    """A resource template (RFC 6570); `variables` maps template variable to argument.

    Arguments from the URI are text; `enforced_schema` says what they are to become.
    `sources` says for variables where their values are found.
    """

    uri_template: str
    name: str
    title: str
    description: str
    mime_type: str | None
    call: Call
    variables: Mapping[str, str] = field(default_factory=dict)
    enforced_schema: JsonValue = True
    linked_items: LinkedItems | None = None
    sources: Mapping[str, IdentifierSource] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt (reserved: none are made yet)."""

    name: str
    title: str
    description: str
    text: str


@dataclass(frozen=True, slots=True)
class Surface:
    """The published set; lists are sorted by name or URI."""

    api: str
    title: str
    instructions: str
    tools: tuple[Tool, ...] = ()
    resources: tuple[Resource, ...] = ()
    resource_templates: tuple[ResourceTemplate, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    security_schemes: Mapping[str, SecurityScheme] = field(default_factory=dict)
    profile: str = "portable"
    format: int = FORMAT


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[Surface]:
    return TypeAdapter(Surface)


def surface_to_json(surface: Surface) -> JsonValue:
    """Return the surface as a JSON value."""
    return _adapter().dump_python(surface, mode="json")


def surface_from_json(value: JsonValue) -> Surface:
    """Return the surface a JSON value stands for; the inverse of `surface_to_json`.

    Raises:
        pydantic.ValidationError: the value is no surface.
    """
    return _adapter().validate_python(value)


def surface_digest(surface: Surface) -> str:
    """Return the surface's identity: the SHA-256 of its canonical JSON."""
    digest = hashlib.sha256()
    for piece in json_pieces(surface, canonical=True):
        digest.update(piece.encode("utf-8"))
    return f"sha256:{digest.hexdigest()}"
