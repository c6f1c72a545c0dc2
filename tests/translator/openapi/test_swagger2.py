from collections.abc import Callable

import pytest

from translator.json_value import JsonValue
from translator.openapi.resolve import Place
from translator.openapi.swagger2 import Upgrade

ENTRY = "file:///apis/entry.yaml"
UpgradeText = Callable[..., Upgrade]


def _operation(upgraded: Upgrade, path: str = "/parcels", method: str = "post") -> JsonValue:
    return upgraded.root["paths"][path][method]


def _posting(parameters: str, more: str = "") -> str:
    return f"swagger: '2.0'\npaths: {{/parcels: {{post: {{parameters: {parameters}{more}}}}}}}"


@pytest.mark.parametrize(
    ("written", "urls"),
    [
        ("{}", ["/"]),
        ("{basePath: /v1}", ["/v1"]),
        ("{basePath: v1}", ["/v1"]),
        ("{host: a.example}", ["//a.example/"]),
        ("{host: 'a.example:81', basePath: /v1, schemes: [http]}", ["http://a.example:81/v1"]),
        (
            "{host: a.example, basePath: /v1, schemes: [http, https]}",
            ["https://a.example/v1", "http://a.example/v1"],
        ),
        ("{host: a.example, schemes: [wss]}", ["//a.example/"]),
        ("{host: a.example, schemes: https}", ["//a.example/"]),
        ("{host: 'https://a.example/', schemes: [https]}", ["https://a.example/"]),
        ("{basePath: /v1, schemes: [https]}", ["/v1"]),
    ],
)
def test_host_base_path_and_schemes_make_the_servers(
    upgrade_text: UpgradeText, written: str, urls: list[str]
) -> None:
    assert [server["url"] for server in upgrade_text(written).root["servers"]] == urls


@pytest.mark.parametrize(
    ("root", "own", "servers"),
    [
        ("host: a.example, schemes: [https]", "[http]", [{"url": "http://a.example/"}]),
        ("host: a.example, schemes: [https]", "[http, https]", None),
        ("host: a.example, schemes: [https]", "[wss]", None),
        ("host: a.example", "[http]", None),
        ("schemes: [https]", "[http]", None),
    ],
)
def test_operation_has_own_servers_only_when_it_cannot_use_the_common_ones(
    upgrade_text: UpgradeText, root: str, own: str, servers: JsonValue
) -> None:
    upgraded = upgrade_text(f"{{{root}, paths: {{/parcels: {{post: {{schemes: {own}}}}}}}}}")

    assert _operation(upgraded).get("servers") == servers


@pytest.mark.parametrize(
    ("consumes", "names"),
    [
        ("", ["application/json"]),
        (", consumes: []", ["application/json"]),
        (", consumes: [application/xml, text/plain]", ["application/xml", "text/plain"]),
    ],
)
def test_body_parameter_becomes_the_request_body(
    upgrade_text: UpgradeText, consumes: str, names: list[str]
) -> None:
    body = "{name: b, in: body, required: true, description: d, schema: {type: object}}"

    operation = _operation(upgrade_text(_posting(f"[{body}]", consumes)))

    assert operation["parameters"] == []
    assert operation["requestBody"]["required"] is True
    assert operation["requestBody"]["description"] == "d"
    assert operation["requestBody"]["content"] == {
        name: {"schema": {"type": "object"}} for name in names
    }


@pytest.mark.parametrize(
    ("consumes", "said", "names"),
    [
        ("[a/json, a/xml, a/csv]", "enum: [a/csv, a/xml]", ["a/xml", "a/csv"]),
        ("[a/json, a/xml, a/csv]", "enum: [a/csv, a/xml], default: a/csv", ["a/csv", "a/xml"]),
        ("[a/json, a/xml]", "default: a/xml", ["a/xml", "a/json"]),
        ("[a/json]", "default: a/xml", ["a/json"]),
        ("[a/json]", "enum: [a/xml]", ["a/json"]),
        ("[]", "enum: [a/xml]", ["a/xml"]),
        ("[]", "default: a/xml", ["a/xml"]),
        ("[]", "description: No more", ["application/json"]),
        ("[]", "enum: [1]", ["application/json"]),
    ],
)
@pytest.mark.parametrize("name", ["Content-Type", "content-type"])
def test_a_declared_content_type_chooses_among_what_is_consumed(
    upgrade_text: UpgradeText, consumes: str, said: str, names: list[str], name: str
) -> None:
    header = f"{{name: {name}, in: header, type: string, {said}}}"
    body = "{name: parcel, in: body, schema: {type: object}}"
    operation = _operation(upgrade_text(_posting(f"[{header}, {body}]", f", consumes: {consumes}")))

    assert list(operation["requestBody"]["content"]) == names


