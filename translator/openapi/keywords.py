"""What becomes of each schema keyword on the way to JSON Schema 2020-12.

`rules_of(dialect)` gives one rule per keyword. A rule looks at the value as written and puts
what it means into `node.out`, or remarks that it means nothing; subschemas are left on
`node.below` and are converted later, so that no document is too deep. Every rule leaves `out`
valid. Keywords without a rule are dropped by `translator.openapi.schemas`.
"""

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from translator.json_value import JsonValue
from translator.openapi.dialect import Dialect
from translator.openapi.limits import MAX_ENUM, MAX_ENUM_VALUES, MAX_NAME, MAX_VALUE, outweighs
from translator.openapi.visibility import NONE

if TYPE_CHECKING:
    from translator.openapi.schemas import DirectedSchemas

#: Where a value stands: what is around it (None at the root), and its token there.
Spot: TypeAlias = "tuple[Spot | None, str | int]"

#: A subschema to be converted: into which container and key, from what, where, hidden names.
Below: TypeAlias = tuple[JsonValue, "str | int", JsonValue, Spot, frozenset[str]]

_TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))


class Node:
    """One schema object under conversion.

    `family` holds the property names that this schema or the ones it composes hide; `dropped`
    those its own `properties` lost.
    """

    __slots__ = ("dropped", "family", "nullable", "out", "schemas", "source", "spot")

    def __init__(
        self,
        schemas: "DirectedSchemas",
        source: dict[str, JsonValue],
        spot: Spot,
        family: frozenset[str],
    ) -> None:
        self.schemas = schemas
        self.source = source
        self.spot = spot
        self.family = family
        self.dropped: frozenset[str] = NONE
        self.out: dict[str, JsonValue] = {}
        self.nullable = False

    def lose(self, keyword: str, reason: str) -> None:
        """Remark that a keyword's value is no JSON Schema, and so is left out."""
        self.schemas.remark("schema-invalid", f"'{keyword}' {reason}", (self.spot, keyword))

    def drop(self, keyword: str, what: str) -> None:
        """Remark that a keyword's value is too large to be kept."""
        message = f"'{keyword}' {what} is left out"
        self.schemas.remark("too-large", message, (self.spot, keyword))

    def convert(self, keyword: str, value: JsonValue, family: frozenset[str] = NONE) -> None:
        """Have the value of a keyword converted as a subschema."""
        self.out[keyword] = True
        self.schemas.below.append((self.out, keyword, value, (self.spot, keyword), family))


Rule = Callable[[Node, str, JsonValue], None]


def _say_nothing(node: Node, keyword: str, value: JsonValue) -> None:
    """Leave out what other parts of Isthmus read, or what says nothing about instances."""


def _value(node: Node, keyword: str, value: JsonValue) -> None:
    if outweighs(value, MAX_VALUE):
        node.drop(keyword, f"of more than {MAX_VALUE:,} characters")
    else:
        node.out[keyword] = value


