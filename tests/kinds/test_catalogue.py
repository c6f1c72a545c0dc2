"""The list of tools: every client can take it, and it grows with the operations alone."""

import json
import re
from typing import Any

import jsonschema_rs
import pytest

from tests.kinds.conftest import Offering
from tests.kinds.judging import accepts, faults, references, subschemas
from tests.kinds.offering import Offer

pytestmark = pytest.mark.anyio

TEXT = {"type": "string"}


def document(paths: Any, schemas: Any, version: str = "3.1.0") -> str:
    made = {
        "openapi": version,
        "info": {"title": "Catalogue", "version": "1"},
        "servers": [{"url": "{{API}}"}],
        "paths": paths,
        "components": {"schemas": schemas},
    }
    return json.dumps(made)


def ref(name: str) -> Any:
    return {"$ref": f"#/components/schemas/{name}"}


def posting(schema: Any, name: str = "x", **more: Any) -> Any:
    return {
        "post": {
            "operationId": name,
            "summary": f"Make {name}.",
            "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
            "responses": {
                "200": {"description": "ok", "content": {"application/json": {"schema": schema}}}
            },
            **more,
        }
    }


async def listed(made: Offer) -> dict[str, Any]:
    async with made.session() as session:
        tools = await session.listed()
    assert {name: faults(tool) for name, tool in tools.items()} == {name: [] for name in tools}
    return tools


# Size.


def web_of_models(count: int) -> Any:
    """Return schemas in groups of ten that refer to each other within the group alone."""
    return {
        f"M{number}": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "Its name. " * 5},
                "next": {
                    "$ref": f"#/components/schemas/M{number - number % 10 + (number + 1) % 10}"
                },
                "kind": ref("Kind"),
            },
        }
        for number in range(count)
    } | {"Kind": {"type": "string", "enum": ["a", "b"]}}


def many(count: int) -> str:
    paths = {f"/m{n}": posting(ref(f"M{n}"), f"make_{n}") for n in range(count)}
    return document(paths, web_of_models(count))


def reading(count: int) -> Any:
    """Return as many paths to read as that."""
    return {f"/p{n}": {"get": {"responses": {"200": {"description": "o"}}}} for n in range(count)}


