"""Answers reach the caller whatever an API sends: as data, as text, or as an error that helps.

Each is fetched by the official client, which throws away a result that breaks the listed output
schema: so what is delivered here is delivered.
"""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from tests.fake_api import Answer, reply, reply_json
from tests.kinds.conftest import Offering
from tests.kinds.judging import accepts, faults
from tests.kinds.offering import ERAS, Offer, Result
from translator.json_value import parse_json

pytestmark = pytest.mark.anyio

PET = {
    "type": "object",
    "required": ["id", "name"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer", "maximum": 100},
        "name": {"type": "string", "maxLength": 5},
        "kind": {"enum": ["cat", "dog"]},
        "born": {"type": "string", "format": "date"},
        "owner": {
            "type": "object",
            "required": ["mail"],
            "properties": {"mail": {"type": "string", "format": "email"}},
        },
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "maxItems": 2},
    },
}


def described(
    schema: Any, *, media: str = "application/json", method: str = "get", **responses: Any
) -> str:
    """Return a description with one operation that answers so; further responses by status."""
    made = {
        "openapi": "3.1.0",
        "info": {"title": "Answers", "version": "1"},
        "servers": [{"url": "{{API}}"}],
        "paths": {
            "/x": {
                method: {
                    "operationId": "x",
                    "responses": {
                        "200": {"description": "ok", "content": {media: {"schema": schema}}},
                        **responses,
                    },
                }
            }
        },
    }
    return json.dumps(made)


async def fetch(made: Offer, era: Any = "auto", method: str = "GET") -> Result:
    (result,) = await fetch_each(made, [], era, method)
    return result


async def fetch_each(
    made: Offer, answers: Iterable[Answer], era: Any = "auto", method: str = "GET"
) -> list[Result]:
    """Fetch each answer in one session; without any, the one that is scripted already."""
    found = []
    async with made.session(era) as session:
        (tool,) = (await session.listed()).values()
        assert faults(tool) == []
        for answer in tuple(answers) or (None,):
            if answer is not None:
                made.api.script(answer)
            found.append(await session.call(f"{method} /x"))
    listed = tool.get("outputSchema")
    for result in found:
        if listed is not None and not result.is_error:
            assert accepts(listed, result.structured)
    return found


NOTHING = {"description": "nothing"}


EMPTY = (
    reply(status=204),
    reply(status=200),
    reply(status=200, content_type="application/json"),
    reply(" \r\n", content_type="application/json"),
    reply(status=202, content_type="text/plain"),
    reply(status=201, headers=(("Location", "/x/1"),)),
    reply(status=205),
    reply(status=200, content_type="application/octet-stream"),
)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("method", ["get", "delete", "put"])
async def test_a_success_without_content_is_a_success(
    offer: Offering, era: Any, method: str
) -> None:
    made = offer(described(PET, method=method, **{"204": NOTHING, "202": NOTHING}))
    results = await fetch_each(made, EMPTY, era, method.upper())
    assert [result.text for result in results if result.is_error] == []


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("text/plain", "42"),
        ("text/plain", "true"),
        ("text/plain", "null"),
        ("text/plain", '{"a": 1}'),
        ("text/plain", "2024-01-15"),
        ("text/csv", "id;name\n1;ä\n"),
        ("text/csv; header=present", "1e5,007\n"),
        ("text/markdown", "# 1\n\n- a\n"),
        ("application/yaml", "a: no\n"),
        ("text/plain; charset=utf-8", "ü"),
        ("application/sql", "select 1"),
    ],
)
async def test_text_stays_text(offer: Offering, content_type: str, body: str) -> None:
    media = content_type.partition(";")[0]
    made = offer(described({"type": "string"}, media=media), reply(body, content_type=content_type))
    for era in ERAS:
        result = await fetch(made, era)
        assert not result.is_error
        if body.startswith("{"):
            # An object under this label is most often JSON with a careless label: read as such.
            assert json.loads(result.text) == json.loads(body)
            continue
        assert body.strip() in result.text
        assert result.structured in (None, {"result": body})


