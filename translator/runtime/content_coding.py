"""Undo content codings piece by piece, so that no answer can outgrow memory (RFC 9110 §8.4).

Comes in: raw chunks of a response body. Goes out: decoded pieces of at most 64 KiB, each made
only when asked for. gzip and deflate are asked for; Brotli is read too, because caches in front
of APIs send it unasked.
"""

import zlib
from collections.abc import Iterator

import brotli  # type: ignore[import-untyped]  # it has no types

#: What `Accept-Encoding` says.
ACCEPTED = "gzip, deflate"

_PIECE_BYTES = 65_536
_MAX_CODINGS = 3


class BrokenCoding(ValueError):
    """The body is not what its Content-Encoding says, or has a coding nobody asked for."""


class _Gunzip:
    """RFC 1952; several members may follow one another."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self._started = False

    def decode(self, chunk: bytes) -> Iterator[bytes]:
        rest, full = chunk, False
        while rest or full:
            if self._member.eof:
                if not rest.startswith(b"\x1f"):
                    return
                self._member = zlib.decompressobj(16 + zlib.MAX_WBITS)
            self._started = True
            piece = self._member.decompress(rest, _PIECE_BYTES)
            rest = self._member.unused_data if self._member.eof else self._member.unconsumed_tail
            full = len(piece) == _PIECE_BYTES and not self._member.eof
            if piece:
                yield piece

    def finished(self) -> bool:
        return self._member.eof or not self._started


class _Inflate:
    """RFC 9110 §8.4.1.2: zlib's format; many servers send the bare DEFLATE stream instead."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()
        self._started = False

    def decode(self, chunk: bytes) -> Iterator[bytes]:
        rest, full = chunk, False
        while (rest or full) and not self._stream.eof:
            piece = self._decompress(rest)
            rest, full = self._stream.unconsumed_tail, len(piece) == _PIECE_BYTES
            if piece:
                yield piece

    def _decompress(self, rest: bytes) -> bytes:
        first, self._started = not self._started, True
        try:
            return self._stream.decompress(rest, _PIECE_BYTES)
        except zlib.error:
            if not first:
                raise
            self._stream = zlib.decompressobj(-zlib.MAX_WBITS)
            return self._stream.decompress(rest, _PIECE_BYTES)

    def finished(self) -> bool:
        return self._stream.eof or not self._started


class _Unbrotli:
    """RFC 7932."""

    def __init__(self) -> None:
        self._stream = brotli.Decompressor()
        self._started = False

    def decode(self, chunk: bytes) -> Iterator[bytes]:
        rest, full = chunk, False
        while (rest or full) and not self._stream.is_finished():
            self._started = True
            piece: bytes = self._stream.process(rest, output_buffer_limit=_PIECE_BYTES)
            # What the limit held back comes with the next call, until there is nothing.
            rest, full = b"", bool(piece) or not self._stream.can_accept_more_data()
            for start in range(0, len(piece), _PIECE_BYTES):
                yield piece[start : start + _PIECE_BYTES]

    def finished(self) -> bool:
        return bool(self._stream.is_finished()) or not self._started


_Layer = _Gunzip | _Inflate | _Unbrotli
_CODINGS: dict[str, type[_Layer]] = {
    "gzip": _Gunzip,
    "x-gzip": _Gunzip,
    "deflate": _Inflate,
    "br": _Unbrotli,
}


class BodyDecoder:
    """Undoes the codings that a Content-Encoding header lists, the last one first."""

    def __init__(self, content_encoding: str) -> None:
        names = [name.strip().lower() for name in content_encoding.split(",")]
        codings = [name for name in names if name and name != "identity"]
        unknown = [name for name in codings if name not in _CODINGS]
        if unknown or len(codings) > _MAX_CODINGS:
            shown = content_encoding[:60]
            raise BrokenCoding(f"its Content-Encoding {shown!r} is none that Isthmus asks for")
        self._layers = [_CODINGS[name]() for name in reversed(codings)]

    def decode(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the decoded pieces of a raw chunk.

        Raises:
            BrokenCoding: the chunk does not belong to such a coding.
        """
        pieces = iter((chunk,))
        for layer in self._layers:
            pieces = _through(layer, pieces)
        try:
            yield from pieces
        except (zlib.error, brotli.error) as error:
            raise BrokenCoding("its content coding is broken") from error

    def finish(self) -> None:
        """Check that the coded stream came to its end.

        Raises:
            BrokenCoding: it stops in the middle.
        """
        if not all(layer.finished() for layer in self._layers):
            raise BrokenCoding("its content coding ends too early")


def _through(layer: _Layer, pieces: Iterator[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        yield from layer.decode(piece)
