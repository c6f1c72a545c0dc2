import base64
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.errors import ErrorClass
from translator.json_value import JsonValue
from translator.runtime import admission
from translator.runtime.admission import AdmissionLimits, Admitted, Expected
from translator.runtime.asked import Asked
from translator.runtime.legible import legible
from translator.runtime.response import Response
from translator.trace import Admission

BARE = Expected(Asked("GET /x", repeatable=True), uri="api://x/x")
LISTED = replace(BARE, lists_output=True)
WRAPPED = replace(LISTED, wrapped=True)
RESOURCE = replace(BARE, resource=True)
SMALL = AdmissionLimits(max_text_bytes=400, max_binary_bytes=100)


def success(
    body: bytes | str, content_type: str | None = "application/json", *, complete: bool = True
) -> Response:
    headers = () if content_type is None else (("Content-Type", content_type),)
    content = body.encode() if isinstance(body, str) else body
    return Response(200, headers, content, complete)


def admit(
    response: Response, expected: Expected, limits: AdmissionLimits | None = None
) -> Admitted:
    return admission.admit(legible(response), expected, limits)


def text_of(admitted: Admitted) -> str:
    return admitted.blocks[0].text


def test_object_is_structured_and_its_text_is_as_received() -> None:
    text = '{"id":9007199254740993,"big":18446744073709551615,"rate":1.10,"n":1E3,"id2":1.0}'
    admitted = admit(success(text), LISTED)
    assert text_of(admitted) == text
    assert admitted.structured == (json.loads(text),)
    assert admitted.structured[0]["id"] == 9007199254740993
    assert (admitted.admission, admitted.is_error) == (Admission.UNCHANGED, False)


def test_layout_costs_nothing_and_numbers_stay_as_written() -> None:
    admitted = admit(success('{\n  "a b": [1.10, "x  \\" y"],\n\t"n": 1E3\n}\n'), BARE)
    assert text_of(admitted) == '{"a b":[1.10,"x  \\" y"],"n":1E3}'


def test_needless_escapes_are_written_as_characters() -> None:
    assert text_of(admit(success('{"a": "\\u00fc\\u65e5"}'), BARE)) == '{"a":"ü日"}'


@pytest.mark.parametrize("value", [[1, 2], "x", 3, None, True, [], [{"a": 1}]])
def test_what_is_no_object_stands_under_result(value: JsonValue) -> None:
    for expected in (BARE, LISTED, WRAPPED):
        admitted = admit(success(json.dumps(value)), expected)
        assert admitted.structured == ({"result": value},)


def test_wrapped_object_stands_under_result_too() -> None:
    assert admit(success('{"a":1}'), WRAPPED).structured == ({"result": {"a": 1}},)


@pytest.mark.parametrize("status", [200, 201, 202, 204, 205])
@pytest.mark.parametrize("body", [b"", b"  \n"])
def test_no_content_is_no_failure(status: int, body: bytes) -> None:
    response = replace(success(body), status=status)
    admitted = admit(response, LISTED)
    assert text_of(admitted) == f"Done: HTTP {status}, no content."
    assert admitted.structured == ({"result": None},)
    assert not admitted.is_error
    assert admit(response, BARE).structured == ()


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("a,b\n1,2\n", "text/csv"),
        ("42", "text/plain"),
        ("<a>1</a>", "application/xml"),
        ("<svg/>", "image/svg+xml"),
        ("words", None),
        ("a: 1", "application/yaml"),
    ],
)
def test_text_stays_text(body: str, content_type: str | None) -> None:
    admitted = admit(success(body, content_type), LISTED)
    assert text_of(admitted) == body
    assert admitted.structured == ({"result": body},)
    assert admit(success(body, content_type), BARE).structured == ()


def test_text_is_read_in_its_charset() -> None:
    response = success("é".encode("latin-1"), "text/plain; charset=iso-8859-1")
    assert text_of(admit(response, BARE)) == "é"


@pytest.mark.parametrize(
    "content_type", ["text/plain", "text/html", None, "application/octet-stream"]
)
def test_object_under_a_vague_label_is_structured(content_type: str | None) -> None:
    admitted = admit(success('{"a":1}', content_type), LISTED)
    assert admitted.structured == ({"a": 1},)
    assert text_of(admitted) == '{"a":1}'


