r"""Own regular expressions: how a description's pattern is read, run, and listed.

JSON Schema 2020-12 §6.3.3 wants ECMA-262 patterns; descriptions hold those of many languages.
`read_pattern` keeps a pattern that is portable as it is, and rewrites what only other dialects
forbid or spell otherwise (`\:`, `[a[b]`, `(?<year>…)`, `/^…$/`) into the same meaning. What then
is portable may be listed; the rest is checked at the call alone, in a linear engine where one
can, else in a backtracking one with a limit. Nothing here does I/O.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import jsonschema_rs

#: Steps of the backtracking engine for one text, about 1 ms.
BACKTRACK_LIMIT = 20_000
#: RE2 refuses repeats beyond this, also the product of nested ones.
MAX_REPEAT = 1_000
#: A longer pattern is no check on a value but a load.
MAX_PATTERN_CHARACTERS = 20_000


class Engine(StrEnum):
    """What runs a pattern: time linear in the text, or bounded steps."""

    LINEAR = "linear"
    BACKTRACKING = "backtracking"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern as read: the text to run, what runs it (None: nothing can), who else may."""

    text: str
    engine: Engine | None
    portable: bool


# Tokens that mean the same in ECMA-262 (u flag), Python's re, RE2 and Rust's regex.
_ESCAPE = r"\\(?:[dDsSwWtnrvf^$\\.*+?()\[\]{}|/]|x[0-9A-Fa-f]{2})"
_CLASS = rf"\[\^?(?:(?!--|&&|~~|\|\|)(?:{_ESCAPE}|\\-|[^\\\[\]]))+\]"
_REPEAT = r"(?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})\??(?!\+)"
_PORTABLE = re.compile(
    rf"(?:\((?:\?:)?(?!\?)|[|^$]|\\[bB]|(?:{_ESCAPE}|{_CLASS}|\)|[^\\\[\]{{}}()*+?|^$])(?:{_REPEAT})?)*",
    re.DOTALL,
)
_SCALE = re.compile(
    rf"{_ESCAPE}|{_CLASS}|(?P<open>\()|(?P<close>\))|\{{(?P<low>\d+)(?:,(?P<high>\d*))?\}}|.",
    re.DOTALL,
)


def _largest_repeat(pattern: str) -> int:
    """Return the largest product of nested counted repeats of a portable pattern."""
    scopes, closed = [1], 1
    for token in _SCALE.finditer(pattern):
        if token["open"]:
            scopes.append(1)
        elif token["close"] and len(scopes) > 1:
            closed = scopes.pop()
            scopes[-1] = max(scopes[-1], closed)
            continue
        elif token["low"]:
            count = max(int(token["low"]), int(token["high"] or 0))
            scopes[-1] = max(scopes[-1], count * closed)
        closed = 1
    return max(scopes)


def is_portable(pattern: str) -> bool:
    """Say whether the pattern compiles, and means the same, in every client's engine."""
    if len(pattern) > MAX_PATTERN_CHARACTERS or not _PORTABLE.fullmatch(pattern):
        return False
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return _largest_repeat(pattern) <= MAX_REPEAT


_DELIMITED = re.compile(r"/(\^.*\$)/([a-z]*)", re.DOTALL)
_POSIX = {
    "[:alpha:]": "a-zA-Z",
    "[:digit:]": "0-9",
    "[:alnum:]": "a-zA-Z0-9",
    "[:upper:]": "A-Z",
    "[:lower:]": "a-z",
    "[:space:]": r"\s",
    "[:xdigit:]": "0-9A-Fa-f",
    "[:word:]": r"\w",
}
_ANY_ESCAPE = r"\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pPk](?:\{[^}]*\}|<[^>]*>)|.)"
_OUTSIDE = re.compile(
    rf"""(?P<escape>{_ANY_ESCAPE})
      | (?P<set>\[\^?\]?(?:\[:[a-z]+:\]|\\.|[^\]\\])*\])
      | (?P<named>\(\?P?<(?![=!])[^>]*>)
      | (?P<upto>\{{,\d+\}})
      | (?P<repeat>\{{\d+(?:,\d*)?\}})
      | (?P<lone>[{{}}\]])""",
    re.DOTALL | re.VERBOSE,
)
_INSIDE = re.compile(
    rf"""(?P<dash>\\[dDsSwW]-(?!$)|-(?=\\[dDsSwW]))
      | (?P<escape>{_ANY_ESCAPE})
      | (?P<posix>\[:[a-z]+:\])
      | (?P<lone>[\[\]])""",
    re.DOTALL | re.VERBOSE,
)


