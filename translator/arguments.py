"""Own the flat arguments object: what a caller gives, under which key, and where it goes.

Parameters at the root, members of a plain object body beside them, any other body under one
key. What somebody else decides (credentials, the connection) is no argument. Pure.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from translator.body_arguments import WantedArgument, body_arguments, described
from translator.finding import Finding, finding
from translator.json_value import JsonValue
from translator.media_choice import choose_media_type
from translator.naming import argument_names
from translator.operation import (
    Location,
    Operation,
    Parameter,
    RequestBody,
    SchemeUse,
    SecurityRequirement,
    SecurityScheme,
)

_MAX_EXAMPLE = 60
#: Header fields that the connection, the body or the trace decides (RFC 9110 §7.6, §8, §11).
NEVER_ARGUMENTS = frozenset(
    [
        "accept",
        "accept-encoding",
        "authorization",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "cookie",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "traceparent",
        "tracestate",
        "trailer",
        "transfer-encoding",
        "upgrade",
    ]
)
_CREDENTIAL = re.compile(
    r"(?:x[-_])?(?:api[-_]?key|(?:access|auth)[-_]?token|token|client[-_]?secret)", re.IGNORECASE
)
_TEACHING = frozenset(["$ref", "examples", "enum", "const", "default"])
_UNWRITABLE = "a body is required, and it has no media type that can be written"


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
class ProposedArguments:
    """The arguments of an operation.

    `parameters` are those of the operation that arguments fill. `content_type` is the body's,
    None without one; `withheld` says why the operation cannot be called at all. `security` is
    the operation's, with the schemes whose credentials the description lists as required
    parameters.
    """

    arguments: tuple[Argument, ...]
    parameters: tuple[Parameter, ...]
    content_type: str | None
    security: tuple[SecurityRequirement, ...]
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    withheld: str | None = None


def propose_arguments(
    operation: Operation,
    defs: Mapping[str, JsonValue],
    schemes: Mapping[str, SecurityScheme],
) -> ProposedArguments:
    """Propose the arguments object of an operation."""
    filled = {identity(each): _filler(each, schemes) for each in operation.parameters}
    parameters = tuple(each for each in operation.parameters if not filled[identity(each)])
    left_out = [each for each in operation.parameters if filled[identity(each)]]
    findings = [_ignored(operation, each, filled[identity(each)]) for each in left_out]
    media = choose_media_type(operation.body, operation.method) if operation.body else None
    seen = (operation.operation_id or operation.path, operation.summary or "")
    beside = " ".join((*seen, *(each.name for each in parameters)))
    wanted = [_of_parameter(parameter, beside) for parameter in parameters]
    if media is not None and operation.body is not None:
        wanted += body_arguments(operation.body, media, parameters, defs)
    names = argument_names([(each.location, each.name) for each in wanted])
    unwritable = operation.body is not None and media is None
    return ProposedArguments(
        arguments=tuple(
            Argument(name, each.binding, each.schema, each.required, each.description)
            for name, each in zip(names, wanted, strict=True)
        ),
        parameters=parameters,
        content_type=media.content_type if media else None,
        security=_with_schemes(operation, left_out, schemes),
        notes=tuple(
            f"{each.name} looks like a credential that no security scheme declares."
            for each in parameters
            if each.location is not Location.PATH and _CREDENTIAL.fullmatch(each.name)
        ),
        findings=(
            *findings,
            *_renamed(operation, wanted, names),
            *(_unsupported(operation, operation.body) if operation.body and unwritable else ()),
        ),
        withheld=_UNWRITABLE if unwritable and operation.body and operation.body.required else None,
    )


def identity(parameter: Parameter) -> tuple[Location, str]:
    """Return what identifies a parameter; names of header fields know no case."""
    name = parameter.name
    return parameter.location, name.lower() if parameter.location is Location.HEADER else name


# --- parameters ------------------------------------------------------------------------------


def _scheme_of(parameter: Parameter, schemes: Mapping[str, SecurityScheme]) -> str | None:
    """Return the key of the declared scheme whose credential this parameter is."""
    for key, scheme in schemes.items():
        if scheme.location is not parameter.location or not scheme.parameter_name:
            continue
        same = scheme.parameter_name == parameter.name
        if parameter.location is Location.HEADER:
            same = scheme.parameter_name.lower() == parameter.name.lower()
        if same:
            return key
    return None


def _filler(parameter: Parameter, schemes: Mapping[str, SecurityScheme]) -> str:
    """Return what fills the parameter in the caller's stead; '' for an argument."""
    key = _scheme_of(parameter, schemes)
    if key is not None:
        return f"the credential of the security scheme {key!r}"
    if parameter.location is Location.HEADER and parameter.name.lower() in NEVER_ARGUMENTS:
        return "the request itself"
    return ""


