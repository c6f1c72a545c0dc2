import pytest

from translator.json_value import JsonValue
from translator.openapi.swagger2_parts import (
    is_file,
    upgrade_form,
    upgrade_parameter,
    upgrade_security_scheme,
)

Remarks = list[tuple[str, str]]


def _upgraded(parameter: JsonValue, remarks: Remarks | None = None) -> JsonValue:
    said: Remarks = [] if remarks is None else remarks
    return upgrade_parameter(parameter, lambda code, message: said.append((code, message)))


def _array(location: str, collection_format: str | None) -> dict[str, JsonValue]:
    written = {"name": "a", "in": location, "type": "array", "items": {"type": "string"}}
    return (
        written if collection_format is None else {**written, "collectionFormat": collection_format}
    )


@pytest.mark.parametrize(
    ("location", "collection_format", "style", "explode"),
    [
        ("query", None, "form", False),
        ("query", "csv", "form", False),
        ("query", "ssv", "spaceDelimited", False),
        ("query", "tsv", "tabDelimited", False),
        ("query", "pipes", "pipeDelimited", False),
        ("query", "multi", "form", True),
    ],
)
def test_collection_format_becomes_style_and_explode(
    location: str, collection_format: str | None, style: str, explode: bool
) -> None:
    upgraded = _upgraded(_array(location, collection_format))

    assert (upgraded["style"], upgraded["explode"]) == (style, explode)


@pytest.mark.parametrize("location", ["path", "header"])
@pytest.mark.parametrize("collection_format", [None, "csv"])
def test_array_elsewhere_has_the_default_style(
    location: str, collection_format: str | None
) -> None:
    upgraded = _upgraded(_array(location, collection_format))

    assert upgraded["schema"] == {"type": "array", "items": {"type": "string"}}
    assert "style" not in upgraded


@pytest.mark.parametrize("location", ["path", "header"])
@pytest.mark.parametrize(
    ("collection_format", "separator"), [("ssv", " "), ("tsv", "\\t"), ("pipes", "|")]
)
def test_array_that_no_style_writes_becomes_its_text(
    location: str, collection_format: str, separator: str
) -> None:
    remarks: Remarks = []

    upgraded = _upgraded(_array(location, collection_format), remarks)

    assert upgraded["schema"] == {
        "type": "string",
        "description": f"Items joined by '{separator}'",
    }
    assert [code for code, _ in remarks] == ["schema-keyword-lost"]


@pytest.mark.parametrize(
    ("location", "collection_format"), [("path", "multi"), ("header", "multi"), ("query", "xml")]
)
def test_collection_format_that_cannot_be_is_csv(location: str, collection_format: str) -> None:
    remarks: Remarks = []

    upgraded = _upgraded(_array(location, collection_format), remarks)

    assert upgraded.get("style", "form") == "form"
    assert upgraded.get("explode", False) is False
    assert upgraded["schema"]["type"] == "array"
    assert [code for code, _ in remarks] == ["style-unknown"]


def test_keywords_of_the_parameter_become_its_schema() -> None:
    written = {
        "name": "a",
        "in": "query",
        "description": "d",
        "required": True,
        "allowEmptyValue": True,
        "type": "integer",
        "format": "int64",
        "minimum": 1,
        "default": 5,
        "x-nullable": True,
        "x-own": 1,
        "x-example": 7,
    }

    assert _upgraded(written) == {
        "name": "a",
        "in": "query",
        "description": "d",
        "required": True,
        "schema": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "default": 5,
            "x-nullable": True,
        },
        "example": 7,
    }


@pytest.mark.parametrize(
    ("items", "meant"),
    [
        ({"type": "string", "collectionFormat": "csv"}, {"type": "string"}),
        (
            {"type": "array", "items": {"type": "integer"}, "collectionFormat": "pipes"},
            {"type": "string", "description": "Items joined by '|'"},
        ),
        (
            {"type": "array", "items": {"type": "integer"}},
            {"type": "string", "description": "Items joined by ','"},
        ),
    ],
)
def test_array_inside_an_array_becomes_its_text(items: JsonValue, meant: JsonValue) -> None:
    remarks: Remarks = []

    upgraded = _upgraded({"name": "a", "in": "query", "type": "array", "items": items}, remarks)

    assert upgraded["schema"] == {"type": "array", "items": meant}
    assert bool(remarks) is (items["type"] == "array")


@pytest.mark.parametrize("parameter", [None, "text", {"$ref": "#/parameters/Missing"}])
def test_what_is_no_parameter_stays_what_it_is(parameter: JsonValue) -> None:
    assert _upgraded(parameter) == parameter


def test_form_fields_become_the_properties_of_an_object() -> None:
    fields: list[dict[str, JsonValue]] = [
        {"name": "a", "in": "formData", "type": "string", "required": True, "description": "d"},
        {**_array("formData", None), "name": "b"},
        {**_array("formData", "multi"), "name": "c"},
        {"name": "f", "in": "formData", "type": "file"},
    ]

    form = upgrade_form(fields, [lambda code, message: None] * 4)

    assert form["schema"]["required"] == ["a"]
    assert form["schema"]["properties"] == {
        "a": {"type": "string", "description": "d"},
        "b": {"type": "array", "items": {"type": "string"}},
        "c": {"type": "array", "items": {"type": "string"}},
        "f": {"type": "file"},
    }
    assert form["encoding"] == {
        "b": {"style": "form", "explode": False},
        "c": {"style": "form", "explode": True},
    }


@pytest.mark.parametrize(
    ("described", "file"), [({"type": "file"}, True), ({"type": "string"}, False), (None, False)]
)
def test_file_is_told_by_its_type(described: JsonValue, file: bool) -> None:
    assert is_file(described) is file


@pytest.mark.parametrize(
    ("flow", "kind"),
    [
        ("implicit", "implicit"),
        ("password", "password"),
        ("application", "clientCredentials"),
        ("accessCode", "authorizationCode"),
    ],
)
def test_oauth_flow_has_its_name_of_today(flow: str, kind: str) -> None:
    written = {"type": "oauth2", "flow": flow, "tokenUrl": "t", "scopes": {"read": "r"}}

    upgraded = upgrade_security_scheme(written)

    assert upgraded["flows"] == {kind: {"tokenUrl": "t", "scopes": {"read": "r"}}}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"type": "basic"}, {"type": "http", "scheme": "basic", "description": None}),
        (
            {"type": "apiKey", "in": "query", "name": "k"},
            {"type": "apiKey", "in": "query", "name": "k"},
        ),
        ({"type": "oauth2", "flow": "new"}, {"type": "oauth2", "flows": {}, "description": None}),
        (None, None),
    ],
)
def test_other_security_schemes(written: JsonValue, meant: JsonValue) -> None:
    assert upgrade_security_scheme(written) == meant
