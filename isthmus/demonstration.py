"""Own `isthmus demo`: the incident desk, imported, partly published and served, on one port.

The desk is mounted beside the endpoint and is called over real HTTP like any other API.
"""

import json
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from isthmus import console
from isthmus.commands.serving import program_command
from isthmus.demo import DEMO_KEY, create_demo
from isthmus.settings import Settings

if TYPE_CHECKING:
    from curation.service import Service

SLUG = "desk"
_API_PATH = "/desk"
_KEY_FILE = "demo.key"
_AUTHOR = "demo"
_CALL = "list_incidents state=open"

_AS_TOOLS = ("list_incidents", "get_incident", "open_incident", "update_incident", "add_note")
_MORE_TOOLS = ("attach_file", "get_monthly_report", "check_health", "get_service_avatar")
_AS_PROPOSED = ("list_services", "get_service", "get_runbook", "export_incidents")


def run_demonstration(settings: Settings, *, fresh: bool = False) -> None:
    """Serve the demo until Ctrl-C."""
    from curation.store import open_store
    from isthmus.app import create_app, run_http
    from isthmus.program import running, service_over
    from translator.runtime.server import by_key
    from web.start_page import Link

    port = settings.port or _free_port(settings.host)
    if fresh:
        for path in settings.data.glob("isthmus.sqlite3*"):
            path.unlink()
    api = create_demo()
    store = open_store(settings.database)
    base_url = f"http://{settings.host}:{port}"
    key_file = _write_key(settings.data)
    document = json.dumps(api.openapi()).encode()
    _prepare(service_over(store), document, base_url + _API_PATH, key_file)
    with running(store) as program:
        program.surfaces.refresh()
        app = create_app(
            surfaces=program.surfaces,
            gateway=program.gateway,
            allowed_hosts=(settings.host, *settings.allowed_hosts),
            authorize=by_key(program.surfaces, require_key=settings.require_key),
            around=program.around,
            links=(Link("The demo API's own description", f"{_API_PATH}/openapi.json"),),
            stdio_command=program_command(settings),
        )
        app.mount(_API_PATH, api)
        run_http(app, settings.host, port, lambda url: _announce(url, settings))


def _free_port(host: str) -> int:
    with socket.create_server((host, 0)) as probe:
        return int(probe.getsockname()[1])


def _write_key(folder: Path) -> Path:
    """Write the demo's key where a reference can name it, also from another terminal."""
    path = (folder / _KEY_FILE).resolve()
    path.write_text(DEMO_KEY, encoding="utf-8")
    path.chmod(0o600)
    return path


def _prepare(service: "Service", description: bytes, api_url: str, key_file: Path) -> None:
    """Import the desk, decide what is decided in every demo, and publish."""
    from curation.service import NewCredential

    service.import_description(
        "-",
        author=_AUTHOR,
        slug=SLUG,
        base_url=api_url,
        credentials=(NewCredential("deskKey", f"file:{key_file}"),),
        stdin=lambda: description,
    )
    if not service.surfaces(SLUG):
        _decide(service)
        service.publish(SLUG, author=_AUTHOR, note="the demo's first surface")


def _decide(service: "Service") -> None:
    def because(reason: str) -> dict[str, str]:
        return {"author": _AUTHOR, "reason": reason}

    service.allow(
        SLUG, _AS_TOOLS, expose="tool", **because("what someone on call does all the time")
    )
    service.allow(SLUG, _MORE_TOOLS, expose="tool", **because("to show what replies can be"))
    service.allow(SLUG, _AS_PROPOSED, **because("reading material the application can offer"))
    service.deny(SLUG, ["purge_incidents"], **because("no model should delete everything"))
    service.describe(
        SLUG,
        "open_incident",
        "Open an incident for a service and start its timeline. Look for an open incident of the "
        "same service first.",
        **because("two incidents for one outage confuse everybody"),
    )
    service.set_instructions(
        SLUG,
        "The incident desk: services, their incidents, runbooks. Read the incident before you "
        "change it, and write what you did as a note.",
        author=_AUTHOR,
    )


def _announce(base_url: str, settings: Settings) -> None:
    endpoint = f"{base_url}/mcp/{SLUG}"
    data = f"--data {settings.data}"
    console.table(
        ("", "Isthmus demo"),
        [
            ("web page", base_url + "/"),
            ("MCP endpoint", endpoint),
            ("the API behind it", f"{base_url}{_API_PATH}/services"),
        ],
    )
    console.say("Connect a client", "bold")
    console.say(f"  Claude Code      claude mcp add --transport http desk {endpoint}")
    console.say(
        f'  VS Code          {{"servers": {{"desk": {{"type": "http", "url": "{endpoint}"}}}}}}'
    )
    console.say(
        f"  MCP Inspector    npx @modelcontextprotocol/inspector --cli {endpoint} "
        "--transport http --method tools/list"
    )
    console.say("Try it in another terminal", "bold")
    console.say(f"  .venv/bin/isthmus {data} call desk {_CALL}")
    console.say(f"  .venv/bin/isthmus {data} review desk")
    console.say(f"  .venv/bin/isthmus {data} traces --follow")
    console.say("Ctrl-C ends it.", "dim")
