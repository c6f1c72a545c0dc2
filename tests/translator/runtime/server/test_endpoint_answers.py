"""What becomes of answers, as an official client gets them in both of its modes.

The client holds each result to the listed output schema, and raises where it breaks it.
"""

import gzip
import json
from functools import cache
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from tests.choices import answers, candidate, choose
from tests.fake_api import Answer, raw, reply, reply_json
from tests.mcp_running import MODES, running
from translator.compile import compile_surface
from translator.json_value import JsonValue
from translator.operation import Operation
from translator.surface import Surface

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]

THING = {
    "type": "object",
    "required": ["id", "kind", "parts"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer"},
        "kind": {"type": "string", "enum": ["big", "small"]},
        "rate": {"type": "number", "minimum": 0},
        "made": {"type": "string", "format": "date-time"},
        "maker": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/Maker"}]},
        "parts": {"type": "array", "items": {"$ref": "#/$defs/Thing"}, "maxItems": 5},
        "tags": {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
    },
}
MAKER = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}


SCHEMAS: dict[str, JsonValue] = {
    "get_thing": {"$ref": "#/$defs/Thing"},
    "list_things": {"type": "array", "items": {"$ref": "#/$defs/Thing"}},
    "count_things": {"type": "integer"},
    "either_thing": {"oneOf": [{"$ref": "#/$defs/Thing"}, {"type": "null"}]},
}
DEFS = {"Thing": THING, "Maker": MAKER}
TOOLS = tuple(SCHEMAS)


@cache
def surface(output: str) -> Surface:
    """The surface of all operations as tools, with outputs listed so."""
    choices = [
        choose(
            candidate(
                Operation(
                    "GET", f"/{name}", responses=answers(("200", "application/json", schema))
                ),
                name=name,
            ),
            operation_id=name,
            output=output,
            output_defs=DEFS,
        )
        for name, schema in SCHEMAS.items()
    ]
    made, findings = compile_surface("zoo", "Things", "", choices, {})
    assert made is not None, findings
    return made


RIGHT: JsonValue = {"id": 1, "kind": "big", "parts": []}
DRIFTED: dict[str, JsonValue] = {
    "extra": {**RIGHT, "colour": "red"},
    "missing": {"id": 1},
    "empty": {},
    "null member": {**RIGHT, "kind": None},
    "text for number": {**RIGHT, "id": "1"},
    "number for text": {**RIGHT, "made": 20260101},
    "float for integer": {**RIGHT, "id": 1.5},
    "unknown value": {**RIGHT, "kind": "medium"},
    "below its bound": {**RIGHT, "rate": -1},
    "object for list": {**RIGHT, "parts": {"0": RIGHT}},
    "list for object": {**RIGHT, "tags": ["a"]},
    "too many": {**RIGHT, "parts": [RIGHT] * 9},
    "deep inside": {**RIGHT, "parts": [{**RIGHT, "parts": [{"id": None}]}]},
    "no alternative": {**RIGHT, "maker": 7},
    "a list": [RIGHT],
    "a text": "gone",
    "a number": 7,
    "null": None,
    "false": False,
    "nested lists": [[[1]], {"a": [None]}],
    "odd names": {"": 1, "a.b/c~d": 2, "$ref": "#/x", "__proto__": {}},
}


@pytest.mark.parametrize("output", ["open", "none"])
async def test_drifted_answers_are_delivered_whatever_they_are(mode: Any, output: str) -> None:
    with running(surface=surface(output)) as hand:
        async with Client(hand.url, mode=mode) as client:
            listed = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(listed) == set(TOOLS)
            assert any(tool.output_schema for tool in listed.values()) == (output == "open")
            for name in TOOLS:
                for value in DRIFTED.values():
                    hand.api.script(reply_json(value))
                    result = await client.call_tool(name, {})
                    assert not result.is_error
                    assert json.loads(result.content[0].text) == value
                    assert result.structured_content in (value, {"result": value})


