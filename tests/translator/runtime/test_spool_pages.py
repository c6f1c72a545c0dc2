import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue, to_json
from translator.ports import Spooled
from translator.runtime.spool_pages import NoSuchPage, Page, page_of
from translator.runtime.truncation import escape

texts = st.text().map(lambda text: text.encode("utf-8", "replace").decode())
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=30,
)


def kept(body: str | bytes, shape: str = "json", page_bytes: int = 60) -> Spooled:
    content = body.encode() if isinstance(body, str) else body
    mime_type = {"json": "application/json", "text": "text/csv", "binary": "image/png"}[shape]
    return Spooled(content, mime_type, shape, "tool", "op", page_bytes)


def all_pages(whole: Spooled, pointer: str = "") -> list[Page]:
    first = page_of(whole, pointer, 1)
    pages = [page_of(whole, pointer, number) for number in range(1, first.count + 1)]
    assert [page.number for page in pages] == list(range(1, first.count + 1))
    assert {page.count for page in pages} == {first.count}
    with pytest.raises(NoSuchPage):
        page_of(whole, pointer, first.count + 1)
    return pages


def together(pages: list[Page]) -> list[JsonValue]:
    return [entry for page in pages for entry in json.loads(str(page.content))]


@given(st.lists(st.integers() | texts.filter(lambda text: len(to_json(text).encode()) < 50)))
def test_pages_of_a_list_are_together_the_list(entries: list[JsonValue]) -> None:
    pages = all_pages(kept(to_json(entries)))
    assert together(pages) == entries
    for page in pages:
        assert len(str(page.content).encode()) <= 60
        assert page.mime_type == "application/json"


@given(values, st.integers(20, 80))
def test_pages_of_any_value_are_together_the_value(value: JsonValue, page_bytes: int) -> None:
    pages = all_pages(kept(to_json(value), page_bytes=page_bytes))
    contents = [str(page.content) for page in pages]
    for content in contents:
        assert len(content.encode()) <= page_bytes
    if all(page.about.startswith("Entries") for page in pages):
        assert together(pages) == value
    else:
        assert json.loads("".join(contents)) == value


@given(texts, st.integers(4, 40))
def test_pages_of_a_text_are_together_the_text(text: str, page_bytes: int) -> None:
    pages = all_pages(kept(text, "text", page_bytes))
    assert "".join(str(page.content) for page in pages) == text
    assert all(len(str(page.content).encode()) <= page_bytes for page in pages)
    assert {page.mime_type for page in pages} == {"text/csv"}


@given(st.binary(min_size=1), st.integers(1, 40))
def test_pages_of_bytes_are_together_the_bytes(body: bytes, page_bytes: int) -> None:
    pages = all_pages(kept(body, "binary", page_bytes))
    contents = [page.content for page in pages if isinstance(page.content, bytes)]
    assert b"".join(contents) == body
    assert all(len(content) <= page_bytes for content in contents)


@given(st.dictionaries(texts, st.lists(st.integers(0, 999), min_size=1), min_size=1), st.data())
def test_each_place_can_be_read_by_its_pointer(
    value: dict[str, list[int]], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(list(value)))
    pages = all_pages(kept(to_json({"a b/~": [value]})), f"/a b~1~0/0/{escape(name)}")
    assert together(pages) == value[name]


def test_numbers_on_a_page_stand_as_they_came() -> None:
    rows = "[1.10,9007199254740993.0,1E3,0.12345678901234567890]"
    assert page_of(kept(f'{{"rows":{rows}}}'), "/rows", 1).content == rows


def test_lines_stay_whole_on_pages_of_text() -> None:
    text = "".join(f"{n},row\n" for n in range(100))
    pages = all_pages(kept(text, "text"))
    assert all(str(page.content).endswith("\n") for page in pages)


def test_text_at_a_pointer_is_read_as_it_is() -> None:
    whole = kept(to_json({"log": "first line\n" * 20}))
    page = page_of(whole, "/log", 1)
    assert page.content == "first line\n" * 5
    assert page.mime_type == "text/plain"
    assert page.about == "Characters 1 to 55 of 220."


def test_page_says_what_stands_on_it() -> None:
    page = page_of(kept(to_json(list(range(100)))), "", 2)
    entries = json.loads(str(page.content))
    assert page.about == f"Entries {entries[0] + 1} to {entries[-1] + 1} of 100."


def test_entry_that_fits_no_page_is_read_as_text() -> None:
    pages = all_pages(kept(to_json([1, "x" * 100])))
    assert {page.mime_type for page in pages} == {"text/plain"}


def test_tilde_of_a_pointer_is_read_last() -> None:
    """RFC 6901 §4: else `~01` would become a slash."""
    whole = kept('{"a/b":[1],"a~1b":[2],"a~0b":[3]}')
    assert page_of(whole, "/a~1b", 1).content == "[1]"
    assert page_of(whole, "/a~01b", 1).content == "[2]"
    assert page_of(whole, "/a~00b", 1).content == "[3]"


def test_last_of_members_of_one_name_is_read() -> None:
    assert page_of(kept('{"a":[1],"a":[2]}'), "/a", 1).content == "[2]"


@pytest.mark.parametrize(
    ("whole", "pointer", "number", "said"),
    [
        (kept("[1,2]"), "", 2, "it has one page, and no page 2"),
        (kept(to_json(list(range(100)))), "", 99, "pages, and no page 99"),
        (kept("[1,2]"), "", 0, "no page 0"),
        (kept('{"a":1}'), "/b", 1, "nothing in it at /b"),
        (kept("[1]"), "/1", 1, "nothing in it at /1"),
        (kept("[1]"), "/x", 1, "nothing in it at /x"),
        (kept("[1]"), "/0/x", 1, "nothing in it at /0/x"),
        (kept("a,b", "text"), "/a", 1, "no JSON"),
        (kept(b"x", "binary"), "/a", 1, "no JSON"),
        (kept(b"x", "binary"), "", 2, "one page"),
    ],
)
def test_page_that_is_not_there_says_what_is(
    whole: Spooled, pointer: str, number: int, said: str
) -> None:
    with pytest.raises(NoSuchPage, match=said):
        page_of(whole, pointer, number)
