"""Say in few words why an API refused or failed: its status, its own explanation, what to do.

Comes in: an answer that is no success. Goes out: a short text for a model, in which the status
always comes first. What the API wrote is quoted, bounded, and without hostile characters; what
it says of a part of the request names the argument that a model gave.
"""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

from translator.json_value import JsonValue, NotJson, parse_json, to_json
from translator.runtime.advice import advise
from translator.runtime.asked import Asked
from translator.runtime.decoding import escaped, harmless
from translator.runtime.legible import Legible
from translator.runtime.problem import Problem, Said, read_problem
from translator.runtime.response import Response
from translator.runtime.truncation import Shortening, complete_json, cut_text

__all__ = ["Asked", "explain", "page_text"]

MAX_DETAIL_BYTES = 2_000
_MAX_PAGE_CHARACTERS = 300
_MAX_PAGE_READ = 65_536

#: What begins a tag, a comment or a declaration (HTML Living Standard §13.2.5.6).
_TAG = re.compile("<(?:!--|[!?/]|[A-Za-z][A-Za-z0-9:-]{0,30})")
_CLOSING = {
    name: re.compile(f"</{name}\\b", re.IGNORECASE)
    for name in ("script", "style", "template", "svg")
}


def explain(answer: Legible, asked: Asked) -> str:
    """Return status, reason, operation and host, the API's explanation, and advice."""
    response = answer.response
    host = urlsplit(response.url).netloc
    where = f"{asked.operation} ({host})" if host else asked.operation
    head = f"HTTP {response.status}{_phrase(response.status)} from {where}"
    detail = _redirection(response)
    named: list[str] = []
    if not detail:
        detail, named = _explanation(answer, asked)
    advice = advise(response, asked, named)
    return f"{head}: {detail} {advice}".rstrip() if detail else f"{head}. {advice}".rstrip()


def _phrase(status: int) -> str:
    try:
        return " " + HTTPStatus(status).phrase
    except ValueError:
        return ""


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


def _explanation(answer: Legible, asked: Asked) -> tuple[str, list[str]]:
    """Return what the API itself says, as one bounded text, and the arguments it names."""
    if answer.kind in ("nothing", "binary"):
        return "", []
    text = answer.text.strip()
    if answer.kind in ("html", "xml"):
        return _ended(page_text(text, _MAX_PAGE_CHARACTERS)), []
    if answer.kind == "json" or text.startswith(("{", "[{")):
        try:
            value = parse_json(text) if answer.response.complete else complete_json(text)
            return _from_json(value, asked)
        except NotJson:
            pass
    return _ended(_bounded(harmless(text))), []


def _from_json(value: JsonValue, asked: Asked) -> tuple[str, list[str]]:
    """Quote what explains and, as it stands, what may matter besides."""
    said = read_problem(value)
    named: list[str] = []
    messages = [_message(problem, asked, named) for problem in said.problems]
    parts = [harmless(text) for text in said.texts]
    parts += ["; ".join(messages)] if messages else []
    parts += [_compact(said.rest)] if said.rest is not None else []
    text = _bounded(". ".join(part.rstrip(". ") for part in parts if part.strip()))
    return " ".join([_ended(text), *_other_names(said, asked, named)]), named


def _message(problem: Problem, asked: Asked, named: list[str]) -> str:
    """Return `where: what`; the argument that is meant is kept in `named`."""
    what = harmless(problem.what).rstrip(". ")
    if problem.where is None:
        return what
    found = asked.names.find(problem.where, problem.place)
    if found is None:
        steps = (
            problem.where
            if isinstance(problem.where, str)
            else "/".join(str(step) for step in problem.where)
        )
        return harmless(f"{steps}: {what}")
    if not found.endswith(")"):
        named.append(found)
    return harmless(f"{found}: {what}")


def _other_names(said: Said, asked: Asked, named: list[str]) -> list[str]:
    """Say which arguments are meant where the API's words use names of its own."""
    words = " ".join([*said.texts, *(problem.what for problem in said.problems)])
    told = []
    for name, argument in _spoken_of(words, asked.names.renamed()).items():
        named.append(f"`{argument}`")
        told.append(f"What the API calls {name} is the argument `{argument}`.")
    return told


def _spoken_of(words: str, renamed: Mapping[str, str]) -> dict[str, str]:
    return {
        name: argument
        for name, argument in renamed.items()
        if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words)
    }


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
