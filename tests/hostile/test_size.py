"""Descriptions that are large in one place: texts, lists, numbers of things."""

import pytest

from tests.hostile.attempts import MAX_TOOL, Desk
from tests.hostile.descriptions import (
    OK,
    JsonValue,
    as_json,
    asking,
    giving,
    openapi,
    operation,
    query,
    taking,
)

pytestmark = pytest.mark.hostile
#: A megabyte of words: no one long word, no one short one.
TEXT = "word " * 200_000
NAME = "n" * 1_000_000


def with_operation(**members: JsonValue) -> JsonValue:
    return openapi({"/things": {"get": operation(**members)}})


LONG = {
    "a summary": lambda: with_operation(summary=TEXT),
    "a description": lambda: with_operation(description=TEXT),
    "a description of one word": lambda: with_operation(description=NAME),
    "a description of markup": lambda: with_operation(description="<b>*[a](b)`" * 90_000),
    "a description of brackets": lambda: with_operation(description="[" * 500_000 + "(" * 500_000),
    "a description of entities": lambda: with_operation(description="&amp;&#x41;&lt" * 80_000),
    "a description of lines": lambda: with_operation(description="- a\n" * 250_000),
    "a description of tables": lambda: with_operation(description="|a|b|\n|-|-|\n" * 80_000),
    "a description of backticks": lambda: with_operation(description="`" * 999_999),
    "a description of spaces": lambda: with_operation(description="a" + " " * 999_999 + "b"),
    "an operationId": lambda: with_operation(operationId=NAME),
    "an operationId of words": lambda: with_operation(operationId="getThing" * 120_000),
    "a tag": lambda: with_operation(tags=[NAME]),
    "a path": lambda: openapi({"/" + NAME: {"get": operation()}}),
    "a path of braces": lambda: openapi({"/" + "{" * 500_000 + "}" * 500_000: {"get": operation()}}),
    "a path of segments": lambda: openapi({"/a" * 500_000: {"get": operation()}}),
    "a parameter's name": lambda: asking(query(NAME)),
    "a parameter's description": lambda: asking(query("q", description=TEXT)),
    "a property's name": lambda: taking({"type": "object", "properties": {NAME: {}}}),
    "a property's description": lambda: taking(
        {"type": "object", "properties": {"a": {"type": "string", "description": TEXT}}}
    ),
    "a property's title": lambda: taking({"properties": {"a": {"title": TEXT}}}),
    "a schema's name": lambda: taking(
        {"$ref": f"#/components/schemas/{NAME}"}, components={"schemas": {NAME: {"type": "object"}}}
    ),
    "a default": lambda: asking(query("q", {"type": "string", "default": TEXT})),
    "a value of an enum": lambda: asking(query("q", {"enum": [TEXT, "b"]})),
    "a const": lambda: asking(query("q", {"const": TEXT})),
    "a format": lambda: asking(query("q", {"type": "string", "format": NAME})),
    "a reference to nothing": lambda: taking({"properties": {"a": {"$ref": "#/" + NAME}}}),
    "an unknown keyword": lambda: taking({"properties": {"a": {NAME: 1}}}),
    "a media type": lambda: openapi(
        {"/things": {"get": operation(responses={"200": {"description": "", "content": {NAME: {}}}})}}
    ),
    "a status": lambda: with_operation(responses={NAME: {"description": "ok"}}),
    "a style": lambda: asking(query("q", style=NAME)),
    "a server": lambda: openapi(servers=[{"url": "https://api.example.com/" + NAME}]),
    "a host": lambda: openapi(servers=[{"url": f"https://{NAME}/"}]),
    "a security scheme": lambda: openapi(
        security=[{NAME: []}],
        components={"securitySchemes": {NAME: {"type": "apiKey", "in": "header", "name": NAME}}},
    ),
    "a title": lambda: openapi(info={"title": TEXT, "version": NAME, "description": TEXT}),
    "a version": lambda: {**openapi(), "openapi": "3.1." + "9" * 1_000_000},
    "a method": lambda: openapi(
        {"/things": {"additionalOperations": {"X" * 1_000_000: operation()}}}, version="3.2.0"
    ),
    "an answer's description": lambda: giving({"properties": {"a": {"description": TEXT}}}),
}  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_a_megabyte_of_text_leaves_a_bounded_tool(name: str, desk: Desk) -> None:
    attempt = desk.import_(desk.write(as_json(LONG[name]()), "long.json"))
    attempt.judge()
    after = desk.go_on()
    after.judge()
    assert all(len(as_json(one)) <= MAX_TOOL for one in after.listed)


def things(count: int) -> JsonValue:
    return {f"/things{n}": {"get": {"responses": OK}} for n in range(count)}


