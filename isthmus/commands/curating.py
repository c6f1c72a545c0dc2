"""`allow`, `deny`, `rename`, `describe`, `annotate`, `argument`, `instructions`: decisions."""

import json
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from isthmus import console
from isthmus.commands.options import Json, Operation, Patterns, Reason, Slug, context_of
from translator.errors import RefusedByUs
from translator.json_value import JsonValue

if TYPE_CHECKING:
    from curation.reports import DecisionReport

Argument = Annotated[
    str, typer.Argument(metavar="ARGUMENT", help="Its name, or its binding such as query:limit.")
]


class ExposeAs(StrEnum):
    """How an operation is offered."""

    TOOL = "tool"
    RESOURCE = "resource"
    BOTH = "both"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("allow")(allow)
    app.command("deny")(deny)
    app.command("rename")(rename)
    app.command("title")(title)
    app.command("describe")(describe)
    app.command("annotate")(annotate)
    app.command("argument")(argument)
    app.command("paginate")(paginate)
    app.command("instructions")(instructions)
    app.command("clear")(clear)


def _print(report: "DecisionReport", as_json: bool) -> None:
    if as_json:
        console.print_json(report)
        return
    count = len(report.sequences)
    same = f", {report.unchanged} stood already" if report.unchanged else ""
    console.say(f"{count} decision{'' if count == 1 else 's'} recorded{same}", "green")
    for key in report.operations[:20]:
        console.say(f"  {key}{_offered_as(report, key)}")
    if len(report.operations) > 20:
        console.say(f"  … and {len(report.operations) - 20} more", "dim")
    for note in report.notes:
        console.say(note, "yellow")


def _offered_as(report: "DecisionReport", key: str) -> str:
    offered = report.offered.get(key)
    return f"  as {' and '.join(offered)}" if offered else ""


