"""OpenAPI 2.0 is read as 2.0: its own words for payloads, arrays, addresses and schemas."""

import json
from urllib.parse import parse_qsl

import pytest

from tests.fake_api import reply_json
from tests.kinds.conftest import Offering
from tests.kinds.judging import accepts, faults

pytestmark = pytest.mark.anyio

OLD = """
swagger: "2.0"
info: {{title: Old, version: "1"}}
host: "{{{{API}}}}"
{base}
consumes: [{consumes}]
produces: [application/json]
paths:
  /x/{{id}}:
    parameters:
      - {{name: id, in: path, required: true, type: array, items: {{type: string}}{collected}}}
    post:
      operationId: x
      parameters:
{parameters}
      responses: {{200: {{description: ok, schema: {{type: object}}}}}}
definitions:
  Base:
    type: object
    discriminator: kind
    required: [kind]
    properties:
      kind: {{type: string}}
      at: {{type: number, minimum: 0, exclusiveMinimum: true}}
      id: {{type: string, readOnly: true}}
      gone: {{type: string, x-nullable: true}}
  Dog: {{allOf: [{{$ref: "#/definitions/Base"}}, {{properties: {{bark: {{type: string}}}}}}]}}
parameters:
  Shared: {{name: shared, in: formData, type: array, items: {{type: integer}}}}
"""


def old(
    *parameters: str, base: str = "basePath: /v1", consumes: str = "application/json",
    collected: str = "",
) -> str:  # fmt: skip
    listed = "\n".join(f"        - {one}" for one in parameters) or "        []"
    text = OLD.format(base=base, consumes=consumes, parameters=listed, collected=collected)
    return text.replace('host: "{{API}}"', 'host: "{{API}}"\nschemes: [http]')


@pytest.mark.parametrize(
    ("collected", "separator", "path", "header"),
    [
        ("", ",", "/v1/x/a,b%2Cc", "3,4"),
        (", collectionFormat: csv", ",", "/v1/x/a,b%2Cc", "3,4"),
        (", collectionFormat: pipes", "|", "/v1/x/a%7Cb%2Cc", "3|4"),
        (", collectionFormat: ssv", " ", "/v1/x/a%20b%2Cc", "3 4"),
        (", collectionFormat: tsv", "\t", "/v1/x/a%09b%2Cc", "3\t4"),
    ],
)
async def test_an_array_in_path_or_header_is_collected_as_2_0_says(
    offer: Offering, collected: str, separator: str, path: str, header: str
) -> None:
    """OpenAPI 3 writes such lists with commas only; with other separators they are given joined."""
    ids = f"{{name: X-Ids, in: header, type: array, items: {{type: integer}}{collected}}}"
    made = offer(old(ids, collected=collected))
    schema = made.tool("POST /x/{id}").input_schema["properties"]["id"]
    if schema["type"] == "array":
        inputs = {"path:id": ["a", "b,c"], "header:X-Ids": [3, 4]}
    else:
        assert repr(separator) in schema["description"]
        inputs = {"path:id": f"a{separator}b,c", "header:X-Ids": f"3{separator}4"}
    await made.call("POST /x/{id}", inputs)
    request = made.sent
    assert (request.target, request.header("x-ids")) == (path, header)


@pytest.mark.parametrize(
    ("format", "query"),
    [
        ("", "q=1,2"),
        (", collectionFormat: csv", "q=1,2"),
        (", collectionFormat: ssv", "q=1%202"),
        (", collectionFormat: tsv", "q=1%092"),
        (", collectionFormat: pipes", "q=1%7C2"),
        (", collectionFormat: multi", "q=1&q=2"),
    ],
)
async def test_an_array_in_the_query_is_collected_as_2_0_says(
    offer: Offering, format: str, query: str
) -> None:
    made = offer(old(f"{{name: q, in: query, type: array, items: {{type: integer}}{format}}}"))
    await made.call("POST /x/{id}", {"path:id": ["a"], "query:q": [1, 2]})
    assert made.sent.target == f"/v1/x/a?{query}"


