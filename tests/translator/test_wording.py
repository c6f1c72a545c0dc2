import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.wording import first_sentence, fold, hidden_characters, visible


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  A\n\n pet's\tname. ", "A pet's name."),
        ("line\rline", "line line"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("right\u202eto left\u202c", "rightto left"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("soft\u00adhyphen", "softhyphen"),
        ("a\ue000b\x00c", "abc"),
        ("a\u200db", "ab"),
        ("क\u094d\u200dष", "क\u094d\u200dष"),
        ("می\u200cروم", "می\u200cروم"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("क\u200d\u200c\u200dष", "कष"),
        ("❤\ufe0f\ufe0f\ufe0f!", "❤\ufe0f!"),
        ("Größe 漢字 \u0605", "Größe 漢字 \u0605"),
        ("half \ud800 pair", "half pair"),
    ],
)
def test_text_is_folded_and_holds_nothing_hidden(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_visible_keeps_lines() -> None:
    assert visible("a\r\n\u200bb\n\tc") == "a\nb\n\tc"


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "limit", "sentence"),
    [
        ("The name. More.", 80, "The name."),
        ("Version 1.2 of it. More.", 80, "Version 1.2 of it."),
        ("Title\n\nMore", 80, "Title"),
        ("名前。次", 80, "名前。"),
        ("one two three four", 10, "one two…"),
        ("abcdefghijklmn", 6, "abcde…"),
        ("", 10, ""),
    ],
)
def test_first_sentence_is_short(text: str, limit: int, sentence: str) -> None:
    assert first_sentence(text, limit) == sentence


@given(st.text())
def test_what_is_hidden_is_what_visible_takes_out(text: str) -> None:
    kept = visible(text)
    expected = text.replace("\r\n", "\n").replace("\r", "\n")
    assert (not hidden_characters(text)) == (kept == expected)
