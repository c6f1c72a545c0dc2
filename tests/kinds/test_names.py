"""Names: legal, different, the same in any order; and every input stays the one it was."""

import itertools
import json
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.kinds.conftest import Offering
from tests.kinds.judging import faults
from tests.kinds.offering import Offer

pytestmark = pytest.mark.anyio

LONG = "organisationMembershipAdministrationController_listEffectivePermissions"


def described(operations: dict[str, str | None]) -> str:
    """Return a description of GETs: operationId by path, None for none."""
    paths = {
        path: {"get": {"responses": {"200": {"description": "ok"}}, **_named(name)}}
        for path, name in operations.items()
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Names", "version": "1"},
        "servers": [{"url": "{{API}}"}],
        "paths": paths,
    }
    return json.dumps(document, ensure_ascii=False)


def _named(name: str | None) -> dict[str, str]:
    return {} if name is None else {"operationId": name}


def names(made: Offer) -> dict[str, str]:
    return {tool.call.operation: tool.name for tool in made.surface.tools}


#: Sets of operations whose names would meet if they were merely cut or cleaned.
MEETING: dict[str, dict[str, str | None]] = {
    "same for 64 and more characters": {f"/{n}": f"{LONG}OfTheMember{n}" for n in "abcd"},
    "different only in the middle": {f"/{n}": f"{LONG}{n}{LONG}" for n in "ab"},
    "exactly at the limit": {"/a": "a" * 64, "/b": "a" * 65, "/c": "a" * 63 + "b"},
    "of signs that are not legal": {"/a": "get.pet", "/b": "get/pet", "/c": "get pet"},
    "of another script": {"/a": "получить", "/b": "取得", "/c": "記事を取得", "/d": "ürün"},
    "the same": {"/a": "get", "/b": "get", "/c": "get"},
    "the same but for case": {"/a": "getPet", "/b": "getpet", "/c": "GETPET"},
    "absent, of paths alike": {"/a/{x}": None, "/a/{y}/": None, "/A/{x}": None, "/a-/x": None},
    "one that looks like another's with a suffix": {"/a": "x", "/b": "x", "/c": "x_2", "/d": "x_1"},
    "no name at all": {"/a": "", "/b": "___", "/c": "-", "/d": "123"},
}  # fmt: skip


@pytest.mark.parametrize("kind", MEETING)
async def test_names_are_legal_and_different_in_any_order_and_reach_their_own_path(
    offer: Offering, kind: str
) -> None:
    operations = MEETING[kind]
    first = offer(described(operations))
    async with first.session() as session:
        listed = await session.listed()
    assert {name: faults(tool) for name, tool in listed.items()} == {name: [] for name in listed}
    assert len({name.lower() for name in listed}) == len(operations)
    for order in itertools.islice(itertools.permutations(operations), 1, 6):
        again = offer(described({path: operations[path] for path in order}))
        assert names(again) == names(first)
    for path in operations:
        if "{" not in path:
            await first.call(f"GET {path}")
            assert first.sent.target == path


async def test_an_operation_more_or_less_leaves_the_names_of_the_others_that_did_not_meet_it(
    offer: Offering,
) -> None:
    made = offer(described({"/a": "listPets", "/b": LONG * 2, "/c": None}))
    before = names(made)
    made.bring(described({"/0": "addPet", "/a": "listPets", "/b": LONG * 2, "/c": None}))
    after = names(made)
    assert {key: after[key] for key in before} == before


#: Names on the wire that no client takes as keys, several of which would meet when cleaned.
ODD = (
    "filter[name]", "filter(name)", "filter{name}", "filter name", "filter_name", "filter.name",
    "$select", "select", "@type", "type", "a>", "a<", "a=", "a", "x" * 64, "x" * 65, "x" * 80,
    "größe", "grösse", "имя", "名前", "😀", "a/b", "a~1b", "a\\b", "a,b", "a;b", "a%20b", "body",
    "arguments", "__proto__", "constructor",
)  # fmt: skip


