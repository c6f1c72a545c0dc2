"""`publish`, `surfaces`, `stop`, `resume`: what is served."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from isthmus import console
from isthmus.commands.options import Json, Reason, Slug, context_of

if TYPE_CHECKING:
    from curation.reports import PublishReport, SurfaceChanges, SurfaceSummary

Target = Annotated[
    str, typer.Argument(metavar="SLUG[/TOOL]", help="An endpoint, a tool, or a URI.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("publish")(publish)
    app.command("surfaces")(surfaces)
    app.command("stop")(stop)
    app.command("resume")(resume)


def publish(
    context: typer.Context,
    slug: Slug,
    note: Annotated[str, typer.Option("-m", "--note", help="Kept with the surface.")] = "",
    as_json: Json = False,
) -> None:
    """Publish the draft as an immutable surface and serve it.

    Prints what changes, the digest, and the tokens. Clients are told within a second.
    """
    program = context_of(context)
    with console.progress() as progress:
        progress("compiling the surface")
        report = program.service().publish(slug, author=program.author, note=note)
    if as_json:
        console.print_json(report)
    else:
        _print_publication(report)


def _print_publication(report: "PublishReport") -> None:
    if report.published:
        console.say(f"Published {report.slug}, surface {report.version}", "bold green")
    else:
        console.say(f"Nothing changed: surface {report.version} stays", "bold")
    _print_changes(report.changes)
    console.say(report.digest)
    console.say(
        f"{console.counted(report.tools, 'tool')}, "
        f"{console.counted(report.resources, 'resource')}, "
        f"{console.counted(report.templates, 'resource template')}; "
        f"{console.thousands(report.input_tokens)} tokens listed, "
        f"{console.thousands(report.output_tokens)} more for output schemas"
    )
    for keys, words in (
        (report.pending, "published as judged, though the description changed; allow again:"),
        (report.held, "held, not published; look at it and allow again:"),
        (report.gone, "no longer in the description, not published:"),
    ):
        for key in keys:
            console.say(f"{words} {key}", "yellow")
    if report.findings:
        console.print_findings(report.findings, most=20)
    _print_lint(report)
    console.say(f"served by `isthmus serve` at /mcp/{report.slug}", "dim")


def _print_lint(report: "PublishReport") -> None:
    """Tell what a client would lose, and that there is more to say."""
    blocking = [one for one in report.lint if one.severity == "blocking"]
    for one in blocking[:10]:
        console.say(f"{one.name or 'the list'}: {one.message}; {one.advice}", "bold red")
    others = len(report.lint) - len(blocking)
    if others or len(blocking) > 10:
        more = f"{len(blocking)} blocking, {others} other" if blocking else str(others)
        console.say(f"lint: {more} remarks (isthmus lint {report.slug})", "dim")


def _print_changes(changes: "SurfaceChanges") -> None:
    rows = [(console.cell("added", "green"), name, "") for name in changes.added]
    rows += [(console.cell("removed", "red"), name, "") for name in changes.removed]
    rows += [
        (console.cell("changed", "yellow"), name, "\n".join(what))
        for name, what in changes.changed.items()
    ]
    if rows:
        console.table(("", "what", "how"), rows)


def surfaces(
    context: typer.Context,
    slug: Slug,
    activate: Annotated[
        int | None, typer.Option(metavar="N", help="Serve this version: roll back, or forward.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the published surfaces, or serve an earlier one again."""
    program = context_of(context)
    service = program.service()
    if activate is not None:
        done = service.activate(slug, activate, author=program.author)
        if as_json:
            console.print_json(done)
            return
        console.say(f"{slug} serves surface {done.version} now", "green")
        _print_changes(done.changes)
        for key in done.not_allowed:
            console.say(f"it serves {key}, which nobody allows today", "yellow")
        return
    found = service.surfaces(slug)
    if as_json:
        console.print_json(found)
    elif found:
        console.table(
            ("", "#version", "when", "by", "#tools", "#resources", "#tokens", "note", "digest"),
            (_row(surface) for surface in found),
        )
    else:
        console.say(f"Nothing is published yet. Start with: isthmus allow {slug} PATTERN")


def _row(surface: "SurfaceSummary") -> tuple[object, ...]:
    return (
        console.cell("active" if surface.active else "", "green"),
        surface.version,
        f"{datetime.fromtimestamp(surface.published_at):%Y-%m-%d %H:%M}",
        surface.author,
        surface.tools,
        surface.resources + surface.templates,
        console.thousands(surface.input_tokens),
        surface.note,
        surface.digest.removeprefix("sha256:")[:12],
    )


def stop(context: typer.Context, target: Target, reason: Reason = "") -> None:
    """Refuse all calls of an endpoint or of one tool, at once, without publishing."""
    slug, tool = _split(target)
    program = context_of(context)
    changed = program.service().stop(slug, tool, author=program.author, reason=reason)
    already = "" if changed else " already"
    console.say(f"{target} is stopped{already}; undo with: isthmus resume {target}", "yellow")


def resume(context: typer.Context, target: Target, reason: Reason = "") -> None:
    """Take calls again after `stop`."""
    slug, tool = _split(target)
    program = context_of(context)
    if program.service().resume(slug, tool, author=program.author, reason=reason):
        console.say(f"{target} takes calls again", "green")
    else:
        console.say(f"{target} was not stopped")


def _split(target: str) -> tuple[str, str | None]:
    slug, separator, tool = target.partition("/")
    return slug, tool if separator else None
