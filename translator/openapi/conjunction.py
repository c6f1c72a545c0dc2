"""Own saying two schemas at once in one object, exactly or not at all.

`allOf` and keywords beside a `$ref` mean that both hold (JSON Schema 2020-12 §10.2.1.1). Many
clients read neither well, and models read one object best.
"""

from collections.abc import Callable, Mapping

from translator.condensing import with_facts_of
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
#: Keywords of which the narrower value says both.
_NARROWER: Mapping[str, Callable[[JsonValue, JsonValue], JsonValue]] = {
    **dict.fromkeys(keywords("maximum exclusiveMaximum maxLength maxItems maxProperties"), min),
    **dict.fromkeys(keywords("minimum exclusiveMinimum minLength minItems minProperties"), max),
}


def same(one: JsonValue, other: JsonValue) -> bool:
    """Say whether two JSON values are the same, 1 and true apart."""
    return one == other and canonical_json(one) == canonical_json(other)


def conjoin(schema: dict[str, JsonValue], member: JsonValue) -> None:
    """Make a schema demand what `member` demands, too.

    Its own annotations stay; its description gains what the member's says of how to call.

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
        or keyword in _NARROWER
        or same(schema[keyword], value)
        for keyword, value in member.items()
    )


def _groups_fit(
    schema: dict[str, JsonValue], member: dict[str, JsonValue], group: frozenset[str]
) -> bool:
    if "properties" not in group:
        return all(same(schema.get(keyword), member.get(keyword)) for keyword in group)
    return not (group - {"properties"}) & (schema.keys() | member.keys())


def _merge(schema: dict[str, JsonValue], member: dict[str, JsonValue]) -> None:
    for keyword, value in member.items():
        if keyword == "required":
            schema[keyword] = list(dict.fromkeys([*schema.get(keyword, ()), *value]))
        elif keyword == "properties":
            schema[keyword] = _both(schema.get(keyword, {}), value)
        elif keyword == "allOf":
            schema[keyword] = [*schema.get(keyword, ()), *value]
        elif keyword == "description" and keyword in schema:
            schema[keyword] = with_facts_of(schema[keyword], value)
        elif keyword in _NARROWER and keyword in schema:
            schema[keyword] = _NARROWER[keyword](schema[keyword], value)
        else:
            schema.setdefault(keyword, value)


def _both(mine: dict[str, JsonValue], others: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return all properties; one that both name must meet both."""
    union = dict(mine)
    for name, other in others.items():
        if name not in mine or mine[name] is True:
            union[name] = other
        elif isinstance(mine[name], dict) and not same(mine[name], other):
            union[name] = dict(mine[name])
            conjoin(union[name], other)
    return union