#: What an API sends where a pet was promised.
DRIFTED: dict[str, Any] = {
    "null for a text": {"id": 1, "name": None},
    "a text for a number": {"id": "1", "name": "Rex"},
    "a number for a text": {"id": 1, "name": 7},
    "a missing member": {"name": "Rex"},
    "nothing of it": {},
    "another member": {"id": 1, "name": "Rex", "colour": "red"},
    "a value not of the enum": {"id": 1, "name": "Rex", "kind": "cow"},
    "a value out of bounds": {"id": 10**30, "name": "a long name"},
    "another format": {"id": 1, "name": "Rex", "born": "yesterday"},
    "null for an object": {"id": 1, "name": "Rex", "owner": None},
    "drift below": {"id": 1, "name": "Rex", "owner": {"mail": 5, "x": {}}},
    "a text for a list": {"id": 1, "name": "Rex", "tags": "a,b"},
    "an object for a list": {"id": 1, "name": "Rex", "tags": {"0": "a"}},
    "too many and twice": {"id": 1, "name": "Rex", "tags": ["a", "a", 5, None]},
    "a list": [{"id": 1, "name": "Rex"}],
    "an empty list": [],
    "a list in an envelope": {"data": [{"id": 1}], "total": 1},
    "a text": "Rex",
    "a number": 5,
    "false": False,
    "null": None,
    "a member called result": {"result": {"id": 1}},
}


@pytest.mark.parametrize("era", ERAS)
async def test_an_answer_that_drifted_is_delivered_whole(offer: Offering, era: Any) -> None:
    made = offer(described(PET))
    results = await fetch_each(made, [reply_json(value) for value in DRIFTED.values()], era)
    for (kind, value), result in zip(DRIFTED.items(), results, strict=True):
        assert not result.is_error, (kind, result.text)
        found = result.structured if kind == "a member called result" else result.value
        assert found == value, kind
    for kind, trace in zip(DRIFTED, made.traces(), strict=True):
        # `format` is an annotation (JSON Schema 2020-12, Validation, §7.2.1), not an assertion.
        assert trace.conforms is (kind == "another format"), kind
        assert bool(trace.conformity) is not trace.conforms


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    "promised",
    [
        {"type": "array", "items": PET},
        {"type": "integer"},
        {"type": ["string", "null"]},
        {"oneOf": [PET, {"type": "string"}]},
        {"enum": ["a", "b"]},
    ],
)
async def test_so_is_one_where_something_else_than_an_object_was_promised(
    offer: Offering, era: Any, promised: Any
) -> None:
    kinds = ("nothing of it", "a list", "a text", "null", "a number")
    made = offer(described(promised))
    results = await fetch_each(made, [reply_json(DRIFTED[kind]) for kind in kinds], era)
    assert [result.text for result in results if result.is_error] == []
    assert [result.value for result in results] == [DRIFTED[kind] for kind in kinds]


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", '{"id": 1, "name": "R'),
        ("application/json", "<html>Please sign in</html>"),
        ("text/html", "<html>Please sign in</html>"),
        ("application/xml", "<pet><id>1</id></pet>"),
        ("text/plain", '{"id": 1, "name": "Rex"}'),
        (None, '{"id": 1, "name": "Rex"}'),
        ("application/problem+json", '{"title": "odd"}'),
        ("application/hal+json", '{"id": 1, "name": "Rex"}'),
        ("application/json", '{"id": NaN, "name": "Rex"}'),
        ("application/json", '{"id": 1, "id": 2, "name": "Rex"}'),
        ("application/json", '\ufeff{"id": 1, "name": "Rex"}'),
    ],
)
async def test_another_kind_of_answer_is_not_lost(
    offer: Offering, content_type: str | None, body: str
) -> None:
    made = offer(described(PET), reply(body, content_type=content_type))
    for era in ERAS:
        result = await fetch(made, era)
        said = result.text + json.dumps(result.structured)
        for word in ("sign in", "<id>1</id>", "Rex", "odd", '"name"'):
            if word in body:
                assert word.strip('"') in said


# Failures.

PROBLEM = {"type": "about:blank", "title": "Invalid", "detail": "age is too low", "status": 400}


STATUSES = (400, 401, 403, 404, 405, 409, 410, 418, 422, 500, 501, 504)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("content_type", "body", "words"),
    [
        ("application/problem+json", json.dumps(PROBLEM), ["Invalid", "age is too low"]),
        ("application/json", '{"errors": [{"field": "qty", "why": "must be 1"}]}', ["qty", "be 1"]),
        ("application/json", '{"message": "no such pet"}', ["no such pet"]),
        ("application/json", '["a", "b"]', ["a", "b"]),
        ("application/json", '"plain words"', ["plain words"]),
        ("text/plain", "quota of 5 used up", ["quota of 5 used up"]),
        ("application/xml", "<error><code>E77</code></error>", ["E77"]),
        ("text/html", "<html><h1>Gone fishing</h1></html>", ["Gone fishing"]),
        ("application/json", "", []),
        ("application/json", "{broken", []),
        (None, "words", ["words"]),
    ],
)
async def test_a_failure_says_its_status_and_what_the_api_said(
    offer: Offering, era: Any, content_type: str | None, body: str, words: list[str]
) -> None:
    made = offer(described(PET))
    answers = [reply(body, status=status, content_type=content_type) for status in STATUSES]
    results = await fetch_each(made, answers, era)
    assert all(result.is_error for result in results)
    for status, result in zip(STATUSES, results, strict=True):
        assert [word for word in (str(status), *words) if word not in result.text] == []


