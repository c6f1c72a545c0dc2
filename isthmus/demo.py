"""A small real HTTP API to try everything on: the incident desk of an invented company.

Owns its data (in memory, the same at every start) and nothing of Isthmus: it would be the same
API without us. Services with owners, incidents with a timeline and notes, runbooks in Markdown,
an avatar image, a CSV export, an attachment upload, a slow report, a flaky endpoint, and one
operation that no model should call. Writing asks for the key in the header `X-Desk-Key`.
"""

import csv
import io
import itertools
import struct
import zlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated

import anyio
from fastapi import APIRouter, FastAPI, HTTPException, Path, Query, Response, Security, UploadFile
from fastapi.responses import PlainTextResponse
from fastapi.security import APIKeyHeader
from pydantic import BaseModel, Field

DEMO_KEY = "open-desk"
"""The key the demo accepts; it protects nothing but the demo's own play data."""


class Severity(StrEnum):
    """How bad an incident is."""

    SEV1 = "sev1"
    SEV2 = "sev2"
    SEV3 = "sev3"


class State(StrEnum):
    """Where an incident stands."""

    OPEN = "open"
    MITIGATED = "mitigated"
    RESOLVED = "resolved"


class Service(BaseModel):
    """One thing that can break."""

    id: str
    name: str
    owner: str = Field(description="Team on call, as an e-mail address.")
    tier: int = Field(description="1 is customer-facing, 3 is internal.", ge=1, le=3)


class Event(BaseModel):
    """One line of an incident's timeline."""

    at: datetime
    by: str
    text: str


class IncidentDraft(BaseModel):
    """What a person knows when an incident begins."""

    service_id: str = Field(description="Id of the service that is affected.")
    title: str = Field(min_length=3, max_length=120)
    severity: Severity = Severity.SEV3
    labels: list[str] = Field(default_factory=list, max_length=10)


class IncidentChange(BaseModel):
    """What can be changed later; a member left out stays as it is."""

    title: str | None = Field(None, min_length=3, max_length=120)
    severity: Severity | None = None
    state: State | None = None
    assignee: str | None = Field(None, description="Null takes the assignee away.")


class Incident(IncidentDraft):
    """An incident as the desk keeps it."""

    id: int
    state: State
    assignee: str | None = None
    opened_at: datetime
    timeline: list[Event]


class Note(BaseModel):
    """A note for the timeline."""

    text: str = Field(min_length=1, max_length=2000)
    by: str = Field("model", description="Who writes it.")


class Page(BaseModel):
    """A page of incidents, the newest first."""

    items: list[Incident]
    next_cursor: int | None = Field(description="Pass it as `cursor` for the next page.")


@dataclass(slots=True)
class Desk:
    """The data of one running demo."""

    services: dict[str, Service]
    incidents: dict[int, Incident]
    runbooks: dict[str, str]
    attachments: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    report_seconds: float = 5.0
    _flaky: "itertools.count[int]" = field(default_factory=itertools.count)

    def incident(self, incident_id: int) -> Incident:
        """Return one incident, or answer 404 in the API's own words."""
        try:
            return self.incidents[incident_id]
        except KeyError:
            raise HTTPException(404, f"There is no incident {incident_id}.") from None

    def is_up(self) -> bool:
        """Fail twice, then succeed once, over and over."""
        return next(self._flaky) % 3 == 2


_START = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


def new_desk(report_seconds: float = 5.0) -> Desk:
    """Return the desk as it is at every start."""
    services = [
        Service(id="checkout", name="Checkout", owner="payments@desk.example", tier=1),
        Service(id="search", name="Product search", owner="discovery@desk.example", tier=1),
        Service(id="ledger", name="Ledger", owner="finance@desk.example", tier=3),
    ]
    titles = [
        ("checkout", "Card payments time out", Severity.SEV1, State.OPEN),
        ("search", "Results miss new products", Severity.SEV2, State.MITIGATED),
        ("ledger", "Nightly export is late", Severity.SEV3, State.RESOLVED),
        ("checkout", "Vouchers are refused", Severity.SEV2, State.OPEN),
    ]
    incidents = {number: _incident(number, *row) for number, row in enumerate(titles, start=101)}
    return Desk({s.id: s for s in services}, incidents, dict(_RUNBOOKS), {}, report_seconds)


