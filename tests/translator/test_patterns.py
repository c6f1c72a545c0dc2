import re

import jsonschema_rs
import pytest
import re2
from hypothesis import example, given, settings
from hypothesis import strategies as st

from translator.patterns import Engine, is_portable, pattern_engine, read_pattern


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "^[a-z]{2}$",
        r"^\d{4}-\d{2}$",
        r"^(?:a|b)+?$",
        r"[\w\-.]+@[\w.]+",
        r"\bfoo\b",
        r"^https:\/\/",
        r"\x41",
        "^一$",
        "((a{10})+){100}",
    ],
)
def test_pattern_all_engines_share_is_portable_and_kept(pattern: str) -> None:
    read = read_pattern(pattern)

    assert (read.text, read.engine, read.portable) == (pattern, Engine.LINEAR, True)


@pytest.mark.parametrize(
    "pattern",
    [
        r"^\p{L}+$",
        "^(?!null$)",
        "(?<=a)b",
        r"(a)\1",
        "a++",
        "a**",
        "(?i)a",
        "[a&&b]",
        "(a{100}){100}",
        "a{2}{3}",
        "a{1001}",
        r"\cA",
        "*a",
        "(",
        "[",
        "[z-a]",
        "\\",
        "^*",
    ],
)
def test_pattern_some_engine_refuses_is_not_portable(pattern: str) -> None:
    assert not is_portable(pattern)


@pytest.mark.parametrize(
    ("pattern", "portable"),
    [
        (r"^https\:\/\/", r"^https:\/\/"),
        (r"^[a-z[\]]+$", r"^[a-z\[\]]+$"),
        (r"[\w-.]", r"[\w\-.]"),
        (r"[.-\w]", r"[.\-\w]"),
        ("[^]", r"[\s\S]"),
        ("[^]]", r"[^\]]"),
        ("a{,3}", "a{0,3}"),
        ("{id}", r"\{id\}"),
        (r"(?<year>\d{4})", r"(\d{4})"),
        (r"(?P<year>\d{4})", r"(\d{4})"),
        (r"\Aab\Z", "^ab$"),
        ("[[:alpha:]_]+", "[a-zA-Z_]+"),
        (r"[\u4e00-\u9fa5]", "[一-龥]"),
        ("/^[a-z]+$/", "^[a-z]+$"),
        (r"\_\-\@\ ", "_-@ "),
        (r"\0", r"\x00"),
    ],
)
def test_other_dialects_are_spelt_the_portable_way(pattern: str, portable: str) -> None:
    read = read_pattern(pattern)

    assert (read.text, read.portable) == (portable, True)


@pytest.mark.parametrize(
    ("pattern", "engine"),
    [
        (r"^[\p{L}\p{N} ._\-]+$", Engine.LINEAR),
        ("^(?!undefined$|null$)", Engine.BACKTRACKING),
        (r"(a)\1", Engine.BACKTRACKING),
        ("/^[a-z]+$/i", Engine.LINEAR),
        ("^([", None),
        ("(?>a)" * 5 + "(", None),
        ("a" * 30_000, None),
        ("\ud800", None),
    ],
)
def test_engine_is_the_cheapest_that_compiles_the_pattern(
    pattern: str, engine: Engine | None
) -> None:
    assert pattern_engine(pattern) is engine


_ATOMS = st.one_of(
    st.sampled_from(["a", "b", "-", "1", ".", "é", "{", "}", "]", "^", "$", r"\d", r"\:", r"\-"]),
    st.sampled_from([r"\_", r"\/", "[ab]", r"[\w-]", r"[^\]]", "[a[]", r"[\w-.]", "(a|b)"]),
    st.sampled_from(["(?:a)", "(?<n>a)"]),
)
_PATTERNS = st.lists(
    st.tuples(_ATOMS, st.sampled_from(["", "", "*", "+?", "{2}", "{1,3}", "{,2}"])), max_size=6
).map(lambda parts: "".join(atom + repeat for atom, repeat in parts))


@given(_PATTERNS)
@settings(max_examples=300, deadline=None)
def test_every_portable_pattern_compiles_in_all_engines(pattern: str) -> None:
    read = read_pattern(pattern)
    if read.portable:
        re.compile(read.text)
        re2.compile(read.text)
        jsonschema_rs.Draft202012Validator(
            {"pattern": read.text}, pattern_options=jsonschema_rs.RegexOptions()
        )


@given(_PATTERNS, st.lists(st.text("ab-:_1/{}[]é", max_size=6), min_size=5, max_size=20))
@example(r"^a\:\-[a[]$", ["a:-a", "a:-["])
@settings(max_examples=300, deadline=None)
def test_rewriting_keeps_the_meaning(pattern: str, texts: list[str]) -> None:
    read = read_pattern(pattern)
    options = jsonschema_rs.RegexOptions()
    try:
        as_written = jsonschema_rs.Draft202012Validator(
            {"pattern": pattern}, pattern_options=options
        )
    except ValueError:
        return
    as_read = jsonschema_rs.Draft202012Validator({"pattern": read.text}, pattern_options=options)

    assert [as_written.is_valid(text) for text in texts] == [
        as_read.is_valid(text) for text in texts
    ]
