"""`traces`: what was asked, sent, answered and admitted."""

import time
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from isthmus import console
from isthmus.commands.options import Json, context_of
from translator.trace import Trace

if TYPE_CHECKING:
    from curation.reports import TraceSummary
    from curation.service import Service

_POLL_S = 0.3


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("traces")(traces)


def traces(
    context: typer.Context,
    trace_id: Annotated[
        str | None, typer.Argument(metavar="[TRACE]", help="Show this one whole.")
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on as calls come.")] = False,
    endpoint: Annotated[str | None, typer.Option(help="Only calls of this endpoint.")] = None,
    name: Annotated[str | None, typer.Option(help="Only calls of this tool or resource.")] = None,
    principal: Annotated[
        str | None, typer.Option("--by", metavar="PRINCIPAL", help="Only calls of this caller.")
    ] = None,
    failed: Annotated[bool, typer.Option("--failed", help="Only failed calls.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many at most.")] = 50,
    as_json: Json = False,
) -> None:
    """List the calls, the newest last, or show one whole: request, reply, stages."""
    service = context_of(context).service()
    if trace_id is not None:
        trace = service.trace(trace_id)
        console.print_json(trace) if as_json else _print_whole(trace)
        return
    found = service.traces(
        limit=limit,
        endpoint=endpoint,
        name=name,
        principal=principal,
        failed=True if failed else None,
    )[::-1]
    if not follow:
        console.print_json(found) if as_json else _print_rows(found)
        return
    for summary in _following(service, found, endpoint):
        if (name and summary.name != name) or (failed and summary.error_class is None):
            continue
        if principal and summary.principal != principal:
            continue
        console.print_json_line(summary) if as_json else console.say(_line(summary))


def _following(
    service: "Service", found: tuple["TraceSummary", ...], endpoint: str | None
) -> Iterator["TraceSummary"]:
    """Give the calls so far, then each that is finished, for as long as anyone listens."""
    yield from found
    position = max((summary.position for summary in found), default=0)
    while True:
        for summary in service.traces_after(position, endpoint=endpoint):
            position = max(position, summary.position)
            if summary.finished:
                yield summary
        time.sleep(_POLL_S)


def _line(t: "TraceSummary") -> str:
    status = str(t.status or "---")
    problem = f" {t.error_class}" if t.error_class else ""
    return (
        f"{datetime.fromtimestamp(t.started_at):%H:%M:%S} {t.trace_id[:12]} "
        f"{t.principal} ({t.kind}) {t.endpoint} {t.name} {status} "
        f"{t.duration_s * 1000:.0f} ms {t.bytes_out} B{problem}"
    )


def _print_rows(found: tuple["TraceSummary", ...]) -> None:
    if not found:
        console.say("No call yet.")
        return
    console.table(
        ("when", "trace", "endpoint", "what", "by", "#status", "#ms", "#bytes", "outcome"),
        (
            (
                f"{datetime.fromtimestamp(t.started_at):%m-%d %H:%M:%S}",
                t.trace_id[:12],
                t.endpoint,
                t.name,
                f"{t.principal} ({t.kind})",
                t.status or "",
                f"{t.duration_s * 1000:.0f}",
                t.bytes_out,
                console.cell(t.error_class, "red") if t.error_class else (t.admission or "…"),
            )
            for t in found
        ),
    )


def _print_whole(trace: Trace) -> None:
    rows: list[tuple[object, object]] = [
        ("when", f"{datetime.fromtimestamp(trace.started_at):%Y-%m-%d %H:%M:%S}"),
        ("who", f"{trace.caller.principal} ({trace.caller.kind}) {trace.caller.client or ''}"),
        ("what", f"{trace.primitive} {trace.name} of {trace.endpoint}"),
        ("operation", trace.operation or ""),
        ("surface", f"{trace.surface_version} {trace.surface_digest or ''}"),
        ("arguments", console.shape(trace.arguments)),
        ("policy", f"{trace.policy_decision or ''} {trace.policy_rule or ''}"),
        *_exchange(trace),
        ("stages", ", ".join(f"{n} {s * 1000:.1f} ms" for n, s in trace.stages.items())),
        (
            "admission",
            f"{trace.admission or 'nothing came'}, {trace.bytes_in} B in, {trace.bytes_out} B out",
        ),
        ("conforms", _conformity(trace)),
    ]
    if trace.error_class:
        rows.append(("error", console.cell(f"{trace.error_class}: {trace.error}", "red")))
    rows.append(("correlation", trace.correlation_id))
    console.table(("", trace.trace_id), rows)


def _exchange(trace: Trace) -> Iterator[tuple[object, object]]:
    if trace.request is not None:
        sent = trace.request
        yield ("sent", f"{sent.method} {sent.url} ({trace.attempts} attempts)")
        yield ("", "\n".join(f"{name}: {value}" for name, value in sent.headers))
        if sent.body:
            yield ("", sent.body)
    if trace.response is not None:
        got = trace.response
        yield ("answered", f"{got.status}, {got.body_bytes} B{'' if got.complete else ', cut'}")
        yield ("", "\n".join(f"{name}: {value}" for name, value in got.headers))
        if got.body:
            yield ("", got.body[:2000])
    for number, page in enumerate(trace.pages, 2):
        yield (f"page {number}", f"{page.status}, {page.body_bytes} B, {page.url}")
    if trace.paging:
        yield ("", f"page {len(trace.pages) + 2} was not fetched: {trace.paging}")


def _conformity(trace: Trace) -> str:
    if trace.conforms is None:
        return "not checked"
    return "yes" if trace.conforms else f"no: {trace.conformity or ''}"
