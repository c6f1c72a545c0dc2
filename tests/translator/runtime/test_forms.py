from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.errors import PlanError
from translator.operation import Encoding
from translator.runtime.forms import form_body


@pytest.mark.parametrize(
    ("value", "encodings", "expected"),
    [
        ({"amount": 100, "capture": True}, {}, b"amount=100&capture=true"),
        ({"tags": ["a b", "c&d"]}, {}, b"tags=a+b&tags=c%26d"),
        ({"a": {"b": 1}}, {}, b"a=%7B%22b%22%3A1%7D"),
        ({"a": [{"b": 1}]}, {}, b"a=%7B%22b%22%3A1%7D"),
        ({"a": None, "b": [None, ""]}, {}, b"b="),
        ({}, {}, b""),
        ({"m": {"o": "6 7"}}, {"m": Encoding(style="deepObject")}, b"m%5Bo%5D=6+7"),
        ({"m": ["a,b", "c"]}, {"m": Encoding(style="form", explode=False)}, b"m=a%2Cb,c"),
        ({"m": ["a", "b"]}, {"m": Encoding(style="spaceDelimited", explode=False)}, b"m=a+b"),
        ({"m": {"a": 1, "b": 2}}, {"m": Encoding(style="form")}, b"a=1&b=2"),
        ({"u": "http://x/?a=1&b +"}, {"u": Encoding(allow_reserved=True)},
         b"u=http://x/?a=1%26b+%2B"),
        ({"j": [1, 2]}, {"j": Encoding(content_type="application/json")}, b"j=%5B1%2C2%5D"),
        ({"t": "x"}, {"t": Encoding(content_type="text/plain")}, b"t=x"),
        ("a=1&b=x y", {}, b"a=1&b=x%20y"),
    ],
)  # fmt: skip
def test_form(value: Any, encodings: dict[str, Encoding], expected: bytes) -> None:
    assert form_body(value, encodings) == expected


@given(st.dictionaries(st.text(min_size=1), st.lists(st.text(), min_size=1), min_size=1))
def test_form_reads_back_as_the_same_pairs(value: dict[str, list[str]]) -> None:
    pairs = [(name, item) for name, items in value.items() for item in items]

    assert parse_qsl(form_body(value, {}).decode(), keep_blank_values=True) == pairs


def test_member_at_fault_is_named() -> None:
    with pytest.raises(PlanError, match="amount: ") as caught:
        form_body({"amount": float("nan")}, {})
    assert caught.value.argument == "amount"


def test_form_of_an_array_is_refused() -> None:
    with pytest.raises(PlanError, match="object"):
        form_body([1], {})
