import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.runtime.decoding import (
    escaped,
    harmless,
    looks_binary,
    read_content_type,
    read_text,
)


@pytest.mark.parametrize(
    ("header", "name", "parameters"),
    [
        ("application/json", "application/json", {}),
        ("Text/HTML; Charset=UTF-8", "text/html", {"charset": "UTF-8"}),
        (
            'text/csv; charset="latin1"; header=present',
            "text/csv",
            {"charset": "latin1", "header": "present"},
        ),
        ("text/csv; charset*=utf-8''utf-8", "text/csv", {"charset": "utf-8"}),
        ("text/csv; charset*=nonsense''latin%201", "text/csv", {"charset": "latin 1"}),
        ("text/csv; a*=b; a*0=c", "text/csv", {}),
        ("text/csv; a*=x\0''b", "text/csv", {}),
        (None, "", {}),
        ("", "", {}),
        ("json", "", {}),
        ("text/plain\r\nX-Evil: 1", "text/plain  x-evil: 1", {}),
    ],
)
def test_content_type_is_read(header: str | None, name: str, parameters: dict[str, str]) -> None:
    read = read_content_type(header)
    assert (read.name, read.parameters) == (name, parameters)


@pytest.mark.parametrize("name", ["application/json", "application/problem+json", "text/json"])
def test_json_types(name: str) -> None:
    assert read_content_type(name).is_json


@pytest.mark.parametrize(
    "name", ["text/plain", "text/csv", "application/xml", "image/svg+xml", "application/x-ndjson"]
)
def test_text_types(name: str) -> None:
    assert read_content_type(name).is_text


@pytest.mark.parametrize("name", ["image/png", "application/pdf", "application/octet-stream", ""])
def test_other_types_are_neither(name: str) -> None:
    read = read_content_type(name)
    assert [read.is_json, read.is_text, read.is_html] == [False, False, False]


@pytest.mark.parametrize(
    ("body", "charset", "text"),
    [
        ("héllo".encode(), None, "héllo"),
        ("héllo".encode("latin-1"), None, "héllo"),
        ("héllo".encode("latin-1"), "iso-8859-1", "héllo"),
        ("héllo".encode("latin-1"), "utf-8", "héllo"),
        ("привет".encode("cp1251"), "windows-1251", "привет"),
        ("日本".encode("shift_jis"), "Shift_JIS", "日本"),
        (b"\xef\xbb\xbfa", None, "a"),
        ("a".encode("utf-16"), None, "a"),
        ("a".encode("utf-32"), None, "a"),
        (b"a", '"utf-8"', "a"),
        (b"a", "no-such-charset", "a"),
        (b"789c", "zip", "789c"),
        (b"a-", "punycode", "a-"),
        (b"a", "\0", "a"),
    ],
)
def test_charset_by_label_then_mark_then_guess(body: bytes, charset: str | None, text: str) -> None:
    assert read_text(body, charset) == text


def test_character_cut_at_the_end_is_left_out() -> None:
    assert read_text("aé".encode()[:-1], None, complete=False) == "a"


@given(st.binary(), st.sampled_from([None, "utf-8", "utf-16", "big5", "utf-7", "hex"]))
def test_any_bytes_are_some_text(body: bytes, charset: str | None) -> None:
    assert isinstance(read_text(body, charset), str)


@pytest.mark.parametrize("bad", ["\0", "\x1b", "\x9b", "\u202e", "\u2066", "\U000e0041", "\ud800"])
def test_misleading_characters_are_taken_out_or_escaped(bad: str) -> None:
    assert harmless(f"a{bad}b") == "ab"
    shown = escaped(json.dumps(f"a{bad}b", ensure_ascii=False))
    assert bad not in shown
    if bad != "\ud800":
        assert json.loads(shown) == f"a{bad}b"


@pytest.mark.parametrize("text", ["a\tb\r\nc", "שלום\u200f", "ne\u200cm", "e\u0301", "👩\u200d💻"])
def test_what_languages_need_stays(text: str) -> None:
    assert harmless(text) == text


def test_nul_means_binary_unless_it_is_utf16() -> None:
    assert looks_binary(b"PK\0\0")
    assert not looks_binary(b"text")
    assert not looks_binary("text".encode("utf-16"))
