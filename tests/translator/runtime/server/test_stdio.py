"""The same endpoint over standard input and output, in a process of its own."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.types import ServerNotification

from tests.fake_api import FakeApi, hang, reply_json
from tests.mcp_running import MODES
from translator.json_value import parse_json

ROOT = Path(__file__).resolve().parents[4]
PROGRAM = ROOT / "tests" / "stdio_program.py"


def command(api: FakeApi, *arguments: str) -> list[str]:
    return [sys.executable, "-W", "error", str(PROGRAM), api.origin, *arguments]


def parameters(api: FakeApi, *arguments: str) -> StdioServerParameters:
    program, *rest = command(api, *arguments)
    return StdioServerParameters(command=program, args=rest, cwd=str(ROOT))


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_an_endpoint_is_served(mode: Any) -> None:
    with FakeApi(reply_json({"id": 2**64 + 1})) as api:
        async with Client(parameters(api), mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["find", "look"]
            called = await client.call_tool("find", {"id": 2**63})
            read = await client.read_resource("api://zoo/pets/cat")
    assert called.structured_content == {"id": 2**64 + 1}
    assert str(2**64 + 1) in read.contents[0].text
    assert [received.target for received in api.requests] == [f"/find?id={2**63}", "/pets/cat"]


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_a_publication_is_told(mode: Any) -> None:
    told = anyio.Event()

    async def on_message(message: object) -> None:
        if isinstance(message, ServerNotification):
            told.set()

    async def listen(client: Client, *, task_status: Any) -> None:
        async with client.listen(tools_list_changed=True) as events:
            task_status.started()
            async for _ in events:
                told.set()

    # The program publishes another surface as soon as a tool is called.
    with FakeApi() as api:
        async with Client(parameters(api), mode=mode, message_handler=on_message) as client:
            async with anyio.create_task_group() as tasks:
                if mode == "auto":
                    await tasks.start(listen, client)
                await client.call_tool("look", {})
                with anyio.fail_after(5):
                    await told.wait()
                tasks.cancel_scope.cancel()
            names = [tool.name for tool in (await client.list_tools()).tools]
    assert names == ["find", "watch"]


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_cancelling_closes_the_connection_to_the_api(mode: Any) -> None:
    with FakeApi(hang()) as api:
        async with Client(parameters(api), mode=mode) as client:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(client.call_tool, "look", {})
                assert await anyio.to_thread.run_sync(api.received.wait, 5)
                tasks.cancel_scope.cancel()
            assert await anyio.to_thread.run_sync(api.closed.wait, 1)


def test_standard_output_carries_nothing_but_json_rpc() -> None:
    who = '{"name":"raw","version":"1"}'
    lines = [
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
        f'"capabilities":{{}},"clientInfo":{who}}}}}',
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        "this is not JSON",
        '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
    ]
    with (
        FakeApi() as api,
        subprocess.Popen(
            command(api, "noisy"),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n".join(lines).encode() + b"\n")
        process.stdin.flush()
        answers = [parse_json(process.stdout.readline()) for _ in range(2)]
        assert process.stderr is not None
        errors = process.stderr.readline()
        while b"noise" not in errors:
            errors = process.stderr.readline()
        rest, _ = process.communicate(timeout=10)
    assert [answer["id"] for answer in answers] == [1, 2]
    assert rest == b""
    assert process.returncode == 0


def test_an_endpoint_without_a_surface_is_refused() -> None:
    with FakeApi() as api:
        done = subprocess.run(
            command(api, "missing"), cwd=ROOT, capture_output=True, timeout=20, check=False
        )
    assert done.stdout == b""
    assert b"isthmus publish aquarium" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_ends_it_while_the_client_is_silent() -> None:
    with (
        FakeApi() as api,
        subprocess.Popen(
            command(api), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=5)