def test_the_operations_own_content_type_counts(upgrade_text: UpgradeText) -> None:
    header = "{{name: Content-Type, in: header, type: string, enum: [{}]}}"
    body = "{name: parcel, in: body, schema: {type: object}}"
    upgraded = upgrade_text(
        "swagger: '2.0'\nconsumes: [a/json, a/xml]\npaths: {/parcels: {"
        f"parameters: [{header.format('a/json')}], "
        f"post: {{parameters: [{header.format('a/xml')}, {body}]}}}}}}"
    )

    assert list(_operation(upgraded)["requestBody"]["content"]) == ["a/xml"]


def test_consumes_and_produces_of_the_description_hold_where_the_operation_has_none(
    upgrade_text: UpgradeText,
) -> None:
    upgraded = upgrade_text(
        """
        consumes: [application/xml]
        produces: [text/csv]
        paths:
          /parcels:
            post:
              parameters: [{name: b, in: body, schema: {type: string}}]
              responses: {'200': {description: d, schema: {type: string}}}
        """
    )

    assert list(_operation(upgraded)["requestBody"]["content"]) == ["application/xml"]
    assert list(_operation(upgraded)["responses"]["200"]["content"]) == ["text/csv"]


URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"


@pytest.mark.parametrize(
    ("kind", "consumes", "names"),
    [
        ("string", "", [URLENCODED]),
        ("string", "consumes: [application/json]", [URLENCODED]),
        ("string", f"consumes: [{MULTIPART}]", [MULTIPART]),
        ("string", f"consumes: [{MULTIPART}, {URLENCODED}]", [MULTIPART, URLENCODED]),
        ("file", "", [MULTIPART]),
        ("file", f"consumes: [{URLENCODED}, {MULTIPART}]", [MULTIPART]),
        ("file", f"consumes: [{URLENCODED}]", [MULTIPART]),
    ],
)
def test_form_is_sent_as_its_consumes_and_files_allow(
    upgrade_text: UpgradeText, kind: str, consumes: str, names: list[str]
) -> None:
    text = _posting(
        f"[{{name: a, in: formData, type: {kind}}}]", f", {consumes}" if consumes else ""
    )

    assert list(_operation(upgrade_text(text))["requestBody"]["content"]) == names


def test_shared_parameters_are_found_behind_their_references(upgrade_text: UpgradeText) -> None:
    upgraded = upgrade_text(
        """
        parameters:
          Body: {name: b, in: body, required: true, schema: {$ref: '#/definitions/Parcel'}}
          Limit: {name: limit, in: query, type: integer}
        definitions: {Parcel: {type: object}}
        paths:
          /parcels:
            parameters: [{$ref: '#/parameters/Limit'}, {$ref: '#/parameters/Body'}]
            post: {}
            put: {parameters: [{name: c, in: body, schema: {type: string}}]}
        """
    )
    item = upgraded.root["paths"]["/parcels"]

    assert [each["name"] for each in item["parameters"]] == ["limit"]
    assert item["post"]["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": "#/definitions/Parcel"
    }
    assert item["put"]["requestBody"]["content"]["application/json"]["schema"] == {"type": "string"}


def test_parameter_that_points_at_nothing_stays_a_reference(upgrade_text: UpgradeText) -> None:
    upgraded = upgrade_text(_posting("[{$ref: '#/parameters/Missing'}]"))

    assert _operation(upgraded)["parameters"] == [{"$ref": "#/parameters/Missing"}]


def test_second_body_is_left_out_with_a_remark(upgrade_text: UpgradeText) -> None:
    bodies = "[{name: a, in: body, schema: {}}, {name: f, in: formData, type: string}]"

    upgraded = upgrade_text(_posting(bodies))

    assert list(_operation(upgraded)["requestBody"]["content"]) == ["application/json"]
    assert [(code, place.pointer) for code, _, place in upgraded.remarks] == [
        ("parameter-duplicate", "/paths/~1parcels/post/parameters/1")
    ]


