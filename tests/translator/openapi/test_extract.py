import time
from collections.abc import Callable

import pytest

from translator.errors import SourceError
from translator.finding import Severity
from translator.json_value import JsonValue
from translator.openapi.description import Description
from translator.openapi.document import Document, read_document
from translator.openapi.extract import extract
from translator.operation import Extraction, Location, Server

ExtractText = Callable[..., Extraction]


def _described(paths: str, more: str = "") -> str:
    return f"openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths: {paths}\n{more}"


def _codes(extraction: Extraction) -> list[str]:
    return [found.code for found in extraction.findings]


def _keys(extraction: Extraction) -> list[str]:
    return [operation.key for operation in extraction.operations]


def test_what_the_description_says_of_itself_is_taken_over(extract_text: ExtractText) -> None:
    extraction = extract_text(
        "openapi: 3.0.4\n"
        "info: {title: Library, version: '7', description: d}\n"
        "tags: [{name: b, description: books}, {name: a}, null, {name: 5}]\n"
        "paths: {}"
    )

    assert (extraction.title, extraction.version, extraction.description) == ("Library", "7", "d")
    assert extraction.oas_version == "3.0.4"
    assert list(extraction.tags.items()) == [("b", "books"), ("a", "")]
    assert extraction.servers == (Server("/"),)


def test_operation_has_the_words_of_the_description(extract_text: ExtractText) -> None:
    extraction = extract_text(
        _described(
            "{'/books/{id}': {get: {operationId: readBook, summary: s, description: d, "
            "tags: [a, 5], deprecated: true, responses: {'200': {description: fine}}}}}"
        )
    )

    (operation,) = extraction.operations
    assert operation.key == "GET /books/{id}"
    assert (operation.operation_id, operation.summary, operation.description) == (
        "readBook",
        "s",
        "d",
    )
    assert (operation.tags, operation.deprecated) == (("a",), True)
    assert (operation.document, operation.pointer) == ("", "/paths/~1books~1{id}/get")
    assert operation.responses[0].description == "fine"


def test_operations_stand_in_the_order_of_the_document(extract_text: ExtractText) -> None:
    extraction = extract_text(
        _described(
            "{/b: {post: {}, get: {}}, x-c: {get: {}}, /a: {head: {}, x-own: {}, trace: {}}}"
        )
    )

    assert _keys(extraction) == ["POST /b", "GET /b", "HEAD /a", "TRACE /a"]


@pytest.mark.parametrize(
    ("version", "keys"),
    [
        ("3.1.0", ["GET /a"]),
        ("3.2.0", ["GET /a", "QUERY /a", "COPY /a", "Purge /a"]),
    ],
)
def test_methods_of_3_2(extract_text: ExtractText, version: str, keys: list[str]) -> None:
    extraction = extract_text(
        f"openapi: {version}\n"
        "paths: {/a: {get: {}, query: {}, additionalOperations: {COPY: {}, Purge: {}}}}"
    )

    assert _keys(extraction) == keys


def test_operation_declared_twice_counts_once(extract_text: ExtractText) -> None:
    extraction = extract_text(
        "openapi: 3.2.0\n"
        "paths: {/a: {get: {summary: first}, additionalOperations: {GET: {summary: second}}}}"
    )

    assert [each.summary for each in extraction.operations] == ["first"]
    assert _codes(extraction) == ["operation-withheld"]


@pytest.mark.parametrize(
    "path", ["/a?action=x", "/a#bar", "/a b/ü", "/a/", "/a:verb", "/{x}.{y}", "a"]
)
def test_path_is_kept_as_written(extract_text: ExtractText, path: str) -> None:
    extraction = extract_text(_described(f"{{'{path}': {{get: {{}}}}}}"))

    assert [operation.path for operation in extraction.operations] == [path]


@pytest.mark.parametrize(
    ("operation", "item", "texts"),
    [
        ("summary: s, description: d", "summary: S", ("s", "d")),
        ("summary: s", "summary: S, description: D", ("s", None)),
        ("{}", "summary: S, description: D", ("S", "D")),
        ("{}", "{}", (None, None)),
    ],
)
def test_texts_of_the_path_item_stand_in(
    extract_text: ExtractText, operation: str, item: str, texts: tuple[str | None, str | None]
) -> None:
    inner, outer = operation.strip("{}"), item.strip("{}")
    extraction = extract_text(_described(f"{{/a: {{get: {{{inner}}}, {outer}}}}}"))

    (read,) = extraction.operations
    assert (read.summary, read.description) == texts
    assert ("text-missing" in _codes(extraction)) is (texts == (None, None))