@pytest.mark.parametrize(
    "body",
    ["{broken", '{"a":NaN}', "[1e999]", "[" * 5000 + "]" * 5000, "9" * 5000, "[" * 150 + "]" * 150],
)
def test_json_that_is_none_is_delivered_as_text(body: str) -> None:
    admitted = admit(success(body), LISTED)
    assert text_of(admitted) == body
    assert admitted.structured == ({"result": body},)
    assert (admitted.is_error, admitted.value) == (False, ())
    assert admitted.remark is not None


def test_duplicate_keys_are_no_fault() -> None:
    admitted = admit(success('{"a":1,"a":2}'), BARE)
    assert (text_of(admitted), admitted.structured) == ('{"a":1,"a":2}', ({"a": 2},))


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    admitted = admit(success('{"a":"\\ud800","b":"\\ud83d\\ude00"}'), BARE)
    assert admitted.structured == ({"a": "\ufffd", "b": "😀"},)
    text_of(admitted).encode()


def test_misleading_characters_are_escaped_in_json() -> None:
    admitted = admit(success('{"a":"\u202eevil"}'), BARE)
    assert text_of(admitted) == '{"a":"\\u202eevil"}'
    assert admitted.structured == ({"a": "\u202eevil"},)


def test_misleading_characters_are_taken_out_of_text() -> None:
    admitted = admit(success("a\u202eb\0", "text/plain"), BARE)
    assert (text_of(admitted), admitted.admission) == ("ab", Admission.TRANSFORMED)


def test_page_nobody_promised_is_delivered_shortly() -> None:
    page = "<html>Please log in</html>" + "<p>x</p>" * 10_000
    admitted = admit(success(page, "text/html"), LISTED)
    assert "log in" in text_of(admitted)
    assert len(text_of(admitted)) <= 4_000
    assert "does not promise" in admitted.blocks[1].text
    assert not admitted.is_error


def test_promised_page_is_delivered_whole() -> None:
    page = "<html>" + "<p>x</p>" * 1_000
    admitted = admit(success(page, "text/html"), replace(BARE, promises_html=True))
    assert (text_of(admitted), len(admitted.blocks)) == (page, 1)


@pytest.mark.parametrize(
    ("content_type", "kind"),
    [
        ("image/png", "image"),
        ("image/tiff", "blob"),
        ("audio/mpeg", "audio"),
        ("application/pdf", "blob"),
        ("application/octet-stream", "blob"),
    ],
)
def test_binary_content_becomes_its_block(content_type: str, kind: str) -> None:
    admitted = admit(success(b"\x89\0\1", content_type), LISTED)
    block = admitted.blocks[0]
    assert (block.kind, block.mime_type, block.uri) == (kind, content_type, "api://x/x")
    assert base64.b64decode(block.data_base64) == b"\x89\0\1"
    assert admitted.structured == ({"mime_type": content_type, "bytes": 3},)


def test_binary_content_that_came_in_part_is_discarded_and_success_told() -> None:
    admitted = admit(success(b"\0", "image/png", complete=False), LISTED, SMALL)
    assert admitted.error_class is ErrorClass.TOO_LARGE
    assert admitted.admission is Admission.DISCARDED
    assert "the call succeeded" in text_of(admitted).replace("\n", " ")


def test_binary_content_too_large_for_one_result_is_there_whole() -> None:
    admitted = admit(success(b"\0" * 101, "image/png"), LISTED, SMALL)
    assert (admitted.is_error, admitted.admission) == (False, Admission.TRUNCATED)
    assert "image/png of 101 bytes" in text_of(admitted)
    assert admitted.structured == ({"mime_type": "image/png", "bytes": 101},)
    assert admitted.whole is not None
    assert (admitted.whole.body, admitted.whole.shape) == (b"\0" * 101, "binary")


def test_large_json_is_cut_structurally_and_says_so() -> None:
    value = {"items": [{"id": n} for n in range(500)], "total": 500}
    admitted = admit(success(json.dumps(value)), LISTED, SMALL)
    kept = json.loads(text_of(admitted))
    assert kept["total"] == 500
    assert kept["items"] == value["items"][: len(kept["items"])]
    assert admitted.structured == (kept,)
    assert "of 500 entries" in admitted.blocks[1].text
    assert admitted.admission is Admission.TRUNCATED
    assert admitted.value == (value,)


