"""Own how names are taken apart: words, number, and what verbs promise.

`naming`, `annotations` and `proposal` judge an operation by the words of its names; the word
lists are here so that they judge alike. Names prove nothing: what is concluded from them alone
is always shown as such. Pure.
"""

import re
from functools import lru_cache

from translator.operation import Operation

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+[a-z]*")
_VARIABLE = re.compile(r"\{[^{}]*\}")
_SPRINGFOX = re.compile(r"^(.+?)Using(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)(?:_\d+)?$")
_GENERATED_REST = re.compile(r"(?:_(?:api|v\d+))+$")
_METHOD_ENDINGS = tuple(
    f"_{method}" for method in ("get", "put", "post", "delete", "patch", "head", "options", "trace")
)


def words_of(text: str) -> tuple[str, ...]:
    """Split at case changes and at whatever is no ASCII letter or digit; all lower case."""
    return tuple(word.lower() for word in _WORD.findall(text))


#: Verbs of operations that give what is there.
READING = frozenset(
    words_of(
        "get list read fetch retrieve show describe view browse count search find lookup query "
        "filter download preview status exists"
    )
)
#: Verbs of operations that work something out: not a thing with an address.
COMPUTING = frozenset(
    words_of(
        "search find lookup query export calculate compute estimate suggest autocomplete validate "
        "verify convert translate evaluate analyze analyse compare render generate "
        "geocode simulate predict recommend"
    )
)
#: Verbs that only ever add.
ADDING = frozenset(
    words_of(
        "create creates add adds append appends insert inserts register registers submit submits "
        "invite invites send sends enqueue duplicate clone fork subscribe"
    )
)
#: Verbs that change or act, without saying that something is lost.
CHANGING = frozenset(
    words_of(
        "update updates replace set put upsert overwrite edit modify change patch move rename "
        "merge transfer restore rollback revert sync migrate assign unassign approve enable "
        "activate save publish execute run trigger start restart reboot resume pause lock unlock "
        "apply install import configure rotate retry mark"
    )
)
#: Verbs after which something is gone.
DESTROYING = frozenset(
    words_of(
        "delete deletes remove removes purge cancel revoke destroy terminate drop erase wipe clear "
        "reset flush truncate expire invalidate disable deactivate suspend ban block kill stop "
        "shutdown abort reject unpublish uninstall detach disconnect discard void withdraw trash "
        "unlink unsubscribe logout close archive kick cleanup prune"
    )
)
#: Words that, first in the name of a GET, say that it changes something all the same.
ACTING_ON_GET = frozenset(
    words_of(
        "delete remove purge cancel revoke destroy terminate create add append insert update "
        "upsert move send reset disable enable logout restart reboot shutdown set copy save "
        "restore publish unpublish subscribe unsubscribe approve reject clear"
    )
)
#: Words of DESTROYING that are as often nouns: only at an end of a name do they say it.
_OFTEN_NOUNS = frozenset(words_of("archive ban block close drop flush kill stop trash"))
ACTIONS = READING | COMPUTING | ADDING | CHANGING | DESTROYING
_PREFIXES = frozenset(["batch", "bulk", "admin", "api", "do", "async"])

_SINGULAR = {
    "people": "person",
    "children": "child",
    "indices": "index",
    "vertices": "vertex",
    "matrices": "matrix",
    "movies": "movie",
    "cookies": "cookie",
    "caches": "cache",
    "shelves": "shelf",
    "axes": "axis",
}
_NO_PLURAL = frozenset(
    words_of(
        "series news status address access analytics metrics settings preferences dns https tls "
        "sms aws kubernetes css rss process"
    )
)


def is_plural(word: str) -> bool:
    """Tell whether an English noun reads like a plural."""
    if word in _SINGULAR:
        return True
    return (
        len(word) > 2
        and word.endswith("s")
        and not word.endswith(("ss", "us", "is"))
        and word not in _NO_PLURAL
    )


