"""Own the shorter ways to say the same in English: articles and padding go. Pure.

Each rule removes words that say nothing, or puts a shorter phrase for one that means the same.
Literals are marks here (`markup`) and stay untouched, and so does everything in quotes.
"""

import re

from translator.markup import LITERAL

_QUOTED = re.compile(r"\"[^\"]*\"|“[^“”]*”|(?<!\w)'[^']*'(?!\w)")
_ARTICLE = re.compile(
    r"(?<![\w/.-])(?:the|an?) (?=[\w\ue000(\"“'#$-])(?!(?:and|or|to|is|in)\b)(?!\w\b(?!\w))"
)
_FIRST_ARTICLE = re.compile(r"^(?:The|An?) (?=(\w)\w|[\ue000])(?!(?:and|or|to|is|in)\b)")
#: What says nothing, and what is shorter; applied in this order.
_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), shorter)
    for pattern, shorter in (
        (
            r"^(?:please )?(?:note|warning|caution|attention|important|info|tip):? "
            r"(?:that )?(?=\w)",
            "",
        ),
        (r"^(?:you can )?use this (?:endpoint|operation|method) to ", ""),
        (r"^this (?:endpoint|operation|method) (?:allows you to|lets you|can be used to) ", ""),
        (r"\b(?:that|which) (?:is|are|was|were|has been|have been) (?=(?:not )?\w{3,}ed\b)", ""),
        (
            r"\b(?:oauth|personal|access|app)\b[\w\s()-]{0,60}?\btokens?(?: \(classic\))?"
            r" (?:also )?needs? (?=(?![^.]*\b(?:only|must|not|cannot)\b)[^.]*\bscopes?\b)",
            "needs ",
        ),
        (r"\bplease (?=[a-z])", ""),
        (r" \((?:for more [a-z]+, )?(?:please )?(?:also )?(?:see|refer to)\b[^()\ue000\d]*\)", ""),
        (r"\bin order to\b", "to"),
        (r"^to use this (?:endpoint|operation|method|parameter|option|field), ", ""),
        (r"^(?:if|when) (?:specified|provided|given|present), ", ""),
        (r"^you can (?:also )?(?=(?:use|pass|provide|specify|find|set|get|send|omit) )", ""),
        (r"\bto access this (?:endpoint|operation|method)(?=[.;,]|$)", ""),
        (r"\bwhether or not\b", "whether"),
        (r"\bfor (?:example|instance),? ", "e.g. "),
        (r"(?<=\w) to use this (?:endpoint|operation|method|api)(?=[.;,:]|$| with| on)", ""),
        (
            r"\b(?:a )?boolean (?:flag |value )?(?:indicating|specifying) (?:if|whether)\b",
            "whether",
        ),
        (
            r"\b(?:indicates|specifies|determines|flag (?:indicating|to indicate)) "
            r"(?:if|whether)\b",
            "whether",
        ),
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

    said = _QUOTED.sub(put_aside, sentence)
    for pattern, shorter in _PHRASES:
        said = pattern.sub(shorter, said)
    said = _ARTICLE.sub("", _FIRST_ARTICLE.sub("", said))
    said = re.sub("\ue002(\\d+)\ue003", lambda found: aside[int(found[1])], said).strip()
    if begins_large and said[:1].islower() and not LITERAL.match(said):
        return said[0].upper() + said[1:]
    return said
