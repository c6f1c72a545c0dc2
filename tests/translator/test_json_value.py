import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import NotJson, canonical_json, digest_of, parse_json, to_json

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab~/é"), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON)
def test_both_forms_parse_back_to_the_same_value(value: object) -> None:
    assert parse_json(canonical_json(value)) == parse_json(to_json(value)) == value


@pytest.mark.parametrize(
    ("one", "other"), [(1, 1.0), (2**53, 2**53 + 1), (2**64, float(2**64)), (1, "1"), (0, False)]
)
def test_values_that_other_tools_mix_up_have_other_digests(one: object, other: object) -> None:
    assert digest_of(one) != digest_of(other)


def test_the_order_of_members_does_not_count_and_that_of_items_does() -> None:
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})
    assert digest_of([1, 2]) != digest_of([2, 1])


def test_the_digest_is_the_hash_of_the_canonical_form() -> None:
    assert canonical_json({"é": [1, 1.0, 2**64]}) == '{"é":[1,1.0,18446744073709551616]}'.encode()
    assert digest_of({}) == (
        "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    )


@pytest.mark.parametrize("text", ["NaN", '{"a": Infinity}', "[-Infinity]", "{", "", "[" * 100_000])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(NotJson):
        parse_json(text)


def test_members_keep_their_order_for_readers() -> None:
    assert to_json(json.loads('{"b": 1, "a": 2}')) == '{"b":1,"a":2}'