def singular(word: str) -> str:
    """Return the singular of an English plural, simply; other words come back unchanged."""
    if word in _SINGULAR:
        return _SINGULAR[word]
    if not is_plural(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes", "iases")):
        return word[:-2]
    if word.endswith("uses") and not word.endswith(("ouses", "auses")) and len(word) > 4:
        return word[:-2]
    return word[:-1]


def literal_segments(path: str) -> tuple[str, ...]:
    """Return what a path key says besides its variables, segment by segment; empty ones out."""
    texts = (_VARIABLE.sub(" ", segment).strip() for segment in path.split("/"))
    return tuple(text for text in texts if text)


def plain_operation_id(operation: Operation) -> str:
    """Return the operationId without what known generators put around a function's name.

    FastAPI appends path and method to the function's name, Springfox `UsingGET`; some put
    `GET_` in front.
    """
    return _plain_id((operation.operation_id or "").strip(), operation.method, operation.path)


@lru_cache(maxsize=4096)
def _plain_id(text: str, method: str, path: str) -> str:
    if text.lower().endswith(_METHOD_ENDINGS):
        tail = "_" + re.sub(r"\W", "_", path.removeprefix("/"))
        ending = f"{tail}_{text.rpartition('_')[2]}"
        if len(text) > len(ending) and text.endswith(ending):
            return _GENERATED_REST.sub("", text[: -len(ending)]).strip("_") or text
    springfox = _SPRINGFOX.match(text)
    if springfox:
        return springfox.group(1)
    return text.removeprefix(f"{method}_")


def spoken_words(operation: Operation) -> tuple[str, ...]:
    """Return the words that say what the operation does.

    Of its operationId; without one of its summary's beginning; without that of the last
    literal segment of its path.
    """
    return _spoken(plain_operation_id(operation), (operation.summary or "")[:80], operation.path)


@lru_cache(maxsize=4096)
def _spoken(plain_id: str, summary: str, path: str) -> tuple[str, ...]:
    spoken = words_of(plain_id) or words_of(summary)[:1]
    if not spoken:
        spoken = words_of("".join(literal_segments(path)[-1:]))
    while len(spoken) > 1 and spoken[0] in _PREFIXES:
        spoken = spoken[1:]
    return spoken


def acting_word(operation: Operation) -> str | None:
    """Return the word with which the name of a GET says that it changes something."""
    spoken = spoken_words(operation)
    acts = bool(spoken) and spoken[0] in ACTING_ON_GET and spoken[-1] not in READING
    return spoken[0] if acts else None


def destroying_word(operation: Operation) -> str | None:
    """Return the word with which the name, or the summary's beginning, says that it destroys."""
    spoken = spoken_words(operation)
    ends = (*spoken[:1], *spoken[-1:])
    named = (word for word in spoken if word not in _OFTEN_NOUNS or word in ends)
    first = words_of((operation.summary or "")[:80])[:1]
    said = (*named, *first, *(word.removesuffix("s") for word in first))
    return next((word for word in said if word in DESTROYING), None)


def adding_word(operation: Operation) -> str | None:
    """Return the word with which the name, or else the summary, says that it only adds."""
    spoken = spoken_words(operation)
    if CHANGING.intersection(spoken) or destroying_word(operation):
        return None
    summary = words_of((operation.summary or "")[:80])
    opening = () if (CHANGING | DESTROYING).intersection(summary) else summary[:1]
    return next((word for word in (*spoken, *opening) if word in ADDING), None)


def only_reads_word(operation: Operation) -> str | None:
    """Return the word with which a name suggests that the operation only reads."""
    spoken = spoken_words(operation)
    if frozenset(spoken) & (ADDING | CHANGING | DESTROYING):
        return None
    reading = READING | COMPUTING
    ends = (*spoken[:1], *spoken[-1:])
    segments = literal_segments(operation.path)
    ends += words_of(segments[-1])[:1] if segments else ()
    return next((word for word in ends if word in reading), None)
