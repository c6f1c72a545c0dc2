"""What the readers of one description share: where to look things up, and where to say so.

A reader takes an OpenAPI object as a `Resolved`, with the place it stands, and returns a value of
`translator.operation`, or an `Unusable` with the reason why there is none. Lives for one
extraction.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from translator.json_value import JsonValue
from translator.openapi.dialect import Dialect
from translator.openapi.finding_log import FindingLog
from translator.openapi.limits import MAX_VALUE, Tick, no_tick, outweighs
from translator.openapi.resolve import Place, Resolved, Resolver, join_pointer, reference_of
from translator.openapi.schemas import Direction, Schemas
from translator.operation import Parameter, ResponseDescription

_MAX_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Unusable:
    """Something without which an operation cannot be called, and why it is missing."""

    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One description being read.

    `address` is the URL it came from, if any; `tick` may end what takes too long. `parameters`
    and `responses` remember what was read at a place, because many operations refer to it.
    """

    resolver: Resolver
    dialect: Dialect
    schemas: Schemas
    log: FindingLog
    origin: Callable[[Place], Place]
    address: str | None = None
    tick: Tick = no_tick
    parameters: dict[Place, Parameter | Unusable | None] = field(default_factory=dict)
    responses: dict[Place, ResponseDescription] = field(default_factory=dict)

    def follow(self, value: JsonValue, place: Place) -> Resolved | None:
        """Follow references from a value to what they mean; None, with a finding, for nothing."""
        if type(value) is not dict or "$ref" not in value:
            return Resolved(value, place)
        found = self.resolver.follow(value, self.origin(place))
        if found is None:
            message = f"$ref {reference_of(value)!r} points at nothing"
            self.log.add("ref-unresolved", message, place)
        return found

    def member(self, owner: Resolved, *tokens: str | int) -> Resolved:
        """Return what stands below an object, as written; None as its value when nothing does."""
        value = owner.value
        for token in tokens:
            if isinstance(value, dict):
                value = value.get(token)
            elif isinstance(value, list) and isinstance(token, int):
                value = value[token]
            else:
                value = None
        pointer = join_pointer(owner.place.pointer, *tokens)
        return Resolved(value, Place(owner.place.document, pointer))

    def schema(self, written: Resolved, direction: Direction) -> JsonValue | Unusable:
        """Convert a schema; unusable when it consists of a reference to nothing."""
        schema = self.schemas.convert(written.value, written.place, direction)
        ref = self.schemas.dangling(schema, direction)
        return schema if ref is None else Unusable(f"$ref {ref!r} points at nothing")

    def examples(self, owner: Resolved) -> tuple[JsonValue, ...]:
        """Return the values of `example` and `examples`, at most three (OAS 3.1.1, Example)."""
        values = [owner.value["example"]] if "example" in owner.value else []
        named = owner.value.get("examples")
        for name, example in named.items() if isinstance(named, dict) else ():
            if len(values) >= _MAX_EXAMPLES:
                break
            found = self.follow(example, self.member(owner, "examples", name).place)
            values += [] if found is None else _example_values(found.value)
        kept = [value for value in values[:_MAX_EXAMPLES] if not outweighs(value, MAX_VALUE)]
        if len(kept) < len(values[:_MAX_EXAMPLES]):
            message = f"an example of more than {MAX_VALUE:,} characters is left out"
            self.log.add("too-large", message, owner.place)
        return tuple(kept)


def text_of(owner: JsonValue, key: str) -> str | None:
    """Return a member that is a text and not empty, else None."""
    value = owner.get(key) if isinstance(owner, dict) else None
    return value if isinstance(value, str) and value else None


def _example_values(example: JsonValue) -> list[JsonValue]:
    """Return the value of an Example Object, in a list; OAS 3.2.0 calls it `dataValue`."""
    if not isinstance(example, dict):
        return []
    return [example[key] for key in ("dataValue", "value") if key in example][:1]