async def test_drifted_answers_are_flagged(mode: Any) -> None:
    with running(surface=surface("open")) as hand:
        async with Client(hand.url, mode=mode) as client:
            for value in DRIFTED.values():
                hand.api.script(reply_json(value))
                result = await client.call_tool("get_thing", {})
                assert hand.record.traces[-1].conforms is False
                assert result.meta is not None
                (note,) = result.meta["isthmus/notes"]
                assert note.startswith("The answer is not what the description says: ")
            hand.api.script(reply_json(RIGHT))
            right = await client.call_tool("get_thing", {})
    assert hand.record.traces[-1].conforms is True
    assert right.meta is not None
    assert "isthmus/notes" not in right.meta


async def test_drifted_answers_reach_the_model_under_a_strict_schema_too(mode: Any) -> None:
    with running(surface=surface("strict")) as hand:
        async with Client(hand.url, mode=mode) as client:
            await client.list_tools()
            for value in DRIFTED.values():
                hand.api.script(reply_json(value))
                result = await client.call_tool("get_thing", {})
                assert result.is_error
                assert result.content[0].text.startswith("The call succeeded (HTTP 200), but")
                assert json.loads(result.content[1].text) == value
            hand.api.script(reply_json(RIGHT))
            right = await client.call_tool("get_thing", {})
    assert not right.is_error
    assert right.structured_content == RIGHT


OTHER: dict[str, Answer] = {
    "no content": reply(status=204),
    "empty body": reply("", content_type="application/json"),
    "white space": reply("\n\n", content_type="application/json"),
    "CSV": reply("a,b\n1,2\n", content_type="text/csv"),
    "TSV": reply("a\tb\n", content_type="text/tab-separated-values"),
    "XML": reply('<?xml version="1.0"?><a>1</a>', content_type="application/xml"),
    "a page": reply("<!doctype html><p>Log in", content_type="text/html"),
    "a page as JSON": reply("<html><p>Log in</html>", content_type="application/json"),
    "JSON as a page": reply('{"id":1}', content_type="text/html"),
    "JSON without a label": reply('{"id":1}'),
    "JSON lines": reply('{"id":1}\n{"id":2}\n', content_type="application/x-ndjson"),
    "JSON lines as JSON": reply('{"id":1}\n{"id":2}\n', content_type="application/json"),
    "JSON sequence": reply('\x1e{"id":1}\n\x1e2\n', content_type="application/json-seq"),
    "events": reply('data: {"id":1}\n\ndata: x\n\n', content_type="text/event-stream"),
    "broken JSON": reply('{"id":1', content_type="application/json"),
    "JSON and more": reply('{"id":1} trailing', content_type="application/json"),
    "NaN": reply('{"id":NaN,"x":-Infinity}', content_type="application/json"),
    "beyond doubles": reply('{"id":1e999}', content_type="application/json"),
    "repeated": reply('{"id":1,"id":2}', content_type="application/json"),
    "too deep": reply("[" * 200 + "]" * 200, content_type="application/json"),
    "UTF-16": reply('{"id":"é"}'.encode("utf-16"), content_type="application/json"),
    "unknown charset": reply(b"caf\xe9", content_type="text/plain; charset=x-unknown"),
    "bytes": reply(b"\x00\x01", content_type="application/octet-stream"),
    "bytes as JSON": reply(b"\x89PNG\0\0", content_type="application/json"),
    "half a surrogate": reply(r'{"id":"\ud800"}', content_type="application/json"),
    "unheard of": reply("words", content_type="x/y"),
    "no media type": reply("words", content_type="nonsense"),
    "gzip": reply(gzip.compress(b'{"id":1}'), headers=(("Content-Encoding", "gzip"),)),
    "Brotli": reply(brotli.compress(b'{"id":1}'), headers=(("Content-Encoding", "br"),)),
    "gzip in gzip": reply(
        gzip.compress(gzip.compress(b'{"id":1}')),
        headers=(("Content-Encoding", "gzip"),),
        content_type="application/json",
    ),
    "too short a length": raw(
        b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n{"id":1}'
    ),
    "not modified": raw(b"HTTP/1.1 304 Not Modified\r\n\r\n"),
}


