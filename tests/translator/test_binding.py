from dataclasses import replace

import pytest

from tests.choices import INPUT_DEFS, choose, get_pet, post_whole, put_pet
from translator.annotations import Hint
from translator.binding import fillings
from translator.candidates import Candidate
from translator.choice import ArgumentChoice
from translator.compile import compile_tool
from translator.operation import Encoding, Location, MediaType, Parameter, RequestBody
from translator.runtime.bodies import body_value
from translator.surface import BoundBody, BoundMember


def body_of(one: Candidate, *chosen: ArgumentChoice) -> BoundBody | None:
    return compile_tool(choose(one, *chosen)).call.body


def test_argument_without_a_choice_stays_as_proposed() -> None:
    filled = fillings(choose(put_pet()))

    assert [each.key for each in filled] == ["pet_id", "name", "a_b"]
    assert filled[1].listed == put_pet().arguments[1]


def test_empty_description_replaces_the_proposed_one() -> None:
    filled = fillings(choose(put_pet(), ArgumentChoice("body:/name", "name", description="")))

    assert filled[1].listed.description == ""


def test_members_of_a_flattened_body_keep_their_own_names() -> None:
    body = body_of(put_pet(), ArgumentChoice("body:/name", "called", default=("Rex",)))

    assert body is not None
    assert body.whole is None
    assert body.members == (BoundMember("name", "called", (), ("Rex",)), BoundMember("a/b", "a_b"))


def test_wire_schema_stands_only_where_the_media_type_needs_it() -> None:
    json = body_of(put_pet())
    form = body_of(put_pet("application/x-www-form-urlencoded"))

    assert json is not None
    assert json.schema is True
    assert form is not None
    assert form.schema["$defs"] == INPUT_DEFS


def test_body_of_another_media_type_than_the_chosen_one_is_not_sent() -> None:
    assert body_of(replace(put_pet(), content_type=None)) is None


def test_whole_body_is_one_argument() -> None:
    body = body_of(post_whole(), ArgumentChoice("body:", "names"))

    assert body is not None
    assert (body.whole, body.required) == ("names", True)
    assert body_value(body, {"names": ["a"]}) == (["a"],)


def test_whole_body_can_be_pinned() -> None:
    body = body_of(post_whole(), ArgumentChoice("body:", "body", pinned=(["a"],)))

    assert body is not None
    assert body_value(body, {}) == (["a"],)


def test_whole_body_can_have_a_default() -> None:
    body = body_of(post_whole(), ArgumentChoice("body:", "body", default=([],)))

    assert body is not None
    assert body_value(body, {}) == ([],)
    assert body_value(body, {"body": ["b"]}) == (["b"],)


def test_hidden_optional_body_is_not_sent() -> None:
    assert body_of(post_whole(required=False), ArgumentChoice("body:", "body", hidden=True)) is None


@pytest.mark.parametrize(
    ("content_type", "closed"), [("application/json", False), ("application/xml", True)]
)
def test_content_parameter_keeps_a_schema_only_where_writing_needs_it(
    content_type: str, closed: bool
) -> None:
    name = {"$ref": "#/$defs/Name"}
    parameter = Parameter(
        "limit", Location.QUERY, name, content_type=content_type, description="x", examples=(1,)
    )
    one = get_pet()
    one = replace(
        one, operation=replace(one.operation, parameters=(*one.operation.parameters[:2], parameter))
    )

    bound = compile_tool(choose(one)).call.parameters[2].parameter

    assert bound.schema == (name | {"$defs": INPUT_DEFS} if closed else True)
    assert (bound.description, bound.examples) == (None, ())


def test_headers_of_parts_keep_closed_schemas() -> None:
    header = Parameter("X-Kind", Location.HEADER, {"$ref": "#/$defs/Name"}, description="x")
    one = put_pet("multipart/form-data")
    body = one.operation.body
    assert body is not None
    media = MediaType(
        "multipart/form-data", body.media_types[0].schema, {"name": Encoding(headers=(header,))}
    )
    one = replace(one, operation=replace(one.operation, body=RequestBody((media,), required=True)))

    bound = body_of(one)

    assert bound is not None
    assert bound.encoding["name"].headers[0].schema["$defs"] == INPUT_DEFS


def test_call_carries_what_the_plan_needs() -> None:
    call = compile_tool(choose(get_pet())).call

    assert (call.operation, call.operation_id) == ("GET /{owner}/pets/{pet-id}", "op-1")
    assert (call.method, call.path) == ("GET", "/{owner}/pets/{pet-id}")
    assert call.security == get_pet().operation.security


@pytest.mark.parametrize("decided", [False, True])
def test_only_a_persons_word_lets_a_change_be_repeated(decided: bool) -> None:
    one = put_pet()
    one = replace(
        one, hints=replace(one.hints, idempotent=Hint(True, "PUT is idempotent", decided))
    )

    tool = compile_tool(choose(one))

    assert tool.annotations.idempotent
    assert tool.call.idempotent is decided
