"""Own the kinds of rule that a client has for a list of tools, as values.

A rule says what is judged (its class and fields), what the client accepts (`says`), and what it
does otherwise (`Consequence`). The rules themselves stand in `profile_rules`; `client_checks`
applies them. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Consequence(StrEnum):
    """What a client does with what it does not accept, the gravest first."""

    REFUSES = "refuses the request"
    DROPS = "drops the tool"
    TRUNCATES_NAME = "truncates the name"
    TRUNCATES_TEXT = "truncates the text"
    IGNORES = "ignores the keyword"


#: With these the tool cannot be used; with the others it is only seen less well.
FATAL = frozenset({Consequence.REFUSES, Consequence.DROPS})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a client; `says` is what it accepts, in a clause."""

    code: str
    consequence: Consequence
    says: str


@dataclass(frozen=True, slots=True)
class NameRule(Rule):
    """The tool's own name matches a pattern."""

    pattern: str


@dataclass(frozen=True, slots=True)
class PrefixedNameRule(Rule):
    """The name with what the client puts before it is no longer than this.

    `{server}` stands for the name a user gave the server; `max_prefix` is where the client cuts
    the prefix itself.
    """

    prefix: str
    max_characters: int
    max_prefix: int | None = None


@dataclass(frozen=True, slots=True)
class DescriptionRule(Rule):
    """The tool's description is no longer than this."""

    max_characters: int


@dataclass(frozen=True, slots=True)
class SchemaTextRule(Rule):
    """No description inside the input schema is longer than this."""

    max_characters: int


@dataclass(frozen=True, slots=True)
class RootRule(Rule):
    """The root of the input schema is an object with `properties`, without these keywords."""

    keywords: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class KeyRule(Rule):
    """The keys of the root's properties match a pattern."""

    pattern: str


@dataclass(frozen=True, slots=True)
class KeywordRule(Rule):
    """A schema has none of the `refused` keywords; or, where given, only `allowed` ones."""

    refused: frozenset[str] = frozenset()
    allowed: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class MetaSchemaRule(Rule):
    """The input schema is valid by the meta-schema at this address."""

    meta_schema: str


@dataclass(frozen=True, slots=True)
class SingleTypeRule(Rule):
    """`type` is one name, never a list; with `required` every schema says its type."""

    required: bool = False


@dataclass(frozen=True, slots=True)
class ReferenceRule(Rule):
    """The input schema has no `$ref`."""


@dataclass(frozen=True, slots=True)
class ResolvingRule(Rule):
    """Every `$ref` of the input and the output schema leads into its own `$defs`."""


@dataclass(frozen=True, slots=True)
class EnumRule(Rule):
    """Values of an enumeration are of these JSON types, and texts are not empty.

    `max_values` counts all values of the input schema together; one enumeration of texts with
    more than `long_from` values has at most `max_long_characters`.
    """

    types: frozenset[str] = frozenset(["string", "integer", "number", "boolean", "null"])
    empty_text: bool = True
    max_values: int | None = None
    long_from: int = 0
    max_long_characters: int | None = None


@dataclass(frozen=True, slots=True)
class ArrayRule(Rule):
    """A schema of type array has `items` that are an object."""


@dataclass(frozen=True, slots=True)
class ObjectRule(Rule):
    """`properties` and `required` stand beside type object, and what is required is there."""


@dataclass(frozen=True, slots=True)
class ClosedObjectRule(Rule):
    """Every object requires all of its properties and allows no others."""


@dataclass(frozen=True, slots=True)
class DepthRule(Rule):
    """Objects and lists lie in one another at most this deep; the root is the first level."""

    max_levels: int


@dataclass(frozen=True, slots=True)
class SizeRule(Rule):
    """So many properties, and so many characters of names and values, in the input schema."""

    max_properties: int
    max_characters: int


@dataclass(frozen=True, slots=True)
class FormatRule(Rule):
    """`format` is one of these for the schema's type."""

    formats: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PatternRule(Rule):
    """A pattern compiles in Python's `re`, and looks neither ahead nor behind."""


@dataclass(frozen=True, slots=True)
class ToolCountRule(Rule):
    """A list has at most this many tools."""

    max_tools: int
