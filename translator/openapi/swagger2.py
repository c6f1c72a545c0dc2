"""Swagger 2.0 → the shape of OpenAPI 3.0: the only module that knows how 2.0 is written.

`upgrade` takes a description of one or many files and gives one root: its path items,
parameters and responses stand inline, and say what an OpenAPI 3.0 document would say. Schemas
are not copied or changed (`translator.openapi.schemas` reads their dialect); `origins` tells
where each moved part was written, so that its references and findings keep their place.

What OpenAPI 3.0 cannot say is said all the same: items joined by tabs have the style
`tabDelimited`, which no OAS 3 document may use. What it has no style for at all, arrays in
arrays and items in a path or header that are joined by anything but commas, becomes the text
that goes over the wire, with a remark. Pure.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from translator.json_value import JsonValue
from translator.openapi.resolve import Place, Resolved, Resolver, join_pointer
from translator.openapi.swagger2_parts import (
    is_file,
    upgrade_form,
    upgrade_parameter,
    upgrade_security_scheme,
)

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_SCHEMES = ("https", "http")


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The upgraded root, and `{pointer into it: where that was written}` of what moved.

    `remarks` are (code, message, place as written).
    """

    root: dict[str, JsonValue]
    origins: Mapping[str, Place] = field(default_factory=dict)
    remarks: tuple[tuple[str, str, Place], ...] = ()

    def origin(self, place: Place) -> Place:
        """Return where the thing at a place of the upgraded root was written."""
        pointer, rest = place.pointer, ""
        while pointer:
            found = self.origins.get(pointer)
            if found is not None:
                return Place(found.document, found.pointer + rest)
            pointer, _, token = pointer.rpartition("/")
            rest = f"/{token}{rest}"
        return place


def upgrade(resolver: Resolver) -> Upgrade:
    """Return the entry document of the resolver as one OpenAPI 3.0 root."""
    return _Upgrading(resolver).run()


