from typing import Any

import pytest

from translator.errors import PlanError
from translator.operation import Location, Parameter
from translator.runtime.fields import cookie_pairs, cookie_text, field_text, header_text


def header(value: Any, *, explode: bool = False, **others: Any) -> str | None:
    one = Parameter("X-Color", Location.HEADER, True, style="simple", explode=explode, **others)
    return header_text(one, value)


def cookies(value: Any, *, explode: bool = False, **others: Any) -> str:
    one = Parameter("color", Location.COOKIE, True, explode=explode, **others)
    return "; ".join(f"{name}={text}" for name, text in cookie_pairs(one, value))


@pytest.mark.parametrize(
    ("value", "explode", "expected"),
    [
        ("blue", False, "blue"),
        ("", False, ""),
        (["blue", "black"], False, "blue,black"),
        (["blue", "black"], True, "blue,black"),
        ({"R": 100, "G": 200}, False, "R,100,G,200"),
        ({"R": 100, "G": 200}, True, "R=100,G=200"),
        (True, False, "true"),
        (2**64, False, "18446744073709551616"),
        ("a b/c%20;d,e", False, "a b/c%20;d,e"),
        ("caf\u00e9 50%", False, "caf%C3%A9 50%25"),
        (" a b\t", False, "%20a b%09"),
        ("  ", False, "%20%20"),
    ],
)
def test_header_is_simple_style_and_not_percent_encoded(
    value: Any, explode: bool, expected: str
) -> None:
    assert header(value, explode=explode) == expected


@pytest.mark.parametrize("value", [None, [], {}, [None]])
def test_undefined_header_is_not_sent(value: Any) -> None:
    assert (header(value), header(value, required=True)) == (None, "")


@pytest.mark.parametrize("value", ["a\r\nX: y", "a\nb", "\0", "a\x7f"])
def test_header_that_http_cannot_carry_is_refused(value: str) -> None:
    with pytest.raises(PlanError, match="header value"):
        header(value)


def test_header_item_with_a_comma_is_refused() -> None:
    with pytest.raises(PlanError, match="comma"):
        header(["a,b", "c"])


def test_json_content_in_a_header_is_ascii() -> None:
    assert header({"a": "é\n"}, content_type="application/json") == '{"a":"\\u00e9\\n"}'


def test_field_text_keeps_a_tab_inside() -> None:
    assert field_text("a\tb") == "a\tb"


@pytest.mark.parametrize(
    ("value", "explode", "expected"),
    [
        ("blue", False, "color=blue"),
        ("", False, "color="),
        (["blue", "black"], False, "color=blue,black"),
        (["a,b", "c"], False, "color=a%2Cb,c"),
        (["blue", "black"], True, "color=blue; color=black"),
        ({"R": 100, "G": 200}, False, "color=R,100,G,200"),
        ({"R": 100, "G": 200}, True, "R=100; G=200"),
        (None, True, ""),
        (5, False, "color=5"),
    ],
)
def test_cookies_are_form_style(value: Any, explode: bool, expected: str) -> None:
    assert cookies(value, explode=explode) == expected


def test_undefined_required_cookie_is_empty() -> None:
    assert cookies(None, required=True) == "color="


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s%3Aabc.d==", "s%3Aabc.d=="),
        ("a;b", "a%3Bb"),
        ('50% "x"', "50%25%20%22x%22"),
        ("\u00e9\r\n", "%C3%A9%0D%0A"),
    ],
)
def test_cookie_value_is_kept_where_rfc_6265_allows_it(text: str, expected: str) -> None:
    assert cookie_text(text) == expected


def test_json_content_in_a_cookie_is_encoded() -> None:
    assert cookies({"a": 1}, content_type="application/json") == "color={%22a%22:1}"
