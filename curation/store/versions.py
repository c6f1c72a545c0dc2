"""Own the queries about description versions, operations and candidates."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection, RowMapping, insert, select

from curation.store.packing import (
    Definitions,
    candidate_text,
    pack_text,
    unpack_candidate,
    unpack_definitions,
    unpack_outline,
)
from curation.store.tables import (
    candidate,
    description_version,
    document,
    operation,
    version_candidate,
)
from translator.candidates import Candidate
from translator.json_value import digest_of_bytes
from translator.operation import Extraction


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A description version without what it holds."""

    id: int
    api_id: str
    number: int
    digest: str
    title: str
    oas_version: str
    source: str
    made_by: str
    operations: int
    findings: int
    author: str
    imported_at: float


@dataclass(frozen=True, slots=True)
class DocumentText:
    """One document of a closure, its text compressed."""

    uri: str
    digest: str
    packed: bytes


@dataclass(frozen=True, slots=True)
class PackedCandidate:
    """A candidate as it will lie in the store."""

    method: str
    path: str
    digest: str
    body_digest: str
    body: bytes

    @property
    def key(self) -> str:
        """`METHOD path` of its operation."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A description version to add; `packed` values are ready before the transaction begins."""

    findings: int
    digest: str
    extraction: Extraction
    source: str
    made_by: str
    author: str
    imported_at: float
    documents: tuple[DocumentText, ...]
    candidates: tuple[PackedCandidate, ...]
    packed_outline: bytes
    packed_definitions: bytes

    @property
    def operations(self) -> int:
        """How many operations the description has, those that were left out included."""
        left_out = {
            finding.operation
            for finding in self.extraction.findings
            if finding.code == "operation-withheld"
        }
        return len(left_out.union(one.key for one in self.candidates))


_VERSION = [
    column for column in description_version.c if column.name not in {"outline", "definitions"}
]


def pack_candidate(made: Candidate) -> PackedCandidate:
    """Pack a candidate."""
    text = candidate_text(made)
    return PackedCandidate(
        method=made.operation.method,
        path=made.operation.path,
        digest=made.digest,
        body_digest=digest_of_bytes(text),
        body=pack_text(text),
    )


def latest_version(connection: Connection, api_id: str) -> VersionRow | None:
    """Return the current description version of an API."""
    statement = (
        select(*_VERSION)
        .where(description_version.c.api_id == api_id)
        .order_by(description_version.c.number.desc())
        .limit(1)
    )
    row = connection.execute(statement).mappings().first()
    return VersionRow(**row) if row else None


def operation_keys(connection: Connection, api_id: str) -> dict[str, str]:
    """Return `{stable id: METHOD path}` of all operations an API ever had, oldest first."""
    statement = (
        select(operation.c.id, operation.c.method, operation.c.path)
        .where(operation.c.api_id == api_id)
        .order_by(operation.c.created_at, operation.c.path, operation.c.method)
    )
    return {row.id: f"{row.method} {row.path}" for row in connection.execute(statement)}


def candidates_of(connection: Connection, version_id: int) -> dict[str, Candidate]:
    """Return the candidates of a version by operation id, in the description's order."""
    statement = (
        select(version_candidate.c.operation_id, candidate.c.body)
        .join(candidate, candidate.c.id == version_candidate.c.candidate_id)
        .where(version_candidate.c.version_id == version_id)
        .order_by(version_candidate.c.ordinal)
    )
    rows = connection.execute(statement)
    return {row.operation_id: unpack_candidate(row.body) for row in rows}


def candidate_digests(connection: Connection, version_id: int) -> dict[str, str]:
    """Return the digest of each candidate of a version by operation id."""
    statement = (
        select(version_candidate.c.operation_id, candidate.c.digest)
        .join(candidate, candidate.c.id == version_candidate.c.candidate_id)
        .where(version_candidate.c.version_id == version_id)
    )
    return {row.operation_id: row.digest for row in connection.execute(statement)}


def judged_candidates(
    connection: Connection, api_id: str, wanted: Iterable[tuple[int, str]]
) -> dict[tuple[int, str], Candidate]:
    """Return candidates of earlier versions, by version number and operation id."""
    by_number: dict[int, list[str]] = {}
    for number, operation_id in wanted:
        by_number.setdefault(number, []).append(operation_id)
    found = {}
    for number, operation_ids in by_number.items():
        for row in _judged_in(connection, api_id, number, operation_ids):
            found[number, row["operation_id"]] = unpack_candidate(row["body"])
    return found


def _judged_in(
    connection: Connection, api_id: str, number: int, operation_ids: list[str]
) -> Iterator[RowMapping]:
    for start in range(0, len(operation_ids), 500):
        statement = (
            select(version_candidate.c.operation_id, candidate.c.body)
            .join(candidate, candidate.c.id == version_candidate.c.candidate_id)
            .join(description_version, description_version.c.id == version_candidate.c.version_id)
            .where(description_version.c.api_id == api_id)
            .where(description_version.c.number == number)
            .where(version_candidate.c.operation_id.in_(operation_ids[start : start + 500]))
        )
        yield from connection.execute(statement).mappings()


