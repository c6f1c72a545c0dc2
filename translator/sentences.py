"""Own where the sentences of a text on one line end. Pure, and linear in what it reads.

A full stop ends a sentence before a space and what can begin one; not inside `e.g.`, `U.S.` or
`vs.`. Closing quotes and brackets belong to the sentence they close.
"""

import re

_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s+\S)|[。！？]+[”’」』）]*")  # noqa: RUF001
#: What ends with a full stop and goes on.
_GOES_ON = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|etc|incl|excl|approx|resp|no|nos|fig|sec|ex|dr|mr|mrs|st|inc|ltd|co"
    r"|max|min|ca|z\.B|d\.h|bzw|ggf)|\b[A-Z]|\b(?:[A-Za-z]\.)+[A-Za-z])\.[\"'”’»)\]]*$",  # noqa: RUF001
    re.IGNORECASE,
)
_LOOK_BACK = 24
#: These end an abbreviation and, before a capital, a sentence too.
_MAY_END = re.compile(r"\b(?:etc|inc|ltd|co|no)\.[\"'”’»)\]]*$", re.IGNORECASE)  # noqa: RUF001


def sentences(text: str) -> list[str]:
    """Return the sentences of a text on one line, in order; joined by spaces they are the text."""
    found, start = [], 0
    for end in _END.finditer(text):
        if end[0].startswith(".") and _continues(text, end.end()):
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    return [sentence for sentence in (*found, text[start:].strip()) if sentence]


def _continues(text: str, at: int) -> bool:
    before = text[max(0, at - _LOOK_BACK) : at]
    following = text[at : at + 8].lstrip()[:1]
    if following.islower() and not _starts_item(before):
        return True
    if _GOES_ON.search(before):
        return not (_MAY_END.search(before) and following.isupper())
    return False


def _starts_item(before: str) -> bool:
    """Say whether a full stop before small letters ends a sentence: behind a whole word."""
    return re.search(r"\w{2,}[\"'”’»)\]]*\.[\"'”’»)\]]*$", before) is not None and not (  # noqa: RUF001
        _GOES_ON.search(before)
    )
