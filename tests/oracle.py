"""The independent judge: openapi-core reads back what Isthmus planned.

A plan is handed over with its encoded text intact, and openapi-core's own style readers are
wrapped so that each item is percent-decoded after it was split off, as RFC 6570 means it:
decoding first, as web frameworks do, would hide a separator inside an item. Everything else,
splitting, casting, validation, is openapi-core's.

What it cannot read: form objects with explode, deepObject below the first level, empty query
values, tabDelimited. Those are tested against tables from the specification.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from json import loads
from typing import Any
from urllib.parse import unquote, urlsplit

from openapi_core import Config
from openapi_core.casting.schemas import (
    oas30_write_schema_casters_factory,
    oas31_schema_casters_factory,
)
from openapi_core.datatypes import RequestParameters
from openapi_core.deserializing.styles import StyleDeserializersFactory, style_deserializers
from werkzeug.datastructures import Headers, ImmutableMultiDict

from tests.corpus.remembering import open_api, remember
from translator.json_value import JsonValue
from translator.runtime.plan import RequestPlan

remember()

#: Formats that openapi-core unmarshals by itself.
_KNOWN = frozenset({"date", "date-time", "uuid", "byte", "binary", "password", "email"})
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


@dataclass(frozen=True, slots=True)
class Reading:
    """What openapi-core read: values by location and name, the body, and what it minded."""

    parameters: Mapping[str, Mapping[str, JsonValue]]
    body: JsonValue
    errors: tuple[str, ...]


@dataclass(slots=True)
class PlannedRequest:
    """A `RequestPlan` as openapi-core's Request protocol wants it."""

    plan: RequestPlan
    base: str
    template: str
    parameters: RequestParameters = field(init=False)

    def __post_init__(self) -> None:
        target, _, query = self.plan.url.partition("?")
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(_pairs(query, "&")),
            header=Headers(self.plan.headers),
            cookie=ImmutableMultiDict(_pairs(self._header("cookie"), "; ")),
            path=_path_values(self.template, target.removeprefix(self.base.rstrip("/"))),
        )

    @property
    def host_url(self) -> str:
        return self.base

    @property
    def path(self) -> str:
        return urlsplit(self.plan.url).path

    @property
    def path_pattern(self) -> str:
        return urlsplit(self.base).path.rstrip("/") + self.template

    @property
    def method(self) -> str:
        return self.plan.method.lower()

    @property
    def body(self) -> bytes | None:
        return self.plan.body

    @property
    def content_type(self) -> str:
        return self._header("content-type")

    def _header(self, name: str) -> str:
        return next((text for key, text in self.plan.headers if key.lower() == name), "")


class Oracle:
    """openapi-core for one description (OpenAPI 3.0 or later), whose server is `base`."""

    def __init__(
        self,
        document: JsonValue,
        base: str,
        *,
        document_uri: str = "",
        formats: Iterable[str] = (),
        media_readers: Mapping[str, Any] | None = None,
    ) -> None:
        """Take the document, its server, its own address, and formats that mean nothing.

        `media_readers` are those of its media types (`media_type_readers`), where they are known.
        """
        self._base = base
        old = str(document.get("openapi", "")).startswith("3.0")
        casters = oas30_write_schema_casters_factory if old else oas31_schema_casters_factory
        readers = {style: _decoding(style, read) for style, read in style_deserializers.items()}
        config = Config(
            spec_validator_cls=None,
            style_deserializers_factory=StyleDeserializersFactory(
                casters, style_deserializers=readers
            ),
            extra_media_type_deserializers=dict(
                media_type_readers(document) if media_readers is None else media_readers
            ),
            extra_format_unmarshallers={name: _as_it_is for name in formats if name not in _KNOWN},
            extra_format_validators={name: _anything for name in formats if name not in _KNOWN},
        )
        self._api = open_api(_served_at(document, base), document_uri, config)

    def read(self, plan: RequestPlan, template: str) -> Reading:
        """Return what openapi-core makes of a plan for the operation of this path template."""
        result = self._api.unmarshal_request(PlannedRequest(plan, self._base, template))
        parameters = result.parameters
        return Reading(
            {
                location: dict(getattr(parameters, location)) if parameters else {}
                for location in ("path", "query", "header", "cookie")
            },
            result.body,
            tuple(str(error.__cause__ or error) for error in result.errors),
        )


def _served_at(document: JsonValue, base: str) -> JsonValue:
    paths = {
        path: {
            key: _without(member, "servers", "security") if key in _METHODS else member
            for key, member in _without(item, "servers").items()
        }
        for path, item in document.get("paths", {}).items()
    }
    rest = _without(document, "security")
    return {**rest, "servers": [{"url": base}], "paths": paths}


def _without(value: JsonValue, *keys: str) -> JsonValue:
    return {key: member for key, member in value.items() if key not in keys}


def _pairs(text: str, separator: str) -> Iterator[tuple[str, str]]:
    for pair in text.split(separator) if text else []:
        name, _, value = pair.partition("=")
        yield unquote(name), value


def _path_values(template: str, path: str) -> dict[str, str]:
    """Cut the values out of the path; matrix and label are asked for by RFC 6570 names."""
    names = re.findall(r"\{([^{}]+)\}", template)
    pieces = re.split(r"\{[^{}]+\}", template)
    match = re.fullmatch("([^/]*)".join(re.escape(piece) for piece in pieces), path)
    values = {}
    for name, value in zip(names, match.groups() if match else (), strict=False):
        for spelled in (name, f";{name}", f";{name}*", f".{name}", f".{name}*"):
            values[spelled] = value
    return values


def _decoding(style: str, read: Any) -> Any:
    def read_and_decode(explode: bool, name: str, kind: str, location: Mapping[str, Any]) -> Any:
        if style == "pipeDelimited":
            location = {key: value.replace("%7C", "|") for key, value in location.items()}
        if style in ("spaceDelimited", "pipeDelimited") and explode:
            return _decoding("form", style_deserializers["form"])(explode, name, kind, location)
        return _decoded(read(explode, name, kind, location))

    return read_and_decode


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(item) for item in value]
    if isinstance(value, dict):
        return {unquote(name): _decoded(member) for name, member in value.items()}
    return unquote(value) if isinstance(value, str) else value


def _json(value: bytes | str, **_: str) -> Any:
    return loads(unquote(value) if isinstance(value, str) else value)


def media_type_readers(document: JsonValue) -> dict[str, Any]:
    """Return readers for every media type in the document that is JSON, or may be."""
    found = {"application/json": _json, "text/plain": _text}
    components = document.get("components") or {}
    pending = [
        document.get("paths", {}),
        components.get("requestBodies"),
        components.get("parameters"),
    ]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        elif isinstance(node, dict):
            content = node.get("content")
            for name in content if isinstance(content, dict) else ():
                plain = name.partition(";")[0].strip().lower()
                if plain.endswith(("+json", "/json")) or plain in ("*/*", "application/*"):
                    found[plain] = found[name] = _json
            pending.extend(node.values())
    return found


def _as_it_is(value: Any) -> Any:
    return value


def _anything(value: Any) -> bool:
    return True


def _text(value: bytes | str, **parameters: str) -> Any:
    return unquote(value) if isinstance(value, str) else value.decode("utf-8")
