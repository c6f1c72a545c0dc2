from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.choices import choose, get_pet
from tests.corpus.measure import choice_of
from tests.schema_strategies import DEFINITIONS, SCHEMAS, thorough
from translator.candidates import propose
from translator.client_checks import ListedTool, list_objections, listed, objections
from translator.client_rules import Consequence, ToolCountRule
from translator.compile import compile_tool
from translator.openapi.extract import extract
from translator.openapi.profiles import PROFILES, list_input, root_schema
from translator.openapi.source import load_description
from translator.profile_rules import CLIENTS, POPULAR, clients_named

JsonValue = Any
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
DESCRIPTIONS = sorted(
    path
    for pattern in ("*.yaml", "*.json", "*/openapi.yaml", "*/swagger.yaml")
    for path in FIXTURES.glob(pattern)
    if not path.name.endswith(".candidates.json")
)


def tool(
    argument: JsonValue = None, *, name: str = "list_pets", description: str = "List.", **more: Any
) -> ListedTool:
    root = {"type": "object", "properties": {} if argument is None else {"a": argument}}
    return ListedTool(name, description, {**root, **more.pop("root", {})}, more.pop("output", None))


def objects(schema: JsonValue, levels: int) -> JsonValue:
    for _ in range(levels):
        schema = {"type": "object", "properties": {"x": schema}}
    return schema


