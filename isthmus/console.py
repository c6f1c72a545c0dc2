"""Own what the command line prints: tables and sentences for people, JSON for programs.

Texts of descriptions and replies are hostile: nothing of them is read as markup, and characters
that steer a terminal or hide are shown as code points. Results go to standard output, progress
and errors to standard error.
"""

import contextlib
import json
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence

from pydantic_core import to_jsonable_python
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from translator.finding import Finding, Severity
from translator.json_value import JsonValue

_SHOWN = {"\n", "\t"}
_PIPE_COLUMNS = 160
_SHORT = ("#", "!")
_SEVERITY_STYLE = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}


def out() -> Console:
    """Return the console of standard output; a pipe is as wide as a table wants."""
    width = None if sys.stdout.isatty() else _PIPE_COLUMNS
    return Console(highlight=False, soft_wrap=False, width=width)


def err() -> Console:
    """Return the console of standard error."""
    return Console(stderr=True, highlight=False)


def plain(text: str) -> str:
    """Return the text with control, format and bidirectional characters as code points."""
    return "".join(
        character
        if character in _SHOWN or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co")
        else f"<U+{ord(character):04X}>"
        for character in text
    )


def cell(text: object, style: str = "") -> Text:
    """Return a text for a table: hostile characters shown, markup never read."""
    return Text(plain(str(text)), style=style)


def say(text: str, style: str = "") -> None:
    """Print one sentence for people."""
    out().print(cell(text, style), soft_wrap=True)


def text(content: str, style: str = "") -> None:
    """Print a text that came from outside: as it is into a pipe, made harmless on a terminal."""
    if sys.stdout.isatty():
        say(content, style)
    else:
        sys.stdout.write(content if content.endswith("\n") else content + "\n")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 tool`, `2 tools`."""
    return f"{thousands(number)} {noun}{'' if number == 1 else 's'}"


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str = "") -> None:
    """Print rows; a cell may be a Text that brings its own style.

    A column whose name begins with # holds numbers, with ! short words; neither is broken.
    """
    made = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False)
    for name in columns:
        short, numeric = name.startswith(_SHORT), name.startswith("#")
        made.add_column(
            name.lstrip("#!"),
            justify="right" if numeric else "left",
            overflow="fold",
            no_wrap=short,
        )
    for row in rows:
        made.add_row(*(value if isinstance(value, Text) else cell(value) for value in row))
    out().print(made)


def print_json(value: object) -> None:
    """Print a value, or a dataclass, as indented JSON."""
    text = json.dumps(to_jsonable_python(value), ensure_ascii=False, indent=2)
    sys.stdout.write(text + "\n")


def print_json_line(value: object) -> None:
    """Print a value as one line of JSON, at once."""
    text = json.dumps(to_jsonable_python(value), ensure_ascii=False, separators=(",", ":"))
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def print_findings(findings: Sequence[Finding], *, most: int | None = None) -> None:
    """Print findings, the gravest first."""
    order = list(Severity)
    ranked = sorted(findings, key=lambda f: order.index(f.severity))
    table(
        ("severity", "code", "where", "what"),
        (
            (cell(f.severity, _SEVERITY_STYLE[f.severity]), f.code, _where(f), f.message)
            for f in ranked[:most]
        ),
    )
    if most is not None and len(ranked) > most:
        say(f"… and {len(ranked) - most} more", "dim")


def _where(f: Finding) -> str:
    place = f"{f.document}#{f.pointer}" if f.pointer or f.document else ""
    return "\n".join(part for part in (f.operation, place) if part)


def state_cell(state: str) -> Text:
    """Return a draft item's state in its colour."""
    styles = {"allowed": "green", "denied": "dim", "changed": "yellow", "held": "bold red"}
    return cell(state, styles.get(state, "bold red" if state == "gone" else ""))


@contextlib.contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Show what long work does now, on standard error, when a person looks at it."""
    if not sys.stderr.isatty():
        yield lambda _stage: None
        return
    console = err()
    with console.status("starting") as status:
        yield lambda stage: status.update(cell(stage))


def thousands(number: int) -> str:
    """Return a number for people: 12 345."""
    return f"{number:,}".replace(",", " ")


def shape(value: JsonValue) -> str:
    """Return a JSON value on one line, for people."""
    return json.dumps(value, ensure_ascii=False)
