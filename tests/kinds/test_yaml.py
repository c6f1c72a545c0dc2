"""YAML is read as the JSON that OAS means: texts stay texts, keys are texts, sharing is resolved.

OAS 3.1.1, Format: YAML is limited to the tags of YAML 1.2's JSON schema ruleset, so that neither
a date nor `no` nor `1:30` is anything but text.
"""

import json

import pytest

from tests.fake_api import reply_json
from tests.kinds.conftest import Offering

pytestmark = pytest.mark.anyio

#: What YAML 1.1 loaders turn into dates, booleans, numbers of base 60, 8 or 2, sets, bytes.
TEXTS = (
    "2024-01-15", "2024-1-5", "2024-02-30", "2015-02-22T20:00:45Z", "2015-02-22 20:00:45 +1",
    "yes", "no", "on", "off", "y", "n", "Yes", "NO", "1:30", "190:20:30", "0o17", "0b101", "0x1F",
    "012", "1_000", "12e03x", "+1", ".inf", ".NaN", "+.inf", "-.Inf", "=", "1e", "0777", "1e+",
)  # fmt: skip


def enumerated(values: tuple[str, ...]) -> str:
    listed = "\n".join(f"              - {value}" for value in values)
    return f"""
openapi: 3.1.0
info: {{title: Plain, version: 2024-01-15}}
servers: [{{url: "{{{{API}}}}"}}]
paths:
  /plain:
    get:
      operationId: plain
      parameters:
        - name: word
          in: query
          schema:
            type: string
            enum:
{listed}
      responses: {{200: {{description: ok}}}}
"""


async def test_a_spelling_of_true_and_null_counts_where_json_has_no_other_meaning(
    offer: Offering,
) -> None:
    """Of the core schema, what generators write: `required: True` must not be a text."""
    description = enumerated(("a",)).replace("in: query", "in: query\n          required: True")
    made = offer(description.replace("operationId: plain", "operationId: plain\n      security: ~"))
    assert made.tool("GET /plain").input_schema["required"] == ["word"]


async def test_texts_that_another_yaml_takes_for_values_stay_texts(offer: Offering) -> None:
    made = offer(enumerated(TEXTS))
    async with made.session() as session:
        (tool,) = (await session.listed()).values()
        assert json.loads(json.dumps(tool)) == tool
        word = tool["inputSchema"]["properties"]["word"]
        assert word["enum"] == list(TEXTS)
        for text in ("no", "1:30", "2024-01-15"):
            assert not (await session.call("GET /plain", {"query:word": text})).is_error
    assert [r.target for r in made.api.requests] == [
        "/plain?word=no",
        "/plain?word=1%3A30",
        "/plain?word=2024-01-15",
    ]


KEYS = """
openapi: 3.0.3
info: {title: Keys, version: 1.0.0}
servers: [{url: "{{API}}"}]
paths:
  /switch:
    put:
      operationId: setSwitch
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [on, 1, null]
              properties:
                on: {type: boolean}
                off: {type: boolean}
                y: {type: integer}
                1: {type: integer}
                1.5: {type: integer}
                2024-01-15: {type: string}
                true: {type: string}
                null: {type: string, nullable: true}
              additionalProperties: false
      responses:
        200: {description: ok, content: {application/json: {schema: {type: object}}}}
        4XX: {description: bad}
        default: {description: other}
"""


async def test_keys_that_another_yaml_takes_for_values_stay_texts(offer: Offering) -> None:
    made = offer(KEYS)
    names = ("on", "off", "y", "1", "1.5", "2024-01-15", "true", "null")
    properties = made.tool("PUT /switch").input_schema["properties"]
    assert set(properties) == set(names)
    values = {"on": True, "1": 7, "2024-01-15": "d", "null": "n", "true": "t"}
    result = await made.call("PUT /switch", {f"body:/{k}": v for k, v in values.items()})
    assert not result.is_error
    assert json.loads(made.sent.body) == values
    codes = {response.status for response in made.tool("PUT /switch").call.responses}
    assert "200" in codes


SHARED = """
openapi: 3.0.3
info: {title: Shared, version: "1"}
servers: [{url: "{{API}}"}]
x-one: &one {a: &text {type: string, minLength: 2}, b: {type: integer}}
x-two: &two {b: {type: boolean}, c: *text}
x-paging: &paging
  - &limit {name: limit, in: query, schema: {type: integer}}
x-failures: &failures
  400: {description: bad}
  "500": {description: worse}
x-all: &all
  <<: *failures
  404: {description: none}
paths:
  /several:
    post:
      operationId: several
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                <<: [*one, *two]
                d: *text
      responses: {<<: *all, 201: {description: made}}
  /own:
    post:
      operationId: own
      parameters: *paging
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {b: {type: number}, <<: *one}}
      responses: {<<: *all, 200: {description: ok}}
  /listed:
    get:
      operationId: listed
      parameters: [*limit, {name: after, in: query, schema: *text}]
      responses: {200: {description: ok}}
"""


async def test_what_is_shared_by_anchors_is_there_whole(offer: Offering) -> None:
    """YAML's merge key: of several maps the first counts, and what stands beside it most."""
    made = offer(SHARED)
    assert made.offered == {"POST /several", "POST /own", "GET /listed"}
    several = made.tool("POST /several").input_schema["properties"]
    assert {name: part["type"] for name, part in several.items()} == {
        "a": "string",
        "b": "integer",
        "c": "string",
        "d": "string",
    }
    assert several["d"]["minLength"] == 2
    own = made.tool("POST /own").input_schema["properties"]
    assert {name: part["type"] for name, part in own.items()} == {
        "limit": "integer",
        "a": "string",
        "b": "number",
    }
    await made.call("GET /listed", {"query:limit": 3, "query:after": "xy"})
    assert made.sent.target == "/listed?limit=3&after=xy"


@pytest.mark.parametrize(
    "schema",
    [
        "{type: integer, default: 12_000, example: 012}",
        "{type: string, default: 12, example: 1.10}",
        "{type: string, format: binary, example: !!binary aGVsbG8=}",
        "{type: object, example: !!set {a, b}, default: {2024-01-15: 2024-01-15}}",
        "{type: string, example: !custom hello}",
        "{type: array, items: {}, example: !!python/tuple [1, 2]}",
        "{type: string, example: !!timestamp 2024-01-15}",
    ],
)
async def test_tags_and_odd_values_cost_no_operation(offer: Offering, schema: str) -> None:
    description = f"""
openapi: 3.0.3
info: {{title: Odd, version: "1"}}
servers: [{{url: "{{{{API}}}}"}}]
paths:
  /odd:
    get:
      operationId: odd
      parameters: [{{name: x, in: query, schema: {schema}}}]
      responses: {{200: {{description: ok, content: {{application/json: {{schema: {schema}}}}}}}}}
  /plain: {{get: {{operationId: plain, responses: {{200: {{description: ok}}}}}}}}
"""
    made = offer(description, reply_json({}))
    assert "GET /plain" in made.offered
    async with made.session() as session:
        tools = await session.listed()
        assert json.loads(json.dumps(tools, allow_nan=False)) == tools
        assert not (await session.call("GET /plain")).is_error