async def test_a_tool_holds_only_what_its_own_schemas_reach(offer: Offering) -> None:
    tools = await listed(offer(many(40)))
    for name, tool in tools.items():
        group = int(name.rpartition("_")[2]) // 10
        text = json.dumps(tool["inputSchema"])
        assert {int(n) // 10 for n in re.findall(r"\bM(\d+)\b", text)} <= {group}
        assert len(text) < 8_000


async def test_the_list_grows_with_the_operations_and_no_faster(offer: Offering) -> None:
    sizes = {}
    for count in (40, 160):
        tools = await listed(offer(many(count)))
        assert len(tools) == count
        sizes[count] = len(json.dumps(tools)) / count
    assert sizes[160] < sizes[40] * 1.1


async def test_a_list_of_several_pages_gives_every_tool_once(offer: Offering) -> None:
    made = offer(document(reading(520), {}))
    async with made.session() as session:
        seen: list[str] = []
        cursor, pages = None, 0
        while True:
            page = await session.client.list_tools(cursor=cursor, cache_mode="bypass")
            seen += [tool.name for tool in page.tools]
            pages, cursor = pages + 1, page.next_cursor
            if not cursor:
                break
    assert len(seen) == len(set(seen)) == 520
    assert pages > 1


@pytest.mark.parametrize(("count", "told"), [(128, False), (129, True)])
async def test_more_tools_than_popular_clients_take_are_pointed_out(
    offer: Offering, count: int, told: bool
) -> None:
    made = offer(document(reading(count), {}))
    assert any("128" in finding.message for finding in made.findings) is told


# Combinators at the root.

CAT = {"type": "object", "required": ["meow"], "properties": {"meow": {"type": "integer"}}}
DOG = {"type": "object", "required": ["bark"], "properties": {"bark": TEXT}}
NAMED = {"type": "object", "required": ["name"], "properties": {"name": TEXT}}


def closed(schema: Any) -> Any:
    return {**schema, "additionalProperties": False}


SCHEMAS = {"Cat": closed(CAT), "Dog": closed(DOG), "Named": NAMED, "OpenCat": CAT}

#: A body, values that meet it, and values that do not.
CHOICES: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "one of two": (
        {"oneOf": [ref("Cat"), ref("Dog")]},
        [{"meow": 1}, {"bark": "w"}],
        [{"meow": "x"}, {"meow": 1, "bark": "w"}, {}],
    ),
    "any of two": (
        {"anyOf": [ref("Cat"), ref("Dog")]},
        [{"meow": 1}, {"bark": "w"}],
        [{"bark": 5}, {}],
    ),
    "one of two kinds of value": (
        {"oneOf": [TEXT, {"type": "array", "items": TEXT}]},
        ["a", ["a", "b"]],
        [5, [5], {"a": 1}],
    ),
    "told apart by a discriminator": (
        {
            "oneOf": [
                {**CAT, "properties": {**CAT["properties"], "kind": {"const": "cat"}}},
                {**DOG, "properties": {**DOG["properties"], "kind": {"const": "dog"}}},
            ],
            "discriminator": {"propertyName": "kind"},
        },
        [{"kind": "cat", "meow": 1}, {"kind": "dog", "bark": "w"}],
        [{"kind": "cat", "meow": "x"}],
    ),
    "all of two": (
        {"allOf": [ref("Named"), {"type": "object", "properties": {"n": {"type": "integer"}}}]},
        [{"name": "a"}, {"name": "a", "n": 1}],
        [{"n": 1}, {"name": "a", "n": "x"}],
    ),
    "all of one and a choice": (
        {"allOf": [ref("Named"), {"anyOf": [ref("OpenCat"), {"required": ["bark"]}]}]},
        [{"name": "a", "meow": 1}, {"name": "a", "bark": "w"}],
        [{"name": "a"}, {"meow": 1}],
    ),
    "one member or another": (
        {
            "type": "object",
            "properties": {"a": TEXT, "b": TEXT},
            "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
        },
        [{"a": "1"}, {"b": "1"}],
        [{}],
    ),
    "not with a member": (
        {"type": "object", "properties": {"a": TEXT, "b": TEXT}, "not": {"required": ["a", "b"]}},
        [{"a": "1"}, {"b": "1"}, {}],
        [{"a": "1", "b": "2"}],
    ),
    "one member because of another": (
        {
            "type": "object",
            "properties": {"a": {"type": "boolean"}, "b": TEXT},
            "if": {"properties": {"a": {"const": True}}, "required": ["a"]},
            "then": {"required": ["b"]},
        },
        [{"a": True, "b": "1"}, {"a": False}, {}],
        [{"a": True}],
    ),
    "one value of a few": ({"enum": ["on", "off"]}, ["on", "off"], ["of", 1]),
    "one value": ({"const": {"a": 1}}, [{"a": 1}], [{"a": 2}, {}]),
    "nothing or an object": (
        {"anyOf": [{"type": "null"}, ref("Dog")]},
        [None, {"bark": "w"}],
        [{"bark": 1}, 5],
    ),
    "a reference to a choice": (ref("Choice"), [{"meow": 1}, {"bark": "w"}], [{"meow": "x"}]),
}


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize("kind", CHOICES)
async def test_a_choice_at_the_root_stays_a_choice_and_leaves_the_root_plain(
    offer: Offering, version: str, kind: str
) -> None:
    schema, good, bad = CHOICES[kind]
    if version == "3.0.3" and ("null" in json.dumps(schema) or "const" in json.dumps(schema)):
        pytest.skip("3.0 has no const and no type null")
    schemas = {**SCHEMAS, "Choice": {"oneOf": [ref("Cat"), ref("Dog")]}}
    made = offer(document({"/x": posting(schema)}, schemas, version))
    (tool,) = (await listed(made)).values()
    whole = "body" in tool["inputSchema"]["properties"]
    async with made.session() as session:
        for value in good:
            arguments = {"body": value} if whole else value
            assert accepts(tool["inputSchema"], arguments), value
            result = await session.call_tool(tool["name"], arguments)
            assert not result.is_error, result.text
            assert json.loads(made.sent.body) == value
        for value in bad:
            if whole or isinstance(value, dict):
                result = await session.call_tool(tool["name"], {"body": value} if whole else value)
                assert result.is_error, value
    assert made.nothing_sent


@pytest.mark.parametrize("kind", CHOICES)
async def test_so_does_a_choice_of_what_is_answered(offer: Offering, kind: str) -> None:
    schema, good, _ = CHOICES[kind]
    schemas = {**SCHEMAS, "Choice": {"oneOf": [ref("Cat"), ref("Dog")]}}
    made = offer(document({"/x": posting(schema)}, schemas))
    (tool,) = (await listed(made)).values()
    if "outputSchema" in tool and not isinstance(good[0], dict):
        assert accepts(tool["outputSchema"], {"result": good[0]})


async def test_a_choice_among_parameters_stays_inside_its_argument(offer: Offering) -> None:
    parameters = [
        {"name": "a", "in": "query", "schema": {"oneOf": [{"type": "integer"}, TEXT]}},
        {"name": "b", "in": "query", "schema": {"allOf": [TEXT, {"minLength": 2}]}},
        {"name": "c", "in": "query", "schema": {"type": ["string", "integer"]}},
    ]
    paths = {"/x": posting(ref("Named"), parameters=parameters)}
    made = offer(document(paths, SCHEMAS))
    (tool,) = (await listed(made)).values()
    assert accepts(tool["inputSchema"], {"name": "n", "a": 1, "b": "xx", "c": "y"})
    assert not accepts(tool["inputSchema"], {"name": "n", "b": "x"})


