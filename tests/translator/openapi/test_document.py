import gzip
import hashlib
import json
from pathlib import Path

import pytest

from translator.errors import SourceError
from translator.openapi.document import (
    DocumentLimits,
    check_meta_schema,
    detect_version,
    read_document,
    read_text,
)

TEXT = '{"openapi": "3.0.3", "info": {"title": "é😀"}}'
ROOT = {"openapi": "3.0.3", "info": {"title": "é😀"}}


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"]
)
@pytest.mark.parametrize("text", [TEXT, "openapi: 3.0.3\ninfo: {title: é😀}"])
def test_every_unicode_encoding_is_read(encoding: str, text: str) -> None:
    assert read_document(text.encode(encoding), "x").root == ROOT


def test_the_digest_is_that_of_the_bytes() -> None:
    document = read_document(TEXT.encode(), "x")
    assert document.digest == "sha256:" + hashlib.sha256(TEXT.encode()).hexdigest()


def test_json_with_trailing_commas_and_comments_is_read_as_yaml() -> None:
    text = b'{\n  "openapi": "3.0.3", # a comment\n  "servers": [1, 2,],\n}'
    assert read_document(text, "x").root == {"openapi": "3.0.3", "servers": [1, 2]}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "it is empty"),
        (b" \n\t\r\n", "it is empty"),
        (b"\xef\xbb\xbf", "it is empty"),
        (b"\n<!DOCTYPE html><html>", "an HTML page"),
        (b"<html lang=en>", "an HTML page"),
        (b"<?xml version='1.0'?><definitions/>", "an XML document"),
        (b"#%RAML 1.0\ntitle: x", "a RAML document"),
        (b"FORMAT: 1A\n# x", "an API Blueprint"),
        (b"%PDF-1.7\n", "a PDF file"),
        (b"PK\x03\x04\x14\x00", "a ZIP archive"),
        (gzip.compress(b"openapi: 3.0.3", mtime=0), "compressed with gzip"),
        (b"title: caf\xe9\n", r"not UTF-8: byte 0xE9 at position 10, line 1"),
        (b"a: 1\nb: \xff\xfe\n", r"not UTF-8: byte 0xFF at position 8, line 2"),
        (b"\xff\xfea\x00\x00\xd8b\x00", "not UTF-16-LE: .*; save it as UTF-8"),
        (b'{"openapi": "3.0.3",\n "paths": {,}}', "not JSON: line 2, column 12"),
        (b'{"openapi": "3.0.3"', "not JSON: line 1, column 20"),
        (b"openapi: 3.0.3\n info: x", "not YAML: line 2, column 6"),
        (b"[" * 20_000, "nested deeper than 200 levels"),
        (b'{"a":' * 20_000, "nested deeper than 200 levels"),
        (b"- " * 20_000, "nested deeper than 200 levels"),
    ],
)
def test_what_cannot_be_read_is_told_in_plain_words(content: bytes, words: str) -> None:
    with pytest.raises(SourceError, match=rf"^api/x\.yaml: .*{words}"):
        read_document(content, "api/x.yaml")


def test_a_document_over_the_limit_is_refused_unread() -> None:
    with pytest.raises(SourceError, match="12 bytes, and at most 10 are read"):
        read_document(b"openapi: 3.0", "x", DocumentLimits(max_bytes=10))


def test_findings_of_both_formats_come_along() -> None:
    for content in (b'{"a": 1, "a": 2}', b"a: 1\na: 2"):
        (found,) = read_document(content, "x").findings
        assert (found.code, found.pointer) == ("duplicate-key", "/a")


def test_text_is_read_as_text() -> None:
    document = read_text("# Title: é\n<html>".encode(), "x.md")
    assert document.root == "# Title: é\n<html>"


def test_a_long_json_document_that_lacks_its_end_is_no_yaml_either() -> None:
    content = json.dumps({"a": list(range(1000))})[:-3].encode()
    with pytest.raises(SourceError, match="not JSON"):
        read_document(content, "x")


@pytest.mark.corpus
def test_every_real_description_is_read_and_its_version_known(shared: Path) -> None:
    rows = (shared / "specs" / "INDEX.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for row in rows:
        name, _, oas = row.split("\t")[:3]
        content = (shared / "specs" / name).read_bytes()
        if name.endswith(".gz"):
            content = gzip.decompress(content)
        root = read_document(content, name).root
        version = detect_version(root, name)
        assert oas.startswith(version), name
        assert len(check_meta_schema(root, version)) <= 100, name
    assert len(rows) == 106
