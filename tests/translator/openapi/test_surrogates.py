import pytest

from translator.openapi.limits import Remarks
from translator.openapi.surrogates import join_surrogates, without_surrogates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", ("plain", False)),
        ("né", ("né", False)),
        ("😀", ("😀", False)),
        ("\ud83d\ude00", ("😀", False)),
        ("a\ud83d", ("a\ufffd", True)),
        ("\ude00\ud83d", ("\ufffd\ufffd", True)),
        ("\ufffd", ("\ufffd", False)),
    ],
)
def test_halves_are_joined_or_replaced(text: str, expected: tuple[str, bool]) -> None:
    assert join_surrogates(text) == expected


def test_every_text_and_key_of_a_value_is_looked_at() -> None:
    remarks = Remarks()
    value = {"a": ["x", "\ud800"], "k\udfff": 1, "n": None}
    assert without_surrogates(value, remarks) == {"a": ["x", "\ufffd"], "k\ufffd": 1, "n": None}
    assert {f.pointer for f in remarks.findings()} == {"", "/a/1"}
