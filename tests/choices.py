"""Choices of a small description, as the curator's desk would make them."""

from dataclasses import replace
from typing import Any

from translator.annotations import Hint, Hints
from translator.candidates import Argument, Candidate, Primitive
from translator.choice import ArgumentChoice, Choice
from translator.operation import (
    Location,
    MediaType,
    Operation,
    Parameter,
    RequestBody,
    ResponseDescription,
    SchemeUse,
    SecurityRequirement,
)

JsonValue = Any

INPUT_DEFS = {"Name": {"type": "string", "maxLength": 40, "xml": {"attribute": True}}}
OUTPUT_DEFS = {
    "Pet": {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
    }
}
PET = {"$ref": "#/$defs/Pet"}

OWNER = Parameter("owner", Location.PATH, {"type": "string"}, required=True, style="simple")
PET_ID = Parameter(
    "pet-id", Location.PATH, {"type": "integer", "format": "int64"}, required=True, style="simple"
)
LIMIT = Parameter("limit", Location.QUERY, {"type": "integer", "maximum": 100})
TRACE = Parameter("X-Trace", Location.HEADER, {"type": "string"}, required=True, style="simple")


def hints(read_only: bool = False) -> Hints:
    return Hints(
        Hint(read_only, "test"), Hint(False, "test"), Hint(read_only, "test"), Hint(True, "test")
    )


def answers(*entries: tuple[str, str | None, JsonValue]) -> tuple[ResponseDescription, ...]:
    """Return responses of status, media type (None: no content) and schema."""
    return tuple(
        ResponseDescription(status, None, (MediaType(kind, schema),) if kind else ())
        for status, kind, schema in entries
    )


def argument(parameter: Parameter, name: str | None = None) -> Argument:
    return Argument(
        name or parameter.name,
        f"{parameter.location.value}:{parameter.name}",
        parameter.schema,
        parameter.required,
        parameter.description,
    )


def candidate(operation: Operation, *arguments: Argument, **more: Any) -> Candidate:
    fields: dict[str, Any] = {
        "primitive": Primitive.TOOL,
        "primitive_evidence": "test",
        "readable": more.get("uri") is not None,
        "name": "get_pet",
        "name_evidence": "test",
        "title": "Get a pet",
        "description": "Gives one pet.",
        "description_evidence": "test",
        "hints": hints(operation.method == "GET"),
        "arguments": arguments,
    }
    return Candidate(operation=operation, **(fields | more))


def choose(one: Candidate, *chosen: ArgumentChoice, **more: Any) -> Choice:
    fields: dict[str, Any] = {
        "operation_id": "op-1",
        "input_defs": INPUT_DEFS,
        "output_defs": OUTPUT_DEFS,
        "expose": frozenset({Primitive.TOOL}),
        "name": one.name,
        "title": one.title,
        "description": one.description,
        "hints": one.hints,
        "arguments": chosen,
    }
    return Choice(candidate=one, **(fields | more))


def get_pet() -> Candidate:
    """GET of one thing: two path parameters, a filter, JSON answers, one security scheme."""
    operation = Operation(
        "GET",
        "/{owner}/pets/{pet-id}",
        parameters=(OWNER, PET_ID, LIMIT),
        responses=answers(("200", "application/json", PET)),
        security=(SecurityRequirement((SchemeUse("key"),)),),
        pointer="/paths/~1pets/get",
    )
    return candidate(
        operation,
        argument(OWNER),
        argument(PET_ID, "pet_id"),
        argument(LIMIT),
        uri="api://zoo/{owner}/pets/{pet_id}{?limit}",
        uri_variables={"owner": "owner", "pet_id": "pet_id", "limit": "limit"},
    )


def put_pet(content_type: str = "application/json") -> Candidate:
    """PUT with a flattened body beside a path parameter."""
    name = {"$ref": "#/$defs/Name"}
    schema = {"type": "object", "required": ["name"], "properties": {"name": name, "a/b": {}}}
    operation = Operation(
        "PUT",
        "/pets/{pet-id}",
        parameters=(PET_ID,),
        body=RequestBody((MediaType(content_type, schema),), required=True),
        responses=answers(("200", "application/json", PET)),
    )
    return candidate(
        operation,
        argument(PET_ID, "pet_id"),
        Argument("name", "body:/name", name, required=True, description="What it is called."),
        Argument("a_b", "body:/a~1b", {}, required=False),
        content_type=content_type,
        name="put_pet",
    )


def post_whole(required: bool = True) -> Candidate:
    """POST whose body is one argument."""
    schema = {"type": "array", "items": {"$ref": "#/$defs/Name"}}
    operation = Operation(
        "POST",
        "/names",
        body=RequestBody((MediaType("application/json", schema),), required=required),
        responses=answers(("204", None, True)),
    )
    body = Argument("body", "body:", schema, required)
    return candidate(operation, body, content_type="application/json", name="post_names")


def with_responses(one: Candidate, *entries: tuple[str, str | None, JsonValue]) -> Candidate:
    return replace(one, operation=replace(one.operation, responses=answers(*entries)))
