r"""Half surrogate pairs in text: `\ud83d` alone is legal JSON and no character (RFC 8259 §8.2).

Such a text can be stored nowhere and sent nowhere, so each half becomes U+FFFD, with a finding.
"""

import re

from translator.json_value import JsonValue
from translator.openapi.limits import Remarks
from translator.openapi.resolve import join_pointer

_HALF = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def join_surrogates(text: str) -> tuple[str, bool]:
    """Join halves that stand together, replace the others; tell whether any was replaced."""
    if text.isascii() or not _HALF.search(text):
        return text, False
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined, joined.count(_REPLACEMENT) > text.count(_REPLACEMENT)


def without_surrogates(value: JsonValue, remarks: Remarks, pointer: str = "") -> JsonValue:
    """Return the value with every text and key joined or replaced; it is at most 200 deep."""
    if isinstance(value, str):
        return _checked(value, remarks, pointer)
    if isinstance(value, list):
        return [
            without_surrogates(item, remarks, join_pointer(pointer, index))
            for index, item in enumerate(value)
        ]
    if isinstance(value, dict):
        names = {key: _checked(key, remarks, pointer) for key in value}
        return {
            name: without_surrogates(value[key], remarks, join_pointer(pointer, name))
            for key, name in names.items()
        }
    return value


def _checked(text: str, remarks: Remarks, pointer: str) -> str:
    joined, replaced = join_surrogates(text)
    if replaced:
        remarks.add("lone-surrogate", "half a surrogate pair was read as U+FFFD", pointer)
    return joined
