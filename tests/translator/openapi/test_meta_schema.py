import socket
from pathlib import Path

import pytest

from translator.json_value import JsonValue
from translator.openapi.meta_schema import MAX_FINDINGS, check_meta_schema

INFO = {"title": "t", "version": "1"}
V2: dict[str, JsonValue] = {"swagger": "2.0", "info": INFO, "paths": {}}
V30: dict[str, JsonValue] = {"openapi": "3.0.3", "info": INFO, "paths": {}}
V31: dict[str, JsonValue] = {"openapi": "3.1.0", "info": INFO, "paths": {}}
V32: dict[str, JsonValue] = {"openapi": "3.2.0", "info": INFO, "paths": {}}


def operation(**members: JsonValue) -> JsonValue:
    return {"/a": {"get": {"responses": {"200": {"description": "x"}}, **members}}}


@pytest.mark.parametrize(
    ("version", "root"), [("2.0", V2), ("3.0", V30), ("3.1", V31), ("3.2", V32)]
)
def test_a_valid_document_gives_no_finding(version: str, root: JsonValue) -> None:
    assert check_meta_schema(root, version) == ()


@pytest.mark.parametrize(
    ("version", "root", "pointer", "words"),
    [
        ("2.0", V2 | {"paths": operation(parameters=[
            {"name": "a", "in": "path", "type": "string"}])},
         "/paths/~1a/get/parameters/0", '"required" is a required property'),
        ("2.0", V2 | {"paths": operation(parameters=[
            {"name": "a", "in": "path", "type": "int", "required": True}])},
         "/paths/~1a/get/parameters/0/type", '"int" is not one of'),
        ("3.0", V30 | {"paths": operation(responses={})}, "/paths/~1a/get/responses",
         "the empty object has less than 1 property"),
        ("3.0", V30 | {"components": {"schemas": {"A": {"properties": {"x": {"type": "null"}}}}}},
         "/components/schemas/A/properties/x/type", '"null" is not one of'),
        ("3.0", V30 | {"components": {"schemas": {"A": {"minLength": -1}}}},
         "/components/schemas/A/minLength", "-1 is less than"),
        ("3.0", V30 | {"paths": operation(responses={"400": {}})}, "/paths/~1a/get/responses/400",
         '"description" is a required property'),
        ("3.1", V31 | {"tags": [{"name": None}]}, "/tags/0/name", 'null is not of type "string"'),
        ("3.2", V32 | {"servers": [{}]}, "/servers/0", '"url" is a required property'),
    ],
)  # fmt: skip
def test_the_deepest_fault_is_told(version: str, root: JsonValue, pointer: str, words: str) -> None:
    findings = check_meta_schema(root, version)
    assert [(f.code, f.pointer) for f in findings] == [("not-valid-openapi", pointer)]
    assert words in findings[0].message


def test_a_member_is_not_also_called_unevaluated() -> None:
    root = V31 | {"paths": operation(parameters=[{"name": "a", "in": "query", "schema": 1}])}
    assert [f.pointer for f in check_meta_schema(root, "3.1")] == [
        "/paths/~1a/get/parameters/0/schema"
    ]


def test_findings_are_bounded_and_the_last_says_how_many_more() -> None:
    root = V30 | {"components": {"schemas": {f"S{n}": {"type": 1} for n in range(500)}}}
    findings = check_meta_schema(root, "3.0")
    assert len(findings) == MAX_FINDINGS
    assert findings[-1].message == "401 more places break OpenAPI's schema"


def test_a_huge_value_is_cut_in_the_message() -> None:
    big = "x" * 100_000
    findings = check_meta_schema(V30 | {"tags": big, "servers": [big] * 1000}, "3.0")
    assert len(findings) >= 2
    assert max(len(f.message) for f in findings) < 310
    assert f"{big[:70]}" in findings[0].message + findings[1].message


def test_a_value_may_hold_numbers_of_any_size() -> None:
    root = V30 | {"x-big": 10**400, "components": {"schemas": {"A": {"maximum": 2**70}}}}
    assert check_meta_schema(root, "3.0") == ()


def test_nothing_is_ever_fetched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    target = tmp_path / "s.json"
    target.write_text("{", encoding="utf-8")
    schemas = {"A": {"$ref": target.as_uri()}, "B": {"$ref": "http://127.0.0.1:9/x.json"}}
    dialect = {"jsonSchemaDialect": "http://127.0.0.1:9/dialect"}
    root = V31 | dialect | {"components": {"schemas": schemas}}
    assert check_meta_schema(root, "3.1") == ()
