"""Schemas of every OpenAPI version → JSON Schema 2020-12.

What goes in is a schema as written and where it stands; what comes out is valid 2020-12 whose
`$ref`s read `#/$defs/NAME`. Each schema that is the target of a reference is converted once
per direction, when it is first needed, and shared: values that come out must not be changed.
Cycles stay cycles, and depth costs no stack. What is no schema becomes one that accepts
anything, with a finding. `if version` is in `translator.openapi.dialect`, the meaning of each
keyword in `translator.openapi.keywords`.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from translator.json_value import JsonValue
from translator.openapi.definitions import definition_names
from translator.openapi.dialect import Dialect
from translator.openapi.finding_log import FindingLog
from translator.openapi.inheritance import Family, Heir, Inheritance
from translator.openapi.keywords import Below, Node, Spot, rules_of
from translator.openapi.limits import Tick, no_tick
from translator.openapi.nullability import accept_null, fit_enum
from translator.openapi.references import References, components_elsewhere
from translator.openapi.resolve import Place, Resolved, Resolver, join_pointer, split_pointer
from translator.openapi.visibility import NONE, Visibility

_ROOT: Spot = (None, "")
_COMPOSING = ("$ref", "allOf", "anyOf", "oneOf", "then", "else")


class Direction(StrEnum):
    """Which way a schema's values travel; each hides the properties marked for the other."""

    INPUT = "readOnly"
    OUTPUT = "writeOnly"


class Schemas:
    """Converts the schemas of one description, both directions, and names their definitions.

    Until `definitions` is called, a `$ref` in a converted schema holds a `Place` in the stead
    of its text.
    """

    def __init__(
        self,
        resolver: Resolver,
        dialect: Dialect,
        log: FindingLog,
        origin: Callable[[Place], Place],
        tick: Tick = no_tick,
    ) -> None:
        self._resolver = resolver
        self._directions = {
            direction: DirectedSchemas(resolver, dialect, log, origin, direction, tick)
            for direction in Direction
        }

    def convert(self, schema: JsonValue, place: Place, direction: Direction) -> JsonValue:
        """Return the schema as JSON Schema 2020-12, for values that travel this way."""
        return self._directions[direction].convert(schema, place)

    def dangling(self, converted: JsonValue, direction: Direction) -> str | None:
        """Return the text of a `$ref` to nothing that no value can do without, else None.

        That is one the schema consists of, directly, through its `allOf`, as the items of an
        array or as a required property. Ask before `definitions`.
        """
        return self._directions[direction].dangling(converted)

    def definitions(self) -> Mapping[Direction, Mapping[str, JsonValue]]:
        """Name all definitions, write the names into every `$ref`, and return them."""
        for one in self._directions.values():
            one.settle()
        places = {place for one in self._directions.values() for place in one.defined}
        names = definition_names(places, self._resolver.entry, components_elsewhere(self._resolver))
        return {direction: one.named(names) for direction, one in self._directions.items()}


