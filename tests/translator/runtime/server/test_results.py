from typing import Any

import pytest
from mcp_types import methods

from translator.errors import ErrorClass
from translator.runtime.outcome import Block, Outcome
from translator.runtime.server.results import failure, resource_result, tool_result

NEW, LAST_HANDSHAKE, OLD = "2026-07-28", "2025-11-25", "2024-11-05"

PDF = Block("blob", data_base64="JVBERg==", mime_type="application/pdf", uri="api://zoo/map.pdf")
LINK = Block("link", text="the rest", uri="api://zoo/rest", mime_type="text/plain")


def content(block: Block, version: str = NEW) -> Any:
    return tool_result(Outcome(blocks=(block,)), version)["content"][0]


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (Block("text", "hello"), {"type": "text", "text": "hello"}),
        (
            Block("image", data_base64="AAAA", mime_type="image/png"),
            {"type": "image", "data": "AAAA", "mimeType": "image/png"},
        ),
        (
            Block("audio", data_base64="AAAA", mime_type="audio/wav"),
            {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"},
        ),
        (
            PDF,
            {
                "type": "resource",
                "resource": {
                    "uri": "api://zoo/map.pdf",
                    "blob": "JVBERg==",
                    "mimeType": "application/pdf",
                },
            },
        ),
        (
            LINK,
            {
                "type": "resource_link",
                "uri": "api://zoo/rest",
                "name": "the rest",
                "mimeType": "text/plain",
            },
        ),
    ],
)
def test_each_kind_of_block_has_its_content(block: Block, expected: Any) -> None:
    assert content(block) == expected


def test_a_link_is_text_where_the_revision_has_no_links() -> None:
    assert content(LINK, "2025-03-26") == {"type": "text", "text": "the rest: api://zoo/rest"}


def test_audio_is_a_resource_where_the_revision_has_no_audio() -> None:
    sound = Block("audio", data_base64="AAAA", mime_type="audio/wav", uri="api://zoo/roar")
    assert content(sound, OLD)["resource"]["blob"] == "AAAA"


@pytest.mark.parametrize("version", [NEW, LAST_HANDSHAKE, "2025-06-18", "2025-03-26", OLD])
def test_every_revision_accepts_the_results(version: str) -> None:
    blocks = (Block("text", "a"), PDF, LINK)
    outcome = Outcome(blocks=blocks, structured=({"a": None},), trace_id="t")
    called = tool_result(outcome, version)
    read = resource_result(outcome, "api://zoo/a")
    assert methods.serialize_server_result("tools/call", version, called)["content"]
    assert methods.serialize_server_result("resources/read", version, read)["contents"]


def test_structured_content_keeps_nulls_and_every_digit() -> None:
    value = {"id": 2**64 + 1, "ratio": 1.0, "gone": None, "list": [None]}
    result = tool_result(Outcome(structured=(value,)), NEW)
    shaped = methods.serialize_server_result("tools/call", NEW, result)
    assert repr(shaped["structuredContent"]) == repr(value)


def test_without_structured_content_there_is_none() -> None:
    assert "structuredContent" not in tool_result(Outcome(blocks=(Block("text", "a"),)), NEW)


def test_a_failure_is_an_error_result_with_its_message() -> None:
    result = tool_result(Outcome(is_error=True, message="The API is away."), NEW)
    assert result["isError"] is True
    assert result["content"] == [{"type": "text", "text": "The API is away."}]


def test_meta_carries_the_trace_and_what_went_upstream() -> None:
    outcome = Outcome(trace_id="t-1", correlation_id="00-aa-bb-01")
    expected = {"isthmus/trace_id": "t-1", "traceparent": "00-aa-bb-01"}
    assert tool_result(outcome, NEW)["_meta"] == expected
    assert resource_result(outcome, "api://zoo/a")["_meta"] == expected


def test_a_read_gives_text_and_blobs_under_their_uris() -> None:
    text = Block("text", "hello", mime_type="text/markdown", uri="api://zoo/readme")
    contents = resource_result(Outcome(blocks=(text, PDF)), "api://zoo/asked")["contents"]
    assert contents == [
        {"uri": "api://zoo/readme", "text": "hello", "mimeType": "text/markdown"},
        {"uri": "api://zoo/map.pdf", "blob": "JVBERg==", "mimeType": "application/pdf"},
    ]


def test_a_block_without_a_uri_gets_the_one_asked_for() -> None:
    contents = resource_result(Outcome(blocks=(Block("text", "a"),)), "api://zoo/x")["contents"]
    assert contents[0]["uri"] == "api://zoo/x"


def test_an_answer_of_the_api_is_never_to_be_cached() -> None:
    result = resource_result(Outcome(blocks=(Block("text", "a"),)), "api://zoo/x")
    assert (result["ttlMs"], result["cacheScope"]) == (0, "private")


def test_the_data_of_an_error_says_class_retryable_and_trace() -> None:
    outcome = Outcome(
        is_error=True, error_class=ErrorClass.UPSTREAM_TIMEOUT, retryable=True, trace_id="t-2"
    )
    assert failure(outcome) == {
        "class": "upstream_timeout",
        "retryable": True,
        "trace_id": "t-2",
    }


def test_meta_of_the_outcome_stands_beside_the_trace() -> None:
    outcome = Outcome(
        blocks=(Block("text", "x"),), trace_id="t1", meta={"isthmus/pages": {"pages": 2}}
    )
    expected = {"isthmus/pages": {"pages": 2}, "isthmus/trace_id": "t1"}
    assert tool_result(outcome, NEW)["_meta"] == expected
    assert resource_result(outcome, "api://zoo/x")["_meta"] == expected
