"""Own how long a listed description may be, and where the rest of a longer one stands.

Clients refuse or cut long descriptions of tools (`profile_rules`), but none the description at
the root of an input schema. So the rest goes there, and nothing is lost. Pure.
"""

import re

#: OpenAI's limit, the smallest there is.
MAX_DESCRIPTION = 1_024
_END = re.compile(r"[.!?](?=\s)|[。！？]|\n")  # noqa: RUF001
_MORE = " …"


def divided(text: str, max_characters: int = MAX_DESCRIPTION) -> tuple[str, str]:
    """Return the beginning of a text, as long as is permitted, and the rest ('' where none is).

    It is cut at a sentence's end where one is in the second half, else at a word's.
    """
    if len(text) <= max_characters:
        return text, ""
    room = max_characters - len(_MORE)
    ends = [match.end() for match in _END.finditer(text, room // 2, room)]
    cut = ends[-1] if ends else text.rfind(" ", room // 2, room + 1)
    cut = cut if cut > 0 else room
    return text[:cut].rstrip() + _MORE, text[cut:].lstrip()
