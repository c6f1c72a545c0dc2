"""Values of the wrong type in every place of a description."""

import copy
from collections.abc import Iterable, Iterator

import pytest

from tests.hostile.attempts import Desk
from tests.hostile.descriptions import OK, JsonValue, as_json, openapi, operation

pytestmark = pytest.mark.hostile

WRONG: dict[str, JsonValue] = {
    "null": None, "a flag": True, "a number": 7, "a text": "text", "a list": [[], {}, None, 1],
    "an object": {"a": {"b": []}, "$ref": 1}, "an empty text": "", "an empty list": [],
}  # fmt: skip

WHOLE = openapi(
    {
        "/things/{id}": {
            "summary": "x",
            "servers": [{"url": "https://a.example/{v}", "variables": {"v": {"default": "a"}}}],
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {}}],
            "post": operation(
                tags=["t"],
                parameters=[
                    {
                        "name": "q", "in": "query", "style": "form", "explode": True,
                        "schema": {"type": "string", "enum": ["a"]},
                        "examples": {"e": {"value": "a"}},
                    }
                ],
                requestBody={
                    "required": True,
                    "content": {
                        "multipart/form-data": {
                            "schema": {"$ref": "#/components/schemas/A"},
                            "encoding": {"a": {"contentType": "x/y", "headers": {"X": {}}}},
                        }
                    },
                },
                responses={
                    "200": {
                        "description": "ok",
                        "headers": {"X": {"schema": {}}},
                        "content": {"application/json": {"schema": {"type": "object"}}},
                        "links": {"l": {"operationId": "x", "parameters": {"id": "$response.body"}}},
                    }
                },
                callbacks={"c": {"{$url}": {"post": {"responses": OK}}}},
                security=[{"k": []}],
            ),
        }
    },
    components={
        "schemas": {
            "A": {
                "type": "object", "required": ["a"], "properties": {"a": {"type": "string"}},
                "allOf": [{"type": "object"}], "discriminator": {"propertyName": "a"},
                "patternProperties": {"^x": {}}, "dependentRequired": {"a": ["b"]},
                "xml": {"name": "a"}, "additionalProperties": False,
            }
        },
        "securitySchemes": {
            "k": {"type": "apiKey", "in": "header", "name": "X"},
            "o": {"type": "oauth2", "flows": {"implicit": {"scopes": {"a": "b"}}}},
        },
    },
    tags=[{"name": "t"}],
    webhooks={"w": {"post": {"responses": OK}}},
)  # fmt: skip


def ways(value: JsonValue, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to every value of the whole description."""
    yield way
    members: Iterable[tuple[str | int, JsonValue]] = ()
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    for key, member in members:
        yield from ways(member, (*way, key))


def with_wrong(way: tuple[str | int, ...], wrong: JsonValue) -> JsonValue:
    made = copy.deepcopy(WHOLE)
    around = made
    for key in way[:-1]:
        around = around[key]
    around[way[-1]] = wrong
    return made


def as_paths(wrong: JsonValue) -> JsonValue:
    """Return one description with an operation for each place inside the path item."""
    paths = {}
    for number, way in enumerate(ways(WHOLE["paths"]["/things/{id}"])):
        if way:
            item = with_wrong(("paths", "/things/{id}", *way), wrong)["paths"]["/things/{id}"]
            paths[f"/t{number}/{{id}}"] = item
    return {**WHOLE, "paths": paths}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_type_inside_an_operation_costs_no_other(name: str, desk: Desk) -> None:
    after = desk.serve(as_json(as_paths(WRONG[name])))
    assert len(after.listed) >= 40


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_type_in_the_components_has_a_verdict(name: str, desk: Desk) -> None:
    for number, way in enumerate(ways(WHOLE)):
        if way and way[0] != "paths":
            desk.write(as_json(with_wrong(way, WRONG[name])), f"wrong{number}.json")
    sources = sorted((desk.folder / "descriptions").glob("wrong*.json"))
    imports = [["import", str(s), "--name", s.stem] for s in sources]
    follow = [[word, s.stem] for s in sources[::8] for word in ("findings", "review")]
    desk.run(*imports, *follow).judge()