# Patterns.

#: Patterns that some engine of some client cannot compile, with a value each allows.
UNPORTABLE = {
    r"^\p{Lu}\p{Ll}+$": "Ärger",
    r"^(?=.*\d)(?=.*[a-z]).{4,}$": "abc1",
    r"^(?!admin).+$": "user",
    r"(?<=a)b": "ab",
    r"(?<!a)b": "cb",
    r"^(?<year>\d{4})-\k<year>$": "2024-2024",
    r"^(?P<a>x)$": "x",
    r"^(a)\1$": "aa",
    r"^a++b$": "aab",
    r"^(?>a+)b$": "aab",
    r"^(?i)abc$": "ABC",
    r"^[[:alpha:]]+$": "abc",
    r"\Aabc\Z": "abc",
    r"^https\:\x2f\@$": "https:/@",
    r"^a\-b$": "a-b",
    r"^[\w\-\.]+@x$": "a.b@x",
    r"^x{,3}$": "xx",
    r"^{a}$": "{a}",
    r"^[a-z&&[^aeiou]]$": "b]",
    r"^\x{1F600}$": "😀",
    r"^\u{1F600}$": "😀",
    r"^\cA$": "\x01",
    r"^\h+$": " ",
    r"^[^]$": "x",
    r"^*a$": "a",
    r"^(a$": "(a",
    r"^a{0,99999}$": "a",
    r"^a{2,1}$": "a",
}
#: What compiles in some engines with another meaning, or in the others not at all.
_ODD = re.compile(
    r"\(\?(?!:)|\\[^\d\sA-Za-z/^$\\.*+?()\[\]{}|-]|\\[ACGHKPQRXZaceghjklmpquyz0-9]|\[\[|&&|[*+?}]\+|\{,"
)


def is_portable(pattern: str) -> bool:
    """Say whether a pattern compiles in Python and in Rust, and holds nothing others misread."""
    re.compile(pattern)
    rust = jsonschema_rs.RegexOptions()
    jsonschema_rs.validator_for({"pattern": pattern}, pattern_options=rust)
    counts = [
        int(n) for found in re.findall(r"\{\d+,(\d+)\}|\{(\d+)\}", pattern) for n in found if n
    ]
    return not _ODD.search(pattern) and all(count <= 1_000 for count in counts)


@pytest.mark.parametrize("pattern", UNPORTABLE)
async def test_a_pattern_that_some_engine_cannot_compile_is_not_listed_and_costs_nothing(
    offer: Offering, pattern: str
) -> None:
    value = UNPORTABLE[pattern]
    schema = {
        "type": "object",
        "properties": {
            "p": {"type": "string", "pattern": pattern},
            "list": {"type": "array", "items": {"type": "string", "pattern": pattern}},
            "fine": {"type": "string", "pattern": "^[A-Z]{2}[0-9]+$"},
        },
        "patternProperties": {pattern: {}},
    }
    made = offer(document({"/x": posting(schema)}, {}))
    (tool,) = (await listed(made)).values()
    shown = [p["pattern"] for p in subschemas(tool["inputSchema"]) if "pattern" in p]
    shown += [p for s in subschemas(tool["inputSchema"]) for p in s.get("patternProperties", {})]
    assert "^[A-Z]{2}[0-9]+$" in shown
    assert [one for one in shown if not is_portable(one)] == []
    bindings = {a.binding for a in made.service.draft("api").items[0].arguments}
    body = {"p": value, "list": [value], "fine": "AB1"}
    inputs = {"body:": body} if "body:" in bindings else {f"body:/{k}": v for k, v in body.items()}
    result = await made.call("POST /x", inputs)
    assert not result.is_error, result.text
    assert json.loads(made.sent.body) == body


async def test_what_a_listed_pattern_cannot_say_is_still_checked_at_the_call(
    offer: Offering,
) -> None:
    schema = {
        "type": "object",
        "properties": {"p": {"type": "string", "pattern": r"^(?!admin)\p{L}+$"}},
    }
    made = offer(document({"/x": posting(schema)}, {}))
    refused = await made.call("POST /x", {"body:/p": "administrator"})
    assert refused.is_error
    assert made.nothing_sent
    assert not (await made.call("POST /x", {"body:/p": "größe"})).is_error


async def test_a_pattern_that_never_ends_does_not_hold_up_a_call(offer: Offering) -> None:
    schema = {"type": "object", "properties": {"p": {"type": "string", "pattern": r"^(a+)+\1$"}}}
    made = offer(document({"/x": posting(schema)}, {}))
    made.bind(timeout_s=5.0)
    result = await made.call("POST /x", {"body:/p": "a" * 5_000 + "!"})
    assert isinstance(result.is_error, bool)


async def test_references_lead_into_the_tools_own_definitions(offer: Offering) -> None:
    tools = await listed(offer(many(12)))
    for tool in tools.values():
        used = references(tool["inputSchema"])
        assert all(one.startswith("#/$defs/") for one in used)
