"""Turn plans and responses into what traces keep of them: bounded, redacted, with digests.

Pure. What comes in is already redacted; of the raw response only size and digest are taken.
"""

from dataclasses import replace

from translator.json_value import digest_of_bytes
from translator.runtime.decoding import looks_binary, read_content_type, read_text
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.runtime.truncation import cut_text
from translator.trace import ReceivedResponse, SentRequest

MAX_BODY_BYTES = 16_000


def sent_request(shown: RequestPlan) -> SentRequest:
    """Return the request as the trace keeps it."""
    body = shown.body
    return SentRequest(
        method=shown.method,
        url=shown.url,
        headers=shown.headers,
        body=None if body is None else _excerpt(body, None),
        body_bytes=0 if body is None else len(body),
        body_digest=None if body is None else digest_of_bytes(body),
    )


def measured_response(raw: Response) -> ReceivedResponse:
    """Return what is kept of any response, before anything in it is read."""
    digest = digest_of_bytes(raw.body)
    return ReceivedResponse(raw.status, (), "", len(raw.body), digest, raw.complete)


def received_response(measured: ReceivedResponse, shown: Response) -> ReceivedResponse:
    """Return the response as the trace keeps it; `shown` is the raw one without secrets."""
    body = _excerpt(shown.body, shown.header("content-type"))
    return replace(measured, headers=shown.headers, body=body)


def _excerpt(body: bytes, content_type: str | None) -> str:
    if looks_binary(body):
        return ""
    charset = read_content_type(content_type).parameters.get("charset")
    start = body[: MAX_BODY_BYTES + 1]
    text = read_text(start, charset, complete=len(start) == len(body))
    text = text.encode("utf-8", "replace").decode()
    kept = cut_text(text, MAX_BODY_BYTES)
    return kept if len(start) == len(body) and kept == text else kept + "…"