def allow(
    context: typer.Context,
    slug: Slug,
    patterns: Patterns,
    expose: Annotated[
        ExposeAs | None, typer.Option("--as", help="Offer as this; else as proposed.")
    ] = None,
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Allow operations: what stands in `review` now is what may be published.

    Allowing again accepts what a new description changed.
    """
    program = context_of(context)
    report = program.service().allow(
        slug, patterns, author=program.author, expose=expose, reason=reason
    )
    _print(report, as_json)


def deny(
    context: typer.Context,
    slug: Slug,
    patterns: Patterns,
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Deny operations: they leave with the next publication (`stop` acts at once)."""
    program = context_of(context)
    _print(program.service().deny(slug, patterns, author=program.author, reason=reason), as_json)


def rename(
    context: typer.Context,
    slug: Slug,
    operation: Operation,
    name: Annotated[str, typer.Argument(metavar="NEWNAME", help="Letters, digits, _ and -, ≤ 64.")],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Give a tool another name."""
    program = context_of(context)
    report = program.service().rename(slug, operation, name, author=program.author, reason=reason)
    _print(report, as_json)


def title(
    context: typer.Context,
    slug: Slug,
    operation: Operation,
    text: Annotated[str, typer.Argument(metavar="TITLE", help="Shown to people.")],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Give a tool or resource another title."""
    program = context_of(context)
    report = program.service().title(slug, operation, text, author=program.author, reason=reason)
    _print(report, as_json)


def describe(
    context: typer.Context,
    slug: Slug,
    operation: Operation,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="When to use it, what it returns.")],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Rewrite what the model reads about a tool or resource."""
    program = context_of(context)
    report = program.service().describe(slug, operation, text, author=program.author, reason=reason)
    _print(report, as_json)


def annotate(
    context: typer.Context,
    slug: Slug,
    operation: Operation,
    hints: Annotated[
        list[str],
        typer.Argument(
            metavar="HINT=true|false…", help="readOnly, destructive, idempotent, openWorld."
        ),
    ],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Set hints by your own knowledge; a person's word replaces the guess."""
    wanted = dict(map(_hint, hints))
    program = context_of(context)
    report = program.service().annotate(
        slug, [operation], wanted, author=program.author, reason=reason
    )
    _print(report, as_json)


def _hint(text: str) -> tuple[str, bool]:
    from curation.decisions import hint_named

    name, separator, value = text.partition("=")
    if not separator or value.lower() not in ("true", "false"):
        raise typer.BadParameter(f"{text!r} must read HINT=true or HINT=false")
    try:
        hint_named(name)
    except RefusedByUs as error:
        raise typer.BadParameter(str(error)) from error
    return name, value.lower() == "true"


def argument(
    context: typer.Context,
    slug: Slug,
    operation: Operation,
    name: Argument,
    rename: Annotated[str | None, typer.Option(help="Give it another name.")] = None,
    describe: Annotated[str | None, typer.Option(help="Rewrite its description.")] = None,
    hide: Annotated[bool, typer.Option("--hide", help="Offer it no longer.")] = False,
    pin: Annotated[
        str | None, typer.Option(metavar="JSON", help="Hide it and always send this value.")
    ] = None,
    default: Annotated[
        str | None, typer.Option(metavar="JSON", help="Send this when the caller gives none.")
    ] = None,
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Rename, describe, hide, pin or default one argument; what it binds to never changes."""
    program = context_of(context)
    service, author = program.service(), program.author
    reports = []
    if describe is not None:
        reports.append(
            service.describe_argument(slug, operation, name, describe, author=author, reason=reason)
        )
    if default is not None:
        value = _json("--default", default)
        reports.append(
            service.default_argument(slug, [operation], name, value, author=author, reason=reason)
        )
    if hide or pin is not None:
        pinned = () if pin is None else (_json("--pin", pin),)
        reports.append(
            service.hide_argument(
                slug, [operation], name, author=author, pinned=pinned, reason=reason
            )
        )
    if rename is not None:
        reports.append(
            service.rename_argument(slug, operation, name, rename, author=author, reason=reason)
        )
    if not reports:
        raise typer.BadParameter("say what to do: --rename, --describe, --hide, --pin or --default")
    for report in reports:
        _print(report, as_json)


def _json(option: str, text: str) -> JsonValue:
    try:
        return json.loads(text)
    except ValueError as error:
        raise typer.BadParameter(
            f"{option} {text!r} is not JSON; a text needs quotes, as in '\"open\"'"
        ) from error


def paginate(
    context: typer.Context,
    slug: Slug,
    operation: Operation,
    pages: Annotated[
        int | None, typer.Option("--pages", min=1, help="How many pages one call may fetch.")
    ] = None,
    off: Annotated[bool, typer.Option("--off", help="Fetch only the first page again.")] = False,
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Let one call of a read-only tool follow its pages, in one time and size limit."""
    if (pages is None) is not off:
        raise typer.BadParameter("say --pages N, or --off")
    program = context_of(context)
    report = program.service().paginate(
        slug, operation, pages or 1, author=program.author, reason=reason
    )
    _print(report, as_json)


def instructions(
    context: typer.Context,
    slug: Slug,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What a client tells its model.")],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Set the instructions an endpoint gives to clients when they connect."""
    program = context_of(context)
    report = program.service().set_instructions(slug, text, author=program.author, reason=reason)
    _print(report, as_json)


def clear(
    context: typer.Context,
    slug: Slug,
    patterns: Patterns,
    what: Annotated[
        str | None,
        typer.Option("--what", metavar="MATTER", help="verdict, rename, describe…; else all."),
    ] = None,
    argument: Annotated[
        str | None, typer.Option("--argument", metavar="ARGUMENT", help="Only of this argument.")
    ] = None,
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Take decisions back: the operation returns to what `review` proposes."""
    program = context_of(context)
    report = program.service().clear(
        slug, patterns, author=program.author, slot=what, argument=argument, reason=reason
    )
    _print(report, as_json)
