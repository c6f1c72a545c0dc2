"""Own one endpoint's MCP server: the handlers, and telling clients what changed.

Handlers look up prepared lists and pass everything else to the gateway. One instance serves all
of an endpoint's clients, of both eras and on any transport.
"""

from collections.abc import Awaitable, Mapping

import anyio
import anyio.to_thread
from mcp.server import NotificationOptions, Server, ServerRequestContext
from mcp.server.connection import Connection
from mcp.server.models import InitializationOptions
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ResourcesListChanged,
    ServerEvent,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CompleteRequestParams,
    GetPromptRequestParams,
    NotificationParams,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ResourceTemplateReference,
)

from translator.errors import ErrorClass
from translator.json_value import JsonValue
from translator.ports import ServedSurface, SurfaceSource
from translator.runtime.completion import completion
from translator.runtime.completion_run import Wanted
from translator.runtime.forwarding import Headers
from translator.runtime.gateway import Gateway
from translator.runtime.outcome import Outcome
from translator.runtime.server.lists import Lists, Pages, list_surface
from translator.runtime.server.results import failure, resource_result, tool_result
from translator.trace import LOCAL, Caller

Context = ServerRequestContext[dict[str, JsonValue]]
Answer = dict[str, JsonValue]

PRINCIPAL_KEY = "isthmus.principal"
"""Where the HTTP side leaves the principal in the ASGI scope."""

_CLOSED = Outcome(
    is_error=True,
    error_class=ErrorClass.CANCELLED,
    message=(
        "This endpoint was stopped while the call was under way, and the call was cancelled. "
        "The API may have acted on it: check before calling again."
    ),
)

_NOTIFY_S = 1.0
_MAX_CLIENT_CHARACTERS = 200
_BAD_REQUEST = (ErrorClass.INVALID_ARGUMENTS, ErrorClass.STALE_SURFACE)


