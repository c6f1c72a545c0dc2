"""Findings: what there is to say about *their* text or *our* surface, as values.

A finding never stops anything. Its code is a key of `CODES`, which gives its severity and what
it means; `docs/findings.md` lists the same codes, and a test holds the two together.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How much a finding costs: something is lost, something is doubtful, something is told."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Code(NamedTuple):
    """One kind of finding: its severity, and what it means in one sentence."""

    severity: Severity
    meaning: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark, with the place it is about.

    `document` is the URI of the document relative to the entry document ('' is the entry);
    `pointer` is an RFC 6901 JSON Pointer into it; `operation` is the key `METHOD path` of the
    operation it concerns, or '' for the whole description.
    """

    code: str
    severity: Severity
    message: str
    pointer: str = ""
    document: str = ""
    operation: str = ""


#: The longest message, pointer and operation of a finding, in characters.
MAX_MESSAGE = 1_000
MAX_POINTER = 2_000
MAX_KEY = 10_000

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

#: Every code there is. Add a code here, in docs/findings.md, and nowhere else.
CODES: dict[str, Code] = {
    # the documents
    "duplicate-key": Code(_W, "A mapping has the same key twice; the last value counts."),
    "yaml-merge-key": Code(_N, "A YAML 1.1 merge key was applied."),
    "yaml-non-string-key": Code(_N, "A mapping key that is not a string was read as its text."),
    "yaml-tag-ignored": Code(_N, "A YAML tag means nothing in JSON; the value was read without."),
    "yaml-second-document": Code(_W, "Only the first document of the YAML stream was read."),
    "number-out-of-range": Code(_W, "A number is none that JSON can hold; it was kept as text."),
    "lone-surrogate": Code(_W, "A text holds half a surrogate pair; it was replaced."),
    "not-valid-openapi": Code(_W, "The document breaks OpenAPI's own schema at this place."),
    "unknown-version": Code(_W, "The version is not one we know; it was read as the nearest."),
    # references
    "ref-unresolved": Code(_E, "A $ref points at nothing; what needs it is withheld."),
    "ref-refused": Code(_E, "A $ref leads where the import may not go; see --allow-refs."),
    "ref-siblings-ignored": Code(_N, "OpenAPI 3.0 and 2.0 ignore what stands beside a $ref."),
    "too-large": Code(_W, "A value is larger than any API needs; it is left out."),
    # operations
    "operation-withheld": Code(_E, "The operation cannot be called as described; not offered."),
    "parameter-duplicate": Code(_W, "Two parameters share name and location; the first counts."),
    "parameter-ignored": Code(_N, "OpenAPI says this header parameter is ignored."),
    "parameter-without-schema": Code(_W, "A parameter has neither schema nor content."),
    "parameter-invalid": Code(_W, "A parameter lacks a name or location; it is left out."),
    "path-parameter-missing": Code(_W, "The path names a parameter nobody declares; assumed text."),
    "path-parameter-unused": Code(_W, "A path parameter does not occur in the path; left out."),
    "style-unknown": Code(_W, "A style is not allowed for this location; the default is used."),
    "media-type-unsupported": Code(_W, "We cannot write this media type; it is not offered."),
    "body-on-get": Code(_N, "A body on a method that gives it no meaning is sent all the same."),
    "response-invalid": Code(_W, "A response stands under what is no status; it is left out."),
    "security-scheme-unknown": Code(_W, "A security requirement names no declared scheme."),
    "server-invalid": Code(_W, "A server URL cannot be read; it is left out."),
    "operation-id-duplicate": Code(_N, "Two operations share an operationId."),
    "webhooks-ignored": Code(_N, "Webhooks and callbacks are not operations we can call."),
    "text-missing": Code(_N, "The operation has neither summary nor description."),
    # schemas
    "schema-keyword-lost": Code(_W, "A schema keyword has no meaning in JSON Schema 2020-12."),
    "schema-invalid": Code(_W, "A part of a schema is not JSON Schema; it accepts anything."),
    "pattern-not-portable": Code(_N, "A pattern is checked at the call, and not listed."),
    "pattern-unchecked": Code(_W, "A pattern compiles in no engine; it is not checked."),
    "schema-weakened": Code(_N, "The listed schema is weaker than the one enforced."),
    # names
    "name-shortened": Code(_N, "The operationId is no legal or good name; another is proposed."),
    "argument-renamed": Code(_N, "A parameter's name is no portable key; another one stands."),
    # the surface
    "too-many-tools": Code(_W, "More tools than popular clients accept (128)."),
    "tool-too-large": Code(_E, "Listing a tool takes more than any client bears."),
    "surface-too-large": Code(_E, "The surface is larger than can be served."),
    "name-clash": Code(_E, "Two tools of the surface share a name."),
    "name-illegal": Code(_E, "A name does not match ^[a-zA-Z0-9_-]{1,64}$."),
    "argument-unfilled": Code(_E, "The API requires an argument that is hidden without a value."),
    "uri-clash": Code(_E, "Two resources of the surface share a URI."),
    "uri-invalid": Code(_E, "A resource's URI is none, or no template that can be matched."),
    "pages-not-followed": Code(_W, "Only the first page is fetched, though more was decided."),
    "tool-held": Code(_E, "The description now requires an argument nobody decided on."),
    "operation-gone": Code(_E, "An allowed operation is no longer in the description."),
}


def finding(
    code: str, message: str, *, pointer: str = "", document: str = "", operation: str = ""
) -> Finding:
    """Make a finding of a known code, with the severity the table gives it.

    What is said is bounded, whatever stands in the description: a pointer that is too long is that
    of the nearest value around whose pointer is not.
    """
    if len(message) > MAX_MESSAGE:
        message = message[:MAX_MESSAGE] + "…"
    if len(pointer) > MAX_POINTER:
        pointer = pointer[: MAX_POINTER + 1].rpartition("/")[0]
    return Finding(
        code, CODES[code].severity, message, pointer, document[:MAX_POINTER], operation[:MAX_KEY]
    )
