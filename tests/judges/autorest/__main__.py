"""`make autorest`: AutoRest's test server as judge of the wire; the last line gives the figure."""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.judges.autorest import scenarios, server
from tests.judges.autorest.coverage import SuiteCoverage, cover, total
from tests.judges.autorest.driving import Course, drive, publish_all
from tests.judges.autorest.gateway import Desk
from tests.judges.autorest.scenarios import Suite

#: A smaller part of the wanted scenarios fails the run.
AT_LEAST = 0.9

out = Console(highlight=False, width=150)


def main() -> int:
    """Install, start, import, drive, print."""
    options = _options()
    suites = _chosen(scenarios.read_suites(), options.only)
    if not suites:
        out.print(f"autorest: no suite is called {options.only}", markup=False)
        return 2
    began = time.monotonic()
    try:
        rows, course = _judged(suites, everything=not options.only)
    except RuntimeError as error:
        out.print(f"autorest: {error}", markup=False)
        return 1
    hit, wanted = total(rows)
    if options.json:
        out.print_json(json.dumps(_as_json(rows, course)))
    else:
        _print(rows, course, hit, wanted, time.monotonic() - began)
    return 0 if hit >= AT_LEAST * wanted else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="autorest", description=__doc__)
    parser.add_argument("--only", action="append", metavar="SUITE", help="may be repeated")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    return parser.parse_args()


def _chosen(suites: Sequence[Suite], only: Sequence[str] | None) -> list[Suite]:
    return [suite for suite in suites if not only or suite.name in only]


def _judged(suites: Sequence[Suite], *, everything: bool) -> tuple[list[SuiteCoverage], Course]:
    told = scenarios.read_scenarios()
    stems = frozenset() if everything else frozenset(s for suite in suites for s in suite.stems)
    folder = server.installed()
    with tempfile.TemporaryDirectory() as store, server.running() as judge:
        reports = dict.fromkeys(suite.report for suite in suites)
        counts = {report: tuple(judge.counts(report)) for report in reports}
        desk = Desk(Path(store), judge.origin, scenarios.credentials())
        course = drive(desk, judge, publish_all(desk, folder, stems, told), told)
    return cover(suites, counts, course, told, complete=everything), course


def _print(
    rows: Sequence[SuiteCoverage], course: Course, hit: int, wanted: int, seconds: float
) -> None:
    out.print(_table(rows))
    for row in rows:
        for name, why in row.missed.items() if row.suite.counts else ():
            out.print(f"missed  {row.suite.name}: {name}: {why}", markup=False, soft_wrap=True)
    for row in rows:
        for name, why in row.left_out.items():
            out.print(f"left out  {row.suite.name}: {name}: {why}", markup=False, soft_wrap=True)
        if not row.suite.counts:
            names = ", ".join([*row.hit, *row.missed])
            out.print(
                f"not counted  {row.suite.name}: {row.suite.reason}: {names}",
                markup=False,
                soft_wrap=True,
            )
    for report in dict.fromkeys(row.suite.report for row in rows):
        its = [row for row in rows if row.suite.report == report]
        known = sum(row.wanted + len(row.left_out) for row in its)
        met, counted = total(its)
        out.print(
            f"report {report}: {known} scenarios; {counted} in suites that count, {met} hit",
            markup=False,
        )
    out.print(
        f"autorest: {hit} of {wanted} scenarios hit ({hit / max(wanted, 1):.1%}, at least "
        f"{AT_LEAST:.0%} must); {course.calls} calls; {seconds:.0f} s",
        markup=False,
    )


def _table(rows: Sequence[SuiteCoverage]) -> Table:
    table = Table(box=None)
    for name in ("suite", "hit", "wanted", "left out", "about"):
        table.add_column(name, justify="left" if name in ("suite", "about") else "right")
    for row in rows:
        style = None if row.suite.counts else "dim"
        about = row.suite.about if row.suite.counts else f"{row.suite.about} (not counted)"
        figures = (str(len(row.hit)), str(row.wanted), str(len(row.left_out)))
        table.add_row(row.suite.name, *figures, about, style=style)
    return table


def _as_json(rows: Sequence[SuiteCoverage], course: Course) -> Mapping[str, object]:
    hit, wanted = total(rows)
    suites = [
        {
            "suite": row.suite.name,
            "report": row.suite.report,
            "counts": row.suite.counts,
            "hit": list(row.hit),
            "missed": dict(row.missed),
            "left_out": dict(row.left_out),
        }
        for row in rows
    ]
    return {
        "hit": hit,
        "wanted": wanted,
        "calls": course.calls,
        "not_called": course.untold,
        "suites": suites,
    }


if __name__ == "__main__":
    sys.exit(main())
