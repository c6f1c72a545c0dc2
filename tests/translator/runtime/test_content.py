from typing import Any

import pytest

from translator.errors import PlanError
from translator.runtime.content import file_type, pick_type, write_content
from translator.runtime.files import File
from translator.runtime.wire_schema import wire_schema

BINARY = {"type": "string", "format": "binary"}


@pytest.mark.parametrize(
    ("content_type", "value", "schema", "content", "sent_type"),
    [
        ("application/json", {"é": 2**63}, True, '{"é":9223372036854775808}'.encode(), None),
        ("application/json", None, True, b"null", None),
        ("application/json", "x", True, b'"x"', None),
        ("application/merge-patch+json", {"a": None}, True, b'{"a":null}', None),
        ("application/json; charset=utf-8", [], True, b"[]", None),
        ("application/x-ndjson", [{"a": 1}, 2], True, b'{"a":1}\n2\n', None),
        ("application/jsonl", {"a": 1}, True, b'{"a":1}\n', None),
        ("application/x-ndjson", '{"a":1}\n', True, b'{"a":1}\n', None),
        ("application/json-seq", [1, 2], True, b"\x1e1\n\x1e2\n", None),
        ("application/octet-stream", "aGk", True, b"hi", None),
        ("image/png", "_-8=", True, b"\xff\xef", None),
        ("application/vnd.custom", "aGk=", BINARY, b"hi", None),
        ("application/vnd.custom", {"text": "hi"}, True, b"hi", None),
        ("application/jwt", "a.b.c", {"type": "string"}, b"a.b.c", None),
        ("application/yaml", {"a": 1}, True, b'{"a":1}', None),
        ("text/plain", "hé", True, "hé".encode(), "text/plain; charset=utf-8"),
        ("text/plain", 5, True, b"5", "text/plain; charset=utf-8"),
        ("text/plain; charset=latin-1", "hé", True, b"h\xe9", None),
        ("text/csv; header=present", "a", True, b"a", "text/csv; header=present; charset=utf-8"),
        ("*/*", {"a": 1}, True, b'{"a":1}', "application/json"),
        ("*/*", "hi", True, b"hi", "text/plain; charset=utf-8"),
        ("*/*", "aGk=", BINARY, b"hi", "application/octet-stream"),
        ("application/*", "aGk=", BINARY, b"hi", "application/octet-stream"),
        ("image/*", "R0lGODlh", True, b"GIF89a", "image/gif"),
        ("audio/*", {"content_base64": "SUQzaQ=="}, True, b"ID3i", "audio/mpeg"),
        ("*/*", "R0lGODlh", BINARY, b"GIF89a", "image/gif"),
        (
            "image/*",
            {"content_base64": "aGk=", "content_type": "image/gif"},
            True,
            b"hi",
            "image/gif",
        ),
        ("application/*+json", "x", True, b'"x"', "application/json"),
        ("text/*", 5, True, b"5", "text/plain; charset=utf-8"),
    ],
)
def test_value_in_a_media_type(
    content_type: str, value: Any, schema: Any, content: bytes, sent_type: str | None
) -> None:
    written = write_content(content_type, value, wire_schema(schema))

    assert written == (content, sent_type or content_type)


def test_xml_range_becomes_xml() -> None:
    content, sent_type = write_content("application/*+xml", {"a": 1}, wire_schema(True))

    assert (content.endswith(b"<root><a>1</a></root>"), sent_type) == (True, "application/xml")


@pytest.mark.parametrize(
    ("content_type", "value"),
    [
        ("application/octet-stream", "no base64!"),
        ("image/png", 5),
        ("text/plain; charset=latin-1", "\u20ac"),
        ("text/plain; charset=no-such", "a"),
        ("application/json", float("inf")),
        ("application/json", "\ud800"),
        ("image/*", "aGk="),
        ("image/*", {"text": "a,b", "content_type": "text/csv"}),
        ("video/*", "R0lGODlh"),
    ],
)
def test_value_that_does_not_fit_is_refused(content_type: str, value: Any) -> None:
    with pytest.raises(PlanError):
        write_content(content_type, value, wire_schema(True))


@pytest.mark.parametrize(
    ("offered", "wanted", "picked"),
    [
        ("image/png, image/jpeg", None, "image/png"),
        ("image/png, image/jpeg", "image/jpeg", "image/jpeg"),
        ("image/png", "image/gif", "image/png"),
        ("image/*", "image/gif", "image/gif"),
        ("*/*", "text/csv", "text/csv"),
        ("", None, "application/octet-stream"),
    ],
)
def test_one_of_several_types_is_picked(offered: str, wanted: str | None, picked: str) -> None:
    assert pick_type(offered, wanted) == picked


@pytest.mark.parametrize(
    ("offered", "file", "sent"),
    [
        ("image/png, image/jpeg", File(b"\xff\xd8\xff"), "image/jpeg"),
        ("image/png, image/jpeg", File(b"hi"), "image/png"),
        ("image/png, image/jpeg", File(b"GIF89a"), "image/png"),
        ("image/png, image/jpeg", File(b"hi", None, "image/jpeg"), "image/jpeg"),
        ("image/*, text/csv", File(b"hi"), "text/csv"),
        ("image/*", File(b"GIF89a", None, "image/x-old-gif"), "image/x-old-gif"),
    ],
)
def test_file_is_sent_as_what_it_is_where_that_is_offered(
    offered: str, file: File, sent: str
) -> None:
    assert file_type(offered, file) == sent


def test_a_range_that_nothing_fills_asks_for_the_type() -> None:
    with pytest.raises(PlanError, match=r"'content_type'.* image/\* or audio/\* is wanted"):
        file_type("image/*, audio/*", File(b"hi"))
