"""Parameters are written as style, explode and content say, item by item.

What reaches the API is read back here by rules of its own: split at literal separators first,
percent-decoded afterwards, as RFC 6570 §3.2.1 means it.
"""

import json
from typing import Any
from urllib.parse import unquote

import pytest

from tests.kinds.conftest import Offering
from tests.kinds.judging import faults
from tests.kinds.offering import Offer

pytestmark = pytest.mark.anyio

ARRAY = {"type": "array", "items": {"type": "string"}}
OBJECT = {"type": "object", "additionalProperties": {"type": "string"}}
TEXT = {"type": "string"}


def described(location: str, parameter: Any, version: str = "3.1.0", name: str = "p") -> str:
    path = "/x/{p}/y" if location == "path" else "/x"
    made = {
        "openapi": version,
        "info": {"title": "Parameters", "version": "1"},
        "servers": [{"url": "{{API}}"}],
        "paths": {
            path: {
                "get": {
                    "operationId": "x",
                    "parameters": [
                        {"name": name, "in": location, "required": location == "path"} | parameter
                    ],
                    "responses": {"200": {"description": "ok"}},
                }
            }
        },
    }
    return json.dumps(made)


async def sent(made: Offer, location: str, value: Any) -> Any:
    """Return what reaches the API of the parameter, None where nothing does."""
    (tool,) = made.surface.tools
    (item,) = made.service.draft("api").items
    name = item.arguments[0].name
    async with made.session() as session:
        assert [faults(one) for one in (await session.listed()).values()] == [[]]
        result = await session.call_tool(tool.name, {name: value})
    if result.is_error:
        return result.text
    request = made.sent
    path, _, query = request.target.partition("?")
    return {
        "path": path.removeprefix("/x/").removesuffix("/y"),
        "query": query,
        "header": request.header("p"),
        "cookie": request.header("cookie"),
    }[location]


COLOURS = ["a b", "c,d", "e&f=g"]
POINT = {"R": "1 0", "G": "2,0"}


@pytest.mark.parametrize(
    ("location", "style", "explode", "value", "expected"),
    [
        ("query", "form", True, COLOURS, "p=a%20b&p=c%2Cd&p=e%26f%3Dg"),
        ("query", "form", False, COLOURS, "p=a%20b,c%2Cd,e%26f%3Dg"),
        ("query", "form", True, POINT, "R=1%200&G=2%2C0"),
        ("query", "form", False, POINT, "p=R,1%200,G,2%2C0"),
        ("query", "pipeDelimited", False, ["a b", "c,d"], "p=a%20b%7Cc%2Cd"),
        ("query", "pipeDelimited", False, POINT, "p=R%7C1%200%7CG%7C2%2C0"),
        ("query", "spaceDelimited", False, ["a|b", "c,d"], "p=a%7Cb%20c%2Cd"),
        ("query", "deepObject", True, POINT, "p%5BR%5D=1%200&p%5BG%5D=2%2C0"),
        ("path", "simple", False, COLOURS, "a%20b,c%2Cd,e%26f%3Dg"),
        ("path", "simple", True, COLOURS, "a%20b,c%2Cd,e%26f%3Dg"),
        ("path", "simple", False, POINT, "R,1%200,G,2%2C0"),
        ("path", "simple", True, POINT, "R=1%200,G=2%2C0"),
        ("path", "label", False, COLOURS, ".a%20b,c%2Cd,e%26f%3Dg"),
        ("path", "label", True, COLOURS, ".a%20b.c%2Cd.e%26f%3Dg"),
        ("path", "label", True, POINT, ".R=1%200.G=2%2C0"),
        ("path", "matrix", False, COLOURS, ";p=a%20b,c%2Cd,e%26f%3Dg"),
        ("path", "matrix", True, COLOURS, ";p=a%20b;p=c%2Cd;p=e%26f%3Dg"),
        ("path", "matrix", True, POINT, ";R=1%200;G=2%2C0"),
        ("header", "simple", False, ["a b", "c&d"], "a b,c&d"),
        ("header", "simple", False, {"R": "1", "G": "2"}, "R,1,G,2"),
        ("header", "simple", True, {"R": "1", "G": "2"}, "R=1,G=2"),
        ("cookie", "form", False, ["a", "b"], "p=a,b"),
    ],
)
async def test_a_style_is_written_as_its_table_says(
    offer: Offering, location: str, style: str, explode: bool, value: Any, expected: str
) -> None:
    """OAS 3.1.1, Style Examples; `%7C`, `%5B` and `%5D` are the same as `|`, `[` and `]` there."""
    schema = ARRAY if isinstance(value, list) else OBJECT
    made = offer(described(location, {"style": style, "explode": explode, "schema": schema}))
    found = await sent(made, location, value)
    assert _folded(found) == _folded(expected)


def _folded(text: str) -> str:
    for encoded, literal in (("%7C", "|"), ("%5B", "["), ("%5D", "]"), ("%2C", "\0"), (",", ",")):
        text = text.replace(encoded, literal)
    return text


