"""References between schemas: where they lead, who uses them, which targets need converting.

Of one direction of one description. A reference holds the `Place` of its target until `named`
writes `#/$defs/NAME` into all of them at once, so that names need not depend on the order in
which targets are met. All references to a target that are nothing else share one value.
"""

from collections.abc import Mapping

from translator.json_value import JsonValue
from translator.openapi.dialect import Dialect
from translator.openapi.resolve import Place, Resolved, Resolver, reference_of


class References:
    """Hands out references to definitions; `waiting` are the targets nobody converted yet."""

    def __init__(self, resolver: Resolver, dialect: Dialect) -> None:
        self.waiting: list[Resolved] = []
        self._resolver = resolver
        self._dialect = dialect
        self._uses: dict[Place, list[dict[str, JsonValue]]] = {}
        self._shared: dict[tuple[str, str], dict[str, JsonValue]] = {}
        self._ends: dict[Place, Resolved | None] = {}
        self._dynamic_anchors: dict[str, list[str]] = {}

    def target(self, ref: str, place: Place) -> Resolved | None:
        """Return what a reference leads to, behind all that are nothing but references."""
        found = self._resolver.resolve(ref, place)
        passed: dict[Place, None] = {}
        while found is not None:
            if found.place in self._ends or found.place in passed:
                found = self._ends.get(found.place)
                break
            alias = reference_of(found.value)
            if alias is None or not self._is_alias(found.value):
                break
            passed[found.place] = None
            found = self._resolver.resolve(alias, found.place)
        self._ends.update(dict.fromkeys(passed, found))
        return found

    def dynamic_target(self, ref: JsonValue, place: Place) -> Resolved | None:
        """Return what a `$dynamicRef` leads to when that is one schema whatever the way to it.

        JSON Schema 2020-12 §8.2.3.2: it depends on the anchors met on the way; with one anchor
        of the name there is nothing to depend on.
        """
        if type(ref) is not str or self._anchors(place.document).count(ref.lstrip("#")) != 1:
            return None
        return self._resolver.resolve(ref, place)

    def known(self, ref: str, document: str) -> dict[str, JsonValue] | None:
        """Return the shared reference for a text that this document used before."""
        return self._shared.get((document, ref))

    def share(self, ref: str, document: str, target: Resolved) -> dict[str, JsonValue]:
        """Return the shared reference to a target, and remember the text that led there."""
        uses = self._uses.get(target.place)
        shared = uses[0] if uses else self.refer({}, target)
        self._shared[document, ref] = shared
        return shared

    def point(self, place: Place) -> dict[str, JsonValue]:
        """Return the shared reference to a definition that its maker fills himself."""
        uses = self._uses.setdefault(place, [])
        if not uses:
            uses.append({"$ref": place})
        return uses[0]

    def copy(self, shared: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Return another reference to the same target, for keywords to stand beside."""
        own = dict(shared)
        if own:
            self._uses[own["$ref"]].append(own)
        return own

    def refer(self, out: dict[str, JsonValue], target: Resolved) -> dict[str, JsonValue]:
        """Make a schema a reference to a target, which waits for its conversion if it is new."""
        out["$ref"] = target.place
        if target.place not in self._uses:
            self._uses[target.place] = []
            self.waiting.append(target)
        self._uses[target.place].append(out)
        return out

    def name(self, names: Mapping[Place, str]) -> None:
        """Write the names of the definitions into all references."""
        for place, uses in self._uses.items():
            for use in uses:
                use["$ref"] = f"#/$defs/{names[place]}"

    def _is_alias(self, source: dict[str, JsonValue]) -> bool:
        if self._dialect.ref_siblings:
            return len(source) == 1
        return self._dialect.nullable not in source

    def _anchors(self, document: str) -> list[str]:
        """Return all dynamic anchors of a document, in no order."""
        if document not in self._dynamic_anchors:
            anchors: list[str] = []
            pending = [self._resolver.documents.get(document)]
            while pending:
                value = pending.pop()
                if isinstance(value, dict):
                    anchor = value.get("$dynamicAnchor")
                    anchors += [anchor] if isinstance(anchor, str) else []
                    pending += value.values()
                elif isinstance(value, list):
                    pending += value
            self._dynamic_anchors[document] = anchors
        return self._dynamic_anchors[document]


def components_elsewhere(resolver: Resolver) -> dict[Place, str]:
    """Return the names of the entry's components that only refer to other documents."""
    entry = resolver.entry
    root = resolver.documents[entry]
    names: dict[Place, str] = {}
    for pointer in (("components", "schemas"), ("definitions",)):
        written = root
        for token in pointer:
            written = written.get(token) if isinstance(written, dict) else None
        for name, schema in written.items() if isinstance(written, dict) else ():
            if reference_of(schema) is not None and len(schema) == 1:
                found = resolver.follow(schema, Place(entry))
                if found is not None and found.place.document != entry:
                    names.setdefault(found.place, name)
    return names
