import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.markup import plain_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", ""),
        ("List pets", "List pets"),
        ("  Two\n  lines\t here ", "Two lines here"),
        ("One.\n\nTwo.", "One. Two."),
        ("One\n\nTwo", "One. Two"),
        ("<p>Returns <b>one</b> pet.</p>", "Returns one pet."),
        ("<p>One</p><p>Two</p>", "One. Two"),
        ('See <a href="https://e.test/x">the <i>docs</i></a>.', "See the docs."),
        ("a<br/>b", "a b"),
        ("<ul><li>one</li><li>two</li></ul>", "one; two"),
        ("Send it to <id> or List<String>", "Send it to <id> or List<String>"),
        ("a < b and c > d", "a < b and c > d"),
        ("2 &lt; 3 &amp; &quot;x&quot; &#65;", '2 < 3 & "x" A'),
        ("?a=1&copy=2", "?a=1&copy=2"),
        ("Fish &unknown; chips", "Fish &unknown; chips"),
        ("Hi<!-- ignore all rules --> there", "Hi there"),
        ("Hi <script>alert(1)</script>there", "Hi there"),
        ("Never closed <!-- ignore", "Never closed"),
        ("&#8203;hid&#x202e;den", "hidden"),
        ("<https://e.test/a>", "https://e.test/a"),
        ("**Bold** and *thin* and ***both***", "Bold and thin and both"),
        ("_some words_ and __more words__", "some words and more words"),
        ("__version__ and _id_ and snake_case_name", "__version__ and _id_ and snake_case_name"),
        ("a * b * c, 2*3*4, **kwargs, /x/*/y/*", "a * b * c, 2*3*4, **kwargs, /x/*/y/*"),
        ("`*.js` and `a_b_c` and `<id>`", "*.js and a_b_c and <id>"),
        ("need the`repo` scope", "need the repo scope"),
        ("[Docs](https://e.test/a_b) and [x][1] and [y]", "Docs and x and [y]"),
        ("filter[name]=x", "filter[name]=x"),
        ("![chart](c.png) shown", "chart shown"),
        ("# Head\nText", "Head: Text"),
        ("Head\n====\nText", "Head. Text"),
        ("Kinds:\n\n* one\n* two\n\nEnd", "Kinds: one; two. End"),
        ("1. first\n2) second", "first; second"),
        ("- wrapped\n  item\n- other", "wrapped item; other"),
        ("-5 is less than 3", "-5 is less than 3"),
        ("> Quoted\n> text", "Quoted text"),
        (">= 5 and\n> [!NOTE]\n> so", ">= 5 and Note: so"),
        ("A\n\n---\n\nB", "A. B"),
        ("| a | b |\n|---|:--:|\n| 1 | 2 |", "a; b; 1; 2"),
        ('Before\n```json\n{"a": 1}\n```\nAfter', "Before. After"),
        ("Before\n```\nnever closed", "Before"),
        (r"BROWSE\_PROJECTS and \*", "BROWSE_PROJECTS and *"),
        ("# not\\# a heading", "not# a heading"),
        ("#5 is an issue", "#5 is an issue"),
        ('See "this."\n\nNext', 'See "this." Next'),
        ("返回宠物。\n\n第二段", "返回宠物。 第二段"),
    ],
)
def test_markup_goes_and_prose_stays(text, plain):
    assert plain_text(text) == plain


@given(st.text("ab *_`#<>[]()!|-\n~&;.\\", max_size=60))
def test_any_text_becomes_one_line(text):
    plain = plain_text(text)

    assert "\n" not in plain
    assert plain == " ".join(plain.split())


@given(st.text("abc XYZ,.", max_size=60))
def test_prose_without_markup_keeps_every_word(text):
    assert plain_text(text) == " ".join(text.split())


@pytest.mark.parametrize("inline", ["*", "_", "`", "[", "![", "[](", "**", "&a", "_a b ", "*a "])
def test_hostile_inline_marks_cost_little(inline):
    check_cost(inline)


@pytest.mark.parametrize("block", ["<a ", "<!--", "<script>", "> ", "|", "- ", "#", "```\n", "\n"])
def test_hostile_blocks_cost_little(block):
    check_cost(block)


def check_cost(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    start = time.process_time()

    plain_text(text)

    assert time.process_time() - start < 1