NOWHERE = {"type": "object", "properties": {"r": {"$ref": "#/$defs/Nowhere"}}}
DEEP = tool(objects({"type": "string"}, 10))
DEEP_POINTER = "/inputSchema/properties/a" + 9 * "/properties/x"
#: What each rule objects to: code, tool, pointer.
BROKEN: list[tuple[str, ListedTool, str]] = [
    ("claude-name", tool(name="pets.list"), "/name"),
    ("claude-root", tool(root={"anyOf": [{}]}), "/inputSchema/anyOf"),
    ("claude-keys", tool(root={"properties": {"a[b]/c": {}}}), "/inputSchema/properties/a[b]~1c"),
    ("claude-2020-12", tool({"type": "text"}), "/inputSchema/properties/a/type"),
    (
        "claude-pattern-properties",
        tool({"type": "object", "patternProperties": {"^a": {}}}),
        "/inputSchema/properties/a/patternProperties",
    ),
    ("claude-code-name", tool(name="x" * 55), "/name"),
    ("claude-code-description", tool(description="x" * 2_049), "/description"),
    ("claude-code-references", tool(output=NOWHERE), "/outputSchema/properties/r/$ref"),
    ("claude-desktop-name", tool(name="x" * 65), "/name"),
    (
        "claude-desktop-references",
        tool({"$ref": "#/$defs/A"}, root={"$defs": {"A": {}}}),
        "/inputSchema/properties/a/$ref",
    ),
    ("openai-name", tool(name="pets list"), "/name"),
    ("openai-root", tool(root={"not": {}}), "/inputSchema/not"),
    ("openai-items", tool({"type": "array", "prefixItems": [{}]}), "/inputSchema/properties/a"),
    (
        "openai-pattern",
        tool({"type": "string", "pattern": "^(?!a)"}),
        "/inputSchema/properties/a/pattern",
    ),
    ("openai-description", tool(description="x" * 1_025), "/description"),
    (
        "openai-depth",
        tool(objects({"type": "string"}, 10)),
        "/inputSchema/properties/a" + 9 * "/properties/x",
    ),
    ("openai-strict-objects", tool({"type": "string"}), "/inputSchema"),
    (
        "openai-strict-keywords",
        tool({"type": "string", "default": "x"}),
        "/inputSchema/properties/a/default",
    ),
    (
        "openai-strict-format",
        tool({"type": "string", "format": "uri"}),
        "/inputSchema/properties/a/format",
    ),
    (
        "openai-strict-depth",
        tool(objects({"type": "string"}, 10)),
        "/inputSchema/properties/a" + 9 * "/properties/x",
    ),
    (
        "openai-strict-size",
        tool({"type": "object", "properties": {str(n): {} for n in range(5_000)}}),
        "/inputSchema",
    ),
    ("openai-strict-enum", tool({"enum": list(range(1_001))}), "/inputSchema"),
    ("gemini-name", tool(name="3d_render"), "/name"),
    ("gemini-cli-name", tool(name="x" * 56), "/name"),
    (
        "gemini-references",
        tool({"$ref": "#/$defs/A"}, root={"$defs": {"A": {}}}),
        "/inputSchema/properties/a/$ref",
    ),
    ("gemini-enum", tool({"enum": ["", "a"]}), "/inputSchema/properties/a/enum"),
    (
        "gemini-depth",
        tool(objects({"type": "string"}, 10)),
        "/inputSchema/properties/a" + 9 * "/properties/x",
    ),
    ("gemini-keywords", tool({"maxLength": 3}), "/inputSchema/properties/a/maxLength"),
    (
        "gemini-field-keywords",
        tool(root={"additionalProperties": False}),
        "/inputSchema/additionalProperties",
    ),
    ("gemini-field-type", tool({}), "/inputSchema/properties/a"),
    ("gemini-field-enum", tool({"enum": [1]}), "/inputSchema/properties/a/enum"),
    (
        "gemini-field-format",
        tool({"type": "string", "format": "uuid"}),
        "/inputSchema/properties/a/format",
    ),
    ("gemini-field-items", tool({"type": "array"}), "/inputSchema/properties/a"),
    (
        "gemini-field-objects",
        tool({"type": "object", "properties": {}, "required": ["b"]}),
        "/inputSchema/properties/a/required",
    ),
    ("gemini-field-keys", tool(root={"properties": {"a-b": {}}}), "/inputSchema/properties/a-b"),
    ("vscode-draft-07", tool({"items": 3}), "/inputSchema/properties/a/items"),
    ("vscode-items", tool({"type": "array", "items": True}), "/inputSchema/properties/a"),
    ("vscode-root", tool(root={"if": {}}), "/inputSchema/if"),
    (
        "vscode-text",
        tool({"description": "x" * 1_025}),
        "/inputSchema/properties/a/description",
    ),
    ("vscode-keywords", tool({"minimum": 3}), "/inputSchema/properties/a/minimum"),
    ("vscode-name", tool(name="x" * 57), "/name"),
    (
        "vscode-references",
        tool({"$ref": "#/$defs/A"}, root={"$defs": {"A": {}}}),
        "/inputSchema/properties/a/$ref",
    ),
    (
        "copilot-studio-references",
        tool({"$ref": "#/$defs/A"}, root={"$defs": {"A": {}}}),
        "/inputSchema/properties/a/$ref",
    ),
    (
        "copilot-studio-exclusive",
        tool({"exclusiveMinimum": 1}),
        "/inputSchema/properties/a/exclusiveMinimum",
    ),
    ("copilot-studio-type", tool({"type": ["string"]}), "/inputSchema/properties/a/type"),
    ("cursor-name", tool(name="x" * 57), "/name"),
    ("cursor-keys", tool(root={"properties": {"": {}}}), "/inputSchema/properties/"),
    ("cursor-type", tool({"type": ["string", "null"]}), "/inputSchema/properties/a/type"),
    (
        "cursor-references",
        tool({"$ref": "#/$defs/A"}, root={"$defs": {"A": {}}}),
        "/inputSchema/properties/a/$ref",
    ),
    (
        "cursor-depth",
        tool(objects({"type": "string"}, 10)),
        "/inputSchema/properties/a" + 9 * "/properties/x",
    ),
]


@pytest.mark.parametrize(("code", "bad", "pointer"), BROKEN, ids=[row[0] for row in BROKEN])
def test_each_rule_finds_what_breaks_it(code: str, bad: ListedTool, pointer: str) -> None:
    found = {one.code: one for one in objections(bad, server="api", clients=CLIENTS)}

    assert found[code].pointer == pointer


