"""Small descriptions for the tests of reading, written as YAML where they are used."""

from collections.abc import Callable, Mapping

import jsonschema_rs
import pytest

from translator.json_value import JsonValue, digest_of
from translator.openapi.description import Description
from translator.openapi.dialect import dialect_of
from translator.openapi.document import Document, read_document
from translator.openapi.extract import extract
from translator.openapi.finding_log import FindingLog
from translator.openapi.limits import Tick, no_tick
from translator.openapi.reading import Reading
from translator.openapi.resolve import Place, Resolver
from translator.openapi.schemas import Schemas
from translator.openapi.swagger2 import Upgrade, upgrade
from translator.operation import Extraction

ENTRY = "file:///apis/entry.yaml"


def parse(text: str) -> JsonValue:
    """Return the value that a YAML text stands for."""
    return read_document(text.encode(), ENTRY).root


@pytest.fixture
def yaml() -> Callable[[str], JsonValue]:
    """Reads YAML."""
    return parse


@pytest.fixture
def make_reading() -> Callable[..., Reading]:
    """Makes readings whose entry document is `file:///apis/entry.yaml`."""

    def make(text: str = "{}", version: str = "3.1", address: str | None = None) -> Reading:
        resolver = Resolver({ENTRY: parse(text)}, ENTRY)
        log = FindingLog(ENTRY, _same)
        dialect = dialect_of(version)
        schemas = Schemas(resolver, dialect, log, _same)
        return Reading(resolver, dialect, schemas, log, _same, address)

    return make


@pytest.fixture
def extract_text() -> Callable[..., Extraction]:
    """Extracts descriptions whose entry document is `file:///apis/entry.yaml`."""

    def run(
        text: str,
        files: Mapping[str, str] | None = None,
        address: str | None = None,
        tick: Tick = no_tick,
    ) -> Extraction:
        written = {"entry.yaml": text, **(files or {})}
        documents = {
            uri: Document(uri, parse(content), digest_of(content))
            for uri, content in ((f"file:///apis/{name}", written[name]) for name in written)
        }
        return extract(
            Description(uri=ENTRY, documents=documents, findings=(), address=address, digest=""),
            tick,
        )

    return run


@pytest.fixture
def upgrade_text() -> Callable[..., Upgrade]:
    """Upgrades Swagger 2.0 descriptions; further documents by relative URI."""

    def run(text: str, files: Mapping[str, str] | None = None) -> Upgrade:
        documents = {f"file:///apis/{name}": parse(each) for name, each in (files or {}).items()}
        return upgrade(Resolver({ENTRY: parse(text), **documents}, ENTRY))

    return run


@pytest.fixture(scope="session")
def is_schema() -> Callable[[JsonValue], bool]:
    """Says whether a value is valid JSON Schema 2020-12 (its `$ref`s aside)."""
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return jsonschema_rs.validator_for({"$schema": dialect, "$ref": dialect}).is_valid


def _same(place: Place) -> Place:
    return place
