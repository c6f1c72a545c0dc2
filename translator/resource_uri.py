"""Own the URI a resource is published under: the template without what is not offered.

A hidden or pinned argument leaves the template: out of the query, or, in the path, with its
value in its place. What has no variable left is a resource with a fixed URI. Pure.
"""

import re
from collections.abc import Collection, Mapping
from urllib.parse import quote

from translator.json_value import JsonValue, to_json
from translator.uri_template import parse_template

_EXPRESSION = re.compile(r"\{([+?&]?)([^{}]*)\}")
_OURS = "isthmus:"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:.")


def published_uri(
    template: str, offered: Collection[str], values: Mapping[str, JsonValue]
) -> tuple[str, tuple[str, ...]]:
    """Return the URI or template to publish, and the variables left in it.

    `offered` are the variables a reader may fill, `values` what is known of others.

    Raises:
        ValueError: it is no URI, no template that can be matched, or a variable of the path
            is neither offered nor known.
    """
    query_begun = "?" in _EXPRESSION.sub("", template)

    def write(expression: re.Match[str]) -> str:
        nonlocal query_begun
        operator, names = expression[1], expression[2]
        if operator not in ("?", "&"):
            return _in_path(expression[0], names, offered, values)
        kept = [name for name in names.split(",") if name.removesuffix("*") in offered]
        if not kept:
            return ""
        sign, query_begun = "&" if query_begun else "?", True
        return f"{{{sign}{','.join(kept)}}}"

    uri = _EXPRESSION.sub(write, template)
    if not _SCHEME.match(uri):
        raise ValueError(f"{uri!r} is no URI: it has no scheme")
    if uri.lower().startswith(_OURS):
        raise ValueError(f"{uri!r} has the scheme under which Isthmus keeps large answers")
    return uri, parse_template(uri).variables


def _in_path(
    expression: str, name: str, offered: Collection[str], values: Mapping[str, JsonValue]
) -> str:
    if name in offered:
        return expression
    if name not in values:
        raise ValueError(f"the variable {name!r} is neither offered nor pinned")
    value = values[name]
    return quote(value if isinstance(value, str) else to_json(value), safe="")
