from dataclasses import replace

import pytest

from translator.arguments import propose_arguments
from translator.candidate_digest import ClosureDigests, candidate_digest
from translator.operation import (
    Encoding,
    Location,
    MediaType,
    OAuthFlow,
    Operation,
    Parameter,
    RequestBody,
    ResponseDescription,
    SchemeUse,
    SecurityRequirement,
    SecurityScheme,
    Server,
    ServerVariable,
)

INPUTS = {
    "Pet": {"type": "object", "properties": {"owner": {"$ref": "#/$defs/Owner"}}},
    "Owner": {"type": "object", "properties": {"pet": {"$ref": "#/$defs/Pet"}, "n": {}}},
    "Other": {"type": "string"},
}
OUTPUTS = {"Answer": {"type": "object"}}
FLOW = OAuthFlow("clientCredentials", "https://e.test/token")
SCHEMES = {"O": SecurityScheme("O", "oauth2", flows=(FLOW,))}
PARAMETER = Parameter("a", Location.QUERY, {"type": "string"})
MEDIA = MediaType("application/json", {"allOf": [{"$ref": "#/$defs/Pet"}]}, {"x": Encoding()})
OPERATION = Operation(
    "POST",
    "/pets",
    parameters=(PARAMETER, Parameter("b", Location.QUERY, {"type": "string"})),
    body=RequestBody((MEDIA,), required=True),
    responses=(
        ResponseDescription(
            "200", "Fine", (MediaType("application/json", {"$ref": "#/$defs/Answer"}),)
        ),
        ResponseDescription("404"),
    ),
    security=(SecurityRequirement((SchemeUse("O", ("read",)),)),),
    servers=(Server("https://e.test/{v}", (ServerVariable("v", "1", ("1", "2")),)),),
)


def digest(
    operation: Operation = OPERATION, inputs=INPUTS, outputs=OUTPUTS, schemes=SCHEMES, **judged
):
    return candidate_digest(
        {"name": "create_pet", **judged},
        operation,
        propose_arguments(operation, inputs, schemes),
        schemes,
        ClosureDigests(inputs),
        ClosureDigests(outputs),
    )


def changed_body(**more) -> Operation:
    return replace(OPERATION, body=RequestBody((replace(MEDIA, **more),), required=True))


@pytest.mark.parametrize(
    "operation",
    [
        replace(OPERATION, method="PUT"),
        replace(OPERATION, path="/animals"),
        replace(OPERATION, parameters=OPERATION.parameters[:1]),
        replace(OPERATION, parameters=(replace(PARAMETER, required=True),)),
        replace(OPERATION, parameters=(replace(PARAMETER, explode=False),)),
        replace(OPERATION, parameters=(replace(PARAMETER, schema={"type": "integer"}),)),
        replace(OPERATION, parameters=(replace(PARAMETER, description="New"),)),
        replace(OPERATION, body=replace(OPERATION.body, required=False)),
        replace(OPERATION, body=None),
        changed_body(content_type="application/x+json"),
        changed_body(schema={"$ref": "#/$defs/Other"}),
        changed_body(encoding={"x": Encoding(style="form")}),
        replace(OPERATION, responses=OPERATION.responses[:1]),
        replace(OPERATION, security=()),
        replace(OPERATION, security=(SecurityRequirement((SchemeUse("O", ("write",)),)),)),
        replace(OPERATION, servers=(Server("https://f.test"),)),
        replace(OPERATION, own_servers=True),
    ],
)
def test_what_changes_a_call_changes_the_digest(operation):
    first = propose_arguments(OPERATION, INPUTS, SCHEMES)
    assert first.withheld is None
    assert digest(operation) != digest()


@pytest.mark.parametrize(
    "operation",
    [
        replace(OPERATION, pointer="/x", document="y.yaml"),
        replace(OPERATION, tags=("new",)),
        replace(OPERATION, operation_id="new"),
        replace(OPERATION, parameters=OPERATION.parameters[::-1]),
        replace(OPERATION, responses=OPERATION.responses[::-1]),
        replace(
            OPERATION, parameters=tuple(replace(p, pointer="/z") for p in OPERATION.parameters)
        ),
        replace(OPERATION, servers=(replace(OPERATION.servers[0], description="Main"),)),
        changed_body(schema={"allOf": [{"$ref": "#/$defs/Pet"}]}, examples=({"a": 1},)),
    ],
)
def test_what_changes_no_call_leaves_the_digest(operation):
    assert digest(operation) == digest()


@pytest.mark.parametrize(
    ("inputs", "changes"),
    [
        ({**INPUTS, "Owner": {"type": "object"}}, True),
        ({**INPUTS, "Pet": {"type": "object", "properties": {"x": {}}}}, True),
        ({**INPUTS, "Other": {"type": "integer"}}, False),
        (dict(reversed(INPUTS.items())), False),
    ],
)
def test_a_definition_counts_when_it_is_reached(inputs, changes):
    assert (digest(inputs=inputs) != digest()) is changes


def test_answers_reach_their_own_definitions():
    assert digest(outputs={"Answer": {"type": "array"}}) != digest()
    assert digest(outputs={**OUTPUTS, "Pet": {}}) == digest()


def test_the_scheme_behind_a_requirement_counts():
    assert digest(schemes={"O": SecurityScheme("O", "http", http_scheme="basic")}) != digest()
    assert digest(schemes={"O": replace(SCHEMES["O"], description="New")}) == digest()


def test_what_was_proposed_counts():
    assert digest(title="New") != digest()


def test_cycles_of_definitions_have_digests_of_their_own():
    digests = ClosureDigests(INPUTS)

    assert digests.of_definition("Pet") == ClosureDigests(INPUTS).of_definition("Pet")
    assert len({digests.of_definition(name) for name in ("Pet", "Other", "Missing")}) == 3
