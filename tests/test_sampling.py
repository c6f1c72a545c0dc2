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


@pytest.mark.parametrize(
    ("share", "names"),
    [(0.0, {"a"}), (1.0, {"a", "b", "c"})],
)
def test_the_share_of_optional_members_is_kept(share: float, names: set[str]) -> None:
    text = {"type": "string"}
    inner = {"properties": dict.fromkeys("abc", text), "required": ["a"]}
    schema = {"type": "object", "properties": {"inner": inner}, "required": ["inner"]}
    made = [Sampler(schema, seed, share=share).instance() for seed in range(20)]

    assert all(value["inner"].keys() == names for value in made)


def test_all_members_of_a_schema_that_holds_itself_end_somewhere() -> None:
    node = {"properties": {key: {"$ref": "#/$defs/N"} for key in "abcd"}, "type": "object"}
    schema = {"$ref": "#/$defs/N", "$defs": {"N": node}}

    assert len(repr(Sampler(schema, share=1.0).instance())) < 50_000


def test_optional_members_come_where_the_required_ones_are_too_few() -> None:
    schema = {"type": "object", "properties": {"a": {"const": 1}}, "minProperties": 1}
    schema["additionalProperties"] = False

    assert Sampler(schema, share=0.0).instance() == {"a": 1}


def test_a_format_is_kept_beside_a_pattern_that_allows_it() -> None:
    schema = {"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
    judge = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)

    assert all(judge.is_valid(Sampler(schema, seed).instance()) for seed in range(20))


def test_what_has_no_instance_says_so() -> None:
    with pytest.raises(Impossible):
        Sampler({"type": "integer", "minimum": 3, "maximum": 2}).instance()