def _text(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is str:
        node.out[keyword] = value
    else:
        node.lose(keyword, "is not a text")


def _flag(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is bool:
        node.out[keyword] = value
    else:
        node.lose(keyword, "is neither true nor false")


#: OAS 3.1.1 and 3.2.0, XML Object: its fields, and the type of each.
_XML = {
    "name": str,
    "namespace": str,
    "prefix": str,
    "attribute": bool,
    "wrapped": bool,
    "nodeType": str,
}


def _xml(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is dict:
        known = {key: hint for key, hint in value.items() if type(hint) is _XML.get(key)}
        node.out[keyword] = value if len(known) == len(value) else known
    else:
        node.lose(keyword, "is not an object")


def _is_number(value: JsonValue) -> bool:
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _number(node: Node, keyword: str, value: JsonValue) -> None:
    if _is_number(value):
        node.out[keyword] = value
    else:
        node.lose(keyword, "is not a number")


def _count(node: Node, keyword: str, value: JsonValue) -> None:
    if _is_number(value) and value >= 0 and value % 1 == 0:
        node.out[keyword] = int(value)
    else:
        node.lose(keyword, "is not a whole number of at least 0")


def _multiple(node: Node, keyword: str, value: JsonValue) -> None:
    if _is_number(value) and value > 0:
        node.out[keyword] = value
    else:
        node.lose(keyword, "is not a number above 0")


_EXCLUSIVE = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}
_INCLUSIVE = {exclusive: inclusive for inclusive, exclusive in _EXCLUSIVE.items()}


def _bound(node: Node, keyword: str, value: JsonValue) -> None:
    """Write a bound, unless `exclusiveMinimum: true` says that it is to be written there."""
    if node.source.get(_EXCLUSIVE[keyword]) is not True or not _is_number(value):
        _number(node, keyword, value)


def _exclusive_bound(node: Node, keyword: str, value: JsonValue) -> None:
    """Read a flag beside the bound (OAS 3.0.3), or the bound itself (OAS 3.1.1)."""
    if type(value) is not bool:
        _number(node, keyword, value)
    elif value and _is_number(limit := node.source.get(_INCLUSIVE[keyword])):
        node.out[keyword] = limit


def _type(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is str and value in _TYPES:
        node.out[keyword] = value
    elif value == "file":
        _file(node, keyword)
    elif type(value) is list:
        _type_list(node, keyword, value)
    else:
        node.lose(keyword, f"{value!r:.40} is no type of JSON Schema")


def _type_list(node: Node, keyword: str, value: list[JsonValue]) -> None:
    known = list(dict.fromkeys(name for name in value if type(name) is str and name in _TYPES))
    if known != value or not known:
        node.lose(keyword, f"{value!r:.60} is no list of types of JSON Schema")
    if known:
        node.out[keyword] = known


def _file(node: Node, keyword: str) -> None:
    """Write a string of octets for a file (OAS 2.0, Parameter Object and Schema Object)."""
    if not node.schemas.dialect.file_type:
        node.lose(keyword, "'file' belongs to OpenAPI 2.0; read as a string of octets")
    node.out["type"] = "string"
    node.out["format"] = "binary"


def _format(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is str and len(value) > MAX_NAME:
        node.drop(keyword, f"of {len(value):,} characters")
    elif node.source.get("type") != "file":
        _text(node, keyword, value)


def _enum(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is not list or not value:
        node.lose(keyword, "is not a list of values")
    elif len(value) > MAX_ENUM_VALUES or outweighs(value, MAX_ENUM):
        node.drop(keyword, f"of {len(value):,} values")
    else:
        node.out[keyword] = value


def _required(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is not list:
        node.lose(keyword, "is not a list of property names")
        return
    names = list(dict.fromkeys(name for name in value if type(name) is str))
    if names != value:
        node.lose(keyword, "holds what is no property name, or one of them twice")
    if names:
        node.out[keyword] = names


def _example(node: Node, keyword: str, value: JsonValue) -> None:
    if outweighs(value, MAX_VALUE):
        node.drop(keyword, f"of more than {MAX_VALUE:,} characters")
    else:
        node.out.setdefault("examples", [value])


def _examples(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is not list:
        node.lose(keyword, "is not a list of values")
    elif outweighs(value, MAX_VALUE):
        node.drop(keyword, f"of more than {MAX_VALUE:,} characters")
    else:
        node.out[keyword] = value


def _nullable(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is bool:
        node.nullable = value
    else:
        node.lose(keyword, "is neither true nor false")


def _schema(node: Node, keyword: str, value: JsonValue) -> None:
    node.convert(keyword, value)


def _composed_schema(node: Node, keyword: str, value: JsonValue) -> None:
    node.convert(keyword, value, node.family)


def _schema_list(node: Node, keyword: str, value: JsonValue) -> None:
    _convert_list(node, keyword, value, keyword, NONE)


def _composition(node: Node, keyword: str, value: JsonValue) -> None:
    if keyword != "allOf" and type(value) is list and len(value) > 1:
        value = [_NULL if _only_allows_null(node, member) else member for member in value]
    _convert_list(node, keyword, value, keyword, node.family)


_NULL: JsonValue = {"type": "null"}


def _only_allows_null(node: Node, member: JsonValue) -> bool:
    """Say whether a branch is `{nullable: true}`: written beside a schema, it means null."""
    nullable = node.schemas.dialect.nullable
    return nullable is not None and type(member) is dict and member == {nullable: True}


def _items(node: Node, keyword: str, value: JsonValue) -> None:
    """Write `prefixItems` for the list of `items` of drafts before 2020-12."""
    if type(value) is not list:
        node.convert(keyword, value)
    elif value:
        _convert_list(node, "prefixItems", value, keyword, NONE)


def _additional_items(node: Node, keyword: str, value: JsonValue) -> None:
    if type(node.source.get("items")) is list:
        node.convert("items", value)


def _convert_list(
    node: Node, keyword: str, value: JsonValue, token: str, family: frozenset[str]
) -> None:
    if type(value) is not list or not value:
        node.lose(token, "is not a list of schemas")
        return
    members: list[JsonValue] = [True] * len(value)
    node.out[keyword] = members
    spot: Spot = (node.spot, token)
    node.schemas.below.extend(
        (members, index, member, (spot, index), family) for index, member in enumerate(value)
    )


def _schema_map(node: Node, keyword: str, value: JsonValue) -> None:
    if type(value) is not dict:
        node.lose(keyword, "is not an object of schemas")
        return
    members = node.out[keyword] = dict.fromkeys(value, True)
    spot: Spot = (node.spot, keyword)
    node.schemas.below.extend(
        (members, name, member, (spot, name), NONE) for name, member in value.items()
    )


def _properties(node: Node, keyword: str, value: JsonValue) -> None:
    """Take over the properties, without those that the direction hides."""
    if type(value) is not dict:
        node.lose(keyword, "is not an object of schemas")
        return
    hides, family = node.schemas.hides, node.family
    hidden = [name for name, member in value.items() if name in family or hides(member)]
    if hidden:
        node.dropped = frozenset(hidden)
        value = {name: member for name, member in value.items() if name not in node.dropped}
    _schema_map(node, keyword, value)


def _dependent_required(node: Node, keyword: str, value: JsonValue) -> None:
    names = value if type(value) is dict else {"": None}
    if all(_is_name_list(members) for members in names.values()):
        node.out[keyword] = value
    else:
        node.lose(keyword, "is not an object of lists of property names")


def _is_name_list(value: JsonValue) -> bool:
    return (
        type(value) is list
        and all(type(name) is str for name in value)
        and len(set(value)) == len(value)
    )


def _dependencies(node: Node, keyword: str, value: JsonValue) -> None:
    """Write two keywords for the one of drafts before 2019-09."""
    if type(value) is not dict:
        node.lose(keyword, "is not an object")
        return
    lists = {name: member for name, member in value.items() if type(member) is list}
    schemas = {name: member for name, member in value.items() if name not in lists}
    if lists:
        _dependent_required(node, "dependentRequired", lists)
    if schemas:
        _schema_map(node, "dependentSchemas", schemas)


def _dynamic_reference(node: Node, keyword: str, value: JsonValue) -> None:
    node.schemas.refer_dynamically(node, keyword, value)


def _has_no_meaning(node: Node, keyword: str, value: JsonValue) -> None:
    node.schemas.remark_lost(keyword, node.spot)


def _table(**rules: tuple[Rule, str]) -> dict[str, Rule]:
    return {keyword: rule for rule, keywords in rules.values() for keyword in keywords.split()}


_RULES: Mapping[str, Rule] = _table(
    value=(_value, "default const"),
    text=(_text, "title description pattern contentEncoding contentMediaType"),
    format=(_format, "format"),
    flag=(_flag, "uniqueItems deprecated"),
    xml=(_xml, "xml"),
    count=(
        _count,
        "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains",
    ),
    multiple=(_multiple, "multipleOf"),
    bound=(_bound, "minimum maximum"),
    exclusive=(_exclusive_bound, "exclusiveMinimum exclusiveMaximum"),
    type=(_type, "type"),
    enum=(_enum, "enum"),
    required=(_required, "required"),
    example=(_example, "example"),
    examples=(_examples, "examples"),
    schema=(
        _schema,
        "additionalProperties not if contains propertyNames unevaluatedProperties "
        "unevaluatedItems contentSchema",
    ),
    composed=(_composed_schema, "then else"),
    list=(_schema_list, "prefixItems"),
    composition=(_composition, "allOf anyOf oneOf"),
    map=(_schema_map, "patternProperties dependentSchemas"),
    properties=(_properties, "properties"),
    items=(_items, "items"),
    additional_items=(_additional_items, "additionalItems"),
    dependencies=(_dependencies, "dependencies"),
    dependent_required=(_dependent_required, "dependentRequired"),
    dynamic=(_dynamic_reference, "$dynamicRef $recursiveRef"),
    silent=(
        _say_nothing,
        "$ref readOnly writeOnly discriminator externalDocs $id id $schema $anchor $comment $defs "
        "definitions $dynamicAnchor $recursiveAnchor $vocabulary summary",
    ),
    lost=(_has_no_meaning, "nullable"),
)


def rules_of(dialect: Dialect) -> Mapping[str, Rule]:
    """Return `{keyword: rule}` for the schemas of a dialect."""
    if dialect.nullable is None:
        return _RULES
    return {**_RULES, dialect.nullable: _nullable}
