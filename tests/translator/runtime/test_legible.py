import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue
from translator.runtime.legible import Kind, Legible, legible
from translator.runtime.response import Response

texts = st.text().map(lambda text: text.encode("utf-8", "replace").decode())


def received(body: bytes | str, content_type: str | None, *, complete: bool = True) -> Legible:
    headers = () if content_type is None else (("Content-Type", content_type),)
    content = body.encode() if isinstance(body, str) else body
    return legible(Response(200, headers, content, complete))


@pytest.mark.parametrize(
    ("content_type", "body", "kind"),
    [
        ("application/json", "{}", "json"),
        ("application/vnd.api+json; charset=utf-8", "1", "json"),
        ("application/x-ndjson", "{}\n", "lines"),
        ("application/jsonl", "{}\n", "lines"),
        ("application/json-seq", "\x1e{}\n", "sequence"),
        ("application/geo+json-seq", "\x1e{}\n", "sequence"),
        ("text/event-stream", "data: 1\n\n", "events"),
        ("text/html", "<p>x</p>", "html"),
        ("application/xml", "<a/>", "xml"),
        ("image/svg+xml", "<svg/>", "xml"),
        ("text/csv", "a,b\n", "text"),
        ("text/tab-separated-values", "a\tb\n", "text"),
        ("application/yaml", "a: 1", "text"),
        ("image/png", b"\x89PNG", "binary"),
        ("application/pdf", b"%PDF-1.4", "binary"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "x", "binary"),
        ("application/octet-stream", "plain words", "text"),
        ("application/octet-stream", b"PK\x03\x04\0", "binary"),
        ("application/octet-stream", b"\xff\xd8\xff\xe0", "binary"),
        ("application/x-unheard-of", "plain words", "text"),
        ("application/x-unheard-of", b"\x01\x02\x03", "binary"),
        (None, "plain words", "text"),
        (None, b"\x89PNG\0", "binary"),
        ("multipart/mixed; boundary=x", "--x\r\n\r\na\r\n--x--", "text"),
        (None, "<!DOCTYPE html><p>x", "html"),
        ("text/plain", " <html><p>x", "html"),
    ],
)
def test_kind_is_what_the_label_and_the_bytes_say(
    content_type: str | None, body: bytes | str, kind: Kind
) -> None:
    read = received(body, content_type)
    assert (read.kind, read.stray, read.notes, read.lossy) == (kind, None, (), False)
    raw = body.encode() if isinstance(body, str) else body
    assert read.response.body == raw


@pytest.mark.parametrize("content_type", ["application/json", "image/png", "text/csv", None])
@pytest.mark.parametrize("body", [b"", b" \r\n\t"])
def test_nothing_but_white_space_is_nothing(content_type: str | None, body: bytes) -> None:
    read = received(body, content_type)
    assert (read.kind, read.response.body) == ("nothing", b"")


@pytest.mark.parametrize(
    ("content_type", "body", "kind", "stray"),
    [
        ("application/json", "<!doctype html><p>log in", "html", "a web page, though"),
        ("application/json", b"\x89PNG\r\n\x1a\n\0\0", "binary", "no text, though"),
        ("application/json", b"%PDF-1.4\n", "binary", "no text, though"),
        ("text/csv", b"PK\x03\x04\x14\0\0\0\xff", "binary", "no text, though"),
        ("text/html", b"\x00\x01\x02\x03\x04", "binary", "no text, though"),
    ],
)
def test_wrong_label_is_told(content_type: str, body: bytes | str, kind: Kind, stray: str) -> None:
    read = received(body, content_type)
    assert read.kind == kind
    assert f"{stray} its label says {content_type}" == read.stray