class _AnnouncingServer(Server[dict[str, JsonValue]]):
    """The SDK's server, which also announces list_changed to handshake-era clients over HTTP."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, JsonValue]] | None = None,
        extensions: dict[str, dict[str, JsonValue]] | None = None,
    ) -> InitializationOptions:
        """Return the options with every list announced as changing."""
        announced = NotificationOptions(
            prompts_changed=True, resources_changed=True, tools_changed=True
        )
        return super().create_initialization_options(
            notification_options or announced, experimental_capabilities, extensions
        )


class EndpointServer:
    """One endpoint over MCP; `sdk` is the SDK's server, for a transport to run."""

    def __init__(
        self,
        endpoint: str,
        *,
        gateway: Gateway,
        surfaces: SurfaceSource,
        version: str = "",
        page_size: int = 250,
        principal: str = LOCAL,
    ) -> None:
        """Take the slug, who answers calls, who knows what is served, and our own version.

        `principal` is who calls where no HTTP request says so.
        """
        self._endpoint = endpoint
        self._gateway = gateway
        self._surfaces = surfaces
        self._page_size = page_size
        self._principal = principal
        self._served: ServedSurface | None = None
        self._lists = list_surface(None, page_size=page_size)
        self._shown: dict[str, str] = {}
        self._connections: dict[int, Connection] = {}
        self._calls: set[anyio.CancelScope] = set()
        self._bus = InMemorySubscriptionBus()
        self._listeners = ListenHandler(self._bus)
        self.sdk = self._make_server(version)
        self._announced = self._current()

    def _make_server(self, version: str) -> Server[dict[str, JsonValue]]:
        served = self._surfaces.served(self._endpoint)
        server = _AnnouncingServer(
            self._endpoint,
            version=version,
            title=served.surface.title if served is not None else None,
            on_subscriptions_listen=self._listeners,
            # The SDK would run tools/list on every call to find this schema.
            get_tool_input_schema=lambda name: self._current().header_schemas.get(name),
        )
        server.middleware.clear()
        add = server.add_request_handler
        add("tools/list", PaginatedRequestParams, self._list_tools)
        add("tools/call", CallToolRequestParams, self._call_tool)
        add("resources/list", PaginatedRequestParams, self._list_resources)
        add("resources/templates/list", PaginatedRequestParams, self._list_templates)
        add("resources/read", ReadResourceRequestParams, self._read_resource)
        add("prompts/list", PaginatedRequestParams, self._list_prompts)
        add("prompts/get", GetPromptRequestParams, self._get_prompt)
        add("completion/complete", CompleteRequestParams, self._complete)
        server.add_notification_handler(
            "notifications/initialized", NotificationParams, self._initialized
        )
        return server

    def _current(self) -> Lists:
        """Return the lists of what is served now, made anew only when that is another."""
        served = self._surfaces.served(self._endpoint)
        if served is not self._served:
            if _shows(served) != _shows(self._served):
                self._lists = list_surface(served, page_size=self._page_size)
                self.sdk.instructions = self._lists.instructions or None
            self._served = served
        return self._lists

    # Lists.

    async def _list_tools(self, ctx: Context, params: PaginatedRequestParams) -> Answer:
        lists = self._current()
        self._shown[self._principal_of(ctx)] = lists.digest
        return _page(lists.tools, params)

    async def _list_resources(self, ctx: Context, params: PaginatedRequestParams) -> Answer:
        return _page(self._current().resources, params)

    async def _list_templates(self, ctx: Context, params: PaginatedRequestParams) -> Answer:
        return _page(self._current().resource_templates, params)

    async def _list_prompts(self, ctx: Context, params: PaginatedRequestParams) -> Answer:
        return _page(self._current().prompts, params)

    # Calls.

    async def _call_tool(self, ctx: Context, params: CallToolRequestParams) -> Answer:
        outcome = await self._while_open(
            self._gateway.call_tool(
                self._endpoint,
                params.name,
                params.arguments or {},
                self._caller(ctx),
                traceparent=_traceparent(ctx),
                headers=self._forwardable(ctx),
            )
        )
        if outcome.unknown:
            raise MCPError(INVALID_PARAMS, _message(outcome, "Unknown tool"), failure(outcome))
        return tool_result(outcome, ctx.protocol_version)

    async def _read_resource(self, ctx: Context, params: ReadResourceRequestParams) -> Answer:
        outcome = await self._while_open(
            self._gateway.read_resource(
                self._endpoint,
                params.uri,
                self._caller(ctx),
                traceparent=_traceparent(ctx),
                headers=self._forwardable(ctx),
            )
        )
        if outcome.unknown or outcome.is_error:
            raise _resource_error(outcome, params.uri)
        return resource_result(outcome, params.uri)

    async def _get_prompt(self, ctx: Context, params: GetPromptRequestParams) -> Answer:
        prompt = self._current().prompt_texts.get(params.name)
        if prompt is None:
            raise MCPError(INVALID_PARAMS, f"Unknown prompt: {params.name}")
        content = {"type": "text", "text": prompt.text}
        return {
            "description": prompt.description,
            "messages": [{"role": "user", "content": content}],
            "resultType": "complete",
        }

    async def _complete(self, ctx: Context, params: CompleteRequestParams) -> Answer:
        if not isinstance(params.ref, ResourceTemplateReference):
            if params.ref.name not in self._current().prompt_texts:
                raise MCPError(INVALID_PARAMS, f"Unknown prompt: {params.ref.name}")
            return {"completion": completion((), ""), "resultType": "complete"}
        given = params.context.arguments if params.context is not None else None
        outcome = await self._while_open(
            self._gateway.complete(
                self._endpoint,
                params.ref.uri,
                Wanted(params.argument.name, params.argument.value, given or {}),
                self._caller(ctx),
                traceparent=_traceparent(ctx),
                headers=self._forwardable(ctx),
            )
        )
        if outcome.unknown or outcome.is_error:
            raise _resource_error(outcome, params.ref.uri)
        return {"completion": outcome.structured[0], "resultType": "complete"}

    async def _while_open(self, call: Awaitable[Outcome]) -> Outcome:
        """Await a call; when the endpoint closes meanwhile, cancel it and say so."""
        with anyio.CancelScope() as scope:
            self._calls.add(scope)
            try:
                return await call
            finally:
                self._calls.discard(scope)
        return _CLOSED

    def _caller(self, ctx: Context) -> Caller:
        principal = self._principal_of(ctx)
        return Caller(
            principal=principal,
            client=_client(ctx.session),
            protocol_version=ctx.protocol_version,
            transport="stdio" if ctx.request is None else "streamable-http",
            shown=self._shown.get(principal),
        )

    def _principal_of(self, ctx: Context) -> str:
        if ctx.request is None:
            return self._principal
        principal: str = ctx.request.scope.get(PRINCIPAL_KEY, LOCAL)
        return principal

    def _forwardable(self, ctx: Context) -> Headers:
        """Return those headers of the client's request that the upstream takes, and no others."""
        served = self._surfaces.served(self._endpoint)
        if ctx.request is None or served is None:
            return ()
        return tuple(
            (name, value)
            for name in served.upstream.forward_headers
            for value in ctx.request.headers.getlist(name)
        )

    # Changes.

    async def _initialized(self, ctx: Context, params: NotificationParams) -> None:
        """Keep a handshake-era connection for as long as it lives."""
        connection = _connection(ctx.session)
        if connection.has_standalone_channel:
            key = id(connection)
            self._connections[key] = connection
            connection.exit_stack.callback(self._connections.pop, key, None)

    async def prepare(self) -> None:
        """Prepare what is served now, beside the calls under way, so that no call has to."""
        await anyio.to_thread.run_sync(self._gateway.serving, self._endpoint)

    async def changed(self) -> None:
        """Tell every client which lists are others now; say nothing when none is."""
        await self.prepare()
        before, self._announced = self._announced, self._current()
        events = _differences(before, self._announced)
        for event in events:
            await self._bus.publish(event)
        if events:
            async with anyio.create_task_group() as tasks:
                for connection in tuple(self._connections.values()):
                    tasks.start_soon(_notify, connection, events)

    def close(self) -> None:
        """Cancel the calls, and end the modern listeners' streams: each gets its last answer."""
        self._listeners.close()
        for call in tuple(self._calls):
            call.cancel()


