"""Say in few words why an API refused or failed: its status, its own explanation, what to do.

Comes in: a response that is no success. Goes out: a short text for a model, in which the status
always comes first. What the API wrote is quoted, bounded, and without hostile characters.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

from translator.json_value import JsonValue, NotJson, parse_json, to_json
from translator.runtime.decoding import escaped, harmless, read_content_type, read_text
from translator.runtime.response import Response
from translator.runtime.truncation import Shortening, complete_json, cut_text

MAX_DETAIL_BYTES = 2_000
_MAX_PAGE_CHARACTERS = 300
_MAX_PAGE_READ = 65_536
_MAX_MESSAGES = 20

#: What begins a tag, a comment or a declaration (HTML Living Standard §13.2.5.6).
_TAG = re.compile("<(?:!--|[!?/]|[A-Za-z][A-Za-z0-9:-]{0,30})")
_CLOSING = {
    name: re.compile(f"</{name}\\b", re.IGNORECASE)
    for name in ("script", "style", "template", "svg")
}

#: Members with which APIs explain themselves; RFC 9457 §3.1 has title and detail.
_TITLES = ("title", "error", "code", "errorCode", "error_code")
_DETAILS = ("detail", "message", "error_description", "errorMessage", "msg", "reason")
_LISTS = ("errors", "invalid-params", "invalid_params", "violations", "details", *_DETAILS)
_WHERE = ("field", "name", "pointer", "path", "loc", "param", "parameter", "property")

_ADVICE = {
    400: "Correct the arguments.",
    401: "The API wants a valid credential; an operator must set or renew it.",
    403: "The credential may not do this; another argument or an operator may help.",
    404: "Check the ids in the arguments.",
    405: "The API does not offer this; tell the operator.",
    409: "It conflicts with the present state; read that first.",
    410: "It is gone; do not ask for it again.",
    412: "The state has changed; read it again first.",
    413: "Send less.",
    422: "Correct the arguments.",
    429: "Too many calls; wait before the next one.",
    503: "The API is not available now; wait before the next call.",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked, such as `GET /pets/{id}`, and whether asking again is safe."""

    operation: str
    repeatable: bool


def explain(response: Response, asked: Asked) -> str:
    """Return status, reason, operation and host, the API's explanation, and advice."""
    host = urlsplit(response.url).netloc
    where = f"{asked.operation} ({host})" if host else asked.operation
    head = f"HTTP {response.status}{_phrase(response.status)} from {where}"
    detail = _redirection(response) or explanation_of(response)
    advice = _advice(response, asked)
    return f"{head}: {detail} {advice}".rstrip() if detail else f"{head}. {advice}".rstrip()


def _phrase(status: int) -> str:
    try:
        return " " + HTTPStatus(status).phrase
    except ValueError:
        return ""


def _advice(response: Response, asked: Asked) -> str:
    wait = (response.header("retry-after") or "").strip()
    status = response.status
    if status in (429, 503) and wait.isascii() and wait.isdigit():
        return f"Wait {wait[:9]} seconds before the next call."
    if status in _ADVICE:
        return _ADVICE[status]
    if status < 500:
        return ""
    if asked.repeatable:
        return "The API failed; the same call may succeed later."
    return "The API failed, and may have acted before it did: check before calling again."


def _redirection(response: Response) -> str:
    location = response.header("location")
    if not 300 <= response.status < 400 or not location:
        return ""
    try:
        parts = urlsplit(urljoin(response.url, location))
        target = f"{parts.scheme}://{parts.hostname}{parts.path}"
    except ValueError:
        target = "an address that is no URL"
    return (
        f"the API redirects to {cut_text(harmless(target), 300)}. Redirects are followed for GET "
        "and only within the API's own origin; an operator can set another base URL."
    )


def explanation_of(response: Response) -> str:
    """Return what the API itself says in the body, as one bounded text."""
    content_type = read_content_type(response.header("content-type"))
    charset = content_type.parameters.get("charset")
    text = read_text(response.body, charset, complete=response.complete).strip()
    if not text:
        return ""
    if content_type.is_html or text[:15].lower().startswith(("<!doctype html", "<html")):
        return _ended(page_text(text, _MAX_PAGE_CHARACTERS))
    if content_type.is_json or text.startswith("{"):
        try:
            value = parse_json(text) if response.complete else complete_json(text)
            return _ended(_from_json(value))
        except NotJson:
            pass
    return _ended(_bounded(harmless(text)))


