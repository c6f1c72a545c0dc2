"""`import`, `apis`, `findings`, `delete`: descriptions and what is said about them."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from isthmus import console
from isthmus.commands.options import Json, Slug, context_of, credentials
from isthmus.commands.upstream import AllowOrigin, BaseUrl, Credentials, MaxResponse, Timeout
from translator.errors import RefusedByUs
from translator.finding import Severity

if TYPE_CHECKING:
    from curation.reports import ApiSummary, ImportReport, VersionChanges


Replaces = Annotated[
    bool, typer.Option("--replace", help="It may share no operation with the version before.")
]
MaxSeconds = Annotated[
    float | None, typer.Option(min=1, metavar="S", help="What the import may take: seconds (8).")
]
MaxMemory = Annotated[
    int | None, typer.Option(min=1, metavar="MB", help="And memory in megabytes (380).")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("import")(import_description)
    app.command("apis")(apis)
    app.command("findings")(findings)
    app.command("delete")(delete)


def import_description(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A file, a URL, or - for stdin.")],
    name: Annotated[
        str | None, typer.Option("--name", metavar="SLUG", help="Its name here; else its title's.")
    ] = None,
    base_url: BaseUrl = None,
    credential: Credentials = [],  # noqa: B006
    allow_refs: Annotated[
        list[str],
        typer.Option("--allow-refs", metavar="ORIGIN", help="Origins whose documents it may use."),
    ] = [],  # noqa: B006
    allow_origin: AllowOrigin = [],  # noqa: B006
    timeout: Timeout = None,
    max_response: MaxResponse = None,
    replaces: Replaces = False,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    as_json: Json = False,
) -> None:
    """Import an OpenAPI description (2.0, 3.0, 3.1, 3.2), or a new version of one.

    Nothing is offered to a model by importing. Importing the same description again changes
    nothing; a new version keeps every decision.
    """
    from translator.openapi.limits import limits_for

    limits = limits_for(max_seconds, max_memory)
    program = context_of(context)
    with console.progress() as progress:
        report = program.service().import_description(
            source,
            author=program.author,
            slug=name,
            base_url=base_url,
            credentials=credentials(credential),
            allow_refs=tuple(allow_refs),
            allowed_origins=tuple(allow_origin),
            timeout_s=timeout,
            max_response_bytes=max_response,
            replaces=replaces,
            max_seconds=max_seconds,
            max_memory_mb=max_memory,
            stdin=lambda: sys.stdin.buffer.read(limits.max_bytes + 1),
            progress=progress,
        )
    if as_json:
        console.print_json(report)
    else:
        _print_import(report)


def _print_import(report: "ImportReport") -> None:
    verb = "Imported" if report.changed else "Unchanged:"
    console.say(
        f"{verb} {report.slug}, version {report.version} of {report.title!r} "
        f"(OpenAPI {report.oas_version})",
        "bold",
    )
    withheld = f", {report.withheld} withheld" if report.withheld else ""
    console.say(f"{report.operations} operations, {report.candidates} candidates{withheld}")
    said = [console.counted(count, name) for name, count in report.severities.items() if count]
    if said:
        console.say(f"findings: {', '.join(said)} (isthmus findings {report.slug})")
    _print_changes(report.changes)
    if report.upstream.base_url:
        console.say(f"upstream: {report.upstream.base_url}")
    for reference in report.upstream.credentials:
        console.say(
            f"credential: {reference.scheme} from {reference.reference}, for {reference.origin}"
        )
    for note in report.notes:
        console.say(note, "yellow")
    console.say(f"next: isthmus review {report.slug}", "dim")


def _print_changes(changes: "VersionChanges") -> None:
    rows: list[Sequence[object]] = [("added", key, "") for key in changes.added]
    rows += [("removed", key, "") for key in changes.removed]
    for state, found in (("changed", changes.changed), ("held", changes.held)):
        rows += [(console.state_cell(state), key, "; ".join(why)) for key, why in found.items()]
    rows += [(console.state_cell("gone"), key, "was allowed") for key in changes.gone]
    if rows:
        console.table(("", "operation", "what"), rows, title="against the version before")


def apis(context: typer.Context, as_json: Json = False) -> None:
    """List the APIs that were imported, with what each serves."""
    found = context_of(context).service().apis()
    if as_json:
        console.print_json(found)
    elif found:
        console.table(
            ("api", "title", "#version", "#operations", "#allowed", "#to look at", "serves"),
            (_api_row(api) for api in found),
        )
    else:
        console.say("No API yet. Start with: isthmus import SOURCE")


def _api_row(api: "ApiSummary") -> tuple[object, ...]:
    waiting = sum(api.states.get(state, 0) for state in ("changed", "held", "gone"))
    serves = "nothing yet"
    if api.surface_version is not None:
        serves = (
            f"surface {api.surface_version}: {console.counted(api.tools, 'tool')}, "
            f"{console.counted(api.resources + api.templates, 'resource')}, "
            f"{console.counted(api.input_tokens, 'token')}"
        )
    if api.stopped:
        serves = f"stopped ({serves})"
    for key in api.stopped_operations:
        serves += f"\nstopped: {key}"
    allowed = api.states.get("allowed", 0) + api.states.get("changed", 0)
    return (api.slug, api.title, api.version, api.operations, allowed, waiting, serves)


def findings(
    context: typer.Context,
    slug: Slug,
    severity: Annotated[
        Severity | None, typer.Option(case_sensitive=False, help="Only findings this grave.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List what there is to say about the description and the draft, with its place."""
    found = [
        f
        for f in context_of(context).service().findings(slug)
        if severity is None or f.severity == severity
    ]
    if as_json:
        console.print_json(found)
    elif found:
        console.print_findings(found)
    else:
        console.say("Nothing to report.")


def delete(
    context: typer.Context,
    slug: Slug,
    confirmed: Annotated[
        str | None, typer.Option("--confirm", metavar="SLUG", help="Its name again; else asked.")
    ] = None,
) -> None:
    """Delete an API with its versions, decisions and surfaces; its endpoint ends at once.

    The record of its calls stays. There is no undo.
    """
    service = context_of(context).service()
    service.draft(slug)
    if confirmed is None:
        confirmed = typer.prompt(f"Type {slug} to delete it with all decisions and surfaces")
    if confirmed != slug:
        raise RefusedByUs(f"{confirmed!r} is not {slug!r}; nothing was deleted")
    service.delete(slug)
    console.say(f"{slug} is deleted; the record of its calls stays", "yellow")
