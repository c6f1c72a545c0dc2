"""Own what a model is told about pages: one line of text, and the same as `_meta`.

In comes what became of the pages of a call; out comes how to go on, as arguments of the tool.
What an API gives as a cursor is its text: it stands in quotes, bounded, and never holds a secret.
Pure.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from translator.json_value import JsonValue, to_json
from translator.runtime.credentials import REDACTED
from translator.runtime.paging_run import Followed
from translator.runtime.paging_urls import arguments_of
from translator.surface import Call, Paging
from translator.wording import fold

META_KEY = "isthmus/pages"
"""Key of `_meta` (MCP 2026-07-28, General fields): how many pages there are, and where to go on."""

_LONGEST = 1_000

#: Reads arguments as the tool means them: the decimal texts of a URL as numbers.
Read = Callable[[Mapping[str, JsonValue]], Mapping[str, JsonValue]]


@dataclass(frozen=True, slots=True)
class PageNote:
    """`text` is one line, '' where there is nothing to say; `meta` is the same for programs."""

    text: str
    meta: Mapping[str, JsonValue]


def note_of(
    paging: Paging, call: Call, found: Followed, read: Read, secrets: Sequence[str]
) -> PageNote:
    """Return what there is to say about the pages of a call."""
    step, last = found.step, found.last
    likely = step is not None and (step.sure or (bool(last.items) and not last.is_short))
    asked = _next(paging, call, found, read, secrets) if likely else {}
    meta: dict[str, JsonValue] = {"pages": found.count, "items": found.items}
    if step is None or step.sure:
        meta["more"] = step is not None
    if asked:
        meta["next"] = asked
    sentences = [
        _fetched(found, ended=step is None and not found.stopped),
        _stopped(found),
        _onwards(asked, sure=step.sure) if likely and step is not None else "",
    ]
    return PageNote(" ".join(filter(None, sentences)), meta)


def _fetched(found: Followed, *, ended: bool) -> str:
    if found.count == 1:
        return ""
    rest = "; these are all" if ended else ""
    return f"{found.count} pages in one list of {found.items:,} entries{rest}."


def _stopped(found: Followed) -> str:
    if not found.stopped:
        return ""
    return f"Page {found.count + 1} was not fetched: {fold(found.stopped)[:_LONGEST]}."


def _onwards(asked: Mapping[str, JsonValue], *, sure: bool) -> str:
    # Escaped, so that nothing a cursor holds shows as something else.
    with_what = ", ".join(f"{name}={json.dumps(value)}" for name, value in asked.items())
    if with_what and sure:
        return f"There is more: call again with {with_what}."
    if with_what:
        return f"If there is more, it comes with {with_what}."
    return "There is more than this." if sure else ""


def _next(
    paging: Paging, call: Call, found: Followed, read: Read, secrets: Sequence[str]
) -> dict[str, JsonValue]:
    """Return the arguments that ask for the next page, none where a caller has no way to."""
    step, plan = found.step, found.plan
    if step is None or plan is None:
        return {}
    if step.url:
        base = found.last.response.url or plan.url
        asked = arguments_of(plan, step.url, base, call)
    else:
        asked = {} if paging.argument is None else {paging.argument: step.value}
    text = to_json(asked)
    if len(text) > _LONGEST or any(secret in text for secret in (*secrets, REDACTED)):
        return {}
    known = read(asked)
    return {name: known[name] for name in asked}