@pytest.mark.parametrize(
    ("response", "meant"),
    [
        ("{description: d}", {"description": "d"}),
        (
            "{description: d, schema: {type: string}}",
            {"description": "d", "content": {"application/json": {"schema": {"type": "string"}}}},
        ),
        (
            "{schema: {type: file}}",
            {"content": {"application/octet-stream": {"schema": {"type": "file"}}}},
        ),
        (
            "{schema: {}, examples: {application/json: 5, text/plain: x}}",
            {"content": {"application/json": {"schema": {}, "example": 5}}},
        ),
        ("{$ref: '#/responses/Shared'}", {"description": "shared"}),
        ("{$ref: '#/responses/Missing'}", {"$ref": "#/responses/Missing"}),
        ("null", None),
    ],
)
def test_response_schema_becomes_content(
    upgrade_text: UpgradeText, response: str, meant: JsonValue
) -> None:
    upgraded = upgrade_text(
        f"{{responses: {{Shared: {{description: shared}}}}, "
        f"paths: {{/parcels: {{post: {{responses: {{'200': {response}}}}}}}}}}}"
    )

    assert _operation(upgraded)["responses"]["200"] == meant


MOVED = """
swagger: '2.0'
parameters: {Body: {name: b, in: body, schema: {type: string}}}
responses: {Fine: {description: d, schema: {type: string}}}
securityDefinitions: {key: {type: apiKey, in: header, name: K}}
paths:
  /parcels:
    post:
      parameters:
        - {name: b, in: body, schema: {type: object}}
        - {name: q, in: query, type: string}
      responses: {'200': {description: d, schema: {type: string}}}
    put:
      parameters: [{$ref: '#/parameters/Body'}]
      responses: {'200': {$ref: '#/responses/Fine'}}
    patch:
      parameters:
        - {name: q, in: query, type: string}
        - {name: f, in: formData, type: string}
"""
_POST, _PUT, _PATCH = (f"/paths/~1parcels/{method}" for method in ("post", "put", "patch"))
_JSON = "content/application~1json"


@pytest.mark.parametrize(
    ("moved", "written"),
    [
        (f"{_POST}/parameters/0/name", f"{_POST}/parameters/1/name"),
        (f"{_POST}/parameters/0/schema/type", f"{_POST}/parameters/1/type"),
        (f"{_POST}/requestBody/{_JSON}/schema/type", f"{_POST}/parameters/0/schema/type"),
        (f"{_POST}/responses/200/{_JSON}/schema", f"{_POST}/responses/200/schema"),
        (f"{_PUT}/requestBody/{_JSON}/schema", "/parameters/Body/schema"),
        (f"{_PUT}/responses/200/{_JSON}/schema", "/responses/Fine/schema"),
        (
            f"{_PATCH}/requestBody/content/application~1x-www-form-urlencoded/schema/properties/f/type",
            f"{_PATCH}/parameters/1/type",
        ),
        ("/components/securitySchemes/key/in", "/securityDefinitions/key/in"),
        (f"{_POST}/summary", f"{_POST}/summary"),
        ("", ""),
    ],
)
def test_origin_is_where_a_moved_part_was_written(
    upgrade_text: UpgradeText, moved: str, written: str
) -> None:
    origin = upgrade_text(MOVED).origin(Place(ENTRY, moved))

    assert origin == Place(ENTRY, written)


def test_parts_in_other_files_keep_their_place(upgrade_text: UpgradeText) -> None:
    upgraded = upgrade_text(
        "{swagger: '2.0', paths: {/parcels: {$ref: 'parcels.yaml#/all'}}}",
        {
            "parcels.yaml": "{all: {post: {parameters: [{$ref: 'shared.yaml#/Body'}]}}}",
            "shared.yaml": "{Body: {name: b, in: body, schema: {$ref: '#/Parcel'}}, Parcel: {}}",
        },
    )
    pointer = f"{_POST}/requestBody/{_JSON}/schema"

    assert _operation(upgraded)["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": "#/Parcel"
    }
    assert upgraded.origin(Place(ENTRY, pointer)) == Place(
        "file:///apis/shared.yaml", "/Body/schema"
    )
    assert upgraded.origin(Place(ENTRY, f"{_POST}/tags")) == Place(
        "file:///apis/parcels.yaml", "/all/post/tags"
    )


@pytest.mark.parametrize(
    "text",
    [
        "{swagger: '2.0'}",
        "{swagger: '2.0', paths: null}",
        "{swagger: '2.0', paths: {/a: null, /b: text, x-c: {}}}",
        "{swagger: '2.0', paths: {/a: {get: null, parameters: text}}}",
        "{swagger: '2.0', paths: {/a: {get: {parameters: [null, 5], responses: []}}}}",
        "{swagger: '2.0', paths: {/a: {get: {consumes: x, produces: {}, schemes: {}}}}}",
        "{swagger: '2.0', securityDefinitions: [], paths: {/a: {$ref: '#/nowhere'}}}",
    ],
)
def test_odd_document_is_upgraded_all_the_same(upgrade_text: UpgradeText, text: str) -> None:
    assert upgrade_text(text).root["openapi"] == "3.0.3"
