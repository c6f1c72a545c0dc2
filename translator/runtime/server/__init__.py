"""Serve surfaces over MCP: the only door to the MCP SDK.

Owns the protocol: both eras (handshake 2024-11-05 to 2025-11-25, and 2026-07-28), streamable
HTTP and stdio, lists, notifications, and the wire form of what the gateway answers. It decides
nothing: every call goes to the gateway, every list is the served surface's.

    lists.py        a served surface → the pages of its lists, made once
    results.py      an outcome → the wire form of a result, or the parts of an error
    authorizing.py  who calls, by the keys that count
    endpoint.py     one endpoint's MCP server
    hosts.py        which Host and Origin headers are answered (DNS rebinding)
    http.py         /mcp/{slug}: endpoints that come and go while the process runs
    stdio.py        one endpoint over standard input and output
    watch.py        sees what is published, also by another process
"""

from translator.runtime.server.authorizing import Authorize, by_key
from translator.runtime.server.endpoint import EndpointServer
from translator.runtime.server.hosts import AllowedHosts, HostGuard
from translator.runtime.server.http import McpHost
from translator.runtime.server.stdio import run_stdio

__all__ = [
    "AllowedHosts",
    "Authorize",
    "EndpointServer",
    "HostGuard",
    "McpHost",
    "by_key",
    "run_stdio",
]
