"""What a description says, in OpenAPI's words and one shape for all its versions.

Frozen values, made by `translator.openapi.extract` and read by everything after it. Schemas are
JSON Schema 2020-12 whatever the description's version. Their `$ref`s read `#/$defs/NAME` and
resolve in `Extraction.input_defs` (parameters, bodies: without readOnly properties) or in
`Extraction.output_defs` (responses: without writeOnly ones). A schema keeps OAS's `xml` keyword,
which the wire needs; everything else that is not JSON Schema is gone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from translator.finding import Finding
from translator.json_value import JsonValue


class Location(StrEnum):
    """Where a parameter travels (OpenAPI's `in`)."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    QUERYSTRING = "querystring"
    """OAS 3.2: one parameter is the whole query."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """OAS 3.1.1, Parameter Object, with its defaults filled in.

    `content_type` is set when the parameter is described by `content`: its value is written in
    that media type and style is not used. `examples` are values, at most three.
    """

    name: str
    location: Location
    schema: JsonValue
    required: bool = False
    style: str = "form"
    explode: bool = True
    allow_reserved: bool = False
    content_type: str | None = None
    description: str | None = None
    deprecated: bool = False
    examples: tuple[JsonValue, ...] = ()
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Encoding:
    """OAS 3.1.1, Encoding Object, for one property of a form or multipart body.

    `content_type` None means the default for the value; `style` None means that style and
    explode were not given.
    """

    content_type: str | None = None
    style: str | None = None
    explode: bool = True
    allow_reserved: bool = False
    headers: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class MediaType:
    """OAS 3.1.1, Media Type Object, with its key."""

    content_type: str
    schema: JsonValue = True
    encoding: Mapping[str, Encoding] = field(default_factory=dict)
    examples: tuple[JsonValue, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestBody:
    """OAS 3.1.1, Request Body Object; the media types in the document's order."""

    media_types: tuple[MediaType, ...]
    required: bool = False
    description: str | None = None
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class ResponseDescription:
    """OAS 3.1.1, Response Object; `status` is `200`, `2XX` or `default`.

    `headers` are the names of those it declares.
    """

    status: str
    description: str | None = None
    media_types: tuple[MediaType, ...] = ()
    headers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ServerVariable:
    """OAS 3.1.1, Server Variable Object."""

    name: str
    default: str
    enum: tuple[str, ...] = ()
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """OAS 3.1.1, Server Object.

    `url` may hold `{variables}` and may be relative where the address of the description is not
    known; a relative one is resolved against that address when the description is extracted.
    """

    url: str
    variables: tuple[ServerVariable, ...] = ()
    description: str | None = None


@dataclass(frozen=True, slots=True)
class OAuthFlow:
    """OAS 3.1.1, OAuth Flow Object; `kind` is OpenAPI's key, such as clientCredentials."""

    kind: str
    token_url: str | None = None
    authorization_url: str | None = None
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SecurityScheme:
    """OAS 3.1.1, Security Scheme Object, with its key.

    `kind` is OpenAPI's `type`: apiKey, http, oauth2, openIdConnect or mutualTLS. `location` and
    `parameter_name` belong to apiKey, `http_scheme` (lower case) to http.
    """

    key: str
    kind: str
    location: Location | None = None
    parameter_name: str | None = None
    http_scheme: str | None = None
    flows: tuple[OAuthFlow, ...] = ()
    description: str | None = None


@dataclass(frozen=True, slots=True)
class SchemeUse:
    """One scheme of a requirement, with the scopes it asks for."""

    key: str
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SecurityRequirement:
    """OAS 3.1.1, Security Requirement Object: all of these together; none means anonymous."""

    schemes: tuple[SchemeUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """OAS 3.1.1, Operation Object, with what its Path Item adds.

    `method` is as sent (GET, QUERY, …), `path` exactly the key in the description. `security`
    lists alternatives; an empty list means that none is needed. `servers` are those of the
    operation or path item, else those of the description; `own_servers` says which.
    """

    method: str
    path: str
    operation_id: str | None = None
    summary: str | None = None
    description: str | None = None
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    parameters: tuple[Parameter, ...] = ()
    body: RequestBody | None = None
    responses: tuple[ResponseDescription, ...] = ()
    security: tuple[SecurityRequirement, ...] = ()
    servers: tuple[Server, ...] = ()
    own_servers: bool = False
    document: str = ""
    pointer: str = ""

    @property
    def key(self) -> str:
        """`METHOD path`: identifies the operation inside its description."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that Isthmus takes from one description."""

    title: str
    version: str
    description: str | None
    oas_version: str
    operations: tuple[Operation, ...]
    security_schemes: Mapping[str, SecurityScheme]
    servers: tuple[Server, ...]
    input_defs: Mapping[str, JsonValue]
    output_defs: Mapping[str, JsonValue]
    findings: tuple[Finding, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    """Tag name to its description, in the document's order."""
