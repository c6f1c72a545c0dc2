"""Own XML bodies: a JSON value written as XML by the hints of its schema.

Pure. OAS 3.1.1, XML Object: name, attribute, prefix, namespace, wrapped; and `nodeType` of
OAS 3.2.0. Members come in the order of the schema's properties, which an XSD sequence wants.
null is an element with `xsi:nil` (OAS 3.2.0, XML Modeling), or no attribute. Text instead of
an object or array is taken for XML the caller wrote.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from translator.errors import PlanError
from translator.json_value import JsonValue
from translator.runtime.percent import plain_text, utf8
from translator.runtime.wire_schema import WireSchema

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NIL = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"'
_NAME = re.compile(r"[^\W\d][\w.\-]*(:[^\W\d][\w.\-]*)?")
#: XML 1.0 §2.2: the characters a document cannot hold, escaped or not.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ROOT = "root"


@dataclass(frozen=True, slots=True)
class _Hints:
    """The XML Object of a schema, its defaults filled in."""

    name: str | None = None
    namespace: str | None = None
    prefix: str | None = None
    wrapped: bool = False
    node: str = "element"

    def qualified(self, default: str) -> str:
        name = self.name or default
        name = f"{self.prefix}:{name}" if self.prefix else name
        if not _NAME.fullmatch(name):
            raise PlanError(f"{name!r} cannot be the name of an XML element or attribute")
        return name

    @property
    def declaration(self) -> str:
        if not self.namespace:
            return ""
        attribute = f"xmlns:{self.prefix}" if self.prefix else "xmlns"
        return f" {attribute}={quoteattr(self.namespace)}"


def xml_document(value: JsonValue, schema: WireSchema) -> bytes:
    """Write a value as an XML document, in UTF-8.

    Raises:
        PlanError: a name or character has no place in XML.
    """
    if isinstance(value, str):
        return utf8(value)
    hints = _hints(schema)
    default = schema.reference or _ROOT
    if isinstance(value, list):
        text = _wrapped(value, schema, hints, default, item_default=_item_name(schema, default))
    else:
        text = _element(value, schema, hints, default)
    return utf8(_DECLARATION + text)


def _item_name(schema: WireSchema, default: str) -> str:
    return schema.items().reference or _hints(schema).name or default


def _hints(schema: WireSchema) -> _Hints:
    merged: dict[str, JsonValue] = {}
    for hint in schema.keywords("xml"):
        if isinstance(hint, dict):
            merged = {**hint, **merged}
    node = merged.get("nodeType")
    if not isinstance(node, str):
        node = "attribute" if merged.get("attribute") is True else "element"
    return _Hints(
        name=_text_or_none(merged.get("name")),
        namespace=_text_or_none(merged.get("namespace")),
        prefix=_text_or_none(merged.get("prefix")),
        wrapped=merged.get("wrapped") is True,
        node=node,
    )


def _text_or_none(value: JsonValue) -> str | None:
    return value if isinstance(value, str) and value else None


def _member(name: str, value: JsonValue, schema: WireSchema) -> str:
    """Write one member of an object as the element or elements it becomes."""
    hints = _hints(schema)
    if hints.node in ("text", "cdata"):
        return _content(value, schema, cdata=hints.node == "cdata")
    if not isinstance(value, list):
        return _element(value, schema, hints, name)
    if hints.wrapped:
        return _wrapped(value, schema, hints, name, item_default=hints.name or name)
    return "".join(_item(item, schema.items(index), name) for index, item in enumerate(value))


def _wrapped(
    value: JsonValue, schema: WireSchema, hints: _Hints, default: str, *, item_default: str
) -> str:
    name = hints.qualified(default)
    items = "".join(
        _item(item, schema.items(index), item_default) for index, item in enumerate(value)
    )
    return f"<{name}{hints.declaration}>{items}</{name}>"


def _item(value: JsonValue, schema: WireSchema, default: str) -> str:
    hints = _hints(schema)
    if isinstance(value, list):
        return _wrapped(value, schema, hints, default, item_default=default)
    return _element(value, schema, hints, default)


def _element(value: JsonValue, schema: WireSchema, hints: _Hints, default: str) -> str:
    name = hints.qualified(default)
    if value is None:
        return f"<{name}{hints.declaration}{_NIL}/>"
    attributes = "".join(_attributes(value, schema)) if isinstance(value, dict) else ""
    content = _content(value, schema)
    if hints.node == "none":
        return content
    return f"<{name}{hints.declaration}{attributes}>{content}</{name}>"


def _attributes(value: dict[str, JsonValue], schema: WireSchema) -> Iterator[str]:
    for name, member in value.items():
        hints = _hints(schema.member(name))
        if hints.node == "attribute" and member is not None:
            text = quoteattr(_legal(plain_text(member)), {"\n": "&#10;", "\t": "&#9;"})
            yield f"{hints.declaration} {hints.qualified(name)}={text}"


def _content(value: JsonValue, schema: WireSchema, *, cdata: bool = False) -> str:
    if isinstance(value, dict):
        members = _in_schema_order(value, schema)
        return "".join(
            _member(name, value[name], schema.member(name))
            for name in members
            if _hints(schema.member(name)).node != "attribute"
        )
    text = _legal(plain_text(value))
    if cdata:
        return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"
    return escape(text)


def _in_schema_order(value: dict[str, JsonValue], schema: WireSchema) -> list[str]:
    order: dict[str, None] = {}
    for properties in schema.keywords("properties"):
        order |= dict.fromkeys(properties if isinstance(properties, dict) else ())
    return [name for name in order if name in value] + [name for name in value if name not in order]


def _legal(text: str) -> str:
    if _ILLEGAL.search(text):
        raise PlanError("the text holds a character that XML cannot carry")
    return text
