from typing import Any

import pytest

from translator.errors import PlanError
from translator.runtime.percent import (
    json_text,
    percent_encode,
    percent_encode_reserved,
    plain_text,
    utf8,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("%41", "%2541"), ("é", "%C3%A9"), ("\0", "%00")],
)
def test_all_but_unreserved_is_encoded(text: str, expected: str) -> None:
    assert percent_encode(text) == expected


def test_reserved_encoding_keeps_whole_triplets_only() -> None:
    assert percent_encode_reserved("%2F%2g%", "/") == "%2F%252g%25"


@pytest.mark.parametrize(
    ("value", "text"),
    [("x", "x"), (None, ""), (True, "true"), (2**70, str(2**70)), (1.5, "1.5"), ([1], "[1]")],
)
def test_plain_text_reads_as_json_outside_of_text(value: Any, text: str) -> None:
    assert plain_text(value) == text


def test_json_text_is_compact_and_exact() -> None:
    assert json_text({"é": [2**64 + 1, 1.0]}) == '{"é":[18446744073709551617,1.0]}'


@pytest.mark.parametrize("encode", [percent_encode, utf8])
def test_half_a_surrogate_pair_is_refused(encode: Any) -> None:
    with pytest.raises(PlanError, match="surrogate"):
        encode("\udc00")


def test_nan_is_refused() -> None:
    with pytest.raises(PlanError):
        json_text(float("nan"))


def test_too_deep_a_value_is_refused() -> None:
    value: Any = []
    for _ in range(100_000):
        value = [value]

    with pytest.raises(PlanError):
        json_text(value)
