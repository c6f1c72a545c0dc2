import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.sentences import sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("One", ["One"]),
        ("One. Two.", ["One.", "Two."]),
        ("One! two? three", ["One!", "two?", "three"]),
        ('See "Media types." Then go.', ['See "Media types."', "Then go."]),
        ("Pets, e.g. cats. Or i.e. dogs.", ["Pets, e.g. cats.", "Or i.e. dogs."]),
        ("In the U.S. only.", ["In the U.S. only."]),
        ("Cats, dogs, etc. Then go.", ["Cats, dogs, etc.", "Then go."]),
        ("Cats, dogs, etc. and go.", ["Cats, dogs, etc. and go."]),
        ("Uses v1.2 of it. limit is next.", ["Uses v1.2 of it.", "limit is next."]),
        ("返回宠物。第二段", ["返回宠物。", "第二段"]),
    ],
)
def test_a_sentence_ends_where_a_reader_sees_it(text, parts):
    assert sentences(text) == parts


@given(st.text("ab. !?e.g\u3002", max_size=200))
def test_no_word_is_lost(text):
    text = " ".join(text.split())

    assert "".join("".join(sentences(text)).split()) == "".join(text.split())
