"""Values of curation made by hand, and a shop whose description changes."""

import shutil
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from sqlalchemy import func, select

from curation.decisions import Content, Decision, Instructions, TargetKind
from curation.draft import Base
from curation.reports import DecisionReport, ImportReport, PublishReport
from curation.service import Service
from curation.store import open_store
from curation.store.tables import metadata
from translator.annotations import Hint, Hints
from translator.candidates import Argument, Candidate, Primitive
from translator.json_value import JsonValue, digest_of, to_json
from translator.operation import Extraction, Operation, SecurityScheme, Server

API = "api-id"


@dataclass
class SteppingClock:
    """A clock that goes on by a second each time it is asked."""

    time: float = 1_000.0

    def now(self) -> float:
        self.time += 1
        return self.time

    def monotonic(self) -> float:
        return self.now()


def argument(binding: str, *, required: bool = False, description: str = "") -> Argument:
    return Argument(
        name=binding.partition(":")[2].strip("/") or "body",
        binding=binding,
        schema={"type": "string"},
        required=required,
        description=description or None,
    )


def candidate(
    key: str = "GET /pets",
    *arguments: Argument,
    name: str | None = None,
    description: str = "List the pets.",
    tags: tuple[str, ...] = (),
    operation_id: str | None = None,
    uri: str | None = None,
    withheld: str | None = None,
    read_only: bool = True,
) -> Candidate:
    """Make a candidate; its digest covers whatever was given."""
    method, _, path = key.partition(" ")
    hint = Hint(read_only, "by its method")
    made = Candidate(
        operation=Operation(method, path, operation_id=operation_id, tags=tags),
        primitive=Primitive.RESOURCE if uri else Primitive.TOOL,
        primitive_evidence="as the test says",
        readable=uri is not None,
        name=name or key.replace(" ", "_").replace("/", "").replace("{", "").replace("}", ""),
        name_evidence="from its path",
        title=key,
        description=description,
        description_evidence="from the description",
        hints=Hints(hint, Hint(not read_only, "by its method"), hint, hint),
        arguments=arguments,
        uri=uri,
        withheld=withheld,
    )
    return replace(made, digest=digest_of(repr(made)))


def identifier(key: str) -> str:
    """Return the stable id that the hand-made bases give an operation."""
    return f"id of {key}"


def base(
    candidates: Iterable[Candidate],
    *,
    version: int = 1,
    earlier: Mapping[int, Iterable[Candidate]] | None = None,
) -> Base:
    """Make a base of one version, with the versions before it."""
    now = {identifier(one.operation.key): one for one in candidates}
    judged = {
        (number, identifier(one.operation.key)): one
        for number, before in (earlier or {}).items()
        for one in before
    }
    keys = {operation_id: one.operation.key for operation_id, one in now.items()}
    keys |= {op: one.operation.key for (_, op), one in judged.items() if op not in keys}
    return Base("pets", "Pets", version, keys, now, judged)


def decision(
    sequence: int,
    content: Content,
    judged: Candidate | None = None,
    *,
    version: int = 1,
    argument: str | None = None,
    author: str = "ann",
    reason: str = "",
) -> Decision:
    """Make a decision about the operation of a candidate, or about the API."""
    about_api = judged is None or isinstance(content, Instructions)
    return Decision(
        sequence=sequence,
        content=content,
        target_kind=TargetKind.API if about_api else TargetKind.OPERATION,
        target_id=API if about_api or judged is None else identifier(judged.operation.key),
        author=author,
        decided_at=float(sequence),
        argument=argument,
        reason=reason,
        basis_digest=judged.digest if judged else None,
        basis_version=version,
    )


def extraction(
    candidates: Iterable[Candidate] = (),
    *,
    servers: tuple[str, ...] = ("https://api.example.com/v1",),
    schemes: tuple[str, ...] = (),
    title: str = "Pets",
) -> Extraction:
    return Extraction(
        title=title,
        version="1",
        description=None,
        oas_version="3.1.0",
        operations=tuple(one.operation for one in candidates),
        security_schemes={
            key: SecurityScheme(key, "http", http_scheme="bearer") for key in schemes
        },
        servers=tuple(Server(url) for url in servers),
        input_defs={"Pet": {"type": "object", "maxProperties": 2**63}},
        output_defs={"Pet": {"type": "object"}},
        findings=(),
    )


LIMIT: JsonValue = {"name": "limit", "in": "query", "schema": {"type": "integer"}}
TAG: JsonValue = {"name": "tag", "in": "query", "schema": {"type": "string"}}
ID: JsonValue = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
PET: JsonValue = {"type": "object", "properties": {"name": {"type": "string"}}}


def operation(
    summary: str, *parameters: JsonValue, body: JsonValue = None, **more: JsonValue
) -> JsonValue:
    """Return an Operation Object that answers with a pet."""
    made: JsonValue = {
        "summary": summary,
        "parameters": deepcopy(list(parameters)),
        "responses": {
            "200": {"description": "ok", "content": {"application/json": {"schema": PET}}}
        },
        **more,
    }
    if body is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return made


def pets() -> JsonValue:
    """Return a small description, to be changed at will."""
    schemes = {"token": {"type": "http", "scheme": "bearer"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pet Shop", "version": "1"},
        "servers": [{"url": "https://api.example.com/v1"}],
        "components": {"securitySchemes": schemes},
        "paths": {
            "/pets": {
                "get": operation("List the pets", LIMIT, TAG, operationId="listPets"),
                "post": operation("Add a pet", body=PET, operationId="addPet", tags=["write"]),
            },
            "/pets/{id}": {
                "get": operation("Get a pet", ID, operationId="getPet"),
                "delete": operation("Delete a pet", ID, operationId="deletePet", tags=["write"]),
            },
        },
    }


class Shop:
    """The use cases over a store in a folder, with one description that changes."""

    def __init__(self, folder: Path, blank: Path | None) -> None:
        self.folder = folder
        self.file = folder / "pets.json"
        self.database = folder / "isthmus" / "isthmus.db"
        if blank is not None:
            self.database.parent.mkdir(mode=0o700)
            shutil.copy(blank, self.database)
        self.store = open_store(self.database)
        self.clock = SteppingClock()
        self.service = Service(self.store, clock=self.clock)
        self.description = pets()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.store.close()

    def again(self) -> "Shop":
        """Open the same database once more, as another process would."""
        return Shop(self.folder, None)

    def bring(self, **options: JsonValue) -> ImportReport:
        """Import the description as it is now."""
        text = to_json(self.description)
        if not self.file.exists() or self.file.read_text(encoding="utf-8") != text:
            self.file.write_text(text, encoding="utf-8")
        return self.service.import_description(str(self.file), author="ann", **options)

    def allow(self, *patterns: str, expose: str | None = "tool") -> DecisionReport:
        return self.service.allow("pet-shop", patterns, expose=expose, author="ann")

    def publish(self) -> PublishReport:
        return self.service.publish("pet-shop", author="ann")

    def operation(self, path: str, method: str) -> JsonValue:
        """Return one Operation Object of the description, to be changed."""
        return self.description["paths"][path][method]

    def states(self) -> dict[str, str]:
        """Return the state of each item of the draft by key."""
        return {item.key: item.state.value for item in self.service.draft("pet-shop").items}

    def rows(self) -> dict[str, int]:
        """Return how many rows each table has."""
        with self.store.reading() as connection:
            return {
                table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in metadata.sorted_tables
            }
