"""Own the side of Isthmus: every description imported, allowed, published, and called.

The path is the real one: the use cases over a store on disk, the gateway over a transport of
its own. Only secrets and traces are kept in memory.
"""

import contextlib
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from curation.served import PublishedSurfaces
from curation.service import NewCredential, Service
from curation.store import open_store
from isthmus.program import SystemClock
from tests.in_memory import Record, Secrets
from translator.candidates import Candidate
from translator.errors import RefusedByUs
from translator.json_value import JsonValue
from translator.runtime.gateway import Gateway, Outcome
from translator.runtime.transport import Transport
from translator.surface import BoundBody, Surface, Tool
from translator.trace import Caller, Kind, Trace

_WHO = "judge"
_CALLER = Caller(kind=Kind.CLI, client="judge", transport="none", shown="")
_LONGEST_CALL_S = 20.0


@dataclass(frozen=True)
class Published:
    """A surface, and `{operation: {argument: text}}` as the description has the texts."""

    surface: Surface
    texts: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Answered:
    """What became of a call: what the model gets, and what the trace says."""

    outcome: Outcome
    trace: Trace


class Desk:
    """All descriptions published over one server, each as an API of its own."""

    def __init__(self, folder: Path, origin: str, secrets: Mapping[str, Mapping[str, str]]) -> None:
        """`secrets` are `{file stem: {scheme: secret}}`."""
        self._store = open_store(folder / "isthmus.db")
        self._service = Service(self._store, clock=SystemClock())
        self._origin = origin
        self._secrets = secrets
        self._surfaces = PublishedSurfaces(self._store)
        self._record = Record()
        self._gateway: Gateway | None = None

    def publish(self, description: Path, forwarded: tuple[str, ...] = ()) -> Published | None:
        """Import a description and allow all of it as tools; None where it has no operation.

        `forwarded` names headers of the client's own request that go on to the API.
        """
        stem = description.stem
        credentials = [NewCredential(scheme, _reference(stem, scheme)) for scheme in self._of(stem)]
        self._service.import_description(
            str(description),
            author=_WHO,
            slug=slug_of(stem),
            base_url=self._origin,
            credentials=credentials,
            timeout_s=_LONGEST_CALL_S,
        )
        try:
            self._service.allow(slug_of(stem), ["*"], author=_WHO, expose="tool")
        except RefusedByUs:
            return None
        self._service.set_upstream(slug_of(stem), author=_WHO, forward_headers=forwarded)
        self._service.publish(slug_of(stem), author=_WHO)
        surface = self._service.surface(slug_of(stem))
        drafted = (item.candidate for item in self._service.draft(slug_of(stem)).items)
        texts = {one.operation.key: _texts(one) for one in drafted if one is not None}
        return Published(surface, texts)

    def _of(self, stem: str) -> Mapping[str, str]:
        return self._secrets.get(stem, {})

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Open the gateway for calls."""
        values = {
            _reference(stem, scheme): secret
            for stem, schemes in self._secrets.items()
            for scheme, secret in schemes.items()
        }
        self._surfaces.refresh()
        async with Transport("isthmus-judge") as transport:
            self._gateway = Gateway(
                surfaces=self._surfaces,
                transport=transport,
                secrets=Secrets(values),
                record=self._record,
                clock=SystemClock(),
            )
            yield

    async def call(
        self,
        stem: str,
        tool: Tool,
        arguments: Mapping[str, JsonValue],
        headers: tuple[tuple[str, str], ...] = (),
    ) -> Answered:
        """Call a tool; `headers` are those of the client's own request."""
        if self._gateway is None:
            raise RuntimeError("the gateway is not open")
        outcome = await self._gateway.call_tool(
            slug_of(stem), tool.name, arguments, _CALLER, headers=headers
        )
        return Answered(outcome, self._record.finished.pop())


def _texts(candidate: Candidate) -> dict[str, str]:
    """Return the descriptions of the arguments as they were written, condensed by nobody."""
    operation = candidate.operation
    told = {f"{one.location}:{one.name}": one.description for one in operation.parameters}
    for media in operation.body.media_types if operation.body else ():
        told["body:"] = (operation.body and operation.body.description) or _text(media.schema)
    return {one.name: told.get(one.binding) or _text(one.schema) for one in candidate.arguments}


def _text(schema: JsonValue) -> str:
    text = schema.get("description") if isinstance(schema, dict) else None
    return text if isinstance(text, str) else ""


def slug_of(stem: str) -> str:
    """Return the slug of an API by the name of its file."""
    return re.sub("[^a-z0-9]+", "-", stem.lower())


def _reference(stem: str, scheme: str) -> str:
    return "env:" + re.sub("[^A-Z0-9]+", "_", f"{stem}_{scheme}".upper())


def arguments_of(tool: Tool, values: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return the tool's arguments for values by OpenAPI's names, whatever Isthmus calls them.

    A value that belongs to no argument keeps its name, so that it is refused by it.
    """
    names = {bound.parameter.name: bound.argument for bound in tool.call.parameters}
    arguments: dict[str, JsonValue] = {}
    for name, value in values.items():
        if name == "body" and tool.call.body is not None:
            arguments |= _of_body(tool.call.body, value)
        else:
            arguments[names.get(name) or name] = value
    return arguments


def _of_body(body: BoundBody, value: JsonValue) -> dict[str, JsonValue]:
    if body.whole is not None or not isinstance(value, dict):
        return {body.whole or "body": value}
    names = {member.name: member.argument for member in body.members}
    return {names.get(name) or name: member for name, member in value.items()}
