from email.message import Message
from email.parser import BytesParser
from typing import Any

import pytest

from tests.oracle import Oracle
from translator.errors import PlanError
from translator.operation import Encoding, Location, Parameter
from translator.runtime.multipart import multipart_body
from translator.runtime.plan import plan_request
from translator.runtime.wire_schema import wire_schema
from translator.surface import BoundBody, Call

FORM = "multipart/form-data"
BINARY = {"type": "string", "format": "binary"}


def parts_of(
    value: Any, schema: Any = True, kind: str = FORM, **encodings: Encoding
) -> list[Message]:
    """Write, and let the standard library take it apart again."""
    body, content_type = multipart_body(kind, value, encodings, wire_schema(schema), "b")
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    payload = BytesParser().parsebytes(head + body).get_payload()
    assert isinstance(payload, list)
    return [part for part in payload if isinstance(part, Message)]


def shown(part: Message) -> tuple[Any, Any, str | None, Any]:
    disposition = {"header": "content-disposition"}
    declared = part.get_content_type() if part["content-type"] else None
    return (
        part.get_param("name", **disposition),
        part.get_param("filename", **disposition),
        declared,
        part.get_payload(decode=True),
    )


def members(**schemas: Any) -> Any:
    return {"type": "object", "properties": schemas}


def test_bytes_are_exact() -> None:
    body, content_type = multipart_body(FORM, {"a": "x"}, {}, wire_schema(True), "b")

    assert (body, content_type) == (
        b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n',
        "multipart/form-data; boundary=b",
    )


@pytest.mark.parametrize(
    ("value", "schema", "expected"),
    [
        ("hé", True, ("a", None, None, "hé".encode())),
        (True, True, ("a", None, None, b"true")),
        (2**64, True, ("a", None, None, b"18446744073709551616")),
        ({"b": 1}, True, ("a", None, "application/json", b'{"b":1}')),
        ("aGk=", BINARY, ("a", "a", "application/octet-stream", b"hi")),
        ("aGk=", {"contentMediaType": "image/png"}, ("a", "a", "image/png", b"hi")),
        ("x,y", {"contentMediaType": "text/csv"}, ("a", None, "text/csv", b"x,y")),
        (
            {"filename": "f.txt", "text": "hi", "content_type": "text/plain"},
            BINARY,
            ("a", "f.txt", "text/plain", b"hi"),
        ),
    ],
)
def test_part_by_its_value_and_schema(value: Any, schema: Any, expected: Any) -> None:
    (part,) = parts_of({"a": value}, members(a=schema))

    assert shown(part) == expected


def test_encoded_content_stays_encoded_and_says_so() -> None:
    (part,) = parts_of({"a": "aGk="}, members(a={"contentEncoding": "base64"}))

    assert (part["content-transfer-encoding"], part.get_payload()) == ("base64", "aGk=")


def test_array_repeats_the_part() -> None:
    schema = members(files={"type": "array", "items": BINARY})

    parts = parts_of({"files": ["aGk=", {"text": "ho", "filename": "b"}]}, schema)

    assert [shown(part) for part in parts] == [
        ("files", "files", "application/octet-stream", b"hi"),
        ("files", "b", "application/octet-stream", b"ho"),
    ]


def test_either_one_file_or_several() -> None:
    either = members(image={"anyOf": [BINARY, {"type": "array", "items": BINARY}]})

    assert [
        [shown(part)[3] for part in parts_of({"image": value}, either)]
        for value in ("aGk=", ["aGk=", "aG8="])
    ] == [[b"hi"], [b"hi", b"ho"]]


def test_null_is_no_part() -> None:
    assert parts_of({"a": None, "b": [None, 1]}) != []
    assert [shown(part)[0] for part in parts_of({"a": None, "b": [None, 1]})] == ["b"]


@pytest.mark.parametrize(
    ("encoding", "value", "expected"),
    [
        (Encoding("application/xml"), {"b": 1}, "application/xml"),
        (Encoding("application/json"), "x", "application/json"),
        (Encoding("text/csv"), "a,b", "text/csv"),
        (Encoding("image/png, image/jpeg"), "aGk=", "image/png"),
        (
            Encoding("image/png, image/jpeg"),
            {"content_base64": "aGk=", "content_type": "image/jpeg"},
            "image/jpeg",
        ),
        (Encoding("image/png, image/jpeg"), "/9j/4A==", "image/jpeg"),
        (Encoding("image/*"), "R0lGODlh", "image/gif"),
        (Encoding("*/*"), "aGk=", "application/octet-stream"),
    ],
)
def test_encoding_sets_the_content_type(encoding: Encoding, value: Any, expected: str) -> None:
    (part,) = parts_of({"a": value}, a=encoding)

    assert part.get_content_type() == expected


