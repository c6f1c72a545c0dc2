"""The references of a document that leave it, for whoever reads the rest of a description.

Knows which parts of a document are OpenAPI and which are somebody's values: a `$ref` inside an
example, a default, an enum or a const is text of the API and no reference. Pure, not recursive.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

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


#: A value to look into, the way to it, whether its keys are names, whether it is optional.
_Visit: TypeAlias = tuple[JsonValue, Way, bool, bool]


def outgoing_references(root: JsonValue, *, fragment: bool = False) -> Iterator[Reference]:
    """Yield, in the document's order, each reference that names another document.

    `fragment` says that the root is not a whole description; when all its members are objects,
    they are taken for named parts.
    """
    named = fragment and isinstance(root, dict) and all(isinstance(v, dict) for v in root.values())
    pending: list[_Visit] = [(root, (), named, False)]
    while pending:
        children: list[_Visit]
        value, way, named, optional = pending.pop()
        if isinstance(value, list):
            children = [
                (item, (way, index), False, optional)
                for index, item in enumerate(value)
                if isinstance(item, (dict, list))
            ]
        elif named:
            children = [
                (item, (way, key), False, optional)
                for key, item in value.items()
                if isinstance(item, (dict, list))
            ]
        else:
            if "$ref" in value or "discriminator" in value:
                yield from _own(value, way, optional)
            children = _members(value, way, optional)
        pending.extend(children[::-1])


def _own(value: JsonValue, way: Way, optional: bool) -> Iterator[Reference]:
    text = reference_of(value)
    if text is not None and text[:1] not in ("#", ""):
        yield Reference(text, pointer_of(way), optional)
    discriminator = value.get("discriminator")
    mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
    for name, target in mapping.items() if isinstance(mapping, dict) else ():
        if isinstance(target, str) and _FILE.fullmatch(target):
            place = join_pointer(pointer_of(way), "discriminator", "mapping", name)
            yield Reference(target, place, optional=True)


def _members(value: dict[str, JsonValue], way: Way, optional: bool) -> list[_Visit]:
    """Return what there may be references in, of an object whose keys are keywords."""
    members: list[_Visit] = []
    for key, item in value.items():
        if not isinstance(item, (dict, list)) or key in _VALUES:
            continue
        if key == "examples":
            members += _examples(item, (way, key))
        else:
            named = key in _NAMED and isinstance(item, dict)
            members.append((item, (way, key), named, optional or key.startswith("x-")))
    return members


def _examples(value: JsonValue, way: Way) -> list[_Visit]:
    """Return the Example Objects that are references; what they hold else is the API's."""
    return [
        ({"$ref": example["$ref"]}, (way, name), False, True)
        for name, example in (value.items() if isinstance(value, dict) else ())
        if reference_of(example) is not None
    ]
