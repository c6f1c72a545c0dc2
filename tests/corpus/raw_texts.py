"""The texts of a description that a caller of one operation should know, as its author wrote them.

Read from the documents themselves, beside extraction: the operation's summary and description
(else the path item's), its parameters, and the schemas of the body in one media type, each text
once. Properties that only answers have are left out (OAS 3.0.3, readOnly), and so is what stands
beside a `$ref` before OAS 3.1, which the standard ignores.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from translator.openapi.resolve import Place, Resolved, Resolver, join_pointer
from translator.openapi.source import Description

JsonValue = Any
_ONE = ("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else")
_MANY = ("allOf", "anyOf", "oneOf", "prefixItems")


class RawText(NamedTuple):
    """A text, what it is about, how many objects and lists it lies inside, and their format."""

    about: str
    text: str
    levels: int = 0
    form: str = ""


class RawTexts:
    """Reads the texts of the operations of one description."""

    def __init__(self, description: Description) -> None:
        roots = {uri: document.root for uri, document in description.documents.items()}
        self._resolver = Resolver(roots, description.uri)
        self._entry = description.uri
        self._root = roots[description.uri]
        self._siblings = str(self._root.get("openapi", "")).startswith(("3.1", "3.2"))

    def of(
        self, path: str, method: str, content_type: str | None, bound: set[str]
    ) -> list[RawText]:
        """Return the texts of one operation; `bound` are `location:name` of its arguments."""
        place = Place(self._entry, join_pointer("/paths", path))
        item = self._resolver.follow(self._root["paths"][path], place)
        if item is None:
            return []
        own = item.value.get(method.lower())
        if own is None:
            own = (item.value.get("additionalOperations") or {}).get(method)
        operation = Resolved(
            own, Place(item.place.document, join_pointer(item.place.pointer, method.lower()))
        )
        texts = [*self._said(operation, item)]
        for parameter in self._parameters(item, operation):
            texts += self._of_parameter(parameter, bound)
        texts += self._of_body(operation, content_type)
        return list(dict.fromkeys(texts))

    def _said(self, operation: Resolved, item: Resolved) -> Iterator[RawText]:
        for value in (operation.value, item.value):
            found = [value.get(key) for key in ("summary", "description")]
            if any(isinstance(each, str) for each in found):
                yield from (RawText("operation", each) for each in found if isinstance(each, str))
                return

    def _parameters(self, item: Resolved, operation: Resolved) -> Iterator[Resolved]:
        found: dict[tuple[str, str], Resolved] = {}
        for holder in (item, operation):
            for index, each in enumerate(holder.value.get("parameters") or ()):
                at = Place(
                    holder.place.document, join_pointer(holder.place.pointer, "parameters", index)
                )
                parameter = self._resolver.follow(each, at)
                if parameter is not None and isinstance(parameter.value, dict):
                    value = parameter.value
                    if self._siblings and isinstance(each.get("description"), str):
                        # OAS 3.1.1, Reference Object: it overrides that of the target.
                        value = {**value, "description": each["description"]}
                        parameter = Resolved(value, parameter.place)
                    found[str(value.get("in")), str(value.get("name"))] = parameter
        yield from found.values()

    def _of_parameter(self, parameter: Resolved, bound: set[str]) -> Iterator[RawText]:
        value = parameter.value
        where, name = value.get("in"), value.get("name")
        if where == "body":
            if isinstance(value.get("description"), str):
                yield RawText("body", value["description"])
            yield from self._schema(value.get("schema"), parameter.place, "body", 0)
            return
        where = "body" if where == "formData" else where
        if f"{where}:{name}" not in bound and f"body:/{name}" not in bound:
            return
        said = value.get("description")
        if isinstance(said, str):
            inner = value.get("schema")
            inner = inner if isinstance(inner, dict) else value
            yield RawText(f"{where}:{name}", said, 1, str(inner.get("format", "")))
        schema = value.get("schema")
        if schema is None:
            schema = next((m.get("schema") for m in value.get("content", {}).values()), None)
        for text in self._schema(schema, parameter.place, name, 1):
            if text.levels > 1 or not isinstance(said, str):
                yield text

    def _of_body(self, operation: Resolved, content_type: str | None) -> Iterator[RawText]:
        raw = operation.value.get("requestBody")
        body = self._resolver.follow(raw, operation.place) if raw is not None else None
        if body is None or content_type is None:
            return
        said = body.value.get("description")
        if isinstance(said, str):
            yield RawText("body", said)
        media = (body.value.get("content") or {}).get(content_type)
        found = self._resolver.follow(media, body.place) if media is not None else None
        if found is not None and isinstance(found.value, dict):
            yield from self._schema(found.value.get("schema"), found.place, "body", 0)

    def _schema(
        self, schema: JsonValue, place: Place, about: str, levels: int
    ) -> Iterator[RawText]:
        """Give the texts of a schema and all it reaches, the nearest first."""
        waiting = deque([(schema, place, about, levels)])
        seen: set[int] = set()
        while waiting:
            node, place, about, levels = waiting.popleft()
            if not isinstance(node, dict) or id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node.get("$ref"), str):
                target = self._resolver.follow({"$ref": node["$ref"]}, place)
                if target is not None:
                    waiting.appendleft((target.value, target.place, about, levels))
                if not self._siblings:
                    continue
            said = node.get("description")
            if isinstance(said, str):
                yield RawText(about, said, levels, str(node.get("format", "")))
            waiting.extend(self._inside(node, place, about, levels))

    def _inside(
        self, node: Mapping[str, JsonValue], place: Place, about: str, levels: int
    ) -> Iterator[tuple[JsonValue, Place, str, int]]:
        for keyword in _ONE:
            deeper = levels + (keyword in ("items", "additionalProperties"))
            yield node.get(keyword), place, about, deeper
        for keyword in _MANY:
            members = node.get(keyword)
            for each in members if isinstance(members, list) else ():
                yield each, place, about, levels
        properties = node.get("properties")
        for name, each in properties.items() if isinstance(properties, dict) else ():
            if not self._is_read_only(each, place, 0):
                yield each, place, f"{about}.{name}", levels + 1

    def _is_read_only(self, schema: JsonValue, place: Place, depth: int) -> bool:
        if not isinstance(schema, dict) or depth > 6:
            return False
        found = self._resolver.follow(schema, place) if "$ref" in schema else None
        value: Mapping[str, JsonValue] = found.value if found else schema
        if not isinstance(value, Mapping):
            return False
        branches = value.get("allOf")
        return (
            value.get("readOnly") is True
            or (self._siblings and schema.get("readOnly") is True)
            or any(
                self._is_read_only(each, found.place if found else place, depth + 1)
                for each in (branches if isinstance(branches, list) else ())
            )
        )
