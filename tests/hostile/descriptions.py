"""Descriptions that tests fill with what is hostile: small valid ones, and ways to write them."""

import json
from typing import Any

JsonValue = Any
OK = {"200": {"description": "ok"}}


def openapi(paths: JsonValue = None, *, version: str = "3.1.0", **rest: JsonValue) -> JsonValue:
    """Return a description with these paths, or with one harmless operation."""
    return {
        "openapi": version,
        "info": {"title": "Hostile", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": {"/things": {"get": operation()}} if paths is None else paths,
        **rest,
    }


def operation(**members: JsonValue) -> JsonValue:
    """Return an operation."""
    return {"operationId": "listThings", "summary": "List things", "responses": OK, **members}


def taking(schema: JsonValue, **rest: JsonValue) -> JsonValue:
    """Return a description of one operation that takes a JSON body of this schema."""
    content = {"application/json": {"schema": schema}}
    made = operation(operationId="makeThing", requestBody={"content": content, "required": True})
    return openapi({"/things": {"post": made}}, **rest)


def giving(schema: JsonValue, **rest: JsonValue) -> JsonValue:
    """Return a description of one operation that answers with JSON of this schema."""
    answer = {"description": "ok", "content": {"application/json": {"schema": schema}}}
    return openapi({"/things": {"get": operation(responses={"200": answer})}}, **rest)


def asking(*parameters: JsonValue, **rest: JsonValue) -> JsonValue:
    """Return a description of one operation with these parameters."""
    made = operation(parameters=list(parameters))
    return openapi({"/things": {"get": made}}, **rest)


def query(name: str, schema: JsonValue = None, **members: JsonValue) -> JsonValue:
    """Return a query parameter."""
    schema = {"type": "string"} if schema is None else schema
    return {"name": name, "in": "query", "schema": schema, **members}


def reference(name: str) -> JsonValue:
    """Return a reference to a component schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def components(schemas: JsonValue) -> JsonValue:
    """Return the components with these schemas."""
    return {"schemas": schemas}


def as_json(value: JsonValue) -> bytes:
    """Write JSON, whatever is in it."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def with_raw(value: JsonValue, raw: str, *, mark: str = "RAW") -> bytes:
    """Write JSON with a text that is no JSON of Python's in the place of `"RAW"`."""
    return as_json(value).replace(f'"{mark}"'.encode(), raw.encode())


def yaml_head(rest: str) -> bytes:
    """Write the head of a YAML description with one operation, and the rest after it."""
    head = (
        "openapi: 3.1.0\ninfo: {title: Hostile, version: '1'}\n"
        "servers: [{url: 'https://api.example.com'}]\n"
        "paths: {/things: {get: {operationId: listThings, summary: List things, "
        "responses: {'200': {description: ok}}}}}\n"
    )
    return (head + rest).encode()