def _from_json(value: JsonValue) -> str:
    """Quote the members that explain and, as they stand, those that may matter besides."""
    if isinstance(value, dict) and isinstance(value.get("error"), dict) and len(value) == 1:
        value = value["error"]
    if not isinstance(value, dict):
        return _bounded(harmless(_compact(value)))
    shown = [name for name in (*_TITLES, *_DETAILS) if isinstance(value.get(name), str)]
    said = [harmless(value[name]) for name in shown]
    for name in _LISTS:
        messages = _messages(value.get(name))
        if messages:
            shown.append(name)
            said.append("; ".join(messages))
    skipped = {*shown, "status", "type", "instance"}
    rest = {name: part for name, part in value.items() if name not in skipped}
    if rest:
        said.append(_compact(rest))
    return _bounded(". ".join(part.rstrip(". ") for part in said if part.strip()))


def _messages(errors: JsonValue) -> list[str]:
    """Return `where: what` for each error of a list or mapping; empty when it is neither."""
    if isinstance(errors, dict):
        pairs = [{"field": name, "message": what} for name, what in errors.items()]
        return [_message(pair) for pair in pairs[:_MAX_MESSAGES]]
    if isinstance(errors, list):
        return [_message(error) for error in errors[:_MAX_MESSAGES]]
    return []


def _message(error: JsonValue) -> str:
    if not isinstance(error, dict):
        return harmless(error) if isinstance(error, str) else _compact(error)
    where = next((error[name] for name in _WHERE if name in error), None)
    what = next((error[name] for name in _DETAILS if isinstance(error.get(name), str)), None)
    if what is None and isinstance(error.get("message"), list):
        what = ", ".join(str(part) for part in error["message"][:_MAX_MESSAGES])
    if what is None:
        return _compact(error)
    if isinstance(where, list):
        where = "/".join(str(step) for step in where)
    return harmless(f"{where}: {what}") if where is not None else harmless(what)


def _compact(value: JsonValue) -> str:
    shortened = Shortening().fit(value, MAX_DETAIL_BYTES)
    return escaped(to_json(shortened))


def _bounded(text: str) -> str:
    kept = cut_text(text, MAX_DETAIL_BYTES)
    return kept if kept == text else kept + " … (cut)"


def _ended(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?", "}", "]", ")")) else text + "."


def page_text(html: str, max_characters: int) -> str:
    """Return a page's title and visible text on one line, at most so many characters.

    Takes time in proportion to the page, whatever stands in it.
    """
    said: list[str] = []
    left = max_characters * 2
    for piece in _visible(html[:_MAX_PAGE_READ]):
        words = " ".join(piece.split())[:left]
        if words:
            said.append(unescape(words))
            left -= len(words)
        if left <= 0:
            break
    text = harmless(" ".join(" ".join(said).split()))
    return text if len(text) <= max_characters else text[:max_characters].rstrip() + " …"


def _visible(page: str) -> Iterator[str]:
    """Yield what stands between tags; what is opened and not closed hides all after it."""
    at = 0
    while at >= 0:
        start = page.find("<", at)
        if start < 0:
            yield page[at:]
            return
        yield page[at:start]
        tag = _TAG.match(page, start)
        if tag is None:
            yield "<"
            at = start + 1
        else:
            at = _end_of(page, tag)


def _end_of(page: str, tag: re.Match[str]) -> int:
    """Return where a tag and what it hides have ended, -1 where they do not end."""
    if tag.group() == "<!--":
        return _past(page, "-->", tag.end())
    end = _past(page, ">", tag.end())
    closing = _CLOSING.get(tag.group()[1:].lower())
    if closing is None or end < 0 or page[end - 2] == "/":
        return end
    found = closing.search(page, end)
    return -1 if found is None else _past(page, ">", found.end())


def _past(page: str, mark: str, start: int) -> int:
    found = page.find(mark, start)
    return found if found < 0 else found + len(mark)
