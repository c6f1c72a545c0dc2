"""Decide what of a response enters the model's context.

Comes in: a legible answer, what the tool lists, limits. Goes out: blocks, structured content,
and what became of the answer. Nothing here fails: an answer that is not what its label says is
delivered as what it is. Structured content is always an object, and always there for a tool
that lists an output schema (MCP 2026-07-28, tools, Structured Content).
"""

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from translator.errors import ErrorClass
from translator.json_value import JsonValue, NotJson, to_json
from translator.runtime.admitted import AdmissionLimits, Admitted, Expected, Whole
from translator.runtime.decoding import escaped, harmless
from translator.runtime.empty import beside_content, without_content
from translator.runtime.explanation import explain, page_text
from translator.runtime.json_answer import JsonAnswer, read_json
from translator.runtime.legible import Kind, Legible
from translator.runtime.outcome import Block, BlockKind
from translator.runtime.response import Response
from translator.runtime.sequences import RECORD, events, json_lines, json_sequence
from translator.runtime.truncation import Cut, Shortening, cut_lines, size_of
from translator.trace import Admission

__all__ = ["AdmissionLimits", "Admitted", "Expected", "Whole", "admit"]

_PAGE_CHARACTERS = 2_000

#: RFC 9110 §15.5.9, §15.6.3, §15.6.5 and RFC 8470 §5.2 say that the request was not acted on, or
#: that a gateway in between failed, which passes; 500 itself says nothing.
_PASSING = frozenset({408, 425, 502, 504})
_NOT_MODIFIED = 304
_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
#: Text that may begin like JSON and is none.
_NEVER_JSON = ("/csv", "/tab-separated-values", "yaml", "/markdown", "/x-log")


def admit(answer: Legible, expected: Expected, limits: AdmissionLimits | None = None) -> Admitted:
    """Return what of the answer the model gets."""
    status = answer.response.status
    if not (200 <= status < 300 or status == _NOT_MODIFIED):
        return _refusal(answer, expected)
    reading = _Reading(answer, expected, limits or AdmissionLimits())
    admitted = reading.by_kind()
    remark = answer.stray or admitted.remark
    told = (f"It is {answer.stray}.",) if answer.stray else ()
    notes = (*(f"The answer: {note}." for note in answer.notes), *told, *admitted.notes)
    admitted = replace(admitted, remark=remark, notes=tuple(dict.fromkeys(notes)))
    if admitted.is_error:
        return admitted
    headers = beside_content(answer.response, expected.asked) if answer.kind != "nothing" else ""
    if headers and not expected.resource:
        admitted = replace(admitted, blocks=(*admitted.blocks, Block("text", f"[{headers}]")))
    if answer.lossy:
        admitted = reading.with_notes(admitted, [f"The answer: {answer.notes[-1]}."])
    return replace(admitted, structured=_structured(admitted, expected))


def _refusal(answer: Legible, expected: Expected) -> Admitted:
    status = answer.response.status
    limited = status == 429
    later = limited or status == 503
    passing = status in _PASSING and expected.asked.repeatable
    return Admitted(
        (Block("text", explain(answer, expected.asked)),),
        admission=Admission.TRANSFORMED,
        error_class=ErrorClass.RATE_LIMITED if limited else ErrorClass.UPSTREAM_ERROR,
        retryable=later or passing,
    )


