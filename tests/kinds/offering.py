"""A description as text, offered over MCP, with a scripted API behind it: nothing is a stand-in.

What goes in is what a user gives (a description, decisions, credentials by name); what is looked
at is what an MCP client sees and what reaches the API over a socket.
"""

import contextlib
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from curation.draft import DraftItem
from curation.record import Record
from curation.reports import PublishReport
from curation.served import PublishedSurfaces
from curation.service import NewCredential, Service
from curation.store import open_store
from isthmus.app import create_app
from tests.fake_api import Answer, FakeApi, Received
from tests.in_memory import Secrets, WallClock
from tests.kinds.stage import Stage
from translator.finding import Finding
from translator.json_value import JsonValue, parse_json
from translator.runtime.gateway import Gateway
from translator.runtime.server import by_key
from translator.runtime.transport import Transport
from translator.surface import Surface, Tool
from translator.trace import Trace

SLUG = "api"
ERAS = ("auto", "legacy")
"""The client modes: the newest revision, and the handshake before it."""


@dataclass
class Offer:
    """An imported description, allowed as a whole, published and served."""

    api: FakeApi
    service: Service
    surfaces: PublishedSurfaces
    record: Record
    secrets: dict[str, str]
    folder: Path
    url: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    published: PublishReport | None = None

    def bring(self, description: str) -> None:
        """Import a description, allow every operation as a tool, publish; or a newer version."""
        path = self.folder / "description.yaml"
        placed = description.replace('host: "{{API}}"', f"host: {self.api.host}")
        path.write_text(placed.replace("{{API}}", self.api.origin), encoding="utf-8")
        self.service.import_description(str(path), author="op", slug=SLUG)
        self.service.allow(SLUG, ["*"], expose="tool", author="op")
        self.published = self.service.publish(SLUG, author="op")
        self.surfaces.refresh()

    def bind(self, **change: Any) -> None:
        """Change the upstream, at once."""
        self.service.set_upstream(SLUG, author="op", **change)
        self.surfaces.refresh()

    def declare(self, scheme: str, secret: str, principal: str | None = None) -> None:
        """Declare a credential: shared, or one principal's."""
        name = f"S{len(self.secrets)}"
        self.secrets[f"env:{name}"] = secret
        self.bind(credentials=[NewCredential(scheme, f"env:{name}", principal=principal)])

    def know(self, principal: str) -> None:
        """Make a key for a principal; `session` and `as_principal` use it."""
        self.keys[principal] = self.service.add_key(principal, author="op").key
        self.surfaces.refresh()

    def traces(self) -> tuple[Trace, ...]:
        """Return every call on record, the oldest first, once the record has been written."""
        self.record.close()
        found = self.service.traces(limit=100)[::-1]
        return tuple(self.service.trace(one.trace_id) for one in found)

    def as_principal(self, principal: str | None) -> dict[str, str]:
        """Return the headers by which a principal is known."""
        return {"Authorization": f"Bearer {self.keys[principal]}"} if principal else {}

    @property
    def surface(self) -> Surface:
        """What is served now."""
        served = self.surfaces.served(SLUG)
        assert served is not None
        return served.surface

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was said about the description, the draft and the surface."""
        said = self.published.findings if self.published else ()
        return (*self.service.findings(SLUG), *said)

    def _item(self, operation: str) -> DraftItem:
        items = {item.key: item for item in self.service.draft(SLUG).items}
        return items[operation]

    def tool(self, operation: str) -> Tool:
        """Return the tool of an operation `METHOD path`."""
        return next(tool for tool in self.surface.tools if tool.call.operation == operation)

    @property
    def offered(self) -> set[str]:
        """The operations that are offered as tools."""
        return {tool.call.operation for tool in self.surface.tools}

    def named(self, operation: str, binding: str) -> str:
        """Return the name of the argument that is bound so."""
        names = {one.binding: one.name for one in self._item(operation).arguments}
        return names[binding]

    def arguments(self, operation: str, inputs: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return arguments for values by binding: `query:limit`, `body:/name`, `body:`."""
        return {self.named(operation, binding): value for binding, value in inputs.items()}

    @contextlib.asynccontextmanager
    async def session(
        self, mode: Any = "auto", principal: str | None = None, headers: Mapping[str, str] = {}
    ) -> AsyncIterator["Session"]:
        """Open an MCP session with the official client."""
        sent = {**self.as_principal(principal), **headers}
        async with (
            httpx2.AsyncClient(headers=sent, timeout=20) as http,
            Client(streamable_http_client(self.url, http_client=http), mode=mode) as client,
        ):
            yield Session(self, client)

    async def call(self, operation: str, inputs: Mapping[str, JsonValue] = {}) -> "Result":
        """Call once, in a session of its own, with values by binding."""
        async with self.session() as session:
            return await session.call(operation, inputs)

    @property
    def sent(self) -> Received:
        """The one request that reached the API since the last look."""
        (request,) = self.api.requests
        self.api.requests.clear()
        return request

    @property
    def nothing_sent(self) -> bool:
        """Whether no request reached the API."""
        return not self.api.requests


