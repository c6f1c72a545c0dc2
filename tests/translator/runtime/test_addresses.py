import pytest

from translator.errors import PlanError
from translator.operation import Server, ServerVariable
from translator.runtime.addresses import base_url, join_path, origin_of
from translator.surface import Call
from translator.upstream import Upstream


def at(*servers: Server | str, own: bool = False) -> Call:
    made = tuple(Server(server) if isinstance(server, str) else server for server in servers)
    return Call("GET /x", "op", "GET", "/x", servers=made, own_servers=own)


@pytest.mark.parametrize(
    ("servers", "own", "bound", "expected"),
    [
        (("https://a.com/v1", "https://b.com"), False, None, "https://a.com/v1"),
        (("https://a.com/v1/",), False, None, "https://a.com/v1"),
        (("https://a.com",), False, "http://localhost:8000/api", "http://localhost:8000/api"),
        (("https://other.com/v2",), True, "https://a.com/v1", "https://other.com/v2"),
        (("/files-api",), True, "https://a.com/v1", "https://a.com/files-api"),
        (("files-api",), True, "https://a.com/v1", "https://a.com/files-api"),
        (("//other.com/v2",), True, "https://a.com/v1", "https://other.com/v2"),
        ((), True, "https://a.com/v1", "https://a.com/v1"),
        (("/v1",), False, "https://a.com", "https://a.com"),
    ],
)
def test_server_that_counts(
    servers: tuple[str, ...], own: bool, bound: str | None, expected: str
) -> None:
    assert base_url(at(*servers, own=own), Upstream(bound)) == expected


REGIONAL = Server(
    "{scheme}://{region}.a.com:{port}/{base}",
    (
        ServerVariable("scheme", "https", ("https", "http")),
        ServerVariable("region", "eu"),
        ServerVariable("port", "443"),
        ServerVariable("base", "v1"),
    ),
)


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "https://eu.a.com/v1"),
        ({"region": "us", "base": ""}, "https://us.a.com"),
        ({"scheme": "http", "port": "8080"}, "http://eu.a.com:8080/v1"),
    ],
)
def test_server_variables(variables: dict[str, str], expected: str) -> None:
    assert base_url(at(REGIONAL), Upstream(variables=variables)) == expected


def test_base_url_of_the_upstream_may_hold_variables() -> None:
    upstream = Upstream("https://{region}.a.com", variables={"region": "us"})

    assert base_url(at(), upstream) == "https://us.a.com"


def test_variable_outside_its_enum_is_refused() -> None:
    with pytest.raises(PlanError, match="not one of https, http"):
        base_url(at(REGIONAL), Upstream(variables={"scheme": "ftp"}))


@pytest.mark.parametrize(
    ("call", "bound"),
    [
        (at(), None),
        (at("/v1"), None),
        (at("Your API URL"), None),
        (at("api.example.com"), None),
        (at("/files", own=True), None),
        (at(), "localhost:8000"),
        (at(), "ftp://a.com"),
        (at(), "https://"),
        (at(), "https://a b.com"),
        (at(), "https://a.com:99999"),
        (at(), "https://a.com\\x"),
        (at(), "https://a<b>.com"),
    ],
)
def test_address_that_is_none_says_how_to_set_one(call: Call, bound: str | None) -> None:
    with pytest.raises(PlanError, match="--base-url"):
        base_url(call, Upstream(bound))


def test_variable_without_a_value_is_named() -> None:
    with pytest.raises(PlanError, match="'region'"):
        base_url(at("https://{region}.a.com"), Upstream())


@pytest.mark.parametrize("bound", ["https://a.com/?x=1", "https://a.com/#x", "https://a.com/?"])
def test_base_with_query_or_fragment_is_refused(bound: str) -> None:
    with pytest.raises(PlanError, match="no query and no fragment"):
        base_url(at(), Upstream(bound))


@pytest.mark.parametrize("scheme", ["https", "ftp"])
def test_user_and_password_in_the_address_are_refused_and_not_repeated(scheme: str) -> None:
    with pytest.raises(PlanError) as caught:
        base_url(at(), Upstream(f"{scheme}://user:hunter2@a.com"))
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("HTTPS://API.Example.com:443/x", "https://api.example.com"),
        ("http://a.com:80", "http://a.com"),
        ("http://a.com:443", "http://a.com:443"),
        ("http://[::1]:8080/x", "http://[::1]:8080"),
        ("https://b\u00fccher.example/x", "https://xn--bcher-kva.example"),
    ],
)
def test_origin_is_normalised(url: str, origin: str) -> None:
    assert origin_of(url) == origin


def test_base_path_is_encoded_and_kept() -> None:
    url = "https://a.com/rest/Train+Travel(S)/%7Bx/\u00e9"

    assert base_url(at(url), Upstream()) == "https://a.com/rest/Train+Travel(S)/%7Bx/%C3%A9"


@pytest.mark.parametrize(
    ("base", "path", "expected"),
    [
        ("https://a.com/api/v1", "/pets/", "https://a.com/api/v1/pets/"),
        ("https://a.com/api/v1/", "/pets", "https://a.com/api/v1/pets"),
        ("https://a.com/v1", "/job-1:cancel", "https://a.com/v1/job-1:cancel"),
        ("https://a.com/v1", "/", "https://a.com/v1/"),
        ("https://a.com", "pets", "https://a.com/pets"),
    ],
)
def test_path_is_appended_with_one_slash(base: str, path: str, expected: str) -> None:
    assert join_path(base, path) == expected
