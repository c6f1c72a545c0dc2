import base64
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.errors import PlanError
from translator.runtime.files import (
    FILE_OBJECTS,
    File,
    decode_base64,
    file_objects,
    is_file_object,
    read_file,
    takes_bytes,
)
from translator.runtime.wire_schema import wire_schema


@given(st.binary(), st.booleans(), st.booleans())
def test_base64_decodes_in_both_alphabets_with_and_without_padding(
    content: bytes, safe: bool, padded: bool
) -> None:
    encode = base64.urlsafe_b64encode if safe else base64.b64encode
    text = encode(content).decode()

    assert decode_base64(text if padded else text.rstrip("=")) == content


def test_line_breaks_in_base64_are_allowed() -> None:
    assert decode_base64("aGVs\nbG8=\n") == b"hello"


@pytest.mark.parametrize("text", ["no base64!", "a", "äöü"])
def test_what_is_not_base64_is_refused(text: str) -> None:
    with pytest.raises(PlanError, match="base64"):
        decode_base64(text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("aGk=", File(b"hi")),
        ({"content_base64": "aGk="}, File(b"hi")),
        ({"text": "hé", "filename": "a.txt"}, File("hé".encode(), "a.txt")),
        (
            {"text": "a,b", "content_type": "text/csv"},
            File(b"a,b", None, "text/csv"),
        ),
    ],
)
def test_file_is_text_or_an_object(value: Any, expected: File) -> None:
    assert read_file(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"filename": "x"},
        {"text": "a", "content_base64": "aGk="},
        {"text": 1},
        {"text": "a", "b": ""},
        5,
    ],
)
def test_other_values_are_no_files(value: Any) -> None:
    assert not is_file_object(value)
    with pytest.raises(PlanError, match="file"):
        read_file(value)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "format": "binary"}, True),
        ({"contentMediaType": "image/png"}, True),
        ({"contentMediaType": "application/octet-stream"}, True),
        ({"contentMediaType": "image/png", "contentEncoding": "base64"}, False),
        ({"type": "string", "contentEncoding": "binary"}, True),
        ({"contentEncoding": "Binary", "contentMediaType": "text/csv"}, True),
        ({"contentEncoding": "8bit", "contentMediaType": "image/png"}, True),
        ({"contentEncoding": "7bit", "contentMediaType": "text/csv"}, False),
        ({"contentEncoding": "quoted-printable", "format": "binary"}, False),
        ({"contentMediaType": "application/json"}, False),
        ({"contentMediaType": "text/csv"}, False),
        ({"type": "string"}, False),
        ({"anyOf": [{"type": "string", "format": "binary"}, {"type": "null"}]}, True),
        (True, False),
    ],
)
def test_schema_of_raw_bytes(schema: Any, expected: bool) -> None:
    assert takes_bytes(wire_schema(schema)) is expected


@pytest.mark.parametrize("content_type", ["png", "a/b\r\nX: y", "", "a/b c"])
def test_type_that_is_no_media_type_is_refused(content_type: str) -> None:
    with pytest.raises(PlanError, match="media type"):
        read_file({"text": "a", "content_type": content_type})


@pytest.mark.parametrize("offered", ["*/*", "application/*", "image/png"])
def test_a_file_of_any_kind_need_not_say_its_type(offered: str) -> None:
    assert file_objects(offered) == FILE_OBJECTS


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ({"content_base64": "aGk=", "content_type": "image/x-new+xml"}, True),
        ({"content_base64": "aGk="}, False),
        ({"content_base64": "aGk=", "content_type": "text/csv"}, False),
    ],
)
def test_a_file_of_a_range_says_a_type_inside_it(value: Any, fits: bool) -> None:
    schema = {"anyOf": list(file_objects("image/*"))}

    assert jsonschema_rs.is_valid(schema, value) == fits
