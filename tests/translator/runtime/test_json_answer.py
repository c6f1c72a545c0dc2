import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue, NotJson
from translator.runtime.json_answer import MAX_DEPTH, is_deeper_than, read_json

texts = st.text().map(lambda text: text.encode("utf-8", "replace").decode())
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=30,
)


@given(values)
def test_value_comes_back_whatever_the_layout(value: JsonValue) -> None:
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for indent in (None, 2, "\t"):
        read = read_json(json.dumps(value, ensure_ascii=False, indent=indent))
        assert (read.value, read.text, read.told) == (value, compact, ())


@pytest.mark.parametrize(
    "text", ['{"a":1.10}', "[1E3]", '{"n":0.10000000000000000}', "[1.0,1,-0.0]", "[-0]"]
)
def test_numbers_stay_as_they_were_written(text: str) -> None:
    read = read_json(text.replace(":", ": "))
    assert (read.text, read.told) == (text, ())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"a":0.1234567890123456789}', "0.1234567890123456789"),
        ("[123456789012345678.25]", "123456789012345678.25"),
        ("[1e-999]", "1e-999"),
        ("[1.00000000000000000001,2.5]", "1.00000000000000000001"),
    ],
)
def test_number_that_no_double_holds_is_told(text: str, shown: str) -> None:
    read = read_json(text)
    assert read.text == text
    assert "1 numbers" in read.told[0]
    assert shown in read.told[0]


@pytest.mark.parametrize("digits", ["9007199254740993", "18446744073709551617", "9" * 80])
def test_integers_keep_every_digit(digits: str) -> None:
    read = read_json(f"[{digits}]")
    assert (str(read.value[0]), read.text, read.told) == (digits, f"[{digits}]", ())


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"a":1,"a":2}', "`a`"),
        ('[{"x":{"b":1,"c":2,"b":1}}]', "`b`"),
        ('{"a": 1, "b": 2, "a": 1, "b": 3}', "`a`, `b`"),
    ],
)
def test_members_that_stand_twice_are_told(text: str, names: str) -> None:
    read = read_json(text)
    assert read.text == text.replace(": ", ":").replace(", ", ",")
    assert f"({names})" in read.told[0]
    assert read.value == json.loads(text)


def test_members_of_one_name_in_different_objects_are_no_fault() -> None:
    assert read_json('[{"a": 1}, {"a": 1.50}]').told == ()


def test_many_repeated_members_take_no_time() -> None:
    text = "{" + ",".join(f'"{n % 50_000}":1' for n in range(100_000)) + "}"
    start = time.process_time()
    read = read_json(text)
    assert time.process_time() - start < 2
    assert len(read.told[0]) < 250


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{broken", "not JSON"),
        ('{"a":1}x', "Extra data"),
        ("[NaN]", "NaN"),
        ('{"a":-Infinity}', "Infinity"),
        ("[1e999]", "beyond every double"),
        ("[-1e999]", "beyond every double"),
        ("9" * 5000, "4,300 digits"),
        ("[" * 5000 + "]" * 5000, "JSON"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "100 deep"),
        ("", "not JSON"),
    ],
    ids=lambda text: text[:12],
)
def test_what_cannot_be_delivered_as_json_says_why(text: str, reason: str) -> None:
    with pytest.raises(NotJson, match=reason) as caught:
        read_json(text)
    assert len(str(caught.value)) < 200


def test_json_that_was_cut_is_read_as_far_as_it_goes() -> None:
    read = read_json('{"a": [1, 2, {"b": 1}, {"c', complete=False)
    assert read.value == {"a": [1, 2, {"b": 1}]}
    assert read.text == '{"a":[1,2,{"b":1}]}'


@pytest.mark.parametrize("depth", [1, 5, MAX_DEPTH])
def test_depth_is_counted_through_lists_and_objects(depth: int) -> None:
    value: JsonValue = 1
    for level in range(depth):
        value = [value] if level % 2 else {"a": value}
    assert not is_deeper_than(value, depth)
    assert is_deeper_than(value, depth - 1)
