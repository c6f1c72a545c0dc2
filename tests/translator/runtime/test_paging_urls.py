import pytest

from translator.operation import Location, Parameter
from translator.runtime.paging_urls import (
    ANOTHER_PATH,
    NO_URL,
    arguments_of,
    followed,
)
from translator.runtime.plan import RequestPlan
from translator.surface import BoundParameter, Call

ORIGIN = "https://api.example.com"
PLAN = RequestPlan("GET", f"{ORIGIN}/v1/pets?kind=cat&page=1", (("Accept", "*/*"),))


def query(name: str, argument: str | None = None, **more: tuple[str, ...]) -> BoundParameter:
    return BoundParameter(Parameter(name, Location.QUERY, True), argument, **more)


CALL = Call(
    "GET /pets?beta=1",
    "op",
    "GET",
    "/pets?beta=1",
    parameters=(query("kind", "kind"), query("page", "number"), query("tenant", pinned=("acme",))),
)


def url(text: str, plan: RequestPlan = PLAN, **more: str | None) -> str:
    made = followed(plan, text, plan.url, CALL, ["api_key"], **more)
    return made if isinstance(made, str) else made.url.removeprefix(ORIGIN)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        (f"{ORIGIN}/v1/pets?kind=cat&page=2", "/v1/pets?kind=cat&page=2"),
        ("https://API.example.com:443/v1/pets?page=2", "/v1/pets?page=2"),
        ("/v1/pets?page=2", "/v1/pets?page=2"),
        ("?page=2", "/v1/pets?page=2"),
        ("pets?page=2", "/v1/pets?page=2"),
        ("//api.example.com/v1/pets?c=x", "/v1/pets?c=x"),
        ("/v1/pets/?c=x", "/v1/pets?c=x"),
        ("/v1/p%65ts?c=x#here", "/v1/pets?c=x"),
        ("?c=a%2Fb%3D%3D&d=+ ü\x00", "/v1/pets?c=a%2Fb%3D%3D&d=+%20%C3%BC%00"),
        ("?page=2&api_key=theirs", "/v1/pets?page=2"),
        ("?page=2&tenant=other&beta=0", "/v1/pets?page=2"),
        ("?page=2&%74enant=other", "/v1/pets?page=2"),
        ("/repositories/7/pets?page=2", "/v1/pets?page=2"),
    ],
)
def test_the_query_of_the_next_page_is_followed_at_the_published_path(
    text: str, target: str
) -> None:
    assert url(text) == target


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("http://169.254.169.254/latest/meta-data", "another origin, http://169.254.169.254,"),
        ("http://127.0.0.1:22/", "another origin, http://127.0.0.1:22,"),
        ("http://api.example.com/v1/pets?page=2", "another origin, http://api.example.com,"),
        ("https://api.example.com:8443/v1/pets?page=2", "another origin"),
        ("//evil.example/v1/pets?page=2", "another origin, https://evil.example,"),
        ("https://api.example.com@evil.example/", NO_URL),
        ("https://user:pass@api.example.com/v1/pets?page=2", NO_URL),
        ("ftp://api.example.com/v1/pets", NO_URL),
        ("javascript:alert(1)", NO_URL),
        ("https://[::1", NO_URL),
        ("https://api.example.com:99999/", NO_URL),
        ("/v1/admin", ANOTHER_PATH),
        ("/v1/admin?delete=all", ANOTHER_PATH),
        ("/v1/pets/../admin?delete=all", ANOTHER_PATH),
        ("/v1/admin?kind=cat", ANOTHER_PATH),
        ("/v1/admin?hidden=2", ANOTHER_PATH),
    ],
)
def test_what_leads_elsewhere_is_not_followed(text: str, why: str) -> None:
    assert why in url(text)


def test_what_nobody_offers_may_still_ask_for_a_page() -> None:
    assert url("/other?hidden=2", asking="hidden") == "/v1/pets?hidden=2"


def test_what_the_surface_decides_stays() -> None:
    plan = RequestPlan("GET", f"{ORIGIN}/v1/pets?beta=1&tenant=acme&page=1&api_key=x")
    assert url("?page=2", plan) == "/v1/pets?beta=1&tenant=acme&api_key=x&page=2"


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (f"{ORIGIN}/v1/pets?kind=cat&page=2", {"number": "2"}),
        ("?kind=dog&page=2", {"kind": "dog", "number": "2"}),
        ("?page=1", {}),
        ("?page=2&page=3", {}),
        ("?other=2&tenant=x", {}),
        ("?page=a%20b+c", {"number": "a b c"}),
        ("https://evil.example/v1/pets?page=2", {}),
        ("https://[::1", {}),
    ],
)
def test_a_caller_asks_for_the_page_by_arguments(text: str, arguments: dict[str, str]) -> None:
    assert arguments_of(PLAN, text, PLAN.url, CALL) == arguments
