"""Numbers that no double holds, that are long, and that bound what cannot be bounded."""

import pytest

from tests.hostile.attempts import Desk
from tests.hostile.descriptions import (
    JsonValue,
    as_json,
    asking,
    query,
    taking,
    with_raw,
    yaml_head,
)

pytestmark = pytest.mark.hostile

NUMBERS = {
    "beyond a double": "1e999999",
    "below minus a double": "-1e999999",
    "nearly nothing": "1e-999999",
    "an exponent of many digits": "1e" + "9" * 100_000,
    "a fraction of many digits": "0." + "1" * 1_000_000,
    "an integer as long as is read": "9" * 4_300,
    "not a number": "NaN",
    "infinity": "-Infinity",
    "minus zero": "-0",
    "a large exponent": "1e308",
}
KEYWORDS = (
    "minimum", "maximum", "exclusiveMinimum", "multipleOf", "minLength", "maxLength", "minItems",
    "maxItems", "minProperties", "default", "const", "example", "minContains",
)  # fmt: skip


@pytest.mark.parametrize("kind", ["JSON", "YAML"])
@pytest.mark.parametrize("name", NUMBERS)
def test_odd_numbers_have_a_verdict(name: str, kind: str, desk: Desk) -> None:
    properties: JsonValue = {
        f"{keyword}{kind_of}": {"type": kind_of, keyword: "RAW"}
        for keyword in KEYWORDS
        for kind_of in ("integer", "number", "string")
    }
    properties["enum"] = {"enum": ["RAW", 1]}
    content = with_raw(taking({"type": "object", "properties": properties}), NUMBERS[name])
    name = "numbers.json"
    if kind == "YAML":
        content, name = b"# the same\n" + content, "numbers.yaml"
    attempt = desk.import_(desk.write(content, name))
    attempt.judge()
    assert attempt.commands[0].code == 0
    after = desk.go_on()
    after.judge()
    assert len(after.listed) == 1


TOO_LONG = {
    "in JSON": lambda: with_raw(asking(query("q", {"const": "RAW"})), "9" * 100_000),
    "in YAML": lambda: yaml_head("x-a: " + "9" * 100_000),
    "many in JSON": lambda: with_raw(
        asking(query("q", {"enum": "RAW"})), f"[{','.join(['9' * 4_301] * 1_000)}]"
    ),
}


@pytest.mark.parametrize("name", TOO_LONG)
def test_an_integer_of_too_many_digits_is_refused(name: str, desk: Desk) -> None:
    suffix = "yaml" if "YAML" in name else "json"
    attempt = desk.import_(desk.write(TOO_LONG[name](), f"long.{suffix}"))
    attempt.judge()
    assert attempt.commands[0].code == 1
    assert "this integer is too long to be read" in attempt.commands[0].errors


BOUNDS = {
    "a minimum length of 10^18": {"type": "string", "minLength": 10**18},
    "a minimum of 10^9 items": {"type": "array", "minItems": 10**9, "items": {"type": "string"}},
    "unique items": {"type": "array", "uniqueItems": True, "minItems": 10**6},
    "bounds the wrong way round": {"type": "integer", "minimum": 10**30, "maximum": -(10**30)},
    "a multiple of nearly nothing": {"type": "number", "multipleOf": 1e-308, "minimum": 1e308},
    "twenty contained": {"type": "array", "contains": {"const": 1}, "minContains": 10**9},
}


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds_that_nothing_meets_are_served(name: str, desk: Desk) -> None:
    assert len(desk.serve(as_json(taking({"properties": {"a": BOUNDS[name]}}))).listed) == 1
