"""Prepare a description for openapi-core: say in its words what Isthmus decided to read.

Nine readings differ by decision or by a limit of the judge, and none is about the wire: `oneOf`
counts as `anyOf`; a nullable schema allows null whatever else it says; `readOnly` on a
parameter's own schema means nothing (OAS 3.0.3, Schema Object: "properties" only); a
discriminator chooses nothing; a default is not filled in; formats nobody knows are annotations;
bytes have no JSON type; what is read-only in one part of an
allOf is not required by another; header parameters named Accept, Content-Type or
Authorization are ignored (OAS 3.0.3, Parameter Object).
"""

from collections.abc import Iterator
from typing import Any

from translator.openapi.resolve import Place, Resolver

JsonValue = Any
_NULL = {"type": "string", "nullable": True, "enum": [None]}
_TELLING = {"additionalProperties", "allOf", "anyOf", "oneOf", "nullable", "items"}
_IGNORED = ("accept", "content-type", "authorization")
_VALUES = ("example", "examples", "default", "enum", "const")


def prepared(root: JsonValue, place: Place, resolver: Resolver) -> JsonValue:
    """Return the document as openapi-core is to read it; the original stays as it is."""
    return _Preparation(place, resolver).of(root)


class _Preparation:
    def __init__(self, place: Place, resolver: Resolver) -> None:
        self._place = place
        self._resolver = resolver

    def of(self, node: JsonValue) -> JsonValue:
        if isinstance(node, list):
            return [self.of(item) for item in node]
        if not isinstance(node, dict):
            return node
        made = {
            k: v if k in _VALUES else self.of(v)
            for k, v in node.items()
            if k != "default" or (isinstance(v, dict) and not _is_schema(node))
        }
        content = made.get("content")
        if isinstance(content, dict) and "application/octet-stream" in content:
            made["content"] = {**content, "application/octet-stream": {}}
        if isinstance(made.get("parameters"), list):
            made["parameters"] = [p for p in made["parameters"] if not self._is_ignored(p)]
        if isinstance(node.get("in"), str) and isinstance(node.get("schema"), dict):
            made["schema"] = self._parameter_schema(node["schema"])
        if isinstance(node.get("required"), list) and node.keys() & {"properties", "allOf"}:
            read_only = set(self._read_only_names(node, 0))
            made["required"] = [name for name in node["required"] if name not in read_only]
        if "responses" in node:
            made.pop("security", None)  # credentials are not what is read back
        if isinstance(node.get("allOf"), list):
            made["allOf"] = self._without_read_only(node["allOf"], made["allOf"])
        return _null_allowed(_chosen(made))

    def _without_read_only(self, given: JsonValue, made: JsonValue) -> JsonValue:
        """Require nothing of a request that another part of an allOf calls read-only."""
        read_only = {name for branch in given for name in self._read_only_names(branch, 0)}
        if not read_only:
            return made
        return [self._relaxed(branch, read_only, 0) for branch in made]

    def _followed(self, schema: JsonValue) -> JsonValue:
        found = self._resolver.follow(schema, self._place)
        value = found.value if found else schema
        return value if isinstance(value, dict) else {}

    def _read_only_names(self, schema: JsonValue, depth: int) -> Iterator[str]:
        value = self._followed(schema)
        for name, member in (value.get("properties") or {}).items():
            if self._is_read_only(member, 0):
                yield name
        for branch in value.get("allOf") or () if depth < 6 else ():
            yield from self._read_only_names(branch, depth + 1)

    def _is_read_only(self, schema: JsonValue, depth: int) -> bool:
        value = self._followed(schema)
        branches = value.get("allOf") or () if depth < 6 else ()
        return value.get("readOnly") is True or any(
            self._is_read_only(branch, depth + 1) for branch in branches
        )

    def _relaxed(self, schema: JsonValue, names: set[str], depth: int) -> JsonValue:
        value = self._followed(schema)
        required = value.get("required")
        if depth > 6 or not (isinstance(required, list) or "allOf" in value):
            return schema
        made = dict(value)
        if isinstance(required, list):
            made["required"] = [name for name in required if name not in names]
        if isinstance(value.get("allOf"), list):
            made["allOf"] = [self._relaxed(each, names, depth + 1) for each in value["allOf"]]
        return made

    def _is_ignored(self, parameter: JsonValue) -> bool:
        found = self._resolver.follow(parameter, self._place)
        value = found.value if found else parameter
        return value.get("in") == "header" and str(value.get("name")).lower() in _IGNORED

    def _parameter_schema(self, schema: JsonValue) -> JsonValue:
        found = self._resolver.follow(schema, self._place)
        value = found.value if found else schema
        if isinstance(value, dict) and (value.get("readOnly") or value.get("writeOnly")):
            schema = {k: v for k, v in value.items() if k not in ("readOnly", "writeOnly")}
        return self.of(schema)


def _is_schema(node: JsonValue) -> bool:
    return isinstance(node.get("type"), str | list) or bool(node.keys() & _TELLING)


def _chosen(schema: JsonValue) -> JsonValue:
    if isinstance(schema.get("discriminator"), str | dict):
        schema = {k: v for k, v in schema.items() if k != "discriminator"}
    if not isinstance(schema.get("oneOf"), list):
        return schema
    rest = {k: v for k, v in schema.items() if k != "oneOf"}
    if "anyOf" in rest:
        return {**rest, "allOf": [*rest.get("allOf", ()), {"anyOf": schema["oneOf"]}]}
    return {**rest, "anyOf": schema["oneOf"]}


def _null_allowed(schema: JsonValue) -> JsonValue:
    if schema.get("x-nullable") is True:
        schema = {**schema, "nullable": True}
    if schema.get("nullable") is not True:
        return schema
    if isinstance(schema.get("enum"), list) and None not in schema["enum"]:
        schema = {**schema, "enum": [*schema["enum"], None]}
    if "type" in schema:
        return schema
    rest = {k: v for k, v in schema.items() if k != "nullable"}
    return {"anyOf": [rest, _NULL]}


def formats(root: JsonValue) -> Iterator[str]:
    """Give every format that the document names."""
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        elif isinstance(node, dict):
            pending.extend(node.values())
            if isinstance(node.get("format"), str):
                yield node["format"]
