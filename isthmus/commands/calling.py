"""`call`: one tool call through the same gateway that clients use."""

import base64
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
import typer

from isthmus import console
from isthmus.commands.options import As, Json, Slug, context_of, known_caller
from translator.errors import RefusedByUs
from translator.json_value import JsonValue, NotJson, parse_json
from translator.trace import LOCAL, Caller, Kind

if TYPE_CHECKING:
    from translator.ports import ServedSurface
    from translator.runtime.gateway import Outcome
    from translator.surface import Resource, ResourceTemplate, Surface, Tool


ToolName = Annotated[
    str | None, typer.Argument(metavar="TOOL", help="Its name, or a resource's URI.")
]
Pairs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="KEY=VALUE…",
        help="Arguments; KEY:=JSON for exact JSON, KEY=@FILE for a file's content in base64.",
    ),
]
Raw = Annotated[
    str | None,
    typer.Option("--arguments", metavar="JSON", help="All arguments as JSON; - reads them."),
]
Save = Annotated[Path | None, typer.Option("--out", help="Write the whole answer to this file.")]
Whole = Annotated[
    bool, typer.Option("--whole", help="Print all that was read, not what a model would get.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("call")(call)


def call(
    context: typer.Context,
    slug: Slug,
    tool: ToolName = None,
    arguments: Pairs = None,
    raw: Raw = None,
    save: Save = None,
    whole: Whole = False,
    principal: As = LOCAL,
    as_json: Json = False,
) -> None:
    """Call a tool, or read a resource, through the gateway; without TOOL list what there is.

    Prints what a model would get: a large answer is cut, and says so.
    """
    from curation.store import open_store
    from isthmus.program import running
    from translator.runtime.admitted import EVERYTHING

    settings = context_of(context).settings()
    limits = EVERYTHING if whole or save is not None else None
    with running(open_store(settings.database), admission=limits) as program:
        program.surfaces.refresh()
        served = program.surfaces.served(slug)
        if served is None:
            raise RefusedByUs(f"nothing is published under {slug!r}; see `isthmus apis`")
        if tool is None:
            _print_offers(served, as_json)
            return
        who = known_caller(principal, slug, program.surfaces)
        caller = Caller(who, Kind.CLI, "isthmus", None, "cli", served.digest)
        known = next((t for t in served.surface.tools if t.name == tool), None)
        given = _arguments(known, arguments or [], raw)

        async def run() -> "Outcome":
            async with program.around:
                if "://" in tool:
                    return await program.gateway.read_resource(slug, tool, caller)
                return await program.gateway.call_tool(slug, tool, given, caller)

        outcome = anyio.run(run)
    _print(outcome, None if outcome.is_error else save, as_json)
    if outcome.unknown and not as_json:
        _print_near(slug, tool, served.surface)
    if outcome.is_error or outcome.unknown:
        raise typer.Exit(1)


def _print_near(slug: str, wanted: str, surface: "Surface") -> None:
    from curation.patterns import near_to

    names = [tool.name for tool in surface.tools]
    names += [one.uri for one in surface.resources]
    names += [one.uri_template for one in surface.resource_templates]
    near = near_to(wanted, names)
    if near:
        console.say(f"near it: {', '.join(near)}")
    console.say(f"what there is: isthmus call {slug}", "dim")


def _print_offers(served: "ServedSurface", as_json: bool) -> None:
    surface = served.surface

    def state(item: "Tool | Resource | ResourceTemplate") -> str:
        return "" if served.offers(item) and not served.stopped else "stopped"

    rows = [("tool", t.name, ", ".join(_names(t)), t.title, state(t)) for t in surface.tools]
    rows += [("resource", r.uri, "", r.title, state(r)) for r in surface.resources]
    templates = surface.resource_templates
    rows += [("template", t.uri_template, "", t.title, state(t)) for t in templates]
    if as_json:
        keys = ("kind", "name", "arguments", "title", "state")
        console.print_json([dict(zip(keys, row, strict=True)) for row in rows])
    else:
        console.table(("", "name", "arguments", "title", "!"), rows)


def _names(tool: "Tool") -> list[str]:
    required = set(tool.input_schema.get("required", ()))
    names = tool.input_schema.get("properties", {})
    return [name if name in required else f"[{name}]" for name in names]


def _arguments(tool: "Tool | None", pairs: list[str], raw: str | None) -> dict[str, JsonValue]:
    given = _all_at_once(raw)
    for pair in pairs:
        key, separator, text = pair.partition("=")
        if not separator or not key.rstrip(":"):
            raise typer.BadParameter(f"{pair!r} must read KEY=VALUE or KEY:=JSON")
        if key.endswith(":"):
            given[key[:-1]] = _parsed(pair, text)
        elif text.startswith("@"):
            given[key] = _file(Path(text[1:]))
        else:
            given[key] = _value(tool, key, text)
    return given


def _all_at_once(raw: str | None) -> dict[str, JsonValue]:
    if raw is None:
        return {}
    value = _parsed("--arguments", sys.stdin.read() if raw == "-" else raw)
    if not isinstance(value, dict):
        raise RefusedByUs("--arguments must be a JSON object")
    return value


def _parsed(what: str, text: str) -> JsonValue:
    try:
        return parse_json(text)
    except NotJson as error:
        raise RefusedByUs(f"{what}: is not JSON: {error}") from error


def _file(path: Path) -> str:
    try:
        return base64.b64encode(path.read_bytes()).decode("ascii")
    except OSError as error:
        raise RefusedByUs(f"{path}: cannot be read ({error.strerror})") from error


def _value(tool: "Tool | None", key: str, text: str) -> JsonValue:
    """Read a value as the schema means it: text where text is taken, else JSON."""
    schema = tool.input_schema.get("properties", {}).get(key, {}) if tool else {}
    if "string" in _types(tool.input_schema if tool else {}, schema, 0):
        return text
    try:
        return parse_json(text)
    except NotJson:
        return text


def _types(root: JsonValue, schema: JsonValue, depth: int) -> set[str]:
    """Return the types an argument's schema names, through references and alternatives."""
    if not isinstance(schema, dict) or depth > 8:
        return set()
    found = {schema["type"]} if isinstance(schema.get("type"), str) else set(schema.get("type", ()))
    if "$ref" in schema:
        target = root.get("$defs", {}).get(schema["$ref"].rpartition("/")[2])
        found |= _types(root, target, depth + 1)
    for key in ("anyOf", "oneOf", "allOf"):
        for branch in schema.get(key, ()):
            found |= _types(root, branch, depth + 1)
    return found | {"string" for value in schema.get("enum", ()) if isinstance(value, str)}


def _print(outcome: "Outcome", save: Path | None, as_json: bool) -> None:
    if save is not None:
        _save(outcome, save)
    if as_json:
        console.print_json(replace(outcome, value=()))
        return
    if save is not None:
        kinds = ", ".join(block.mime_type or block.kind for block in outcome.blocks[:1])
        console.say(f"written to {save} ({kinds})", "green")
        return
    for block in outcome.blocks:
        if block.data_base64:
            size = len(base64.b64decode(block.data_base64))
            console.say(f"{block.kind}, {block.mime_type}, {size} bytes; --out FILE keeps it")
        elif block.kind == "link":
            console.say(f"{block.text}: {block.uri}")
        else:
            console.text(_readable(block.text), "red" if outcome.is_error else "")
    if outcome.is_error and not outcome.blocks:
        console.say(outcome.message, "red")
    if "isthmus/cuts" in outcome.meta:
        console.say("a model gets this much; --whole prints all that was read", "dim")
    console.err().print(console.cell(f"trace {outcome.trace_id}", "dim"))


def _readable(text: str) -> str:
    """Return JSON indented, and any other text as it is."""
    try:
        return json.dumps(parse_json(text), ensure_ascii=False, indent=2)
    except NotJson:
        return text


def _save(outcome: "Outcome", path: Path) -> None:
    for block in outcome.blocks:
        content = base64.b64decode(block.data_base64) if block.data_base64 else block.text.encode()
        try:
            path.write_bytes(content)
        except OSError as error:
            raise RefusedByUs(f"{path}: cannot be written ({error.strerror})") from error
        return