@pytest.mark.parametrize(
    ("style", "separators"),
    [("form", [","]), ("pipeDelimited", ["|", "%7C"]), ("spaceDelimited", ["%20", "+"])],
)
@pytest.mark.parametrize(
    "items",
    [["a", "b"], ["a,b", "c"], ["a|b", "c"], ["a b", "c"], ["", "a"], ["a%2Cb"], ["ü", "&", "#"]],
)
async def test_an_item_that_holds_a_separator_is_told_apart_or_refused(
    offer: Offering, style: str, separators: list[str], items: list[str]
) -> None:
    made = offer(described("query", {"style": style, "explode": False, "schema": ARRAY}))
    text = await sent(made, "query", items)
    if text.startswith("Nothing was sent"):
        assert any(unquote(separator) in item for item in items for separator in separators)
        assert style != "form"
        return
    _, _, value = text.partition("=")
    for separator in separators[1:]:
        value = value.replace(separator, separators[0])
    assert [unquote(item) for item in value.split(separators[0])] == items


@pytest.mark.parametrize(
    ("schema", "value", "text"),
    [
        ({"type": "boolean"}, True, "p=true"),
        ({"type": "integer"}, 10**20, "p=100000000000000000000"),
        ({"type": "number"}, 1.5, "p=1.5"),
        ({"type": "number"}, -0.25, "p=-0.25"),
        ({"type": "array", "items": {"type": "boolean"}}, [True, False], "p=true&p=false"),
        ({"type": "array", "items": {"type": "number"}}, [1, 2.5], "p=1&p=2.5"),
        ({"type": "array", "items": {}}, ["a", 1, True], "p=a&p=1&p=true"),
        (TEXT, "ü/?:@!$&'()*+,;=#", "p=%C3%BC%2F%3F%3A%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%23"),
        (TEXT, "100%", "p=100%25"),
        (TEXT, "a+b c", "p=a%2Bb%20c"),
        (TEXT, "%2F", "p=%252F"),
        (TEXT, "", "p="),
    ],
)
async def test_a_value_is_what_json_says_percent_encoded_once(
    offer: Offering, schema: Any, value: Any, text: str
) -> None:
    made = offer(described("query", {"schema": schema}))
    found = await sent(made, "query", value)
    assert unquote(found) == unquote(text)
    assert not {" ", "+", "#", "&", '"'} & set(found.replace("&p=", ""))


async def test_reserved_characters_stay_where_the_description_allows_them(offer: Offering) -> None:
    made = offer(described("query", {"schema": TEXT, "allowReserved": True}))
    assert await sent(made, "query", "a/b?c:d@e") == "p=a/b?c:d@e"
    found = await sent(made, "query", "a&b=c#d ü")
    assert unquote(found) == "p=a&b=c#d ü"
    assert "#" not in found
    assert " " not in found


@pytest.mark.parametrize(
    "value", ["..", ".", "../admin", "a/../b", "%2e%2e", "a/b", "a?b", "a#b", "a\\b", "é", ";x"]
)
async def test_a_path_value_never_leaves_its_segment(offer: Offering, value: str) -> None:
    made = offer(described("path", {"schema": TEXT}))
    found = await sent(made, "path", value)
    if found.startswith("Nothing was sent"):
        assert ".." in value or value == "."
        return
    assert not set("/?#\\") & set(found)
    assert unquote(found) == value


# Content: the second way to describe a parameter.


@pytest.mark.parametrize("location", ["query", "path", "header", "cookie"])
@pytest.mark.parametrize("media", ["application/json", "application/vnd.a+json; charset=utf-8"])
async def test_a_parameter_with_json_content_is_one_json_text(
    offer: Offering, location: str, media: str
) -> None:
    schema = {
        "type": "object",
        "required": ["a"],
        "properties": {"a": ARRAY, "n": {"type": "integer"}},
    }
    made = offer(described(location, {"content": {media: {"schema": schema}}}))
    (tool,) = made.surface.tools
    (shown,) = tool.input_schema["properties"].values()
    assert (shown["type"], shown["required"]) == ("object", ["a"])
    value = {"a": ["x,y", 'q"ü;=/', "z"], "n": 2**60}
    found = await sent(made, location, value)
    text = found.removeprefix("p=")
    assert json.loads(text if location == "header" else unquote(text)) == value
    refused = await sent(made, location, {"n": 1})
    assert refused.startswith("Nothing was sent")


@pytest.mark.parametrize("value", [["a", 1, None], "text", 5, True])
async def test_json_content_may_be_any_json(offer: Offering, value: Any) -> None:
    made = offer(described("query", {"content": {"application/json": {"schema": {}}}}))
    assert json.loads(unquote((await sent(made, "query", value)).removeprefix("p="))) == value


async def test_text_content_is_sent_as_it_is(offer: Offering) -> None:
    made = offer(described("query", {"content": {"text/plain": {"schema": TEXT}}}))
    assert unquote(await sent(made, "query", 'a "b" & c')) == 'p=a "b" & c'


async def test_content_without_a_schema_takes_any_value(offer: Offering) -> None:
    made = offer(described("query", {"content": {"application/json": {}}}, version="3.0.3"))
    assert json.loads(unquote((await sent(made, "query", {"a": 1})).removeprefix("p="))) == {"a": 1}
