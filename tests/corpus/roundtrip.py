"""Let openapi-core read a planned request back and compare each value with what was meant."""

import atexit
import base64
import datetime
import json
import re
import shutil
import tempfile
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tests.corpus.judged import formats, prepared
from tests.oracle import Oracle, Reading, media_type_readers
from translator.candidates import Candidate
from translator.openapi.resolve import Place, Resolver
from translator.openapi.source import Description
from translator.openapi.swagger2 import upgrade
from translator.operation import Location
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
        if "swagger" in root:
            root = upgrade(Resolver(roots, entry)).root
        self._place = Place(entry, "")
        self._resolver = Resolver({**roots, entry: root}, entry)
        self._root = prepared(root, self._place, self._resolver)
        self._files = _written(roots, entry, self._resolver) if len(roots) > 1 else ""
        self._resolver = Resolver({**roots, entry: self._root}, entry)
        self._refers_to_paths = "#/paths/" in repr(root)
        self._formats = frozenset(formats(root))
        self._readers = media_type_readers(self._root)
        self._base = base
        self._oracles: dict[str, Oracle] = {}

    def problem(
        self, candidate: Candidate, arguments: dict[str, JsonValue], plan: RequestPlan
    ) -> str:
        """Return why the request does not read back to the arguments, or ''.

        A style can be read only where the schema says a type. Where it is a choice, openapi-core
        does not choose: it is asked again with the type the value has.
        """
        found = self._problem(candidate, arguments, plan, self._oracle(candidate))
        if found and not self._files:
            typed = self._alone(candidate, arguments)
            found = self._problem(candidate, arguments, plan, self._new_oracle(typed))
        return found

    def _problem(
        self,
        candidate: Candidate,
        arguments: dict[str, JsonValue],
        plan: RequestPlan,
        oracle: Oracle,
    ) -> str:
        try:
            reading = oracle.read(plan, _matchable(candidate.operation.path))
        except Exception as error:
            return f"openapi-core raises {type(error).__name__}: {_general(str(error))}"
        if reading.errors:
            return f"openapi-core refuses: {_general(reading.errors[0])}"
        return self._difference(candidate, arguments, reading)

    def _oracle(self, candidate: Candidate) -> Oracle:
        key = candidate.operation.key
        if key not in self._oracles:
            self._oracles.clear()
            self._oracles[key] = self._new_oracle(self._alone(candidate))
        return self._oracles[key]

    def _new_oracle(self, document: JsonValue) -> Oracle:
        return Oracle(
            document,
            self._base,
            document_uri=self._files,
            formats=self._formats,
            media_readers=self._readers,
        )

    def _alone(
        self, candidate: Candidate, arguments: Mapping[str, JsonValue] | None = None
    ) -> JsonValue:
        """Return the document with this operation's path item alone."""
        operation = candidate.operation
        item = self._root["paths"][operation.path]
        method = operation.method.lower()
        kept = item
        if not self._refers_to_paths:
            kept = {key: value for key, value in item.items() if key in _SHARED or key == method}
        kept = {
            **kept,
            "parameters": [*item.get("parameters", ()), *self._assumed(candidate, item)],
        }
        if (arguments is not None or "?" in operation.path) and method in kept:
            kept = self._typed(candidate, kept, arguments or {})
        paths = {_matchable(operation.path): kept}
        if self._refers_to_paths:
            paths = {**self._root["paths"], **paths}
        return {**self._root, "paths": paths}

    def _typed(
        self, candidate: Candidate, item: JsonValue, arguments: Mapping[str, JsonValue]
    ) -> JsonValue:
        """Return the path item with its parameters in place, typed by the values at hand."""
        method = candidate.operation.method.lower()
        own = item[method]
        values = {a.binding: arguments.get(a.name) for a in candidate.arguments}
        declared = {}
        for parameter in (*item["parameters"], *own.get("parameters", ())):
            found = self._resolver.follow(parameter, self._place)
            if found is None or "schema" not in found.value:
                continue
            made = dict(found.value)
            value = values.get(f"{made['in']}:{made['name']}")
            if value is not None and not self._says_type(made["schema"]):
                made["schema"] = _schema_of(value)
            if made["in"] == "path" and f"{{{made['name']}}}" not in _matchable(
                candidate.operation.path
            ):
                made["in"] = "query"
            declared[made["name"], made["in"]] = made
        rest = [p for p in own.get("parameters", ()) if "content" in p]
        return {
            **item,
            "parameters": [],
            method: {**own, "parameters": [*declared.values(), *rest]},
        }

    def _says_type(self, schema: JsonValue) -> bool:
        found = self._resolver.follow(schema, self._place)
        value = found.value if found else schema
        if not isinstance(value, dict) or not isinstance(value.get("type"), str):
            return False
        if value["type"] == "array" and isinstance(value.get("items"), dict):
            return self._says_type(value["items"])
        return value["type"] in ("string", "integer", "number", "boolean", "array", "object")

    def _assumed(self, candidate: Candidate, item: JsonValue) -> list[JsonValue]:
        """Return the path parameters nobody declares, as text, which is how they are offered."""
        if "$ref" in item:
            return []
        own = item.get(candidate.operation.method.lower(), {}).get("parameters") or ()
        declared = {
            found.value.get("name")
            for parameter in (*item.get("parameters", ()), *own)
            if (found := self._resolver.follow(parameter, self._place))
        }
        text = {"in": "path", "required": True, "schema": {"type": "string"}}
        return [
            {"name": parameter.name, **text}
            for parameter in candidate.operation.parameters
            if parameter.location is Location.PATH and parameter.name not in declared
        ]

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
            elif value in (None, [], {}):
                continue  # left out on the wire: OAS 3.1.1, Appendix D
            elif not _same(value, _found(reading.parameters, location, name)):
                return f"a {location} parameter reads back as another value{_kind(value)}"
        if body is not _ABSENT and not _same(body, reading.body):
            return f"a {candidate.content_type} body reads back as another value"
        return ""


