"""`lint`, `profile`: how good what is allowed is for a model, and for which clients."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from isthmus import console
from isthmus.commands.options import Json, Reason, Slug, context_of

if TYPE_CHECKING:
    from curation.lint.values import LintFinding
    from curation.reports import LintReport


class Grave(StrEnum):
    """How grave a finding is at least; lint's words."""

    BLOCKING = "blocking"
    WARNING = "warning"
    NOTE = "note"


_STYLES = {"blocking": "bold red", "warning": "yellow", "note": "dim"}


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("lint")(lint)
    app.command("profile")(profile)


def lint(
    context: typer.Context,
    slug: Slug,
    patterns: Annotated[
        list[str] | None, typer.Argument(metavar="[PATTERN]…", help="Only these operations.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every candidate as proposed, not only what is allowed.")
    ] = False,
    severity: Annotated[
        Grave, typer.Option(case_sensitive=False, help="Only findings at least this grave.")
    ] = Grave.NOTE,
    max_tokens: Annotated[
        int | None, typer.Option(min=1, help="Tokens one tool may cost (1 000).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Judge what is allowed as a model and its client will: texts, names, cost, schemas.

    Says which client would drop or refuse which tool and why, and what to do. Exit status 1 when
    a client would lose something (blocking).
    """
    report = (
        context_of(context)
        .service()
        .lint(slug, patterns or (), everything=everything, max_tokens=max_tokens)
    )
    order = list(Grave)
    shown = [
        one for one in report.findings if order.index(Grave(one.severity)) <= order.index(severity)
    ]
    if as_json:
        console.print_json(
            {
                "slug": report.slug,
                "profile": report.profile,
                "tools": report.tools,
                "resources": report.resources,
                "tokens": report.tokens,
                "findings": shown,
            }
        )
    else:
        _print(report, shown)
    if report.blocking:
        raise typer.Exit(1)


def _print(report: "LintReport", shown: Sequence["LintFinding"]) -> None:
    for (name, operation), found in groupby(shown, key=lambda one: (one.name, one.operation)):
        console.say(f"{name}  {operation}" if operation else "the whole list", "bold")
        console.table(
            ("!severity", "what", "to do"),
            (
                (
                    console.cell(one.severity, _STYLES[one.severity]),
                    f"{one.code}: {one.message}",
                    one.advice,
                )
                for one in found
            ),
        )
    if not report.tools and not report.resources:
        console.say(f"Nothing is allowed yet: isthmus allow {report.slug} PATTERN, or --all")
        return
    counts = [f"{count} {word}" for word in Grave if (count := _count(report, word))]
    console.say(
        f"{console.counted(report.tools, 'tool')}, {console.thousands(report.tokens)} tokens, "
        f"profile {report.profile}: {', '.join(counts) or 'nothing to say'}"
    )


def _count(report: "LintReport", severity: str) -> int:
    return sum(one.severity == severity for one in report.findings)


def profile(
    context: typer.Context,
    slug: Slug,
    name: Annotated[
        str | None, typer.Argument(metavar="[PROFILE]", help="portable, gemini or full.")
    ] = None,
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Show or choose the dialect of JSON Schema that listed schemas are written in.

    What a profile lists weaker is checked at the call all the same.
    """
    from translator.openapi.profiles import PROFILES

    program = context_of(context)
    service = program.service()
    if name is not None:
        service.set_profile(slug, name, author=program.author, reason=reason)
    chosen = service.draft(slug).profile
    if as_json:
        console.print_json({"slug": slug, "profile": chosen})
        return
    console.table(
        ("", "profile", "written for", "clients"),
        (
            (
                console.cell("chosen" if one.name == chosen else "", "green"),
                one.name,
                one.meaning,
                ", ".join(one.clients),
            )
            for one in PROFILES.values()
        ),
    )
    if name is not None:
        console.say(f"it counts from the next publication: isthmus publish {slug}", "dim")
