"""References: followed as RFC 6901 says, through every cycle, and a broken one costs little."""

import json
from typing import Any

import pytest

from tests.fake_api import reply_json
from tests.kinds.conftest import Offering
from tests.kinds.judging import accepts, faults
from tests.kinds.offering import Offer

pytestmark = pytest.mark.anyio


async def listed(made: Offer) -> dict[str, Any]:
    """Return the listed tools by operation, none of which may have a fault."""
    async with made.session() as session:
        tools = await session.listed()
    assert {name: faults(tool) for name, tool in tools.items()} == {name: [] for name in tools}
    names = {tool.name: tool.call.operation for tool in made.surface.tools}
    return {names[name]: tool for name, tool in tools.items()}


CYCLE = """
openapi: {version}
info: {{title: Cycles, version: "1"}}
servers: [{{url: "{{{{API}}}}"}}]
paths:
  /ping: {{get: {{operationId: ping, responses: {{"200": {{description: ok}}}}}}}}
  /trees:
    post:
      operationId: plant
      requestBody:
        required: true
        content: {{application/json: {{schema: {body}}}}}
      responses:
        "200": {{description: ok, content: {{application/json: {{schema: {body}}}}}}}
components:
  schemas:
{schemas}
"""

#: Body, component schemas, a value that goes round the cycle, and one that breaks it deep inside.
CYCLES: dict[str, tuple[str, dict[str, Any], Any, Any]] = {
    "through three schemas": (
        "A",
        {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}},
            "B": {"type": "object", "properties": {"c": {"$ref": "#/components/schemas/C"}}},
            "C": {
                "type": "object",
                "properties": {"a": {"$ref": "#/components/schemas/A"}, "n": {"type": "integer"}},
            },
        },
        {"b": {"c": {"a": {"b": {"c": {"n": 1}}}}}},
        {"b": {"c": {"a": {"b": {"c": {"n": "x"}}}}}},
    ),
    "through a dictionary": (
        "D",
        {
            "D": {
                "type": "object",
                "properties": {
                    "n": {"type": "integer"},
                    "by": {
                        "type": "object",
                        "additionalProperties": {"$ref": "#/components/schemas/D"},
                    },
                },
            }
        },
        {"by": {"x": {"by": {"y": {"n": 1}}}}},
        {"by": {"x": {"by": {"y": {"n": "x"}}}}},
    ),
    "through a choice": (
        "E",
        {
            "E": {
                "type": "object",
                "properties": {
                    "e": {
                        "oneOf": [{"type": "integer"}, {"$ref": "#/components/schemas/E"}],
                    }
                },
            }
        },
        {"e": {"e": {"e": 3}}},
        {"e": {"e": {"e": "three"}}},
    ),
    "through what all share": (
        "F",
        {
            "F": {
                "allOf": [
                    {"$ref": "#/components/schemas/G"},
                    {
                        "type": "object",
                        "properties": {
                            "kids": {"type": "array", "items": {"$ref": "#/components/schemas/F"}}
                        },
                    },
                ]
            },
            "G": {
                "type": "object",
                "properties": {"up": {"$ref": "#/components/schemas/F"}, "n": {"type": "integer"}},
            },
        },
        {"kids": [{"up": {"kids": [{"n": 1}]}}]},
        {"kids": [{"up": {"kids": [{"n": "x"}]}}]},
    ),
}


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize("kind", CYCLES)
async def test_a_cycle_is_kept_and_checked_however_deep(
    offer: Offering, version: str, kind: str
) -> None:
    name, schemas, good, bad = CYCLES[kind]
    text = "\n".join(f"    {key}: {json.dumps(value)}" for key, value in schemas.items())
    body = json.dumps({"$ref": f"#/components/schemas/{name}"})
    made = offer(CYCLE.format(version=version, body=body, schemas=text), reply_json(good))
    tool = (await listed(made))["POST /trees"]
    arguments = good if "body" not in tool["inputSchema"]["properties"] else {"body": good}
    broken = bad if "body" not in tool["inputSchema"]["properties"] else {"body": bad}
    # Some clients take no recursion: what is listed may end some levels down. The call checks all.
    assert accepts(tool["inputSchema"], arguments)
    async with made.session() as session:
        result = await session.call_tool(tool["name"], arguments)
        assert result.value == good
        assert json.loads(made.sent.body) == good
        refused = await session.call_tool(tool["name"], broken)
        assert refused.is_error
    assert made.nothing_sent


