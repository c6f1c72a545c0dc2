import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.runtime.link_header import next_target


@pytest.mark.parametrize(
    ("field", "target"),
    [
        (
            '<https://api.example.com/pets?page=2>; rel="next"',
            "https://api.example.com/pets?page=2",
        ),
        ("</pets?page=2>;rel=next", "/pets?page=2"),
        ('<?page=2> ; REL = "NEXT"', "?page=2"),
        ('</p?page=1>; rel="prev", </p?page=3>; rel="next", </p?page=9>; rel="last"', "/p?page=3"),
        ('</a,b;c>; title="a, b; <c>"; rel="next"', "/a,b;c"),
        ('</a>; rel="first next"', "/a"),
        ('</a>; title="say \\"rel=next\\""; rel=prev, </b>; rel=next', "/b"),
        ('</a>; rel=prev; rel=next, </b>; rel="next"', "/b"),
        ('</a>; rel="next"; anchor="#other", </b>; rel="next"', "/b"),
        ("</a>;; rel=next", "/a"),
        ("<>; rel=next", ""),
        ("  ,, </a>; rel=next", "/a"),
        ("</a>; rel=\"next\"; x*=UTF-8''%e2%82%ac", "/a"),
    ],
)
def test_next_is_found_wherever_it_stands(field: str, target: str) -> None:
    assert next_target([("Link", field)]) == target


@pytest.mark.parametrize(
    "field",
    [
        "",
        "/pets?page=2; rel=next",
        "</pets?page=2; rel=next",
        "</pets>",
        '</pets>; rel="nextpage"',
        '</pets>; rel="prev"',
        '</pets>; title="rel=next',
        "</pets>; =next",
        "garbage, </pets>; rel=next",
    ],
)
def test_what_is_broken_or_another_relation_leads_nowhere(field: str) -> None:
    assert next_target([("Link", field)]) is None


def test_several_fields_are_one_list() -> None:
    headers = [("link", "</a>; rel=prev"), ("X", "</x>; rel=next"), ("LINK", "</b>; rel=next")]
    assert next_target(headers) == "/b"
    assert next_target([]) is None


def test_a_very_long_header_is_read_in_bounds() -> None:
    assert next_target([("Link", "</a>; rel=prev, " * 100_000 + "</b>; rel=next")]) is None
    assert next_target([("Link", '</a>; x="' + "\\" * 10**6)]) is None


@given(st.text('<>;,="\\ /?relnxtabc', max_size=80))
def test_reading_never_fails(field: str) -> None:
    found = next_target([("Link", field)])
    assert found is None or "<" not in found


TARGET = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="<>"))
VALUE = st.text(st.characters(min_codepoint=32, max_codepoint=126))


@given(st.lists(st.tuples(TARGET, VALUE), max_size=3), TARGET)
def test_quoted_values_hide_nothing(others: list[tuple[str, str]], target: str) -> None:
    def quoted(text: str) -> str:
        return text.replace("\\", "\\\\").replace('"', '\\"')

    links = [f'<{at}>; title="{quoted(value)}"; rel=prev' for at, value in others]
    assert next_target([("Link", ", ".join([*links, f"<{target}>; rel=next"]))]) == target
