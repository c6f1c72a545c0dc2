import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue, NotJson, to_json
from translator.runtime.truncation import Shortening, complete_json, cut_text

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=30,
)


def test_what_fits_is_left_alone() -> None:
    shortening = Shortening()
    value = {"a": [1, 2]}
    assert shortening.fit(value, 100) is value
    assert shortening.cuts == []


def test_list_keeps_its_first_entries_and_says_how_many() -> None:
    shortening = Shortening()
    kept = shortening.fit({"items": list(range(1000)), "total": 1000}, 500)
    assert kept["items"] == list(range(len(kept["items"])))
    assert kept["total"] == 1000
    assert f"/items: the first {len(kept['items'])} of 1,000 entries" in shortening.sentence()
    assert 400 < len(to_json(kept)) <= 500


def test_long_text_is_cut_and_the_small_members_stay() -> None:
    shortening = Shortening()
    kept = shortening.fit({"id": 7, "text": "é" * 5000, "tags": ["a"]}, 300)
    assert (kept["id"], kept["tags"]) == (7, ["a"])
    assert set(kept["text"]) == {"é"}
    assert "of 5,000 characters" in shortening.sentence()


def test_dictionary_of_many_members_keeps_the_first() -> None:
    shortening = Shortening()
    kept = shortening.fit({f"k{n}": "x" * 50 for n in range(1000)}, 1000)
    assert 5 < len(kept) < 30
    assert "members" in shortening.sentence()


def test_one_large_entry_is_shortened_inside() -> None:
    kept = Shortening().fit([{"id": 1, "log": "x" * 9000}], 200)
    assert kept[0]["id"] == 1


def test_nesting_without_end_is_cut_off() -> None:
    value: JsonValue = "x" * 5000
    for _ in range(90):
        value = {"a": value}
    assert len(to_json(Shortening().fit(value, 500))) <= 500


def test_only_a_few_cuts_are_told() -> None:
    shortening = Shortening()
    shortening.fit([{"t": "x" * 500} for _ in range(3)], 100)
    shortening.cuts = [str(n) for n in range(9)]
    assert "4 more places" in shortening.sentence()


@given(values, st.integers(60, 400))
def test_result_is_about_as_large_as_the_budget(value: JsonValue, budget: int) -> None:
    kept = Shortening().fit(value, budget)
    assert len(to_json(kept).encode()) <= budget + 60 or not isinstance(value, (str, list, dict))
    assert type(kept) is type(value)


def test_text_is_cut_between_characters() -> None:
    assert cut_text("aéb", 2) == "a"
    assert cut_text("aéb", 3) == "aé"
    assert cut_text("aéb", 4) == "aéb"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1,2,3", [1, 2]),
        ('{"a":1,"b":', {"a": 1}),
        ('{"a":[{"b":1},{"b":2},{"c', {"a": [{"b": 1}, {"b": 2}]}),
        ('{"a":"x, [y","b":"z, {', {"a": "x, [y"}),
        ('{"a":"\\", [","b":2,"c', {"a": '", [', "b": 2}),
        ("[[], [", [[]]),
        ('{"a":{"b":{"c":1}', {"a": {"b": {"c": 1}}}),
    ],
)
def test_cut_json_loses_only_its_broken_end(text: str, value: JsonValue) -> None:
    assert complete_json(text) == value


@pytest.mark.parametrize("text", ["", "{", '"abc', "[", '{"a":', "<html>", "]]", "12"])
def test_cut_json_without_anything_whole_is_none(text: str) -> None:
    with pytest.raises(NotJson):
        complete_json(text)


@given(st.lists(values, min_size=2), st.floats(0.05, 0.95))
def test_cut_anywhere_it_is_still_a_beginning(value: list[JsonValue], share: float) -> None:
    text = json.dumps(value)
    try:
        kept = complete_json(text[: int(len(text) * share)])
    except NotJson:
        return
    assert kept[:-1] == value[: max(0, len(kept) - 1)]
