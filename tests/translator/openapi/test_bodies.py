from collections.abc import Callable

import pytest

from translator.json_value import JsonValue
from translator.openapi.bodies import read_request_body, read_responses
from translator.openapi.reading import Reading, Unusable
from translator.openapi.resolve import Place, Resolved
from translator.operation import Encoding, MediaType, RequestBody, ResponseDescription

ENTRY = "file:///apis/entry.yaml"
MakeReading = Callable[..., Reading]
Yaml = Callable[[str], JsonValue]

SHARED = """
Plain: {description: shared, content: {application/json: {schema: {type: string}}}}
Media: {schema: {type: integer}}
Parcel:
  type: object
  properties: {id: {type: integer, readOnly: true}, key: {type: string, writeOnly: true}}
Header: {schema: {type: integer}}
"""


def _body(reading: Reading, written: JsonValue) -> RequestBody | Unusable | None:
    return read_request_body(reading, Resolved({"requestBody": written}, Place(ENTRY, "/op")))


def _responses(reading: Reading, written: JsonValue) -> tuple[ResponseDescription, ...]:
    return read_responses(reading, Resolved({"responses": written}, Place(ENTRY, "/op")))


def _codes(reading: Reading) -> list[str]:
    return [found.code for found in reading.log.found()]


def test_media_types_keep_their_order(make_reading: MakeReading, yaml: Yaml) -> None:
    written = yaml(
        "{required: true, description: d, content: {text/csv: {}, application/json: "
        "{schema: {type: object}, example: {a: 1}}, '*/*': {schema: {}}}}"
    )

    assert _body(make_reading(), written) == RequestBody(
        media_types=(
            MediaType("text/csv"),
            MediaType("application/json", {"type": "object"}, examples=({"a": 1},)),
            MediaType("*/*", {}),
        ),
        required=True,
        description="d",
        pointer="/op/requestBody",
    )


@pytest.mark.parametrize(
    ("written", "body"),
    [
        ("null", None),
        ("text", None),
        ("{}", None),
        ("{content: {}}", None),
        ("{content: [x]}", None),
        ("{content: {a/b: {schema: {$ref: '#/missing'}}}}", None),
    ],
)
def test_body_that_is_not_needed_and_cannot_be_sent_is_none(
    make_reading: MakeReading, yaml: Yaml, written: str, body: None
) -> None:
    assert _body(make_reading(SHARED), yaml(written)) is body


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("{$ref: '#/missing'}", "#/missing"),
        ("{required: true}", "no media type"),
        ("{required: true, content: {a/b: {schema: {$ref: '#/missing'}}}}", "#/missing"),
        ("{required: true, content: {a/b: {$ref: '#/missing'}}}", "#/missing"),
        ("{required: true, content: {a/b: {prefixEncoding: [{}]}}}", "position"),
    ],
)
def test_body_that_is_needed_and_cannot_be_sent_is_unusable(
    make_reading: MakeReading, yaml: Yaml, written: str, reason: str
) -> None:
    body = _body(make_reading(SHARED), yaml(written))

    assert isinstance(body, Unusable)
    assert reason in body.reason


def test_broken_schema_costs_its_media_type(make_reading: MakeReading, yaml: Yaml) -> None:
    reading = make_reading(SHARED)
    written = yaml(
        "{required: true, content: {a/b: {schema: {$ref: '#/missing'}}, c/d: {schema: {}}}}"
    )

    body = _body(reading, written)

    assert isinstance(body, RequestBody)
    assert [each.content_type for each in body.media_types] == ["c/d"]
    assert _codes(reading) == ["ref-unresolved"]


def test_body_is_found_behind_its_reference(make_reading: MakeReading) -> None:
    body = _body(make_reading(SHARED), {"$ref": "#/Plain"})

    assert isinstance(body, RequestBody)
    assert (body.description, body.pointer) == ("shared", "/Plain")


def test_request_and_response_hide_different_properties(
    make_reading: MakeReading, yaml: Yaml
) -> None:
    reading = make_reading(SHARED)
    content = yaml("{content: {application/json: {schema: {$ref: '#/Parcel'}}}}")

    _body(reading, content)
    _responses(reading, {"200": content})

    inputs, outputs = reading.schemas.definitions().values()
    assert list(inputs["Parcel"]["properties"]) == ["key"]
    assert list(outputs["Parcel"]["properties"]) == ["id"]


