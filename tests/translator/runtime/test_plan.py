import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from translator.errors import PlanError
from translator.operation import Location, Parameter
from translator.runtime.plan import RequestPlan, plan_request
from translator.surface import BoundBody, BoundMember, BoundParameter, Call

BASE = "https://api.example.com/v1"
STYLES = {"path": "simple", "header": "simple", "query": "form", "cookie": "form"}


def bound(place: str, argument: str | None = None, **others: Any) -> BoundParameter:
    location, _, name = place.partition(":")
    values = {key: others.pop(key) for key in ("pinned", "default") if key in others}
    style = others.pop("style", STYLES.get(location, "form"))
    explode = others.pop("explode", style == "form")
    one = Parameter(name, Location(location), True, style=style, explode=explode, **others)
    return BoundParameter(one, argument or name, **values)


def plan(path: str, *parameters: BoundParameter, body: Any = None, **arguments: Any) -> RequestPlan:
    call = Call(f"POST {path}", "op", "POST", path, parameters=parameters, body=body, accept="a/b")
    return plan_request(call, arguments, BASE)


def target(path: str, *parameters: BoundParameter, **arguments: Any) -> str:
    return plan(path, *parameters, **arguments).url.removeprefix(BASE)


def test_everything_goes_where_its_binding_says() -> None:
    planned = plan(
        "/things/{id}",
        bound("path:id", "id_path"),
        bound("query:id", "id_query"),
        bound("cookie:sid"),
        bound("header:X-Tenant", "tenant"),
        body=BoundBody("application/json", True, members=(BoundMember("id", "id_body"),)),
        id_path="a b",
        id_query=2,
        id_body=3,
        tenant="t",
        sid="s",
    )

    assert planned == RequestPlan(
        "POST",
        f"{BASE}/things/a%20b?id=2",
        (
            ("Accept", "a/b"),
            ("Content-Type", "application/json"),
            ("X-Tenant", "t"),
            ("Cookie", "sid=s"),
        ),
        b'{"id":3}',
    )


def test_no_body_means_no_content_type() -> None:
    planned = plan("/x", body=BoundBody("application/json", False))

    assert (planned.body, planned.headers) == (None, (("Accept", "a/b"),))


def test_pinned_wins_and_default_fills_in() -> None:
    parameters = (bound("query:a", pinned=(1,)), bound("query:b", default=(2,)), bound("query:c"))

    assert target("/x", *parameters, a=9, c=3) == "/x?a=1&b=2&c=3"


def test_required_argument_that_is_missing_is_named() -> None:
    with pytest.raises(PlanError, match="limit: is required") as caught:
        plan("/x", bound("query:page[limit]", "limit", required=True))
    assert caught.value.argument == "limit"


def test_value_that_cannot_be_written_names_its_argument() -> None:
    with pytest.raises(PlanError, match="words: no item may hold a space") as caught:
        plan("/x", bound("query:w", "words", style="spaceDelimited"), words=["a b"])
    assert caught.value.argument == "words"


@pytest.mark.parametrize("place", ["query:a", "header:a", "cookie:a"])
def test_null_of_an_optional_parameter_is_not_sent(place: str) -> None:
    planned = plan("/x", bound(place), a=None)

    assert (planned.url, planned.headers) == (f"{BASE}/x", (("Accept", "a/b"),))


def test_null_json_content_of_an_optional_parameter_is_not_sent() -> None:
    one = bound("query:a", content_type="application/json")

    assert target("/x", one, a=None) == "/x"


def test_null_in_the_path_is_refused() -> None:
    with pytest.raises(PlanError, match="id: a value is needed"):
        plan("/x/{id}", bound("path:id"), id=None)


@pytest.mark.parametrize("name", ["Host", "content-length", "Accept", "Authorization", "Cookie"])
def test_headers_that_are_ours_are_no_parameters(name: str) -> None:
    assert plan("/x", bound(f"header:{name}"), **{name: "evil"}).headers == (("Accept", "a/b"),)


def test_illegal_header_name_is_refused() -> None:
    with pytest.raises(PlanError, match="not legal"):
        plan("/x", bound("header:X Y", "xy"), xy="1")


def test_line_break_in_a_header_is_refused() -> None:
    with pytest.raises(PlanError, match="line breaks") as caught:
        plan("/x", bound("header:X", "x"), x="a\r\nHost: evil")
    assert caught.value.argument == "x"


def nested(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = {"a": value}
    return value


@pytest.mark.parametrize("content_type", ["application/json", "application/xml"])
def test_body_nested_too_deeply_is_refused(content_type: str) -> None:
    body = BoundBody(content_type, True, whole="body")

    with pytest.raises(PlanError) as caught:
        plan_request(
            Call("POST /x", "op", "POST", "/x", body=body), {"body": nested(100_000)}, BASE
        )
    assert caught.value.argument == "body"


def test_deep_object_nested_too_deeply_is_refused() -> None:
    with pytest.raises(PlanError, match="too deeply") as caught:
        plan("/x", bound("query:f", style="deepObject"), f=nested(100_000))
    assert caught.value.argument == "f"


# --- the path template ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a{id}c/{id}.json", "/a7c/7.json"),
        ("/Airlines('{id}')/$value", "/Airlines('7')/$value"),
        ("/a b/é/{id}", "/a%20b/%C3%A9/7"),
        ("/a%2Fb/{id}", "/a%2Fb/7"),
        ("/job-{id}:cancel", "/job-7:cancel"),
        ("/x/{id}/", "/x/7/"),
        ("//x/{id}", "//x/7"),
    ],
)
def test_literal_parts_of_a_path_stay(path: str, expected: str) -> None:
    assert target(path, bound("path:id"), id=7) == expected


