"""Own what names and texts must tell a model, as far as a program can judge it. Pure.

Words are looked for in English; a text in another script is judged by its length alone.
"""

import re
from collections.abc import Iterator

from curation.lint.values import LintFinding, Offer, Offered, lint_finding
from translator.words import words_of

#: Shorter ones say nothing, longer ones are not read with care.
MIN_CHARACTERS = 20
MAX_CHARACTERS = 800
_SHOWN_NAMES = 6
_WHEN = re.compile(
    r"\b(?:use (?:this|it|when|for|to)|when(?:ever)?|if you|in order to|before|after|instead|"
    r"useful|for example|suitable|intended)\b",
    re.IGNORECASE,
)
_RETURNS = re.compile(
    r"\b(?:returns?|returned|gives?|lists?|gets?|retrieves?|shows?|fetch(?:es)?|responds?|response|"
    r"results?|contains?|outputs?|answers?|finds?|search(?:es)?|reads?|provides?|counts?)\b",
    re.IGNORECASE,
)
_METHOD_PATH = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) /\S")
_TEMPLATE = re.compile(r"(?<!\w)/[\w.-]+(?:/[\w.{}-]+)*/\{\w+\}|/\{\w+\}(?:/[\w.-]+)+")
_OPENAPI = re.compile(r"\b(?:operationId|requestBody|OpenAPI|Swagger|path parameter)\b|\$ref")
_PROGRAM_WORDS = frozenset(["controller", "using", "impl", "handler", "endpoint", "api"])
_VERSION = re.compile(r"v\d+(?:alpha|beta)?\d*")
_DIGEST = re.compile(r"_(?=[0-9a-f]*\d)[0-9a-f]{8,32}$")


def description_length(offer: Offer) -> Iterator[LintFinding]:
    """Give descriptions that say nothing, or too much."""
    for offered in offer.offered:
        text = offered.description
        if len(text) < MIN_CHARACTERS or _repeats(text, offered):
            message = f"the description is {text!r}"
            yield lint_finding("description-short", message, offer, offered)
        elif len(text) > MAX_CHARACTERS:
            message = f"{len(text):,} characters; {MAX_CHARACTERS} are read with care"
            yield lint_finding("description-long", message, offer, offered)


def when_to_use(offer: Offer) -> Iterator[LintFinding]:
    """Give tools whose text does not say when to use them."""
    for offered in offer.offered:
        text = offered.description
        if offered.tool is not None and _is_english(text) and not _WHEN.search(text):
            message = "no word of when to use it, or what for"
            yield lint_finding("when-unsaid", message, offer, offered)


def what_returns(offer: Offer) -> Iterator[LintFinding]:
    """Give tools of which neither text nor output schema says what comes back."""
    for offered in offer.offered:
        text = offered.description
        if offered.tool is None or not offered.answers or not _is_english(text):
            continue
        if offered.tool.output_schema is None and not _RETURNS.search(text):
            message = "neither the description nor an output schema says what comes back"
            yield lint_finding("returns-unsaid", message, offer, offered)


def name_jargon(offer: Offer) -> Iterator[LintFinding]:
    """Give names that are a path, a program's words or end in a digest."""
    for offered in offer.offered:
        why = _jargon_of(offered)
        if why is not None and offered.tool is not None:
            yield lint_finding("name-jargon", f"{offered.name!r} {why}", offer, offered)


def text_jargon(offer: Offer) -> Iterator[LintFinding]:
    """Give descriptions that speak of what a model does not see."""
    for offered in offer.offered:
        for pattern in (_METHOD_PATH, _TEMPLATE, _OPENAPI):
            found = pattern.search(offered.description)
            if found:
                message = f"it says {found[0]!r}"
                yield lint_finding("text-jargon", message, offer, offered)
                break


def described_arguments(offer: Offer) -> Iterator[LintFinding]:
    """Give tools with arguments nobody explains."""
    for offered in offer.offered:
        bare = [
            argument.name
            for argument in offered.arguments
            if not (argument.description or "").strip() and not argument.explained
        ]
        if bare and offered.tool is not None:
            more = len(bare) - _SHOWN_NAMES
            named = ", ".join(bare[:_SHOWN_NAMES]) + (f" and {more} more" if more > 0 else "")
            yield lint_finding("arguments-undescribed", named, offer, offered)


def token_limit(offer: Offer) -> Iterator[LintFinding]:
    """Give tools that cost more than the limit."""
    most = offer.limits.max_tokens
    for offered in offer.offered:
        if offered.tool is not None and offered.tokens > most:
            message = f"{offered.tokens:,} tokens; the limit is {most:,}"
            yield lint_finding("too-many-tokens", message, offer, offered)


def decided_hints(offer: Offer) -> Iterator[LintFinding]:
    """Give tools that change something and whose hints are guesses."""
    for offered in offer.offered:
        hints = offered.hints
        if offered.tool is None or hints.read_only.value or hints.destructive.decided:
            continue
        guess = "destroys something" if hints.destructive.value else "destroys nothing"
        message = f"guessed that it {guess}: {hints.destructive.evidence}"
        yield lint_finding("hint-undecided", message, offer, offered)


def _repeats(text: str, offered: Offered) -> bool:
    """Say whether a text has no word that name and title have not."""
    said = {word.rstrip("s") for word in words_of(text)}
    known = {word.rstrip("s") for word in words_of(f"{offered.name} {offered.method}")}
    return bool(said) and said <= known | {"a", "an", "the", "of"}


def _is_english(text: str) -> bool:
    """Say whether a text is in letters that English words could be looked for in."""
    letters = [character for character in text if character.isalpha()]
    return sum(character.isascii() for character in letters) * 2 > len(letters)


def _jargon_of(offered: Offered) -> str | None:
    words = words_of(offered.name)
    if _DIGEST.search(offered.name):
        return "ends in a digest, because another name is the same without it"
    if len(words) > 2 and words == words_of(f"{offered.method.lower()} {offered.path}"):
        return "is method and path"
    jargon = [word for word in words if word in _PROGRAM_WORDS or _VERSION.fullmatch(word)]
    return f"has {', '.join(repr(word) for word in jargon)} in it" if jargon else None
