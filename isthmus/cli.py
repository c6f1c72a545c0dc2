"""Own the command line: each command a few lines over the use cases.

Exit status: 0 done, 1 refused or failed, 2 wrong usage. Results on standard output, progress and
errors on standard error.
"""

import sys
from typing import Annotated

import typer

from isthmus import __version__
from isthmus.commands import (
    calling,
    curating,
    importing,
    keys,
    linting,
    publishing,
    reviewing,
    serving,
    tracing,
    upstream,
)
from isthmus.commands.options import Context
from translator.errors import IsthmusError

app = typer.Typer(
    name="isthmus",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"isthmus {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    data: Annotated[
        str | None, typer.Option(help="Folder of the database (also ISTHMUS_DATA).")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Turn an OpenAPI description into a small, curated MCP surface.

    Import a description, review what each operation could become, allow what a model may use,
    publish, and serve it over MCP. Nothing is served that nobody allowed.
    """
    del version
    context.obj = Context(data=data)


for module in (
    importing,
    reviewing,
    curating,
    linting,
    publishing,
    upstream,
    keys,
    serving,
    calling,
    tracing,
):
    module.register(app)


def main() -> None:
    """Run the program; what Isthmus refuses is one sentence and exit status 1."""
    try:
        app()
    except IsthmusError as error:
        from isthmus import console

        console.err().print(console.cell(f"error: {error}", "red"), soft_wrap=True)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