async def test_any_name_on_the_wire_has_a_key_of_its_own(offer: Offering) -> None:
    parameters = [{"name": name, "in": "query", "schema": {"type": "integer"}} for name in ODD]
    operation = {"parameters": parameters, "responses": {"200": {"description": "ok"}}}
    document = json.loads(described({"/odd": "odd"}))
    document["paths"]["/odd"]["get"] |= operation
    made = offer(json.dumps(document))
    async with made.session() as session:
        (tool,) = (await session.listed()).values()
        assert faults(tool) == []
        assert len(tool["inputSchema"]["properties"]) == len(ODD)
        values = {f"query:{name}": number for number, name in enumerate(ODD)}
        await session.call("GET /odd", values)
    sent = made.sent.target.partition("?")[2]
    assert _pairs(sent) == {name: str(number) for number, name in enumerate(ODD)}


def _pairs(query: str) -> dict[str, str]:
    return dict(parse_qsl(query, strict_parsing=True))


async def test_any_name_in_a_body_has_a_key_of_its_own(offer: Offering) -> None:
    odd = [name for name in ODD if name not in ("body", "arguments")]
    schema = {"type": "object", "properties": {name: {"type": "integer"} for name in odd}}
    document = json.loads(described({"/odd": "odd"}))
    document["paths"]["/odd"]["post"] = {
        "operationId": "post",
        "requestBody": {"content": {"application/json": {"schema": schema}}},
        "responses": {"200": {"description": "ok"}},
    }
    made = offer(json.dumps(document))
    async with made.session() as session:
        assert [faults(tool) for tool in (await session.listed()).values()] == [[], []]
        values = {name: number for number, name in enumerate(odd)}
        result = await session.call("POST /odd", _in_body(made, values))
    assert not result.is_error
    assert json.loads(made.sent.body) == values


def _in_body(made: Offer, values: dict[str, Any]) -> dict[str, Any]:
    """Return inputs for a body, whether its members are arguments or it is one as a whole."""
    bindings = {a.binding for a in made.service.draft("api").items[1].arguments}
    if "body:" in bindings:
        return {"body:": values}
    return {f"body:/{n.replace('~', '~0').replace('/', '~1')}": v for n, v in values.items()}


PLACES = """
openapi: 3.1.0
info: {title: Places, version: "1"}
servers: [{url: "{{API}}"}]
paths:
  /k/{key}:
    put:
      operationId: place
      parameters:
        - {name: key, in: path, required: true, schema: {type: string}}
        - {name: key, in: query, schema: {type: string}}
        - {name: Key, in: query, schema: {type: string}}
        - {name: key, in: header, schema: {type: string}}
        - {name: key, in: cookie, schema: {type: string}}
        - {name: key_query, in: query, schema: {type: string}}
        - {name: body_key, in: query, schema: {type: string}}
        - {name: body, in: query, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [key]
              properties:
                key: {type: string}
                key_path: {type: string}
                body: {type: string}
      responses: {"200": {description: ok}}
  /list/{body}:
    post:
      operationId: list
      parameters:
        - {name: body, in: path, required: true, schema: {type: string}}
        - {name: item, in: query, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json: {schema: {title: item, type: array, items: {type: string}}}
      responses: {"200": {description: ok}}
"""


async def test_one_name_in_every_place_is_one_argument_for_each(offer: Offering) -> None:
    made = offer(PLACES)
    body = {"key": "in body", "key_path": "kp", "body": "bb"}
    inputs = {
        "path:key": "p", "query:key": "q", "query:Key": "Q", "header:key": "h", "cookie:key": "c",
        "query:key_query": "kq", "query:body_key": "bk", "query:body": "b",
    }  # fmt: skip
    async with made.session() as session:
        assert {n: faults(t) for n, t in (await session.listed()).items()} == {
            "place": [],
            "list": [],
        }
        bindings = {a.binding for a in made.service.draft("api").items[0].arguments}
        members = {f"body:/{name}": value for name, value in body.items()}
        whole = {"body:": body} if "body:" in bindings else members
        result = await session.call("PUT /k/{key}", {**inputs, **whole})
        assert not result.is_error, result.text
        request = made.sent
        assert request.target == "/k/p?key=q&Key=Q&key_query=kq&body_key=bk&body=b"
        assert (request.header("key"), request.header("cookie")) == ("h", "key=c")
        assert json.loads(request.body) == body
        await session.call(
            "POST /list/{body}", {"path:body": "p", "query:item": "i", "body:": ["x"]}
        )
        request = made.sent
    assert (request.target, json.loads(request.body)) == ("/list/p?item=i", ["x"])