MANY = {
    "paths": lambda: openapi(things(100_000)),
    "paths that are one but for a name": lambda: openapi(
        {f"/things/{{p{n}}}": {"get": {"responses": OK}} for n in range(3_000)}
    ),
    "parameters": lambda: asking(*(query(f"p{n}") for n in range(10_000))),
    "required parameters": lambda: asking(*(query(f"p{n}", required=True) for n in range(10_000))),
    "parameters of one name": lambda: asking(*(query("same") for n in range(10_000))),
    "parameters in the path": lambda: openapi(
        {"".join(f"/{{p{n}}}" for n in range(10_000)): {"get": operation()}}
    ),
    "operations of one operationId": lambda: openapi(
        {f"/things{n}": {"get": operation()} for n in range(1_000)}
    ),
    "values of an enum": lambda: asking(query("q", {"enum": [f"value-{n}" for n in range(100_000)]})),
    "integers of an enum": lambda: taking(
        {"properties": {"a": {"type": "integer", "enum": list(range(100_000))}}}
    ),
    "values of an answer's enum": lambda: giving({"enum": [f"value-{n}" for n in range(100_000)]}),
    "statuses": lambda: with_operation(
        responses={str(n): {"description": "x"} for n in range(1_000_000)}
    ),
    "media types": lambda: taking({}) | {"paths": {"/things": {"post": operation(
        requestBody={"content": {f"a/b{n}": {"schema": {}} for n in range(50_000)}}
    )}}},
    "tags": lambda: with_operation(tags=[f"t{n}" for n in range(100_000)]),
    "servers": lambda: openapi(servers=[{"url": f"https://a{n}.example"} for n in range(100_000)]),
    "variables of a server": lambda: openapi(
        servers=[{
            "url": "https://" + "".join(f"{{v{n}}}" for n in range(10_000)) + ".example",
            "variables": {f"v{n}": {"default": "a", "enum": ["a", "b"]} for n in range(10_000)},
        }]
    ),
    "values of a server's variable": lambda: openapi(servers=[{
        "url": "https://{v}.example",
        "variables": {"v": {"default": "a", "enum": [f"v{n}" for n in range(100_000)]}},
    }]),
    "alternatives of security": lambda: openapi(
        security=[{f"s{n}": []} for n in range(20_000)],
        components={"securitySchemes": {
            f"s{n}": {"type": "apiKey", "in": "header", "name": f"X-{n}"} for n in range(20_000)
        }},
    ),
    "schemes required together": lambda: openapi(
        {f"/t{n}": {"get": {"responses": OK}} for n in range(100)},
        security=[{f"s{n}": ["x"] * 10 for n in range(1_000)}],
        components={"securitySchemes": {
            f"s{n}": {"type": "http", "scheme": "bearer"} for n in range(1_000)
        }},
    ),
    "scopes": lambda: openapi(
        security=[{"o": [f"s{n}" for n in range(100_000)]}],
        components={"securitySchemes": {"o": {"type": "oauth2", "flows": {"clientCredentials": {
            "tokenUrl": "https://api.example.com/token",
            "scopes": {f"s{n}": "x" for n in range(100_000)},
        }}}}},
    ),
    "security requirements nobody declares": lambda: openapi(
        security=[{f"s{n}": []} for n in range(50_000)]
    ),
    "callbacks": lambda: with_operation(
        callbacks={f"c{n}": {"{$request.body}": {"post": operation()}} for n in range(20_000)}
    ),
    "webhooks": lambda: openapi(webhooks={f"w{n}": {"post": operation()} for n in range(20_000)}),
    "links": lambda: with_operation(responses={"200": {
        "description": "ok", "links": {f"l{n}": {"operationId": "x"} for n in range(50_000)},
    }}),
    "headers": lambda: with_operation(responses={"200": {
        "description": "ok", "headers": {f"X-{n}": {"schema": {}} for n in range(50_000)},
    }}),
    "examples": lambda: asking(
        query("q", examples={f"e{n}": {"value": f"v{n}"} for n in range(100_000)})
    ),
    "encodings": lambda: openapi({"/things": {"post": operation(requestBody={"content": {
        "multipart/form-data": {
            "schema": {"properties": {f"p{n}": {} for n in range(5_000)}},
            "encoding": {
                f"p{n}": {"contentType": "text/plain", "headers": {"X": {"schema": {}}}}
                for n in range(5_000)
            },
        }
    }})}}),
    "mappings of a discriminator": lambda: taking({
        "oneOf": [{"type": "object"}],
        "discriminator": {"propertyName": "k", "mapping": {f"m{n}": "#/x" for n in range(100_000)}},
    }),
    "hints for XML": lambda: taking({"properties": {
        f"p{n}": {"type": "string", "xml": {"name": "x" * 100, "wrapped": True}}
        for n in range(5_000)
    }}),
    "unknown keywords": lambda: taking({"properties": {"a": {f"k{n}": 1 for n in range(100_000)}}}),
    "extensions": lambda: openapi(**{f"x-{n}": {"a": [n]} for n in range(50_000)}),
    "texts of tags": lambda: openapi(
        tags=[{"name": f"t{n}", "description": "words"} for n in range(50_000)]
    ),
    "values in all": lambda: openapi(**{"x-a": [[0]] * 6_000_000}),
    "empty objects": lambda: openapi(**{"x-a": [{}] * 3_000_000}),
    "objects of one member": lambda: openapi(**{"x-a": [{"a": 1}] * 900_000}),
}  # fmt: skip


@pytest.mark.parametrize("name", MANY)
def test_too_many_of_one_thing_have_a_verdict(name: str, desk: Desk) -> None:
    attempt = desk.import_(desk.write(as_json(MANY[name]()), "many.json"))
    attempt.judge()
    if attempt.commands[0].code == 0:
        after = desk.go_on()
        after.judge()
        assert all(len(as_json(one)) <= MAX_TOOL for one in after.listed)


EXAMPLES = {
    "a text": lambda: TEXT * 10,
    "a list": lambda: list(range(200_000)),
    "an object": lambda: {f"k{n}": [n] for n in range(90_000)},
    "a deep one": lambda: [[[[[[TEXT * 10]]]]]],
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_ten_megabytes_is_not_served(name: str, desk: Desk) -> None:
    schema = {"type": "object", "properties": {"a": {"example": EXAMPLES[name]()}}}
    description = taking(schema)
    media = description["paths"]["/things"]["post"]["requestBody"]["content"]["application/json"]
    media["example"] = EXAMPLES[name]()
    after = desk.serve(as_json(description))
    assert all(len(as_json(one)) <= MAX_TOOL for one in after.listed)