SERVERS = "servers: [{url: https://main.example}]"


@pytest.mark.parametrize(
    ("operation", "item", "url", "own"),
    [
        ("", "", "https://main.example", False),
        ("", "servers: [{url: https://item.example}]", "https://item.example", True),
        (
            "servers: [{url: https://own.example}]",
            "servers: [{url: https://item.example}]",
            "https://own.example",
            True,
        ),
        ("servers: []", "", "https://main.example", False),
        ("servers: [{url: /files}]", "", "https://docs.example/files", True),
    ],
)
def test_innermost_servers_count(
    extract_text: ExtractText, operation: str, item: str, url: str, own: bool
) -> None:
    extraction = extract_text(
        _described(f"{{/a: {{get: {{{operation}}}, {item}}}}}", SERVERS),
        address="https://docs.example/v1/openapi.yaml",
    )

    (read,) = extraction.operations
    assert (read.servers, read.own_servers) == ((Server(url),), own)


def test_operation_whose_own_servers_cannot_be_called_is_withheld(
    extract_text: ExtractText,
) -> None:
    extraction = extract_text(
        _described("{/a: {get: {servers: [{url: 'ftp://a.example'}]}, put: {}}}", SERVERS)
    )

    assert _keys(extraction) == ["PUT /a"]
    assert _codes(extraction)[:2] == ["server-invalid", "operation-withheld"]


@pytest.mark.parametrize(
    ("own", "keys"),
    [
        ("", [["key"]]),
        ("security: []", []),
        ("security: [{}]", [[]]),
        ("security: [{}, {token: []}]", [[], ["token"]]),
        ("security: [{token: [], lost: []}]", [["token", "lost"]]),
    ],
)
def test_security_of_the_operation_replaces_that_of_the_description(
    extract_text: ExtractText, own: str, keys: list[list[str]]
) -> None:
    extraction = extract_text(
        _described(
            f"{{/a: {{get: {{{own}}}}}}}",
            "security: [{key: []}]\n"
            "components: {securitySchemes: {key: {type: apiKey, in: header, name: K}, "
            "token: {type: http, scheme: bearer}}}",
        )
    )

    (read,) = extraction.operations
    assert [[use.key for use in each.schemes] for each in read.security] == keys
    assert ("security-scheme-unknown" in _codes(extraction)) is ("lost" in own)


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        ("null", "no object"),
        ("{parameters: [{$ref: '#/components/parameters/Missing'}]}", "parameters/Missing"),
        ("{requestBody: {$ref: '#/components/requestBodies/Missing'}}", "requestBodies/Missing"),
        (
            "{requestBody: {required: true, content: {application/json: {schema: {$ref: '#/x'}}}}}",
            "'#/x'",
        ),
    ],
)
def test_operation_that_cannot_be_called_is_withheld_alone(
    extract_text: ExtractText, operation: str, reason: str
) -> None:
    extraction = extract_text(_described(f"{{/a: {{get: {operation}, put: {{summary: s}}}}}}"))

    assert _keys(extraction) == ["PUT /a"]
    found = extraction.findings[-1]
    assert (found.code, found.severity, found.operation) == (
        "operation-withheld",
        Severity.ERROR,
        "GET /a",
    )
    assert found.pointer == "/paths/~1a/get"
    assert reason in found.message


def test_broken_reference_beside_the_operation_costs_nothing(extract_text: ExtractText) -> None:
    extraction = extract_text(
        _described(
            "{/a: {get: {summary: s, responses: {'200': {$ref: '#/missing'}}}}, "
            "/b: {$ref: '#/missing'}}",
            "components: {schemas: {Unused: {$ref: '#/gone'}}}",
        )
    )

    assert _keys(extraction) == ["GET /a"]
    assert _codes(extraction) == ["ref-unresolved", "ref-unresolved"]


def test_path_item_behind_a_reference_has_what_stands_beside_it(
    extract_text: ExtractText,
) -> None:
    extraction = extract_text(
        _described(
            "{/a: {$ref: '#/components/pathItems/shared', put: {summary: beside}}}",
            "components: {pathItems: {shared: {get: {summary: s}, parameters: "
            "[{name: q, in: query, schema: {}}]}}}",
        )
    )

    assert _keys(extraction) == ["GET /a", "PUT /a"]
    assert extraction.operations[0].pointer == "/components/pathItems/shared/get"
    assert [each.parameters[0].name for each in extraction.operations] == ["q", "q"]


