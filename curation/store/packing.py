"""Own how large values lie in the store: values of the translator ↔ compressed JSON.

Members keep their order (models see it); numbers keep type and digits. `pack_…` and `unpack_…`
are inverse.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError

from translator.candidates import Candidate
from translator.json_value import JsonValue, parse_json, to_json
from translator.operation import Extraction
from translator.surface import Surface, surface_from_json
from translator.surface_text import json_pieces
from translator.trace import Trace

_LEVEL = 1


@dataclass(frozen=True, slots=True)
class Definitions:
    """The `$defs` that the schemas of one description version refer to."""

    input_defs: Mapping[str, JsonValue]
    output_defs: Mapping[str, JsonValue]


@cache
def _candidates() -> TypeAdapter[Candidate]:
    return TypeAdapter(Candidate)


@cache
def _extractions() -> TypeAdapter[Extraction]:
    return TypeAdapter(Extraction)


@cache
def _traces() -> TypeAdapter[Trace]:
    return TypeAdapter(Trace)


def pack_text(text: bytes) -> bytes:
    """Compress."""
    return zlib.compress(text, _LEVEL)


def unpack_text(packed: bytes) -> bytes:
    """Decompress."""
    return zlib.decompress(packed)


def pack_json(value: JsonValue) -> bytes:
    """Pack any JSON value."""
    return pack_text(to_json(value).encode("utf-8"))


def unpack_json(packed: bytes) -> JsonValue:
    """Return the JSON value that was packed."""
    return parse_json(unpack_text(packed))


def candidate_text(candidate: Candidate) -> bytes:
    """Return the candidate, with its operation, as JSON text."""
    return _candidates().dump_json(candidate)


def unpack_candidate(packed: bytes) -> Candidate:
    """Return the candidate whose text was packed."""
    return _candidates().validate_python(unpack_json(packed))


def pack_outline(extraction: Extraction) -> bytes:
    """Pack an extraction without its operations and definitions, which are kept elsewhere."""
    outline = replace(extraction, operations=(), input_defs={}, output_defs={})
    return pack_text(_extractions().dump_json(outline))


def unpack_outline(packed: bytes) -> Extraction:
    """Return the extraction that was packed, without operations and definitions."""
    return _extractions().validate_python(unpack_json(packed))


def pack_definitions(extraction: Extraction) -> bytes:
    """Pack the definitions of an extraction."""
    return pack_json([extraction.input_defs, extraction.output_defs])


def unpack_definitions(packed: bytes) -> Definitions:
    """Return the definitions that were packed."""
    input_defs, output_defs = unpack_json(packed)
    return Definitions(input_defs, output_defs)


def pack_surface(surface: Surface) -> bytes:
    """Pack a surface."""
    packer = zlib.compressobj(_LEVEL)
    packed = [packer.compress(piece.encode("utf-8")) for piece in json_pieces(surface)]
    return b"".join([*packed, packer.flush()])


def unpack_surface(packed: bytes) -> Surface:
    """Return the surface that was packed."""
    return surface_from_json(unpack_json(packed))


def trace_text(trace: Trace) -> bytes:
    """Return a trace as JSON text.

    A half surrogate pair, which a client may send and UTF-8 cannot carry, is kept escaped.
    """
    try:
        return _traces().dump_json(trace)
    except PydanticSerializationError:
        return json.dumps(_traces().dump_python(trace, mode="python")).encode("ascii")


def trace_from_text(text: bytes) -> Trace:
    """Return the trace a JSON text stands for; the inverse of `trace_text`."""
    return _traces().validate_python(parse_json(text))
