"""Own the difference of two surfaces, in words a curator reads before clients see it. Pure.

Tools and resources are followed by their operation's stable id, so that a rename reads as one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from curation.reports import SurfaceChanges
from translator.json_value import JsonValue, to_json
from translator.surface import Call, Paging, Resource, ResourceTemplate, Surface, Tool

_Any = TypeVar("_Any", Tool, Resource, ResourceTemplate)
_SHOWN = 60


def surface_changes(before: Surface | None, now: Surface) -> SurfaceChanges:
    """Return what clients of the older surface find different in the newer one."""
    old = before or Surface(api=now.api, title=now.title, instructions="")
    parts = (
        _part(old.tools, now.tools, lambda tool: tool.name, _tool_changes),
        _part(old.resources, now.resources, lambda one: one.uri, _resource_changes),
        _part(
            old.resource_templates,
            now.resource_templates,
            lambda one: one.uri_template,
            _resource_changes,
        ),
    )
    changed = {name: words for part in parts for name, words in part.changed.items()}
    general = tuple(_general(old, now)) if before is not None else ()
    return SurfaceChanges(
        added=tuple(name for part in parts for name in part.added),
        removed=tuple(name for part in parts for name in part.removed),
        changed=changed | ({"the endpoint": general} if general else {}),
    )


def _part(
    before: Iterable[_Any],
    now: Iterable[_Any],
    name_of: Callable[[_Any], str],
    changes_of: Callable[[_Any, _Any], Iterator[str]],
) -> SurfaceChanges:
    old = {one.call.operation_id: one for one in before}
    new = {one.call.operation_id: one for one in now}
    changed: dict[str, tuple[str, ...]] = {}
    for operation_id, one in new.items():
        if operation_id in old and (words := tuple(changes_of(old[operation_id], one))):
            changed[name_of(one)] = words
    return SurfaceChanges(
        added=tuple(name_of(one) for key, one in new.items() if key not in old),
        removed=tuple(name_of(one) for key, one in old.items() if key not in new),
        changed=changed,
    )


def _general(before: Surface, now: Surface) -> Iterator[str]:
    yield from _text("title", before.title, now.title)
    yield from _text("instructions", before.instructions, now.instructions)
    yield from _text("profile", before.profile, now.profile)
    if before.security_schemes != now.security_schemes:
        yield "security schemes changed"


def _tool_changes(before: Tool, now: Tool) -> Iterator[str]:
    yield from _text("name", before.name, now.name)
    yield from _text("title", before.title, now.title)
    yield from _text("description", before.description, now.description)
    for hint in ("read_only", "destructive", "idempotent", "open_world"):
        was, is_now = getattr(before.annotations, hint), getattr(now.annotations, hint)
        if was != is_now:
            yield f"{hint.replace('_', ' ')}: {_word(was)} → {_word(is_now)}"
    yield from _schema_changes(before.input_schema, now.input_schema)
    if before.enforced_schema != now.enforced_schema and before.input_schema == now.input_schema:
        yield "what is checked of the arguments changed"
    if before.output_schema != now.output_schema:
        yield "output schema changed"
    yield from _page_changes(before.paging, now.paging)
    if before.linked_items != now.linked_items:
        yield "what its items are linked with changed"
    yield from _call_changes(before.call, now.call)


def _page_changes(before: Paging | None, now: Paging | None) -> Iterator[str]:
    was, is_now = before.pages if before else 1, now.pages if now else 1
    if was != is_now:
        yield f"pages in one call: {was} → {is_now}"
    elif before != now:
        yield "how its next page is asked for changed"


def _resource_changes(
    before: Resource | ResourceTemplate, now: Resource | ResourceTemplate
) -> Iterator[str]:
    yield from _text("URI", _address(before), _address(now))
    yield from _text("name", before.name, now.name)
    yield from _text("title", before.title, now.title)
    yield from _text("description", before.description, now.description)
    yield from _text("media type", before.mime_type or "none", now.mime_type or "none")
    if before.linked_items != now.linked_items:
        yield "what its items are linked with changed"
    yield from _call_changes(before.call, now.call)


def _address(one: Resource | ResourceTemplate) -> str:
    return one.uri if isinstance(one, Resource) else one.uri_template


def _schema_changes(before: JsonValue, now: JsonValue) -> Iterator[str]:
    old, new = _properties(before), _properties(now)
    was_required, is_required = _required(before), _required(now)
    yield from (f"argument {name} is gone" for name in old if name not in new)
    for name, schema in new.items():
        if name not in old:
            yield f"argument {name} is new{' and required' if name in is_required else ''}"
            continue
        if (name in was_required) != (name in is_required):
            yield f"argument {name} is {'now' if name in is_required else 'no longer'} required"
        if schema != old[name]:
            yield f"argument {name}: {_schema_words(old[name], schema)}"
    if before.get("$defs") != now.get("$defs"):
        yield "what the arguments' schemas refer to changed"


def _schema_words(before: JsonValue, now: JsonValue) -> str:
    """Name the keywords that differ, with their values where those are short."""
    if not (isinstance(before, dict) and isinstance(now, dict)):
        return "another schema"
    keywords = [key for key in {**before, **now} if before.get(key) != now.get(key)]
    return ", ".join(
        f"{key} {_short(before.get(key))} → {_short(now.get(key))}" for key in keywords
    )


def _call_changes(before: Call, now: Call) -> Iterator[str]:
    if before.operation != now.operation:
        yield f"operation: {before.operation} → {now.operation}"
    if before.servers != now.servers:
        yield f"servers: {_servers(before)} → {_servers(now)}"
    if before.security != now.security:
        yield "security requirements changed"
    for old, new in _same_parameters(before, now):
        if (old.pinned, old.default) != (new.pinned, new.default):
            yield f"what is sent by itself for {new.parameter.name} changed"
        elif old.parameter != new.parameter:
            yield f"how {new.parameter.name} is sent changed"
    if before.body != now.body:
        yield "how the body is made changed"
    if before.responses != now.responses:
        yield "expected responses changed"


def _same_parameters(before: Call, now: Call) -> Iterator[tuple[JsonValue, JsonValue]]:
    old = {(b.parameter.location, b.parameter.name): b for b in before.parameters}
    for bound in now.parameters:
        key = (bound.parameter.location, bound.parameter.name)
        if key in old:
            yield old[key], bound


def _properties(schema: JsonValue) -> Mapping[str, JsonValue]:
    properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
    return dict(properties)


def _required(schema: JsonValue) -> frozenset[str]:
    return frozenset(schema.get("required", ())) if isinstance(schema, dict) else frozenset()


def _servers(call: Call) -> str:
    return ", ".join(server.url for server in call.servers) or "none"


def _text(what: str, before: str, now: str) -> Iterator[str]:
    if before != now:
        yield f"{what}: {_short(before)} → {_short(now)}"


def _word(value: bool) -> str:
    return "yes" if value else "no"


def _short(value: JsonValue) -> str:
    if value is None:
        return "none"
    text = to_json(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
