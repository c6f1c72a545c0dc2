import gzip
import zlib

import brotli  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.runtime.content_coding import BodyDecoder, BrokenCoding


def bare_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


CODINGS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "GZIP": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "identity": bytes,
    "": bytes,
}


def decoded(coding: str, chunks: list[bytes]) -> bytes:
    decoder = BodyDecoder(coding)
    body = b"".join(piece for chunk in chunks for piece in decoder.decode(chunk))
    decoder.finish()
    return body


@pytest.mark.parametrize("coding", CODINGS)
@given(body=st.binary(max_size=300), repeat=st.integers(1, 2000), cut=st.integers(1, 50))
def test_coded_body_comes_back(coding: str, body: bytes, repeat: int, cut: int) -> None:
    whole = body * repeat
    coded = CODINGS[coding](whole)
    assert decoded(coding, [coded[:cut], coded[cut:]]) == whole


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
@pytest.mark.parametrize("size", [0, 1, 65_535, 65_536, 65_537, 131_072, 400_000])
def test_length_of_a_body_does_not_matter(coding: str, size: int) -> None:
    body = (b"0123456789" * (size // 10 + 1))[:size]
    assert decoded(coding, [CODINGS[coding](body)]) == body


@pytest.mark.parametrize("size", [0, 1, 65_535, 65_536, 65_537, 131_072, 400_000])
def test_bare_deflate_stream_is_read_too(size: int) -> None:
    body = b"ab" * (size // 2) + b"a" * (size % 2)
    assert decoded("deflate", [bare_deflate(body)]) == body


def test_several_gzip_members_are_one_body() -> None:
    assert decoded("gzip", [gzip.compress(b"a") + gzip.compress(b"b"), b""]) == b"ab"


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_rubbish_after_the_coded_body_is_ignored(coding: str) -> None:
    assert decoded(coding, [CODINGS[coding](b"a") + b"\0\0", b"\0"]) == b"a"


def test_rubbish_in_the_same_piece_breaks_brotli_and_later_does_not() -> None:
    assert decoded("br", [brotli.compress(b"a"), b"\0"]) == b"a"
    with pytest.raises(BrokenCoding):
        decoded("br", [brotli.compress(b"a") + b"\0"])


def test_codings_are_undone_last_first() -> None:
    assert decoded("gzip, deflate", [zlib.compress(gzip.compress(b"a"))]) == b"a"


def test_no_body_at_all_is_complete() -> None:
    assert decoded("gzip", []) == b""


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_bomb_unfolds_only_as_far_as_it_is_read(coding: str) -> None:
    pack = CODINGS[coding]
    decoder = BodyDecoder(f"{coding}, {coding}").decode(pack(pack(bytes(50_000_000))))
    for _ in range(20):
        assert len(next(decoder)) <= 65_536


@pytest.mark.parametrize("coding", ["zstd", "gzip, zstd", "compress", "gzip," * 3 + "gzip"])
def test_coding_nobody_asked_for_is_refused(coding: str) -> None:
    with pytest.raises(BrokenCoding):
        BodyDecoder(coding)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_body_of_another_coding_is_broken(coding: str) -> None:
    with pytest.raises(BrokenCoding):
        decoded(coding, [b"\xffplain text"])


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_body_that_ends_too_early_is_broken(coding: str) -> None:
    with pytest.raises(BrokenCoding, match="early"):
        decoded(coding, [CODINGS[coding](b"abc" * 99)[:-5]])
