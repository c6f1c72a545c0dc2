import time

import pytest

from translator.facts import (
    is_english,
    only_illustrates,
    only_points,
    only_tells_answer,
    says_how,
)


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("The name of the pet.", True),
        ("Returns all pets that are sold", True),
        ("Der Name des Tieres und die Farbe.", False),
        ("Devuelve el nombre de la mascota que es", False),
        ("返回宠物 of the", False),
        ("Pets", False),
        ("", False),
    ],
)
def test_english_is_told_by_its_small_words(text, english):
    assert is_english(text) is english


@pytest.mark.parametrize(
    "sentence",
    [
        "At most 100 pets.",
        "It must be sold.",
        "Only sold ones.",
        "It can't be sold.",
        "It cannot be sold.",
        "One of cat and dog.",
        "Defaults to cats.",
        "Required for cats.",
        "Uses \ue0000\ue001 for cats.",
        'Use "cat" for cats.',
        "Zero means all.",
        "Valid values are: All, for all stages.",
        "Can be: cats or dogs.",
        "Comma-separated list.",
        "Give pet_kind too.",
        "No more than a few.",
        "Timeout in seconds.",
    ],
)
def test_a_sentence_that_bounds_or_names_a_literal_says_how(sentence):
    assert says_how(sentence)


@pytest.mark.parametrize(
    "sentence", ["Pets are lovely.", "This returns a pet of the shop.", "Great for families."]
)
def test_talk_says_nothing(sentence):
    assert not says_how(sentence)


@pytest.mark.parametrize(
    ("sentence", "points"),
    [
        ('For more information, see "About pets."', True),
        ("See the docs.", True),
        ("To learn more about cats, see Cats.", True),
        ("More info: https://pets.test/cats/17#2", True),
        ("Please refer to our guide.", True),
        ("See \ue0000\ue001 for its form.", False),
        ("For more than 100 pets, see paging.", False),
        ("See which pets must be fed.", False),
        ("Pets see well.", False),
    ],
)
def test_what_only_points_to_reading_matter_is_told_apart(sentence, points):
    assert only_points(sentence) is points


@pytest.mark.parametrize(
    ("sentence", "illustrates"),
    [
        ("For example, 2026-01-31.", False),
        ("Example: \ue0000\ue001.", False),
        ("For instance, if you ask for a hundred pets and get one, ask again with the last.", True),
        (
            "E.g. any pets that are in the house and in the garden must be fed at least daily.",
            False,
        ),
        ("For example, when you look for cats in the house ask like this: \ue0000\ue001", False),
        ("Pets, for example cats, are lovely and live in many houses all over the country.", False),
    ],
)
def test_an_example_stays_where_it_teaches_a_form(sentence, illustrates):
    assert only_illustrates(sentence) is illustrates


@pytest.mark.parametrize(
    ("sentence", "tells"),
    [
        ("Response will include body and body_text.", True),
        ("application/vnd.pets+json: Returns pets.", True),
        ("This is the default if you do not pass any specific media type.", True),
        ("The response includes a state: sold, or free.", False),
        ("The response includes the body only if you ask for it.", False),
        ("Returns pets.", False),
    ],
)
def test_what_only_describes_the_answer_is_told_apart(sentence, tells):
    assert only_tells_answer(sentence) is tells


@pytest.mark.parametrize(
    "part", ["see ", "for more ", '"', "'a", "a_", "response includes ", "no "]
)
def test_hostile_sentences_cost_little(part):
    sentence = part * 20_000
    began = time.process_time()

    says_how(sentence)
    only_points(sentence)
    only_tells_answer(sentence)
    is_english(sentence)

    assert time.process_time() - began < 2
