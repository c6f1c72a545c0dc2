r"""Half surrogate pairs in text: `\ud83d` alone is legal JSON and no character (RFC 8259 §8.2).

Such a text can be stored nowhere and sent nowhere, so each half becomes U+FFFD, with a finding.
"""

import re

from translator.json_value import JsonValue
from translator.openapi.limits import Remarks
from translator.openapi.way import Way, pointer_of

_HALF = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def join_surrogates(text: str) -> tuple[str, bool]:
    """Join halves that stand together, replace the others; tell whether any was replaced."""
    if text.isascii() or not _HALF.search(text):
        return text, False
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined, joined.count(_REPLACEMENT) > text.count(_REPLACEMENT)


def without_surrogates(value: JsonValue, remarks: Remarks) -> JsonValue:
    """Return the value with every text and key joined or replaced; it is at most 200 deep."""
    return _without(value, remarks, ())


def _without(value: JsonValue, remarks: Remarks, way: Way) -> JsonValue:
    if isinstance(value, str):
        return _checked(value, remarks, way)
    if isinstance(value, list):
        return [_without(item, remarks, (way, index)) for index, item in enumerate(value)]
    if isinstance(value, dict):
        return {
            _checked(key, remarks, way): _without(item, remarks, (way, key))
            for key, item in value.items()
        }
    return value


def _checked(text: str, remarks: Remarks, way: Way) -> str:
    joined, replaced = join_surrogates(text)
    if replaced:
        message = "half a surrogate pair was read as U+FFFD"
        remarks.add("lone-surrogate", message, lambda: join_surrogates(pointer_of(way))[0])
    return joined
