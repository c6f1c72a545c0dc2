"""Description → operations, schemas and findings: OpenAPI's words, one shape for all versions.

What comes in is a description whose documents are read; what goes out is an `Extraction`. A
Swagger 2.0 description is upgraded first, then one way leads through all versions. Nothing that
is wrong with one operation costs another: the operation is withheld with a finding. Pure.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from translator.errors import SourceError
from translator.finding import Finding
from translator.json_value import JsonValue
from translator.openapi.bodies import read_request_body, read_responses
from translator.openapi.description import Description
from translator.openapi.dialect import dialect_of
from translator.openapi.finding_log import FindingLog
from translator.openapi.limits import MAX_NAME, MAX_PATH, Tick, no_tick
from translator.openapi.parameters import read_parameters
from translator.openapi.reading import Reading, Unusable, text_of
from translator.openapi.resolve import Place, Resolved, Resolver
from translator.openapi.schemas import Direction, Schemas
from translator.openapi.security import (
    filled_by_credentials,
    read_security,
    read_security_schemes,
)
from translator.openapi.servers import default_servers, read_servers
from translator.openapi.swagger2 import Upgrade, upgrade
from translator.openapi.version import detect_version
from translator.operation import (
    Extraction,
    Operation,
    SecurityRequirement,
    SecurityScheme,
    Server,
)

#: RFC 9110 §9.3: content in these requests has no generally defined meaning.
_WITHOUT_BODY = ("GET", "HEAD", "DELETE", "TRACE")


@dataclass(frozen=True, slots=True)
class _Shared:
    """What a description says for all its operations."""

    schemes: dict[str, SecurityScheme]
    security: tuple[SecurityRequirement, ...]
    servers: tuple[Server, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """An operation as written, with the path item around it."""

    method: str
    path: str
    item: Resolved
    operation: Resolved

    @property
    def key(self) -> str:
        return f"{self.method} {self.path}"


def extract(description: Description, tick: Tick = no_tick) -> Extraction:
    """Return all that Isthmus takes from a description.

    The findings of its reading come first among those of the extraction. `tick` is called again
    and again while it takes long, and may raise.

    Raises:
        SourceError: the entry document is no OpenAPI description.
    """
    documents = {uri: document.root for uri, document in description.documents.items()}
    written = documents[description.uri]
    version = detect_version(written, description.uri)
    resolver = Resolver(documents, description.uri)
    upgraded = upgrade(resolver) if version == "2.0" else None
    root = written if upgraded is None else upgraded.root
    reading = _begin(resolver, upgraded, version, description.address, tick)
    return _extract(reading, Resolved(root, Place(description.uri)), written, description.findings)


def _begin(
    resolver: Resolver, upgraded: Upgrade | None, version: str, address: str | None, tick: Tick
) -> Reading:
    """Set up a reading; references always resolve in the documents as written."""
    origin = _same_place if upgraded is None else upgraded.origin
    log = FindingLog(resolver.entry, origin)
    for code, message, place in upgraded.remarks if upgraded is not None else ():
        log.add(code, message, place)
    dialect = dialect_of(version)
    schemas = Schemas(resolver, dialect, log, origin, tick)
    return Reading(resolver, dialect, schemas, log, origin, address, tick)


def _same_place(place: Place) -> Place:
    return place


def _extract(
    reading: Reading, root: Resolved, written: dict[str, JsonValue], findings: tuple[Finding, ...]
) -> Extraction:
    schemes = read_security_schemes(reading, root)
    servers = read_servers(reading, root)
    shared = _Shared(
        schemes=schemes,
        security=read_security(reading, root, schemes) or (),
        servers=default_servers(reading) if servers is None else servers,
    )
    operations = _read_operations(reading, root, shared)
    if root.value.get("webhooks"):
        message = "Webhooks are calls the API makes, not operations of it"
        reading.log.add("webhooks-ignored", message, reading.member(root, "webhooks").place)
    definitions = reading.schemas.definitions()
    about = root.value.get("info")
    return Extraction(
        title=text_of(about, "title") or "Untitled API",
        version=text_of(about, "version") or "",
        description=text_of(about, "description"),
        oas_version=str(written.get("openapi", written.get("swagger"))),
        operations=operations,
        security_schemes=schemes,
        servers=shared.servers,
        input_defs=definitions[Direction.INPUT],
        output_defs=definitions[Direction.OUTPUT],
        findings=findings + reading.log.found(),
        tags=_tags(root.value),
    )


def _tags(root: dict[str, JsonValue]) -> dict[str, str]:
    tags = root.get("tags")
    return {
        tag["name"]: text_of(tag, "description") or text_of(tag, "summary") or ""
        for tag in (tags if isinstance(tags, list) else ())
        if isinstance(tag, dict) and isinstance(tag.get("name"), str)
    }


def _read_operations(reading: Reading, root: Resolved, shared: _Shared) -> tuple[Operation, ...]:
    operations: dict[str, Operation] = {}
    by_id: dict[str, str] = {}
    for found in _find_operations(reading, root):
        reading.tick()
        reading.log.enter(found.key, found.operation.place)
        if found.key in operations:
            message = f"{found.key} is declared twice; the first counts"
            reading.log.add("operation-withheld", message, found.operation.place)
            continue
        operation = _read_or_withhold(reading, found, shared)
        if operation is not None:
            operations[found.key] = operation
            _compare_ids(reading, operation, found.operation.place, by_id)
    reading.log.leave()
    return tuple(operations.values())


def _compare_ids(
    reading: Reading, operation: Operation, place: Place, by_id: dict[str, str]
) -> None:
    if operation.operation_id is None:
        return
    first = by_id.setdefault(operation.operation_id, operation.key)
    if first != operation.key:
        message = f"The operationId '{operation.operation_id}' is that of {first}, too"
        reading.log.add("operation-id-duplicate", message, place)


def _find_operations(reading: Reading, root: Resolved) -> Iterator[_Found]:
    """Go through paths and methods in the document's order."""
    paths = root.value.get("paths")
    for path in paths if isinstance(paths, dict) else ():
        if path.startswith("x-"):
            continue
        item = _path_item(reading, reading.member(root, "paths", path))
        for key in item.value:
            if key in reading.dialect.methods:
                yield _Found(key.upper(), path, item, reading.member(item, key))
        more = item.value.get("additionalOperations")
        if reading.dialect.additional_operations and isinstance(more, dict):
            for method in more:
                operation = reading.member(item, "additionalOperations", method)
                yield _Found(method, path, item, operation)


