import hashlib

import pytest

from translator.runtime.legible import legible
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.runtime.trace_views import (
    MAX_BODY_BYTES,
    measured_response,
    received_response,
    sent_request,
)


def digest(body: bytes) -> str:
    return "sha256:" + hashlib.sha256(body).hexdigest()


def test_request_is_kept_with_size_and_digest() -> None:
    kept = sent_request(RequestPlan("POST", "https://h/x", (("A", "b"),), b"body"))
    assert (kept.method, kept.url, kept.headers) == ("POST", "https://h/x", (("A", "b"),))
    assert (kept.body, kept.body_bytes, kept.body_digest) == ("body", 4, digest(b"body"))


def test_request_without_body_has_none() -> None:
    kept = sent_request(RequestPlan("GET", "https://h/x"))
    assert (kept.body, kept.body_bytes, kept.body_digest) == (None, 0, None)


def test_size_and_digest_are_those_of_the_raw_response() -> None:
    raw = Response(200, (("A", "secret"),), b"a secret", complete=False)
    shown = Response(200, (("A", "[redacted]"),), b"a [redacted]", complete=False)
    kept = received_response(measured_response(raw), legible(shown))
    assert (kept.body, kept.body_bytes, kept.body_digest) == (
        "a [redacted]",
        8,
        digest(b"a secret"),
    )
    assert (kept.headers, kept.complete) == ((("A", "[redacted]"),), False)


@pytest.mark.parametrize("body", [b"x" * (MAX_BODY_BYTES + 1), "é".encode() * 90_000])
def test_long_body_is_cut(body: bytes) -> None:
    response = Response(200, (), body)
    kept = received_response(measured_response(response), legible(response))
    assert kept.body.endswith("…")
    assert len(kept.body.encode()) <= MAX_BODY_BYTES + 3
    assert kept.body_bytes == len(body)


def test_binary_body_is_left_out() -> None:
    response = Response(200, (), b"\x89PNG\0")
    assert received_response(measured_response(response), legible(response)).body == ""


def test_body_is_read_in_its_charset() -> None:
    response = Response(200, (("Content-Type", "text/plain; charset=latin-1"),), b"\xe9")
    assert received_response(measured_response(response), legible(response)).body == "é"
