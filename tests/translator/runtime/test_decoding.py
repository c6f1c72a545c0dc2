import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.runtime.decoding import (
    escaped,
    harmless,
    read_content_type,
    unescaped,
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


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r'{"a":"\u003cb\u003e \u0026"}', '{"a":"<b> &"}'),
        (r'"\u00e9\u65e5"', '"é日"'),
        (r'"\ud83d\ude00"', '"😀"'),
        (r'"\ud800x"', '"\ufffdx"'),
        (r'"\ud83d\ude00\ud83d \ude00"', '"😀\ufffd \ufffd"'),
        ('"\x00\\u0041"', '"\x00A"'),
        (r'"\u0022\u005c\u0000\n"', r'"\"\\\u0000\n"'),
        (r'"\\u0041"', r'"\\u0041"'),
        (r'"\\\u0041"', r'"\\A"'),
        (r'{"n":1.10}', '{"n":1.10}'),
        (r'"\u00"', r'"\u00"'),
    ],
)
def test_escapes_become_characters_where_json_lets_them(text: str, plain: str) -> None:
    assert unescaped(text) == plain


@given(st.text())
def test_escapes_undone_leave_the_value(text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    written = json.dumps({"a": text, "b": [text, 1.10]})
    assert json.loads(unescaped(written)) == json.loads(written)
