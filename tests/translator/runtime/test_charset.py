from encodings.aliases import aliases

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.runtime.charset import Kind, decode, is_marked, names_wide


@pytest.mark.parametrize(
    ("body", "label", "text"),
    [
        ("héllo".encode(), None, "héllo"),
        ("héllo".encode(), "utf-8", "héllo"),
        ("héllo".encode("latin-1"), "iso-8859-1", "héllo"),
        ("“€”".encode("cp1252"), "ISO-8859-1", "“€”"),
        (b"\x81a", "iso-8859-1", "\x81a"),
        ("привет".encode("cp1251"), "windows-1251", "привет"),
        ("日本①".encode("cp932"), "Shift_JIS", "日本①"),
        ("한글".encode("cp949"), "euc-kr", "한글"),
        ("中文".encode("gb18030"), "gb2312", "中文"),
        ("ğ".encode("cp1254"), "iso-8859-9", "ğ"),
        ("aé".encode("utf-16-le"), "utf-16", "aé"),
        ("aé".encode("utf-16-be"), "utf-16be", "aé"),
        (b"a", '"utf-8"', "a"),
        ("é".encode(), "us-ascii", "é"),
    ],
)
def test_label_is_believed_where_it_explains_the_bytes(
    body: bytes, label: str | None, text: str
) -> None:
    read = decode(body, label)
    assert (read.text, read.remark, read.lossy) == (text, None, False)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("label", [None, "iso-8859-1", "utf-8", "no-such-charset"])
def test_byte_order_mark_wins_over_any_label(encoding: str, label: str | None) -> None:
    body = "añ→".encode(encoding)
    assert is_marked(body)
    assert decode(body, label).text == "añ→"


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', "xml", "<a>é</a>"),
        ("<?xml version='1.0' encoding='windows-1252'?><a>é</a>", "xml", "<a>é</a>"),
        ('<html><meta charset="windows-1252">é', "html", ">é"),
        (
            '<META http-equiv=Content-Type content="text/html; charset=iso-8859-1">é',
            "html",
            ">é",
        ),
    ],
)
def test_what_a_document_says_of_itself_counts_without_a_label(
    body: str, kind: Kind, text: str
) -> None:
    read = decode(body.encode("cp1252"), None, kind)
    assert read.text.endswith(text)
    assert read.remark is None


def test_label_wins_over_what_a_document_says_of_itself() -> None:
    body = '<?xml version="1.0" encoding="latin-1"?><a>é</a>'.encode()
    assert "é" in decode(body, "utf-8", "xml").text


def test_what_a_document_says_far_inside_is_not_looked_for() -> None:
    body = b" " * 2000 + b'<meta charset="shift_jis">' + "é".encode()
    assert decode(body, None, "html").text.endswith("é")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("label", [None, "iso-8859-1", "utf-8", "nonsense"])
def test_json_is_read_by_its_first_bytes(encoding: str, label: str | None) -> None:
    assert decode('{"a":"é→"}'.encode(encoding), label, "json").text == '{"a":"é→"}'


def test_json_in_an_old_charset_is_read_by_its_label() -> None:
    assert (
        decode('{"a":"привет"}'.encode("cp1251"), "windows-1251", "json").text == '{"a":"привет"}'
    )


@pytest.mark.parametrize("label", ["no-such-charset", "zip", "punycode", "utf-7", "\0", "x" * 999])
def test_unknown_charset_costs_only_what_cannot_be_read(label: str) -> None:
    read = decode("aé".encode("latin-1") + b"b", label)
    assert (read.text, read.lossy) == ("a\ufffdb", True)
    assert read.remark is not None
    assert "is not known: 1 characters" in read.remark
    assert len(read.remark) < 200
    plain = decode(b"plain", label)
    assert (plain.text, plain.lossy) == ("plain", False)
    assert "not known" in str(plain.remark)


def test_broken_utf8_costs_only_the_broken_characters() -> None:
    read = decode("añ".encode() + b"\xff" + "→".encode(), "utf-8")
    assert (read.text, read.lossy) == ("añ\ufffd→", True)
    assert "1 characters" in str(read.remark)


@pytest.mark.parametrize("label", [None, "utf-8", "ascii"])
def test_what_is_clearly_no_utf8_is_read_as_the_web_would(label: str | None) -> None:
    read = decode("h“é”".encode("cp1252"), label)
    assert (read.text, read.lossy) == ("h“é”", False)
    assert "windows-1252" in str(read.remark)


def test_wrong_label_is_told() -> None:
    read = decode("→".encode(), "utf-16be")
    assert read.remark is not None


def test_broken_charset_that_is_known_is_read_as_far_as_it_goes() -> None:
    read = decode("日本".encode("cp932") + b"\x81", "shift_jis")
    assert read.text.startswith("日本")
    assert read.lossy


@pytest.mark.parametrize("label", [None, "utf-8", "shift_jis", "utf-16", "nonsense"])
def test_character_cut_at_the_end_is_left_out(label: str | None) -> None:
    encoding = label if label not in (None, "nonsense") else "utf-8"
    body = "a日".encode("utf-16-le" if encoding == "utf-16" else str(encoding))
    assert decode(body[:-1], label, complete=False).text == "a"


def test_wide_charsets_are_known_by_name() -> None:
    assert names_wide("UTF-16LE")
    assert not names_wide("utf-8")
    assert not names_wide(None)


@given(st.text(), st.sampled_from(["utf-8", "utf-16-le", "gb18030", "utf-32-be"]))
def test_text_comes_back_from_any_encoding_that_is_named(text: str, encoding: str) -> None:
    text = text.removeprefix("\ufeff").encode("utf-8", "replace").decode()
    body = text.encode(encoding)
    if not is_marked(body):
        assert decode(body, encoding).text == text


@given(
    st.binary(),
    st.sampled_from([None, "utf-8", "utf-16", "big5", "utf-7", "hex", "cp037", "iso2022_jp"]),
    st.sampled_from(["text", "json", "xml", "html"]),
    st.booleans(),
)
def test_any_bytes_are_some_text(
    body: bytes, label: str | None, kind: Kind, complete: bool
) -> None:
    read = decode(body, label, kind, complete=complete)
    assert isinstance(read.text, str)
    assert read.remark or not read.lossy


@pytest.mark.parametrize("name", sorted(set(aliases.values())))
def test_no_codec_of_python_makes_it_fail(name: str) -> None:
    for body in (b"\xff\xfe\x00abc\x80", b"\x80", b"+-"):
        assert isinstance(decode(body, name).text, str)