class DirectedSchemas:
    """Converts the schemas of one direction; `below` holds what is still to be converted."""

    def __init__(
        self,
        resolver: Resolver,
        dialect: Dialect,
        log: FindingLog,
        origin: Callable[[Place], Place],
        direction: Direction,
        tick: Tick = no_tick,
    ) -> None:
        self.dialect = dialect
        self._tick = tick
        self.below: list[Below] = []
        self.defined: dict[Place, JsonValue] = {}
        self._log = log
        self._origin = origin
        self._rules = rules_of(dialect)
        self._references = References(resolver, dialect)
        self._visibility = Visibility(
            direction.value, self._references.target, ref_siblings=dialect.ref_siblings
        )
        self._inheritance = Inheritance(resolver, self._references.target)
        self._expands = direction is Direction.INPUT
        self._choices: dict[Place, dict[str, JsonValue]] = {}
        self._root = Resolved(True, Place(resolver.entry))
        self._base = self._root.place
        self._converted: dict[int, JsonValue] = {}
        self._dangling: dict[int, tuple[str, JsonValue]] = {}
        self._lost: set[tuple[str, str]] = set()

    def convert(self, schema: JsonValue, place: Place) -> JsonValue:
        """Convert one schema, and every definition it needs that is not there yet."""
        if id(schema) not in self._converted or type(schema) is not dict:
            self._converted[id(schema)] = self._convert_root(Resolved(schema, place))
        while self._references.waiting:
            self._tick()
            target = self._references.waiting.pop()
            self.defined[target.place] = True
            self.defined[target.place] = self._convert_root(target)
        return self._converted[id(schema)]

    def dangling(self, converted: JsonValue) -> str | None:
        """Return the text of a reference to nothing on the schema's spine."""
        pending, seen = ([converted] if self._dangling else []), set()
        while pending:
            schema = pending.pop()
            if type(schema) is not dict or id(schema) in seen:
                continue
            if id(schema) in self._dangling:
                return self._dangling[id(schema)][0]
            seen.add(id(schema))
            pending += self._spine(schema)
        return None

    def settle(self) -> None:
        """Let definitions that an exception left unconverted accept anything."""
        while self._references.waiting:
            self.defined.setdefault(self._references.waiting.pop().place, True)

    def named(self, names: Mapping[Place, str]) -> dict[str, JsonValue]:
        """Write the names into all references; return `{name: schema}`, sorted."""
        self._references.name(names)
        return dict(sorted((names[place], schema) for place, schema in self.defined.items()))

    # what the rules of keywords use

    def hides(self, schema: JsonValue) -> bool:
        """Return whether a property with this schema does not travel this way."""
        return self._visibility.hides(schema, self._base)

    def remark(self, code: str, message: str, spot: Spot) -> None:
        """Remark on a spot of the schema under conversion."""
        self._log.add(code, message, self._place(spot))

    def remark_lost(self, keyword: str, spot: Spot) -> None:
        """Remark, once per document, that a keyword has no meaning here."""
        place = self._place((spot, keyword))
        if (keyword, place.document) not in self._lost:
            self._lost.add((keyword, place.document))
            message = f"'{keyword}' has no meaning here and is left out, wherever it occurs"
            self._log.add("schema-keyword-lost", message, place)

    def refer_dynamically(self, node: Node, keyword: str, ref: JsonValue) -> None:
        """Keep a `$dynamicRef` or `$recursiveRef` that can mean one schema only.

        JSON Schema 2019-09 §8.2.4.2: the latter means the outermost schema with an anchor.
        """
        if keyword == "$dynamicRef":
            target = self._references.dynamic_target(ref, self._base)
        else:
            is_anchored = self._root.value.get("$recursiveAnchor") is True
            target = self._root if is_anchored else None
        if target is None:
            self.remark_lost(keyword, node.spot)
        else:
            self._references.refer(node.out, target)

    def _convert_root(self, root: Resolved) -> JsonValue:
        self._root, self._base = root, self._origin(root.place)
        holder: list[JsonValue] = [True]
        below = self.below
        below.clear()  # an exception may have left some of another root
        below.append((holder, 0, root.value, _ROOT, NONE))
        while below:
            container, key, source, spot, family = below.pop()
            container[key] = self._convert_one(source, spot, family)
        return holder[0]

    def _convert_one(self, source: JsonValue, spot: Spot, family: frozenset[str]) -> JsonValue:
        if type(source) is not dict:
            if type(source) is not bool:
                self.remark("schema-invalid", "A schema is an object, true or false", spot)
            return source is not False
        ref = source.get("$ref")
        if type(ref) is str:
            return self._convert_reference(source, ref, spot, family)
        return self._convert_keywords(source, spot, family, {})

    def _convert_keywords(
        self,
        source: dict[str, JsonValue],
        spot: Spot,
        family: frozenset[str],
        out: dict[str, JsonValue],
    ) -> JsonValue:
        node = Node(self, source, spot, self._family(source, family))
        node.out = out
        rules = self._rules
        for keyword, value in source.items():
            rule = rules.get(keyword)
            if rule is not None:
                rule(node, keyword, value)
            elif keyword[:2] != "x-":
                self.remark_lost(keyword, spot)
        return self._finish(node)

    def _family(self, source: dict[str, JsonValue], family: frozenset[str]) -> frozenset[str]:
        if any(keyword in source for keyword in _COMPOSING):
            return family | self._visibility.hidden_names(source, self._base)
        return family

    def _finish(self, node: Node) -> JsonValue:
        """Settle what depends on several keywords."""
        out = node.out
        if "required" in out and (node.family or node.dropped):
            hidden = node.family | node.dropped
            out["required"] = [name for name in out["required"] if name not in hidden]
            if not out["required"]:
                del out["required"]
        if "enum" in out and not fit_enum(out):
            node.lose("enum", "holds values of another type; they are read as that type")
        return accept_null(out) if node.nullable else out

    def _convert_reference(
        self, source: dict[str, JsonValue], ref: str, spot: Spot, family: frozenset[str]
    ) -> JsonValue:
        """Point at the definition that a `$ref` leads to; what stands beside it is kept, or not."""
        shared = self._reference(ref, spot)
        if len(source) == 1:
            return shared
        if self.dialect.ref_siblings:
            return self._convert_keywords(source, spot, family, self._references.copy(shared))
        nullable = self.dialect.nullable
        ignored = [key for key in source if key not in ("$ref", nullable) and key[:2] != "x-"]
        if ignored:
            names = ", ".join(f"'{key}'" for key in ignored)
            self.remark("ref-siblings-ignored", f"{names} beside $ref: ignored", spot)
        accepts_null = nullable is not None and source.get(nullable) is True
        return {"anyOf": [shared, {"type": "null"}]} if accepts_null else shared

    def _reference(self, ref: str, spot: Spot) -> dict[str, JsonValue]:
        """Return the one `{"$ref": …}` to a target, `{}` where there is none.

        To a schema that others inherit it leads to all of them, but from an heir's own `allOf`.
        """
        shared = self._references.known(ref, self._base.document)
        if shared is None:
            target = self._references.target(ref, self._origin(self._place(spot)))
            if target is None:
                return self._reference_to_nothing(ref, spot)
            shared = self._references.share(ref, self._base.document, target)
            self._expand(target)
        place = shared.get("$ref")
        if place not in self._choices or self._inherits(place, spot):
            return shared
        return self._choices[place]

    def _inherits(self, parent: Place, spot: Spot) -> bool:
        """Tell whether the spot is a member of the root's `allOf`, and the root an heir."""
        around = spot[0]
        in_all_of = around is not None and around[1] == "allOf" and around[0] == _ROOT
        return in_all_of and self._inheritance.is_heir(self._root.place, parent)

    def _expand(self, target: Resolved) -> None:
        """Define what may be sent for a schema that others inherit: any of them, or itself."""
        waiting = [target] if self._expands else []
        while waiting:
            parent = waiting.pop()
            family = self._inheritance.family(parent)
            if family is None or parent.place in self._choices:
                continue
            name = f"Any{''.join(split_pointer(parent.place.pointer)[-1:])}"
            place = Place(parent.place.document, join_pointer(parent.place.pointer, name))
            self._choices[parent.place] = self._references.point(place)
            self.defined[place] = self._any_of(parent, family)
            waiting += [heir.schema for heir in family.heirs]

    def _any_of(self, parent: Resolved, family: Family) -> JsonValue:
        own = self._references.copy(self._share(parent))
        if family.heirs:
            heirs = [self._heir(heir, family.property_name) for heir in family.heirs]
            return {"anyOf": [*heirs, own]}
        own["additionalProperties"] = True
        return own

    def _heir(self, heir: Heir, property_name: str | None) -> JsonValue:
        own = self._references.copy(self._share(heir.schema))
        if property_name is not None:
            one = len(heir.values) == 1
            says = {"const": heir.values[0]} if one else {"enum": list(heir.values)}
            own["properties"] = {property_name: says}
        return own

    def _share(self, target: Resolved) -> dict[str, JsonValue]:
        place = target.place
        return self._references.share(f"#{place.pointer}", place.document, target)

    def _reference_to_nothing(self, ref: str, spot: Spot) -> dict[str, JsonValue]:
        self.remark("ref-unresolved", f"$ref {ref!r} points at nothing", spot)
        nothing: dict[str, JsonValue] = {}
        self._dangling[id(nothing)] = (ref, nothing)
        return nothing

    def _spine(self, schema: dict[str, JsonValue]) -> list[JsonValue]:
        """Return the schemas that every value of this one must meet, in whole or in part."""
        spine = [schema["items"]] if "items" in schema else []
        spine += schema.get("allOf", ())
        properties = schema.get("properties", {})
        spine += [properties[name] for name in schema.get("required", ()) if name in properties]
        if "$ref" in schema:
            spine.append(self.defined[schema["$ref"]])
        return spine

    def _place(self, spot: Spot) -> Place:
        """Return the place of a spot in the schema under conversion."""
        tokens: list[str | int] = []
        around, token = spot
        while around is not None:
            tokens.append(token)
            around, token = around
        place = self._root.place
        return Place(place.document, join_pointer(place.pointer, *reversed(tokens)))