@pytest.mark.parametrize(
    ("content_type", "unit"),
    [
        ("text/html", "<div class='x'>proxy error</div>\n"),
        ("application/json", '{"trace": "at line 1"},'),
        ("text/plain", "stack "),
    ],
)
async def test_a_long_failure_is_cut_and_its_status_is_at_the_front(
    offer: Offering, content_type: str, unit: str
) -> None:
    made = offer(described(PET), reply(unit * 20_000, status=502, content_type=content_type))
    result = await fetch(made)
    assert result.is_error
    assert "502" in result.text[:200]
    assert len(result.text.encode()) <= 8_192


async def test_statuses_are_told_apart(offer: Offering) -> None:
    made = offer(described(PET, method="post"))
    answers = [reply_json({}, status=status) for status in STATUSES]
    results = await fetch_each(made, answers, method="POST")
    assert len({result.text for result in results}) == len(STATUSES)


# Numbers with more digits than a double has.

BIG = (
    "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
    "18446744073709551615", "340282366920938463463374607431768211457", "1" + "0" * 40,
)  # fmt: skip
LARGE = {
    "type": "object",
    "properties": {"n": {"type": "integer", "format": "int64"}, "list": {"type": "array"}},
}


@pytest.mark.parametrize("era", ERAS)
async def test_every_digit_of_an_answer_arrives(offer: Offering, era: Any) -> None:
    bodies = [
        f'{{"n": {n}, "list": [{n}, {{"deep": [[{n}]]}}], "s": "{n}", "{n}": null}}' for n in BIG
    ]
    made = offer(described(LARGE))
    answers = [reply(body, content_type="application/json") for body in bodies]
    results = await fetch_each(made, answers, era)
    for digits, body, result in zip(BIG, bodies, results, strict=True):
        assert result.text.count(digits) == 5
        assert result.structured == json.loads(body)


OTHERS = ("0.1", "1.0", "1", "1e3", "-0.0", "1.7976931348623157e308", "0.30000000000000004")


async def test_other_numbers_keep_what_they_are(offer: Offering) -> None:
    made = offer(described(LARGE))
    answers = [reply(f'{{"list": [{n}]}}', content_type="application/json") for n in OTHERS]
    for number, result in zip(OTHERS, await fetch_each(made, answers), strict=True):
        (found,) = result.value["list"]
        wanted = json.loads(number)
        assert (found, type(found)) == (wanted, type(wanted))


NUMBERS = """
openapi: 3.0.3
info: {title: Numbers, version: "1"}
servers: [{url: "{{API}}"}]
paths:
  /n/{id}:
    post:
      operationId: n
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, format: int64}}
        - {name: ids, in: query, schema: {type: array, items: {type: integer, format: int64}}}
        - {name: X-N, in: header, schema: {type: integer, format: int64}}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                n: {type: integer, format: int64}
                list: {type: array, items: {type: integer, format: int64}}
                any: {}
      responses: {"200": {description: ok}}
"""


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize("digits", ["9007199254740993", "-9223372036854775808", "12"])
async def test_every_digit_of_an_argument_arrives_given_as_a_number_or_as_text(
    offer: Offering, era: Any, as_text: bool, digits: str
) -> None:
    value: Any = digits if as_text else int(digits)
    made = offer(NUMBERS)
    async with made.session(era) as session:
        inputs = {
            "path:id": value,
            "query:ids": [value, 5],
            "header:X-N": value,
            "body:/n": value,
            "body:/list": [value],
            "body:/any": value,
        }
        result = await session.call("POST /n/{id}", inputs)
    assert not result.is_error, result.text
    request = made.sent
    assert request.target == f"/n/{digits}?ids={digits}&ids=5"
    assert request.header("x-n") == digits
    assert parse_json(request.body) == {"n": int(digits), "list": [int(digits)], "any": value}


async def test_text_that_is_no_decimal_integer_is_not_taken_for_one(offer: Offering) -> None:
    made = offer(NUMBERS)
    async with made.session() as session:
        for text in ("9007199254740993.0", "1e3", "0x10", "١٢", "12 ", "", "--1"):
            assert (await session.call("POST /n/{id}", {"path:id": text})).is_error, text
    assert made.nothing_sent
