"""What admission comes to, as values: limits, what was promised, what the model gets."""

from dataclasses import dataclass
from typing import Literal

from translator.errors import ErrorClass
from translator.json_value import JsonValue
from translator.runtime.asked import Asked
from translator.runtime.outcome import Block
from translator.runtime.truncation import Cut
from translator.trace import Admission

#: How a whole answer is cut into pages: by the entries of a list in it, by lines, by bytes.
Shape = Literal["json", "text", "binary"]


@dataclass(frozen=True, slots=True)
class AdmissionLimits:
    """How much of one answer may enter the context, in bytes: of text, and of binary content.

    `raw_pages`: web pages that nobody promised come as they are, and not only their words.
    """

    max_text_bytes: int = 100_000
    max_binary_bytes: int = 1_000_000
    raw_pages: bool = False


#: What a person gets who asks for all of it.
EVERYTHING = AdmissionLimits(2**40, 2**40, raw_pages=True)


@dataclass(frozen=True, slots=True)
class Expected:
    """What the caller was promised.

    `lists_output`: the tool lists an output schema, `wrapped` with the value under `result`.
    `uri` names what is read, for binary content. `promises_html`: the description declares web
    pages as an answer. `resource`: the answer is a resource's content, bare and without notes.
    """

    asked: Asked
    lists_output: bool = False
    wrapped: bool = False
    uri: str = ""
    promises_html: bool = False
    resource: bool = False


@dataclass(frozen=True, slots=True)
class Whole:
    """An answer that is too large for one result, as it may be read afterwards, part by part."""

    body: bytes
    mime_type: str
    shape: Shape
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class Admitted:
    """What the model gets, and what the trace says of it.

    `value` is the JSON value as received, for checking it against the description: a
    one-element tuple, or empty when the answer is no JSON. `remark` says how the answer was
    not what its label says. `notes` are sentences for whoever looks into the result closely.
    `whole` is there when less than that is in the blocks.
    """

    blocks: tuple[Block, ...]
    structured: tuple[JsonValue, ...] = ()
    admission: Admission = Admission.UNCHANGED
    error_class: ErrorClass | None = None
    retryable: bool = False
    value: tuple[JsonValue, ...] = ()
    remark: str | None = None
    notes: tuple[str, ...] = ()
    whole: Whole | None = None

    @property
    def is_error(self) -> bool:
        """Whether the API refused or failed, or its answer cannot be delivered."""
        return self.error_class is not None

    @property
    def bytes_out(self) -> int:
        """How much enters the context, without structured content."""
        return sum(
            len(block.text.encode("utf-8", "replace")) + len(block.data_base64)
            for block in self.blocks
        )
