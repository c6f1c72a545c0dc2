import anyio
import pytest

from translator.runtime.server.hosts import AllowedHosts, HostGuard, Receive, Scope, Send


@pytest.mark.parametrize(
    "header",
    ["127.0.0.1", "127.0.0.1:8722", "localhost", "LOCALHOST:1", "[::1]", "[::1]:8722"],
)
def test_loopback_is_answered_with_any_port(header: str) -> None:
    assert AllowedHosts().allows_host(header)


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "evil.example",
        "evil.example:8722",
        "localhost.evil.example",
        "127.0.0.1.evil.example:80",
        "127.0.0.1:8722@evil.example",
        "localhost:evil",
        "::1",
    ],
)
def test_a_foreign_host_is_refused(header: str | None) -> None:
    assert not AllowedHosts().allows_host(header)


def test_a_host_of_the_operator_is_answered() -> None:
    hosts = AllowedHosts(["mcp.example", "desk.example:8443"])
    assert hosts.allows_host("mcp.example:9")
    assert hosts.allows_host("desk.example:8443")
    assert not hosts.allows_host("desk.example")


@pytest.mark.parametrize("header", [None, "http://localhost:6274", "https://127.0.0.1"])
def test_no_origin_and_our_own_are_answered(header: str | None) -> None:
    assert AllowedHosts().allows_origin(header)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "null",
        "http://evil.example",
        "file://localhost",
        "http://localhost@evil.example",
        "http://[",
    ],
)
def test_a_foreign_origin_is_refused(header: str) -> None:
    assert not AllowedHosts().allows_origin(header)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([(b"host", b"localhost:1")], 200),
        ([(b"host", b"evil.example")], 421),
        ([], 421),
        ([(b"host", b"localhost:1"), (b"origin", b"http://evil.example")], 403),
    ],
)
def test_the_guard_answers_before_the_application(
    headers: list[tuple[bytes, bytes]], status: int
) -> None:
    sent: list[Scope] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Scope:
        raise AssertionError("nothing is to be read")

    async def send(message: Scope) -> None:
        sent.append(message)

    guard = HostGuard(application, AllowedHosts())
    anyio.run(guard, {"type": "http", "headers": headers}, receive, send)
    assert sent[0]["status"] == status
