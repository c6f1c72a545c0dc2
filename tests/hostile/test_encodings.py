"""Bytes that are no text, that are another text than they seem, or that unpack to far more."""

import gzip
import io
import zipfile
import zlib

import pytest

from tests.hostile.attempts import Desk
from tests.hostile.descriptions import as_json, openapi, yaml_head

pytestmark = pytest.mark.hostile
GOOD = as_json(openapi()).decode()


def zipped() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("openapi.json", GOOD)
    return made.getvalue()


def bomb(size: int, filling: bytes) -> bytes:
    """Return gzip that unpacks to a size: a megabyte at a time, so that no one holds it whole."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = [packer.compress(filling * (1_000_000 // len(filling))) for _ in range(size // 10**6)]
    return b"".join([*packed, packer.flush()])


SERVED = {
    "UTF-8 with a mark": lambda: GOOD.encode("utf-8-sig"),
    "UTF-16 with a mark": lambda: GOOD.encode("utf-16"),
    "UTF-16 without": lambda: GOOD.encode("utf-16-be"),
    "UTF-32 with a mark": lambda: GOOD.encode("utf-32"),
    "UTF-32 without": lambda: GOOD.encode("utf-32-le"),
    "marks inside": lambda: GOOD.replace("Hostile", "\ufeffHostile\ufeff").encode(),
    "NUL escapes": lambda: GOOD.replace("Hostile", r"a\u0000b").encode(),
    "half escapes by the thousand": lambda: GOOD.replace("Hostile", r"\ud800" * 100_000).encode(),
    "whitespace around": lambda: b" \n\t\r" * 1_000_000 + GOOD.encode() + b" " * 1_000_000,
}


@pytest.mark.parametrize("name", SERVED)
def test_odd_text_is_served(name: str, desk: Desk) -> None:
    assert len(desk.serve(SERVED[name]()).listed) == 1


REFUSED = {
    "nothing": lambda: b"",
    "whitespace only": lambda: b" \n" * 10_000_000,
    "not UTF-8": lambda: GOOD.replace("Hostile", "H\xe9").encode("latin-1"),
    "overlong UTF-8": lambda: GOOD.encode().replace(b"Hostile", b"\xc0\xaf\xe0\x80\xaf"),
    "surrogates in UTF-8": lambda: GOOD.encode().replace(b"Hostile", b"\xed\xa0\x80"),
    "half of UTF-16": lambda: GOOD.encode("utf-16")[:-1],
    "NUL bytes only": lambda: b"\0" * 1_000_000,
    "NUL bytes in YAML": lambda: yaml_head("x-a: a\0b"),
    "random bytes": lambda: bytes(range(256)) * 1_000,
    "a ZIP archive": zipped,
    "gzip that does not say so": lambda: gzip.compress(GOOD.encode()),
    "a PDF file": lambda: b"%PDF-1.7\n" + bytes(range(256)),
    "HTML": lambda: b"<!DOCTYPE html><html>" + b"<div>" * 100_000,
    "a program": lambda: b"\x7fELF" + b"\0" * 100_000,
    "one large number": lambda: b"1" * 1_000_000,
    "one large text": lambda: b'"' + b"a" * 20_000_000 + b'"',
    "sixty megabytes": lambda: b'{"openapi": "3.1.0", "x": "' + b"a" * 60_000_000 + b'"}',
    "wide characters": lambda: (
        '{"openapi": "3.1.0", "x": "\U0001f4a3' + "a" * 29_000_000
    ).encode(),
    "YAML without an end": lambda: b"a: 'b\n" + b"c" * 5_000_000,
    "many errors": lambda: b'{"openapi": "3.1.0", "paths": {' + b'"a" "b",' * 1_000_000,
    "backslashes": lambda: b'{"a": "' + b"\\" * 5_000_001,
    "quotes": lambda: b'"' * 5_000_001,
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_text_or_no_description_is_refused(name: str, desk: Desk) -> None:
    attempt = desk.import_(desk.write(REFUSED[name]()))
    attempt.judge()
    assert attempt.commands[0].code == 1


PACKED = {
    "zeros": lambda: bomb(1_000_000_000, b"\0"),
    "spaces": lambda: bomb(1_000_000_000, b" "),
    "JSON": lambda: bomb(1_000_000_000, b"[1,"),
    "cut off": lambda: gzip.compress(GOOD.encode())[:-9],
    "not gzip": lambda: GOOD.encode(),
    "gzip in gzip": lambda: gzip.compress(gzip.compress(GOOD.encode())),
}


@pytest.mark.parametrize("name", PACKED)
def test_gzip_that_unpacks_to_no_description_is_refused(name: str, desk: Desk) -> None:
    attempt = desk.import_(desk.write(PACKED[name](), "description.json.gz"))
    attempt.judge()
    assert attempt.commands[0].code == 1
