"""What was chosen about one operation, as the compiler takes it: values only.

One-element tuples hold optional JSON values, `()` is none: null is a value.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from translator.annotations import Hints
from translator.candidates import Candidate
from translator.json_value import JsonValue
from translator.proposal import Primitive


@dataclass(frozen=True, slots=True)
class ArgumentChoice:
    """What was chosen about one argument, by its binding.

    `description` None keeps the candidate's. A pinned value is always sent and the argument is
    not listed; a default is sent where the caller gives nothing.
    """

    binding: str
    name: str
    description: str | None = None
    hidden: bool = False
    pinned: tuple[JsonValue, ...] = ()
    default: tuple[JsonValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen about one candidate.

    `input_defs` and `output_defs` are those of the extraction the candidate came from.
    Arguments without a choice stay as proposed. `uri` None keeps the candidate's. `pages` is how
    many pages one call may fetch.
    """

    candidate: Candidate
    operation_id: str
    input_defs: Mapping[str, JsonValue]
    output_defs: Mapping[str, JsonValue]
    expose: frozenset[Primitive]
    name: str
    title: str
    description: str
    hints: Hints
    arguments: tuple[ArgumentChoice, ...] = ()
    uri: str | None = None
    output: str = "open"
    pages: int = 1
