"""What a call comes to, as values the MCP server, the command line and the desk all read.

Nothing here knows MCP or HTTP. A block is one piece of content in MCP's kinds; an outcome is
the whole answer to one call, the failed and refused ones included.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from translator.errors import ErrorClass
from translator.json_value import JsonValue

BlockKind = Literal["text", "image", "audio", "blob", "link"]


@dataclass(frozen=True, slots=True)
class Block:
    """MCP 2026-07-28, ContentBlock and ResourceContents, in one shape.

    `text` belongs to text and link (its name), `data_base64` to image, audio and blob. `uri` is
    set for blob and link, and on every block of a resource read.
    """

    kind: BlockKind
    text: str = ""
    data_base64: str = ""
    mime_type: str | None = None
    uri: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to one call.

    `structured` is a one-element tuple, or empty: null is a value; its member is always an
    object. `message` says what happened when `is_error`, and is the text of the first block;
    more blocks follow only where there is an answer that a strict output schema forbids.
    `unknown`: no such tool or resource, which MCP answers with -32602 and not with a result.
    `correlation_id` is the `traceparent` that went upstream, for `_meta`; `meta` is what else
    stands there. `value` is the answer as JSON, whole, for who works on it and not for a model.
    """

    blocks: tuple[Block, ...] = ()
    structured: tuple[JsonValue, ...] = ()
    is_error: bool = False
    error_class: ErrorClass | None = None
    message: str = ""
    retryable: bool = False
    trace_id: str = ""
    correlation_id: str = ""
    unknown: bool = False
    meta: Mapping[str, JsonValue] = field(default_factory=dict)
    value: tuple[JsonValue, ...] = field(default=(), repr=False)
