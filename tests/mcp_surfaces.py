"""Small surfaces for the tests of what serves them, and a source that a test publishes to."""

from dataclasses import replace
from typing import Any

from translator.operation import Location, Parameter
from translator.ports import ServedSurface
from translator.surface import (
    Annotations,
    BoundParameter,
    Call,
    ExpectedResponse,
    Resource,
    ResourceTemplate,
    Surface,
    Tool,
    surface_digest,
)
from translator.upstream import Upstream

NOTHING: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}


def call(method: str, path: str, *bound: BoundParameter) -> Call:
    """An operation without a body that answers with JSON."""
    return Call(
        operation=f"{method} {path}",
        operation_id=f"{method}-{path}",
        method=method,
        path=path,
        parameters=bound,
        responses=(ExpectedResponse("200", "application/json"),),
        read_only=method == "GET",
        idempotent=method == "GET",
    )


def in_path(name: str) -> BoundParameter:
    parameter = Parameter(name, Location.PATH, True, required=True, style="simple", explode=False)
    return BoundParameter(parameter, name)


def in_query(name: str) -> BoundParameter:
    return BoundParameter(Parameter(name, Location.QUERY, True), name)


def tool(name: str, made_of: Call, schema: Any = NOTHING, **more: Any) -> Tool:
    return Tool(
        name=name,
        title=more.pop("title", ""),
        description=more.pop("description", f"Does {name}."),
        annotations=more.pop(
            "annotations", Annotations(made_of.read_only, False, made_of.idempotent, True)
        ),
        input_schema=schema,
        enforced_schema=schema,
        call=made_of,
        **more,
    )


def closed(**properties: Any) -> dict[str, Any]:
    """An object schema that takes these properties and no others."""
    return NOTHING | {"properties": properties}


#: `look` answers with whatever the API says; `find` takes an integer of any size.
LOOK = tool("look", call("GET", "/look"), output_schema={"type": "object", "properties": {}})
FIND = tool("find", call("GET", "/find", in_query("id")), closed(id={"type": "integer"}))

PETS = Resource(
    "api://zoo/pets", "pets", "Pets", "All pets.", "application/json", call("GET", "/pets")
)
PET = ResourceTemplate(
    "api://zoo/pets/{kind}",
    "pet",
    "Pet",
    "Pets of one kind.",
    "application/json",
    call("GET", "/pets/{kind}", in_path("kind")),
    {"kind": "kind"},
    closed(kind={"type": "string", "enum": ["cat", "cow", "dog"]}) | {"required": ["kind"]},
)

ZOO = Surface(
    api="zoo",
    title="The zoo",
    instructions="Be kind to the animals.",
    tools=(FIND, LOOK),
    resources=(PETS,),
    resource_templates=(PET,),
)


def renamed(surface: Surface, old: str, new: str) -> Surface:
    """The surface with one tool under another name."""
    tools = (replace(t, name=new) if t.name == old else t for t in surface.tools)
    return replace(surface, tools=tuple(sorted(tools, key=lambda t: t.name)))


class Published:
    """LiveSurfaces in memory: a test publishes and stops, `refresh` tells it once."""

    def __init__(self) -> None:
        self._served: dict[str, ServedSurface] = {}
        self._fresh: dict[str, ServedSurface | None] = {}

    def publish(self, slug: str, surface: Surface, upstream: str = "", **more: Any) -> None:
        before = self._fresh.get(slug)
        self._fresh[slug] = ServedSurface(
            slug,
            surface,
            surface_digest(surface),
            1 if before is None else before.version + 1,
            Upstream(base_url=upstream or None),
            **more,
        )

    def stop(self, slug: str, *tools: str) -> None:
        """Stop these tools, or the whole endpoint."""
        before = self._fresh[slug]
        assert before is not None
        self._fresh[slug] = replace(before, stopped=not tools, stopped_tools=frozenset(tools))

    def refresh(self) -> frozenset[str]:
        news = {slug for slug, now in self._fresh.items() if self._served.get(slug) is not now}
        self._served = {slug: now for slug, now in self._fresh.items() if now is not None}
        return frozenset(news)

    def endpoints(self) -> tuple[str, ...]:
        return tuple(self._served)

    def served(self, endpoint: str) -> ServedSurface | None:
        return self._served.get(endpoint)
