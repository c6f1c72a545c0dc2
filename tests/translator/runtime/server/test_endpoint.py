"""The handlers, through the official client in both of its modes and over a real socket."""

import base64
from dataclasses import replace
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp.types import ResourceTemplateReference, ServerNotification

from tests.fake_api import hang, reply, reply_json
from tests.mcp_running import MODES, Running, running
from tests.mcp_surfaces import FIND, LOOK, ZOO, renamed
from translator.surface import Prompt, surface_digest
from translator.trace import Kind

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


async def test_the_lists_are_those_of_the_surface(mode: Any) -> None:
    with running() as hand:
        async with Client(hand.url, mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["find", "look"]
            resources = (await client.list_resources()).resources
            templates = (await client.list_resource_templates()).resource_templates
            assert [found.uri for found in resources] == ["api://zoo/pets"]
            assert [found.uri_template for found in templates] == ["api://zoo/pets/{kind}"]
            assert (await client.list_prompts()).prompts == []
            assert client.instructions == "Be kind to the animals."
            assert client.server_info is not None
            assert client.server_info.title == "The zoo"


async def test_a_call_reaches_the_api_and_its_answer_the_client(mode: Any) -> None:
    with running(reply_json({"seen": [1, None]})) as hand:
        async with Client(hand.url, mode=mode) as client:
            await client.list_tools()
            result = await client.call_tool("look", {})
    assert result.structured_content == {"seen": [1, None]}
    assert not result.is_error
    assert hand.api.requests[0].target == "/look"


async def test_integers_keep_every_digit_both_ways(mode: Any) -> None:
    with running(reply(b'{"id":18446744073709551617}', content_type="application/json")) as hand:
        async with Client(hand.url, mode=mode) as client:
            result = await client.call_tool("find", {"id": 2**63 + 1})
    assert result.structured_content == {"id": 2**64 + 1}
    assert hand.api.requests[0].target == f"/find?id={2**63 + 1}"


async def test_an_image_is_an_image_block(mode: Any) -> None:
    plain = replace(ZOO, tools=(replace(LOOK, output_schema=None),))
    with running(reply(PIXEL, content_type="image/png"), surface=plain) as hand:
        async with Client(hand.url, mode=mode) as client:
            (block,) = (await client.call_tool("look", {})).content
    assert block.type == "image"
    assert block.mime_type == "image/png"
    assert base64.b64decode(block.data) == PIXEL


async def test_an_unknown_tool_is_a_protocol_error(mode: Any) -> None:
    with running() as hand:
        async with Client(hand.url, mode=mode) as client:
            with pytest.raises(MCPError) as refused:
                await client.call_tool("fly", {})
    assert refused.value.error.code == -32602
    assert hand.api.requests == []


async def test_bad_arguments_and_a_failing_api_are_error_results(mode: Any) -> None:
    with running(reply_json({"detail": "no such pet"}, status=404)) as hand:
        async with Client(hand.url, mode=mode) as client:
            bad = await client.call_tool("find", {"id": "first", "age": 3})
            failed = await client.call_tool("find", {"id": 1})
    assert bad.is_error
    assert failed.is_error
    assert "no such pet" in failed.content[0].text
    assert len(hand.api.requests) == 1


async def test_a_result_names_its_trace(mode: Any) -> None:
    with running() as hand:
        async with Client(hand.url, mode=mode) as client:
            result = await client.call_tool("look", {})
    assert result.meta is not None
    assert result.meta["isthmus/trace_id"] == hand.record.traces[0].trace_id


async def test_a_resource_and_a_template_are_read(mode: Any) -> None:
    with running(reply_json([{"name": "Rex"}])) as hand:
        async with Client(hand.url, mode=mode) as client:
            fixed = await client.read_resource("api://zoo/pets")
            filled = await client.read_resource("api://zoo/pets/dog")
    assert '"Rex"' in fixed.contents[0].text
    assert filled.contents[0].uri == "api://zoo/pets/dog"
    assert [received.target for received in hand.api.requests] == ["/pets", "/pets/dog"]


async def test_an_unknown_resource_is_a_protocol_error_with_its_uri(mode: Any) -> None:
    with running() as hand:
        async with Client(hand.url, mode=mode) as client:
            with pytest.raises(MCPError) as refused:
                await client.read_resource("api://zoo/unicorns")
    assert refused.value.error.code == -32602
    assert refused.value.error.data["uri"] == "api://zoo/unicorns"


async def test_a_failed_read_is_an_error_that_says_class_and_trace(mode: Any) -> None:
    with running(reply_json({"detail": "closed today"}, status=500)) as hand:
        async with Client(hand.url, mode=mode) as client:
            with pytest.raises(MCPError) as refused:
                await client.read_resource("api://zoo/pets")
    error = refused.value.error
    assert error.code == -32603
    assert "closed today" in error.message
    assert error.data["class"] == "upstream_error"
    assert error.data["retryable"] is False
    assert error.data["trace_id"] == hand.record.traces[0].trace_id


async def test_template_variables_are_completed(mode: Any) -> None:
    template = ResourceTemplateReference(uri="api://zoo/pets/{kind}")
    with running() as hand:
        async with Client(hand.url, mode=mode) as client:
            found = await client.complete(template, {"name": "kind", "value": "c"})
            none = await client.complete(template, {"name": "colour", "value": ""})
    assert found.completion.values == ["cat", "cow"]
    assert none.completion.values == []


async def test_a_prompt_of_the_surface_is_listed_and_given(mode: Any) -> None:
    prompt = Prompt("greet", "Greet", "Greets.", "Say hello.")
    with running(surface=replace(ZOO, prompts=(prompt,))) as hand:
        async with Client(hand.url, mode=mode) as client:
            assert [found.name for found in (await client.list_prompts()).prompts] == ["greet"]
            assert (await client.get_prompt("greet")).messages[0].content.text == "Say hello."
            with pytest.raises(MCPError):
                await client.get_prompt("bite")


async def test_a_long_list_is_read_page_by_page(mode: Any) -> None:
    tools = tuple(replace(LOOK, name=f"look{n:03}") for n in range(300))
    with running(surface=replace(ZOO, tools=tools)) as hand:
        async with Client(hand.url, mode=mode) as client:
            first = await client.list_tools()
            second = await client.list_tools(cursor=first.next_cursor)
            with pytest.raises(MCPError) as refused:
                await client.list_tools(cursor="elsewhere-250")
    names = [tool.name for tool in (*first.tools, *second.tools)]
    assert names == [tool.name for tool in tools]
    assert second.next_cursor is None
    assert refused.value.error.code == -32602


async def test_the_trace_says_who_called_and_what_was_shown(mode: Any) -> None:
    with running() as hand:
        async with Client(hand.url, mode=mode) as client:
            await client.call_tool("look", {})
            await client.list_tools()
            await client.call_tool("look", {})
            revision = client.protocol_version
    before, after = (trace.caller for trace in hand.record.traces)
    assert before.shown is None
    assert after.shown == surface_digest(ZOO)
    assert (after.principal, after.kind, after.transport) == ("local", Kind.MCP, "streamable-http")
    assert after.protocol_version == revision
    assert after.client is not None
    assert after.client.startswith("mcp/")


async def test_cancelling_closes_the_connection_to_the_api(mode: Any) -> None:
    with running(hang()) as hand:
        async with Client(hand.url, mode=mode) as client:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(client.call_tool, "look", {})
                assert await anyio.to_thread.run_sync(hand.api.received.wait, 5)
                tasks.cancel_scope.cancel()
            assert await anyio.to_thread.run_sync(hand.api.closed.wait, 1)


async def test_twenty_calls_run_side_by_side(mode: Any) -> None:
    found: dict[int, Any] = {}

    async def find(client: Client, number: int) -> None:
        result = await client.call_tool("find", {"id": number})
        found[number] = result.structured_content

    with running(reply_json({"ok": True})) as hand:
        async with Client(hand.url, mode=mode) as client, anyio.create_task_group() as tasks:
            for number in range(20):
                tasks.start_soon(find, client, number)
    assert found == {number: {"ok": True} for number in range(20)}
    targets = {received.target for received in hand.api.requests}
    assert targets == {f"/find?id={number}" for number in range(20)}


async def changes_after(hand: Running, mode: Any, surface: Any, count: int) -> list[str]:
    """Publish while a client listens; return the first so many changes it is told of."""
    told, receive = anyio.create_memory_object_stream[str](20)

    async def on_message(message: object) -> None:
        if mode == "legacy" and isinstance(message, ServerNotification):
            told.send_nowait(message.method)

    async def listen(client: Client, *, task_status: Any) -> None:
        async with client.listen(tools_list_changed=True, resources_list_changed=True) as events:
            task_status.started()
            async for event in events:
                told.send_nowait(type(event).__name__)

    async with Client(hand.url, mode=mode, message_handler=on_message) as client:
        async with anyio.create_task_group() as tasks:
            if mode == "auto":
                await tasks.start(listen, client)
            else:
                assert await anyio.to_thread.run_sync(hand.streams.wait, 5)
            hand.publish(surface)
            with anyio.fail_after(1):
                found = [await receive.receive() for _ in range(count)]
            tasks.cancel_scope.cancel()
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == [tool.name for tool in surface.tools]
    receive.close()
    told.close()
    return found


TOLD = {
    "ToolsListChanged": "tools",
    "ResourcesListChanged": "resources",
    "notifications/tools/list_changed": "tools",
    "notifications/resources/list_changed": "resources",
}


async def test_a_new_tool_is_told_within_a_second(mode: Any) -> None:
    with running() as hand:
        told = await changes_after(hand, mode, renamed(ZOO, "look", "watch"), 1)
    assert [TOLD[name] for name in told] == ["tools"]


async def test_new_tools_and_resources_are_told_both(mode: Any) -> None:
    with running() as hand:
        told = await changes_after(hand, mode, replace(ZOO, tools=(FIND,), resources=()), 2)
    assert [TOLD[name] for name in told] == ["tools", "resources"]


async def test_instructions_follow_the_surface(mode: Any) -> None:
    kinder = replace(renamed(ZOO, "look", "watch"), instructions="Be kinder.")
    with running() as hand:
        await changes_after(hand, mode, kinder, 1)
        async with Client(hand.url, mode=mode) as client:
            assert client.instructions == "Be kinder."
