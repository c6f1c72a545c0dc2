import pytest

from curation.decisions import Allow, DefaultArgument, HideArgument
from curation.draft import DraftArgument
from curation.values import check_value, values_of
from translator.errors import RefusedByUs
from translator.json_value import JsonValue

DEFS = {"Size": {"enum": ["small", "large"]}}


def argument(schema: JsonValue) -> DraftArgument:
    return DraftArgument("query:size", "size", "size", schema, False, None)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (True, None),
        ({"type": "integer"}, 2**70),
        ({"$ref": "#/$defs/Size"}, "small"),
        ({"type": "string", "format": "date"}, "any text"),
        ({"type": "no type"}, 5),
    ],
)
def test_values_that_fit_pass(schema: JsonValue, value: JsonValue) -> None:
    check_value(argument(schema), value, DEFS)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "integer"}, "5"),
        ({"$ref": "#/$defs/Size"}, "medium"),
        ({"type": "array", "items": {"type": "string"}}, ["a", 1]),
        ({"type": "string"}, None),
    ],
)
def test_values_that_do_not_fit_are_refused(schema: JsonValue, value: JsonValue) -> None:
    with pytest.raises(RefusedByUs, match=r"size|item|`"):
        check_value(argument(schema), value, DEFS)


def test_only_what_is_sent_is_a_value() -> None:
    assert values_of(HideArgument((None,))) == (None,)
    assert values_of(HideArgument()) == ()
    assert values_of(DefaultArgument(0)) == (0,)
    assert values_of(Allow()) == ()
