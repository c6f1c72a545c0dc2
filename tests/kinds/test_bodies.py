"""Bodies: what stands in them is what was given, and nothing that was not."""

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.fake_api import reply_json
from tests.kinds.conftest import Offering
from tests.kinds.judging import accepts, faults
from tests.kinds.offering import Offer

pytestmark = pytest.mark.anyio


def described(
    schema: Any,
    *,
    version: str = "3.1.0",
    media: str = "application/json",
    required: bool = True,
    schemas: Any = None,
    reply: Any = None,
    **content: Any,
) -> str:
    """Return a description with one POST that takes such a body."""
    made: dict[str, Any] = {
        "openapi": version,
        "info": {"title": "Bodies", "version": "1"},
        "servers": [{"url": "{{API}}"}],
        "paths": {
            "/b": {
                "post": {
                    "operationId": "b",
                    "requestBody": {
                        "required": required,
                        "content": {media: {"schema": schema, **content}},
                    },
                    "responses": {
                        "200": {
                            "description": "ok",
                            "content": {"application/json": {"schema": reply or {}}},
                        }
                    },
                }
            }
        },
        "components": {"schemas": schemas or {}},
    }
    return json.dumps(made)


def inputs(made: Offer, body: Any) -> dict[str, Any]:
    """Return the inputs that make a body: as a whole, or member by member."""
    (item,) = made.service.draft("api").items
    if "body:" in {argument.binding for argument in item.arguments}:
        return {"body:": body}
    return {f"body:/{name}": value for name, value in body.items()}


async def send(made: Offer, body: Any) -> Any:
    """Return the JSON that reaches the API, or the refusal."""
    async with made.session() as session:
        tools = await session.listed()
        assert [faults(tool) for tool in tools.values()] == [[]]
        result = await session.call("POST /b", inputs(made, body))
    if made.nothing_sent:
        return result.text
    return json.loads(made.sent.body)


TEXT = {"type": "string"}

#: Maps with names of one's own, in every way that schemas write them.
DICTIONARIES: dict[str, Any] = {
    "any values": {"type": "object", "additionalProperties": True},
    "any values, by an empty schema": {"type": "object", "additionalProperties": {}},
    "numbers": {"type": "object", "additionalProperties": {"type": "integer"}},
    "of a shape": {
        "type": "object",
        "additionalProperties": {"type": "object", "properties": {"n": {"type": "integer"}}},
    },
    "by pattern": {"type": "object", "patternProperties": {"^[a-z]+$": {"type": "integer"}}},
    "with names of one kind": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}},
    "bounded": {"type": "object", "minProperties": 1, "additionalProperties": TEXT},
    "with nothing said but its type": {"type": "object"},
    "with a named field, and silent about others": {
        "type": "object",
        "properties": {"name": TEXT},
        "additionalProperties": True,
    },
    "of all of two": {
        "allOf": [
            {"type": "object", "properties": {"name": TEXT}, "required": ["name"]},
            {"type": "object", "additionalProperties": True},
        ]
    },
}
VALUES: dict[str, Any] = {
    "numbers": {"a": 1, "b": 2},
    "of a shape": {"a": {"n": 1}, "b": {}},
    "by pattern": {"a": 1, "zz": 2},
    "with names of one kind": {"a": 1, "zz": [True, None]},
    "bounded": {"team": "infra"},
    "of all of two": {"name": "n", "team": "infra"},
}


@pytest.mark.parametrize("kind", DICTIONARIES)
async def test_a_map_arrives_as_it_was_given(offer: Offering, kind: str) -> None:
    made = offer(described(DICTIONARIES[kind]))
    value = VALUES.get(kind, {"name": "n", "a b": 1, "body": {"properties": {}}, "$ref": "x"})
    assert await send(made, value) == value


@pytest.mark.parametrize(
    "name", ["properties", "additionalProperties", "body", "type", "$ref", "", "a/b", "1", "é"]
)
async def test_a_map_may_have_any_key(offer: Offering, name: str) -> None:
    made = offer(described(DICTIONARIES["any values"]))
    assert await send(made, {name: {name: 1}}) == {name: {name: 1}}


async def test_a_map_inside_a_body_keeps_its_keys(offer: Offering) -> None:
    inner = {
        "type": "object",
        "properties": {"tags": {"type": "object", "additionalProperties": TEXT}, "n": TEXT},
    }
    made = offer(described(inner))
    value = {"tags": {"a b": "1", "tags": "2"}, "n": "x"}
    assert await send(made, value) == value


async def test_a_closed_object_takes_no_other_key(offer: Offering) -> None:
    closed = {"type": "object", "properties": {"a": TEXT}, "additionalProperties": False}
    made = offer(described(closed))
    async with made.session() as session:
        result = await session.call_tool("b", {"a": "x", "other": 1})
    assert "other" in result.text
    assert made.nothing_sent


