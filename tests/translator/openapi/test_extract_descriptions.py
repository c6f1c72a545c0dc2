"""Whole descriptions: our own fixtures, and the collection of real ones beside the checkout."""

import gzip
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from translator.json_value import JsonValue, to_json
from translator.openapi.description import Description
from translator.openapi.document import Document
from translator.openapi.extract import extract
from translator.openapi.source import load_description
from translator.operation import Extraction

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
WORDS = ("openapi:", "swagger:", '"openapi":', '"swagger":')


def _entries() -> Iterator[Path]:
    for path in sorted(FIXTURES.rglob("*")):
        if path.suffix in (".yaml", ".json") and not path.name.endswith(".candidates.json"):
            head = path.read_text(encoding="utf-8")[:400]
            if (
                "openapi:" in head
                or "swagger:" in head
                or '"openapi"' in head
                or '"swagger"' in head
            ):
                yield path


@pytest.mark.parametrize("path", list(_entries()), ids=lambda path: path.name)
def test_fixture_is_extracted_with_valid_schemas(
    path: Path, is_schema: Callable[[JsonValue], bool]
) -> None:
    extraction = extract(load_description(str(path), fetch=None))

    assert extraction.operations
    assert _schema_faults(extraction, is_schema) == []
    withheld = [found for found in extraction.findings if found.code == "operation-withheld"]
    assert bool(withheld) is (path.stem == "broken-parts")


def test_readme_of_the_fixtures_lists_each() -> None:
    readme = (FIXTURES / "README.md").read_text(encoding="utf-8")

    missing = [
        str(path.relative_to(FIXTURES))
        for path in _entries()
        if f"`{path.relative_to(FIXTURES)}`" not in readme
    ]

    assert missing == []


JUNK = st.sampled_from(
    [None, True, 5, 1.5, "", "text", [], [None], {}, {"a": 1}, {"$ref": "#/x"}, {"$ref": "#"}]
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(path=st.sampled_from(list(_entries())), where=st.integers(0, 10_000), junk=JUNK)
def test_whatever_is_wrong_at_one_place_is_no_exception(
    is_schema: Callable[[JsonValue], bool], path: Path, where: int, junk: JsonValue
) -> None:
    description = load_description(str(path), fetch=None)
    entry = description.documents[description.uri]
    root = json.loads(to_json(entry.root))
    members = [place for place in _members(root) if place[1] not in ("openapi", "swagger")]
    owner, key = members[where % len(members)]
    owner[key] = junk
    documents = {**description.documents, entry.uri: Document(entry.uri, root, "")}

    extraction = extract(replace(description, documents=documents))

    assert _schema_faults(extraction, is_schema) == []
    assert not any("cannot be read (" in found.message for found in extraction.findings)


def _members(root: JsonValue) -> Iterator[tuple[JsonValue, str | int]]:
    """Yield every place of a document as its owner and key."""
    pending = [root]
    while pending:
        owner = pending.pop()
        keys = list(owner) if isinstance(owner, dict) else list(range(len(owner)))
        for key in keys:
            yield owner, key
            if isinstance(owner[key], (dict, list)):
                pending.append(owner[key])


# the collection of real descriptions


def _index(shared: Path) -> Iterator[tuple[Path, int]]:
    lines = (shared / "specs" / "INDEX.tsv").read_text(encoding="utf-8").splitlines()
    column = lines[0].split("\t").index("operations")
    for line in lines[1:]:
        fields = line.split("\t")
        yield shared / "specs" / fields[0], int(fields[column])


def _load(path: Path, folder: Path) -> Description:
    if path.suffix != ".gz":
        return load_description(str(path), fetch=None)
    unpacked = folder / path.stem
    unpacked.write_bytes(gzip.decompress(path.read_bytes()))
    return load_description(str(unpacked), fetch=None)


@pytest.mark.corpus
def test_real_descriptions_are_extracted(
    shared: Path, tmp_path: Path, is_schema: Callable[[JsonValue], bool]
) -> None:
    """All but the operations whose parameters lie on servers that were not asked."""
    expected = extracted = 0
    withheld: Counter[str] = Counter()
    for path, count in _index(shared):
        extraction = extract(_load(path, tmp_path))
        expected += count
        extracted += len(extraction.operations)
        refused = count - len(extraction.operations)
        if refused:
            withheld[path.name] += refused
        assert _schema_faults(extraction, is_schema) == [], path.name

    assert expected == 11_870
    assert withheld == {"pygeoapi.yaml": 5}
    assert extracted == 11_865


@pytest.mark.corpus
def test_large_description_is_extracted_in_time(shared: Path, tmp_path: Path) -> None:
    description = _load(shared / "specs" / "github.json.gz", tmp_path)
    started = time.process_time()

    extraction = extract(description)

    assert len(extraction.operations) == 1_223
    assert time.process_time() - started < 1.8


def _schema_faults(extraction: Extraction, is_schema: Callable[[JsonValue], bool]) -> list[str]:
    """Return what is wrong with any schema: not 2020-12, not JSON, or a reference to nothing."""
    faults = []
    for where, schema, defs in _schemas(extraction):
        if not is_schema(json.loads(to_json(schema))):
            faults.append(f"{where}: not valid")
        faults += [f"{where}: {ref}" for ref in _references(schema) if ref not in defs]
    return faults


def _schemas(extraction: Extraction) -> Iterator[tuple[str, JsonValue, set[str]]]:
    inputs = {f"#/$defs/{name}" for name in extraction.input_defs}
    outputs = {f"#/$defs/{name}" for name in extraction.output_defs}
    for name, schema in extraction.input_defs.items():
        yield f"input {name}", schema, inputs
    for name, schema in extraction.output_defs.items():
        yield f"output {name}", schema, outputs
    for operation in extraction.operations:
        for parameter in operation.parameters:
            yield f"{operation.key} {parameter.name}", parameter.schema, inputs
        for media_type in operation.body.media_types if operation.body else ():
            yield f"{operation.key} body", media_type.schema, inputs
        for response in operation.responses:
            for media_type in response.media_types:
                yield f"{operation.key} {response.status}", media_type.schema, outputs


def _references(schema: JsonValue) -> Iterator[str]:
    pending = [schema]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            ref = value.get("$ref")
            if ref is not None and not isinstance(ref, dict):
                yield ref
            properties = value.get("properties")
            pending += properties.values() if isinstance(properties, dict) else ()
            apart = ("enum", "const", "default", "examples", "properties")
            pending += [member for key, member in value.items() if key not in apart]
        elif isinstance(value, list):
            pending += value