@dataclass(frozen=True)
class Result:
    """What a client got for a call."""

    is_error: bool
    text: str
    structured: Any
    blocks: tuple[Any, ...]

    @property
    def value(self) -> Any:
        """The value that was delivered: out of its wrapper, or read from the text."""
        if isinstance(self.structured, dict) and set(self.structured) == {"result"}:
            return self.structured["result"]
        return parse_json(self.text) if self.structured is None else self.structured


@dataclass(frozen=True)
class Session:
    """An MCP session that calls by operation."""

    offer: Offer
    client: Client

    async def call(self, operation: str, inputs: Mapping[str, JsonValue] = {}) -> Result:
        """Call the operation's tool with values by binding."""
        arguments = self.offer.arguments(operation, inputs)
        return await self.call_tool(self.offer.tool(operation).name, arguments)

    async def call_tool(self, name: str, arguments: Mapping[str, JsonValue]) -> Result:
        """Call a tool by its name."""
        result = await self.client.call_tool(name, dict(arguments))
        texts = [block.text for block in result.content if block.type == "text"]
        return Result(
            bool(result.is_error),
            "\n".join(texts),
            result.structured_content,
            tuple(result.content),
        )

    async def listed(self) -> dict[str, Any]:
        """Return all of tools/list by name, as it stands on the wire."""
        found: dict[str, Any] = {}
        cursor: str | None = None
        while True:
            page = await self.client.list_tools(cursor=cursor, cache_mode="bypass")
            for tool in page.tools:
                found[tool.name] = tool.model_dump(mode="json", by_alias=True, exclude_unset=True)
            cursor = page.next_cursor
            if not cursor:
                return found


@contextlib.contextmanager
def offered(
    stage: Stage,
    folder: Path,
    blank: Path,
    description: str,
    *answers: Answer,
    require_key: bool = False,
    files: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Offer]:
    """Offer a description (YAML or JSON; `{{API}}` is where the API is) while a test needs it.

    The API gives the answers in turn, the last one again and again. `blank` is an empty
    database, to be copied; `files` are further documents beside the description.
    """
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    database = folder / "isthmus.db"
    shutil.copy(blank, database)
    clock, secrets = WallClock(), dict[str, str]()
    with (
        FakeApi(*answers) as api,
        contextlib.closing(open_store(database)) as store,
        contextlib.closing(Record(store, clock=clock)) as record,
    ):
        surfaces, transport = PublishedSurfaces(store), Transport("isthmus-tests")
        offer = Offer(api, Service(store, clock=clock), surfaces, record, secrets, folder)
        gateway = Gateway(
            surfaces=surfaces,
            transport=transport,
            secrets=Secrets(secrets),
            record=record,
            clock=clock,
        )
        app = create_app(
            surfaces=surfaces,
            gateway=gateway,
            authorize=by_key(surfaces, require_key=require_key),
            around=transport,
        )
        offer.bring(description)
        with stage.play(app) as base_url:
            offer.url = f"{base_url}/mcp/{SLUG}"
            yield offer
