"""Own the start page: which endpoints there are, what a model sees there, how to connect.

In: the served surfaces. Out: a typed context and the page at `/`. It shows only what is
published; addresses of the APIs behind it and credentials are none of its business.
"""

import json
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from translator.json_value import JsonValue
from translator.ports import ServedSurface, SurfaceSource
from translator.surface import Tool
from web.rendering import respond

_SENTENCE = re.compile(r"(?<=[.!?])\s")
_MAX_SUMMARY = 140


@dataclass(frozen=True, slots=True)
class Link:
    """Something else worth opening, such as the demo's API."""

    title: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A tool, resource or resource template as one line; `effect` is what the hints promise."""

    name: str
    summary: str
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Connection:
    """How one client is connected: `text` is a command, or what belongs into `file`."""

    client: str
    text: str
    file: str = ""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint as the page shows it."""

    slug: str
    title: str
    url: str
    version: int
    digest: str
    stopped: bool
    tools: tuple[Listed, ...]
    resources: tuple[Listed, ...]
    connections: tuple[Connection, ...]


@dataclass(frozen=True, slots=True)
class StartPage:
    """Everything on the page."""

    version: str
    endpoints: tuple[Endpoint, ...]
    links: tuple[Link, ...]


def start_page(
    surfaces: SurfaceSource,
    base_url: str,
    *,
    version: str = "",
    links: Iterable[Link] = (),
    stdio_command: tuple[str, ...] = ("isthmus",),
) -> StartPage:
    """Collect what the page shows; `base_url` is this server's, without a slash at the end."""
    found = (surfaces.served(slug) for slug in sorted(surfaces.endpoints()))
    return StartPage(
        version,
        tuple(_endpoint(served, base_url, stdio_command) for served in found if served),
        tuple(links),
    )


def start_routes(
    surfaces: SurfaceSource,
    *,
    version: str,
    links: Iterable[Link],
    stdio_command: tuple[str, ...],
) -> APIRouter:
    """Return the route of the page."""
    router = APIRouter()
    listed = tuple(links)

    @router.get("/")
    def show(request: Request) -> HTMLResponse:
        """Show the start page."""
        base_url = str(request.base_url).rstrip("/")
        page = start_page(
            surfaces, base_url, version=version, links=listed, stdio_command=stdio_command
        )
        return respond("start.html", page)

    return router


def _endpoint(served: ServedSurface, base_url: str, stdio_command: tuple[str, ...]) -> Endpoint:
    surface = served.surface
    url = f"{base_url}/mcp/{served.endpoint}"
    fixed = (
        Listed(item.uri, _summary(item.description))
        for item in surface.resources
        if served.offers(item)
    )
    templates = (
        Listed(item.uri_template, _summary(item.description))
        for item in surface.resource_templates
        if served.offers(item)
    )
    return Endpoint(
        slug=served.endpoint,
        title=surface.title or served.endpoint,
        url=url,
        version=served.version,
        digest=served.digest.removeprefix("sha256:")[:12],
        stopped=served.stopped,
        tools=tuple(_tool(tool) for tool in surface.tools if served.offers(tool)),
        resources=(*fixed, *templates),
        connections=_connections(served.endpoint, url, stdio_command),
    )


def _tool(tool: Tool) -> Listed:
    return Listed(tool.name, _summary(tool.description or tool.title), _effect(tool))


def _effect(tool: Tool) -> str:
    if tool.annotations.read_only:
        return "reads"
    return "may destroy" if tool.annotations.destructive else "changes"


def _summary(text: str) -> str:
    """Return the first sentence, bounded."""
    first = _SENTENCE.split(text.strip(), maxsplit=1)[0].replace("\n", " ")
    return first if len(first) <= _MAX_SUMMARY else first[: _MAX_SUMMARY - 1].rstrip() + "…"


def _connections(slug: str, url: str, stdio_command: tuple[str, ...]) -> tuple[Connection, ...]:
    program, *arguments = stdio_command
    desktop = {"command": program, "args": [*arguments, "stdio", slug]}
    http = {"type": "http", "url": url}
    return (
        Connection("Claude Code", f"claude mcp add --transport http {slug} {url}"),
        Connection(
            "Claude Desktop",
            _pretty({"mcpServers": {slug: desktop}}),
            "claude_desktop_config.json",
        ),
        Connection("VS Code", _pretty({"servers": {slug: http}}), ".vscode/mcp.json"),
        Connection(
            "MCP Inspector",
            f"npx @modelcontextprotocol/inspector --transport http --server-url {url}",
        ),
        Connection("Command line", f"{shlex.join(stdio_command)} call {slug} --help"),
    )


def _pretty(value: JsonValue) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
