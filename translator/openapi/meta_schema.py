"""What OpenAPI's own schemas say against a document, as findings.

The meta-schemas are package data of openapi-spec-validator; jsonschema-rs checks them offline,
so nothing is ever fetched. A document that fails is still read: findings, never a stop.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

import jsonschema_rs
from jsonschema_rs import ValidationError, ValidationErrorKind

from translator.finding import Finding, finding
from translator.json_value import JsonValue
from translator.openapi.resolve import join_pointer

MAX_FINDINGS = 100
_MAX_VALUE = 80
_MAX_MESSAGE = 300
#: Stands in the validator's messages where it would print the value, however large.
_MASK = "\x00"


def check_meta_schema(root: JsonValue, version: str) -> tuple[Finding, ...]:
    """Check a root document against the meta-schema of '2.0', '3.0', '3.1' or '3.2'."""
    validator = _validator(version)
    try:
        if validator.is_valid(root):
            return ()
        errors = [_most_telling(error) for error in validator.iter_errors(root)]
    except ValueError as error:
        message = f"the document could not be checked: {str(error)[:_MAX_VALUE]}"
        return (finding("not-valid-openapi", message),)
    found = dict.fromkeys(_finding(error, root) for error in _without_echoes(errors))
    return _bounded(tuple(found))


@cache
def _validator(version: str) -> jsonschema_rs.Validator:
    resource = files("openapi_spec_validator") / "resources" / "schemas" / f"v{version}"
    schema = json.loads((resource / "schema.json").read_text(encoding="utf-8"))
    return jsonschema_rs.validator_for(schema, mask=_MASK, offline=True)


def _bounded(found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    if len(found) <= MAX_FINDINGS:
        return found
    more = f"{len(found) - MAX_FINDINGS + 1} more places break OpenAPI's schema"
    return (*found[: MAX_FINDINGS - 1], finding("not-valid-openapi", more))


def _most_telling(error: ValidationError) -> ValidationError:
    """Go down through anyOf and oneOf to the error that explains most.

    A branch that gets far before it fails is the one that was meant; among equals, the one with
    the fewest complaints. A branch that misses `$ref` (the Reference Object) or is for another
    `in` is meant only when all are.
    """
    while branches := [branch for branch in _branches(error.kind) if branch]:
        for excludes in (_misses_ref, _is_for_another_location):
            branches = [branch for branch in branches if not excludes(branch)] or branches
        meant = max(branches, key=_reach)
        error = max(meant, key=_depth)
    return error


def _branches(kind: ValidationErrorKind) -> Sequence[Sequence[ValidationError]]:
    if isinstance(kind, (ValidationErrorKind.AnyOf, ValidationErrorKind.OneOfNotValid)):
        return kind.context
    return []


def _misses_ref(branch: Sequence[ValidationError]) -> bool:
    return any(
        isinstance(error.kind, ValidationErrorKind.Required) and '"$ref"' in error.message
        for error in branch
    )


def _is_for_another_location(branch: Sequence[ValidationError]) -> bool:
    kinds = (ValidationErrorKind.Enum, ValidationErrorKind.Constant)
    return any(
        error.instance_path[-1:] == ["in"] and isinstance(error.kind, kinds) for error in branch
    )


def _depth(error: ValidationError) -> int:
    below = [_depth(inner) for branch in _branches(error.kind) for inner in branch]
    return max([len(error.instance_path), *below])


def _reach(branch: Sequence[ValidationError]) -> tuple[int, int]:
    return max(_depth(error) for error in branch), -len(branch)


def _without_echoes(errors: Iterable[ValidationError]) -> list[ValidationError]:
    """Leave out that a member is 'unevaluated' where what is wrong inside it is told."""
    listed = list(errors)
    told = {
        tuple(error.instance_path[:length])
        for error in listed
        if not _is_unevaluated(error)
        for length in range(len(error.instance_path))
    }
    return [
        error
        for error in listed
        if not (_is_unevaluated(error) and tuple(error.instance_path) in told)
    ]


def _is_unevaluated(error: ValidationError) -> bool:
    return isinstance(error.kind, ValidationErrorKind.UnevaluatedProperties)


def _finding(error: ValidationError, root: JsonValue) -> Finding:
    message = error.message.replace(_MASK, _summary(_value_at(root, error.instance_path)))
    if len(message) > _MAX_MESSAGE:
        message = message[:_MAX_MESSAGE] + "…"
    return finding("not-valid-openapi", message, pointer=join_pointer("", *error.instance_path))


def _value_at(root: JsonValue, path: Sequence[str | int]) -> JsonValue:
    """Return what a path leads to; the validator writes a key like `400` as a number."""
    for token in path:
        root = root[int(token)] if isinstance(root, list) else root[str(token)]
    return root


def _summary(value: JsonValue) -> str:
    """Name a value in at most about 80 characters, however large it is."""
    if isinstance(value, dict):
        keys = ", ".join(str(key) for key in list(value)[:_MAX_VALUE])
        text = f"the object with {keys}" if keys else "the empty object"
    elif isinstance(value, list):
        text = f"the list of {len(value)}" if value else "the empty list"
    elif isinstance(value, str):
        text = json.dumps(value[: _MAX_VALUE + 1], ensure_ascii=False)
    else:
        text = json.dumps(value)
    return text if len(text) <= _MAX_VALUE else text[:_MAX_VALUE] + "…"
