import pytest

from translator.errors import SourceError
from translator.json_value import JsonValue
from translator.openapi.version import detect_version, version_findings


@pytest.mark.parametrize(
    ("key", "written", "expected"),
    [
        ("swagger", "2.0", "2.0"), ("swagger", 2.0, "2.0"), ("swagger", 2, "2.0"),
        ("openapi", "3.0.0", "3.0"), ("openapi", "3.0.4", "3.0"), ("openapi", 3.0, "3.0"),
        ("openapi", "3.0", "3.0"), ("openapi", "3.0.0-rc2", "3.0"), ("openapi", "3.1.1", "3.1"),
        ("openapi", 3.1, "3.1"), ("openapi", "3.2.0", "3.2"), ("openapi", " 3.1.0 ", "3.1"),
    ],
)  # fmt: skip
def test_known_versions(key: str, written: JsonValue, expected: str) -> None:
    root = {key: written}
    assert (detect_version(root), version_findings(root)) == (expected, ())


@pytest.mark.parametrize(
    ("key", "written", "expected"),
    [
        ("openapi", "3.3.0", "3.2"), ("openapi", "3.10", "3.2"), ("openapi", 3, "3.0"),
        ("openapi", "2.0", "2.0"), ("swagger", "3.0.1", "3.0"), ("swagger", "2.1", "2.0"),
    ],
)  # fmt: skip
def test_an_unknown_version_is_read_as_the_nearest(
    key: str, written: JsonValue, expected: str
) -> None:
    root = {key: written}
    findings = version_findings(root)
    assert detect_version(root) == expected
    assert [(f.code, f.pointer) for f in findings] == [("unknown-version", f"/{key}")]
    assert str(written) in findings[0].message


@pytest.mark.parametrize(
    ("root", "words"),
    [
        ({}, "neither `openapi` nor `swagger`"),
        ({"info": {}, "paths": {}}, "does not say its version"),
        ({"openapi": True, "paths": {}}, "does not say its version"),
        ({"swagger": "1.2"}, "version '1.2' is not supported"),
        ({"swaggerVersion": "1.2", "apis": []}, r"Swagger 1\.x"),
        ({"openapi": "4.0.0"}, "version '4.0.0' is not supported"),
        ({"openapi": "latest"}, "version 'latest' is not supported"),
        ({"asyncapi": "2.6.0", "info": {}}, "AsyncAPI"),
        ({"info": {"_postman_id": "1", "name": "x"}, "item": []}, "Postman collection"),
        ({"info": {"schema": "https://schema.getpostman.com/v2.1.0/x.json"}}, "Postman collection"),
        ({"collection": {"info": {"schema": "https://schema.getpostman.com/x"}}}, "Postman"),
        ({"data": {"__schema": {}}}, "GraphQL"),
        ({"log": {"entries": []}}, "HAR"),
        ({"_type": "export", "resources": []}, "Insomnia"),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}, "JSON Schema"),
        ({"error": "invalid_token", "message": "x"}, "error message of a server"),
        ({"discoveryVersion": "v1"}, "Google API Discovery"),
        ({"arazzo": "1.0.0"}, "Arazzo"),
        ({"name": "x", "version": "1"}, r"among its keys \(name, version\)"),
        ([1, 2], "a list, not an OpenAPI description"),
        ("Please log in", "only the text 'Please log in'"),
        (None, "empty"),
        (12, "only the value 12"),
    ],
)  # fmt: skip
def test_what_is_no_openapi_is_named(root: JsonValue, words: str) -> None:
    with pytest.raises(SourceError, match=rf"^x\.json: .*{words}"):
        detect_version(root, "x.json")