def _incident(number: int, service: str, title: str, severity: Severity, state: State) -> Incident:
    at = _START + timedelta(hours=3 * (number - 101))
    return Incident(
        id=number,
        service_id=service,
        title=title,
        severity=severity,
        labels=["demo"],
        state=state,
        opened_at=at,
        timeline=[Event(at=at, by="monitor", text=f"Opened: {title}")],
    )


_RUNBOOKS = {
    "payments": "# Card payments time out\n\n1. Look at the provider's status page.\n"
    "2. Switch to the second provider: `desk switch payments --to second`.\n"
    "3. Tell support what to tell customers.\n",
    "indexing": "# Search misses products\n\nRestart the indexer, then wait *ten* minutes.\n",
}

_key = APIKeyHeader(name="X-Desk-Key", scheme_name="deskKey", auto_error=False)


def _require_key(key: Annotated[str | None, Security(_key)]) -> None:
    if key != DEMO_KEY:
        raise HTTPException(401, "Writing needs the header X-Desk-Key.")


_WRITES = [Security(_require_key)]
_IncidentId = Annotated[int, Path(description="Number of the incident, such as 101.")]


def create_demo(desk: Desk | None = None) -> FastAPI:
    """Return the incident desk as an ASGI application with its own OpenAPI document."""
    app = FastAPI(
        title="Incident desk",
        version="1.0.0",
        description="Services, their incidents, and what to do about them.",
        generate_unique_id_function=lambda route: route.name,
        docs_url=None,
        redoc_url=None,
    )
    kept = desk or new_desk()
    for router in (_services(kept), _incidents(kept), _changes(kept), _notes(kept), _reports(kept)):
        app.include_router(router)
    return app


def _services(desk: Desk) -> APIRouter:
    router = APIRouter(tags=["services"])

    @router.get("/services", summary="List all services")
    def list_services() -> list[Service]:
        """Every service with its owner and tier."""
        return list(desk.services.values())

    @router.get("/services/{service_id}", summary="Get one service")
    def get_service(service_id: str) -> Service:
        """Tell the service's tier, and its owner, who is to be called when it breaks."""
        if service_id not in desk.services:
            raise HTTPException(404, f"There is no service {service_id!r}.")
        return desk.services[service_id]

    @router.get(
        "/services/{service_id}/avatar",
        summary="Picture of a service",
        response_class=Response,
        responses={200: {"content": {"image/png": {}}}},
    )
    def get_service_avatar(service_id: str) -> Response:
        """Draw a small square picture in the service's colour."""
        return Response(_avatar(service_id), media_type="image/png")

    @router.get(
        "/runbooks/{name}",
        summary="Read a runbook",
        response_class=PlainTextResponse,
        responses={200: {"content": {"text/markdown": {}}}},
        tags=["runbooks"],
    )
    def get_runbook(name: str) -> Response:
        """Tell what to do, step by step, as Markdown."""
        if name not in desk.runbooks:
            raise HTTPException(404, f"There is no runbook {name!r}.")
        return Response(desk.runbooks[name], media_type="text/markdown")

    return router


def _incidents(desk: Desk) -> APIRouter:
    router = APIRouter(tags=["incidents"])

    @router.get("/incidents", summary="List incidents")
    def list_incidents(
        state: State | None = None,
        severity: Annotated[list[Severity] | None, Query()] = None,
        service_id: str | None = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 20,
        cursor: Annotated[int | None, Query(description="From next_cursor.")] = None,
    ) -> Page:
        """Incidents that meet all filters given, the newest first."""
        found = [
            incident
            for number, incident in sorted(desk.incidents.items(), reverse=True)
            if (state is None or incident.state == state)
            and (not severity or incident.severity in severity)
            and (service_id is None or incident.service_id == service_id)
            and (cursor is None or number < cursor)
        ]
        more = len(found) > limit
        return Page(items=found[:limit], next_cursor=found[limit - 1].id if more else None)

    @router.post("/incidents", status_code=201, summary="Open an incident", dependencies=_WRITES)
    def open_incident(draft: IncidentDraft) -> Incident:
        """Open an incident for a service and start its timeline."""
        if draft.service_id not in desk.services:
            raise HTTPException(422, f"There is no service {draft.service_id!r}.")
        number = max(desk.incidents, default=100) + 1
        at = datetime.now(UTC)
        desk.incidents[number] = Incident(
            **draft.model_dump(),
            id=number,
            state=State.OPEN,
            opened_at=at,
            timeline=[Event(at=at, by="desk", text=f"Opened: {draft.title}")],
        )
        return desk.incidents[number]

    @router.get("/incidents/{incident_id}", summary="Get one incident")
    def get_incident(incident_id: _IncidentId) -> Incident:
        """Tell all about one incident, with its whole timeline."""
        return desk.incident(incident_id)

    return router