#: References that never arrive anywhere.
ENDLESS = {
    "to itself": {"A": {"$ref": "#/components/schemas/A"}},
    "in a ring": {
        "A": {"$ref": "#/components/schemas/B"},
        "B": {"$ref": "#/components/schemas/C"},
        "C": {"$ref": "#/components/schemas/A"},
    },
    "through allOf alone": {"A": {"allOf": [{"$ref": "#/components/schemas/A"}]}},
    "through oneOf alone": {
        "A": {"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/A"}]}
    },
}


@pytest.mark.parametrize("kind", ENDLESS)
async def test_a_reference_that_arrives_nowhere_costs_at_most_its_operation(
    offer: Offering, kind: str
) -> None:
    text = "\n".join(f"    {key}: {json.dumps(value)}" for key, value in ENDLESS[kind].items())
    body = json.dumps({"$ref": "#/components/schemas/A"})
    made = offer(CYCLE.format(version="3.1.0", body=body, schemas=text))
    tools = await listed(made)
    assert "GET /ping" in tools
    assert not (await made.call("GET /ping")).is_error


ESCAPES = """
openapi: 3.1.0
info: {title: Escapes, version: "1"}
servers: [{url: "{{API}}"}]
paths:
  /a/{x}/b~c:
    parameters:
      - {name: x, in: path, required: true, schema: {type: integer}}
    get:
      operationId: first
      parameters:
        - {name: q, in: query, schema: {type: integer, maximum: 5}}
      responses: {"200": {description: ok}}
  /second/{x}:
    post:
      operationId: second
      parameters:
        - {$ref: "#/paths/~1a~1%7Bx%7D~1b~0c/parameters/0"}
        - {$ref: "#/paths/~1a~1{x}~1b~0c/get/parameters/0"}
      requestBody: {$ref: "#/components/requestBodies/The%20body"}
      responses: {$ref: "#/components/x-responses"}
components:
  x-responses: {"200": {description: ok}}
  requestBodies:
    The body:
      required: true
      content:
        application/vnd.a+json:
          schema:
            type: object
            properties:
              percent: {$ref: "#/components/schemas/100%25"}
              tilde: {$ref: "#/components/schemas/a~01b"}
              slash: {$ref: "#/components/schemas/a~1b"}
              umlaut: {$ref: "#/components/schemas/gr%C3%B6%C3%9Fe"}
              plain: {$ref: "#/components/schemas/größe"}
              nothing: {$ref: "#/components/schemas/"}
              second: {$ref: "#/components/schemas/list/prefixItems/1"}
              named: {$ref: "#/components/schemas/list/$defs/x.y-z"}
              keyword: {$ref: "#/components/schemas/odd/properties/$ref"}
  schemas:
    100%: {type: string, enum: [percent]}
    a~1b: {type: string, enum: [tilde]}
    a/b: {type: string, enum: [slash]}
    größe: {type: string, enum: [umlaut]}
    "": {type: string, enum: [nothing]}
    list:
      prefixItems: [{type: integer}, {type: string, enum: [second]}]
      $defs: {x.y-z: {type: string, enum: [named]}}
    odd: {type: object, properties: {$ref: {type: string, enum: [keyword]}}}
"""


async def test_pointers_are_unescaped_once_and_in_order(offer: Offering) -> None:
    """RFC 6901 §4: `~1` before `~0`; §6: a fragment is percent-decoded first."""
    made = offer(ESCAPES)
    tool = (await listed(made))["POST /second/{x}"]
    good = {"percent": "percent", "tilde": "tilde", "slash": "slash", "umlaut": "umlaut",
            "plain": "umlaut", "nothing": "nothing", "second": "second", "named": "named",
            "keyword": "keyword"}  # fmt: skip
    assert accepts(tool["inputSchema"], {"x": 1, "q": 5, **good})
    for name in good:
        assert not accepts(tool["inputSchema"], {"x": 1, **good, name: "other"})
    assert not accepts(tool["inputSchema"], {"x": 1, "q": 6})
    inputs = {f"body:/{name}": value for name, value in good.items()}
    result = await made.call("POST /second/{x}", {"path:x": 4, "query:q": 2, **inputs})
    assert not result.is_error
    request = made.sent
    assert (request.target, json.loads(request.body)) == ("/second/4?q=2", good)