@pytest.mark.parametrize(
    ("written", "encoding"),
    [
        ("{}", Encoding()),
        ("{contentType: 'image/png, image/jpeg'}", Encoding("image/png, image/jpeg")),
        ("{style: deepObject}", Encoding(style="deepObject", explode=True)),
        ("{style: deepObject, explode: true}", Encoding(style="deepObject", explode=True)),
        ("{style: form}", Encoding(style="form", explode=True)),
        ("{style: pipeDelimited}", Encoding(style="pipeDelimited", explode=False)),
        ("{explode: false}", Encoding(style="form", explode=False)),
        ("{allowReserved: true}", Encoding(style="form", allow_reserved=True)),
        ("{contentType: 5, style: [], explode: x}", Encoding(style="form")),
    ],
)
def test_encoding_of_a_property(
    make_reading: MakeReading, yaml: Yaml, written: str, encoding: Encoding
) -> None:
    text = f"{{content: {{multipart/form-data: {{encoding: {{a: {written}}}}}}}}}"

    body = _body(make_reading(SHARED), yaml(text))

    assert isinstance(body, RequestBody)
    assert body.media_types[0].encoding == {"a": encoding}


def test_headers_of_a_part_are_read(make_reading: MakeReading, yaml: Yaml) -> None:
    headers = "{X-Rate: {$ref: '#/Header'}, Content-Type: {schema: {}}, X-Lost: {$ref: '#/no'}}"
    text = f"{{content: {{multipart/form-data: {{encoding: {{a: {{headers: {headers}}}}}}}}}}}"

    body = _body(make_reading(SHARED), yaml(text))

    assert isinstance(body, RequestBody)
    (header,) = body.media_types[0].encoding["a"].headers
    assert (header.name, header.schema) == ("X-Rate", {"type": "integer"})


@pytest.mark.parametrize(
    ("written", "schema"),
    [
        ("{itemSchema: {type: string}}", {"type": "array", "items": {"type": "string"}}),
        ("{itemSchema: {}, schema: {type: object}}", {"type": "object"}),
        ("{$ref: '#/Media'}", {"type": "integer"}),
        ("null", True),
    ],
)
def test_media_type_of_3_2(
    make_reading: MakeReading, yaml: Yaml, written: str, schema: JsonValue
) -> None:
    body = _body(make_reading(SHARED, "3.2"), yaml(f"{{content: {{a/b: {written}}}}}"))

    assert isinstance(body, RequestBody)
    assert body.media_types[0].schema == schema


@pytest.mark.parametrize(
    ("key", "status"),
    [
        ("200", "200"),
        ("4xx", "4XX"),
        ("5XX", "5XX"),
        ("default", "default"),
        ("Default", "default"),
    ],
)
def test_status_has_one_form(make_reading: MakeReading, key: str, status: str) -> None:
    (response,) = _responses(make_reading(), {key: {"description": "d"}})

    assert response == ResponseDescription(status, "d")


@pytest.mark.parametrize("key", ["ok", "2000", "20", "0XX", "6XX", "2X"])
def test_what_is_no_status_is_left_out(make_reading: MakeReading, key: str) -> None:
    reading = make_reading()

    assert _responses(reading, {key: {}, "x-own": {}}) == ()
    assert [(f.code, f.pointer) for f in reading.log.found()] == [
        ("response-invalid", f"/op/responses/{key}")
    ]


@pytest.mark.parametrize(
    ("written", "response"),
    [
        ("null", ResponseDescription("200")),
        ("{$ref: '#/missing'}", ResponseDescription("200")),
        (
            "{content: {a/b: {schema: {$ref: '#/missing'}}, c/d: {$ref: '#/missing'}}}",
            ResponseDescription("200", media_types=(MediaType("a/b"), MediaType("c/d"))),
        ),
        (
            "{$ref: '#/Plain'}",
            ResponseDescription(
                "200", "shared", (MediaType("application/json", {"type": "string"}),)
            ),
        ),
    ],
)
def test_broken_response_costs_its_schema(
    make_reading: MakeReading, yaml: Yaml, written: str, response: ResponseDescription
) -> None:
    assert _responses(make_reading(SHARED), {"200": yaml(written)}) == (response,)


def test_shared_response_is_read_once_for_all_statuses(make_reading: MakeReading) -> None:
    ref = {"$ref": "#/Plain"}

    first, second = _responses(make_reading(SHARED), {"200": ref, "201": ref})

    assert (first.status, second.status) == ("200", "201")
    assert first.media_types is second.media_types


def test_headers_of_a_response_are_named(make_reading: MakeReading, yaml: Yaml) -> None:
    written = yaml("{200: {headers: {Link: {}, X-Total: {$ref: '#/nowhere'}}}, 201: {headers: []}}")
    first, second = _responses(make_reading(), {str(key): one for key, one in written.items()})

    assert (first.headers, second.headers) == (("Link", "X-Total"), ())


@pytest.mark.parametrize("written", [None, [], "text"])
def test_no_responses_are_none(make_reading: MakeReading, written: JsonValue) -> None:
    assert _responses(make_reading(), written) == ()