def outline_of(connection: Connection, version_id: int) -> Extraction:
    """Return a version's extraction without operations and definitions."""
    statement = select(description_version.c.outline).where(description_version.c.id == version_id)
    return unpack_outline(connection.execute(statement).scalar_one())


def definitions_of(
    connection: Connection, api_id: str, numbers: Iterable[int]
) -> dict[int, Definitions]:
    """Return the definitions of description versions, by their number."""
    statement = (
        select(description_version.c.number, description_version.c.definitions)
        .where(description_version.c.api_id == api_id)
        .where(description_version.c.number.in_(sorted(set(numbers))))
    )
    return {
        row.number: unpack_definitions(row.definitions) for row in connection.execute(statement)
    }


def outlines_of(
    connection: Connection, api_id: str, numbers: Iterable[int]
) -> dict[int, Extraction]:
    """Return the outlines of description versions, by their number."""
    statement = (
        select(description_version.c.number, description_version.c.outline)
        .where(description_version.c.api_id == api_id)
        .where(description_version.c.number.in_(sorted(set(numbers))))
    )
    return {row.number: unpack_outline(row.outline) for row in connection.execute(statement)}


def operation_keys_of(connection: Connection, version: VersionRow | None) -> frozenset[str] | None:
    """Return `METHOD path` of each operation of a version."""
    if version is None:
        return None
    statement = (
        select(operation.c.method, operation.c.path)
        .join(version_candidate, version_candidate.c.operation_id == operation.c.id)
        .where(version_candidate.c.version_id == version.id)
    )
    return frozenset(f"{row.method} {row.path}" for row in connection.execute(statement))


def add_version(
    connection: Connection,
    api_id: str,
    latest: VersionRow | None,
    new: NewVersion,
    operation_ids: Mapping[str, str],
) -> VersionRow:
    """Add a description version, after the latest, with its documents and candidates.

    `operation_ids` maps `METHOD path` of every candidate to its operation's id.
    """
    row = VersionRow(
        id=0,
        api_id=api_id,
        number=latest.number + 1 if latest else 1,
        digest=new.digest,
        title=new.extraction.title,
        oas_version=new.extraction.oas_version,
        source=new.source,
        made_by=new.made_by,
        operations=new.operations,
        findings=new.findings,
        author=new.author,
        imported_at=new.imported_at,
    )
    shown = {name: value for name, value in asdict(row).items() if name != "id"}
    version_id: int = connection.execute(
        insert(description_version)
        .values(**shown, outline=new.packed_outline, definitions=new.packed_definitions)
        .returning(description_version.c.id)
    ).scalar_one()
    _add_documents(connection, version_id, new.documents)
    _add_candidates(connection, api_id, version_id, new.candidates, operation_ids)
    return replace(row, id=version_id)


def add_operations(
    connection: Connection, api_id: str, ids: Mapping[tuple[str, str], str], created_at: float
) -> None:
    """Add operations; `ids` maps method and path to the new stable id."""
    rows = [
        {"id": new, "api_id": api_id, "method": method, "path": path, "created_at": created_at}
        for (method, path), new in ids.items()
    ]
    if rows:
        connection.execute(insert(operation), rows)


def _add_documents(
    connection: Connection, version_id: int, documents: Sequence[DocumentText]
) -> None:
    rows = [
        {"version_id": version_id, "uri": one.uri, "digest": one.digest, "body": one.packed}
        for one in documents
    ]
    if rows:
        connection.execute(insert(document), rows)


def _add_candidates(
    connection: Connection,
    api_id: str,
    version_id: int,
    packed: Sequence[PackedCandidate],
    operation_ids: Mapping[str, str],
) -> None:
    known = _candidate_ids(connection, api_id)
    fresh = {one.body_digest: one for one in packed if one.body_digest not in known}
    if fresh:
        connection.execute(
            insert(candidate),
            [
                {
                    "api_id": api_id,
                    "body_digest": one.body_digest,
                    "digest": one.digest,
                    "body": one.body,
                }
                for one in fresh.values()
            ],
        )
        known = _candidate_ids(connection, api_id)
    rows = [
        {
            "version_id": version_id,
            "operation_id": operation_ids[one.key],
            "ordinal": ordinal,
            "candidate_id": known[one.body_digest],
        }
        for ordinal, one in enumerate(packed)
    ]
    if rows:
        connection.execute(insert(version_candidate), rows)


def _candidate_ids(connection: Connection, api_id: str) -> dict[str, int]:
    statement = select(candidate.c.body_digest, candidate.c.id).where(candidate.c.api_id == api_id)
    return {row.body_digest: row.id for row in connection.execute(statement)}


def version_numbers(connection: Connection, api_id: str) -> dict[int, int]:
    """Return the number of each description version of an API by its id."""
    statement = select(description_version.c.id, description_version.c.number).where(
        description_version.c.api_id == api_id
    )
    return {row.id: row.number for row in connection.execute(statement)}
