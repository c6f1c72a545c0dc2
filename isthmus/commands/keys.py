"""`key add`, `key list`, `key remove`: who is known over HTTP, and by which key."""

from datetime import datetime
from typing import Annotated

import typer

from isthmus import console
from isthmus.commands.options import Json, context_of

Principal = Annotated[
    str, typer.Argument(metavar="PRINCIPAL", help="Who calls with it: anna, ci-server, …")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    keys = typer.Typer(no_args_is_help=True, help="Keys by which callers are known over HTTP.")
    keys.command("add")(add)
    keys.command("list")(list_keys)
    keys.command("remove")(remove)
    app.add_typer(keys, name="key")


def add(
    context: typer.Context,
    principal: Principal,
    note: Annotated[str, typer.Option("--note", "-n", help="What it is for; shown by list.")] = "",
    as_json: Json = False,
) -> None:
    """Make a key for a caller, and print it: this once, for only its digest is kept.

    A client sends it as `Authorization: Bearer KEY`. It counts at once, also in servers that
    run. It says who calls; it is never sent to an API.
    """
    program = context_of(context)
    made = program.service().add_key(principal, author=program.author, note=note)
    if as_json:
        console.print_json(made)
        return
    console.err().print(
        console.cell(f"key {made.number} for {made.principal}, shown this once:", "dim")
    )
    console.text(made.key)
    console.err().print(console.cell("clients send it as: Authorization: Bearer KEY", "dim"))


def list_keys(context: typer.Context, as_json: Json = False) -> None:
    """List the keys that count: whose, since when; never the keys themselves."""
    found = context_of(context).service().known_keys()
    if as_json:
        console.print_json(found)
    elif found:
        rows = (
            (
                key.number,
                key.principal,
                f"{datetime.fromtimestamp(key.created_at):%Y-%m-%d %H:%M}",
                key.author,
                key.note,
            )
            for key in found
        )
        console.table(("#key", "principal", "made", "by", "note"), rows)
    else:
        console.say("No key yet: isthmus key add PRINCIPAL makes one.")


def remove(
    context: typer.Context,
    which: Annotated[
        list[str],
        typer.Argument(metavar="KEY…", help="Its number, or a principal: all its keys."),
    ],
    as_json: Json = False,
) -> None:
    """Refuse keys from now on, also in servers that run. The principal's credentials stay."""
    program = context_of(context)
    gone = program.service().remove_keys(which, author=program.author)
    if as_json:
        console.print_json(gone)
        return
    for key in gone:
        console.say(f"key {key.number} of {key.principal} is refused from now on", "yellow")