def _rewrite_escape(escape: str, kept: str) -> str:
    letter = escape[1]
    if letter == "u" and len(escape) == 6:
        character = chr(int(escape[2:], 16))
        return character if character.isalnum() else escape
    if letter == "0":
        return r"\x00"
    return escape if (letter.isascii() and letter.isalnum()) or letter in kept else letter


def _rewrite_inside(match: re.Match[str]) -> str:
    token = match[0]
    if match.lastgroup == "dash":
        return token[:-1] + r"\-"
    if match.lastgroup == "escape":
        return _rewrite_escape(token, r"^$\.*+?()[]{}|/-&~")
    return _POSIX.get(token, token) if match.lastgroup == "posix" else "\\" + token


def _rewrite_set(text: str) -> str:
    opening = "[^" if text.startswith("[^") else "["
    members = text[len(opening) : -1]
    if not members:
        return r"[\s\S]" if opening == "[^" else text
    return opening + _INSIDE.sub(_rewrite_inside, members) + "]"


def _rewrite_outside(match: re.Match[str], keep_names: bool) -> str:
    token = match[0]
    if match.lastgroup == "escape":
        anchor = {r"\A": "^", r"\Z": "$", r"\z": "$"}.get(token)
        return anchor or _rewrite_escape(token, r"^$\.*+?()[]{}|/")
    if match.lastgroup == "set":
        return _rewrite_set(token)
    if match.lastgroup == "named":
        return token if keep_names else "("
    if match.lastgroup == "upto":
        return "{0" + token[1:]
    return "\\" + token if match.lastgroup == "lone" else token


def _rewrite(pattern: str) -> str:
    """Spell the pattern the portable way as far as that keeps its meaning."""
    delimited = _DELIMITED.fullmatch(pattern)
    flags = "(?i)" if delimited and "i" in delimited[2] else ""
    body = delimited[1] if delimited else pattern
    keep_names = r"\k" in body or "(?P=" in body
    return flags + _OUTSIDE.sub(lambda match: _rewrite_outside(match, keep_names), body)


def _engine_of(pattern: str) -> Engine | None:
    if len(pattern) > MAX_PATTERN_CHARACTERS:
        return None
    options: tuple[tuple[Engine, jsonschema_rs.RegexOptions | jsonschema_rs.FancyRegexOptions], ...]
    options = (
        (Engine.LINEAR, jsonschema_rs.RegexOptions()),
        (Engine.BACKTRACKING, jsonschema_rs.FancyRegexOptions(backtrack_limit=BACKTRACK_LIMIT)),
    )
    for engine, option in options:
        try:
            jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=option)
        except (ValueError, UnicodeError):
            continue
        return engine
    return None


@lru_cache(maxsize=8192)
def read_pattern(pattern: str) -> Pattern:
    """Read one pattern of a description."""
    if is_portable(pattern) and not _DELIMITED.fullmatch(pattern):
        engine = _engine_of(pattern)
        return Pattern(pattern, engine, portable=engine is not None)
    text = _rewrite(pattern)
    engine = _engine_of(text)
    if engine is None and text != pattern:
        text, engine = pattern, _engine_of(pattern)
    return Pattern(text, engine, portable=engine is not None and is_portable(text))


def pattern_engine(pattern: str) -> Engine | None:
    """Return what checks the pattern at the call; None: it compiles nowhere, so nothing does."""
    return read_pattern(pattern).engine