def _shows(served: ServedSurface | None) -> tuple[str, frozenset[str], frozenset[str]] | None:
    """Return what decides the lists; an upstream bound anew does not."""
    if served is None or served.stopped:
        return None
    return served.digest, served.stopped_tools, served.stopped_operations


def _page(pages: Pages, params: PaginatedRequestParams) -> Answer:
    page: Answer | None = pages.get(params.cursor)
    if page is None:
        raise MCPError(INVALID_PARAMS, "The cursor is not of this list; list from the start.")
    return page


def _differences(before: Lists, after: Lists) -> list[ServerEvent]:
    events: list[ServerEvent] = []
    if before.tools != after.tools:
        events.append(ToolsListChanged())
    resources = (before.resources, before.resource_templates)
    if resources != (after.resources, after.resource_templates):
        events.append(ResourcesListChanged())
    if before.prompts != after.prompts:
        events.append(PromptsListChanged())
    return events


async def _notify(connection: Connection, events: list[ServerEvent]) -> None:
    """Tell one handshake-era client; one that does not read must not hold up the others."""
    with anyio.move_on_after(_NOTIFY_S):
        for event in events:
            match event:
                case ToolsListChanged():
                    await connection.send_tool_list_changed()
                case ResourcesListChanged():
                    await connection.send_resource_list_changed()
                case PromptsListChanged():
                    await connection.send_prompt_list_changed()


def _connection(session: ServerSession) -> Connection:
    """Return the session's connection: the SDK has no public way to see one end."""
    return session._connection


def _client(session: ServerSession) -> str | None:
    if session.client_params is None:
        return None
    who = session.client_params.client_info
    return f"{who.name}/{who.version}"[:_MAX_CLIENT_CHARACTERS]


def _traceparent(ctx: Context) -> str | None:
    """Return the trace the client continues (MCP 2026-07-28, General fields, `_meta`)."""
    meta: Mapping[str, object] = ctx.meta or {}
    found = meta.get("traceparent")
    return found if isinstance(found, str) else None


def _message(outcome: Outcome, otherwise: str) -> str:
    return outcome.message or otherwise


def _resource_error(outcome: Outcome, uri: str) -> MCPError:
    """Make the error of a failed read (MCP 2026-07-28, resources, Error handling)."""
    data = failure(outcome) | {"uri": uri}
    ours = outcome.unknown or outcome.error_class in _BAD_REQUEST
    code = INVALID_PARAMS if ours else INTERNAL_ERROR
    return MCPError(code, _message(outcome, "Resource not found"), data)
