"""Say what to do after an API refused or failed, by its status and headers.

Comes in: status, headers, what was asked, which arguments the API named. Goes out: one or two
sentences that a model can act on, or that say that it cannot and who can. Pure.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from translator.runtime.asked import Asked
from translator.runtime.decoding import harmless
from translator.runtime.response import Response

_MAX_SHOWN = 120
_OPERATOR = "tell the operator"
#: RFC 9110 §11.6.1: `scheme param="value", …`; only what is no secret and no puzzle is read.
_CHALLENGE = re.compile(
    r'\b(realm|scope|error|error_description)\s*=\s*(?:"([^"\\]{0,200})"|([\w.:/+-]{1,200}))'
)
_SCHEME = re.compile(r"\s*([A-Za-z][\w-]{0,30})")
_RESETS = ("ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset")
_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Case:
    """A failure to give advice on; `named` are the arguments the API found fault with."""

    response: Response
    asked: Asked
    named: Sequence[str] = ()


def advise(response: Response, asked: Asked, named: Sequence[str] = ()) -> str:
    """Return what to do; '' where nothing is known to help."""
    case = Case(response, asked, named)
    say = _ADVICE.get(response.status)
    if say is not None:
        return say if isinstance(say, str) else say(case)
    if response.status < 500:
        return _correct(case) if named else ""
    if asked.repeatable:
        return "The API failed; the same call may succeed later."
    return "The API failed, and may have acted before it did: check before calling again."


def _correct(case: Case) -> str:
    return f"Correct {_listed(case.named)}." if case.named else "Correct the arguments."


def _listed(names: Sequence[str]) -> str:
    unique = list(dict.fromkeys(names))
    if len(unique) < 2:
        return "".join(unique)
    return f"{', '.join(unique[:-1])} and {unique[-1]}"


def _unauthorized(case: Case) -> str:
    challenge = case.response.header("www-authenticate") or ""
    scheme = _SCHEME.match(challenge)
    said = {match[1]: match[2] or match[3] for match in _CHALLENGE.finditer(challenge)}
    parts = [said[key] for key in ("error", "error_description") if said.get(key)]
    parts += [f"scope {said['scope']}"] if said.get("scope") else []
    why = f": {_shown(', '.join(parts))}" if parts else ""
    kind = f" ({_shown(scheme[1])}{why})" if scheme else ""
    return f"The API wants a valid credential{kind}; an operator must set or renew it."


def _forbidden(case: Case) -> str:
    challenge = case.response.header("www-authenticate") or ""
    scope = next((m[2] or m[3] for m in _CHALLENGE.finditer(challenge) if m[1] == "scope"), "")
    needs = f" It needs the scope {_shown(scope)}." if scope else ""
    return "The credential may not do this; another argument or an operator may help." + needs


def _not_found(case: Case) -> str:
    ids = [f"`{name}`" for name in case.asked.names.of_path()] or list(case.named)
    if not ids:
        return "Check the ids in the arguments."
    return f"Check {_listed(ids)}; the API knows nothing under {'it' if len(ids) == 1 else 'them'}."


def _not_allowed(case: Case) -> str:
    allowed = _header(case, "allow")
    there = f" here, only {allowed}" if allowed else ""
    return f"The API does not offer this{there}; {_OPERATOR}."


def _not_acceptable(case: Case) -> str:
    return f"The API cannot answer in a form that was asked for; {_OPERATOR}."


def _unsupported(case: Case) -> str:
    takes = _header(case, "accept-post") or _header(case, "accept-patch") or _header(case, "accept")
    what = f" It takes {takes}." if takes else ""
    return f"The API does not take the body in this form; {_OPERATOR}.{what}"


def _stale(case: Case) -> str:
    argument = case.asked.names.of_header("if-match")
    give = f", and give its present ETag in `{argument}`" if argument else ""
    return f"The state has changed; read it again first{give}."


def _conditional(case: Case) -> str:
    names = case.asked.names
    argument = names.of_header("if-match") or names.of_header("if-unmodified-since")
    if argument is None:
        return f"The API wants a condition (If-Match), which is no argument here; {_OPERATOR}."
    return f"Read it first, and give its ETag in `{argument}`."


def _out_of_range(case: Case) -> str:
    argument = case.asked.names.of_header("range")
    size = (case.response.header("content-range") or "").rpartition("/")[2]
    whole = f" The whole has {size} bytes." if size.isdigit() else ""
    return f"Correct {f'`{argument}`' if argument else 'the range'}.{whole}"


def _too_large(case: Case) -> str:
    return f"Send less in {_listed(case.named)}." if case.named else "Send less."


def _too_many(case: Case) -> str:
    return _waiting(case) or "Too many calls; wait before the next one."


def _unavailable(case: Case) -> str:
    return _waiting(case) or "The API is not available now; wait before the next call."


def _waiting(case: Case) -> str:
    """Say how long to wait (RFC 9110 §10.2.3), by what the API says of it."""
    asked = (case.response.header("retry-after") or "").strip()
    seconds = _seconds(asked)
    if seconds is None and asked:
        seconds = _until(asked, case.response.header("date"))
        if seconds is None:
            return f"Wait before the next call, until {_shown(asked)}."
    if seconds is None:
        found = filter(None, (case.response.header(name) for name in _RESETS))
        seconds = next((s for text in found if (s := _seconds(text)) and s <= _SECONDS), None)
    return "" if seconds is None else f"Wait {seconds} seconds before the next call."


def _seconds(text: str) -> int | None:
    text = text.strip()
    return int(text[:9]) if text.isascii() and text.isdigit() else None


def _until(date: str, now: str | None) -> int | None:
    """Return the seconds between two dates of one answer, both by the API's own clock."""
    try:
        later, sooner = parsedate_to_datetime(date), parsedate_to_datetime(now or "")
        return max(0, round((later - sooner).total_seconds()))
    except (ValueError, TypeError, OverflowError):
        return None


def _header(case: Case, name: str) -> str:
    return _shown((case.response.header(name) or "").strip())


def _shown(text: str) -> str:
    return harmless(text)[:_MAX_SHOWN]


_ADVICE: Mapping[int, str | Callable[[Case], str]] = {
    400: _correct,
    401: _unauthorized,
    403: _forbidden,
    404: _not_found,
    405: _not_allowed,
    406: _not_acceptable,
    408: "The API waited too long for the request; the same call may succeed.",
    409: "It conflicts with the present state; read that first.",
    410: "It is gone; do not ask for it again.",
    412: _stale,
    413: _too_large,
    414: "The arguments are too long; send less.",
    415: _unsupported,
    416: _out_of_range,
    422: _correct,
    423: "It is locked by somebody; try again later, or see who holds it.",
    424: "Something it depends on failed; see to that first.",
    425: "It came too early; the same call may succeed later.",
    428: _conditional,
    429: _too_many,
    431: "The arguments that travel as headers are too long; send less.",
    451: "It is withheld for legal reasons; do not ask for it again.",
    501: f"The API does not implement this; {_OPERATOR}.",
    503: _unavailable,
}