@pytest.mark.parametrize(
    ("schema", "required", "sent"),
    [
        (DICTIONARIES["any values"], True, b"{}"),
        (DICTIONARIES["any values"], False, b"{}"),
        ({"type": "array", "items": TEXT}, True, b"[]"),
        ({"type": "array", "items": TEXT}, False, b"[]"),
    ],
)
async def test_an_empty_body_is_a_body(
    offer: Offering, schema: Any, required: bool, sent: bytes
) -> None:
    """RFC 9110 §6.4: content of `{}` is content, other than none."""
    made = offer(described(schema, required=required))
    await send_raw(made, {"body:": json.loads(sent)})
    assert made.sent.body == sent


async def send_raw(made: Offer, values: dict[str, Any]) -> None:
    async with made.session() as session:
        result = await session.call("POST /b", values)
    assert not result.is_error, result.text


async def test_no_body_is_none_where_it_is_optional_and_empty_where_it_is_required(
    offer: Offering,
) -> None:
    schema = {"type": "object", "properties": {"a": TEXT, "b": TEXT}}
    for required, sent in ((True, b"{}"), (False, b"")):
        made = offer(described(schema, required=required))
        await send_raw(made, {})
        request = made.sent
        assert request.body == sent
        assert (request.header("content-type") is None) is (sent == b"")


# null, and what is not there.


@pytest.mark.parametrize(
    ("version", "nullable"),
    [
        ("3.0.3", {"type": "string", "nullable": True}),
        ("3.0.3", {"type": "string", "nullable": True, "enum": ["a", None]}),
        ("3.0.3", {"nullable": True, "allOf": [{"$ref": "#/components/schemas/Text"}]}),
        ("3.1.0", {"type": ["integer", "null", "string"]}),
        ("3.1.0", {"anyOf": [{"$ref": "#/components/schemas/Text"}, {"type": "null"}]}),
        ("3.1.0", {"oneOf": [{"type": "null"}, {"type": "array", "items": TEXT}]}),
        ("3.1.0", {"enum": ["a", None]}),
        ("3.1.0", {"const": None}),
        ("3.1.0", {}),
    ],
)
async def test_null_is_sent_where_it_is_allowed_and_absence_is_another_thing(
    offer: Offering, version: str, nullable: Any
) -> None:
    schema = {"type": "object", "properties": {"x": nullable, "n": {"type": "integer"}}}
    made = offer(described(schema, version=version, schemas={"Text": TEXT}))
    assert await send(made, {"x": None, "n": 1}) == {"x": None, "n": 1}
    assert await send(made, {"x": None}) == {"x": None}
    assert await send(made, {"n": 1}) == {"n": 1}


@pytest.mark.parametrize("strict", [TEXT, {"type": "array", "items": TEXT}, {"enum": ["a"]}])
async def test_null_is_never_sent_where_it_is_not_allowed(offer: Offering, strict: Any) -> None:
    made = offer(described({"type": "object", "properties": {"x": strict, "n": TEXT}}))
    refusal = await send(made, {"x": None, "n": "1"})
    assert "`x`" in refusal if isinstance(refusal, str) else refusal == {"n": "1"}


async def test_null_deeper_inside_is_kept_or_refused_alike(offer: Offering) -> None:
    item = {"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": TEXT}}
    schema = {"type": "object", "properties": {"list": {"type": "array", "items": item}}}
    made = offer(described(schema))
    assert await send(made, {"list": [{"a": None}, {}]}) == {"list": [{"a": None}, {}]}
    refusal = await send(made, {"list": [{"b": None}]})
    assert isinstance(refusal, str)
    assert "list" in refusal


async def test_a_default_does_not_replace_a_null(offer: Offering) -> None:
    schema = {"type": "object", "properties": {"x": {"type": ["string", "null"], "default": "d"}}}
    made = offer(described(schema))
    assert await send(made, {"x": None}) == {"x": None}


async def test_a_body_may_be_null_as_a_whole(offer: Offering) -> None:
    made = offer(described({"type": ["object", "null"], "properties": {"x": TEXT}}))
    assert await send(made, None) is None


# Directions: readOnly and writeOnly (OAS 3.1.1, Schema Object; 3.0.3 says the same of `required`).

NODE = {
    "type": "object",
    "required": ["id", "name", "password", "at"],
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "name": TEXT,
        "password": {"type": "string", "writeOnly": True},
        "at": {"$ref": "#/components/schemas/At"},
        "child": {"$ref": "#/components/schemas/Node"},
        "more": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Node"}},
    },
}
AT = {"type": "string", "format": "date-time", "readOnly": True}
WRITTEN = {"name": "n", "password": "p"}
READ = {"id": 1, "name": "n", "at": "2026-01-01T00:00:00Z"}