@pytest.mark.parametrize(
    ("method", "told"), [("get", True), ("head", True), ("delete", True), ("patch", False)]
)
def test_body_without_meaning_is_told(extract_text: ExtractText, method: str, told: bool) -> None:
    body = "{content: {application/json: {schema: {type: object}}}}"

    extraction = extract_text(
        _described(f"{{/a: {{{method}: {{summary: s, requestBody: {body}}}}}}}")
    )

    assert extraction.operations[0].body is not None
    assert ("body-on-get" in _codes(extraction)) is told


def test_webhooks_and_callbacks_are_told_and_left(extract_text: ExtractText) -> None:
    extraction = extract_text(
        _described(
            "{/a: {post: {summary: s, callbacks: {done: {'{$request.body#/url}': {post: {}}}}}}}",
            "webhooks: {arrived: {post: {}}}",
        )
    )

    assert _keys(extraction) == ["POST /a"]
    assert [(found.code, found.pointer) for found in extraction.findings] == [
        ("webhooks-ignored", "/paths/~1a/post/callbacks"),
        ("webhooks-ignored", "/webhooks"),
    ]


def test_same_operation_id_is_told(extract_text: ExtractText) -> None:
    extraction = extract_text(
        _described("{/a: {get: {operationId: x, summary: s}, put: {operationId: x, summary: s}}}")
    )

    assert [(found.code, found.operation) for found in extraction.findings] == [
        ("operation-id-duplicate", "PUT /a")
    ]


def test_parameter_a_credential_fills_is_no_argument(extract_text: ExtractText) -> None:
    extraction = extract_text(
        _described(
            "{/a: {get: {security: [{key: []}], parameters: &p "
            "[{name: k, in: query, schema: {}}]}, put: {parameters: *p}}}",
            "components: {securitySchemes: {key: {type: apiKey, in: query, name: k}}}",
        )
    )

    assert [len(operation.parameters) for operation in extraction.operations] == [0, 1]


def test_document_that_is_no_openapi_is_refused(extract_text: ExtractText) -> None:
    with pytest.raises(SourceError):
        extract_text("asyncapi: 3.0.0")


def test_findings_of_the_reading_come_first() -> None:
    document = read_document(b"openapi: 3.1.0\npaths: {/a: {get: {}}}", "file:///a.yaml")
    twice = read_document(b"{a: 1, a: 2}", "file:///b.yaml").findings
    description = Description("file:///a.yaml", {document.uri: document}, twice, None, "")

    assert _codes(extract(description)) == ["duplicate-key", "text-missing"]


# Swagger 2.0

SWAGGER = """
swagger: '2.0'
info: {title: Parcels, version: '1'}
host: api.example.com
basePath: /v2
schemes: [http, https]
consumes: [application/json]
produces: [application/json]
securityDefinitions: {login: {type: basic}}
security: [{login: []}]
parameters:
  Body: {name: payload, in: body, required: true, schema: {$ref: '#/definitions/Parcel'}}
paths:
  /parcels:
    get:
      summary: s
      parameters:
        - {name: tags, in: query, type: array, items: {type: string}}
        - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: tsv}
      responses:
        200: {description: d, schema: {type: array, items: {$ref: '#/definitions/Parcel'}}}
    post:
      summary: s
      parameters: [{$ref: '#/parameters/Body'}]
  /parcels/{id}:
    parameters: [{name: id, in: path, required: true, type: integer}]
    put:
      summary: s
      parameters:
        - {name: label, in: formData, type: file}
        - {name: weights, in: formData, type: array, items: {type: number}, collectionFormat: pipes}
definitions:
  Parcel:
    type: object
    discriminator: kind
    required: [id, kind]
    properties:
      id: {type: integer, readOnly: true}
      kind: {type: string, x-nullable: true}
"""