def _path_item(reading: Reading, at: Resolved) -> Resolved:
    """Return a path item, behind its reference; fields beside the reference come on top."""
    found = reading.follow(at.value, at.place)
    if found is None or not isinstance(found.value, dict):
        return Resolved({}, at.place)
    if found.value is at.value:
        return found
    beside = {key: value for key, value in at.value.items() if key != "$ref"}
    return Resolved({**found.value, **beside}, found.place) if beside else found


def _read_or_withhold(reading: Reading, found: _Found, shared: _Shared) -> Operation | None:
    """Read an operation; whatever is wrong with it costs only this one."""
    try:
        read = _read_operation(reading, found, shared)
    except SourceError:
        raise
    except Exception as error:
        read = Unusable(f"it cannot be read ({type(error).__name__}: {error})")
    if isinstance(read, Unusable):
        message = f"{found.key:.200} is not offered: {read.reason}"
        reading.log.add("operation-withheld", message, found.operation.place)
        return None
    return read


def _read_operation(reading: Reading, found: _Found, shared: _Shared) -> Operation | Unusable:
    operation, item = found.operation, found.item
    if not isinstance(operation.value, dict):
        return Unusable("it is no object")
    if len(found.path) > MAX_PATH:
        return Unusable(f"its path has {len(found.path):,} characters")
    own_servers = read_servers(reading, operation)
    if own_servers is None:
        own_servers = read_servers(reading, item)
    if own_servers == ():
        return Unusable("none of its own servers can be called")
    security = read_security(reading, operation, shared.schemes)
    security = shared.security if security is None else security
    credentials = filled_by_credentials(security, shared.schemes)
    parameters, unusable = read_parameters(reading, found.path, item, operation, credentials)
    body = read_request_body(reading, operation)
    unusable += (body,) if isinstance(body, Unusable) else ()
    if unusable or isinstance(body, Unusable):
        return Unusable("; ".join(each.reason for each in unusable))
    texts = _Texts.of(operation.value, item.value)
    read = Operation(
        method=found.method,
        path=found.path,
        operation_id=_operation_id(reading, operation),
        summary=texts.summary,
        description=texts.description,
        tags=_tag_names(operation.value),
        deprecated=operation.value.get("deprecated") is True,
        parameters=parameters,
        body=body,
        responses=read_responses(reading, operation),
        security=security,
        servers=shared.servers if own_servers is None else own_servers,
        own_servers=own_servers is not None,
        document=reading.log.document_name(reading.origin(operation.place)),
        pointer=reading.origin(operation.place).pointer,
    )
    _remark_on(reading, found, read)
    return read


def _operation_id(reading: Reading, operation: Resolved) -> str | None:
    given = text_of(operation.value, "operationId")
    if given is None or len(given) <= MAX_NAME:
        return given
    message = f"the operationId of {len(given):,} characters, {given[:40]!r}…, is left out"
    reading.log.add("too-large", message, reading.member(operation, "operationId").place)
    return None


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of an operation, else those its path item gives for all (OAS 3.1.1)."""

    summary: str | None
    description: str | None

    @classmethod
    def of(cls, operation: JsonValue, item: JsonValue) -> "_Texts":
        summary, description = text_of(operation, "summary"), text_of(operation, "description")
        if summary is None and description is None:
            summary, description = text_of(item, "summary"), text_of(item, "description")
        return cls(summary, description)


def _tag_names(operation: dict[str, JsonValue]) -> tuple[str, ...]:
    tags = operation.get("tags")
    return tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()


def _remark_on(reading: Reading, found: _Found, operation: Operation) -> None:
    """Tell what is worth telling about an operation that can be offered."""
    place = found.operation.place
    if operation.summary is None and operation.description is None:
        reading.log.add("text-missing", "Neither summary nor description", place)
    if operation.body is not None and operation.method in _WITHOUT_BODY:
        message = f"{operation.method} gives a body no meaning; it is sent all the same"
        reading.log.add("body-on-get", message, place)
    if found.operation.value.get("callbacks"):
        message = "Callbacks are calls the API makes, not operations of it"
        at = reading.member(found.operation, "callbacks").place
        reading.log.add("webhooks-ignored", message, at)