class _Upgrading:
    """One upgrade: gathers origins and remarks on its way through the document."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        root = resolver.documents[resolver.entry]
        self._root: dict[str, JsonValue] = root if isinstance(root, dict) else {}
        self._origins: dict[str, Place] = {}
        self._remarks: list[tuple[str, str, Place]] = []
        self._parameters: dict[Place, JsonValue] = {}

    def run(self) -> Upgrade:
        root = self._root
        upgraded: dict[str, JsonValue] = {
            **{key: value for key, value in root.items() if key not in ("swagger", "paths")},
            "openapi": "3.0.3",
            "servers": self._servers(root.get("schemes")),
            "paths": self._paths(),
            "components": {"securitySchemes": self._security_schemes()},
        }
        return Upgrade(upgraded, self._origins, tuple(self._remarks))

    def _servers(self, schemes: JsonValue) -> list[JsonValue]:
        """OAS 2.0, Swagger Object: without schemes, the one the description came by is used."""
        base = self._root.get("basePath")
        path = "/" + base.lstrip("/") if isinstance(base, str) else "/"
        host = self._host()
        if not host:
            return [{"url": path}]
        named = _http_schemes(schemes)
        return [{"url": f"{name}://{host}{path}"} for name in named] or [{"url": f"//{host}{path}"}]

    def _host(self) -> str:
        """Return the host and port; some authors write a whole URL there."""
        host = self._root.get("host")
        return host.rpartition("://")[2].rstrip("/") if isinstance(host, str) else ""

    def _security_schemes(self) -> dict[str, JsonValue]:
        declared = self._root.get("securityDefinitions")
        if not isinstance(declared, dict):
            return {}
        for key in declared:
            moved = join_pointer("/components/securitySchemes", key)
            written = join_pointer("/securityDefinitions", key)
            self._origins[moved] = Place(self._resolver.entry, written)
        return {key: upgrade_security_scheme(value) for key, value in declared.items()}

    def _paths(self) -> dict[str, JsonValue]:
        paths = self._root.get("paths")
        if not isinstance(paths, dict):
            return {}
        return {
            path: self._path_item(item, join_pointer("/paths", path))
            for path, item in paths.items()
            if path[:2] != "x-"
        }

    def _path_item(self, item: JsonValue, pointer: str) -> JsonValue:
        here = Place(self._resolver.entry, pointer)
        found = self._resolver.follow(item, here)
        if found is None or not isinstance(found.value, dict):
            return item
        if found.place != here:
            self._origins[pointer] = found.place
        item = found.value
        shared = self._follow_all(item.get("parameters"), found.place)
        upgraded = {key: value for key, value in item.items() if key not in _METHODS}
        upgraded["parameters"] = self._inline(
            [each for each in shared if not _makes_body(each.value)], f"{pointer}/parameters"
        )
        for method in item:
            if method in _METHODS:
                place = Place(found.place.document, f"{found.place.pointer}/{method}")
                operation = Resolved(item[method], place)
                upgraded[method] = self._operation(operation, shared, f"{pointer}/{method}")
        return upgraded

    def _operation(self, operation: Resolved, shared: list[Resolved], pointer: str) -> JsonValue:
        """Return an operation with its body as one, its media types and its own servers."""
        if not isinstance(operation.value, dict):
            return operation.value
        own = self._follow_all(operation.value.get("parameters"), operation.place)
        upgraded = dict(operation.value)
        upgraded["parameters"] = self._inline(
            [each for each in own if not _makes_body(each.value)], f"{pointer}/parameters"
        )
        body = self._request_body(operation, _overridden(shared, own), f"{pointer}/requestBody")
        if body is not None:
            upgraded["requestBody"] = body
        upgraded["responses"] = self._responses(operation, f"{pointer}/responses")
        if self._needs_own_servers(operation.value.get("schemes")):
            upgraded["servers"] = self._servers(operation.value["schemes"])
        return upgraded

    def _needs_own_servers(self, schemes: JsonValue) -> bool:
        """Return whether the operation cannot use the scheme that the description uses."""
        used = _http_schemes(self._root.get("schemes"))[:1]
        usable = _http_schemes(schemes)
        return bool(self._host() and used and usable) and used[0] not in usable

    def _follow_all(self, parameters: JsonValue, place: Place) -> list[Resolved]:
        """Return the parameters, where they truly stand; a broken reference stays itself."""
        if not isinstance(parameters, list):
            return []
        resolved = []
        for index, parameter in enumerate(parameters):
            here = Place(place.document, join_pointer(place.pointer, "parameters", index))
            resolved.append(self._resolver.follow(parameter, here) or Resolved(parameter, here))
        return resolved

    def _inline(self, parameters: list[Resolved], pointer: str) -> list[JsonValue]:
        """Return the parameters upgraded; one that many operations share stays one value."""
        for index, parameter in enumerate(parameters):
            self._origins[f"{pointer}/{index}"] = parameter.place
            if isinstance(parameter.value, dict) and "schema" not in parameter.value:
                self._origins[f"{pointer}/{index}/schema"] = parameter.place
            if parameter.place not in self._parameters:
                self._parameters[parameter.place] = upgrade_parameter(
                    parameter.value, self._remark_at(parameter.place)
                )
        return [self._parameters[parameter.place] for parameter in parameters]

    def _request_body(
        self, operation: Resolved, parameters: list[Resolved], pointer: str
    ) -> dict[str, JsonValue] | None:
        """OAS 2.0, Parameter Object: one `body` parameter, or any number of `formData`."""
        bodies = [each for each in parameters if each.value["in"] == "body"]
        fields = [each for each in parameters if each.value["in"] == "formData"]
        for extra in [*bodies[1:], *(fields if bodies else ())]:
            message = "An operation has one body; what is declared first is used"
            self._remarks.append(("parameter-duplicate", message, extra.place))
        consumes = self._media_types(operation.value, "consumes")
        consumes = _said_by_header(parameters, consumes)
        if bodies:
            return self._plain_body(bodies[0], consumes or ["application/json"], pointer)
        return self._form_body(operation.place, fields, consumes, pointer) if fields else None

    def _plain_body(
        self, body: Resolved, consumes: list[str], pointer: str
    ) -> dict[str, JsonValue]:
        self._origins[pointer] = body.place
        media_type = {"schema": body.value.get("schema", True)}
        for name in consumes:
            moved = join_pointer(pointer, "content", name)
            self._origins[moved] = body.place
        kept = {key: body.value[key] for key in ("description", "required") if key in body.value}
        return {**kept, "content": dict.fromkeys(consumes, media_type)}

    def _form_body(
        self, operation: Place, fields: list[Resolved], consumes: list[str], pointer: str
    ) -> dict[str, JsonValue]:
        files = any(is_file(each.value) for each in fields)
        names = [name for name in consumes if name.partition(";")[0].strip().lower() in _FORMS]
        if files:
            names = [name for name in names if name.lower().startswith("multipart/")]
        names = names or [_FORMS[1] if files else _FORMS[0]]
        self._origins[pointer] = Place(operation.document, f"{operation.pointer}/parameters")
        for name in names:
            schema = join_pointer(pointer, "content", name, "schema", "properties")
            self._origins[schema] = self._origins[pointer]
            for each in fields:
                self._origins[join_pointer(schema, str(each.value.get("name")))] = each.place
        remark = [self._remark_at(each.place) for each in fields]
        form = upgrade_form([each.value for each in fields], remark)
        return {
            "required": any(each.value.get("required") is True for each in fields),
            "content": dict.fromkeys(names, form),
        }

    def _responses(self, operation: Resolved, pointer: str) -> dict[str, JsonValue]:
        responses = operation.value.get("responses")
        produces = self._media_types(operation.value, "produces")
        upgraded: dict[str, JsonValue] = {}
        for status, response in (responses if isinstance(responses, dict) else {}).items():
            here = Place(
                operation.place.document,
                join_pointer(operation.place.pointer, "responses", status),
            )
            found = self._resolver.follow(response, here)
            moved = join_pointer(pointer, status)
            self._origins[moved] = here if found is None else found.place
            upgraded[status] = response if found is None else self._response(found, produces, moved)
        return upgraded

    def _response(self, response: Resolved, produces: list[str], pointer: str) -> JsonValue:
        """OAS 2.0, Response Object: without a schema, no content is returned."""
        value = response.value
        if not isinstance(value, dict):
            return value
        upgraded = {key: value[key] for key in ("description", "headers") if key in value}
        if "schema" not in value:
            return upgraded
        examples = value.get("examples")
        default = "application/octet-stream" if is_file(value["schema"]) else "application/json"
        content = {}
        for name in produces or [default]:
            media_type = content[name] = {"schema": value["schema"]}
            if isinstance(examples, dict) and name in examples:
                media_type["example"] = examples[name]
            self._origins[join_pointer(pointer, "content", name)] = response.place
        return {**upgraded, "content": content}

    def _media_types(self, operation: dict[str, JsonValue], key: str) -> list[str]:
        """Return `consumes` or `produces`: the operation's own list replaces the description's."""
        names = operation.get(key, self._root.get(key))
        return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []

    def _remark_at(self, place: Place) -> Callable[[str, str], None]:
        return lambda code, message: self._remarks.append((code, message, place))


def _http_schemes(schemes: JsonValue) -> list[str]:
    """Return the schemes we speak, the safer first."""
    return [name for name in _SCHEMES if isinstance(schemes, list) and name in schemes]


def _said_by_header(parameters: list[Resolved], consumes: list[str]) -> list[str]:
    """Return the media types that a declared Content-Type header leaves of those consumed.

    OAS 2.0 lets a header parameter have this name, unlike OAS 3.0, which ignores it: its enum says
    what may be sent, its default what is sent first. Where the two lists share nothing, the
    description contradicts itself, and `consumes` counts.
    """
    declared: JsonValue = next((p.value for p in parameters if _is_content_type(p.value)), {})
    default, choice = declared.get("default"), declared.get("enum")
    allowed: list[JsonValue] = choice if isinstance(choice, list) else [*consumes] or [default]
    left = [name for name in consumes or allowed if name in allowed and isinstance(name, str)]
    return sorted(left, key=lambda name: name != default) or consumes


def _makes_body(parameter: JsonValue) -> bool:
    return isinstance(parameter, dict) and parameter.get("in") in ("body", "formData")


def _is_content_type(parameter: JsonValue) -> bool:
    if not isinstance(parameter, dict) or parameter.get("in") != "header":
        return False
    return str(parameter.get("name")).lower() == "content-type"


def _overridden(shared: list[Resolved], own: list[Resolved]) -> list[Resolved]:
    """Return the parameters that make the body; the operation's override the path item's."""
    merged: dict[str, Resolved] = {}
    for each in [*shared, *own]:
        if _makes_body(each.value) or _is_content_type(each.value):
            name = each.value.get("name") if each.value["in"] == "formData" else ""
            merged[f"{each.value['in']}:{name}"] = each
    return list(merged.values())
