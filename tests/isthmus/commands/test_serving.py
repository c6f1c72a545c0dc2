"""`isthmus serve` and `isthmus stdio`, as processes, for the official client."""

import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable

import anyio
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.isthmus.conftest import CommandLine
from tests.program import PROGRAM, Program

pytestmark = pytest.mark.anyio


def _program(line: CommandLine) -> Program:
    return Program(line.data)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_both_eras_see_the_same_over_http_and_stdio(
    published: CommandLine, mode: str
) -> None:
    program = _program(published)
    server = StdioServerParameters(command=PROGRAM, args=["stdio", "desk"], env=program.environment)
    with program.serving() as base:
        async with (
            Client(f"{base}/mcp/desk", mode=mode) as http,
            Client(server, mode=mode) as stdio,
        ):
            for client in (http, stdio):
                tools = [tool.name for tool in (await client.list_tools()).tools]
                assert tools == ["get_incident", "list_incidents", "open_incident"]
                result = await client.call_tool("get_incident", {"incident_id": 101})
                assert result.structured_content["id"] == 101
                read = await client.read_resource("api://desk/services")
                assert "checkout" in read.contents[0].text


async def test_serving_goes_on_while_another_process_publishes(published: CommandLine) -> None:
    program = _program(published)
    with program.serving() as base:
        async with Client(f"{base}/mcp/desk") as client:
            async with client.listen(tools_list_changed=True) as news:
                published.must("deny", "desk", "open_incident")
                published.must("publish", "desk")
                async for _ in news:
                    break
            tools = await client.list_tools(cache_mode="refresh")
            assert [tool.name for tool in tools.tools] == ["get_incident", "list_incidents"]


def test_an_endpoint_nobody_published_is_404_in_words(desk: CommandLine) -> None:
    with _program(desk).serving() as base, pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{base}/mcp/desk")
    assert refused.value.code == 404
    assert b"isthmus publish" in refused.value.read()


async def test_stdio_is_somebodys_when_it_is_started_so(published: CommandLine) -> None:
    published.must("upstream", "desk", "--credential", "deskKey=env:ANNAS_KEY", "--for", "anna")
    program = Program(published.data, ANNAS_KEY="not-the-desks-key")
    as_anna = ["stdio", "desk", "--as", "anna"]
    server = StdioServerParameters(command=PROGRAM, args=as_anna, env=program.environment)
    writing = {"service_id": "search", "title": "slow", "severity": "sev3"}
    async with Client(server) as client:
        result = await client.call_tool("open_incident", writing)
    assert result.is_error
    assert "401" in result.content[0].text
    refused = program.run("stdio", "desk", "--as", "ben", stdin="")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "nobody is known as 'ben'" in refused.stderr


async def test_a_key_counts_in_a_server_that_runs_until_it_is_removed(
    published: CommandLine,
) -> None:
    program = Program(published.data, ISTHMUS_REQUIRE_KEY="true")
    with program.serving() as base:
        url = f"{base}/mcp/desk"
        assert _status(url, {}) == 401
        key = program.must("key", "add", "anna").strip()
        headers = {"Authorization": f"Bearer {key}"}
        await _until(url, headers, lambda status: status != 401)
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            assert not (await client.call_tool("list_incidents", {})).is_error
        program.must("key", "remove", "anna")
        await _until(url, headers, lambda status: status == 401)
    assert [one["principal"] for one in program.json("traces")] == ["anna"]


def _status(url: str, headers: dict[str, str]) -> int:
    return httpx2.post(url, json={}, headers=headers).status_code


async def _until(url: str, headers: dict[str, str], right: Callable[[int], bool]) -> None:
    with anyio.fail_after(10):
        while not right(await anyio.to_thread.run_sync(_status, url, headers)):
            pass


def test_stdio_for_nothing_published_is_refused(desk: CommandLine) -> None:
    done = _program(desk).run("stdio", "desk", stdin="")
    assert (done.returncode, done.stdout) == (1, "")
    assert "isthmus publish desk" in done.stderr


def test_a_taken_port_is_refused_in_words(published: CommandLine) -> None:
    program = _program(published)
    with program.serving() as base:
        done = program.run("serve", "--port", base.rpartition(":")[2])
    assert done.returncode == 1
    assert "choose another with --port" in done.stderr


def test_ctrl_c_ends_serving_without_a_word_of_trouble(published: CommandLine) -> None:
    program = _program(published)
    process = subprocess.Popen(
        [PROGRAM, "serve", "--port", "0"],
        env=program.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Serving on")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (0, "")


def test_a_port_that_is_none_is_wrong_usage(fresh: CommandLine) -> None:
    assert "65535" in fresh.misuse("serve", "--port", "99999")
