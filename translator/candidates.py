"""Operation → Candidate: what an operation could become, and why (contract only so far)."""

from dataclasses import dataclass, field
from enum import StrEnum

from translator.annotations import Hints
from translator.finding import Finding
from translator.json_value import JsonValue
from translator.operation import Operation


class Primitive(StrEnum):
    """What a candidate can be exposed as, in MCP's words."""

    TOOL = "tool"
    RESOURCE = "resource"
    RESOURCE_TEMPLATE = "resource_template"


#: Who decides that a primitive is used (MCP, server features).
DECIDED_BY: dict[Primitive, str] = {
    Primitive.TOOL: "the model",
    Primitive.RESOURCE: "the application",
    Primitive.RESOURCE_TEMPLATE: "the application",
}


@dataclass(frozen=True, slots=True)
class Argument:
    """One member of the flat arguments object.

    `name` is the portable key a model uses. `binding` says where the value goes: `query:limit`,
    `path:petId`, `header:X-Tenant`, `cookie:sid`, `querystring:q`, `body:/a/b` (pointer into
    the body) or `body:` (the whole body). `schema` is 2020-12 with refs into
    `Extraction.input_defs`.
    """

    name: str
    binding: str
    schema: JsonValue
    required: bool
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """What one operation could become.

    `uri` is the resource's URI or RFC 6570 template, None when the operation can be no
    resource; `uri_variables` maps each template variable to the argument it fills.
    `withheld` says why the operation can be nothing at all. `content_type` is the media type
    chosen for the body, None without one. `linked` is the key of the collection's item
    operation, or of the item's collection. Token counts are o200k.
    `digest` covers all that a decision about this candidate judges.
    """

    operation: Operation
    primitive: Primitive
    primitive_evidence: str
    readable: bool
    name: str
    name_evidence: str
    title: str
    description: str
    description_evidence: str
    hints: Hints
    arguments: tuple[Argument, ...]
    content_type: str | None = None
    uri: str | None = None
    uri_variables: dict[str, str] = field(default_factory=dict)
    linked: str | None = None
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    withheld: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    digest: str = ""
