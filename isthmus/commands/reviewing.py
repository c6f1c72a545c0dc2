"""`review`: what each operation could become, with the evidence."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from isthmus import console
from isthmus.commands.options import Json, Slug, context_of
from translator.json_value import JsonValue

if TYPE_CHECKING:
    from curation.draft import Draft, DraftArgument, DraftItem
    from curation.service import Service
    from translator.candidates import Primitive


class ItemState(StrEnum):
    """Where an item stands; the draft's words."""

    NEW = "new"
    ALLOWED = "allowed"
    DENIED = "denied"
    CHANGED = "changed"
    HELD = "held"
    GONE = "gone"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("review")(review)


def review(
    context: typer.Context,
    slug: Slug,
    patterns: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATTERN]…", help="Only these; one alone is shown whole."),
    ] = None,
    tag: Annotated[str | None, typer.Option(help="Only operations with this tag.")] = None,
    method: Annotated[str | None, typer.Option(help="Only this HTTP method.")] = None,
    path: Annotated[str | None, typer.Option(help="Only paths like this, with *.")] = None,
    state: Annotated[
        ItemState | None, typer.Option(case_sensitive=False, help="Only what stands like this.")
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="Only where this stands in name, path or text.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the candidates: proposal, evidence, hints, findings, tokens, state.

    Hints: R reads only, D destructive, I idempotent, O open world. A tool is used when the model
    decides so, a resource when the application does.
    """
    service = context_of(context).service()
    draft = service.draft(slug)
    items = service.select(draft, patterns) if patterns else draft.items
    _check_filters(draft, tag, method)
    wanted = [item for item in items if _fits(item, tag, method, path, state, search)]
    if as_json:
        lost = _lost_by(service, slug, wanted)
        console.print_json([item_json(item, lost.get(item.key, ())) for item in wanted])
    elif len(wanted) == 1:
        _print_whole(wanted[0], _lost_by(service, slug, wanted).get(wanted[0].key, ()))
    else:
        _print_rows(slug, wanted, len(draft.items))


def _lost_by(
    service: "Service", slug: str, items: "Sequence[DraftItem]"
) -> dict[str, tuple[str, ...]]:
    """Return the clients that would drop or refuse each operation's tool, by operation."""
    narrow = [items[0].key] if len(items) == 1 else []
    found: dict[str, dict[str, None]] = {}
    for one in service.lint(slug, narrow, everything=True).blocking if items else ():
        if one.client and one.operation:
            found.setdefault(one.operation, {})[one.client] = None
    return {operation: tuple(clients) for operation, clients in found.items()}


def _check_filters(draft: "Draft", tag: str | None, method: str | None) -> None:
    """Refuse a tag or method that no operation has: most likely a slip of the pen."""
    operations = [item.basis.operation for item in draft.items]
    tags = sorted({one for operation in operations for one in operation.tags})
    methods = sorted({operation.method for operation in operations})
    for option, given, known in (("--tag", tag, tags), ("--method", method, methods)):
        if given is not None and given not in known and given.upper() not in known:
            some = ", ".join(known[:20]) + (" …" if len(known) > 20 else "")
            raise typer.BadParameter(f"no operation has {option} {given!r}; there is {some}")


def _fits(
    item: "DraftItem",
    tag: str | None,
    method: str | None,
    path: str | None,
    state: str | None,
    search: str | None,
) -> bool:
    operation = item.basis.operation
    text = f"{item.name}\n{item.key}\n{item.title}\n{item.description}\n{operation.operation_id}"
    return (
        (tag is None or tag in operation.tags)
        and (method is None or method.upper() == operation.method)
        and (path is None or fnmatchcase(operation.path, path))
        and (state is None or state == item.state)
        and (search is None or search.casefold() in text.casefold())
    )


def _print_rows(slug: str, items: list["DraftItem"], total: int) -> None:
    console.table(
        ("!state", "operation", "as", "name", "!hints", "#tokens", "#findings"),
        (
            (
                console.state_cell(item.state),
                item.key,
                "withheld" if item.basis.withheld else _exposure(item),
                item.name,
                _hint_letters(item),
                console.thousands(item.basis.input_tokens),
                len(item.basis.findings) or "",
            )
            for item in items
        ),
    )
    tokens = sum(item.basis.input_tokens for item in items)
    console.say(f"{len(items)} of {total} candidates, {console.thousands(tokens)} tokens as tools")
    console.say(f"one of them whole: isthmus review {slug} 'METHOD path'", "dim")


def _exposure(item: "DraftItem") -> str:
    return " + ".join(sorted(primitive.value.replace("_", " ") for primitive in item.expose))


def _hint_letters(item: "DraftItem") -> str:
    hints = item.hints
    letters = zip(
        "RDIO",
        (hints.read_only, hints.destructive, hints.idempotent, hints.open_world),
        strict=True,
    )
    return "".join(letter if hint.value else "·" for letter, hint in letters)


def _print_whole(item: "DraftItem", lost_by: tuple[str, ...]) -> None:
    from translator.candidates import DECIDED_BY

    basis, hints = item.basis, item.hints
    uses = ", ".join(f"{_word(p)} ({DECIDED_BY[p]} decides)" for p in sorted(item.expose))
    rows: list[tuple[object, object]] = [
        ("state", console.state_cell(item.state)),
        ("offered as", uses or "nothing"),
        ("proposed", f"{_word(basis.primitive)}: {basis.primitive_evidence}"),
        ("name", f"{item.name}\n{_because(item.name == basis.name, basis.name_evidence)}"),
        ("title", item.title),
        ("description", item.description),
        ("from", _because(item.description == basis.description, basis.description_evidence)),
        ("reads only", f"{hints.read_only.value}: {hints.read_only.evidence}"),
        ("destructive", f"{hints.destructive.value}: {hints.destructive.evidence}"),
        ("idempotent", f"{hints.idempotent.value}: {hints.idempotent.evidence}"),
        ("open world", f"{hints.open_world.value}: {hints.open_world.evidence}"),
        ("tokens", f"{basis.input_tokens} listed, {basis.output_tokens} for the output schema"),
    ]
    rows += [("lost by", console.cell(", ".join(lost_by), "red"))] if lost_by else []
    rows += [("uri", item.uri)] if item.uri else []
    rows += [("linked with", basis.linked)] if basis.linked else []
    rows += [("its items", basis.item_link.evidence)] if basis.item_link else []
    rows += [("pages", _pages(item))] if basis.pagination else []
    rows += [("note", note) for note in basis.notes]
    rows += [("withheld", Text(console.plain(basis.withheld), "red"))] if basis.withheld else []
    rows += [("held", console.cell(why, "red")) for why in item.held]
    rows += [("changed", console.cell(what, "yellow")) for what in _changes(item)]
    console.table(("", item.key), rows)
    _print_arguments(item.arguments)
    if basis.findings:
        console.print_findings(basis.findings)


def _changes(item: "DraftItem") -> tuple[str, ...]:
    """Say what a new description changed since the item was judged."""
    from curation.drift import candidate_changes

    if item.candidate is None or item.candidate is item.basis:
        return ()
    return candidate_changes(item.basis, item.candidate)


def _pages(item: "DraftItem") -> str:
    how = item.basis.pagination
    told = f"{how.kind}: {how.evidence}" if how else ""
    return f"{told}\nup to {item.pages} in one call" if item.pages > 1 else told


def _because(as_proposed: bool, evidence: str) -> str:
    return evidence if as_proposed else "decided by a person"


def _word(primitive: "Primitive") -> str:
    return primitive.value.replace("_", " ")


def _print_arguments(arguments: Iterable["DraftArgument"]) -> None:
    rows = [
        (
            f"{a.name}{' *' if a.required else ''}",
            a.binding,
            _kind(a.schema),
            "\n".join(part for part in (_standing(a), a.description or "") if part),
        )
        for a in arguments
    ]
    if rows:
        console.table(("argument", "goes to", "takes", "description (* required)"), rows)


def _kind(schema: JsonValue, depth: int = 0) -> str:
    """Say in a few words what values a schema takes."""
    if not isinstance(schema, dict):
        return "any"
    if "enum" in schema:
        words = ", ".join(map(str, schema["enum"]))
        return words if len(words) <= 80 else f"{words[:79]}…"
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if isinstance(schema.get("items"), dict) and depth < 3:
        return f"list of {_kind(schema['items'], depth + 1)}"
    branches = schema.get("anyOf") or schema.get("oneOf")
    if branches and depth < 3:
        return " or ".join(dict.fromkeys(_kind(branch, depth + 1) for branch in branches))
    kinds = schema.get("type", "any")
    return _bounded(" or ".join(kinds) if isinstance(kinds, list) else str(kinds), schema)


def _bounded(kind: str, schema: JsonValue) -> str:
    said = [f"{key} {schema[key]}" for key in ("format", "minimum", "maximum") if key in schema]
    said += [f"default {console.shape(schema['default'])}"] if "default" in schema else []
    return f"{kind} ({', '.join(said)})" if said else kind


def _standing(argument: "DraftArgument") -> str:
    words = ["hidden"] if argument.hidden else []
    words += [f"always {console.shape(value)}" for value in argument.pinned]
    words += [f"default {console.shape(value)}" for value in argument.default]
    return ", ".join(words)


def item_json(item: "DraftItem", lost_by: tuple[str, ...] = ()) -> JsonValue:
    """Return a draft item as JSON: what stands, what was proposed, and why.

    `lost_by` are the clients that would drop or refuse its tool.
    """
    basis = item.basis
    return {
        "operation": item.key,
        "id": item.operation_id,
        "operationId": basis.operation.operation_id,
        "tags": list(basis.operation.tags),
        "state": item.state,
        "held": list(item.held),
        "withheld": basis.withheld,
        "changes": list(_changes(item)),
        "exposed": sorted(item.expose),
        "proposed": basis.primitive,
        "evidence": basis.primitive_evidence,
        "name": item.name,
        "title": item.title,
        "description": item.description,
        "hints": {
            "readOnly": _hint_json(item.hints.read_only),
            "destructive": _hint_json(item.hints.destructive),
            "idempotent": _hint_json(item.hints.idempotent),
            "openWorld": _hint_json(item.hints.open_world),
        },
        "uri": item.uri,
        "linked": basis.linked,
        "itemLink": None if basis.item_link is None else asdict(basis.item_link),
        "pagination": None if basis.pagination is None else asdict(basis.pagination),
        "pages": item.pages,
        "notes": list(basis.notes),
        "arguments": [_argument_json(argument) for argument in item.arguments],
        "findings": [
            {"code": f.code, "severity": f.severity, "message": f.message, "pointer": f.pointer}
            for f in basis.findings
        ],
        "lostBy": list(lost_by),
        "tokens": {"input": basis.input_tokens, "output": basis.output_tokens},
    }


def _argument_json(argument: "DraftArgument") -> JsonValue:
    return {
        "name": argument.name,
        "binding": argument.binding,
        "required": argument.required,
        "hidden": argument.hidden,
        "pinned": list(argument.pinned),
        "default": list(argument.default),
        "description": argument.description,
        "schema": argument.schema,
    }


def _hint_json(hint: JsonValue) -> JsonValue:
    return {"value": hint.value, "evidence": hint.evidence}