@pytest.mark.parametrize(("style", "expected"), [("matrix", "/x;id=7"), ("label", "/x.7")])
def test_path_styles_inside_a_segment(style: str, expected: str) -> None:
    assert target("/x{id}", bound("path:id", style=style), id=7) == expected


def test_path_parameter_nobody_gives_is_named() -> None:
    with pytest.raises(PlanError, match="id: is required"):
        plan("/x/{id}", bound("path:id"))


@pytest.mark.parametrize(
    ("style", "value"), [("simple", "."), ("simple", ".."), ("label", ""), ("simple", "../admin")]
)
def test_value_cannot_leave_its_segment(style: str, value: str) -> None:
    with pytest.raises(PlanError):
        plan("/x/{id}", bound("path:id", style=style), id=value)


@pytest.mark.parametrize("value", ["%2e%2e", "%2E"])
def test_triplets_that_allow_reserved_keeps_make_no_dot_segment(value: str) -> None:
    with pytest.raises(PlanError, match="dot segment"):
        plan("/x/{id}", bound("path:id", allow_reserved=True), id=value)


def test_two_values_cannot_make_a_dot_segment_together() -> None:
    with pytest.raises(PlanError):
        plan("/x/{a}{b}", bound("path:a"), bound("path:b"), a=".", b=".")


def test_literal_query_is_joined_with_the_parameters() -> None:
    assert target("/search?kind=x&flag", bound("query:q"), q="a") == "/search?kind=x&flag&q=a"


def test_literal_pair_gives_way_to_a_parameter_of_its_name() -> None:
    paths = [target("/x?beta=true", bound("query:beta"), **given) for given in ({}, {"beta": 1})]

    assert paths == ["/x?beta=true", "/x?beta=1"]


def test_query_template_filled_by_a_path_parameter() -> None:
    assert (
        target("/search?query={q}", bound("path:q"), q="a/b &..") == "/search?query=a%2Fb%20%26.."
    )


@pytest.mark.parametrize(("given", "expected"), [({"lat": 1.5}, "/x?lat=1.5"), ({}, "/x")])
def test_query_template_filled_by_a_query_parameter(given: Any, expected: str) -> None:
    assert target("/x?lat={lat}", bound("query:lat"), **given) == expected


def test_query_template_nobody_fills_is_refused() -> None:
    with pytest.raises(PlanError, match="lat: is required"):
        plan("/x?lat={lat}")


def test_fragment_is_never_sent() -> None:
    assert target("/#Action=List", bound("query:Action"), Action="List") == "/?Action=List"


def test_querystring_is_the_whole_query() -> None:
    one = bound("querystring:q", content_type="application/x-www-form-urlencoded")

    assert target("/x", one, q={"a": "b c", "d": [1, 2]}) == "/x?a=b+c&d=1&d=2"


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://api.example.com/v1/x?y=http://z", "https://api.example.com"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
    ],
)
def test_origin_of_a_plan(url: str, origin: str) -> None:
    assert RequestPlan("GET", url).origin == origin


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=4), values),
    max_leaves=6,
)
QUERY_STYLES = ["form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject"]


@settings(max_examples=150, deadline=None)
@given(
    JSON_VALUES,
    st.sampled_from(["simple", "label", "matrix"]),
    st.sampled_from(QUERY_STYLES),
    st.booleans(),
    st.booleans(),
)
def test_whatever_is_given_what_goes_out_is_legal_or_refused(
    value: Any, in_path: str, in_query: str, explode: bool, reserved: bool
) -> None:
    others = {"explode": explode, "allow_reserved": reserved}
    parameters = (
        bound("path:p", style=in_path, **others),
        bound("query:q", style=in_query, **others),
        bound("header:h", explode=explode),
        bound("cookie:c", explode=explode),
    )
    try:
        planned = plan("/x/{p}/y", *parameters, p=value, q=value, h=value, c=value)
    except PlanError:
        return

    path, _, query = planned.url.removeprefix(BASE).partition("?")
    assert re.fullmatch(r"/x/[^/]+/y", path)
    assert re.fullmatch(r"([A-Za-z0-9._~:@!$&'()*+,;=/-]|%[0-9A-F]{2})*", path, re.IGNORECASE)
    assert re.fullmatch(r"([A-Za-z0-9._~:@!$&'()*+,;=/?-]|%[0-9A-F]{2})*", query, re.IGNORECASE)
    assert all(re.fullmatch(r"[\t\x20-\x7e]*", text) for _, text in planned.headers)


def test_representation_holds_no_credential() -> None:
    plan = RequestPlan("GET", "https://h/?key=hunter2", (("X-Key", "hunter2"),), b"hunter2")
    assert "hunter2" not in repr(plan)
