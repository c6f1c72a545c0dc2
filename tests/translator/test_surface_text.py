from dataclasses import dataclass
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue, canonical_json, to_json
from translator.surface_text import Sizes, json_pieces


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Inner:
    schema: JsonValue
    colour: Colour = Colour.RED


@dataclass(frozen=True, slots=True)
class Outer:
    title: str
    parts: tuple[Inner, ...]
    named: dict[str, Inner]
    about: dict[str, JsonValue]


def text_of(value: object, *, canonical: bool = False) -> str:
    return "".join(json_pieces(value, canonical=canonical))


def as_json(value: object) -> JsonValue:
    """Return what a value means, as JSON."""
    if isinstance(value, Inner):
        return {"schema": value.schema, "colour": "red"}
    if isinstance(value, Outer):
        return {
            "title": value.title,
            "parts": [as_json(part) for part in value.parts],
            "named": {name: as_json(part) for name, part in value.named.items()},
            "about": value.about,
        }
    return value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["$defs", "a", "Z", "é", "type"]), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
INNER = st.builds(Inner, JSON)
OUTER = st.builds(
    Outer,
    st.text(),
    st.lists(INNER, max_size=3).map(tuple),
    st.dictionaries(st.text(), INNER, max_size=3),
    st.dictionaries(st.text(), JSON, max_size=3),
)


@given(OUTER)
def test_the_text_is_that_of_the_json_value(value: Outer) -> None:
    assert text_of(value) == to_json(as_json(value))
    assert text_of(value, canonical=True).encode() == canonical_json(as_json(value))


def test_a_shared_definition_is_written_wherever_it_stands() -> None:
    shared = {"type": "string"}
    parts = tuple(Inner({"$defs": {name: shared, "same": shared}}) for name in "ab")
    written = text_of(Outer("t", parts, {}, {}))
    assert written.count('{"type":"string"}') == 4


@given(st.lists(OUTER, max_size=3))
def test_sizes_are_those_of_the_texts(values: list[Outer]) -> None:
    sizes = Sizes()
    assert [sizes.of(value) for value in values] == [len(text_of(value)) for value in values]


@pytest.mark.parametrize("value", [float("nan"), {"$defs": {"a": float("inf")}}])
def test_what_is_no_json_is_refused(value: JsonValue) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        text_of(value)
