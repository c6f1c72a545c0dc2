import pytest

from translator.errors import EgressRefused
from translator.operation import Server
from translator.runtime.egress import (
    EgressPolicy,
    check_address,
    check_origin,
    egress_of,
    is_public,
    origin_of,
)
from translator.surface import Call, Resource, Surface
from translator.upstream import Upstream


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://API.example.com/x?y#z", "https://api.example.com"),
        ("https://api.example.com:443/", "https://api.example.com"),
        ("http://api.example.com:80", "http://api.example.com"),
        ("http://api.example.com:443/", "http://api.example.com:443"),
        ("http://[::1]:80/", "http://[::1]"),
        ("http://[::1]:81/", "http://[::1]:81"),
    ],
)
def test_origin_has_scheme_host_and_unusual_port(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x/",
        "file:///etc/passwd",
        "/x",
        "",
        "http://",
        "http://h:x/",
        "http://[::1/",
        "http://u:p@h/",
    ],
)
def test_what_is_no_http_address_has_no_origin(url: str) -> None:
    with pytest.raises(EgressRefused):
        origin_of(url)


def test_policy_without_origins_allows_any() -> None:
    assert check_origin(EgressPolicy(), "http://h/x") == "http://h"


def test_policy_with_origins_allows_only_these() -> None:
    policy = EgressPolicy(frozenset({"https://h"}))
    assert check_origin(policy, "https://h:443/x") == "https://h"
    with pytest.raises(EgressRefused, match="http://h "):
        check_origin(policy, "http://h/x")


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f::1", "::ffff:93.184.215.14"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_addresses_inside_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_private_address_is_refused_by_host_name_only() -> None:
    with pytest.raises(EgressRefused, match=r"inside\.example") as caught:
        check_address(EgressPolicy(allow_private=False), "inside.example", "10.0.0.7")
    assert "10.0.0.7" not in str(caught.value)


def test_private_address_is_allowed_where_the_policy_says_so() -> None:
    check_address(EgressPolicy(), "localhost", "127.0.0.1")


def call(*servers: str, own: bool = False) -> Call:
    return Call("GET /x", "op", "GET", "/x", tuple(Server(url) for url in servers), own)


def surface(*calls: Call) -> Surface:
    resources = tuple(
        Resource(f"api://s/{n}", str(n), "", "", None, made) for n, made in enumerate(calls)
    )
    return Surface("s", "", "", resources=resources)


@pytest.mark.parametrize(
    ("calls", "upstream", "origins"),
    [
        ([call("https://a/v1")], Upstream(), {"https://a"}),
        ([call("https://a/v1")], Upstream("http://b:81/v2"), {"http://b:81"}),
        (
            [call("https://a"), call("https://c", own=True)],
            Upstream("https://b"),
            {"https://b", "https://c"},
        ),
        (
            [call("https://a")],
            Upstream(allowed_origins=("https://d:443",)),
            {"https://a", "https://d"},
        ),
        ([call("/relative"), call()], Upstream(), set()),
        ([call("https://a")], Upstream(allowed_origins=("nonsense",)), {"https://a"}),
    ],
)
def test_calls_may_go_where_someone_allowed_them_to(
    calls: list[Call], upstream: Upstream, origins: set[str]
) -> None:
    assert egress_of(surface(*calls), upstream).allowed_origins == origins