def test_swagger_2_goes_the_same_way(extract_text: ExtractText) -> None:
    extraction = extract_text(SWAGGER)

    get, post, put = extraction.operations
    assert extraction.oas_version == "2.0"
    assert [server.url for server in get.servers] == [
        "https://api.example.com/v2",
        "http://api.example.com/v2",
    ]
    assert [(p.style, p.explode) for p in get.parameters] == [
        ("form", False),
        ("tabDelimited", False),
    ]
    assert get.responses[0].media_types[0].schema["items"] == {"$ref": "#/$defs/Parcel"}
    assert post.body is not None
    assert post.body.media_types[0].schema == {"$ref": "#/$defs/Parcel"}
    assert (post.body.required, post.body.pointer) == (True, "/parameters/Body")
    assert [p.location for p in put.parameters] == [Location.PATH]
    assert put.body is not None
    form = put.body.media_types[0]
    assert form.content_type == "multipart/form-data"
    assert form.schema["properties"]["label"] == {"type": "string", "format": "binary"}
    assert form.encoding["weights"].style == "pipeDelimited"
    assert extraction.security_schemes["login"].http_scheme == "basic"
    assert [use.key for use in get.security[0].schemes] == ["login"]
    assert extraction.input_defs["Parcel"] == {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"type": ["string", "null"]}},
    }
    assert _codes(extraction) == []


@pytest.mark.parametrize(
    ("written", "address", "url"),
    [
        ("basePath: /v1", "http://docs.example/a/swagger.json", "http://docs.example/v1"),
        ("basePath: /v1", None, "/v1"),
        ("host: api.example", "http://docs.example/swagger.json", "http://api.example/"),
        ("host: api.example", None, "https://api.example/"),
    ],
)
def test_swagger_2_server_is_completed_by_the_address(
    extract_text: ExtractText, written: str, address: str | None, url: str
) -> None:
    extraction = extract_text(f"swagger: '2.0'\n{written}\npaths: {{}}", address=address)

    assert extraction.servers == (Server(url),)


def test_swagger_2_finding_points_at_what_the_author_wrote(extract_text: ExtractText) -> None:
    extraction = extract_text(
        """
        swagger: '2.0'
        paths:
          /a:
            post:
              summary: s
              parameters:
                - {name: b, in: body, schema: {type: any}}
                - {name: q, in: query, type: any}
              responses: {'200': {description: d, schema: {type: any}}}
        """
    )

    assert [found.pointer for found in extraction.findings] == [
        "/paths/~1a/post/parameters/1/type",
        "/paths/~1a/post/parameters/0/schema/type",
        "/paths/~1a/post/responses/200/schema/type",
    ]


def test_swagger_2_over_several_files(extract_text: ExtractText) -> None:
    extraction = extract_text(
        "{swagger: '2.0', paths: {/a: {$ref: 'paths/a.yaml'}}}",
        {
            "paths/a.yaml": "{post: {summary: s, parameters: [{$ref: '../shared.yaml#/Body'}], "
            "responses: {'200': {$ref: '../shared.yaml#/Fine'}}}}",
            "shared.yaml": "{Body: {name: b, in: body, schema: {$ref: '#/Parcel'}}, "
            "Fine: {description: d, schema: {$ref: 'models/label.yaml'}}, "
            "Parcel: {type: object, properties: {label: {$ref: 'models/label.yaml'}}}}",
            "models/label.yaml": "{type: string}",
        },
    )

    (operation,) = extraction.operations
    assert operation.document == "paths/a.yaml"
    assert operation.body is not None
    assert operation.body.media_types[0].schema == {"$ref": "#/$defs/Parcel"}
    assert operation.responses[0].media_types[0].schema == {"$ref": "#/$defs/label"}
    assert extraction.input_defs["Parcel"]["properties"]["label"] == {"$ref": "#/$defs/label"}
    assert _codes(extraction) == []


@pytest.mark.parametrize("count", [400])
def test_reading_time_grows_with_the_document_only(count: int) -> None:
    """Many operations share one component; it is not converted for each of them."""
    properties = {f"p{n}": {"type": "string", "description": "d"} for n in range(2000)}
    ref = {"$ref": "#/components/schemas/Big"}
    content = {"content": {"application/json": {"schema": ref}}}
    root: JsonValue = {
        "openapi": "3.1.0",
        "paths": {
            f"/a{n}": {"post": {"requestBody": content, "responses": {"200": content}}}
            for n in range(count)
        },
        "components": {"schemas": {"Big": {"type": "object", "properties": properties}}},
    }
    uri = "file:///a.json"
    description = Description(uri, {uri: Document(uri, root, "")}, (), None, "")
    started = time.process_time()

    extraction = extract(description)

    assert len(extraction.operations) == count
    assert time.process_time() - started < 2