_ABSENT = object()


def _written(roots: Mapping[str, JsonValue], entry: str, resolver: Resolver) -> str:
    """Write all documents as openapi-core is to read them; return the entry's address there."""
    folder = Path(tempfile.mkdtemp(prefix="judged-"))
    home = entry.rpartition("/")[0]
    for uri, root in roots.items():
        if uri.startswith(home) and uri != entry:
            path = folder / unquote(uri.removeprefix(home).lstrip("/"))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(prepared(root, Place(uri, ""), resolver)))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return (folder / unquote(entry.rpartition("/")[2])).as_uri()


def _matchable(path: str) -> str:
    """Return a path without its query and fragment, which openapi-core does not match."""
    return path.partition("#")[0].partition("?")[0]


def _placed(body: JsonValue, pointer: str, value: JsonValue) -> JsonValue:
    if not pointer:
        return value
    key = pointer.removeprefix("/").replace("~1", "/").replace("~0", "~")
    return {**({} if body is _ABSENT else body), key: value}


def _found(
    parameters: Mapping[str, Mapping[str, JsonValue]], location: str, name: str
) -> JsonValue:
    folded = name.lower()
    values = [*parameters.get(location, {}).items()]
    if location == "path":
        values += parameters.get("query", {}).items()
    return next((v for k, v in values if k == name or k.lower() == folded), _ABSENT)


def _schema_of(value: JsonValue) -> JsonValue:
    """Return the type of a value, as a schema that a style can be read by."""
    if isinstance(value, list):
        return {"type": "array", "items": _schema_of(value[0]) if value else {}}
    if isinstance(value, dict):
        members = {key: _schema_of(member) for key, member in value.items()}
        return {"type": "object", "properties": members}
    kinds = {bool: "boolean", int: "integer", float: "number"}
    return {"type": kinds.get(type(value), "string")}


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
    if isinstance(meant, dict) and isinstance(read, bytes | str):
        return _same(meant.get("content_base64", meant.get("text")), read)
    if isinstance(read, bytes):
        return isinstance(meant, str) and read in (_decoded(meant), meant.encode())
    if isinstance(meant, str) and isinstance(read, str):
        return meant == read or _decoded(meant) == read.encode()
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
