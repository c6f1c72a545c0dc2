"""Turn plans and responses into what traces keep of them: bounded, redacted, with digests.

Pure. What comes in is already redacted; of the raw response only size and digest are taken.
"""

import codecs
from dataclasses import replace

from translator.json_value import digest_of_bytes
from translator.runtime.legible import Legible
from translator.runtime.plan import RequestPlan
from translator.runtime.response import Response
from translator.runtime.truncation import cut_text
from translator.trace import ReceivedResponse, SentRequest

MAX_BODY_BYTES = 16_000
_LOOKED_AT = 1024


def sent_request(shown: RequestPlan) -> SentRequest:
    """Return the request as the trace keeps it."""
    body = shown.body
    return SentRequest(
        method=shown.method,
        url=shown.url,
        headers=shown.headers,
        body=None if body is None else _excerpt(body),
        body_bytes=0 if body is None else len(body),
        body_digest=None if body is None else digest_of_bytes(body),
    )


def measured_response(raw: Response) -> ReceivedResponse:
    """Return what is kept of any response, before anything in it is read."""
    digest = digest_of_bytes(raw.body)
    return ReceivedResponse(raw.status, (), "", len(raw.body), digest, raw.complete)


def received_response(measured: ReceivedResponse, shown: Legible) -> ReceivedResponse:
    """Return the response as the trace keeps it; `shown` is what came, without secrets."""
    body = "" if shown.kind == "binary" else _excerpt(shown.response.body)
    return replace(measured, headers=shown.response.headers, body=body)


def _excerpt(body: bytes) -> str:
    if b"\0" in body[:_LOOKED_AT]:
        return ""
    start = body[: MAX_BODY_BYTES + 1]
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(start, len(start) == len(body))
    kept = cut_text(text, MAX_BODY_BYTES)
    return kept if len(start) == len(body) and kept == text else kept + "…"
