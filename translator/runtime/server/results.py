"""Own the wire form of what the gateway answers: an outcome becomes MCP's JSON.

Pure, and the one place that knows what older revisions cannot carry. In: an `Outcome` and the
revision the client speaks. Out: JSON with MCP's camelCase names, which the SDK checks against
that revision on its way out.
"""

from translator.json_value import JsonValue
from translator.runtime.outcome import Block, Outcome

TRACE_META_KEY = "isthmus/trace_id"
"""Key of `_meta` (MCP 2026-07-28, General fields) that carries the trace id."""

_AUDIO_SINCE = "2025-03-26"
_LINKS_SINCE = "2025-06-18"


def tool_result(outcome: Outcome, protocol_version: str) -> dict[str, JsonValue]:
    """Return a CallToolResult (MCP 2026-07-28, tools)."""
    result: dict[str, JsonValue] = {
        "content": [_content(block, protocol_version) for block in outcome.blocks],
        "isError": outcome.is_error,
        "resultType": "complete",
        "_meta": _meta(outcome),
    }
    if not result["content"] and outcome.message:
        result["content"] = [{"type": "text", "text": outcome.message}]
    if outcome.structured:
        result["structuredContent"] = outcome.structured[0]
    return result


def resource_result(outcome: Outcome, uri: str) -> dict[str, JsonValue]:
    """Return a ReadResourceResult (MCP 2026-07-28, resources); the API's answer is not cached."""
    return {
        "contents": [_contents(block, block.uri or uri) for block in outcome.blocks],
        "resultType": "complete",
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": _meta(outcome),
    }


def failure(outcome: Outcome) -> dict[str, JsonValue]:
    """Return the `data` of a JSON-RPC error: what it was, whether again helps, which trace."""
    found: dict[str, JsonValue] = {"retryable": outcome.retryable, "trace_id": outcome.trace_id}
    if outcome.error_class is not None:
        found["class"] = outcome.error_class.value
    return found


def _meta(outcome: Outcome) -> dict[str, JsonValue]:
    meta: dict[str, JsonValue] = {**outcome.meta, TRACE_META_KEY: outcome.trace_id}
    if outcome.correlation_id:
        meta["traceparent"] = outcome.correlation_id
    return meta


def _content(block: Block, protocol_version: str) -> JsonValue:
    match block.kind:
        case "text":
            return {"type": "text", "text": block.text}
        case "link" if protocol_version >= _LINKS_SINCE:
            return _link(block)
        case "link":
            return {"type": "text", "text": f"{block.text}: {block.uri}"}
        case "image":
            return _media(block)
        case "audio" if protocol_version >= _AUDIO_SINCE:
            return _media(block)
        case _:
            return {"type": "resource", "resource": _contents(block, block.uri or "")}


def _media(block: Block) -> JsonValue:
    fallback = "application/octet-stream"
    return {
        "type": block.kind,
        "data": block.data_base64,
        "mimeType": block.mime_type or fallback,
    }


def _link(block: Block) -> JsonValue:
    link = {"type": "resource_link", "uri": block.uri or "", "name": block.text or block.uri or ""}
    return link | _mime_type(block)


def _contents(block: Block, uri: str) -> JsonValue:
    if block.kind in ("text", "link"):
        return {"uri": uri, "text": block.text} | _mime_type(block)
    return {"uri": uri, "blob": block.data_base64} | _mime_type(block)


def _mime_type(block: Block) -> dict[str, str]:
    return {"mimeType": block.mime_type} if block.mime_type else {}
