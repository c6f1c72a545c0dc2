"""`serve`, `stdio`, `demo`: endpoints for clients."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isthmus import __version__, console
from isthmus.commands.options import As, Slug, context_of, known_caller
from translator.trace import LOCAL

if TYPE_CHECKING:
    from isthmus.settings import Settings

Host = Annotated[str | None, typer.Option(help="Address to listen on (127.0.0.1).")]
Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="Port to listen on (8722); 0 takes a free one."),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("serve")(serve)
    app.command("stdio")(stdio)
    app.command("demo")(demo)


def serve(context: typer.Context, host: Host = None, port: Port = None) -> None:
    """Serve every published endpoint over streamable HTTP, at /mcp/SLUG, until Ctrl-C."""
    from curation.store import open_store
    from isthmus.app import create_app, run_http
    from isthmus.program import running
    from translator.runtime.server import by_key

    settings = context_of(context).settings(host=host, port=port)
    with running(open_store(settings.database)) as program:
        program.surfaces.refresh()
        app = create_app(
            surfaces=program.surfaces,
            gateway=program.gateway,
            allowed_hosts=(settings.host, *settings.allowed_hosts),
            authorize=by_key(program.surfaces, require_key=settings.require_key),
            around=program.around,
            stdio_command=program_command(settings),
        )

        def ready(base_url: str) -> None:
            console.say(f"Serving on {base_url} (Ctrl-C ends it)", "bold")
            for slug in program.surfaces.endpoints():
                console.say(f"  {base_url}/mcp/{slug}")
            if not program.surfaces.endpoints():
                console.say("  nothing is published yet; it appears here as soon as it is")

        run_http(app, settings.host, settings.port, ready)


def program_command(settings: "Settings") -> tuple[str, ...]:
    """Return the command that finds the same data from anywhere."""
    program = Path(sys.argv[0]).resolve()
    return (str(program), "--data", str(settings.data.resolve()))


def stdio(context: typer.Context, slug: Slug, principal: As = LOCAL) -> None:
    """Serve one endpoint over stdio; standard output carries JSON-RPC only."""
    import anyio

    from curation.store import open_store
    from isthmus.program import running
    from translator.runtime.server import run_stdio

    settings = context_of(context).settings()
    with running(open_store(settings.database)) as program:
        program.surfaces.refresh()
        who = known_caller(principal, slug, program.surfaces)

        async def run() -> None:
            async with program.around:
                await run_stdio(
                    slug,
                    gateway=program.gateway,
                    surfaces=program.surfaces,
                    version=__version__,
                    principal=who,
                )

        try:
            anyio.run(run)
        except* (BrokenPipeError, ConnectionResetError):
            pass  # the client is gone; there is nobody left to tell


def demo(
    context: typer.Context,
    host: Host = None,
    port: Port = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget earlier decisions.")] = False,
) -> None:
    """Start a small real API, imported and partly published, and its endpoint, on one port."""
    from isthmus.demonstration import run_demonstration

    program = context_of(context)
    data = program.data or ".isthmus/demo"
    run_demonstration(program.settings(data=data, host=host, port=port), fresh=fresh)