def test_each_rule_has_a_row_above_or_counts_tools() -> None:
    rules = [rule for client in CLIENTS for rule in client.rules]
    counted = {rule.code for rule in rules if isinstance(rule, ToolCountRule)}

    assert {row[0] for row in BROKEN} | counted == {rule.code for rule in rules}


def test_good_tool_meets_no_objection() -> None:
    good = tool({"type": "string", "enum": ["a"], "description": "Which."})

    assert objections(good, server="api") == ()


def test_many_places_are_counted_and_the_first_is_shown() -> None:
    choice = {"anyOf": [{"type": ["string"]}, {"type": ["null"]}]}

    found = objections(tool(choice), server="api", clients=clients_named(("Cursor",)))

    assert [(one.count, one.pointer, one.is_fatal) for one in found] == [
        (2, "/inputSchema/properties/a/anyOf/0/type", True)
    ]


@pytest.mark.parametrize(("server", "refused"), [("api", False), ("a-rather-long-server", True)])
def test_the_name_counts_with_what_a_client_puts_before_it(server: str, refused: bool) -> None:
    found = objections(tool(name="x" * 46), server=server, clients=clients_named(("Claude Code",)))

    assert bool(found) is refused


def test_number_of_tools_is_judged_by_each_client() -> None:
    told = {one.client: one.consequence for one in list_objections(129)}

    assert told == {
        "OpenAI": Consequence.REFUSES,
        "VS Code": Consequence.DROPS,
        "Cursor": Consequence.DROPS,
    }
    assert list_objections(80) == ()


def _promised(profile: str, schema: JsonValue, defs: JsonValue) -> list[tuple[str, str]]:
    made = list_input(root_schema({"a": schema}, ["a"]), defs, profile).schema
    clients = clients_named(PROFILES[profile].clients)
    found = objections(ListedTool("do", "Do it.", made), server="api", clients=clients)
    return [(one.code, one.what) for one in found if one.is_fatal]


@given(SCHEMAS, DEFINITIONS)
@thorough
def test_any_portable_schema_passes_every_popular_client(
    schema: JsonValue, defs: JsonValue
) -> None:
    assert _promised("portable", schema, defs) == []


@given(SCHEMAS, DEFINITIONS)
@thorough
def test_any_schema_of_the_gemini_profile_passes_its_clients(
    schema: JsonValue, defs: JsonValue
) -> None:
    assert _promised("gemini", schema, defs) == []


@pytest.mark.parametrize("profile", ["portable", "gemini"])
@pytest.mark.parametrize("path", DESCRIPTIONS, ids=lambda path: str(path.relative_to(FIXTURES)))
def test_every_tool_of_the_fixtures_passes_the_clients_of_the_profile(
    path: Path, profile: str
) -> None:
    extraction = extract(load_description(str(path), fetch=None))
    clients = clients_named(PROFILES[profile].clients)
    broken = []
    for candidate in propose(extraction, "fixture"):
        if candidate.withheld:
            continue
        made = compile_tool(choice_of(candidate, extraction), profile)
        found = objections(listed(made), server="fixture", clients=clients)
        broken += [(made.name, one.code, one.what) for one in found if one.is_fatal]

    # A profile does not rename arguments; the field takes letters, digits and _ only.
    assert [one for one in broken if one[1] != "gemini-field-keys"] == []


def test_popular_clients_are_the_ones_of_the_portable_profile() -> None:
    assert PROFILES["portable"].clients == tuple(client.name for client in POPULAR)


def test_long_description_is_divided_for_clients_that_refuse_it() -> None:
    made = compile_tool(choose(get_pet(), description="Say so. " * 300))

    assert len(made.description) <= 1_024
    assert made.input_schema["description"].startswith("… Say so.")