def _ignored(operation: Operation, parameter: Parameter, filler: str) -> Finding:
    return finding(
        "parameter-ignored",
        f"{parameter.location} parameter {parameter.name!r} is no argument: {filler} fills it.",
        pointer=parameter.pointer or operation.pointer,
        document=operation.document,
        operation=operation.key,
    )


def _with_schemes(
    operation: Operation, left_out: Iterable[Parameter], schemes: Mapping[str, SecurityScheme]
) -> tuple[SecurityRequirement, ...]:
    """Return the security with the schemes of required parameters in every alternative.

    A required parameter that is a declared credential says in other words that the scheme is
    needed; without this the credential would never be sent.
    """
    keys = [_scheme_of(each, schemes) for each in left_out if each.required]
    alternatives = operation.security or (SecurityRequirement(),)
    needed = tuple(dict.fromkeys(SchemeUse(key) for key in keys if key is not None))
    if not needed:
        return operation.security
    return tuple(
        SecurityRequirement(
            (
                *each.schemes,
                *(use for use in needed if use.key not in {known.key for known in each.schemes}),
            )
        )
        for each in alternatives
    )


def _of_parameter(parameter: Parameter, beside: str) -> WantedArgument:
    description = described(parameter.description, parameter.name, parameter.schema, beside)
    if parameter.deprecated:
        description = f"Deprecated. {description or ''}".rstrip()
    return WantedArgument(
        parameter.location.value,
        parameter.name,
        f"{parameter.location.value}:{parameter.name}",
        _not_empty(_with_example(parameter), parameter.location),
        parameter.required,
        description,
    )


def _not_empty(schema: JsonValue, location: Location) -> JsonValue:
    """Return the schema of a path value without what would leave its place empty.

    An empty place names another resource: null, and an object or array of nothing.
    """
    if location is not Location.PATH or not isinstance(schema, dict):
        return schema
    kept = dict(schema)
    if isinstance(schema.get("type"), list):
        kept["type"] = [name for name in schema["type"] if name != "null"]
    if isinstance(schema.get("anyOf"), list):
        kept["anyOf"] = [branch for branch in schema["anyOf"] if branch != {"type": "null"}]
    if schema.get("type") == "object":
        kept["minProperties"] = max(1, schema.get("minProperties", 1))
    if schema.get("type") == "array":
        kept["minItems"] = max(1, schema.get("minItems", 1))
    return kept


def _with_example(parameter: Parameter) -> JsonValue:
    """Return the schema with the parameter's own example, where it has none and it is short."""
    schema, examples = parameter.schema, parameter.examples[:1]
    if not examples or not isinstance(schema, dict) or schema.keys() & _TEACHING:
        return schema
    short = isinstance(examples[0], str | int | float) and len(str(examples[0])) <= _MAX_EXAMPLE
    return {**schema, "examples": list(examples)} if short else schema


def _unsupported(operation: Operation, body: RequestBody) -> tuple[Finding, ...]:
    names = ", ".join(repr(media.content_type) for media in body.media_types) or "none"
    return (
        finding(
            "media-type-unsupported",
            f"The body has no media type that can be written: {names}.",
            pointer=body.pointer or operation.pointer,
            document=operation.document,
            operation=operation.key,
        ),
    )


def _renamed(
    operation: Operation, wanted: Sequence[WantedArgument], names: Sequence[str]
) -> list[Finding]:
    """Tell which arguments have other keys than their names; the whole body has no name."""
    return [
        finding(
            "argument-renamed",
            f"{each.binding} is the argument {name!r}.",
            pointer=operation.pointer,
            document=operation.document,
            operation=operation.key,
        )
        for each, name in zip(wanted, names, strict=True)
        if name != each.name
    ]
