"""`isthmus demo` as a user starts it: one process, one port, everything behind it."""

import contextlib
import json
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import Client

from tests.program import PROGRAM, Program
from tests.servers import free_port

pytestmark = pytest.mark.anyio


@contextlib.contextmanager
def demo(data: Path) -> Iterator[tuple[str, str]]:
    """Run the demo; give its base URL and what it printed."""
    port = free_port()
    process = subprocess.Popen(
        [PROGRAM, "--data", str(data), "demo", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("Ctrl-C"):
            break
    try:
        yield f"http://127.0.0.1:{port}", "".join(lines)
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=15)
    assert (process.returncode, errors) == (0, "")


async def test_the_demo_serves_page_api_and_endpoint_and_ends_cleanly(tmp_path: Path) -> None:
    with demo(tmp_path) as (base, printed):
        assert f"{base}/mcp/desk" in printed
        with urllib.request.urlopen(base + "/") as page:
            assert b"Incident desk" in page.read()
        async with Client(f"{base}/mcp/desk") as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            opened = await client.call_tool(
                "open_incident", {"service_id": "search", "title": "Slow results"}
            )
            assert opened.structured_content is not None
            number = opened.structured_content["id"]
        with urllib.request.urlopen(f"{base}/desk/incidents/{number}") as reply:
            assert json.load(reply)["title"] == "Slow results"
    assert "purge_incidents" not in tools
    assert {"open_incident", "list_incidents", "get_monthly_report"} <= tools


async def test_the_command_it_prints_works_and_a_second_start_keeps_decisions(
    tmp_path: Path,
) -> None:
    program = Program(tmp_path)
    with demo(tmp_path) as (_, printed):
        command = next(line for line in printed.splitlines() if " call desk " in line)
        assert command.split()[-2:] == ["list_incidents", "state=open"]
        assert '"open"' in program.must("call", "desk", "list_incidents", "state=open")
    program.must("deny", "desk", "check_health")
    with demo(tmp_path):
        rows = program.json("review", "desk", "check_health")
        assert rows[0]["state"] == "denied"
        assert len(program.json("surfaces", "desk")) == 1
