"""Own the digest of a candidate: all that a decision about it judges, and nothing else.

What a model would see and what would be sent: names, texts, hints, arguments, schemas with all
they reach, wire details, security, servers, answers. Not in it: places in documents, evidence,
notes, and the order of operations, parameters and keys. Pure.
"""

import hashlib
import re
from collections.abc import Mapping

from translator.arguments import Argument, ProposedArguments
from translator.json_value import JsonValue, canonical_json
from translator.operation import (
    Encoding,
    MediaType,
    Operation,
    Parameter,
    RequestBody,
    ResponseDescription,
    SecurityRequirement,
    SecurityScheme,
    Server,
)

_REFERENCE = re.compile(rb'"\$ref":"#/\$defs/([^"\\]+)"')


class ClosureDigests:
    """Digests of definitions with all they reach; each definition is read once."""

    def __init__(self, defs: Mapping[str, JsonValue]) -> None:
        self._defs = defs
        self._own: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._closed: dict[str, str] = {}

    def of_references(self, text: bytes) -> list[list[str]]:
        """Return name and digest of each definition that a canonical JSON text refers to."""
        return [[name, self.of_definition(name)] for name in _references(text)]

    def of_definition(self, name: str) -> str:
        """Return the digest of a definition with all it reaches; cycles are fine."""
        if name not in self._closed:
            reached: dict[str, str] = {}
            waiting = [name]
            while waiting:
                each = waiting.pop()
                if each not in reached:
                    reached[each], following = self._read(each)
                    waiting.extend(following)
            self._closed[name] = _hash(canonical_json(sorted(reached.items())))
        return self._closed[name]

    def _read(self, name: str) -> tuple[str, tuple[str, ...]]:
        if name not in self._own:
            text = canonical_json(self._defs.get(name, True))
            self._own[name] = (_hash(text), _references(text))
        return self._own[name]


def candidate_digest(
    judged: Mapping[str, JsonValue],
    operation: Operation,
    proposed: ProposedArguments,
    schemes: Mapping[str, SecurityScheme],
    inputs: ClosureDigests,
    outputs: ClosureDigests,
) -> str:
    """Return the digest of a candidate; `judged` holds what else was proposed, as JSON."""
    given = canonical_json(
        [
            sorted((_argument(each) for each in proposed.arguments), key=_first),
            sorted((_parameter(each) for each in proposed.parameters), key=_first),
            proposed.content_type,
            _body(operation.body),
        ]
    )
    answers = canonical_json(sorted(map(_response, operation.responses), key=_first))
    whole = {
        **judged,
        "method": operation.method,
        "path": operation.path,
        "given": [_hash(given), *inputs.of_references(given)],
        "answers": [_hash(answers), *outputs.of_references(answers)],
        "security": [_requirement(each, schemes) for each in operation.security],
        "servers": [operation.own_servers, *map(_server, operation.servers)],
        "withheld": proposed.withheld,
    }
    return "sha256:" + _hash(canonical_json(whole))


def _references(text: bytes) -> tuple[str, ...]:
    return tuple(sorted({name.decode() for name in _REFERENCE.findall(text)}))


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _first(fields: list[JsonValue]) -> str:
    return str(fields[0])


def _argument(argument: Argument) -> list[JsonValue]:
    return [
        argument.binding,
        argument.name,
        argument.required,
        argument.description,
        argument.schema,
    ]


def _parameter(parameter: Parameter) -> list[JsonValue]:
    """Return how a parameter is written; its schema is the argument's."""
    return [
        f"{parameter.location.value}:{parameter.name}",
        parameter.required,
        parameter.style,
        parameter.explode,
        parameter.allow_reserved,
        parameter.content_type,
    ]


def _body(body: RequestBody | None) -> list[JsonValue]:
    return [] if body is None else [body.required, *map(_media_type, body.media_types)]


def _media_type(media: MediaType) -> list[JsonValue]:
    encodings = {name: _encoding(each) for name, each in media.encoding.items()}
    return [media.content_type, media.schema, encodings]


def _encoding(encoding: Encoding) -> list[JsonValue]:
    return [
        encoding.content_type,
        encoding.style,
        encoding.explode,
        encoding.allow_reserved,
        *([*_parameter(header), header.schema] for header in encoding.headers),
    ]


def _response(response: ResponseDescription) -> list[JsonValue]:
    return [
        response.status,
        *([media.content_type, media.schema] for media in response.media_types),
    ]


def _requirement(
    requirement: SecurityRequirement, schemes: Mapping[str, SecurityScheme]
) -> list[JsonValue]:
    uses = sorted(requirement.schemes, key=lambda use: use.key)
    return [[use.key, sorted(use.scopes), _scheme(schemes.get(use.key))] for use in uses]


def _scheme(scheme: SecurityScheme | None) -> list[JsonValue]:
    if scheme is None:
        return []
    return [
        scheme.kind,
        scheme.location,
        scheme.parameter_name,
        scheme.http_scheme,
        *([flow.kind, flow.token_url, flow.authorization_url] for flow in scheme.flows),
    ]


def _server(server: Server) -> list[JsonValue]:
    variables = ([each.name, each.default, *each.enum] for each in server.variables)
    return [server.url, *variables]
