"""Admission of sequences, wrong labels and large answers; what is plain is in test_admission."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue, to_json
from translator.runtime import admission
from translator.runtime.admitted import EVERYTHING, AdmissionLimits, Admitted, Expected
from translator.runtime.asked import Asked
from translator.runtime.legible import legible
from translator.runtime.response import Ended, Response
from translator.trace import Admission

BARE = Expected(Asked("GET /x", repeatable=True), uri="api://x/x")
LISTED = replace(BARE, lists_output=True)
RESOURCE = replace(BARE, resource=True)
SMALL = AdmissionLimits(max_text_bytes=200, max_binary_bytes=100)
ROWS = [{"n": n} for n in range(100)]
LINES = "".join(f"{to_json(row)}\n" for row in ROWS)


def admit(
    body: bytes | str,
    content_type: str,
    expected: Expected = LISTED,
    limits: AdmissionLimits | None = None,
    *,
    ended: Ended | None = None,
) -> Admitted:
    content = body.encode() if isinstance(body, str) else body
    response = Response(
        200,
        (("Content-Type", content_type),),
        content,
        complete=ended is None,
        ended=ended or "size",
    )
    return admission.admit(legible(response), expected, limits)


@pytest.mark.parametrize(
    ("body", "content_type", "values"),
    [
        ('{"a":1}\n[2]\n', "application/x-ndjson", [{"a": 1}, [2]]),
        ('{"a":1}\n{"a":2}', "application/jsonl", [{"a": 1}, {"a": 2}]),
        ('\x1e{"a":1}\n\x1e2\n', "application/json-seq", [{"a": 1}, 2]),
        ('data: {"a":1}\n\ndata: x\n\n', "text/event-stream", [{"data": {"a": 1}}, {"data": "x"}]),
    ],
)
def test_sequence_is_text_and_its_values(
    body: str, content_type: str, values: list[JsonValue]
) -> None:
    admitted = admit(body, content_type)
    assert admitted.blocks[0].text == body.replace("\x1e", "")
    assert admitted.structured == ({"result": values},)
    assert admitted.value == (values,)
    assert admitted.remark is None


@pytest.mark.parametrize("content_type", ["application/x-ndjson", "application/json"])
def test_large_sequence_keeps_whole_lines_and_their_values(content_type: str) -> None:
    admitted = admit(LINES, content_type, limits=SMALL)
    text = admitted.blocks[0].text
    assert LINES.startswith(text)
    assert text.endswith("\n")
    kept = [json.loads(line) for line in text.split("\n")[:-1]]
    assert admitted.structured == ({"result": kept},)
    assert admitted.value == (ROWS,)
    assert admitted.whole is not None
    assert (admitted.whole.body, admitted.whole.shape) == (LINES.encode(), "text")


def test_large_stream_keeps_whole_events() -> None:
    body = "".join(f"data: {to_json(row)}\n\n" for row in ROWS)
    admitted = admit(body, "text/event-stream", limits=SMALL)
    kept = admitted.structured[0]["result"]
    assert kept == [{"data": row} for row in ROWS[: len(kept)]]
    assert len(kept) > 5


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        ("size", "more than"),
        ("connection", "The connection closed after"),
        ("time", "had not ended when the time of the call ran out"),
    ],
)
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (LINES[:99], "application/x-ndjson"),
        (to_json(ROWS)[:99], "application/json"),
        ("data: 1\n\nda", "text/event-stream"),
        ("a,b\n1", "text/csv"),
    ],
)
def test_beginning_says_why_there_is_no_more(
    body: str, content_type: str, ended: Ended, said: str
) -> None:
    admitted = admit(body, content_type, ended=ended)
    assert said in admitted.blocks[1].text
    assert said in admitted.notes[0]
    assert admitted.admission is Admission.TRUNCATED
    assert not admitted.is_error


@pytest.mark.parametrize(
    ("body", "content_type", "remark"),
    [
        ("{broken", "application/json", "it is not JSON"),
        ("[NaN]", "application/json", "NaN"),
        ('{"a":1} {"a":2}', "application/json", "Extra data"),
        ('{"a":1}\n{"a":2}\n', "application/json", "JSON lines, though its label"),
        ('{\n"a":1}', "application/x-ndjson", "one JSON text, though its label"),
        ("words\n", "application/x-ndjson", "not the JSON texts"),
        ('{"a":1}', "text/html", "JSON, though its label says text/html"),
        ('[{"a":1}]', "application/xml", "JSON, though its label says application/xml"),
        ("<!doctype html>x", "application/json", "a web page, though its label"),
        (b"\x89PNG\0\0", "application/json", "no text, though its label"),
    ],
)
def test_wrong_label_and_broken_content_are_flagged(
    body: bytes | str, content_type: str, remark: str
) -> None:
    admitted = admit(body, content_type)
    assert remark in str(admitted.remark)
    assert not admitted.is_error
    assert isinstance(admitted.structured[0], dict)


@pytest.mark.parametrize("content_type", ["text/csv", "application/yaml", "text/markdown"])
def test_text_that_only_begins_like_json_stays_text(content_type: str) -> None:
    admitted = admit("[1,2]", content_type)
    assert (admitted.structured, admitted.value) == (({"result": "[1,2]"},), ())


def test_unpromised_page_gives_its_words_and_is_there_whole() -> None:
    page = "<html><style>p{}</style><p>Please log in</p></html>"
    admitted = admit(page, "text/html")
    assert admitted.blocks[0].text == "Please log in"
    assert admitted.whole is not None
    assert admitted.whole.body.decode() == page
    assert admit(page, "text/html", limits=EVERYTHING).blocks[0].text == page
    assert admit(page, "text/html", RESOURCE).blocks[0].text == page


def test_lost_characters_are_told_to_the_model() -> None:
    admitted = admit(b"caf\xe9", "text/plain; charset=x-unknown")
    assert admitted.blocks[0].text == "caf\ufffd"
    assert "1 characters could not be read" in admitted.blocks[1].text


def test_guessed_charset_is_a_note_and_no_more() -> None:
    admitted = admit(b"caf\xe9", "text/plain")
    assert len(admitted.blocks) == 1
    assert "windows-1252" in admitted.notes[0]
    assert admitted.remark is None


def test_whole_of_a_cut_value_keeps_its_numbers_as_written() -> None:
    body = '{"rows": [' + ", ".join(["1.10", "12345678901234567890.5"] * 50) + "]}"
    admitted = admit(body, "application/json", limits=SMALL)
    assert admitted.whole is not None
    assert admitted.whole.body.decode() == body.replace(" ", "")
    (cut,) = admitted.whole.cuts
    assert (cut.pointer, cut.what, cut.whole) == ("/rows", "entries", 100)


texts = st.text().map(lambda text: text.encode("utf-8", "replace").decode())
hostile = st.text(st.sampled_from("a\u202e\x00\U000e0041\n")).map(lambda text: text * 9)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts | hostile,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=40,
)


@given(values, st.integers(120, 600), st.sampled_from([BARE, LISTED, RESOURCE]))
def test_what_enters_the_context_is_valid_json_below_the_limit(
    value: JsonValue, limit: int, expected: Expected
) -> None:
    admitted = admit(json.dumps(value), "application/json", expected, AdmissionLimits(limit))
    text = admitted.blocks[0].text
    kept = json.loads(text)
    assert len(text.encode()) <= limit
    if admitted.whole is None:
        assert kept == value
        assert admitted.admission is Admission.UNCHANGED
    else:
        assert json.loads(admitted.whole.body) == value
        assert admitted.whole.cuts
        assert str(admitted.whole.cuts[0]) in admitted.blocks[1].text
    if admitted.structured:
        assert admitted.structured[0] in (kept, {"result": kept})
