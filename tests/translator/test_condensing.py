import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.condensing import condensed, condensed_about, facts_of, with_facts_of

TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("Lists the pets.", "Lists pets."),
        ("Lists the pets. They are lovely. At most 5 of them.", "Lists pets. At most 5 of them."),
        ("Lists the pets. See [the docs](https://a.test/b).", "Lists pets."),
        ("Lists the pets. Use `kind=cat` for the cats.", "Lists pets. Use kind=cat for cats."),
        ("Lists the pets. Lists the pets.", "Lists pets."),
        ("See the docs.", ""),
        ("Listet die Tiere. Sie sind lieb und brav.", "Listet die Tiere. Sie sind lieb und brav."),
        ("Use it:\n\n```\ncode of the pet\n```\n\nIt must run.", "Use it: … It must run."),
    ],
)
def test_talk_goes_and_facts_stay(text, said):
    assert condensed(text) == said


def test_a_long_text_in_another_language_keeps_its_numbers():
    text = f"Die Tiere und der Zoo. {'Sie sind lieb und brav. ' * 60}Es sind höchstens 100."

    said = condensed(text)

    assert len(said) < len(text)
    assert said.endswith("… Es sind höchstens 100.")


@pytest.mark.parametrize(
    ("text", "name", "schema", "said"),
    [
        ("The pet's name.", "pet_name", TEXT, ""),
        ("The unique identifier of the pet.", "petId", TEXT, ""),
        ("The number of the pet", "pet", {"type": "integer"}, ""),
        ("The pet's name. At most 20 characters.", "petName", TEXT, "At most 20 characters"),
        ("The colour of the pet.", "pet", TEXT, "Colour of pet"),
        ("Number of pets per page (max 100).", "pets_per_page", {"type": "integer"}, "Max 100"),
        ("The name of the pet without the `x` prefix.", "pet", TEXT, "Without x prefix"),
        # the schema says it
        ("Can be one of: `a`, `b`.", "kind", {"enum": ["a", "b"]}, ""),
        ("Kind of food. One of a or b.", "kind", {"enum": ["a", "b"]}, "Kind of food"),
        ("One of a or b, never both.", "kind", {"enum": ["a", "b"]}, "One of a or b, never both"),
        ("Defaults to `a`.", "kind", {"default": "a"}, ""),
        ("Default: 30.", "size", {"default": 30}, ""),
        ("Default: 30.", "size", {"default": 20}, "Default: 30"),
        ("Maximum length: 20 characters.", "kind", {"maxLength": 20}, ""),
        ("At most 20 characters.", "kind", {"maxLength": 30}, "At most 20 characters"),
        ("Kind of time. ISO 8601 format.", "at", {"format": "date-time"}, "Kind of time"),
        ("ISO 8601 format, in UTC.", "at", {"format": "date-time"}, "ISO 8601 format, in UTC"),
        ("One of a, b.", "kinds", {"items": {"enum": ["a", "b"]}}, ""),
        ("Cats, dogs, etc.", "kind", TEXT, "Cats, dogs, etc."),
    ],
)
def test_an_argument_says_what_its_name_and_schema_do_not(text, name, schema, said):
    assert condensed_about(text, name, schema) == said


def test_words_of_the_operation_count_as_known():
    assert condensed_about("The sort order of the pets.", "order", TEXT, "/pets sort") == ""
    assert condensed_about("The sort order of the pets.", "order", TEXT) != ""


def test_a_sentence_with_a_fact_is_never_nearly_known():
    said = condensed_about("The pet name must be the pet name only.", "pet_name", TEXT, "must be")

    assert said == "Pet name must be pet name only"


def test_facts_are_the_sentences_that_say_how():
    assert facts_of("Lists pets of the shop. At most 5. Lovely.") == ("At most 5.",)


@pytest.mark.parametrize(
    ("text", "other", "said"),
    [
        ("", "Any.", "Any."),
        ("Any.", "", "Any."),
        ("Own.", "Other, at most 5. Lovely.", "Own. Other, at most 5."),
        ("Own, at most 5.", "at most 5.", "Own, at most 5."),
        ("Own", "At most 5.", "Own. At most 5."),
    ],
)
def test_two_texts_of_one_schema_keep_both_facts(text, other, said):
    assert with_facts_of(text, other) == said


@given(st.text(max_size=200), st.sampled_from(["name", "petId", ""]))
def test_any_text_becomes_one_line(text, name):
    said = condensed_about(text, name, TEXT)

    assert said == " ".join(said.split())


@given(st.text("abcdef", min_size=1, max_size=8), st.integers(0, 10**6))
def test_literals_and_numbers_always_stay(literal, number):
    text = f"The pet of the shop. It is lovely. Use `{literal}!` with {number} of the pets."

    assert f"{literal}! with {number}" in condensed(text)
