import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue, NotJson, to_json
from translator.runtime.truncation import (
    MARK,
    Cut,
    Shortening,
    complete_json,
    cut_lines,
    cut_text,
    escape,
    size_of,
)

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
    assert kept["text"] == "é" * (len(kept["text"]) - 1) + MARK
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
    shortening.cuts = [Cut(f"/{n}", "entries", n, 9) for n in range(9)]
    assert "/1: the first 1 of 9 entries; " in shortening.sentence()
    assert "/0: none of 9 entries; " in shortening.sentence()
    assert "4 more places" in shortening.sentence()


def unexplained(value: JsonValue, kept: JsonValue, cuts: dict[str, Cut], pointer: str) -> list[str]:
    """Return the places where something is missing that no cut names rightly."""
    cut = cuts.pop(pointer, None)
    if isinstance(value, str):
        beginning = kept.removesuffix(MARK) if cut else kept
        right = value.startswith(beginning) and (cut is None) == (kept == value)
        count, whole = len(beginning), len(value)
    elif isinstance(value, list):
        right, count, whole = True, len(kept), len(value)
    elif isinstance(value, dict):
        right, count, whole = list(kept) == list(value)[: len(kept)], len(kept), len(value)
    else:
        return [] if value == kept and cut is None else [pointer]
    told = (count, whole) if cut is None else (cut.kept, cut.whole)
    found = [] if right and told == (count, whole) and (cut or count == whole) else [pointer]
    if isinstance(value, list):
        pairs = [(str(n), value[n], kept[n]) for n in range(len(kept))]
    else:
        pairs = [(escape(k), value[k], kept[k]) for k in kept] if isinstance(value, dict) else []
    for step, whole_part, part in pairs:
        found += unexplained(whole_part, part, cuts, f"{pointer}/{step}")
    return found


@given(values, st.integers(2, 400))
def test_result_fits_and_every_cut_is_named(value: JsonValue, budget: int) -> None:
    shortening = Shortening()
    kept = shortening.fit(value, budget)
    cuts = {cut.pointer: cut for cut in shortening.cuts}
    assert len(cuts) == len(shortening.cuts)
    assert unexplained(value, kept, cuts, "") == []
    assert cuts == {}
    if isinstance(value, (str, list, dict)) or size_of(value) <= budget:
        assert len(to_json(kept).encode()) <= budget
    assert type(kept) is type(value)
    assert json.loads(to_json(kept)) == kept


@given(values)
def test_what_fits_comes_back_as_it_was(value: JsonValue) -> None:
    shortening = Shortening()
    assert shortening.fit(value, size_of(value)) is value
    assert shortening.cuts == []


def test_pointers_escape_names() -> None:
    shortening = Shortening()
    shortening.fit({"a/b~c": list(range(200))}, 100)
    assert shortening.cuts[0].pointer == "/a~1b~0c"


def test_text_is_cut_between_characters() -> None:
    assert cut_text("aéb", 2) == "a"
    assert cut_text("aéb", 3) == "aé"
    assert cut_text("aéb", 4) == "aéb"


def test_lines_stay_whole_where_that_costs_little() -> None:
    text = "".join(f"{n},row\n" for n in range(100))
    kept = cut_lines(text, 200)
    assert text.startswith(kept)
    assert kept.endswith("\n")
    assert 190 < len(kept) <= 200
    assert cut_lines("x" * 300, 200) == "x" * 200
    assert cut_lines("a\n" + "x" * 300, 200) == "a\n" + "x" * 198
    assert cut_lines("a\n", 2) == "a\n"


@given(st.text(), st.integers(0, 50))
def test_cut_text_is_a_beginning_that_fits(text: str, size: int) -> None:
    text = text.encode("utf-8", "replace").decode()
    for kept in (cut_text(text, size), cut_lines(text, size)):
        assert text.startswith(kept)
        assert len(kept.encode()) <= size
    if len(text.encode()) <= size:
        assert cut_lines(text, size) == text


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
