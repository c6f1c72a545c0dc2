from translator.arguments import Argument
from translator.candidate_tokens import input_schema, with_tokens
from translator.candidates import propose
from translator.operation import (
    Extraction,
    Location,
    MediaType,
    Operation,
    Parameter,
    ResponseDescription,
)

TREE = {"type": "object", "properties": {"children": {"items": {"$ref": "#/$defs/Tree"}}}}


def answering(schema: object) -> Operation:
    media = MediaType("application/json", schema)
    return Operation("GET", "/a", responses=(ResponseDescription("200", None, (media,)),))


def extraction_of(*operations: Operation) -> Extraction:
    return Extraction("t", "1", None, "3.1.0", operations, {}, (), {}, {"Tree": TREE}, ())


def test_input_tokens_count_what_a_model_would_see():
    more = Parameter("limit", Location.QUERY, {"type": "integer"}, description="How many.")
    extraction = extraction_of(Operation("GET", "/a"), Operation("GET", "/b", parameters=(more,)))
    bare, longer = with_tokens(propose(extraction, "x"), extraction)

    assert 0 < bare.input_tokens < longer.input_tokens


def test_output_tokens_count_each_definition_an_answer_reaches():
    extraction = extraction_of(Operation("GET", "/none"), answering({"$ref": "#/$defs/Tree"}))
    none, tree = with_tokens(propose(extraction, "x"), extraction)

    assert none.output_tokens == 0
    assert tree.output_tokens > 10


def test_candidates_have_no_counts_before():
    (candidate,) = propose(extraction_of(answering(TREE)), "x")

    assert (candidate.input_tokens, candidate.output_tokens) == (0, 0)


def test_the_input_schema_has_all_arguments_with_their_descriptions():
    schema = input_schema(
        [
            Argument("a", "query:a", {"$ref": "#/$defs/A"}, True, "An a."),
            Argument("b", "query:b", True, False, "A b."),
            Argument("c", "query:c", {"type": "string"}, False),
        ]
    )

    assert schema == {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/A", "description": "An a."},
            "b": {"description": "A b."},
            "c": {"type": "string"},
        },
        "required": ["a"],
        "additionalProperties": False,
    }
