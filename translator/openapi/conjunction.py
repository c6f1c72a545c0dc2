"""Own saying two schemas at once in one object, exactly or not at all.

`allOf` and keywords beside a `$ref` mean that both hold (JSON Schema 2020-12 §10.2.1.1). Many
clients read neither well, and models read one object best.
"""

from translator.json_value import JsonValue, canonical_json
from translator.openapi.closure import keywords

ANNOTATIONS = keywords(
    "title description default examples deprecated contentEncoding contentMediaType"
)
#: Keywords that mean something only beside each other.
_GROUPS = (
    keywords("properties patternProperties additionalProperties"),
    keywords("items prefixItems"),
    keywords("contains minContains maxContains"),
    keywords("if then else"),
)
_GROUPED = frozenset().union(*_GROUPS)


def same(one: JsonValue, other: JsonValue) -> bool:
    """Say whether two JSON values are the same, 1 and true apart."""
    return one == other and canonical_json(one) == canonical_json(other)


def conjoin(schema: dict[str, JsonValue], member: JsonValue) -> None:
    """Make a schema demand what `member` demands, too; its own annotations stay.

    What cannot be said beside the schema's own keywords is kept whole under `allOf`.
    """
    if not isinstance(member, dict):
        member = {} if member is True else {"not": {}}
    if _fits(schema, member):
        _merge(schema, member)
    else:
        schema["allOf"] = [*schema.get("allOf", ()), member]


def _fits(schema: dict[str, JsonValue], member: dict[str, JsonValue]) -> bool:
    for group in _GROUPS:
        if (
            group & schema.keys()
            and group & member.keys()
            and not _groups_fit(schema, member, group)
        ):
            return False
    return all(
        keyword not in schema
        or keyword in ANNOTATIONS
        or keyword in _GROUPED
        or keyword in ("required", "allOf")
        or same(schema[keyword], value)
        for keyword, value in member.items()
    )


def _groups_fit(
    schema: dict[str, JsonValue], member: dict[str, JsonValue], group: frozenset[str]
) -> bool:
    if "properties" not in group:
        return all(same(schema.get(keyword), member.get(keyword)) for keyword in group)
    if (group - {"properties"}) & (schema.keys() | member.keys()):
        return False
    mine, others = schema["properties"], member["properties"]
    return all(name not in mine or same(mine[name], other) for name, other in others.items())


def _merge(schema: dict[str, JsonValue], member: dict[str, JsonValue]) -> None:
    for keyword, value in member.items():
        if keyword == "required":
            schema[keyword] = list(dict.fromkeys([*schema.get(keyword, ()), *value]))
        elif keyword == "properties":
            schema[keyword] = {**schema.get(keyword, {}), **value}
        elif keyword == "allOf":
            schema[keyword] = [*schema.get(keyword, ()), *value]
        else:
            schema.setdefault(keyword, value)
