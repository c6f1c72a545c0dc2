import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.listed_text import divided


@pytest.mark.parametrize(
    ("text", "head", "rest"),
    [
        ("Short.", "Short.", ""),
        ("One two three. Four five. Six seven.", "One two three. Four five. …", "Six seven."),
        ("word " * 10 + "end", "word word word word word …", "word word word word word end"),
        ("x" * 40, "x" * 26 + " …", "x" * 14),
    ],
)
def test_long_text_is_divided_where_a_reader_pauses(text: str, head: str, rest: str) -> None:
    assert divided(text, 28) == (head, rest)


@given(st.text(alphabet="ab .!\n。", max_size=200), st.integers(10, 60))
def test_nothing_is_lost_and_the_beginning_fits(text: str, most: int) -> None:
    head, rest = divided(text, most)

    assert len(head) <= most
    whole = (head.removesuffix(" …") if rest or head != text else head) + rest
    assert "".join(whole.split()) == "".join(text.split())
