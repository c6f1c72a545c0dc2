"""Which schemas stand in for one that has a discriminator: those that inherit it.

OAS 2.0, Schema Object, `discriminator`: the property's value is the name of the schema that has
it, or of one that inherits it. OAS 3.1.1, Discriminator Object, knows the same hierarchy by
`allOf`, and `mapping` gives other values and further schemas. `x-ms-discriminator-value` is how
descriptions of version 2.0 say another value. A schema that lists its choices by `oneOf` or
`anyOf` says who stands in for it, and has no heirs here. Pure.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from translator.json_value import JsonValue
from translator.openapi.resolve import Place, Resolved, Resolver, join_pointer, split_pointer

#: More than these are not listed one by one: a model would read them for every tool.
MAX_HEIRS = 30

_MAX_ANCESTORS = 100
_COMPONENTS = (("components", "schemas"), ("definitions",))

#: What a reference leads to, seen from a place; None when that is nothing.
Target = Callable[[str, Place], Resolved | None]


@dataclass(frozen=True, slots=True)
class Heir:
    """A schema that inherits another, with the values of the discriminator that mean it."""

    schema: Resolved
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """The heirs of a schema, and the property that tells them apart, None when none is named.

    There are always some; `heirs` is empty where they are more than `MAX_HEIRS`.
    """

    property_name: str | None
    heirs: tuple[Heir, ...]


class Inheritance:
    """Knows the families of one description; what it must look up it looks up once."""

    def __init__(self, resolver: Resolver, target: Target) -> None:
        self._resolver = resolver
        self._target = target
        self._children: Mapping[Place, dict[Place, Resolved]] | None = None

    def family(self, parent: Resolved) -> Family | None:
        """Return who stands in for a schema, None when nobody does."""
        if not isinstance(parent.value, dict) or {"oneOf", "anyOf"} & parent.value.keys():
            return None
        if self._children is None:
            self._children = self._read_children()
        discriminator = self._discriminator(parent) if self._children is not None else None
        if discriminator is None:
            return None
        mapping = self._mapping(discriminator)
        heirs = {heir.place: heir for heir in self._descendants(parent)}
        if discriminator.place == parent.place:
            heirs |= {one.place: one for one in mapping.values() if one.place not in heirs}
        heirs.pop(parent.place, None)
        if not heirs:
            return None
        named = _property_name(discriminator.value)
        if len(heirs) > MAX_HEIRS:
            return Family(named, ())
        return Family(named, tuple(Heir(one, _values(one, mapping)) for one in heirs.values()))

    def is_heir(self, place: Place, parent: Place) -> bool:
        """Tell whether the schema at a place has the parent in its own `allOf`."""
        return place in (self._children or {}).get(parent, {})

    def _read_children(self) -> dict[Place, dict[Place, Resolved]]:
        """Return `{parent: those with it in their allOf}`; empty where nothing discriminates."""
        children: dict[Place, dict[Place, Resolved]] = {}
        discriminates = False
        for schema in self._components():
            discriminates = discriminates or _discriminates(schema)
            for parent in self._parents(schema):
                discriminates = discriminates or _discriminates(parent)
                children.setdefault(parent.place, {})[schema.place] = schema
        return children if discriminates else {}

    def _components(self) -> Iterator[Resolved]:
        for uri, root in self._resolver.documents.items():
            for pointer in _COMPONENTS:
                written = root
                for token in pointer:
                    written = written.get(token) if isinstance(written, dict) else None
                for name, schema in written.items() if isinstance(written, dict) else ():
                    yield Resolved(schema, Place(uri, join_pointer("", *pointer, name)))

    def _parents(self, schema: Resolved) -> Iterator[Resolved]:
        members = schema.value.get("allOf") if isinstance(schema.value, dict) else None
        for member in members if isinstance(members, list) else ():
            ref = member.get("$ref") if isinstance(member, dict) else None
            found = self._target(ref, schema.place) if isinstance(ref, str) else None
            if found is not None:
                yield found

    def _discriminator(self, schema: Resolved) -> Resolved | None:
        """Return the discriminator of a schema or of an ancestor, at the place of who has it."""
        waiting, seen = [schema], set[Place]()
        while waiting and len(seen) < _MAX_ANCESTORS:
            one = waiting.pop(0)
            if one.place in seen:
                continue
            seen.add(one.place)
            for part in _parts(one.value):
                if "discriminator" in part:
                    return Resolved(part["discriminator"], one.place)
            waiting += self._parents(one)
        return None

    def _descendants(self, parent: Resolved) -> Iterator[Resolved]:
        """Give children, then theirs; not many more than would be listed."""
        waiting, seen = [parent], {parent.place}
        while waiting and len(seen) <= MAX_HEIRS + 1:
            for child in (self._children or {}).get(waiting.pop(0).place, {}).values():
                if child.place not in seen:
                    seen.add(child.place)
                    waiting.append(child)
                    yield child

    def _mapping(self, discriminator: Resolved) -> dict[str, Resolved]:
        """Return `{value: schema}`; a name means a component (OAS 3.1.1, Discriminator Object)."""
        value = discriminator.value
        written = value.get("mapping") if isinstance(value, dict) else None
        found: dict[str, Resolved] = {}
        for key, name in written.items() if isinstance(written, dict) else ():
            if isinstance(name, str):
                by_name = join_pointer("#/components/schemas", name)
                schema = self._target(by_name, discriminator.place)
                schema = schema or self._target(name, discriminator.place)
                if schema is not None:
                    found[str(key)] = schema
        return found


def _discriminates(schema: Resolved) -> bool:
    return any("discriminator" in part for part in _parts(schema.value))


def _parts(schema: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """Give a schema and the members of its `allOf` that are no references."""
    if isinstance(schema, dict):
        yield schema
        members = schema.get("allOf")
        for member in members if isinstance(members, list) else ():
            if isinstance(member, dict) and "$ref" not in member:
                yield member


def _property_name(discriminator: JsonValue) -> str | None:
    named = discriminator.get("propertyName") if isinstance(discriminator, dict) else discriminator
    return named if isinstance(named, str) else None


def _values(heir: Resolved, mapping: Mapping[str, Resolved]) -> tuple[str, ...]:
    """Return the values that mean an heir: those of the mapping, else its own word or name."""
    mapped = tuple(value for value, schema in mapping.items() if schema.place == heir.place)
    own = heir.value.get("x-ms-discriminator-value") if isinstance(heir.value, dict) else None
    named = split_pointer(heir.place.pointer)[-1:]
    return mapped or ((own,) if isinstance(own, str) else named)
