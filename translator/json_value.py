"""Own JSON as Isthmus means it: one parser, one canonical form, one digest.

Integers keep every digit, `1` and `1.0` stay apart, NaN and infinities are not JSON. The
canonical form is UTF-8, sorted keys, no spaces; RFC 8785 is not used because its numbers are
doubles. Nothing here does I/O.
"""

import hashlib
import json
from typing import Any

#: Any JSON value: None, bool, int, float, str, list[JsonValue], dict[str, JsonValue].
JsonValue = Any


class NotJson(ValueError):
    """The text is not JSON (RFC 8259)."""


def _refuse_constant(name: str) -> JsonValue:
    raise NotJson(f"{name} is not JSON")


def parse_json(text: str | bytes) -> JsonValue:
    """Parse strict JSON; integers of any size stay exact.

    Raises:
        NotJson: with the position, when the text is not JSON, or is NaN or Infinity.
    """
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except NotJson:
        raise
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from error


def to_json(value: JsonValue) -> str:
    """Serialise compactly, members in their order, for people, models and APIs."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canonical_json(value: JsonValue) -> bytes:
    """Serialise to the canonical form that digests are taken of."""
    text = json.dumps(
        value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False
    )
    return text.encode("utf-8")


def digest_of(value: JsonValue) -> str:
    """Return the SHA-256 of the canonical form, as `sha256:` and 64 hexadecimal digits."""
    return digest_of_bytes(canonical_json(value))


def digest_of_bytes(data: bytes) -> str:
    """Return the SHA-256 of the bytes, as `sha256:` and 64 hexadecimal digits."""
    return "sha256:" + hashlib.sha256(data).hexdigest()
