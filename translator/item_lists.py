"""Own where the list of a collection stands in its answer, by the answer's schema, with evidence.

The answer is the list, or an object that holds it: its only list, the one whose name says so,
or the one inside a member that wraps the answer. Where that cannot be told there is no list.
Pure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from translator.answers import successes
from translator.json_value import JsonValue
from translator.operation import Operation
from translator.runtime.media_types import is_json
from translator.schema_reading import SchemaReader, pointer_to
from translator.words import literal_segments, singular, words_of

#: Names that say that a member is the list an answer is about.
_LISTS = (
    "items",
    "data",
    "results",
    "result",
    "records",
    "entries",
    "rows",
    "values",
    "value",
    "list",
    "content",
    "elements",
    "objects",
    "nodes",
    "edges",
    "hits",
    "members",
    "resources",
    "collection",
)
#: Names that say that a member is the answer proper, with something around it.
_WRAPPERS = frozenset(
    ("data", "result", "results", "response", "payload", "body", "embedded", "hits", "page")
)


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list in an answer: its place as a JSON pointer, its entries' schema, and why this one.

    `most` is how many entries its schema allows, None where it does not say.
    """

    pointer: str
    items: JsonValue
    evidence: str
    most: int | None = None


def answer_schema(operation: Operation) -> JsonValue:
    """Return the schema of the first success in JSON, None without one."""
    for response in successes(operation):
        for media in response.media_types:
            if is_json(media.content_type):
                return media.schema
    return None


def find_list(operation: Operation, reader: SchemaReader) -> ItemList | None:
    """Return the list in the answer of an operation, None where there is none to be told."""
    schema = answer_schema(operation)
    kinds = reader.kinds(schema)
    if "array" in kinds:
        return _item_list("", schema, "the answer is a list", reader)
    if "object" not in kinds:
        return None
    members = reader.members(schema)
    return _among(members, (), operation, reader) or _wrapped(members, operation, reader)


def _wrapped(
    members: Mapping[str, JsonValue], operation: Operation, reader: SchemaReader
) -> ItemList | None:
    """Look one level deeper, where exactly one member wraps a list."""
    about = _about(operation)
    found = [
        inner
        for name, schema in members.items()
        if "".join(words_of(name)) in _WRAPPERS or _ends_alike(name, about)
        if "object" in reader.kinds(schema)
        if (inner := _among(reader.members(schema), (name,), operation, reader))
    ]
    return found[0] if len(found) == 1 else None


def _among(
    members: Mapping[str, JsonValue],
    above: tuple[str, ...],
    operation: Operation,
    reader: SchemaReader,
) -> ItemList | None:
    lists = [name for name, schema in members.items() if "array" in reader.kinds(schema)]
    if len(lists) == 1:
        return _list(members, above, lists[0], "is the only list in the answer", reader)
    for name, why in _told(lists, operation):
        return _list(members, above, name, why, reader)
    return None


def _told(lists: list[str], operation: Operation) -> Iterator[tuple[str, str]]:
    """Give the lists whose names say that the answer is about them, the surest first."""
    about = _about(operation)
    for name in lists:
        if _ends_alike(name, about):
            yield name, "has the name of what the path lists"
    by_words = {"".join(words_of(name)): name for name in reversed(lists)}
    for word in _LISTS:
        if word in by_words:
            yield by_words[word], "is called what lists are called"


def _about(operation: Operation) -> frozenset[str]:
    """Return the last word of a path, as it stands and in the singular."""
    last = words_of("".join(literal_segments(operation.path)[-1:]))[-1:]
    return frozenset((*last, *map(singular, last)))


def _ends_alike(name: str, about: frozenset[str]) -> bool:
    last = words_of(name)[-1:]
    return any(word in about or singular(word) in about for word in last)


def _list(
    members: Mapping[str, JsonValue],
    above: tuple[str, ...],
    name: str,
    why: str,
    reader: SchemaReader,
) -> ItemList:
    pointer = pointer_to(*above, name)
    return _item_list(pointer, members[name], f"{pointer} {why}", reader)


def _item_list(pointer: str, schema: JsonValue, why: str, reader: SchemaReader) -> ItemList:
    most = reader.said(schema, "maxItems")
    return ItemList(pointer, reader.items(schema), why, most if isinstance(most, int) else None)
