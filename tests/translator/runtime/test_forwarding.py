from dataclasses import replace

import pytest

from translator.errors import PlanError
from translator.operation import Location, SecurityScheme, Server
from translator.runtime.forwarding import Forwarded, forward, looks_secret, refusal
from translator.runtime.plan import RequestPlan
from translator.surface import Call
from translator.upstream import Upstream

CALL = Call("GET /x", "op", "GET", "/x")
HOME = "https://api.example.com"
PLAN = RequestPlan("GET", f"{HOME}/x", (("Accept", "application/json"), ("X-Set", "ours")), None)
SCHEMES = {
    "key": SecurityScheme("key", "apiKey", Location.HEADER, "X-Service"),
    "query": SecurityScheme("query", "apiKey", Location.QUERY, "X-Tenant"),
}


def forwarded(
    *sent: tuple[str, str],
    names: tuple[str, ...] = ("X-Tenant", "X-Set"),
    call: Call = CALL,
    plan: RequestPlan = PLAN,
    base: str | None = HOME,
) -> Forwarded:
    upstream = Upstream(base_url=base, forward_headers=names)
    return forward(sent, upstream, call, plan, SCHEMES)


def test_only_what_is_named_goes_on() -> None:
    sent = (("x-tenant", "blue"), ("x-other", "1"), ("authorization", "Bearer k"))

    assert forwarded(*sent).headers == (("X-Tenant", "blue"),)
    assert forwarded(*sent, names=()).headers == ()


def test_what_the_surface_says_of_a_header_goes_before_what_the_client_says() -> None:
    assert forwarded(("x-set", "theirs")).headers == ()


def test_several_lines_of_a_header_are_one_list() -> None:
    assert forwarded(("x-tenant", "a"), ("x-tenant", "b")).headers == (("X-Tenant", "a, b"),)


def test_an_empty_header_is_not_sent() -> None:
    assert forwarded(("x-tenant", "")).headers == ()


@pytest.mark.parametrize(
    "value", ["zz\r\nX-Evil: 1", "zz\n", "zz\0", " zz", "zz ", "zzé", "z" * 5_000]
)
def test_a_value_that_cannot_stand_in_a_header_is_refused_and_not_repeated(value: str) -> None:
    with pytest.raises(PlanError, match="the header X-Tenant of the client's request") as caught:
        forwarded(("x-tenant", value))
    assert "zz" not in str(caught.value)


def test_a_name_that_became_a_credentials_place_goes_on_no_more() -> None:
    assert forwarded(("x-service", "k"), names=("X-Service",)).headers == ()


def test_a_name_that_may_never_go_on_does_not_even_when_it_is_listed() -> None:
    sent = (("authorization", "Bearer k"), ("cookie", "a=b"), ("mcp-session-id", "s"))
    names = ("Authorization", "Cookie", "Mcp-Session-Id")

    assert forwarded(*sent, names=names).headers == ()


OWN = replace(CALL, servers=(Server("https://files.example.com"),), own_servers=True)
ELSEWHERE = replace(PLAN, url="https://files.example.com/x")


def test_nothing_goes_to_another_server_of_an_operation() -> None:
    sent = ("x-tenant", "blue")

    assert forwarded(sent, call=OWN, plan=ELSEWHERE).headers == ()
    assert forwarded(sent, call=OWN, plan=ELSEWHERE, base=None).headers == ()


def test_nothing_goes_where_a_call_was_led_to_afterwards() -> None:
    assert forwarded(("x-tenant", "blue"), plan=ELSEWHERE).headers == ()


def test_an_operations_server_at_the_upstreams_own_origin_is_no_other() -> None:
    own = replace(CALL, servers=(Server("/v2"),), own_servers=True)

    assert forwarded(("x-tenant", "blue"), call=own).headers == (("X-Tenant", "blue"),)


@pytest.mark.parametrize(
    "name",
    [
        "Authorization", "Proxy-Authorization", "Proxy-Anything", "Cookie", "Set-Cookie", "Host",
        "Content-Length", "Content-Type", "Content-Encoding", "Transfer-Encoding", "Connection",
        "Keep-Alive", "TE", "Trailer", "Upgrade", "Expect", "Accept", "Accept-Encoding", "Origin",
        "Mcp-Session-Id", "MCP-Protocol-Version", "Mcp-Param-X", "Last-Event-ID", "traceparent",
        "tracestate", "X-Forwarded-For", "Forwarded", "Via", "Sec-Fetch-Site", "If-None-Match",
        "Range", "X-HTTP-Method-Override", "X-Original-URL", "Idempotency-Key", "User-Agent",
        "X-Service", "x-service",
    ],
)  # fmt: skip
def test_a_forbidden_name_is_refused_with_the_reason(name: str) -> None:
    assert f"the header {name} cannot be forwarded: " in (refusal(name, SCHEMES) or "")


@pytest.mark.parametrize("name", ["", "X Tenant", "X-Tenant:", "X-T\r\n", "é", "a" * 101])
def test_what_names_no_header_is_refused(name: str) -> None:
    assert "cannot name a header" in (refusal(name, SCHEMES) or "")


@pytest.mark.parametrize(
    "name", ["X-Tenant", "X-Request-Tenant", "Accept-Language", "X-User-Token", "Baggage"]
)
def test_any_other_name_is_taken(name: str) -> None:
    assert refusal(name, SCHEMES) is None


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("X-Auth-Token", "x", True),
        ("X-ApiKey", "x", True),
        ("X-Userkey", "x", True),
        ("X-Session-Id", "x", True),
        ("X-Tenant", "Bearer abc", True),
        ("X-Tenant", "eyJhbGciOi.eyJzdWIi.c2ln", True),
        ("X-Tenant", "blue", False),
        ("Accept-Language", "de", False),
    ],
)
def test_what_looks_secret(name: str, value: str, secret: bool) -> None:
    assert looks_secret(name, value) is secret


def test_traces_show_what_does_not_look_secret() -> None:
    both = forwarded(("x-tenant", "blue"), ("x-token", "t-1"), names=("X-Tenant", "X-Token"))

    assert both.shown == (("X-Tenant", "blue"),)
    assert [place.name for place in both.hidden] == ["X-Token"]
    assert "t-1" not in repr(both)
