import json
from typing import Any

from tests.schema_strategies import positions
from translator.openapi.closure import close
from translator.openapi.fitting import MAX_CHARACTERS, fit_gemini, fit_portable

JsonValue = Any


def large() -> JsonValue:
    """Return a closed schema that would be too long without references."""
    defs = {
        f"D{n}": {
            "type": "object",
            "properties": {key: {"$ref": f"#/$defs/D{n + 1}"} for key in "abcdefgh"},
        }
        for n in range(8)
    } | {"D8": {"type": "string", "description": "A text."}}
    root = {"type": "object", "properties": {"a": {"$ref": "#/$defs/D0"}}, "required": ["a"]}
    return close(root, defs)


def test_portable_keeps_references_where_it_would_be_too_long_without() -> None:
    remarks: list[str] = []

    assert fit_portable(large(), remarks) == large()
    assert remarks == []


def test_gemini_cuts_to_fewer_levels_instead() -> None:
    remarks: list[str] = []

    made = fit_gemini(large(), remarks)

    assert not [node for node in positions(made) if "$ref" in node]
    assert len(json.dumps(made)) < 3 * MAX_CHARACTERS
    assert made["required"] == ["a"]
    assert all("is checked at the call, not listed" in remark for remark in remarks)
    assert remarks


def test_nothing_is_done_to_what_fits() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    remarks: list[str] = []

    assert fit_portable(schema, remarks) == schema
    assert fit_gemini(schema, remarks) == schema
    assert remarks == []