def test_json_cut_on_the_way_is_closed() -> None:
    text = json.dumps([{"id": n} for n in range(20)])
    response = Response(
        200,
        (("Content-Type", "application/json"), ("Content-Length", "9999")),
        text[:99].encode(),
        False,
    )
    admitted = admit(response, LISTED)
    assert json.loads(text_of(admitted))[0] == {"id": 0}
    assert "9,999 bytes" in admitted.blocks[1].text
    assert admitted.admission is Admission.TRUNCATED
    assert admitted.value == ()


def test_large_text_is_cut_and_says_how_much() -> None:
    admitted = admit(success("é" * 500, "text/plain"), LISTED, SMALL)
    assert text_of(admitted) == "é" * 200
    assert "the first 400 bytes. The whole answer has 1,000 bytes." in admitted.blocks[1].text
    assert admitted.structured == ({"result": "é" * 200},)


def test_text_cut_on_the_way_says_that_more_was_not_read() -> None:
    admitted = admit(success("x" * 100, "text/plain", complete=False), BARE)
    assert "more than 100 bytes" in admitted.blocks[1].text


@pytest.mark.parametrize(
    ("status", "error_class", "retryable"),
    [
        (404, ErrorClass.UPSTREAM_ERROR, False),
        (302, ErrorClass.UPSTREAM_ERROR, False),
        (429, ErrorClass.RATE_LIMITED, True),
        (500, ErrorClass.UPSTREAM_ERROR, False),
        (502, ErrorClass.UPSTREAM_ERROR, True),
        (503, ErrorClass.UPSTREAM_ERROR, True),
    ],
)
def test_other_statuses_are_errors(status: int, error_class: ErrorClass, retryable: bool) -> None:
    admitted = admit(replace(success('{"message":"no"}'), status=status), LISTED)
    assert (admitted.error_class, admitted.retryable) == (error_class, retryable)
    assert text_of(admitted).startswith(f"HTTP {status} ")
    assert admitted.structured == ()


def test_failed_change_is_not_called_retryable() -> None:
    expected = replace(BARE, asked=Asked("POST /x", repeatable=False))
    assert not admit(replace(success(""), status=502), expected).retryable


def test_resource_content_is_bare() -> None:
    admitted = admit(success('{"a":1}'), RESOURCE)
    block = admitted.blocks[0]
    assert (block.text, block.mime_type, block.uri) == ('{"a":1}', "application/json", "api://x/x")
    assert admitted.structured == ()
    assert admit(success("<p>x</p>", "text/html"), RESOURCE).blocks[0].mime_type == "text/html"
    assert admit(success(""), RESOURCE).blocks[0].text == ""


def test_note_on_a_resource_stands_apart() -> None:
    admitted = admit(success(json.dumps(list(range(900)))), RESOURCE, SMALL)
    json.loads(text_of(admitted))
    assert [block.mime_type for block in admitted.blocks] == ["application/json", "text/plain"]


@given(
    st.binary(max_size=300),
    st.sampled_from([None, "application/json", "text/plain", "text/html", "image/png", "x/y", "%"]),
    st.booleans(),
    st.sampled_from([BARE, LISTED, WRAPPED, RESOURCE]),
    st.integers(200, 599),
)
def test_no_answer_is_too_odd(
    body: bytes, content_type: str | None, complete: bool, expected: Expected, status: int
) -> None:
    response = replace(success(body, content_type, complete=complete), status=status)
    admitted = admit(response, expected, SMALL)
    assert admitted.blocks
    if expected.lists_output and not admitted.is_error:
        assert isinstance(admitted.structured[0], dict)
    json.dumps(admitted.structured, allow_nan=False, ensure_ascii=False).encode()
    for block in admitted.blocks:
        block.text.encode()


ASKED_FOR_HEADERS = Asked("GET /x", repeatable=True, headers=("etag",))


def test_declared_headers_stand_beside_content() -> None:
    response = Response(200, (("ETag", '"1"'), ("Content-Type", "application/json")), b"[1]")
    admitted = admit(response, replace(LISTED, asked=ASKED_FOR_HEADERS))
    assert [block.text for block in admitted.blocks] == ["[1]", '[Its headers: etag: "1".]']
    assert admitted.structured == ({"result": [1]},)


def test_content_of_a_resource_has_no_headers_beside_it() -> None:
    response = Response(200, (("ETag", '"1"'), ("Content-Type", "text/plain")), b"a")
    admitted = admit(response, replace(RESOURCE, asked=ASKED_FOR_HEADERS))
    assert [block.text for block in admitted.blocks] == ["a"]
