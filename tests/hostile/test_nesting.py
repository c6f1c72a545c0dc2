"""Descriptions 20,000 deep, in JSON and both styles of YAML, and as deep as is read."""

from typing import Any

import pytest

from tests.hostile.attempts import Desk
from tests.hostile.descriptions import (
    JsonValue,
    as_json,
    components,
    giving,
    openapi,
    query,
    reference,
    taking,
    with_raw,
    yaml_head,
)

pytestmark = pytest.mark.hostile
DEPTH = 20_000


def nested(depth: int, around: str, innermost: JsonValue) -> JsonValue:
    """Return schemas one in the other: `around` is the keyword between them."""
    schema = innermost
    for _ in range(depth):
        if around in ("allOf", "anyOf", "oneOf", "prefixItems"):
            schema = {around: [schema]}
        elif around in ("properties", "patternProperties"):
            schema = {"type": "object", around: {"a": schema}}
        else:
            schema = {around: schema}
    return schema


def in_json(opening: str, closing: str) -> bytes:
    raw = opening * DEPTH + "1" + closing * DEPTH
    return with_raw(openapi(components={"schemas": {"Deep": {"example": "RAW"}}}), raw)


TOO_DEEP = {
    "arrays in JSON": lambda: in_json("[", "]"),
    "objects in JSON": lambda: in_json('{"a":', "}"),
    "arrays never closed": lambda: b"[" * 1_000_000,
    "objects never closed": lambda: b'{"openapi":' * 300_000,
    "YAML flow sequences": lambda: yaml_head("x-deep: " + "[" * DEPTH + "]" * DEPTH),
    "YAML flow mappings": lambda: yaml_head("x-deep: " + "{a: " * DEPTH + "1" + "}" * DEPTH),
    "YAML block sequences": lambda: yaml_head("x-deep:\n " + "- " * DEPTH + "1\n"),
    "YAML block mappings": lambda: yaml_head(
        "x-deep:\n" + "".join(" " * level + "a:\n" for level in range(1, 4_000))
    ),
    "YAML complex keys": lambda: yaml_head("x-deep:\n " + "? " * DEPTH + "1\n"),
}


@pytest.mark.parametrize("name", TOO_DEEP)
def test_what_is_too_deep_is_refused(name: str, desk: Desk) -> None:
    suffix = "yaml" if "YAML" in name else "json"
    attempt = desk.import_(desk.write(TOO_DEEP[name](), f"deep.{suffix}"))
    attempt.judge()
    assert attempt.commands[0].code == 1
    assert "nested deeper than 200 levels" in attempt.commands[0].errors


AS_DEEP_AS_IS_READ = ("properties", "allOf", "anyOf", "oneOf", "not", "items", "if", "prefixItems")


@pytest.mark.parametrize("around", AS_DEEP_AS_IS_READ)
def test_what_is_barely_not_too_deep_is_served(around: str, desk: Desk) -> None:
    schema = nested(180 if around in ("not", "items", "if") else 90, around, {"type": "string"})
    assert len(desk.serve(as_json(taking(schema))).listed) == 1


CHAINS = {
    "of references": lambda n: reference(f"S{n + 1}"),
    "of properties": lambda n: {"type": "object", "properties": {"a": reference(f"S{n + 1}")}},
    "of compositions": lambda n: {"allOf": [reference(f"S{n + 1}"), {"title": f"S{n}"}]},
    "of choices": lambda n: {"oneOf": [reference(f"S{n + 1}"), {"type": "integer"}]},
}


@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("use", [taking, giving])
def test_a_chain_of_ten_thousand_is_served(name: str, use: Any, desk: Desk) -> None:
    schemas = {f"S{n}": CHAINS[name](n) for n in range(10_000)}
    schemas["S10000"] = {"type": "string"}
    after = desk.serve(as_json(use(reference("S0"), components=components(schemas))))
    assert len(after.listed) == 1


def test_a_schema_that_refers_to_itself_everywhere_is_served(desk: Desk) -> None:
    loop = {
        "type": "object",
        "properties": {"a": reference("Loop"), "b": reference("Loop")},
        "additionalProperties": reference("Loop"),
        "anyOf": [{"required": ["a"]}, {"properties": {"c": reference("Loop")}}],
    }
    description = taking(reference("Loop"), components=components({"Loop": loop}))
    parameter = query("filter", reference("Loop"))
    description["paths"]["/things"]["post"]["parameters"] = [parameter]
    assert len(desk.serve(as_json(description)).listed) == 1
