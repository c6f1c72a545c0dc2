"""A gateway over a small shop's surface, with a real API behind it."""

from dataclasses import dataclass, replace

from tests.fake_api import FakeApi
from tests.in_memory import Record, Secrets, Surfaces
from translator.json_value import JsonValue
from translator.operation import Location, Parameter
from translator.runtime.gateway import Gateway, Outcome
from translator.surface import (
    Annotations,
    BoundBody,
    BoundMember,
    BoundParameter,
    Call,
    ExpectedResponse,
    Resource,
    ResourceTemplate,
    Surface,
    Tool,
)
from translator.trace import Caller, Trace

ANNOTATIONS = Annotations(True, False, True, True)
OBJECT = {"type": "object", "additionalProperties": True}
WIDGET = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}


def schema_of(**properties: JsonValue) -> JsonValue:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def tool(name: str, call: Call, schema: JsonValue, output: JsonValue = OBJECT) -> Tool:
    return Tool(name, name, "", ANNOTATIONS, schema, schema, call, output)


def path_parameter(name: str) -> BoundParameter:
    return BoundParameter(Parameter(name, Location.PATH, True, required=True, style="simple"), name)


GET = Call(
    "GET /widgets/{id}",
    "op1",
    "GET",
    "/widgets/{id}",
    parameters=(path_parameter("id"),),
    responses=(ExpectedResponse("200", "application/json", WIDGET),),
    read_only=True,
)
POST = Call(
    "POST /orders",
    "op2",
    "POST",
    "/orders",
    body=BoundBody("application/json", True, members=(BoundMember("qty", "qty"),)),
)
LOGIN = Call(
    "POST /login",
    "op3",
    "POST",
    "/login",
    body=BoundBody("application/json", True, members=(BoundMember("password", "password"),)),
)
LIST = Call("GET /widgets", "op4", "GET", "/widgets", read_only=True)

TOOLS = (
    tool("get_widget", GET, schema_of(id={"type": "integer"})),
    tool("order", POST, schema_of(qty={"type": "integer"})),
    tool("login", LOGIN, schema_of(password={"type": "string", "format": "password"})),
)
SURFACE = Surface(
    "shop",
    "Shop",
    "",
    tools=TOOLS,
    resources=(Resource("api://shop/widgets", "widgets", "Widgets", "", "application/json", LIST),),
    resource_templates=(
        ResourceTemplate(
            "api://shop/widgets/{id}",
            "widget",
            "Widget",
            "",
            "application/json",
            GET,
            {"id": "id"},
            schema_of(id={"type": "integer"}),
        ),
    ),
)


@dataclass
class Bench:
    """A gateway with a real API behind it."""

    api: FakeApi
    gateway: Gateway
    surfaces: Surfaces
    record: Record
    secrets: Secrets

    async def call(
        self, name: str, arguments: dict[str, JsonValue] | None = None, **rest: str
    ) -> Outcome:
        return await self.gateway.call_tool("shop", name, arguments or {}, Caller(), **rest)

    async def read(self, uri: str) -> Outcome:
        return await self.gateway.read_resource("shop", uri, Caller())

    def serve(self, surface: Surface | None = None, **upstream: object) -> None:
        now = self.surfaces.entries["shop"]
        self.surfaces.entries["shop"] = replace(
            now,
            surface=surface or now.surface,
            digest=f"sha256:{len(upstream)}{id(surface)}",
            upstream=replace(now.upstream, **upstream),  # type: ignore[arg-type]
        )

    @property
    def trace(self) -> Trace:
        (trace,) = self.record.finished
        return trace
