"""The four hints of a tool, each with its evidence (contract only so far)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint: its value, and why (`GET is safe, RFC 9110 §9.2.1`)."""

    value: bool
    evidence: str


@dataclass(frozen=True, slots=True)
class Hints:
    """MCP 2026-07-28, ToolAnnotations: all four, always."""

    read_only: Hint
    destructive: Hint
    idempotent: Hint
    open_world: Hint
