"""Own how a collection's items name themselves to what reads one of them, with evidence.

The path of one item is that of its collection and a variable: `/pets` and `/pets/{petId}`. Which
property of an item fills the variable is told by its name, by the variable's description or by
what items must have; where that leaves a choice, nothing is linked. Pure.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from translator.collection import ItemLink
from translator.item_lists import answer_schema, find_list
from translator.json_value import JsonValue
from translator.operation import Location, Operation, Parameter
from translator.pagination_words import flat
from translator.proposal import plain_path
from translator.schema_reading import SchemaReader, pointer_to
from translator.words import literal_segments, singular, words_of

_SCALARS = frozenset(("string", "integer", "number"))
#: What things are known by; the values say what else names the same.
_KEYS = (
    "id",
    "uuid",
    "guid",
    "uid",
    "sid",
    "slug",
    "name",
    "login",
    "username",
    "key",
    "number",
    "code",
    "sha",
    "email",
    "handle",
    "hash",
)
_ALIASES = {"identifier": "id", "ids": "id", "no": "number", "num": "number"}
#: Keys that go by each other's names.
_PEOPLE = frozenset(("username", "login", "handle"))
_TITLES = ("title", "name", "displayname", "fullname", "label", "subject", "summary", "headline")
#: A member that holds what identifies its owner, as Kubernetes has it.
_ABOUT = "metadata"


class ItemLinker:
    """Links collections and items of one description."""

    def __init__(
        self, input_defs: Mapping[str, JsonValue], output_defs: Mapping[str, JsonValue]
    ) -> None:
        self._inputs = SchemaReader(input_defs)
        self._outputs = SchemaReader(output_defs)

    def link(self, collection: Operation, item: Operation) -> ItemLink | None:
        """Return how the items of a collection name themselves to what lies below its path.

        `item` may read an item, or something that belongs to one; None where nothing tells.
        """
        parameter = item_parameter(collection, item)
        found = find_list(collection, self._outputs)
        if parameter is None or found is None:
            return None
        listed = "".join(literal_segments(collection.path)[-1:])
        about = words_of(listed)[-1:]
        search = _Search(
            self._outputs,
            found.items,
            parameter,
            self._inputs.kinds(parameter.schema),
            frozenset((*about, *map(singular, about))),
            singular(flat(listed)) == flat(parameter.name),
            self._is_same(found.items, answer_schema(item)),
        )
        told = next(search.identifiers(), None)
        if told is None:
            return None
        pointer, why = told
        evidence = f"{{{parameter.name}}} is {pointer or 'the entry'} of an item: {why}"
        return ItemLink(item.key, parameter.name, found.pointer, pointer, evidence, search.title())

    def _is_same(self, items: JsonValue, answer: JsonValue) -> bool:
        """Tell whether an item of the collection is what reading one answers, by reference."""
        ours, theirs = (
            {part["$ref"] for part in self._outputs.parts(schema) if "$ref" in part}
            for schema in (items, answer)
        )
        return bool(ours & theirs)


def item_parameter(collection: Operation, item: Operation) -> Parameter | None:
    """Return the path parameter with which an operation's path goes on from a collection's."""
    base, path = plain_path(collection.path), plain_path(item.path)
    if not path.startswith(base):
        return None
    found = re.match(r"/\{([^{}]+)\}(?:/|$)", path[len(base) :])
    name = found[1] if found else None
    in_path = (each for each in item.parameters if each.location is Location.PATH)
    return next((each for each in in_path if each.name == name), None)


@dataclass(frozen=True)
class _Search:
    """The search for what identifies an item to a parameter.

    `kinds` are the parameter's, `about` the words for what the collection's path lists, `whole`
    whether the parameter has just that name, `same` whether what reads an item answers the very
    schema that items have.
    """

    reader: SchemaReader
    schema: JsonValue
    parameter: Parameter
    kinds: frozenset[str]
    about: frozenset[str]
    whole: bool
    same: bool

    @cached_property
    def members(self) -> Mapping[str, JsonValue]:
        return self.reader.members(self.schema)

    @cached_property
    def names(self) -> dict[str, str]:
        """The properties by their flat names."""
        return {flat(name): name for name in reversed(list(self.members))}

    def identifiers(self) -> Iterator[tuple[str, str]]:
        """Give what identifies an item, as a pointer with the reason; the surest first."""
        if not self.members:
            if self.reader.kinds(self.schema) and self._takes(self.schema):
                yield "", "the entries are single values"
            return
        name = flat(self.parameter.name)
        if self._fits(name):
            yield pointer_to(self.names[name]), "the same name"
        yield from self._inside(_ABOUT, name, "the same name")
        yield from self._by_words()
        yield from self._by_noun()

    def title(self) -> str | None:
        """Return a pointer to what people call an item, None where nothing tells."""
        for name in _TITLES:
            if name in self.names and "string" in self._kinds(name):
                return pointer_to(self.names[name])
        return next((pointer for pointer, _ in self._inside(_ABOUT, "name", "")), None)

    def _by_words(self) -> Iterator[tuple[str, str]]:
        """Read a name like petId as the id of a pet."""
        *noun, last = words_of(self.parameter.name) or ("",)
        key = _ALIASES.get(last, last)
        if self.whole or not noun or key not in _KEYS:
            return
        belongs = singular(noun[-1]) in self.about
        if self._fits(key) and (belongs or self.same):
            why = f"the {key} of a {noun[-1]}" if belongs else "what it reads is an item"
            yield pointer_to(self.names[key]), why
        yield from self._inside("".join(noun), key, f"the {key} of the {noun[-1]} in it")

    def _by_noun(self) -> Iterator[tuple[str, str]]:
        """Read a name that only says what it is about, like repo: its text or the items decide."""
        last = "".join(words_of(self.parameter.name)[-1:])
        says_which = not self.whole and _ALIASES.get(last, last) in _KEYS and last not in _PEOPLE
        if says_which or (singular(last) not in self.about and not self.same):
            return
        possible = [key for key in _KEYS if self._fits(key, strict=True)]
        text = words_of(self.parameter.description or "")
        told = {_ALIASES.get(word, word) for word in text} & set(possible)
        if len(told) == 1:
            key = told.pop()
            yield pointer_to(self.names[key]), f"its description says {key}"
        required = [key for key in possible if self._is_required(key)]
        if not told and len(required or possible) == 1:
            key = (required or possible)[0]
            why = "the only one that all items have" if required else "nothing else identifies one"
            yield pointer_to(self.names[key]), why

    def _inside(self, around: str, name: str, why: str) -> Iterator[tuple[str, str]]:
        """Look into one member of an item."""
        written = self.names.get(around)
        inner = self.reader.members(self.members[written]) if written else {}
        for each, schema in inner.items():
            if written and flat(each) == name and self._takes(schema):
                yield pointer_to(written, each), why

    def _fits(self, name: str, *, strict: bool = False) -> bool:
        written = self.names.get(name)
        return written is not None and self._takes(self.members[written], strict=strict)

    def _takes(self, schema: JsonValue, *, strict: bool = False) -> bool:
        """Tell whether the parameter takes such values.

        A text takes numbers, too, unless `strict`: descriptions call many ids of a path texts.
        """
        kinds = self.reader.kinds(schema)
        if kinds and not kinds & _SCALARS:
            return False
        anything = not kinds or not self.kinds or ("string" in self.kinds and not strict)
        return anything or bool(kinds & self.kinds)

    def _kinds(self, name: str) -> frozenset[str]:
        return self.reader.kinds(self.members[self.names[name]])

    def _is_required(self, name: str) -> bool:
        written = self.names[name]
        parts = self.reader.parts(self.schema)
        return any(written in part.get("required", ()) for part in parts)
