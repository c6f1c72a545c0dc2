"""Own names built of verb and nouns, from method and path alone: `GET /pets/{id}` → `get_pet`.

For operations whose description gives them no good name. Pure.
"""

import re

from translator.operation import Operation
from translator.words import ACTIONS, COMPUTING, READING, is_plural, singular, words_of

#: Names longer than this lose the nouns at their beginning, down to two.
MAX_BUILT = 64
_VARIABLE = re.compile(r"\{([^{}]*)\}")
_EXTENSION = re.compile(r"\.(?:json|xml|html)$")
_NOISE = re.compile(r"(?:api|rest|openapi|v\d+)$")
_VERBS = {"PUT": "replace", "PATCH": "update", "DELETE": "delete"}


def built_name(operation: Operation) -> str:
    """Build a name of verb and nouns from method and path: `GET /pets/{id}` → `get_pet`."""
    return "_".join(_verb_and_nouns(operation))


def is_noise(word: str) -> bool:
    """Tell words of a path that name nothing: `api`, `v1`."""
    return bool(_NOISE.match(word))


def _verb_and_nouns(operation: Operation) -> list[str]:
    segments = _noun_segments(operation.path)
    method = operation.method.upper()
    if not segments:
        names = [word for text in _VARIABLE.findall(operation.path) for word in words_of(text)]
        nameless = "path" if operation.path.strip("/") else "root"
        return [_VERBS.get(method, method.lower()), *(names or [nameless])]
    nouns = [word for words in segments for word in words]
    last = segments[-1]
    if _acts(last, operation):
        rest = [word for words in segments[:-1] for word in words]
        if rest and last[0] not in READING | COMPUTING:
            rest[-1] = singular(rest[-1])
        return _trimmed([last[0]], [*rest, *last[1:]])
    many = is_plural(nouns[-1])
    asked = _asked(operation.path)
    if method == "GET" and [asked] in segments and len(nouns) > 1:
        return _trimmed([asked], [word for words in segments if words != [asked] for word in words])
    if method == "GET":
        return _trimmed(["list" if many else "get"], nouns)
    if method == "POST" and many:
        return _trimmed(["create"], [*nouns[:-1], singular(nouns[-1])])
    verb = _VERBS.get(method) or "_".join(words_of(method)) or "call"
    return _trimmed([verb], nouns)


def _acts(last: list[str], operation: Operation) -> bool:
    """Tell whether the path's last segment is what is done, as in `/containers/{id}/pause`."""
    if operation.path.rstrip("/").endswith("}"):
        return False
    actions = COMPUTING if operation.method == "GET" else ACTIONS
    return last[0] in actions


def _asked(path: str) -> str:
    """Return what `/search/users` does before its end; '' for `/searches/{id}`."""
    segments = path.partition("?")[0].lower().split("/")
    following = [*segments[1:], ""]
    pairs = zip(segments, following, strict=True)
    return next((one for one, after in pairs if one in COMPUTING and after[:1] != "{"), "")


def _noun_segments(path: str) -> list[list[str]]:
    """Return the words of each segment; in the singular where a variable picks one of many."""
    before_query = path.partition("?")[0].partition("#")
    segments = [part for part in before_query[0].split("/") if part]
    found: list[list[str]] = []
    for index, segment in enumerate(segments):
        literal = _VARIABLE.sub(" ", _EXTENSION.sub("", segment))
        if literal.count(".") > 2:
            literal = literal.rpartition(".")[2]
        words = list(words_of(literal))
        if not words:
            continue
        following = segments[index + 1 : index + 2]
        if "{" in segment or (following and following[0].startswith("{")):
            words[-1] = singular(words[-1])
        found.append(words)
    if before_query[2]:
        found.append(list(words_of(before_query[2])) or ["fragment"])
    spoken = [words for words in found if not is_noise("".join(words))]
    return spoken or found


def _trimmed(verb: list[str], nouns: list[str]) -> list[str]:
    """Leave out leading nouns, the context, where the name would be too long."""
    while len(nouns) > 2 and len("_".join([*verb, *nouns])) > MAX_BUILT:
        nouns = nouns[1:]
    return [*verb, *nouns]
