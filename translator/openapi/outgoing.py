"""The references of a document that leave it, for whoever reads the rest of a description.

Knows which parts of a document are OpenAPI and which are somebody's values: a `$ref` inside an
example, a default, an enum or a const is text of the API and no reference. Pure, not recursive.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from translator.json_value import JsonValue
from translator.openapi.resolve import join_pointer, reference_of
from translator.openapi.way import Way, pointer_of

#: Members whose value belongs to the API.
_VALUES = frozenset({"example", "default", "enum", "const", "value", "dataValue"})
#: Members that hold names chosen by the author, not keywords (OAS 3.2.0 and JSON Schema 2020-12).
_NAMED = frozenset(
    {
        "$defs", "additionalOperations", "callbacks", "content", "definitions",
        "dependentSchemas", "encoding", "headers", "links", "mediaTypes", "parameters",
        "pathItems", "paths", "patternProperties", "properties", "requestBodies", "responses",
        "schemas", "securityDefinitions", "securitySchemes", "variables", "webhooks",
    }
)  # fmt: skip
_FILE = re.compile(r"[^#]*\.(?:json|ya?ml)(?:#.*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to another document, and where it stands.

    `optional` ones (in extensions, examples and discriminators) are nothing an operation needs.
    """

    text: str
    pointer: str
    optional: bool


@dataclass(frozen=True, slots=True)
class _Visit:
    value: JsonValue
    way: Way
    named: bool
    optional: bool


def outgoing_references(root: JsonValue, *, fragment: bool = False) -> Iterator[Reference]:
    """Yield, in the document's order, each reference that names another document.

    `fragment` says that the root is not a whole description; when all its members are objects,
    they are taken for named parts.
    """
    named = fragment and isinstance(root, dict) and all(isinstance(v, dict) for v in root.values())
    pending = [_Visit(root, (), named, optional=False)]
    while pending:
        visit = pending.pop()
        if isinstance(visit.value, dict):
            if not visit.named:
                yield from _own(visit)
            children = [child for key in visit.value for child in _child(visit, key)]
        else:
            children = [child for key in range(len(visit.value)) for child in _child(visit, key)]
        pending.extend(reversed(children))


def _own(visit: _Visit) -> Iterator[Reference]:
    text = reference_of(visit.value)
    if text is not None and text[:1] not in ("#", ""):
        yield Reference(text, pointer_of(visit.way), visit.optional)
    discriminator = visit.value.get("discriminator")
    mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
    for name, target in mapping.items() if isinstance(mapping, dict) else ():
        if isinstance(target, str) and _FILE.fullmatch(target):
            place = join_pointer(pointer_of(visit.way), "discriminator", "mapping", name)
            yield Reference(target, place, optional=True)


def _child(visit: _Visit, key: str | int) -> Iterator[_Visit]:
    """Yield the child to look into, if there may be references in it."""
    value = visit.value[key]
    if not isinstance(value, (dict, list)) or not value:
        return
    way = (visit.way, key)
    if visit.named or isinstance(key, int):
        yield _Visit(value, way, False, visit.optional)
    elif key == "examples":
        for name, example in value.items() if isinstance(value, dict) else ():
            if reference_of(example) is not None:
                only = {"$ref": example["$ref"]}
                yield _Visit(only, (way, name), named=False, optional=True)
    elif key not in _VALUES:
        named = key in _NAMED and isinstance(value, dict)
        yield _Visit(value, way, named, visit.optional or key.startswith("x-"))