def test_a_part_of_a_range_must_say_its_type() -> None:
    with pytest.raises(PlanError, match=r"a: must say in 'content_type' .*image/\*"):
        parts_of({"a": "aGk="}, a=Encoding("image/*"))


@pytest.mark.parametrize(
    ("encoding", "value", "expected"),
    [
        (Encoding(style="deepObject"), {"k": "a b"}, [("a[k]", b"a b")]),
        (Encoding(style="form"), ["x", "y"], [("a", b"x"), ("a", b"y")]),
        (Encoding(style="pipeDelimited", explode=False), ["x", "y"], [("a", b"x|y")]),
    ],
)
def test_style_makes_unencoded_parts(encoding: Encoding, value: Any, expected: Any) -> None:
    parts = parts_of({"a": value}, a=encoding)

    assert [(shown(part)[0], shown(part)[3]) for part in parts] == expected


def test_header_with_a_fixed_value_is_written() -> None:
    fixed = Parameter("X-Kind", Location.HEADER, {"const": "scan"}, style="simple")
    free = Parameter("X-Free", Location.HEADER, {"type": "string"}, style="simple")

    (part,) = parts_of({"a": "x"}, a=Encoding(headers=(fixed, free)))

    assert (part["x-kind"], part["x-free"]) == ("scan", None)


def test_names_cannot_break_out_of_their_header() -> None:
    body, _ = multipart_body(FORM, {'a"\r\nX: y': "v"}, {}, wire_schema(True), "b")

    assert b'name="a%22%0D%0AX: y"' in body


def test_boundary_grows_while_a_part_holds_it() -> None:
    _, content_type = multipart_body(FORM, {"a": "b bx"}, {}, wire_schema(True), "b")

    assert content_type == "multipart/form-data; boundary=bxx"


def test_mixed_takes_an_array() -> None:
    schema = {"type": "array", "prefixItems": [{"type": "object"}, BINARY]}

    parts = parts_of([{"a": 1}, "aGk="], schema, kind="multipart/mixed;boundary=theirs")

    assert [shown(part)[2:] for part in parts] == [
        ("application/json", b'{"a":1}'),
        ("application/octet-stream", b"hi"),
    ]


def test_text_is_taken_for_parts_the_caller_wrote() -> None:
    kind = "multipart/mixed;boundary=theirs"

    assert multipart_body(kind, "--theirs--", {}, wire_schema(True), "b") == (b"--theirs--", kind)


@pytest.mark.parametrize("value", [[1], 5])
def test_form_data_is_made_from_an_object(value: Any) -> None:
    with pytest.raises(PlanError, match="object"):
        multipart_body(FORM, value, {}, wire_schema(True), "b")


def test_member_at_fault_is_named() -> None:
    with pytest.raises(PlanError, match=r"photo: .*base64") as caught:
        parts_of({"photo": "no base64!"}, members(photo=BINARY))
    assert caught.value.argument == "photo"


@pytest.mark.parametrize("encoding", [Encoding(), Encoding("text/*")])
def test_type_of_a_file_cannot_inject_a_line(encoding: Encoding) -> None:
    file = {"text": "x", "content_type": "text/plain\r\nX: y"}

    with pytest.raises(PlanError, match="media type"):
        parts_of({"f": file}, members(f=BINARY), f=encoding)


def test_type_of_the_description_cannot_inject_a_line() -> None:
    with pytest.raises(PlanError, match="line break"):
        parts_of({"f": "x"}, f=Encoding("text/csv\r\nX: y"))


def test_openapi_core_reads_the_same_form() -> None:
    schema = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "meta": {"type": "object", "properties": {"a": {"type": "integer"}}},
        },
    }
    operation = {"requestBody": {"content": {FORM: {"schema": schema}}}, "responses": {}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/up": {"post": operation}},
    }
    body = BoundBody(FORM, True, whole="body", schema=schema)
    call = Call("POST /up", "op", "POST", "/up", body=body)
    value = {"name": "a b", "meta": {"a": 1}}
    base = "https://api.example.com"

    plan = plan_request(call, {"body": value}, base)
    reading = Oracle(document, base).read(plan, "/up")

    assert (reading.body, reading.errors) == (value, ())


def test_encoding_that_changes_nothing_makes_a_part_of_bytes() -> None:
    (part,) = parts_of({"a": "//4="}, members(a={"type": "string", "contentEncoding": "binary"}))

    assert shown(part) == ("a", "a", "application/octet-stream", b"\xff\xfe")
    assert part["content-transfer-encoding"] is None