#: How a schema can stand in the way of the two directions.
AROUND: dict[str, Any] = {
    "itself": ({"$ref": "#/components/schemas/Node"}, lambda value: value),
    "a list": (
        {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
        lambda value: [value],
    ),
    "a member": (
        {"type": "object", "properties": {"node": {"$ref": "#/components/schemas/Node"}}},
        lambda value: {"node": {**value, "child": value}},
    ),
    "a map": (
        {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Node"}},
        lambda value: {"x": {**value, "more": {"y": value}}},
    ),
    "a part of all": (
        {
            "allOf": [
                {"$ref": "#/components/schemas/Node"},
                {"type": "object", "required": ["id"], "properties": {"extra": TEXT}},
            ]
        },
        lambda value: {**value, "extra": "e"},
    ),
    "a choice": (
        {"oneOf": [{"type": "integer"}, {"$ref": "#/components/schemas/Node"}]},
        lambda value: value,
    ),
    "a closed one": ({"$ref": "#/components/schemas/Closed"}, lambda value: value),
}


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize("kind", AROUND)
async def test_what_is_only_read_is_not_asked_for_and_what_is_only_written_not_missed(
    offer: Offering, version: str, kind: str
) -> None:
    schema, wrap = AROUND[kind]
    schemas = {"Node": NODE, "At": AT, "Closed": {**NODE, "additionalProperties": False}}
    answer = wrap(READ)
    text = described(schema, version=version, schemas=schemas, reply=schema)
    made = offer(text, reply_json(answer))
    async with made.session() as session:
        (tool,) = (await session.listed()).values()
        assert faults(tool) == []
        assert "readOnly" not in json.dumps(tool["inputSchema"])
        arguments = made.arguments("POST /b", inputs(made, wrap(WRITTEN)))
        assert accepts(tool["inputSchema"], arguments)
        result = await session.call("POST /b", inputs(made, wrap(WRITTEN)))
    assert not result.is_error, result.text
    assert result.value == answer
    assert json.loads(made.sent.body) == wrap(WRITTEN)
    (trace,) = made.traces()
    assert trace.conforms is True, trace.conformity


# Forms.


def form(properties: Any, encoding: Any = None, **more: Any) -> str:
    schema = {"type": "object", "properties": properties, **more}
    media = "application/x-www-form-urlencoded"
    return described(schema, media=media, **({"encoding": encoding} if encoding else {}))


ARRAY = {"type": "array", "items": TEXT}
OBJECT = {"type": "object", "properties": {"a": TEXT, "b": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("schema", "encoding", "value", "pairs"),
    [
        ({"type": "boolean"}, None, False, [("x", "false")]),
        ({"type": "integer"}, None, 2**63, [("x", "9223372036854775808")]),
        ({"type": "number"}, None, 0.1, [("x", "0.1")]),
        (TEXT, None, "a+b &=%20 ü", [("x", "a+b &=%20 ü")]),
        (TEXT, None, "line\r\nbreak", [("x", "line\r\nbreak")]),
        (TEXT, None, "", [("x", "")]),
        (ARRAY, None, ["a,b", "c d"], [("x", "a,b"), ("x", "c d")]),
        (ARRAY, {"explode": False}, ["a", "b"], [("x", "a,b")]),
        (ARRAY, {"style": "pipeDelimited", "explode": False}, ["a", "b"], [("x", "a|b")]),
        (ARRAY, {"style": "spaceDelimited", "explode": False}, ["a", "b"], [("x", "a b")]),
        (OBJECT, None, {"a": "1", "b": 2}, [("x", '{"a":"1","b":2}')]),
        (OBJECT, {"style": "form"}, {"a": "1", "b": 2}, [("a", "1"), ("b", "2")]),
        (OBJECT, {"explode": False}, {"a": "1", "b": 2}, [("x", "a,1,b,2")]),
        (OBJECT, {"style": "deepObject"}, {"a": "1", "b": 2}, [("x[a]", "1"), ("x[b]", "2")]),
        (OBJECT, {"contentType": "application/json"}, {"a": "é"}, [("x", '{"a":"é"}')]),
        (ARRAY, {"contentType": "application/json"}, ["a", "b"], [("x", '["a","b"]')]),
    ],
)
async def test_a_form_field_is_written_as_its_encoding_says(
    offer: Offering, schema: Any, encoding: Any, value: Any, pairs: Any
) -> None:
    """OAS 3.1.1, Encoding Object: by style where one is said, else by type: objects as JSON."""
    made = offer(form({"x": schema}, {"x": encoding} if encoding else None))
    await send_raw(made, {"body:/x": value})
    request = made.sent
    assert request.header("content-type") == "application/x-www-form-urlencoded"
    found = parse_qsl(request.body.decode("ascii"), keep_blank_values=True, strict_parsing=True)
    assert [(name, _compact(text)) for name, text in found] == pairs


def _compact(text: str) -> str:
    return text.replace('": ', '":').replace('", "', '","') if text[:1] in "{[" else text


async def test_a_map_in_a_form_and_required_fields(offer: Offering) -> None:
    fields = {"metadata": DICTIONARIES["any values"], "n": TEXT}
    deep = {"metadata": {"style": "deepObject", "explode": True}}
    made = offer(form(fields, deep, required=["n"]))
    async with made.session() as session:
        refused = await session.call("POST /b", {"body:/metadata": {"a": "1"}})
        assert "`n`" in refused.text
        assert made.nothing_sent
        await session.call("POST /b", {"body:/n": "1", "body:/metadata": {"a[b]": "x&y", "c": 2}})
    assert parse_qsl(made.sent.body.decode()) == [
        ("metadata[a[b]]", "x&y"),
        ("metadata[c]", "2"),
        ("n", "1"),
    ]
