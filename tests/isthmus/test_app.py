"""The application as a whole: pages, endpoints, health, the guard, starting and stopping."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp import Client

from isthmus.app import create_app, run_http
from tests.fake_api import FakeApi, hang, reply_json
from tests.mcp_running import MODES, Record, gateway_over
from tests.mcp_surfaces import ZOO, Published
from tests.servers import serve
from translator.errors import RefusedByUs
from translator.runtime.transport import Transport
from web.start_page import Link

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def serving(surfaces: Published, **options: object) -> Iterator[str]:
    transport = Transport("isthmus-tests")
    gateway = gateway_over(surfaces, transport, Record())
    app = create_app(surfaces=surfaces, gateway=gateway, around=transport, **options)  # type: ignore[arg-type]
    with serve(app) as base_url:
        yield base_url


@pytest.fixture
def zoo() -> Iterator[Published]:
    with FakeApi(reply_json({"ok": True})) as api:
        surfaces = Published()
        surfaces.publish("zoo", ZOO, api.origin)
        yield surfaces


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_an_endpoint_is_served_at_its_slug(zoo: Published, mode: str) -> None:
    with serving(zoo) as base_url:
        async with Client(f"{base_url}/mcp/zoo", mode=mode) as client:
            result = await client.call_tool("look", {})
    assert result.structured_content == {"ok": True}


def test_the_start_page_names_the_endpoint_by_the_address_it_was_asked_at(zoo: Published) -> None:
    with serving(zoo, links=[Link("Elsewhere", "/elsewhere")]) as base_url:
        page = httpx2.get(f"{base_url}/")
    assert page.status_code == 200
    assert f"{base_url}/mcp/zoo" in page.text
    assert "/elsewhere" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_the_style_sheet_is_served(zoo: Published) -> None:
    with serving(zoo) as base_url:
        sheet = httpx2.get(f"{base_url}/static/isthmus.css")
    assert sheet.headers["content-type"].startswith("text/css")


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/isthmus.css", "/mcp/zoo", "/nowhere"])
def test_a_foreign_host_gets_nothing(zoo: Published, path: str) -> None:
    with serving(zoo) as base_url:
        assert httpx2.get(base_url + path, headers={"host": "evil.example"}).status_code == 421


def test_a_host_of_the_operator_is_answered(zoo: Published) -> None:
    with serving(zoo, allowed_hosts=["mcp.example"]) as base_url:
        page = httpx2.get(f"{base_url}/", headers={"host": "mcp.example"})
    assert "http://mcp.example/mcp/zoo" in page.text


def test_health_counts_the_open_endpoints(zoo: Published) -> None:
    with serving(zoo) as base_url:
        answer = httpx2.get(f"{base_url}/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "endpoints": 1})


@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/mcp/aquarium", "/mcp/zoo/more", "/mcp/%2e%2e"])
def test_what_is_no_endpoint_is_answered_in_json(zoo: Published, path: str) -> None:
    with serving(zoo) as base_url:
        answer = httpx2.get(base_url + path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == -32600


def test_what_surrounds_the_application_is_entered_and_left(zoo: Published) -> None:
    seen: list[str] = []

    @asynccontextmanager
    async def around() -> AsyncIterator[None]:
        seen.append("entered")
        yield
        seen.append("left")

    gateway = gateway_over(zoo, Transport("isthmus-tests"), Record())
    with serve(create_app(surfaces=zoo, gateway=gateway, around=around())):
        assert seen == ["entered"]
    assert seen == ["entered", "left"]


def test_a_taken_port_is_refused_with_a_way_out(zoo: Published) -> None:
    app = create_app(surfaces=zoo, gateway=gateway_over(zoo, Transport("x"), Record()))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RefusedByUs, match=rf"127\.0\.0\.1:{port}.*--port"):
            run_http(app, "127.0.0.1", port, lambda base_url: None)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_ctrl_c_ends_it_at_once_and_open_calls_are_answered(mode: str) -> None:
    with FakeApi(hang()) as api, program(api.origin) as process:
        assert process.stdout is not None
        base_url = (await anyio.to_thread.run_sync(process.stdout.readline)).decode().strip()
        url = f"{base_url}/mcp/zoo"
        async with Client(url, mode=mode) as client, anyio.create_task_group() as tasks:
            tasks.start_soon(interrupt_once_called, process, api)
            if mode == "auto":
                await tasks.start(listen, client)
            result = await client.call_tool("look", {})
            started = time.monotonic()
            await anyio.to_thread.run_sync(process.wait, 10)
            took = time.monotonic() - started
        assert process.stderr is not None
        errors = process.stderr.read().decode()
    assert result.is_error
    assert (process.returncode, errors) == (0, "")
    assert took < 2


def program(origin: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-W", "error", str(ROOT / "tests" / "http_program.py"), origin],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


async def interrupt_once_called(process: "subprocess.Popen[bytes]", api: FakeApi) -> None:
    assert await anyio.to_thread.run_sync(api.received.wait, 10)
    process.send_signal(signal.SIGINT)


async def listen(client: Client, *, task_status: anyio.abc.TaskStatus[None]) -> None:
    """Hold a stream open until the server ends it."""
    async with client.listen(tools_list_changed=True) as events:
        task_status.started()
        async for _ in events:
            pass
