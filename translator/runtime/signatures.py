"""Own telling what bytes are by how they begin, for files that come without a label.

Pure. The patterns are those of WHATWG MIME Sniffing §6 and §4 of the formats' own standards, as
far as they are long enough not to be met by chance.
"""

_BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"OggS\x00", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"OTTO", "font/otf"),
    (b"\x00\x01\x00\x00\x00", "font/ttf"),
)
#: What stands at offset 8, after `RIFF` and a length.
_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav", b"AVI ": "video/vnd.avi"}
#: The brand at offset 8 of an ISO base media file, after a length and `ftyp` (ISO/IEC 14496-12).
_BRANDS = {b"avif": "image/avif", b"heic": "image/heic", b"M4A ": "audio/mp4"}


def media_type_of(content: bytes) -> str | None:
    """Return the media type the bytes show, None where they show none."""
    if content.startswith(b"RIFF"):
        return _RIFF.get(content[8:12])
    if content[4:8] == b"ftyp":
        return _BRANDS.get(content[8:12], "video/mp4")
    return next((name for start, name in _BEGINNINGS if content.startswith(start)), None)
