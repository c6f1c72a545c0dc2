"""Read what Prism says of a request: out of its problem bodies and its `sl-violations` header.

Prism answers a request it minds in one of three ways. It makes an error of its own, a problem
body whose `type` names it; or, where the description declares a 400, 415 or 422, it answers
with that one and lists what it minds in `sl-violations`; or it minds so little that it answers
as if nothing were, with the header. Only the first tells apart by `type` what else goes wrong: no
example to give, no response declared, a schema too deep to make an example of.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from translator.json_value import JsonValue
from translator.runtime.response import Response

#: Prism's own errors that are about the response it cannot make, not about the request.
_ABOUT_THE_RESPONSE = frozenset(
    {"NOT_FOUND", "NO_RESPONSE_RESPONSE_DEFINED", "SCHEMA_TOO_COMPLEX", "NO_COMPLEX_OBJECT_TEXT"}
)
_LISTED = "sl-violations"
_DEPRECATED = "deprecated"
_FIRST_OF_RESPONSE = '! [{"location":["response"'
_ENTRY = re.compile(r'\{"location":\["request"[^\]]*\].*?\}')


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """One thing Prism minds: where (`query.limit`, `body.pets.0`, `path`), by which rule."""

    place: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What Prism says of one request."""

    status: int
    violations: tuple[Violation, ...] = ()


def read_verdict(response: Response) -> Verdict:
    """Return what Prism minds of the request it answered; what was led elsewhere, it took."""
    if response.redirects:
        return Verdict(response.status)
    problem = _problem(response)
    kind = str(problem.get("type", "")).rpartition("#")[2]
    found = [*_listed(response), *_of_problem(kind, problem)]
    return Verdict(response.status, tuple(dict.fromkeys(found)))


def _is_about_response(kind: str, problem: Mapping[str, JsonValue]) -> bool:
    said = problem.get("detail") or problem.get("title")
    return kind in _ABOUT_THE_RESPONSE or str(said).startswith("Cannot find serializer for")


def _problem(response: Response) -> dict[str, JsonValue]:
    if not (response.header("content-type") or "").startswith("application/problem+json"):
        return {}
    try:
        found = json.loads(response.body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _listed(response: Response) -> list[Violation]:
    """Return the violations of the request; the header may also name some of the response."""
    text = response.header(_LISTED)
    if text is None:
        return []
    try:
        entries = json.loads(text)
    except ValueError:  # cut at 8 kB; those of the request stand first
        entries = [json.loads(match) for match in _ENTRY.findall(text)]
        if not entries and _FIRST_OF_RESPONSE not in text:
            return [Violation("request", "unreadable", text[:200])]
    return [_violation(one, one["location"][1:]) for one in entries if _is_about_request(one)]


def _of_problem(kind: str, problem: Mapping[str, JsonValue]) -> list[Violation]:
    if not problem or _is_about_response(kind, problem):
        return []
    entries = problem.get("validation")
    if isinstance(entries, list) and entries:
        return [_violation(one, one.get("location") or ()) for one in entries]
    return [Violation("request", kind, str(problem.get("detail") or problem.get("title")))]


def _is_about_request(entry: JsonValue) -> bool:
    return entry["location"][:1] == ["request"] and entry.get("code") != _DEPRECATED


def _violation(entry: JsonValue, place: Sequence[str | int]) -> Violation:
    where = ".".join(map(str, place)) or "request"
    return Violation(where, str(entry.get("code", "")), entry["message"])
