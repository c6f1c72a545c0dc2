import jsonschema_rs
import pytest

from tests.sampling import Impossible, Sampler


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {"type": "string", "pattern": "^[a-z]{3}-[0-9]+$"},
        {"type": "integer", "minimum": 5, "maximum": 6},
        {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
        {"type": "array", "items": {"enum": [1, 2, 3]}, "minItems": 3, "uniqueItems": True},
        {"type": "object", "required": ["a"], "properties": {"a": {"type": ["null", "string"]}}},
        {"$ref": "#/$defs/N", "$defs": {"N": {"properties": {"n": {"$ref": "#/$defs/N"}}}}},
        {"allOf": [{"required": ["x"]}, {"properties": {"x": {"type": "integer"}}}]},
        {"oneOf": [{"type": "string", "maxLength": 1}, {"type": "boolean"}]},
    ],
)
def test_every_instance_is_valid_and_repeatable(schema: object) -> None:
    judge = jsonschema_rs.Draft202012Validator(schema)
    made = [Sampler(schema, seed).instance(judge) for seed in range(20)]
    assert all(judge.is_valid(value) for value in made)
    assert made == [Sampler(schema, seed).instance(judge) for seed in range(20)]


def test_what_has_no_instance_says_so() -> None:
    with pytest.raises(Impossible):
        Sampler({"type": "integer", "minimum": 3, "maximum": 2}).instance()
