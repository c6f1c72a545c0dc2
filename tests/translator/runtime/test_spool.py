import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.ports import Spooled
from translator.runtime.admitted import Whole
from translator.runtime.spool import PageAsked, cuts_in_json, links, page_asked, spooled
from translator.runtime.truncation import Cut

WHOLE = Whole(
    b"[" + b"1," * 4000 + b"1]",
    "application/json",
    "json",
    (
        Cut("", "members", 2, 9),
        Cut("/items", "entries", 12, 500),
        Cut("/a~1b/log", "characters", 90, 9_000),
        Cut("/x", "entries", 1, 2),
        Cut("/y", "entries", 1, 2),
    ),
)


@given(
    st.text(st.sampled_from("abcXYZ019_-"), min_size=1),
    st.text().map(lambda text: "/" + text.encode("utf-8", "replace").decode()) | st.just(""),
    st.integers(1, 999_999),
)
def test_address_says_which_page_is_asked_for(spool_id: str, pointer: str, page: int) -> None:
    asked = PageAsked(spool_id, pointer, page)
    if len(pointer) < 500:
        assert page_asked(asked.uri("shop")) == asked


def test_plain_address_is_short() -> None:
    assert PageAsked("ID").uri("shop") == "isthmus://shop/spool/ID"
    assert PageAsked("ID", "/items", 3).uri("shop") == (
        "isthmus://shop/spool/ID?pointer=/items&page=3"
    )


@pytest.mark.parametrize(
    "uri",
    ["api://shop/spool/ID", "isthmus://shop/other/ID", "isthmus:x", "", "isthmus://[x/spool/ID"],
)
def test_other_addresses_are_none(uri: str) -> None:
    assert page_asked(uri) is None


@pytest.mark.parametrize(
    "query", ["page=0", "page=-1", "page=x", "page=", "page=1.5", "pointer=items", "size=9"]
)
def test_query_that_is_none_says_what_it_takes(query: str) -> None:
    asked = page_asked(f"isthmus://shop/spool/ID?{query}")
    assert asked is not None
    assert "`page`" in asked.problem


def test_trace_shows_less_than_one_needs_to_read_it() -> None:
    assert PageAsked("abcdefghijklmnop").shown("shop") == "isthmus://shop/spool/abcdef…"


def test_links_lead_to_what_was_cut_and_to_all_of_it() -> None:
    found = links(WHOLE, "ID", "shop")
    assert [(block.kind, block.text, block.uri, block.mime_type) for block in found] == [
        (
            "link",
            "All 500 entries of /items, by pages",
            "isthmus://shop/spool/ID?pointer=/items",
            "application/json",
        ),
        (
            "link",
            "All 9,000 characters of /a~1b/log, by pages",
            "isthmus://shop/spool/ID?pointer=/a~1b/log",
            "text/plain",
        ),
        (
            "link",
            "All 2 entries of /x, by pages",
            "isthmus://shop/spool/ID?pointer=/x",
            "application/json",
        ),
        (
            "link",
            "The whole answer (8,003 bytes), by pages",
            "isthmus://shop/spool/ID",
            "application/json",
        ),
    ]


def test_list_that_is_all_of_it_has_one_link() -> None:
    whole = Whole(b"[1,2]", "application/json", "json", (Cut("", "entries", 1, 2),))
    (link,) = links(whole, "ID", "shop")
    assert link.text == "The whole answer (2 entries, 5 bytes), by pages"


def test_what_is_kept_knows_what_it_is_an_answer_of() -> None:
    assert spooled(WHOLE, "list", "op", 100) == Spooled(
        WHOLE.body, "application/json", "json", "list", "op", 100
    )
    assert "1,1" not in repr(spooled(WHOLE, "list", "op", 100))


def test_cuts_are_written_down_to_a_number() -> None:
    assert cuts_in_json(WHOLE.cuts, 2) == [
        {"pointer": "", "what": "members", "kept": 2, "of": 9},
        {"pointer": "/items", "what": "entries", "kept": 12, "of": 500},
    ]