@pytest.mark.parametrize(
    ("content_type", "encoding"),
    [
        ("application/json", "utf-16-le"),
        ("application/json", "utf-32-be"),
        ("application/json; charset=windows-1251", "windows-1251"),
        ("text/plain; charset=utf-16", "utf-16"),
        ("text/csv; charset=utf-16le", "utf-16-le"),
        ("text/plain", "utf-16"),
        ("text/plain; charset=iso-8859-5", "iso-8859-5"),
    ],
)
def test_text_is_in_utf8_whatever_it_came_in(content_type: str, encoding: str) -> None:
    text = '{"a":"при"}' if "json" in content_type else "a,при"
    read = received(text.encode(encoding), content_type)
    assert (read.text, read.notes) == (text, ())
    assert read.response.body == text.encode()


def test_xml_and_html_say_their_charset_themselves() -> None:
    xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'
    assert "é" in received(xml.encode("latin-1"), "application/xml").text
    page = '<meta charset="windows-1251">при'
    assert "при" in received(page.encode("cp1251"), "text/html").text


def test_unknown_charset_is_told_and_costs_only_what_cannot_be_read() -> None:
    read = received("aé".encode("latin-1"), "text/plain; charset=nonsense")
    assert (read.text, read.lossy) == ("a\ufffd", True)
    assert "'nonsense' is not known" in read.notes[0]


def test_text_with_a_stray_control_character_is_text() -> None:
    assert received("some words\0 and more", "text/plain").kind == "text"


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "text/html"])
def test_compression_nobody_tells_of_is_undone(content_type: str) -> None:
    read = received(gzip.compress(b'{"a":1}'), content_type)
    assert read.text == '{"a":1}'
    assert "compressed once more" in read.notes[0]


@pytest.mark.parametrize("content_type", ["application/gzip", "application/octet-stream", None])
def test_file_that_is_compressed_stays_as_it_is(content_type: str | None) -> None:
    body = gzip.compress(b'{"a":1}')
    assert received(body, content_type).response.body == body


def test_hidden_bomb_stays_small() -> None:
    headers = (("Content-Type", "application/json"),)
    read = legible(Response(200, headers, gzip.compress(b"[" + b"1," * 5_000_000)), 50_000)
    assert len(read.response.body) <= 50_000
    assert not read.response.complete


@pytest.mark.parametrize("body", [b"\x1f\x8b\x08broken", gzip.compress(b"abc" * 99, mtime=0)[:-30]])
def test_broken_hidden_compression_does_no_harm(body: bytes) -> None:
    assert isinstance(received(body, "text/plain"), Legible)


def test_more_than_was_announced_is_told() -> None:
    answer = Response(204, (), b"", excess=True)
    assert "more than it announced" in legible(answer).notes[0]


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", None, "text/html"])
def test_json_is_written_without_needless_escapes(content_type: str | None) -> None:
    read = received(r'{"a":"x\u0026y\u003c","b":"\u00e9\u0022"}', content_type)
    assert read.text == r'{"a":"x&y<","b":"é\""}'


def test_text_that_is_no_json_keeps_its_backslashes() -> None:
    assert received(r"\u0041", "text/plain").text == r"\u0041"


def test_character_cut_at_the_end_is_left_out() -> None:
    assert received("aé".encode()[:-1], "text/plain", complete=False).text == "a"


@given(st.recursive(st.none() | st.integers() | texts, st.lists, max_leaves=10))
def test_json_keeps_its_value(value: JsonValue) -> None:
    for ascii_only in (True, False):
        text = json.dumps(value, ensure_ascii=ascii_only)
        if text.strip():
            assert json.loads(received(text, "application/json").text) == value


@given(
    st.binary(max_size=200),
    st.sampled_from(
        [
            None,
            "application/json",
            "text/plain; charset=utf-16",
            "text/html",
            "application/xml",
            "image/png",
            "x/y",
            "application/json-seq",
            "%",
        ]
    ),
    st.booleans(),
)
def test_any_answer_is_legible(body: bytes, content_type: str | None, complete: bool) -> None:
    read = received(body, content_type, complete=complete)
    if read.kind not in ("binary", "nothing"):
        read.response.body.decode()
    else:
        assert read.response.body in (body, b"")