def _structured(admitted: Admitted, expected: Expected) -> tuple[JsonValue, ...]:
    """Return the structured content: an object, or nothing where nothing was promised."""
    value = admitted.structured or admitted.value
    if expected.resource or not (expected.lists_output or admitted.value):
        return ()
    content = value[0] if value else None
    if isinstance(content, dict) and not expected.wrapped:
        return (content,)
    return ({"result": content},)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One success on its way to the model."""

    answer: Legible
    expected: Expected
    limits: AdmissionLimits

    @property
    def response(self) -> Response:
        return self.answer.response

    @property
    def label(self) -> str:
        return self.answer.content_type.name

    def by_kind(self) -> Admitted:
        if self.response.status == _NOT_MODIFIED:
            return self._nothing()
        return _WAYS[self.answer.kind](self)

    def _nothing(self) -> Admitted:
        if self.expected.resource:
            return Admitted((self._block("", ""),))
        text = without_content(self.response, self.expected.asked)
        return Admitted((Block("text", text),), admission=Admission.TRANSFORMED)

    # JSON, one text or many.

    def _json(self) -> Admitted:
        text = self.answer.text.strip()
        try:
            return self._value(read_json(text, complete=self.response.complete))
        except NotJson as error:
            reason = str(error)
        values = json_lines(text) if self.response.complete and "\n" in text else None
        if values is not None:
            lined = self._values(self.answer.text, values)
            return replace(lined, remark="JSON lines, though its label says one JSON text")
        return self._as_text(text, reason if self.response.complete else None)

    def _value(self, read: JsonAnswer) -> Admitted:
        text = escaped(read.text)
        mime_type = self.label if self.answer.content_type.is_json else "application/json"
        if self.response.complete and _fits(text, self.limits.max_text_bytes):
            admitted = Admitted((self._block(text, mime_type),), value=(read.value,))
            return self.with_notes(admitted, read.told)
        measure = size_of if text is read.text else _escaped_size
        shortening = Shortening(measure=measure)
        kept = shortening.fit(read.value, self.limits.max_text_bytes)
        cuts = tuple(shortening.cuts)
        whole = Whole(text.encode("utf-8", "replace"), mime_type, "json", cuts)
        admitted = Admitted(
            (self._block(escaped(to_json(kept)), mime_type),),
            structured=(kept,),
            admission=Admission.TRUNCATED,
            value=(read.value,) if self.response.complete else (),
            whole=whole if cuts else None,
        )
        notes = [shortening.sentence()] if cuts else []
        notes += [] if self.response.complete else [_received(self.response)]
        return self.with_notes(admitted, [*notes, *read.told])

    def _lines(self) -> Admitted:
        return self._sequence(json_lines(self.answer.text, complete=self.response.complete))

    def _records(self) -> Admitted:
        return self._sequence(json_sequence(self.answer.text, complete=self.response.complete))

    def _sequence(self, values: list[JsonValue] | None) -> Admitted:
        text = self.answer.text.replace(RECORD, "")
        if values is not None:
            return self._values(text, values)
        try:
            one = self._value(read_json(text.strip(), complete=self.response.complete))
        except NotJson:
            return self._as_text(text, f"not the JSON texts that its label {self.label} says")
        return replace(one, remark=f"one JSON text, though its label says {self.label}")

    def _values(self, text: str, values: list[JsonValue]) -> Admitted:
        admitted = self._as_text(text, None, keep=escaped)
        kept = values
        if admitted.admission is Admission.TRUNCATED:
            kept = json_lines(admitted.blocks[0].text, complete=False) or []
        return self._with_values(admitted, kept, values)

    def _events(self) -> Admitted:
        text, complete = self.answer.text, self.response.complete
        admitted = self._as_text(text, None)
        cut = admitted.admission is Admission.TRUNCATED
        kept = events(admitted.blocks[0].text, complete=False) if cut else events(text)
        return self._with_values(admitted, kept, events(text, complete=complete))

    def _with_values(
        self, admitted: Admitted, kept: list[JsonValue], values: list[JsonValue]
    ) -> Admitted:
        value = (values,) if self.response.complete else ()
        return replace(admitted, structured=(kept,), value=value)

    # Text.

    def _text(self) -> Admitted:
        text = self.answer.text
        found = self._hidden_json(text)
        if found is not None:
            return found
        wanted = self.expected.promises_html or self.expected.resource or self.limits.raw_pages
        if self.answer.kind == "html" and not wanted:
            return self._unpromised_page(text)
        return self._as_text(text, None)

    def _hidden_json(self, text: str) -> Admitted | None:
        """Return the object or list that a text holds whose label says nothing better.

        Scalars stay text: `42` under text/plain is no number.
        """
        if text.lstrip()[:1] not in ("{", "[") or self.label.endswith(_NEVER_JSON):
            return None
        if not self.response.complete:
            return None
        try:
            admitted = self._value(read_json(text.strip()))
        except NotJson:
            return None
        if self.answer.kind == "text":
            return admitted
        return replace(admitted, remark=f"JSON, though its label says {self.label}")

    def _unpromised_page(self, text: str) -> Admitted:
        """Deliver the words of a web page that nobody promised: often a login or error page."""
        kept = page_text(text, min(_PAGE_CHARACTERS, self.limits.max_text_bytes // 4))
        admitted = Admitted(
            (Block("text", kept),),
            structured=(kept,),
            admission=Admission.TRANSFORMED,
            remark="a web page, which the description does not promise",
            whole=self._whole(harmless(text), "text"),
        )
        note = "The API answered with a web page, which its description does not promise."
        return self.with_notes(admitted, [f"{note} These are its words."])

    def _as_text(
        self, text: str, remark: str | None, keep: Callable[[str], str] = harmless
    ) -> Admitted:
        clean = keep(text)
        kept = cut_lines(clean, self.limits.max_text_bytes)
        admitted = Admitted(
            (self._block(kept, self.label),),
            structured=(kept,),
            admission=Admission.UNCHANGED if clean == text else Admission.TRANSFORMED,
            remark=remark,
        )
        if kept == clean and self.response.complete:
            return admitted
        shown = len(kept.encode("utf-8", "replace"))
        note = f"Cut: these are the first {shown:,} bytes. {_received(self.response)}"
        cut = Cut("", "characters", len(kept), len(clean))
        admitted = replace(
            admitted,
            admission=Admission.TRUNCATED,
            whole=None if kept == clean else self._whole(clean, "text", cut),
        )
        return self.with_notes(admitted, [note])

    def _whole(self, text: str, shape: str, *cuts: Cut) -> Whole:
        body = text.encode("utf-8", "replace")
        return Whole(body, self.label or "text/plain", "text", cuts)

    # Anything else.

    def _binary(self) -> Admitted:
        stray = self.answer.stray is not None
        name = "application/octet-stream" if stray or not self.label else self.label
        body = self.response.body
        if not self.response.complete:
            return self._lost(name)
        about = {"mime_type": name, "bytes": len(body)}
        if len(body) > self.limits.max_binary_bytes:
            text = f"The answer is {name} of {len(body):,} bytes, too much for one result."
            return Admitted(
                (Block("text", text),),
                structured=(about,),
                admission=Admission.TRUNCATED,
                whole=Whole(body, name, "binary"),
            )
        kind: BlockKind = "audio" if name.startswith("audio/") else "blob"
        if name in _IMAGES:
            kind = "image"
        encoded = base64.b64encode(body).decode("ascii")
        block = Block(kind, data_base64=encoded, mime_type=name, uri=self.expected.uri or None)
        return Admitted((block,), structured=(about,), admission=Admission.TRANSFORMED)

    def _lost(self, name: str) -> Admitted:
        message = (
            f"HTTP {self.response.status} from {self.expected.asked.operation}: the call "
            f"succeeded, but its answer ({name}) did not come whole, and a part of it is of no "
            f"use. {_received(self.response)}"
        )
        return Admitted(
            (Block("text", message),),
            admission=Admission.DISCARDED,
            error_class=ErrorClass.TOO_LARGE,
        )

    def _block(self, text: str, mime_type: str) -> Block:
        if not self.expected.resource:
            return Block("text", text)
        return Block("text", text, mime_type=mime_type or None, uri=self.expected.uri or None)

    def with_notes(self, admitted: Admitted, notes: list[str] | tuple[str, ...]) -> Admitted:
        """Return it with what there is to say about it after it, for the model and in `notes`."""
        if not notes:
            return admitted
        text = " ".join(notes)
        if self.expected.resource:
            note = Block("text", text, mime_type="text/plain", uri=self.expected.uri or None)
        else:
            note = Block("text", f"[{text}]")
        blocks = (*admitted.blocks, note)
        return replace(admitted, blocks=blocks, notes=(*admitted.notes, *notes))


_WAYS: Mapping[Kind, Callable[[_Reading], Admitted]] = {
    "nothing": _Reading._nothing,
    "json": _Reading._json,
    "lines": _Reading._lines,
    "sequence": _Reading._records,
    "events": _Reading._events,
    "html": _Reading._text,
    "xml": _Reading._text,
    "text": _Reading._text,
    "unknown": _Reading._binary,
    "binary": _Reading._binary,
}


def _fits(text: str, max_bytes: int) -> bool:
    return len(text) * 4 <= max_bytes or len(text.encode("utf-8", "replace")) <= max_bytes


def _escaped_size(value: JsonValue) -> int:
    return len(escaped(to_json(value)).encode("utf-8", "replace"))


def _received(response: Response) -> str:
    """Say how large the whole answer is, as far as that is known, and why there is no more."""
    size = f"{len(response.body):,} bytes"
    if response.complete:
        return f"The whole answer has {size}."
    if response.ended == "connection":
        return f"The connection closed after {size} of it; the rest is missing."
    if response.ended == "time":
        return f"It had not ended when the time of the call ran out; {size} had come."
    if response.declared_bytes is not None:
        return f"The whole answer has {response.declared_bytes:,} bytes; {size} were read."
    return f"The whole answer has more than {size}; the rest was not read."
