import json

import pytest
from hypothesis import given

from tests.schema_strategies import DEFINITIONS, DEFS, SCHEMAS, JsonValue, thorough
from translator.openapi.profiles import (
    Enforcer,
    Lister,
    Opener,
    enforced,
    list_input,
    open_output,
    root_schema,
)


@given(SCHEMAS, SCHEMAS, DEFINITIONS)
@thorough
def test_shared_work_gives_the_same_schemas(
    first: JsonValue, second: JsonValue, defs: JsonValue
) -> None:
    before = json.dumps([first, second, defs])
    lister, enforcer, opener = Lister(defs), Enforcer(defs), Opener(defs)
    for schema in (first, second):
        root = root_schema({"a": schema}, [])
        assert lister.list(root) == list_input(root, defs)
        assert enforcer.enforce(schema).schema == enforced(schema, defs)
        assert opener.open([schema]) == open_output(schema, defs)
    assert json.dumps([first, second, defs]) == before


def test_combinators_at_the_root_are_left_to_the_call() -> None:
    root = root_schema({"a": {}, "b": {}}, []) | {"anyOf": [{"required": ["a"]}]}

    listed = list_input(root, {})

    assert "anyOf" not in listed.schema
    assert listed.weakened == ("arguments: `anyOf` is checked at the call, not listed",)


def test_unknown_profile_is_refused() -> None:
    with pytest.raises(KeyError):
        list_input(root_schema({}, []), {}, "unheard-of")


def test_answers_of_several_responses_are_shown_together() -> None:
    opened, wrapped = Opener(DEFS).open([{"$ref": "#/$defs/Base"}, {"$ref": "#/$defs/Card"}])

    assert (sorted(opened["properties"]), wrapped) == (["name", "number"], False)
