import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.errors import SourceError
from translator.finding import Finding
from translator.json_value import JsonValue, NotJson
from translator.openapi.json_text import depth_of, line_and_column, read_json
from translator.openapi.limits import DocumentLimits, Remarks

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=20,
)  # fmt: skip


def read(text: str, **limits: int) -> JsonValue:
    return read_json(text, "x.json", DocumentLimits(**limits), Remarks())


def remarks_on(text: str) -> tuple[Finding, ...]:
    remarks = Remarks()
    read_json(text, "x.json", DocumentLimits(), remarks)
    return remarks.findings()


@given(JSON_VALUES)
def test_what_json_writes_is_read_back(value: JsonValue) -> None:
    assert read(json.dumps(value)) == value


@pytest.mark.parametrize("number", [2**53 + 1, 2**64, -(2**63) - 1, 10**400])
def test_integers_keep_every_digit(number: int) -> None:
    assert read(f'{{"n":{number}}}') == {"n": number}


def test_duplicate_keys_are_told_with_their_place_and_the_last_counts() -> None:
    text = '{"paths":{"/a":{"get":1,"get":2},"b":[{"x":{}, "x":{}, "y":1, "x":3}]}}'
    remarks = Remarks()
    root = read_json(text, "x.json", DocumentLimits(), remarks)
    assert root == {"paths": {"/a": {"get": 2}, "b": [{"x": 3, "y": 1}]}}
    assert [(f.code, f.pointer) for f in remarks.findings()] == [
        ("duplicate-key", "/paths/~1a/get"),
        ("duplicate-key", "/paths/b/0/x"),
    ]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e999"])
def test_what_is_no_json_number_stays_text_with_a_finding(number: str) -> None:
    remarks = Remarks()
    root = read_json(f'{{"a":[1.5,{number}]}}', "x.json", DocumentLimits(), remarks)
    assert root == {"a": [1.5, number]}
    assert [(f.code, f.pointer) for f in remarks.findings()] == [("number-out-of-range", "/a/1")]


def test_control_characters_inside_texts_pass() -> None:
    assert read('{"a":"x\ty\nz"}') == {"a": "x\ty\nz"}


def test_half_a_surrogate_pair_is_replaced_with_a_finding() -> None:
    assert [(f.code, f.pointer) for f in remarks_on('{"a":{"b":"\\uD83d!"}}')] == [
        ("lone-surrogate", "/a/b")
    ]


@pytest.mark.parametrize(
    ("text", "halves"),
    [
        (r"\ud83d\ude00\ud83d\ude00", 0), (r"\\ud83d", 0), (r"\ud83d\\ude00", 1),
        (r"\ude00\ud83d", 1), (r"\ud83d\ud83d\ude00", 1), (r"\uDBFF\uDFFF", 0),
        (r"\ud83d x \ude00", 1), (r"\\\ud83d", 1),
    ],
)  # fmt: skip
def test_only_what_stands_alone_is_half_a_pair(text: str, halves: int) -> None:
    assert len(remarks_on(f'["{text}"]')) == halves


def test_beyond_a_thousand_odd_places_they_are_counted() -> None:
    (*_, last) = remarks_on("[" + "1e999," * 5000 + "0]")
    assert last.message.startswith("4900 more like this")


def test_a_whole_surrogate_pair_is_one_character() -> None:
    assert read('"\\ud83d\\ude00"') == "😀"


def test_broken_json_is_told_with_line_and_column() -> None:
    with pytest.raises(NotJson, match="line 2, column 8"):
        read('{\n  "a": x}')


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [201, 20_000])
def test_deep_nesting_is_refused_where_it_becomes_too_deep(opening: str, depth: int) -> None:
    closing = "]" if opening == "[" else "}"
    text = '["[[[\\"", \n' + opening * depth + "1" + closing * depth + "]"
    with pytest.raises(SourceError, match=r"x\.json: line 2, column \d+: nested deeper than 200"):
        read(text)


def test_two_hundred_levels_are_read() -> None:
    assert depth_of(read("[" * 200 + "]" * 200), 500) == 200


def test_an_integer_beyond_what_python_converts_is_refused_with_its_place() -> None:
    with pytest.raises(SourceError, match="line 2, column 6"):
        read('{\n"a": ' + "1" * 5000 + "}")


def test_more_values_than_allowed_are_refused() -> None:
    with pytest.raises(SourceError, match="more than 100 values"):
        read("[" + "[]," * 100 + "1]", max_nodes=100)


def test_commas_and_brackets_in_texts_are_no_values() -> None:
    assert read('["' + ",[{" * 100 + '\\"[[["]', max_nodes=3)


@pytest.mark.parametrize(
    ("index", "expected"), [(0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (5, (3, 1))]
)
def test_lines_and_columns_count_from_one(index: int, expected: tuple[int, int]) -> None:
    assert line_and_column("ab\nc\nd", index) == expected
