"""What Isthmus and FastMCP list of one description, and what it costs a model.

Both are counted the same way: the tokens of the compact JSON of name, description and input
schema. FastMCP reads OpenAPI 3 only; a Swagger 2.0 description reaches it as OpenAPI 3.0, with
its definitions as components, for otherwise its references would lead nowhere.
"""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.corpus import specs
from tests.corpus.facts import Reader, Verdict
from tests.corpus.measure import choice_of
from tests.corpus.raw_texts import RawTexts
from translator.candidates import propose
from translator.compile import compile_tool
from translator.errors import IsthmusError
from translator.json_value import to_json
from translator.openapi.extract import extract
from translator.openapi.resolve import Resolver
from translator.openapi.source import Description, load_description
from translator.openapi.swagger2 import upgrade
from translator.surface import Tool
from translator.tokens import count_tokens

JsonValue = Any
ROOT = Path(__file__).resolve().parents[3]
PEER = ROOT / ".venv-fastmcp" / "bin" / "python"
#: Operation to what is listed of it.
Listed = dict[tuple[str, str], JsonValue]


@dataclass(frozen=True, slots=True)
class Ours:
    """What Isthmus lists of a description, and what became of the facts in its texts."""

    tools: Listed
    facts: Verdict


@dataclass(frozen=True, slots=True)
class Compared:
    """Tokens over the operations that both list."""

    operations: int
    ours: int
    theirs: int
    ours_alone: int
    theirs_alone: int

    @property
    def ratio(self) -> float:
        """Ours in relation to theirs."""
        return self.ours / max(self.theirs, 1)


def tokens(name: str, description: str, schema: JsonValue) -> int:
    """Count what a model reads of one tool."""
    listed = {"name": name, "description": description, "inputSchema": schema}
    return count_tokens(to_json(listed))


def ours(file: str) -> Ours:
    """List a description of the collection as it would be published, each operation a tool."""
    description = load_description(str(specs.FOLDER / file), fetch=None)
    extraction = extract(description)
    texts = RawTexts(description)
    listed: Listed = {}
    facts = Verdict()
    for candidate in propose(extraction, "api"):
        if candidate.withheld:
            continue
        try:
            tool = compile_tool(choice_of(candidate, extraction))
        except IsthmusError:
            continue
        operation = candidate.operation
        listed[operation.method, operation.path] = _listed(tool)
        reader = Reader(tool.name, tool.description, tool.input_schema)
        bound = {argument.binding for argument in candidate.arguments}
        for text in texts.of(operation.path, operation.method, candidate.content_type, bound):
            facts.add(reader.judge(text.text, text.about, text.form))
    return Ours(listed, facts)


def _listed(tool: Tool) -> JsonValue:
    return {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": tool.input_schema,
    }


def theirs(file: str) -> Listed:
    """List a description of the collection as FastMCP does, in a process of its own."""
    root = _as_openapi_3(load_description(str(specs.FOLDER / file), fetch=None))
    script = Path(__file__).with_name("peer.py")
    # Dates of YAML are texts where JSON is meant.
    given = json.dumps(root, default=str)
    run = subprocess.run(
        [str(PEER), str(script)], input=given, capture_output=True, text=True, check=True
    )
    lines = (json.loads(line) for line in run.stdout.splitlines())
    return {(line["method"], line["path"]): line for line in lines}


def _as_openapi_3(description: Description) -> JsonValue:
    roots = {uri: document.root for uri, document in description.documents.items()}
    root = roots[description.uri]
    if "swagger" not in root:
        return root
    made = dict(upgrade(Resolver(roots, description.uri)).root)
    text = json.dumps(made, default=str).replace('"#/definitions/', '"#/components/schemas/')
    made = json.loads(text)
    made.setdefault("components", {})["schemas"] = made.pop("definitions", {})
    return made


def compare(mine: Listed, other: Listed) -> Compared:
    """Count both over the operations that both list."""
    common = mine.keys() & other.keys()
    return Compared(
        operations=len(common),
        ours=sum(_cost(mine[key]) for key in common),
        theirs=sum(_cost(other[key]) for key in common),
        ours_alone=len(mine.keys() - common),
        theirs_alone=len(other.keys() - common),
    )


def _cost(listed: JsonValue) -> int:
    return tokens(listed["name"], listed["description"], listed["inputSchema"])
