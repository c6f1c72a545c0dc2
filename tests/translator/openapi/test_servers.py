from collections.abc import Callable

import pytest

from translator.openapi.reading import Reading
from translator.openapi.resolve import Place, Resolved
from translator.openapi.servers import default_servers, read_servers, resolve_server_url
from translator.operation import Server, ServerVariable

ENTRY = "file:///apis/entry.yaml"
ADDRESS = "https://docs.example/apis/v2/openapi.json"


def _read(reading: Reading, servers: object) -> tuple[Server, ...] | None:
    return read_servers(reading, Resolved({"servers": servers}, Place(ENTRY)))


@pytest.mark.parametrize(
    ("url", "address", "resolved"),
    [
        ("https://a.example/v1", ADDRESS, "https://a.example/v1"),
        ("/v1", ADDRESS, "https://docs.example/v1"),
        ("v1", ADDRESS, "https://docs.example/apis/v2/v1"),
        ("../v1", ADDRESS, "https://docs.example/apis/v1"),
        ("/", ADDRESS, "https://docs.example/"),
        ("//b.example/v1", "http://docs.example/", "http://b.example/v1"),
        ("/{tenant}/v1", ADDRESS, "https://docs.example/{tenant}/v1"),
        ("{scheme}://a.example", ADDRESS, "{scheme}://a.example"),
        ("http{s}://a.example", ADDRESS, "http{s}://a.example"),
        ("{server}/v1", ADDRESS, "{server}/v1"),
        ("/v1", None, "/v1"),
        ("v1", None, "v1"),
        ("//b.example/v1", None, "https://b.example/v1"),
    ],
)
def test_relative_url_is_resolved_against_the_address(
    url: str, address: str | None, resolved: str
) -> None:
    assert resolve_server_url(url, address) == resolved


@pytest.mark.parametrize(("address", "url"), [(None, "/"), (ADDRESS, "https://docs.example/")])
def test_default_server_is_the_root(
    make_reading: Callable[..., Reading], address: str | None, url: str
) -> None:
    assert default_servers(make_reading(address=address)) == (Server(url),)


@pytest.mark.parametrize("servers", [None, [], "text", {}])
def test_no_servers_are_none(make_reading: Callable[..., Reading], servers: object) -> None:
    assert _read(make_reading(), servers) is None


@pytest.mark.parametrize(
    "url", [None, 5, "", "ftp://a.example", "ws://a.example", "http://[::1", "http://a.example:x/"]
)
def test_server_that_cannot_be_called_is_left_out(
    make_reading: Callable[..., Reading], url: object
) -> None:
    reading = make_reading()

    servers = _read(reading, [{"url": url}, {"url": "https://a.example"}])

    assert servers == (Server("https://a.example"),)
    assert [(f.code, f.pointer) for f in reading.log.found()] == [("server-invalid", "/servers/0")]


def test_none_that_can_be_called_is_empty(make_reading: Callable[..., Reading]) -> None:
    assert _read(make_reading(), [{"url": "ftp://a.example"}, None]) == ()


def test_variables_have_texts(make_reading: Callable[..., Reading]) -> None:
    variables = {
        "port": {"default": 8443, "enum": [8443, 443]},
        "base": {"default": "v1", "description": "d"},
        "region": {"enum": ["eu", "us"]},
        "flag": {"default": True},
        "open": {},
        "odd": None,
    }

    servers = _read(
        make_reading(),
        [{"url": "https://{region}.a.example:{port}/{base}", "variables": variables}],
    )

    assert servers is not None
    assert servers[0].variables == (
        ServerVariable("port", "8443", ("8443", "443")),
        ServerVariable("base", "v1", (), "d"),
        ServerVariable("region", "eu", ("eu", "us")),
        ServerVariable("flag", "true"),
    )


def test_variable_nobody_declares_is_kept_in_the_url(make_reading: Callable[..., Reading]) -> None:
    url = "https://{host}:{port}/v1"

    assert _read(make_reading(), [{"url": url}]) == (Server(url),)
