from collections.abc import Callable

import pytest

from translator.runtime import media_types
from translator.runtime.media_types import essence, type_parameter


def test_essence_is_lower_case_without_parameters() -> None:
    assert essence("Application/JSON ; charset=utf-8") == "application/json"


@pytest.mark.parametrize(
    ("content_type", "value"),
    [
        ("text/plain; charset=utf-8", "utf-8"),
        ('text/plain; charset="utf-8"', "utf-8"),
        ("text/plain; Charset=latin-1; x=y", "latin-1"),
        ("text/plain", None),
        ("text/plain; x=y", None),
    ],
)
def test_parameter_of_a_type(content_type: str, value: str | None) -> None:
    assert type_parameter(content_type, "charset") == value


@pytest.mark.parametrize(
    ("tell", "yes", "no"),
    [
        (media_types.is_json, "application/problem+json; x=y", "application/json-seq"),
        (media_types.is_json_lines, "application/x-ndjson", "application/json"),
        (media_types.is_json_sequence, "application/geo+json-seq", "application/json"),
        (media_types.is_event_stream, "text/event-stream;charset=utf-8", "text/plain"),
        (media_types.is_stream, "text/event-stream", "application/json"),
        (media_types.is_stream, "application/jsonl", "text/plain"),
        (media_types.is_stream, "application/json-seq", "application/problem+json"),
        (media_types.is_xml, "image/svg+xml", "application/json"),
        (media_types.is_form, "application/x-www-form-urlencoded", "multipart/form-data"),
        (media_types.is_multipart, "multipart/mixed;boundary=x", "application/json"),
        (media_types.is_text, "text/uri-list", "application/json"),
        (media_types.is_binary, "image/png", "image/svg+xml"),
        (media_types.is_binary, "application/octet-stream", "application/jwt"),
        (media_types.is_binary, "application/vnd.ms-excel", "application/vnd.api"),
        (media_types.is_range, "image/*", "image/png"),
    ],
)
def test_families(tell: Callable[[str], bool], yes: str, no: str) -> None:
    assert (tell(yes), tell(no)) == (True, False)
