"""Completion through the official client in both of its modes and over real sockets."""

from dataclasses import replace
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp.types import PromptReference, ResourceTemplateReference

from tests.fake_api import reply_json
from tests.mcp_running import MODES, running
from tests.mcp_surfaces import call, closed, in_path, in_query
from translator.surface import IdentifierSource, Prompt, Resource, ResourceTemplate, Surface

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]

PETS = Resource("api://zoo/pets", "pets", "", "", None, call("GET", "/pets"))
TOYS = ResourceTemplate(
    "api://zoo/pets/{petId}/toys",
    "toys",
    "",
    "",
    None,
    call("GET", "/pets/{petId}/toys", in_path("petId")),
    {"petId": "petId"},
    closed(petId={"type": "integer"}),
    sources={"petId": IdentifierSource("GET-/pets", "", "/id")},
)
TOY = ResourceTemplate(
    "api://zoo/pets/{petId}/toys/{toy}{?loud}",
    "toy",
    "",
    "",
    None,
    call("GET", "/pets/{petId}/toys/{toy}", in_path("petId"), in_path("toy"), in_query("loud")),
    {"petId": "petId", "toy": "toy", "loud": "loud"},
    closed(petId={"type": "integer"}, toy={"type": "string"}, loud={"type": "boolean"}),
    sources={
        "petId": IdentifierSource("GET-/pets", "", "/id"),
        "toy": IdentifierSource("GET-/pets/{petId}/toys", "", "/name", {"petId": "petId"}),
    },
)
SURFACE = Surface(
    "zoo",
    "The zoo",
    "",
    resources=(PETS,),
    resource_templates=(TOYS, TOY),
    prompts=(Prompt("greet", "", "", "Hello."),),
)
REF = ResourceTemplateReference(uri=TOY.uri_template)


async def test_a_client_fills_a_template_variable_by_variable(mode: Any) -> None:
    answers = [reply_json([{"id": 7}, {"id": 8}]), reply_json([{"name": "ball"}, {"name": "bone"}])]
    with running(*answers, surface=SURFACE) as hand:
        async with Client(hand.url, mode=mode) as client:
            pets = await client.complete(REF, {"name": "petId", "value": ""})
            toys = await client.complete(REF, {"name": "toy", "value": "bo"}, {"petId": "7"})
            loud = await client.complete(REF, {"name": "loud", "value": "t"})
    assert pets.completion.values == ["7", "8"]
    assert (toys.completion.values, toys.completion.total) == (["bone"], 1)
    assert loud.completion.values == ["true"]
    assert [request.target for request in hand.api.requests] == ["/pets", "/pets/7/toys"]
    assert [trace.primitive for trace in hand.record.traces] == ["completion", "completion"]


@pytest.mark.parametrize(
    "ref",
    [
        ResourceTemplateReference(uri="api://zoo/dogs/{id}"),
        PromptReference(name="bite"),
    ],
)
async def test_an_unknown_reference_is_a_protocol_error(mode: Any, ref: Any) -> None:
    with running(surface=SURFACE) as hand:
        async with Client(hand.url, mode=mode) as client:
            with pytest.raises(MCPError) as refused:
                await client.complete(ref, {"name": "id", "value": ""})
            known = await client.complete(PromptReference(name="greet"), {"name": "x", "value": ""})
    assert refused.value.error.code == -32602
    assert known.completion.values == []
    assert hand.api.requests == []


async def test_a_failing_api_is_an_error_that_says_class_and_trace(mode: Any) -> None:
    with running(reply_json({"detail": "closed"}, status=500), surface=SURFACE) as hand:
        async with Client(hand.url, mode=mode) as client:
            with pytest.raises(MCPError) as failed:
                await client.complete(REF, {"name": "petId", "value": ""})
    error = failed.value.error
    assert error.code == -32603
    assert error.data["class"] == "upstream_error"
    assert error.data["retryable"] is False
    assert error.data["trace_id"] == hand.record.traces[0].trace_id


async def test_what_is_stopped_offers_nothing(mode: Any) -> None:
    tool_too = replace(SURFACE, resource_templates=(TOY,), resources=(PETS,))
    with running(reply_json([{"id": 7}]), surface=tool_too) as hand:
        async with Client(hand.url, mode=mode) as client:
            hand.surfaces.stop("zoo")
            hand.surfaces.refresh()
            found = await client.complete(REF, {"name": "petId", "value": ""})
    assert found.completion.values == []
    assert hand.api.requests == []