BROKEN = """
openapi: 3.1.0
info: {title: Broken, version: "1"}
servers: [{url: "{{API}}"}]
paths:
  /well: {get: {operationId: well, responses: {"200": {description: ok}}}}
  /parameter:
    get:
      operationId: parameter
      parameters: [{$ref: "#/components/parameters/NoSuchParameter"}]
      responses: {"200": {description: ok}}
  /body:
    post:
      operationId: body
      requestBody: {$ref: "#/components/requestBodies/NoSuchBody"}
      responses: {"200": {description: ok}}
  /reply:
    get:
      operationId: reply
      responses:
        "200":
          description: ok
          content:
            application/json: {schema: {$ref: "#/components/schemas/NoSuchReply"}}
  /answer:
    get:
      operationId: answer
      responses: {"200": {$ref: "#/components/responses/NoSuchAnswer"}}
  /item: {$ref: "#/components/pathItems/NoSuchItem"}
  /index:
    get:
      operationId: index
      parameters: [{$ref: "#/paths/~1parameter/get/parameters/7"}]
      responses: {"200": {description: ok}}
  /number:
    get:
      operationId: number
      parameters: [{$ref: 5}]
      responses: {"200": {description: ok}}
components:
  schemas: {Unused: {$ref: "#/components/schemas/NoSuchAtAll"}}
  examples: {e: {$ref: "#/components/examples/NoSuchExample"}}
"""


async def test_a_broken_reference_costs_at_most_its_operation_and_is_named(
    offer: Offering,
) -> None:
    made = offer(BROKEN, reply_json({"x": 1}))
    tools = await listed(made)
    assert {"GET /well", "GET /reply", "GET /answer"} <= set(tools)
    assert not {"GET /parameter", "POST /body", "GET /index"} & set(tools)
    said = "\n".join(f"{f.message} {f.pointer}" for f in made.findings)
    for name in ("NoSuchParameter", "NoSuchBody", "NoSuchReply", "NoSuchAnswer", "NoSuchItem"):
        assert name in said
    assert "/paths/~1number/get/parameters/0" in said
    for operation in ("GET /well", "GET /reply", "GET /answer"):
        assert not (await made.call(operation)).is_error


async def test_a_broken_reference_of_an_optional_member_is_named(offer: Offering) -> None:
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer"}, "x": {"$ref": "#/components/schemas/Gone"}},
    }
    text = f"    A: {json.dumps(schema)}"
    body = json.dumps({"$ref": "#/components/schemas/A"})
    made = offer(CYCLE.format(version="3.0.3", body=body, schemas=text))
    assert "GET /ping" in await listed(made)
    assert any("Gone" in finding.message for finding in made.findings)


async def test_a_second_document_and_its_own_references_are_followed(offer: Offering) -> None:
    box = "Box: {type: object, properties: {in: {$ref: '#/Box'}, size: {$ref: 'b/s.yaml#/a~1b'}}}"
    files = {
        "models.yaml": f"{box}\n",
        "b/s.yaml": "a/b: {$ref: ../c%20d.json#/least}\n",
        "c d.json": '{"least": {"type": "integer", "minimum": 3}}',
    }
    body = json.dumps({"$ref": "models.yaml#/Box"})
    text = CYCLE.format(version="3.1.0", body=body, schemas="    A: {type: string}")
    made = offer(text, files=files)
    tool = (await listed(made))["POST /trees"]
    good, bad = {"in": {"in": {"in": {"size": 3}}}}, {"in": {"in": {"in": {"size": 2}}}}
    assert accepts(tool["inputSchema"], good)
    async with made.session() as session:
        assert not (await session.call_tool(tool["name"], good)).is_error
        assert (await session.call_tool(tool["name"], bad)).is_error
    assert len(made.api.requests) == 1