FORM = (
    "{name: name, in: formData, type: string, required: true}",
    "{name: tags, in: formData, type: array, items: {type: string}, collectionFormat: multi}",
    "{name: ids, in: formData, type: array, items: {type: integer}}",
    "{name: ok, in: formData, type: boolean}",
    "{$ref: '#/parameters/Shared'}",
)
VALUES = {"name": "a&b c", "tags": ["x y", "z"], "ids": [1, 2], "ok": False, "shared": [8, 9]}


@pytest.mark.parametrize(
    "consumes", ["application/x-www-form-urlencoded", "application/json", "text/plain"]
)
async def test_form_fields_are_arguments_and_make_a_form(offer: Offering, consumes: str) -> None:
    """OAS 2.0, Parameter Object: formData is one of two form types, whatever `consumes` says."""
    made = offer(old(*FORM, consumes=consumes))
    schema = made.tool("POST /x/{id}").input_schema
    assert {"name", "tags", "ids", "ok", "shared"} <= set(schema["properties"])
    assert sorted(schema["required"]) == ["id", "name"]
    inputs = {f"body:/{name}": value for name, value in VALUES.items()}
    await made.call("POST /x/{id}", {"path:id": ["a"], **inputs})
    request = made.sent
    assert (request.header("content-type") or "").startswith("application/x-www-form-urlencoded")
    assert parse_qsl(request.body.decode()) == [
        ("name", "a&b c"),
        ("tags", "x y"),
        ("tags", "z"),
        ("ids", "1,2"),
        ("ok", "false"),
        ("shared", "8,9"),
    ]


async def test_a_file_field_makes_parts(offer: Offering) -> None:
    fields = ("{name: doc, in: formData, type: file, required: true}", FORM[0])
    made = offer(old(*fields, consumes="multipart/form-data"))
    file = {"text": "hello", "filename": "h.txt"}
    inputs = {"path:id": ["a"], "body:/doc": file, "body:/name": "n"}
    await made.call("POST /x/{id}", inputs)
    request = made.sent
    assert (request.header("content-type") or "").startswith("multipart/form-data; boundary=")
    body = request.body.decode()
    assert 'name="doc"; filename="h.txt"' in body
    assert "\r\n\r\nhello\r\n" in body
    assert 'name="name"' in body


async def test_a_body_is_the_payload_under_any_name_with_2_0s_own_keywords(
    offer: Offering,
) -> None:
    body = "{name: whatever, in: body, required: true, schema: {$ref: '#/definitions/Dog'}}"
    made = offer(old(body), reply_json({}))
    async with made.session() as session:
        (tool,) = (await session.listed()).values()
        assert faults(tool) == []
        good = {"kind": "Dog", "at": 0.5, "bark": "wuff", "gone": None}
        assert accepts(tool["inputSchema"], {"id": ["a"], **good})
        for bad in ({**good, "at": 0}, {"at": 1}):
            refused = await session.call_tool(tool["name"], {"id": ["a"], **bad})
            assert refused.is_error
        assert made.nothing_sent
        inputs = {f"body:/{name}": value for name, value in good.items()}
        assert not (await session.call("POST /x/{id}", {"path:id": ["a"], **inputs})).is_error
    assert json.loads(made.sent.body) == good


@pytest.mark.parametrize(
    ("base", "path"),
    [
        ("", "/x/a"),
        ("basePath: /", "/x/a"),
        ("basePath: v1", "/v1/x/a"),
        ("basePath: /v1/", "/v1/x/a"),
        ("basePath: /a%20b/c", "/a%20b/c/x/a"),
    ],
)
async def test_the_address_is_made_of_scheme_host_and_base_path(
    offer: Offering, base: str, path: str
) -> None:
    made = offer(old(base=base))
    await made.call("POST /x/{id}", {"path:id": ["a"]})
    assert made.sent.target == path
