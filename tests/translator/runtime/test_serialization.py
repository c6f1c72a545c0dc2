"""Styles against the table of OAS 3.1.1, and against openapi-core wherever it can read them."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import Oracle, Reading
from translator.errors import PlanError
from translator.operation import Location, Parameter
from translator.runtime.plan import plan_request
from translator.runtime.serialization import join_pairs, path_text, query_pairs, querystring_text
from translator.surface import BoundParameter, Call

BASE = "https://api.example.com/v1"
BLUE, COLORS, RGB = "blue", ["blue", "black", "brown"], {"R": 100, "G": 200, "B": 150}


def parameter(location: str, style: str, explode: bool, **others: Any) -> Parameter:
    return Parameter("color", Location(location), True, style=style, explode=explode, **others)


def query(style: str, explode: bool, value: Any, **others: Any) -> str:
    return join_pairs(query_pairs(parameter("query", style, explode, **others), value))


@pytest.mark.parametrize(
    ("style", "explode", "string", "array", "members"),
    [
        ("matrix", False, ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
        ("matrix", True, ";color=blue", ";color=blue;color=black;color=brown",
         ";R=100;G=200;B=150"),
        ("label", False, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
        ("label", True, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
        ("simple", False, "blue", "blue,black,brown", "R,100,G,200,B,150"),
        ("simple", True, "blue", "blue,black,brown", "R=100,G=200,B=150"),
    ],
)  # fmt: skip
def test_path_styles_are_those_of_the_table(
    style: str, explode: bool, string: str, array: str, members: str
) -> None:
    one = parameter("path", style, explode)

    assert [path_text(one, value) for value in (BLUE, COLORS, RGB)] == [string, array, members]


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [
        ("form", False, "", "color="),
        ("form", False, BLUE, "color=blue"),
        ("form", False, COLORS, "color=blue,black,brown"),
        ("form", False, RGB, "color=R,100,G,200,B,150"),
        ("form", True, "", "color="),
        ("form", True, BLUE, "color=blue"),
        ("form", True, COLORS, "color=blue&color=black&color=brown"),
        ("form", True, RGB, "R=100&G=200&B=150"),
        ("spaceDelimited", False, COLORS, "color=blue%20black%20brown"),
        ("spaceDelimited", False, RGB, "color=R%20100%20G%20200%20B%20150"),
        ("pipeDelimited", False, COLORS, "color=blue%7Cblack%7Cbrown"),
        ("pipeDelimited", False, RGB, "color=R%7C100%7CG%7C200%7CB%7C150"),
        ("tabDelimited", False, COLORS, "color=blue%09black%09brown"),
        ("deepObject", True, RGB, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    ],
)
def test_query_styles_are_those_of_the_table(
    style: str, explode: bool, value: Any, expected: str
) -> None:
    assert query(style, explode, value) == expected


@pytest.mark.parametrize("style", ["spaceDelimited", "pipeDelimited", "tabDelimited"])
def test_delimited_style_with_explode_equals_form(style: str) -> None:
    assert query(style, True, COLORS) == "color=blue&color=black&color=brown"


def test_deep_object_without_explode_equals_with() -> None:
    assert query("deepObject", False, {"a": 1}) == "color%5Ba%5D=1"


def test_deep_object_nests_and_counts_array_items() -> None:
    value = {"a": {"b": [1, {"c": True}]}, "d": []}

    assert query("deepObject", True, value) == (
        "color%5Ba%5D%5Bb%5D%5B0%5D=1&color%5Ba%5D%5Bb%5D%5B1%5D%5Bc%5D=true"
    )


def test_deep_object_of_an_array_has_indices() -> None:
    assert query("deepObject", True, ["x", "y"]) == "color%5B0%5D=x&color%5B1%5D=y"


def test_separator_inside_an_item_is_told_apart() -> None:
    assert query("form", False, ["a,b", "c"]) == "color=a%2Cb,c"


@pytest.mark.parametrize(
    ("style", "item"), [("spaceDelimited", "a b"), ("pipeDelimited", "a|b"), ("tabDelimited", "\t")]
)
def test_separator_that_cannot_be_escaped_is_refused(style: str, item: str) -> None:
    with pytest.raises(PlanError, match="separates the items"):
        query(style, False, [item, "c"])


@pytest.mark.parametrize("value", [None, [], {}, [None], {"a": None}])
@pytest.mark.parametrize(
    ("style", "explode"), [("form", True), ("form", False), ("deepObject", True)]
)
def test_undefined_optional_value_is_not_sent(style: str, explode: bool, value: Any) -> None:
    assert query(style, explode, value) == ""


def test_undefined_required_value_reads_as_the_table_says() -> None:
    assert query("form", True, None, required=True) == "color="


def test_null_items_are_undefined() -> None:
    assert query("form", False, ["a", None, "b"]) == "color=a,b"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (2**64 + 1, "18446744073709551617"),
        (1.0, "1.0"),
        (1e-7, "1e-07"),
        ("a b&c=d/é", "a%20b%26c%3Dd%2F%C3%A9"),
        ("~-._", "~-._"),
    ],
)
def test_single_values_read_as_json_writes_them(value: Any, text: str) -> None:
    assert query("form", True, value) == f"color={text}"


def test_member_that_is_an_array_repeats_its_key_with_explode() -> None:
    assert query("form", True, {"sort": ["a", "b"], "page": 1}) == "sort=a&sort=b&page=1"


def test_nested_value_outside_deep_object_is_json_text() -> None:
    assert query("form", True, [{"a": 1}]) == "color=%7B%22a%22%3A1%7D"


def test_names_are_encoded() -> None:
    one = Parameter("filter[name]", Location.QUERY, True)

    assert query_pairs(one, "x") == [("filter%5Bname%5D", "x")]


def test_allow_reserved_keeps_reserved_characters_and_triplets() -> None:
    assert query("form", True, "/a:b?c@d;e=%2F%zz", allow_reserved=True) == (
        "color=/a:b?c@d;e=%2F%25zz"
    )


def test_allow_reserved_encodes_what_would_break_the_query() -> None:
    assert query("form", True, "a&b+c#d[e]", allow_reserved=True) == ("color=a%26b%2Bc%23d%5Be%5D")


def test_allow_reserved_encodes_the_separator_inside_an_item() -> None:
    assert query("form", False, ["a,b", "c:d"], allow_reserved=True) == "color=a%2Cb,c:d"


def test_json_content_parameter_is_json_text() -> None:
    one = parameter("query", "form", True, content_type="application/json")

    assert join_pairs(query_pairs(one, {"type": "t-shirt", "n": 1})) == (
        "color=%7B%22type%22%3A%22t-shirt%22%2C%22n%22%3A1%7D"
    )


def test_text_content_parameter_is_its_text() -> None:
    one = parameter("query", "form", True, content_type="text/plain")

    assert join_pairs(query_pairs(one, "a b")) == "color=a%20b"


@pytest.mark.parametrize(
    ("content_type", "value", "expected"),
    [
        ("application/x-www-form-urlencoded", {"a": "x y", "b": [1, 2]}, "a=x+y&b=1&b=2"),
        ("application/x-www-form-urlencoded", "a=1&b=x+y z", "a=1&b=x+y%20z"),
        ("application/json", {"a": 1}, "%7B%22a%22%3A1%7D"),
        ("text/plain", "a b", "a%20b"),
    ],
)
def test_querystring_is_the_whole_query(content_type: str, value: Any, expected: str) -> None:
    one = Parameter("q", Location.QUERYSTRING, True, content_type=content_type)

    assert querystring_text(one, value) == expected


@pytest.mark.parametrize("value", ["", None, [], {}])
def test_empty_path_value_is_refused(value: Any) -> None:
    with pytest.raises(PlanError):
        path_text(parameter("path", "simple", False), value)


@pytest.mark.parametrize("value", [".", "..", "../admin", "a/../b", "a\\..\\b", ["..", "/x"]])
def test_dot_segment_in_a_path_is_refused(value: Any) -> None:
    with pytest.raises(PlanError, match="path segment"):
        path_text(parameter("path", "simple", False), value)


@pytest.mark.parametrize("value", ["...", ".well-known", "a..b", "%2e%2e"])
def test_dots_that_are_no_dot_segment_are_kept(value: str) -> None:
    assert path_text(parameter("path", "simple", False), value) == value.replace("%", "%25")


def test_path_value_is_percent_encoded_down_to_unreserved() -> None:
    assert path_text(parameter("path", "simple", False), "a/b?c#d:e@f+g~") == (
        "a%2Fb%3Fc%23d%3Ae%40f%2Bg~"
    )


def test_path_with_allow_reserved_still_encodes_slash_question_mark_and_hash() -> None:
    one = parameter("path", "simple", False, allow_reserved=True)

    assert path_text(one, "a:b@c/d?e#f") == "a:b@c%2Fd%3Fe%23f"


def test_empty_matrix_value_is_its_name() -> None:
    assert path_text(parameter("path", "matrix", False), "") == ";color"


def test_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(PlanError, match="surrogate"):
        query("form", True, "\ud800")


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_number_that_json_has_not_is_refused(value: float) -> None:
    with pytest.raises(PlanError, match="JSON"):
        query("form", True, value)


@pytest.mark.parametrize(("location", "style"), [("path", "form"), ("query", "matrix")])
def test_style_of_another_location_is_refused(location: str, style: str) -> None:
    one = parameter(location, style, False)

    with pytest.raises(PlanError, match="style"):
        path_text(one, "x") if location == "path" else query_pairs(one, "x")


# --- openapi-core reads it back -------------------------------------------------------------

KINDS: dict[str, Any] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "array": {"type": "array", "items": {"type": "string"}},
    "integers": {"type": "array", "items": {"type": "integer"}},
    "object": {"type": "object", "properties": {key: {"type": "string"} for key in "RGB"}},
}

#: What no text of a value may hold: what is refused, or what the specification itself leaves
#: ambiguous (label splits at dots; cookies and headers may be decoded or not).
EXCLUDED = {
    "spaceDelimited": " ",
    "pipeDelimited": "|",
    "label": ".",
    "path": "/\\.",
    "cookie": "%",
    "header": ",=%",
}


def values_of(kind: str, location: str, style: str) -> st.SearchStrategy[Any]:
    excluded = EXCLUDED.get(location, "") + EXCLUDED.get(style, "")
    letters = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=excluded)
    text = st.text(letters, min_size=1, max_size=8)
    return {
        "string": text,
        "integer": st.integers(-(2**70), 2**70),
        "boolean": st.booleans(),
        "array": st.lists(text, min_size=1, max_size=4),
        "integers": st.lists(st.integers(), min_size=1, max_size=4),
        "object": st.dictionaries(st.sampled_from(list("RGB")), text, min_size=1),
    }[kind]


def read_back(location: str, style: str, explode: bool, schema: Any, value: Any) -> Reading:
    template = "/things/{color}" if location == "path" else "/things"
    described = {
        "name": "color",
        "in": location,
        "required": True,
        "style": style,
        "explode": explode,
        "schema": schema,
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {template: {"get": {"parameters": [described], "responses": {}}}},
    }
    bound = BoundParameter(parameter(location, style, explode), "color")
    call = Call(f"GET {template}", "op", "GET", template, parameters=(bound,))
    plan = plan_request(call, {"color": value}, BASE)
    return Oracle(document, BASE).read(plan, template)


def readable() -> list[tuple[str, str, bool, str]]:
    """Every style, explode, location and kind that openapi-core can read."""
    rows = []
    for explode in (False, True):
        for kind in KINDS:
            rows += [("path", style, explode, kind) for style in ("simple", "label", "matrix")]
            if (explode, kind) != (True, "object"):
                rows += [("query", "form", explode, kind), ("cookie", "form", explode, kind)]
            rows.append(("header", "simple", explode, kind))
    containers = ("array", "integers", "object")
    rows += [
        ("query", style, False, kind)
        for style in ("spaceDelimited", "pipeDelimited")
        for kind in containers
    ]
    rows.append(("query", "deepObject", True, "object"))
    return rows


@pytest.mark.parametrize(("location", "style", "explode", "kind"), readable())
@settings(max_examples=15, deadline=None)
@given(drawn=st.data())
def test_openapi_core_reads_the_same_value(
    location: str, style: str, explode: bool, kind: str, drawn: st.DataObject
) -> None:
    value = drawn.draw(values_of(kind, location, style))

    reading = read_back(location, style, explode, KINDS[kind], value)

    assert (reading.parameters[location], reading.errors) == ({"color": value}, ())