def _changes(desk: Desk) -> APIRouter:
    router = APIRouter(tags=["incidents"])

    @router.patch("/incidents/{incident_id}", summary="Change an incident", dependencies=_WRITES)
    def update_incident(incident_id: _IncidentId, change: IncidentChange) -> Incident:
        """Change title, severity, state or assignee; null takes the assignee away."""
        incident = desk.incident(incident_id)
        given = {
            name: value
            for name, value in change.model_dump(exclude_unset=True).items()
            if value is not None or name == "assignee"
        }
        desk.incidents[incident_id] = incident.model_copy(update=given)
        return desk.incidents[incident_id]

    @router.delete(
        "/incidents", summary="Delete every incident", dependencies=_WRITES, status_code=204
    )
    def purge_incidents() -> None:
        """Delete all incidents for good. Meant for the end of a rehearsal only."""
        desk.incidents.clear()

    return router


def _notes(desk: Desk) -> APIRouter:
    router = APIRouter(tags=["incidents"], dependencies=_WRITES)

    @router.post("/incidents/{incident_id}/notes", status_code=201, summary="Add a note")
    def add_note(incident_id: _IncidentId, note: Note) -> Event:
        """Write a note into the incident's timeline."""
        event = Event(at=datetime.now(UTC), by=note.by, text=note.text)
        desk.incident(incident_id).timeline.append(event)
        return event

    @router.post("/incidents/{incident_id}/attachments", status_code=201, summary="Attach a file")
    async def attach_file(incident_id: _IncidentId, file: UploadFile) -> dict[str, str | int]:
        """Keep a file with the incident: a log, a screenshot."""
        desk.incident(incident_id)
        size = len(await file.read())
        desk.attachments.setdefault(incident_id, []).append((file.filename or "file", size))
        return {"filename": file.filename or "file", "bytes": size}

    return router


def _reports(desk: Desk) -> APIRouter:
    router = APIRouter(tags=["reports"])

    @router.get(
        "/reports/incidents.csv",
        summary="Export incidents as CSV",
        response_class=PlainTextResponse,
        responses={200: {"content": {"text/csv": {}}}},
    )
    def export_incidents() -> Response:
        """One line an incident: id, service, severity, state, title."""
        out = io.StringIO()
        lines = csv.writer(out)
        lines.writerow(["id", "service", "severity", "state", "title"])
        for i in desk.incidents.values():
            lines.writerow([i.id, i.service_id, i.severity.value, i.state.value, i.title])
        return Response(out.getvalue(), media_type="text/csv")

    @router.get("/reports/monthly", summary="Compute the monthly report")
    async def get_monthly_report(
        month: Annotated[str, Query(pattern=r"^\d{4}-\d{2}$")],
    ) -> dict[str, str | int]:
        """Count the incidents of a month. Takes some seconds."""
        await anyio.sleep(desk.report_seconds)
        found = [i for i in desk.incidents.values() if f"{i.opened_at:%Y-%m}" == month]
        return {"month": month, "incidents": len(found)}

    @router.get("/health", summary="Ask the monitor, which often fails")
    def check_health() -> dict[str, str]:
        """Answer 503 twice, then succeed once."""
        if not desk.is_up():
            raise HTTPException(503, "The monitor is restarting.", {"Retry-After": "0"})
        return {"status": "ok"}

    return router


def _avatar(name: str) -> bytes:
    """Return a PNG of 16 by 16 pixels in a colour that the name decides."""
    red, green, blue = zlib.crc32(name.encode()).to_bytes(4, "big")[:3]
    row = b"\x00" + bytes((red, green, blue)) * 16
    header = struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(row * 16)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in parts)


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
