"""Own what changed between two candidates of one operation, in words. Pure."""

from collections.abc import Iterator

from translator.candidates import Argument, Candidate
from translator.operation import Operation


def candidate_changes(judged: Candidate, current: Candidate) -> tuple[str, ...]:
    """Return one sentence for each thing that a person judged and the description changed."""
    return tuple(_changes(judged, current)) or ("what its schemas refer to changed",)


def _changes(judged: Candidate, current: Candidate) -> Iterator[str]:
    if current.withheld and not judged.withheld:
        yield f"it cannot be offered any more: {current.withheld}"
    for field in ("name", "title", "description", "uri", "content_type"):
        before, now = getattr(judged, field), getattr(current, field)
        if before != now:
            yield f"{field.replace('_', ' ')}: {_shown(before)} → {_shown(now)}"
    if judged.primitive is not current.primitive:
        yield f"proposed as: {judged.primitive} → {current.primitive}"
    for hint in ("read_only", "destructive", "idempotent", "open_world"):
        was, is_now = getattr(judged.hints, hint).value, getattr(current.hints, hint).value
        if was != is_now:
            yield f"{hint.replace('_', ' ')}: {was} → {is_now}"
    yield from _argument_changes(judged, current)
    yield from _operation_changes(judged.operation, current.operation)


def _argument_changes(judged: Candidate, current: Candidate) -> Iterator[str]:
    before = {argument.binding: argument for argument in judged.arguments}
    now = {argument.binding: argument for argument in current.arguments}
    yield from (f"argument {binding} is gone" for binding in before if binding not in now)
    for binding, argument in now.items():
        if binding not in before:
            yield f"argument {binding} is new{' and required' if argument.required else ''}"
        else:
            yield from _one_argument(before[binding], argument)


def _one_argument(before: Argument, now: Argument) -> Iterator[str]:
    if before.required != now.required:
        yield f"argument {now.binding} is {'now' if now.required else 'no longer'} required"
    if before.schema != now.schema:
        yield f"argument {now.binding} has another schema"
    if before.description != now.description:
        yield f"argument {now.binding} has another description"
    if before.name != now.name:
        yield f"argument {now.binding} is proposed as {now.name}, was {before.name}"


def _operation_changes(before: Operation, now: Operation) -> Iterator[str]:
    if before.responses != now.responses:
        yield "its responses changed"
    if before.security != now.security:
        yield "its security requirements changed"
    if before.servers != now.servers:
        yield "its servers changed"
    if now.deprecated and not before.deprecated:
        yield "it is deprecated now"


def _shown(value: str | None) -> str:
    if value is None:
        return "none"
    text = " ".join(value.split())
    return repr(text if len(text) <= 60 else f"{text[:59]}…")
