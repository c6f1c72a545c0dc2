"""Own the shorter ways to say the same in English: articles and padding go. Pure.

Each rule removes words that say nothing, or puts a shorter phrase for one that means the same.
Literals are marks here (`markup`) and stay untouched, and so does everything in quotes.
"""

import re

from translator.markup import LITERAL

_QUOTED = re.compile(r"\"[^\"]*\"|“[^“”]*”|(?<!\w)'[^']*'(?!\w)")
_ASIDE = re.compile("\ue002(\\d+)\ue003")
_QUOTES = frozenset("\"'“")
_ARTICLE = re.compile(
    r"(?<![\w/.-])(?:the|an?) (?=[\w\ue000(\"“'#$-])(?!(?:and|or|to|is|in)\b)(?!\w\b(?!\w))"
)
_FIRST_ARTICLE = re.compile(r"^(?:The|An?) (?=(\w)\w|[\ue000])(?!(?:and|or|to|is|in)\b)")
#: A word that is in what matches, the pattern, and what is shorter; applied in this order.
_PHRASES: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (hint, re.compile(pattern, re.IGNORECASE), shorter)
    for hint, pattern, shorter in (
        ("please", r"^please (?=note|\w+:)", ""),
        *(
            (label, rf"^{label}:? (?:that )?(?=\w)", "")
            for label in ("note", "warning", "caution", "attention", "important", "info", "tip")
        ),
        ("use this", r"^(?:you can )?use this (?:endpoint|operation|method) to ", ""),
        (
            "this ",
            r"^this (?:endpoint|operation|method) (?:allows you to|lets you|can be used to) ",
            "",
        ),
        (
            "ed",
            r"\b(?:that|which) (?:is|are|was|were|has been|have been) (?=(?:not )?\w{3,}ed\b)",
            "",
        ),
        (
            "scope",
            r"\b(?:oauth|personal|access|app)\b[\w\s()-]{0,60}?\btokens?(?: \(classic\))?"
            r" (?:also )?needs? (?=(?![^.]*\b(?:only|must|not|cannot)\b)[^.]*\bscopes?\b)",
            "needs ",
        ),
        ("please", r"\bplease (?=[a-z])", ""),
        (
            "(",
            r" \((?:for more [a-z]+, )?(?:please )?(?:also )?(?:see|refer to)\b[^()\ue000\d]*\)",
            "",
        ),
        ("in order to", r"\bin order to\b", "to"),
        ("to use this", r"^to use this (?:endpoint|operation|method|parameter|option|field), ", ""),
        ("ed, ", r"^(?:if|when) (?:specified|provided), ", ""),
        ("n, ", r"^(?:if|when) given, ", ""),
        (
            "you can",
            r"^you can (?:also )?(?=(?:use|pass|provide|specify|find|set|get|send|omit) )",
            "",
        ),
        ("to access this", r"\bto access this (?:endpoint|operation|method)(?=[.;,]|$)", ""),
        ("or not", r"\bwhether or not\b", "whether"),
        ("for ", r"\bfor (?:example|instance),? ", "e.g. "),
        (
            "to use this",
            r"(?<=\w) to use this (?:endpoint|operation|method|api)(?=[.;,:]|$| with| on)",
            "",
        ),
        (
            "boolean",
            r"\b(?:a )?boolean (?:flag |value )?(?:indicating|specifying) (?:if|whether)\b",
            "whether",
        ),
        (
            "s ",
            r"\b(?:indicates|specifies|determines) (?:if|whether)\b",
            "whether",
        ),
        ("flag ", r"\bflag (?:indicating|to indicate) (?:if|whether)\b", "whether"),
    )
)


_SUBJECT = re.compile(
    r"^(?:(?:the|this) )?(?:this|it|(?<=the )name|name|value|field|parameter|argument|property|"
    r"attribute|string) (?:(?:is|are) (?=(?:not|an?|the|\w+ed|only)\b)"
    r"|(?=(?:must|can|cannot|may|should)\b))",
    re.IGNORECASE,
)


def without_subject(sentence: str) -> str:
    """Return what is said about an argument without naming it: `The name must …`."""
    said = _SUBJECT.sub("", sentence)
    return said[:1].upper() + said[1:] if said != sentence else sentence


def shortly(sentence: str) -> str:
    """Return an English sentence with padding and articles gone."""
    begins_large = sentence[:1].isupper()
    aside: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        aside.append(found[0])
        return f"\ue002{len(aside) - 1}\ue003"

    said = _QUOTED.sub(put_aside, sentence) if _QUOTES & set(sentence) else sentence
    lowered = said.lower()
    for hint, pattern, shorter in _PHRASES:
        if hint in lowered:
            said = pattern.sub(shorter, said)
    said = _ARTICLE.sub("", _FIRST_ARTICLE.sub("", said))
    if aside:
        said = _ASIDE.sub(lambda found: aside[int(found[1])], said)
    said = said.strip()
    if begins_large and said[:1].islower() and not LITERAL.match(said):
        return said[0].upper() + said[1:]
    return said
