"""Parameters of an operation: read, given their defaults, merged, held against the path.

OAS 3.1.1, Parameter Object and Path Item Object. Pure; what is wrong becomes a finding, and what
makes a call impossible an `Unusable`.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from translator.json_value import JsonValue
from translator.openapi.limits import MAX_NAME, MAX_PARAMETERS
from translator.openapi.reading import Reading, Unusable, text_of
from translator.openapi.resolve import Place, Resolved
from translator.openapi.schemas import Direction
from translator.operation import Location, Parameter

#: What identifies a parameter: OAS 3.1.1, Parameter Object; header names know no case.
Identity = tuple[Location, str]

_VARIABLE = re.compile(r"\{([^{}/]+)\}")

#: OAS 3.1.1, Parameter Object, `name`: these are ignored; RFC 9110 gives the others meaning.
_NOT_ARGUMENTS = {
    "accept": "the media types of the responses decide it",
    "content-type": "the media type of the body decides it",
    "authorization": "the credential decides it",
    "host": "the server decides it",
    "content-length": "the body decides it",
    "transfer-encoding": "the connection decides it",
    "connection": "the connection decides it",
    "cookie": "cookie parameters and credentials decide it",
}


def identity_of(location: Location, name: str) -> Identity:
    """Return what identifies a parameter among those of an operation."""
    return (location, name.lower() if location is Location.HEADER else name)


def read_parameters(
    reading: Reading,
    path: str,
    item: Resolved,
    operation: Resolved,
    credentials: Mapping[Identity, str],
) -> tuple[tuple[Parameter, ...], tuple[Unusable, ...]]:
    """Return the parameters of an operation, and why it cannot be called, if so.

    `credentials` maps the parameters that security schemes fill to the key of the scheme.
    """
    unusable: list[Unusable] = []
    merged = {
        **_read_list(reading, item, unusable),
        **_read_list(reading, operation, unusable),
    }
    variables = list(dict.fromkeys(_VARIABLE.findall(path)))
    kept = [
        parameter
        for key, parameter in merged.items()
        if _is_argument(reading, operation, key, parameter, credentials)
        and _is_in_path(reading, operation, parameter, variables)
    ]
    declared = {each.name for each in kept if each.location is Location.PATH}
    for name in variables:
        if name not in declared and not unusable:
            kept.append(_assumed_path_parameter(reading, operation.place, name))
    return tuple(kept), tuple(unusable)


def read_header(reading: Reading, name: str, header: Resolved) -> Parameter | Unusable | None:
    """Read a Header Object (OAS 3.1.1), which is a parameter without name and location."""
    if not isinstance(header.value, dict):
        return None
    value = {**header.value, "name": name, "in": Location.HEADER.value}
    return _read(reading, Resolved(value, header.place))


def _read_list(
    reading: Reading, owner: Resolved, unusable: list[Unusable]
) -> dict[Identity, Parameter]:
    """Read the `parameters` of an operation or path item; of two alike the first counts."""
    written = owner.value.get("parameters")
    found: dict[Identity, Parameter] = {}
    if isinstance(written, list) and len(written) > MAX_PARAMETERS:
        unusable.append(Unusable(f"it has {len(written):,} parameters"))
        return found
    for index in range(len(written) if isinstance(written, list) else 0):
        place = reading.member(owner, "parameters", index).place
        parameter = _read_shared(reading, written[index], place)
        if isinstance(parameter, Unusable):
            unusable.append(parameter)
        elif parameter is not None:
            key = identity_of(parameter.location, parameter.name)
            if key in found:
                message = f"{parameter.location} parameter '{parameter.name}' is declared twice"
                reading.log.add("parameter-duplicate", message, place)
            found.setdefault(key, parameter)
    return found


def _read_shared(reading: Reading, written: JsonValue, place: Place) -> Parameter | Unusable | None:
    """Read a parameter, or remember what was read where its reference leads."""
    found = reading.follow(written, place)
    if found is None:
        return Unusable(f"a parameter's $ref {written['$ref']!r} points at nothing")
    origin = reading.origin(found.place)
    if origin not in reading.parameters:
        reading.parameters[origin] = _read(reading, found)
    parameter = reading.parameters[origin]
    beside = text_of(written, "description") if found.value is not written else None
    if isinstance(parameter, Parameter) and beside and reading.dialect.ref_siblings:
        return replace(parameter, description=beside)  # OAS 3.1.1, Reference Object
    return parameter


def _read(reading: Reading, written: Resolved) -> Parameter | Unusable | None:
    """Read one Parameter Object; None for one that is none and can be done without."""
    value = written.value
    location = _location_of(reading, value)
    name = value.get("name") if isinstance(value, dict) else None
    if location is None or not isinstance(name, str) or not name:
        reading.log.add("parameter-invalid", "A parameter has a name and a location", written.place)
        needed = isinstance(value, dict) and value.get("required") is True
        return Unusable(f"a required parameter, {name!r:.60}, cannot be read") if needed else None
    if len(name) > MAX_NAME:
        message = f"a name of {len(name):,} characters, {name[:40]!r}…; the parameter is left out"
        reading.log.add("too-large", message, written.place)
        return Unusable(message) if value.get("required") is True else None
    schema, content_type, examples = _content_of(reading, written)
    if isinstance(schema, Unusable):
        return Unusable(f"{location} parameter '{name}': {schema.reason}")
    style, explode = _style_of(reading, written, location)
    return Parameter(
        name=name,
        location=location,
        schema=schema,
        required=location is Location.PATH or value.get("required") is True,
        style=style,
        explode=explode,
        allow_reserved=value.get("allowReserved") is True,
        content_type=content_type,
        description=text_of(value, "description"),
        deprecated=value.get("deprecated") is True,
        examples=examples,
        pointer=reading.origin(written.place).pointer,
    )


def _location_of(reading: Reading, value: JsonValue) -> Location | None:
    written = value.get("in") if isinstance(value, dict) else None
    return next((each for each in reading.dialect.styles if each.value == written), None)


def _content_of(
    reading: Reading, written: Resolved
) -> tuple[JsonValue | Unusable, str | None, tuple[JsonValue, ...]]:
    """Return schema, media type and examples: by `schema`, else by the one of `content`."""
    own = reading.examples(written)
    if "schema" in written.value:
        schema = reading.schema(reading.member(written, "schema"), Direction.INPUT)
        return schema, None, own
    content = written.value.get("content")
    content_type = next(iter(content), None) if isinstance(content, dict) else None
    if content_type is None:
        message = "A parameter has a schema or one media type; any value is accepted"
        reading.log.add("parameter-without-schema", message, written.place)
        return True, None, own
    at = reading.member(written, "content", content_type)
    found = reading.follow(at.value, at.place)
    if found is None:
        return Unusable(f"$ref {at.value['$ref']!r} points at nothing"), content_type, own
    if not isinstance(found.value, dict) or "schema" not in found.value:
        return True, content_type, own
    schema = reading.schema(reading.member(found, "schema"), Direction.INPUT)
    return schema, content_type, own or reading.examples(found)


def _style_of(reading: Reading, written: Resolved, location: Location) -> tuple[str, bool]:
    """Return style and explode, with the defaults of OAS 3.1.1, Parameter Object.

    `deepObject` is only defined for explode, so that is its default.
    """
    styles = reading.dialect.styles[location]
    style = written.value.get("style", styles[0])
    if style not in styles:
        message = f"{style!r:.40} is no style for {location}; {styles[0]!r} is used"
        reading.log.add("style-unknown", message, written.place)
        style = styles[0]
    explode = written.value.get("explode")
    if not isinstance(explode, bool):
        explode = style in ("form", "cookie", "deepObject")
    return style, explode


def _is_argument(
    reading: Reading,
    operation: Resolved,
    key: Identity,
    parameter: Parameter,
    credentials: Mapping[Identity, str],
) -> bool:
    """Leave out what somebody else than the caller decides."""
    reason = _NOT_ARGUMENTS.get(key[1]) if key[0] is Location.HEADER else None
    if key in credentials:
        reason = f"the security scheme '{credentials[key]}' fills it"
    if reason is not None:
        message = f"{parameter.location} parameter '{parameter.name}' is no argument: {reason}"
        reading.log.add("parameter-ignored", message, operation.place)
    return reason is None


def _is_in_path(
    reading: Reading, operation: Resolved, parameter: Parameter, variables: list[str]
) -> bool:
    if parameter.location is not Location.PATH or parameter.name in variables:
        return True
    message = f"The path has no '{{{parameter.name}}}'"
    reading.log.add("path-parameter-unused", message, operation.place)
    return False


def _assumed_path_parameter(reading: Reading, place: Place, name: str) -> Parameter:
    message = f"Nobody declares the path parameter '{name}'; a text is assumed"
    reading.log.add("path-parameter-missing", message, place)
    return Parameter(
        name=name,
        location=Location.PATH,
        schema={"type": "string"},
        required=True,
        style="simple",
        explode=False,
        pointer=reading.origin(place).pointer,
    )
