"""The way from a document's root to a value, kept cheaply and spelt out only when needed.

Walking a large document must not build a pointer for every value: a way is a pair of the way to
the parent and the key there, and `()` is the root. Pure.
"""

from typing import TypeAlias

from translator.openapi.resolve import join_pointer

Way: TypeAlias = "tuple[Way, str | int] | tuple[()]"


def pointer_of(way: Way) -> str:
    """Return the RFC 6901 pointer a way amounts to."""
    keys: list[str | int] = []
    while way:
        way, key = way
        keys.append(key)
    return join_pointer("", *reversed(keys))
