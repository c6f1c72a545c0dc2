"""Kinto end to end: import from its URL, allow, publish; create, list, read, change, delete."""

import json
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from tests.program import PROGRAM, Program
from tests.real import kinto

pytestmark = [pytest.mark.real, pytest.mark.anyio]

SECRET = "ana:pass"
ALLOWED = (
    "update_bucket",
    "update_collection",
    "create_record",
    "get_records",
    "get_record",
    "patch_record",
    "delete_record",
)


class Desk:
    """Isthmus with Kinto imported, and Kinto itself for comparison."""

    def __init__(self, program: Program, api: str) -> None:
        self.program = program
        self.api = api
        rows = program.json("review", "kinto", *ALLOWED)
        self.tools = {row["operationId"]: row for row in rows}

    def arguments(self, operation: str, **places: Any) -> dict[str, Any]:
        """Name arguments by their binding: `path__id`, or `body` for the body's member `data`."""
        names = {a["binding"]: a["name"] for a in self.tools[operation]["arguments"]}
        made: dict[str, Any] = {}
        for place, value in places.items():
            if place == "body":
                if "body:" in names:
                    made[names["body:"]] = value
                else:
                    made |= {names[f"body:/{key}"]: inner for key, inner in value.items()}
            else:
                made[names[place.replace("__", ":")]] = value
        return made

    def direct(self, path: str) -> Any:
        """Ask Kinto itself."""
        token = b64encode(SECRET.encode()).decode()
        request = urllib.request.Request(
            self.api + path, headers={"Authorization": f"Basic {token}"}
        )
        with urllib.request.urlopen(request, timeout=10) as reply:
            return json.load(reply)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("kinto")
    with kinto.running(folder) as api:
        program = Program(folder / "data", KINTO_LOGIN=SECRET)
        program.must(
            "import",
            f"{api}/__api__",
            "--name",
            "kinto",
            "--credential",
            "basicauth=env:KINTO_LOGIN",
        )
        program.must("allow", "kinto", *ALLOWED, "--as", "tool")
        program.must("publish", "kinto", "-m", "records")
        yield Desk(program, api)


async def _use(desk: Desk, client: Client, collection: str) -> None:
    async def call(operation: str, **places: Any) -> Any:
        name = desk.tools[operation]["name"]
        result = await client.call_tool(name, desk.arguments(operation, **places))
        assert not result.is_error, result.content
        return result.structured_content

    where = {"path__bucket_id": "shop", "path__collection_id": collection}
    records = f"/buckets/shop/collections/{collection}/records"
    await call("update_bucket", path__id="shop", body={})
    await call("update_collection", path__bucket_id="shop", path__id=collection, body={})

    made = await call("create_record", **where, body={"data": {"title": "é & ü", "n": 2**53 + 1}})
    record = made["data"]
    assert record == desk.direct(f"{records}/{record['id']}")["data"]

    listed = await call("get_records", **where)
    assert listed == desk.direct(records)

    read = await call("get_record", **where, path__id=record["id"])
    assert read["data"]["title"] == "é & ü"

    await call("patch_record", **where, path__id=record["id"], body={"data": {"title": "changed"}})
    assert desk.direct(f"{records}/{record['id']}")["data"]["title"] == "changed"

    await call("delete_record", **where, path__id=record["id"])
    assert desk.direct(records)["data"] == []


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_records_over_http(desk: Desk, mode: str) -> None:
    with desk.program.serving() as base:
        async with Client(f"{base}/mcp/kinto", mode=mode) as client:
            await _use(desk, client, f"http-{mode}")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_records_over_stdio(desk: Desk, mode: str) -> None:
    server = StdioServerParameters(
        command=PROGRAM, args=["stdio", "kinto"], env=desk.program.environment
    )
    async with Client(server, mode=mode) as client:
        await _use(desk, client, f"stdio-{mode}")


async def test_the_secret_stands_in_no_trace(desk: Desk) -> None:
    traces = desk.program.must("traces", "--json", "-n", "500")
    token = b64encode(SECRET.encode()).decode()
    whole = [
        desk.program.must("traces", row["trace_id"], "--json") for row in json.loads(traces)[:5]
    ]
    assert "[redacted]" in "".join(whole)
    assert all(SECRET not in text and token not in text for text in [traces, *whole])


def test_a_kinto_that_is_gone_is_named(desk: Desk, tmp_path: Path) -> None:
    desk.program.must("upstream", "kinto", "--base-url", "http://127.0.0.1:9/v1")
    desk.program.must("upstream", "kinto", "--credential", "basicauth=env:KINTO_LOGIN")
    done = desk.program.run(
        "call", "kinto", desk.tools["get_records"]["name"], "bucket_id=a", "collection_id=b"
    )
    assert done.returncode == 1
    assert "127.0.0.1:9" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
