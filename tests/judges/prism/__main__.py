"""`make prism`: Prism judges the shape of what is sent for every operation of some descriptions.

Files as arguments take those of them; `--all` prints each objection with what was sent.
"""

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from rich.console import Console
from rich.table import Table

from tests.corpus import specs
from tests.judges.prism import server
from tests.judges.prism.judging import Judged, judge
from tests.judges.prism.tables import Description, Disagreement, descriptions, disagreements

#: Prism takes a core and up to 200 MB beside ours.
_AT_ONCE = 2
_FIGURES = ("called", "operations", "accepted", "calls", "refused", "caught", "spoiled")

out = Console(highlight=False, width=150, markup=False)


def main() -> int:
    """Judge, print, and fail for each objection without a row, and each row without one."""
    if not specs.present():
        out.print("prism: skipped, the collection of descriptions (../shared/specs) is absent")
        return 0
    files = [name for name in sys.argv[1:] if not name.startswith("--")]
    rows = [row for row in descriptions() if not files or row.file in files]
    began = time.monotonic()
    server.install()
    with ProcessPoolExecutor(max_workers=_AT_ONCE) as pool:
        judged = list(
            pool.map(judge, [specs.FOLDER / r.file for r in rows], [r.file for r in rows])
        )
    known = [one for one in disagreements() if one.file in {row.file for row in rows}]
    met = {one: _met(one, judged) for one in known}
    _print(rows, judged, met)
    return _verdict(judged, met, time.monotonic() - began)


def _met(row: Disagreement, judged: list[Judged]) -> int:
    return sum(row.covers(one.file, objection) for one in judged for objection in one.objections)


def _print(rows: list[Description], judged: list[Judged], met: dict[Disagreement, int]) -> None:
    table = Table(
        "description", "OpenAPI", "traits", "operations", "called", "calls", "accepted",
        "4xx for the shape", "disagreements", "spoiled, minded",
    )  # fmt: skip
    for row, one in zip(rows, judged, strict=True):
        figures = (one.operations, one.called, one.calls, one.accepted, one.refused)
        listed = sum(known.file == one.file for known in met)
        caught = f"{one.caught} of {one.spoiled}"
        table.add_row(one.file, row.version, row.traits, *map(str, (*figures, listed)), caught)
    out.print(table)
    for reason in dict.fromkeys(known.reason for known in met):
        of_it = [known for known in met if known.reason == reason]
        out.print(f"{reason.differs}\n  right: {reason.right}, by {reason.by}", soft_wrap=True)
        for known in of_it:
            where = f"{known.file}: {known.operation}: {known.place}"
            out.print(f"    {where} ({met[known]})", soft_wrap=True)


def _verdict(judged: list[Judged], met: dict[Disagreement, int], wall_s: float) -> int:
    new = 0
    shown: Counter[str] = Counter()
    for one in judged:
        for objection in one.objections:
            known = any(row.covers(one.file, objection) for row in met)
            new += not known
            key = f"{one.file}: {objection.operation}: {objection.place} {objection.code}"
            shown[key] += 1
            if "--all" in sys.argv or (not known and shown[key] == 1):
                word = "known" if known else "OBJECTION"
                out.print(f"{word} {key}: {objection.message}\n  {objection.sent}", soft_wrap=True)
        if "--all" in sys.argv:
            for spoiled in one.unminded:
                out.print(f"spoiled, not minded: {one.file}: {spoiled}", soft_wrap=True)
    stale = [row for row, count in met.items() if not count]
    for row in stale:
        out.print(f"NO LONGER {row.file}: {row.operation}: {row.place}", soft_wrap=True)
    blind = [one.file for one in judged if one.spoiled and not one.caught]
    figures = {name: sum(getattr(one, name) for one in judged) for name in _FIGURES}
    out.print(
        "prism: {n} descriptions, {called} of {operations} operations called, {accepted} of "
        "{calls} calls accepted, {refused} with 4xx for the shape; {listed} disagreements listed, "
        "{new} objections not listed, {stale} rows no longer met; {caught} of {spoiled} spoiled "
        "requests minded{blind}; {wall_s:.0f} s".format(
            n=len(judged),
            listed=len(met),
            new=new,
            stale=len(stale),
            blind=f", none of {', '.join(blind)}" if blind else "",
            wall_s=wall_s,
            **figures,
        ),
        soft_wrap=True,
    )
    return 1 if new or stale or blind else 0


if __name__ == "__main__":
    sys.exit(main())
