"""Let openapi-core read a planned request back and compare each value with what was meant."""

import base64
import datetime
import re
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from tests.oracle import Oracle, Reading
from translator.candidates import Candidate
from translator.openapi.resolve import Place, Resolver
from translator.openapi.source import Description
from translator.openapi.swagger2 import upgrade
from translator.runtime.plan import RequestPlan

JsonValue = Any
_SHARED = ("parameters", "summary", "description", "$ref")


def reader_of(description: Description, base: str) -> "ReadBack":
    """Return the reader for one description."""
    roots = {uri: document.root for uri, document in description.documents.items()}
    return ReadBack(roots, description.uri, base)


class ReadBack:
    """openapi-core over one operation at a time: its path finder is linear in the paths."""

    def __init__(self, roots: Mapping[str, JsonValue], entry: str, base: str) -> None:
        root = roots[entry]
        self._many = len(roots) > 1
        if "swagger" in root:
            root = _as_oas30(upgrade(Resolver(roots, entry)).root)
        self._root = root
        self._resolver = Resolver({entry: self._root}, entry)
        self._place = Place(entry, "")
        self._base = base
        self._oracles: dict[str, Oracle] = {}
        self._defaults = frozenset(_defaults(self._root))

    def problem(
        self, candidate: Candidate, arguments: dict[str, JsonValue], plan: RequestPlan
    ) -> str:
        """Return why the request does not read back to the arguments, or ''."""
        operation = candidate.operation
        if self._many:
            return "openapi-core is given one document; this description has several"
        if "?" in operation.path or "#" in operation.path:
            return "the path holds a query or a fragment"
        try:
            reading = self._read(candidate, plan)
        except Exception as error:
            return f"openapi-core raises {type(error).__name__}: {_general(str(error))}"
        if reading.errors:
            return f"openapi-core refuses: {_general(reading.errors[0])}"
        return self._difference(candidate, arguments, reading)

    def _read(self, candidate: Candidate, plan: RequestPlan) -> Reading:
        key = candidate.operation.key
        if key not in self._oracles:
            self._oracles.clear()
            self._oracles[key] = Oracle(self._alone(candidate), self._base)
        return self._oracles[key].read(plan, candidate.operation.path)

    def _alone(self, candidate: Candidate) -> JsonValue:
        """Return the document with this operation's path item alone."""
        operation = candidate.operation
        item = self._root["paths"][operation.path]
        if "$ref" in item:
            found = self._resolver.follow(item, self._place)
            item = found.value if found else item
        method = operation.method.lower()
        kept = {key: value for key, value in item.items() if key in _SHARED or key == method}
        kept.pop("$ref", None)
        return {**self._root, "paths": {operation.path: kept}}

    def _difference(
        self, candidate: Candidate, arguments: dict[str, JsonValue], reading: Reading
    ) -> str:
        body: JsonValue = _ABSENT
        for argument in candidate.arguments:
            if argument.name not in arguments:
                continue
            value = arguments[argument.name]
            location, _, name = argument.binding.partition(":")
            if location == "body":
                body = _placed(body, name, value)
            elif not _same(value, _found(reading.parameters.get(location, {}), name)):
                return f"a {location} parameter reads back as another value{_kind(value)}"
        if body is not _ABSENT and not _same(body, self._given(body, reading.body)):
            return f"a {candidate.content_type} body reads back as another value"
        return ""

    def _given(self, meant: JsonValue, read: JsonValue) -> JsonValue:
        """Return what was read without the defaults that openapi-core fills in."""
        if isinstance(meant, dict) and isinstance(read, Mapping):
            return {
                key: self._given(meant.get(key), value)
                for key, value in read.items()
                if key in meant or (key, repr(value)) not in self._defaults
            }
        if isinstance(meant, list) and isinstance(read, list | tuple) and len(meant) == len(read):
            return list(map(self._given, meant, read))
        return read


def _defaults(root: JsonValue) -> Iterator[tuple[str, str]]:
    """Give each property that has a default, with it."""
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        elif isinstance(node, dict):
            pending.extend(node.values())
            properties = node.get("properties")
            for name, schema in properties.items() if isinstance(properties, dict) else ():
                if isinstance(schema, dict) and "default" in schema:
                    yield name, repr(schema["default"])


_ABSENT = object()


def _as_oas30(value: JsonValue) -> JsonValue:
    """Write the keywords of 2.0's schemas as 3.0 does, for openapi-core."""
    if isinstance(value, list):
        return [_as_oas30(item) for item in value]
    if not isinstance(value, dict):
        return value
    made = {key: _as_oas30(member) for key, member in value.items()}
    if isinstance(made.get("x-nullable"), bool):
        made["nullable"] = made["x-nullable"]
    if isinstance(made.get("discriminator"), str):
        made["discriminator"] = {"propertyName": made["discriminator"]}
    return made


def _placed(body: JsonValue, pointer: str, value: JsonValue) -> JsonValue:
    if not pointer:
        return value
    key = pointer.removeprefix("/").replace("~1", "/").replace("~0", "~")
    return {**({} if body is _ABSENT else body), key: value}


def _found(values: Mapping[str, JsonValue], name: str) -> JsonValue:
    folded = name.lower()
    return next((v for k, v in values.items() if k == name or k.lower() == folded), _ABSENT)


def _kind(value: JsonValue) -> str:
    return {dict: " (object)", list: " (array)"}.get(type(value), "")


def _same(meant: JsonValue, read: JsonValue) -> bool:
    """Compare; openapi-core turns some formats into Python's own values."""
    if read is _ABSENT:
        return meant is None
    if isinstance(read, datetime.date | datetime.datetime):
        return _moment(read) == _moment(meant)
    if isinstance(read, uuid.UUID):
        return str(read) == str(meant).lower()
    if isinstance(read, bytes):
        return isinstance(meant, str) and read in (_decoded(meant), meant.encode())
    if isinstance(meant, dict) and isinstance(read, Mapping):
        return meant.keys() == read.keys() and all(_same(meant[k], read[k]) for k in meant)
    if isinstance(meant, list) and isinstance(read, list | tuple):
        return len(meant) == len(read) and all(map(_same, meant, read))
    if isinstance(meant, bool) or isinstance(read, bool):
        return meant is read
    return bool(meant == read)


def _moment(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        try:
            return datetime.datetime.fromisoformat(value).replace(tzinfo=None)
        except ValueError:
            return value
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None)
    return datetime.datetime(value.year, value.month, value.day)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return text.encode()


def _general(message: str) -> str:
    """Strip a message of its values, so that equal reasons count together."""
    first = message.splitlines()[0] if message else ""
    return re.sub(r"'[^']*'|\"[^\"]*\"|\d+|\{.*\}|\[.*\]", "…", first)[:100]
