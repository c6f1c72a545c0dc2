"""Run by FastMCP's own environment: a description on standard input → its tools, one a line.

Each line is `{"method", "path", "name", "description", "inputSchema"}`, as `tools/list` carries
them. Imports nothing of Isthmus.
"""

import asyncio
import json
import sys

import httpx2
from fastmcp import FastMCP


async def main() -> None:
    """List the tools that `from_openapi` makes of the description."""
    client = httpx2.AsyncClient(base_url="http://127.0.0.1:9")
    server = FastMCP.from_openapi(json.load(sys.stdin), client=client, validate_output=False)
    for tool in await server.list_tools():
        listed = tool.to_mcp_tool().model_dump(mode="json", by_alias=True, exclude_none=True)
        route = tool._route
        line = {"method": route.method, "path": route.path, "name": listed["name"]}
        line |= {"description": listed.get("description") or ""}
        line |= {"inputSchema": listed["inputSchema"]}
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    await client.aclose()


asyncio.run(main())
