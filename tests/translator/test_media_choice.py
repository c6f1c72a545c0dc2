import pytest

from translator.media_choice import choose_media_type, is_writable, says_something
from translator.operation import MediaType, RequestBody

OBJECT = {"type": "object", "properties": {"a": {}}}


def chosen(*names: str, method: str = "POST") -> str | None:
    media = choose_media_type(RequestBody(tuple(MediaType(n, OBJECT) for n in names)), method)
    return media.content_type if media else None


@pytest.mark.parametrize(
    ("offered", "choice"),
    [
        (("application/xml", "application/json"), "application/json"),
        (("text/plain", "application/json; charset=utf-8"), "application/json; charset=utf-8"),
        (("multipart/form-data", "application/vnd.api+json"), "application/vnd.api+json"),
        (
            ("multipart/form-data", "application/x-www-form-urlencoded"),
            "application/x-www-form-urlencoded",
        ),
        (("application/xml", "multipart/form-data"), "multipart/form-data"),
        (("application/x-www-form-urlencoded", "*/*"), "*/*"),
        (("text/csv", "application/xml"), "text/csv"),
        (("application/octet-stream",), "application/octet-stream"),
        (("json", "text/plain"), "text/plain"),
        (("json",), None),
        (("multipart/*",), None),
        ((), None),
    ],
)
def test_json_comes_before_forms_and_forms_before_the_rest(offered, choice):
    assert chosen(*offered) == choice


@pytest.mark.parametrize(
    ("method", "choice"),
    [("PATCH", "application/merge-patch+json"), ("POST", "application/vnd.x+json")],
)
def test_a_patch_is_merged_rather_than_listed_as_operations(method, choice):
    offered = (
        "application/json-patch+json",
        "application/vnd.x+json",
        "application/merge-patch+json",
    )

    assert chosen(*offered, method=method) == choice


def test_what_is_described_comes_before_what_is_not():
    body = RequestBody(
        (
            MediaType("application/octet-stream"),
            MediaType("application/json", {}),
            MediaType("multipart/form-data", OBJECT),
        )
    )
    media = choose_media_type(body, "POST")

    assert media is not None
    assert media.content_type == "multipart/form-data"


def test_json_that_says_nothing_still_comes_before_bytes():
    body = RequestBody((MediaType("application/octet-stream"), MediaType("application/json")))
    media = choose_media_type(body, "POST")

    assert media is not None
    assert media.content_type == "application/json"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "format": "binary"},
        {"allOf": [{"type": "string", "format": "binary"}]},
        {"type": "string", "contentMediaType": "application/pdf"},
    ],
)
@pytest.mark.parametrize(
    ("offered", "choice"),
    [
        (("application/octet-stream", "application/json"), "application/octet-stream"),
        (("application/json", "text/plain", "image/png"), "text/plain"),
        (("application/vnd.x+json", "image/png"), "image/png"),
        (("application/json", "*/*"), "*/*"),
        (("application/json",), "application/json"),
    ],
)
def test_bytes_are_not_written_as_json_where_they_can_be_sent_as_they_are(schema, offered, choice):
    media = choose_media_type(RequestBody(tuple(MediaType(n, schema) for n in offered)), "POST")

    assert media is not None
    assert media.content_type == choice


def test_text_that_stands_for_bytes_may_be_json():
    schema = {"type": "string", "format": "byte"}
    body = RequestBody((MediaType("text/plain", schema), MediaType("application/json", schema)))
    media = choose_media_type(body, "POST")

    assert media is not None
    assert media.content_type == "application/json"


@pytest.mark.parametrize(
    ("name", "yes"), [("a/b", True), ("A/B+c; d=e", True), ("a", False), ("", False)]
)
def test_only_media_types_can_be_written(name, yes):
    assert is_writable(name) is yes


@pytest.mark.parametrize(
    ("schema", "yes"), [(True, False), ({}, False), (False, True), (OBJECT, True)]
)
def test_a_schema_can_say_nothing(schema, yes):
    assert says_something(schema) is yes
