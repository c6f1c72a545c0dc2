import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue
from translator.runtime.sequences import RECORD, events, json_lines, json_sequence

texts = st.text().map(lambda text: text.encode("utf-8", "replace").decode())
values = st.lists(
    st.none() | st.booleans() | st.integers() | texts | st.dictionaries(texts, st.integers())
)


@given(values, st.sampled_from(["\n", "\r\n", "\n\n"]), st.booleans())
def test_json_lines_come_back(many: list[JsonValue], end: str, ended: bool) -> None:
    text = end.join(json.dumps(value) for value in many) + (end if ended else "")
    assert json_lines(text) == many


@given(values)
def test_json_sequence_comes_back(many: list[JsonValue]) -> None:
    text = "".join(f"{RECORD}{json.dumps(value, indent=1)}\n" for value in many)
    assert json_sequence(text) == many


@given(values.filter(bool), st.floats(0, 1))
def test_sequence_that_was_cut_loses_only_its_end(many: list[JsonValue], share: float) -> None:
    for mark, read in (("", json_lines), (RECORD, json_sequence)):
        text = "".join(f"{mark}{json.dumps(value)}\n" for value in many)
        found = read(text[: int(len(text) * share)], complete=False)
        assert found is not None
        assert found[:-1] == many[: max(0, len(found) - 1)]


@pytest.mark.parametrize("text", ["{broken\n", '{"a":1}\nnext\n{"a":2}', "[1\n]", "[NaN]\n"])
def test_lines_that_are_no_json_are_none(text: str) -> None:
    assert json_lines(text) is None


@pytest.mark.parametrize("text", [f"{RECORD}{{broken\n", f"{RECORD}1\n{RECORD}NaN\n", "x"])
def test_sequence_that_is_none_is_told(text: str) -> None:
    assert json_sequence(text) is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_events_are_read_with_their_names_and_data(end: str) -> None:
    text = (
        ': comment\nevent: add\nid: 7\ndata: {"a":1}\n\ndata: one\ndata:two\nretry: 5\n\ndata:3\n\n'
    )
    assert events(text.replace("\n", end)) == [
        {"event": "add", "id": "7", "data": {"a": 1}},
        {"data": "one\ntwo"},
        {"data": "3"},
    ]


@pytest.mark.parametrize(
    ("text", "complete", "found"),
    [
        ("data: a\n\ndata: b", True, [{"data": "a"}, {"data": "b"}]),
        ("data: a\n\ndata: b", False, [{"data": "a"}]),
        ("data: a\n\ndata: b\n\n", False, [{"data": "a"}, {"data": "b"}]),
        ("event: x\n\ndata\n\n", True, [{"data": ""}]),
        ("data: {broken\n\ndata: [1e999]\n\n", True, [{"data": "{broken"}, {"data": "[1e999]"}]),
        ("", True, []),
        ("no events at all", True, []),
    ],
)
def test_only_an_empty_line_ends_an_event(
    text: str, complete: bool, found: list[JsonValue]
) -> None:
    assert events(text, complete=complete) == found


@given(st.text())
def test_any_text_is_some_events(text: str) -> None:
    for event in events(text):
        assert "data" in event
