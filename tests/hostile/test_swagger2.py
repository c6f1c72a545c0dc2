"""What is hostile in Swagger 2.0: its own places, and what the upgrade to 3.0 makes of it."""

import pytest

from tests.hostile.attempts import Desk
from tests.hostile.descriptions import OK, JsonValue, as_json

pytestmark = pytest.mark.hostile


def swagger(paths: JsonValue, **rest: JsonValue) -> JsonValue:
    return {
        "swagger": "2.0",
        "info": {"title": "Hostile", "version": "1"},
        "host": "api.example.com",
        "schemes": ["https"],
        "paths": paths,
        **rest,
    }


def one(taken: JsonValue, **rest: JsonValue) -> JsonValue:
    operation = {"operationId": "makeThing", "summary": "x", "responses": OK}
    return swagger({"/things": {"post": {**operation, "parameters": taken}}}, **rest)


def body(schema: JsonValue) -> JsonValue:
    return [{"name": "body", "in": "body", "schema": schema}]


def ref(name: str) -> JsonValue:
    return {"$ref": f"#/definitions/{name}"}


SWAGGER = {
    "a chain of definitions": lambda: one(
        body(ref("S0")),
        definitions={f"S{n}": {"allOf": [ref(f"S{n + 1}")]} for n in range(5_000)} | {"S5000": {}},
    ),
    "definitions that double": lambda: one(
        body(ref("S0")),
        definitions={f"S{n}": {"allOf": [ref(f"S{n + 1}")] * 2} for n in range(40)} | {"S40": {}},
    ),
    "definitions in a circle": lambda: one(
        body(ref("A")), definitions={"A": {"allOf": [ref("B")]}, "B": {"allOf": [ref("A")]}}
    ),
    "ten thousand form fields": lambda: one(
        [{"name": f"f{n}", "in": "formData", "type": "string"} for n in range(10_000)],
        consumes=["multipart/form-data"],
    ),
    "ten thousand bodies": lambda: one(body({}) * 10_000),
    "items in items": lambda: one([{"name": "a", "in": "query", **items(90)}]),
    "ten thousand media types": lambda: one(
        body({}), consumes=[f"a/b{n}" for n in range(10_000)], produces=["a/b"] * 10_000
    ),
    "ten thousand schemes": lambda: one([], schemes=["https", "http"] * 5_000),
    "a host with a path": lambda: one([], host="api.example.com/a?b#c", basePath="//evil"),
    "parameters in a circle": lambda: one(
        [{"$ref": "#/parameters/A"}], parameters={"A": {"$ref": "#/parameters/A"}}
    ),
    "answers in a circle": lambda: swagger(
        {"/a": {"get": {"responses": {"200": {"$ref": "#/responses/A"}}}}},
        responses={"A": {"$ref": "#/responses/A"}},
    ),
    "what is of another type": lambda: one(
        {"a": 1}, definitions=[1], consumes="a", produces=1, securityDefinitions=[], tags="x"
    ),
}


def items(depth: int) -> JsonValue:
    made: JsonValue = {"type": "string"}
    for _ in range(depth):
        made = {"type": "array", "items": made, "collectionFormat": "multi"}
    return made


@pytest.mark.parametrize("name", SWAGGER)
def test_hostile_swagger_has_a_verdict(name: str, desk: Desk) -> None:
    desk.import_(desk.write(as_json(SWAGGER[name]()))).judge()
    desk.go_on().judge()
