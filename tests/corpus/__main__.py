"""`make corpus`: every real description beside the checkout; the last line gives the figures."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.corpus import specs
from tests.corpus.measure import Figures, measure

#: What the run must reach. Seconds and memory are reported and fail nothing: machines differ.
CALLABLE_AT_LEAST = 0.995
READ_BACK_AT_LEAST = 0.95
IMPORT_CPU_S = 6.0
EXTRACTION_CPU_S = 2.5
IMPORT_MIB = 350

out = Console(highlight=False, width=150)


def main() -> int:
    """Measure, print, and fail when a figure is not reached."""
    if not specs.present():
        out.print("corpus: skipped, the collection of descriptions (../shared/specs) is absent")
        return 0
    rows = [row for row in specs.listed() if not sys.argv[1:] or row.file in sys.argv[1:]]
    began = time.monotonic()
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        figures = list(pool.map(measure, rows))
    _print_files(figures)
    _print_reasons("not callable", (f.lost for f in figures))
    _print_reasons("not read back", (f.unread for f in figures))
    _print_collections(figures)
    unmet = _verdict(figures, time.monotonic() - began)
    return 1 if unmet else 0


def _print_files(figures: list[Figures]) -> None:
    table = Table("file", "listed", "extracted", "callable", "read back", "bad schemas", "CPU s")
    for f in figures:
        perfect = f.listed == f.callable == f.read_back and not f.bad_schemas
        if not perfect or f.refused or f.bad_names or f.unstable_names:
            table.add_row(
                f.file,
                *map(str, (f.listed, f.extracted, f.callable, f.read_back, f.bad_schemas)),
                f.refused or f"{f.seconds:.1f}",
            )
    out.print(table)
    for f in figures:
        for example in f.examples[:3]:
            out.print(f"{f.file}: {example}"[:300], markup=False, soft_wrap=True)


def _print_reasons(title: str, counters: Iterable[Counter[str]]) -> None:
    total: Counter[str] = sum(counters, Counter())
    out.print(f"{title}: {total.total()}")
    for reason, count in total.most_common(25):
        out.print(f"  {count:5} {reason}", markup=False, soft_wrap=True)


def _print_collections(figures: list[Figures]) -> None:
    pages: Counter[str] = sum((f.pages for f in figures), Counter())
    kinds = ", ".join(f"{kind} {count}" for kind, count in pages.most_common())
    collections, linked = sum(f.collections for f in figures), sum(f.linked for f in figures)
    out.print(f"pages recognised: {pages.total()} ({kinds})", soft_wrap=True)
    out.print(f"collections with an item operation: {collections}, linked by evidence: {linked}")


def _verdict(figures: list[Figures], wall_s: float) -> list[str]:
    total = sum(f.listed for f in figures)
    callable_ = sum(f.callable for f in figures)
    read_back = sum(f.read_back for f in figures)
    refused = [f.file for f in figures if f.refused]
    bad = {
        "schemas": sum(f.bad_schemas for f in figures),
        "names": sum(f.bad_names for f in figures),
        "unstable names": sum(f.unstable_names for f in figures),
    }
    unmet = [f"{count} bad {what}" for what, count in bad.items() if count]
    unmet += ["callable"] if callable_ < CALLABLE_AT_LEAST * total else []
    unmet += ["round trip"] if read_back < READ_BACK_AT_LEAST * total else []
    over: list[str] = []
    github = _import_github(over) if not sys.argv[1:] else "not measured"
    out.print(
        f"corpus: {len(figures)} descriptions, {len(refused)} refused; {callable_}/{total} "
        f"callable ({callable_ / max(total, 1):.2%}), {read_back}/{total} read back "
        f"({read_back / max(total, 1):.2%}); {bad}; github {github}; {wall_s:.0f} s; "
        f"unmet: {', '.join([*unmet, *over]) or 'nothing'}",
        soft_wrap=True,
        markup=False,
    )
    return unmet


def _import_github(over: list[str]) -> str:
    """Run a whole `isthmus import`; return its CPU and memory, and note what is over."""
    program = str(Path(sys.executable).with_name("isthmus"))
    source = str(specs.FOLDER / "github.json.gz")
    with tempfile.TemporaryDirectory() as data:
        command = [program, "--data", data, "import", source, "--name", "github", "--json"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert process.stdout is not None
        report = json.loads(process.stdout.read())
        _, _, usage = os.wait4(process.pid, 0)
    cpu = usage.ru_utime + usage.ru_stime
    memory = usage.ru_maxrss / 1024
    part = report["seconds"]["extract"] + report["seconds"]["propose"]
    over += [f"import CPU {cpu:.1f} s"] if cpu > IMPORT_CPU_S else []
    over += [f"extraction CPU {part:.1f} s"] if part > EXTRACTION_CPU_S else []
    over += [f"import memory {memory:.0f} MiB"] if memory > IMPORT_MIB else []
    return f"{cpu:.1f} s CPU (extraction and candidates {part:.1f} s), {memory:.0f} MiB"


if __name__ == "__main__":
    sys.exit(main())