@pytest.mark.parametrize("output", ["open", "none"])
async def test_answers_of_other_kinds_are_delivered_too(mode: Any, output: str) -> None:
    with running(surface=surface(output)) as hand:
        async with Client(hand.url, mode=mode) as client:
            await client.list_tools()
            for name, answer in OTHER.items():
                hand.api.script(answer)
                for tool in TOOLS:
                    result = await client.call_tool(tool, {})
                    assert not result.is_error, name
                    assert result.content, name


NUMBERS = '{"id":9007199254740993,"big":18446744073709551617,"d":1.10,"x":0.1234567890123456789}'


async def test_digits_arrive_in_text_and_integers_in_structured_content(mode: Any) -> None:
    with running(reply(NUMBERS, content_type="application/json"), surface=surface("open")) as hand:
        async with Client(hand.url, mode=mode) as client:
            result = await client.call_tool("get_thing", {})
    assert result.content[0].text == NUMBERS
    assert result.structured_content == {
        "id": 9007199254740993,
        "big": 18446744073709551617,
        "d": 1.1,
        "x": 0.12345678901234568,
    }
    assert "0.1234567890123456789" in result.content[1].text
    assert "the text has all" in result.content[1].text


async def test_large_answer_is_cut_and_read_by_pages_through_its_link(mode: Any) -> None:
    things = [{"id": n, "kind": "big", "parts": [], "note": "x" * 90} for n in range(2_000)]
    with running(reply_json({"items": things, "total": 2_000}), surface=surface("open")) as hand:
        async with Client(hand.url, mode=mode) as client:
            await client.list_tools()
            result = await client.call_tool("get_thing", {})
            links = [block for block in result.content if block.type == "resource_link"]
            uri, read = links[0].uri, []
            while uri:
                page = await client.read_resource(uri)
                assert page.contents[0].mime_type == "application/json"
                read += json.loads(page.contents[0].text)
                assert page.meta is not None
                uri = page.meta["isthmus/spool"].get("next")
            with pytest.raises(MCPError) as beyond:
                await client.read_resource(f"{links[0].uri}&page=99")
            with pytest.raises(MCPError) as unknown:
                await client.read_resource("isthmus://zoo/spool/unknown")
    assert read == things
    kept = result.structured_content["items"]
    assert kept == things[: len(kept)]
    assert len(json.dumps(kept)) < 110_000
    assert links[0].name == "All 2,000 entries of /items, by pages"
    assert links[1].name.startswith("The whole answer (")
    assert len(links) == 2
    assert beyond.value.error.code == unknown.value.error.code == -32602
    assert "no page 99" in beyond.value.error.message
    assert unknown.value.error.data["uri"] == "isthmus://zoo/spool/unknown"
    assert len(hand.api.requests) == 1


@pytest.mark.parametrize("output", ["open", "strict", "none"])
async def test_cut_answer_never_fails_in_the_client(mode: Any, output: str) -> None:
    large: list[JsonValue] = [
        {**RIGHT, "tags": {f"t{n}": "x" * 50 for n in range(4_000)}},
        {**RIGHT, "made": "x" * 200_000},
        [RIGHT] * 9_000,
        {"a" * 120_000: 1},
        {f"k{n}": n for n in range(20_000)},
        "x" * 200_000,
    ]
    with running(surface=surface(output)) as hand:
        async with Client(hand.url, mode=mode) as client:
            await client.list_tools()
            for name in TOOLS[:2]:
                for value in large:
                    hand.api.script(reply_json(value))
                    result = await client.call_tool(name, {})
                    assert result.is_error in (False, output == "strict")
                    assert any(block.type == "resource_link" for block in result.content)


async def test_problem_is_told_in_the_words_of_the_caller(mode: Any) -> None:
    problem = reply_json(
        {"title": "Invalid", "errors": [{"pointer": "/id", "detail": "is no id"}]},
        status=422,
        content_type="application/problem+json",
    )
    with running(problem, surface=surface("open")) as hand:
        async with Client(hand.url, mode=mode) as client:
            result = await client.call_tool("get_thing", {})
    assert result.is_error
    assert "Invalid. /id: is no id." in result.content[0].text
