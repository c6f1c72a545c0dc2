"""Schemas over a few definitions, instances that often meet them, and what must hold of both."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from translator.patterns import is_portable

JsonValue = Any

NAMES = ["a", "b", "c"]
PATTERNS = ["^a", "b$", r"^\p{L}+$", "^(?!a)", r"\-", "^([", "[a[]", "a{,2}"]
SCALARS = st.sampled_from([None, True, False, 0, 1, 1.0, 2, -1, 1.5, 2**31, 2**63, "", "a", "ab"])
INSTANCES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)
    ),
    max_leaves=6,
)
_TYPES = st.sampled_from(["string", "integer", "number", "boolean", "object", "array", "null"])
_LEAVES: dict[str, st.SearchStrategy[JsonValue]] = {
    "type": st.one_of(_TYPES, st.lists(_TYPES, min_size=1, max_size=3, unique=True)),
    "enum": st.lists(INSTANCES, min_size=1, max_size=4),
    "const": SCALARS,
    "minimum": st.integers(-1, 2),
    "exclusiveMaximum": st.one_of(st.integers(0, 3), st.sampled_from([0.5, 1.5])),
    "exclusiveMinimum": st.one_of(st.integers(-1, 2), st.sampled_from([0.5, 1.5])),
    "minLength": st.integers(0, 2),
    "maxLength": st.integers(0, 2),
    "pattern": st.sampled_from(PATTERNS),
    "format": st.sampled_from(["int32", "int64", "date"]),
    "minItems": st.integers(0, 2),
    "uniqueItems": st.booleans(),
    "required": st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True),
    "maxProperties": st.integers(0, 2),
    "title": st.sampled_from(["A", "Title"]),
    "description": st.just(" some\n text"),
    "default": SCALARS,
    "deprecated": st.booleans(),
    "xml": st.just({"name": "x"}),
    "x-vendor": st.just(1),
}
_REFERENCES = st.sampled_from(["#/$defs/A", "#/$defs/B", "#/$defs/C", "#/$defs/Nowhere"])


def _keywords(inner: st.SearchStrategy[JsonValue]) -> dict[str, st.SearchStrategy[JsonValue]]:
    some = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=3)
    patterned = st.dictionaries(st.sampled_from(PATTERNS), inner, min_size=1, max_size=2)
    single = ["additionalProperties", "propertyNames", "items", "contains", "not", "if", "then"]
    return {
        **_LEAVES,
        **dict.fromkeys([*single, "else", "unevaluatedProperties", "unevaluatedItems"], inner),
        **dict.fromkeys(["properties", "dependentSchemas"], named),
        **dict.fromkeys(["prefixItems", "allOf", "anyOf", "oneOf"], some),
        **dict.fromkeys(["minContains", "maxContains"], st.integers(0, 2)),
        "patternProperties": patterned,
        "$ref": _REFERENCES,
    }


def _objects(
    keywords: dict[str, st.SearchStrategy[JsonValue]], most: int
) -> st.SearchStrategy[JsonValue]:
    names = st.lists(st.sampled_from(sorted(keywords)), max_size=most, unique=True)
    return names.flatmap(
        lambda some: st.fixed_dictionaries({name: keywords[name] for name in some})
    )


SCHEMAS = st.recursive(
    st.one_of(st.booleans(), _objects({"$ref": _REFERENCES}, 1), _objects(_LEAVES, 3)),
    lambda inner: _objects(_keywords(inner), 4),
    max_leaves=8,
)
DEFINITIONS = st.fixed_dictionaries({"A": SCHEMAS, "B": SCHEMAS, "C": SCHEMAS})
MANY_INSTANCES = st.lists(INSTANCES, min_size=8, max_size=16)
thorough = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def validator(schema: JsonValue) -> jsonschema_rs.Validator:
    options = jsonschema_rs.FancyRegexOptions(backtrack_limit=20_000)
    return jsonschema_rs.Draft202012Validator(schema, pattern_options=options)


def positions(schema: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """Give every schema in a schema: neither names nor data."""
    if not isinstance(schema, dict):
        return
    yield schema
    for keyword, value in schema.items():
        if keyword in ("properties", "patternProperties", "$defs", "dependentSchemas"):
            inner = list(value.values())
        elif keyword in ("enum", "const", "default", "examples", "required", "type"):
            inner = []
        else:
            inner = value if isinstance(value, list) else [value]
        for one in inner:
            yield from positions(one)


def assert_closed(schema: JsonValue) -> None:
    """Hold that references read `#/$defs/NAME` and that `$defs` has what is reached, only."""
    Draft202012Validator.check_schema(schema, format_checker=None)
    definitions = schema.get("$defs", {})
    waiting = [{key: value for key, value in schema.items() if key != "$defs"}]
    seen = set()
    while waiting:
        for node in positions(waiting.pop()):
            name = node.get("$ref", "#/$defs/").removeprefix("#/$defs/")
            if name and name not in seen:
                seen.add(name)
                waiting.append(definitions[name])
    assert seen == set(definitions)


_NOT_PORTABLE = {
    *("xml", "nullable", "discriminator", "example", "x-vendor"),
    *("const", "exclusiveMinimum", "exclusiveMaximum", "patternProperties"),
}


def assert_portable(schema: JsonValue) -> None:
    assert_closed(schema)
    assert schema["type"] == "object"
    assert not {"allOf", "anyOf", "oneOf", "not", "if", "enum", "$ref"} & schema.keys()
    for node in positions(schema):
        assert isinstance(node.get("type", ""), str)
        assert node.get("type") != "array" or "items" in node
        assert is_portable(node.get("pattern", ""))
        values = [json.dumps(value, sort_keys=True) for value in node.get("enum", ())]
        assert len(set(values)) == len(values)
        assert '""' not in values
        assert not _NOT_PORTABLE & node.keys()


#: Definitions of one small description.
NODE = {
    "type": "object",
    "title": "Node",
    "properties": {"value": {"type": "string"}, "next": {"$ref": "#/$defs/Node"}},
}
DEFS = {
    "Base": {
        "type": "object",
        "required": ["name"],
        "properties": {"name": {"type": "string", "maxLength": 40}},
    },
    "Card": {"type": "object", "properties": {"number": {"type": "string"}}},
    "Kind": {"type": "string", "enum": ["cat", "dog"]},
    "Node": NODE,
}
