import base64

import pytest

from translator.runtime.signatures import media_type_of


@pytest.mark.parametrize(
    ("beginning", "expected"),
    [
        (b"\x89PNG\r\n\x1a\n\x00", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a\x01", "image/gif"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"RIFF\x10\x00\x00\x00WAVEfmt ", "audio/wav"),
        (b"\x00\x00\x00\x18ftypisom", "video/mp4"),
        (b"\x00\x00\x00\x18ftypavif", "image/avif"),
        (b"%PDF-1.7", "application/pdf"),
        (b"wOF2\x00", "font/woff2"),
    ],
)
def test_bytes_show_what_they_are(beginning: bytes, expected: str) -> None:
    assert media_type_of(beginning) == expected


@pytest.mark.parametrize("content", [b"", b"hello", b"RIFF", b"GIF", b"\x89PN", b"BM"])
def test_what_shows_nothing_is_not_guessed(content: bytes) -> None:
    assert media_type_of(content) is None


def test_a_real_pixel_is_known() -> None:
    pixel = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

    assert media_type_of(base64.b64decode(pixel)) == "image/gif"
