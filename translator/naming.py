"""Own the names Isthmus gives: of tools, and of the keys of the arguments object.

Names are legal (`^[a-zA-Z0-9_-]{1,64}$`), short enough that clients may put a server's name
before them, unique over the whole description, also where case is ignored, and the same in
whatever order the operations come. Nothing here remembers names: the draft does. Pure.
"""

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from translator.built_names import built_name, is_noise
from translator.finding import Finding, finding
from translator.operation import Operation
from translator.words import ACTIONS, plain_operation_id, words_of

#: The longest key; and the longest proposed name of a tool: clients show 59 to 64 characters of
#: server and tool together, one of them 18 of the server (`profile_rules`).
MAX_KEY = 64
MAX_NAME = 46
_LEGAL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_LEGAL_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_VARIABLE = re.compile(r"\{([^{}]*)\}")
_SUFFIX_SIZES = (8, 16, 32)
#: The words of a legal name, each with what separates it from the one before.
_PARTS = re.compile(r"[_-]*(?:[A-Z]+(?![a-z])[a-z0-9]*|[A-Z]?[a-z0-9]+)|[_-]+$")
_CONTROLLER = re.compile(r".*Controller(?:V?\d+)?[_.-]+(?:V\d+_)?(.*)")
#: Words that a name too long does without.
_FILLERS = frozenset(["a", "an", "the", "of", "for", "to", "in", "on", "by", "with", "and"])
#: Latin letters that Unicode does not take apart.
_LATIN = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})


class ProposedName(NamedTuple):
    """A name, why it is this one, and what there is to say about it."""

    name: str
    evidence: str
    finding: Finding | None


class _Choice(NamedTuple):
    name: str
    evidence: str


def propose_names(operations: Sequence[Operation]) -> Mapping[str, ProposedName]:
    """Name every operation, by its key; the order of the operations changes nothing."""
    wanted = {operation.key: _choices(operation) for operation in operations}
    chosen = _chosen(wanted)
    unique = _made_unique({key: choice.name for key, choice in chosen.items()}, most=MAX_NAME)
    return {
        operation.key: _proposed(operation, chosen[operation.key], unique[operation.key])
        for operation in operations
    }


def argument_names(wanted: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return a portable, unique key for each (location, original name), in the same order.

    A name that is portable and stands once is kept; one that stands in several locations gets
    the location as suffix. The pairs must differ.
    """
    names = [name for _, name in wanted]
    if len(set(map(str.lower, names))) == len(names) and all(map(_LEGAL_KEY.fullmatch, names)):
        return tuple(names)
    shared = Counter(names)
    keys: dict[str, str] = {}
    for location, name in wanted:
        key = _portable(name, location)
        keys[f"{location}:{name}"] = (
            key if shared[name] == 1 else _cut(f"{key}_{location}", name, location)
        )
    kept = {f"{location}:{name}" for location, name in wanted if keys[f"{location}:{name}"] == name}
    return tuple(_made_unique(keys, kept).values())


def humanised(name: str) -> str:
    """Return the words of a name as a title: `list_pets` → `List pets`."""
    text = " ".join(words_of(name)) or name
    return text[:1].upper() + text[1:]


def _proposed(operation: Operation, choice: _Choice, unique: str) -> ProposedName:
    evidence = choice.evidence
    if unique != choice.name:
        evidence += "; ends in a digest of method and path: another name is the same without it"
    remark = None
    if operation.operation_id and not _is_the_same(unique, operation.operation_id):
        remark = finding(
            "name-shortened",
            f"The operationId {operation.operation_id[:200]!r} is not used as it stands; "
            f"{unique!r} is proposed.",
            pointer=operation.pointer,
            document=operation.document,
            operation=operation.key,
        )
    return ProposedName(unique, evidence, remark)


def _chosen(wanted: Mapping[str, tuple[_Choice, ...]]) -> dict[str, _Choice]:
    """Take the first choices; of those that clash the last one, where that helps."""
    first = {key: choices[0] for key, choices in wanted.items()}
    clashing = _clashing({key: choice.name for key, choice in first.items()})
    chosen = first | {key: wanted[key][-1] for key in clashing}
    still = set(_clashing({key: choice.name for key, choice in chosen.items()}))
    return chosen | {key: first[key] for key in clashing if key in still}


def _choices(operation: Operation) -> tuple[_Choice, ...]:
    """Return the first choice and, last, the one that counts when others want the first."""
    given = (operation.operation_id or "").strip()
    if not given:
        return _built(operation, "there is no operationId")
    if not _says_something(given):
        return _built(operation, "the operationId is no legal name and cannot be made one")
    whole = _from_given(given, "the operationId")
    if _is_method_and_path(given, operation):
        return (_built(operation, "the operationId only repeats method and path")[0], whole)
    plain = plain_operation_id(operation)
    if plain != given and _says_something(plain):
        return (_from_given(plain, "the operationId without what a generator added"), whole)
    behind = _CONTROLLER.match(given) if len(whole.name) < len(_made_legal(given)) else None
    if behind and _says_something(behind[1]) and len(_made_legal(behind[1])) <= MAX_KEY:
        return (_from_given(behind[1], "the operationId without its controller"), whole)
    return (whole,)


def _from_given(given: str, what: str) -> _Choice:
    legal = _made_legal(given)
    name = _shortened(legal)
    if name == given:
        return _Choice(given, what)
    if name != legal:
        return _Choice(name, f"{what}, cut to {MAX_NAME} characters")
    return _Choice(name, f"{what}, made legal")


def _built(operation: Operation, why: str) -> tuple[_Choice, ...]:
    evidence = f"built from method and path: {why}"
    name = built_name(operation)
    first = _Choice(_shortened(name), evidence)
    variables = ["_".join(words_of(text)) for text in _VARIABLE.findall(operation.path)]
    if not variables or "_by_" in name:
        return (first,)
    longer = f"{name}_by_{'_'.join(filter(None, variables))}"
    return (first, _Choice(_shortened(longer), evidence))


def _says_something(text: str) -> bool:
    """Tell whether little is lost of a text when it is made legal."""
    if text.isascii():
        return any(character.isalpha() for character in text)
    plain = unicodedata.normalize("NFKD", text.translate(_LATIN))
    letters = sum(character.isalpha() for character in plain)
    lost = sum(character.isalpha() and not character.isascii() for character in plain)
    return letters > lost and lost * 4 < letters


def _made_legal(text: str) -> str:
    if _LEGAL_NAME.fullmatch(text):
        return text
    return re.sub(r"[^a-zA-Z0-9_-]+", "_", _unaccented(text)).strip("_")


def _unaccented(text: str) -> str:
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKD", text.translate(_LATIN))
    return "".join(character for character in plain if not unicodedata.combining(character))


def _shortened(name: str) -> str:
    """Return a legal name of the length proposed.

    What goes first are words that say little, then words before the verb, then those that follow
    it: the end of a name says what it is about.
    """
    if len(name) <= MAX_NAME:
        return name
    words = _PARTS.findall(name)
    for index in range(len(words) - 1, 0, -1):
        if words[index].strip("_-").lower() in _FILLERS and _is_too_long(words):
            del words[index]
    verb = next((i for i, word in enumerate(words[:4]) if word.strip("_-").lower() in ACTIONS), 0)
    while verb and _is_too_long(words):
        del words[0]
        verb -= 1
    while len(words) > 2 and _is_too_long(words):
        del words[1]
    return "".join(words).strip("_-")[:MAX_NAME].rstrip("_-") or name[:MAX_NAME]


def _is_too_long(words: Sequence[str]) -> bool:
    return len("".join(words).strip("_-")) > MAX_NAME


def _is_the_same(name: str, operation_id: str) -> bool:
    """Say whether a name is the operationId but for characters that no name may have."""
    return name == _made_legal(operation_id)


def _is_method_and_path(given: str, operation: Operation) -> bool:
    """Tell whether an operationId says nothing but method and path, and that at length."""
    said = "".join(words_of(given))
    path = operation.path.partition("#")[0]
    words = words_of(path)
    spoken = [words, tuple(word for word in words if not is_noise(word))]
    method = operation.method.lower()
    repeats = any(
        said in (method + "".join(some), "".join(some) + method) for some in spoken if some
    )
    return repeats and ("{" in path or len(words_of(given)) > 5)


def _clashing(names: Mapping[str, str]) -> Collection[str]:
    """Return the keys whose names are equal when case is ignored."""
    groups: dict[str, list[str]] = defaultdict(list)
    for key, name in names.items():
        groups[name.lower()].append(key)
    return [key for group in groups.values() if len(group) > 1 for key in group]


def _made_unique(
    wanted: Mapping[str, str], kept: Collection[str] = (), most: int = MAX_KEY
) -> dict[str, str]:
    """Give every clashing name a suffix; a suffixed one that clashes again gets a longer.

    The names of the keys in `kept` stay as they are; the others have at most `most` characters.
    """
    names = dict(wanted)
    for size in _SUFFIX_SIZES:
        for key in _clashing(names):
            if key not in kept:
                names[key] = _hashed(wanted[key], key, size, most)
    return names


def _hashed(name: str, key: str, size: int = 8, most: int = MAX_KEY) -> str:
    suffix = hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:size]
    return f"{name[: most - size - 1].rstrip('_-.')}_{suffix}"


def _portable(name: str, location: str) -> str:
    """Return a legal key for an original name; not yet a unique one."""
    if _LEGAL_KEY.fullmatch(name):
        return name
    spelled = name.replace("<", "_lt").replace(">", "_gt")
    key = re.sub(r"[^a-zA-Z0-9_.-]+", "_", _unaccented(spelled))
    if not name.startswith("_"):
        key = key.lstrip("_")
    if not name.endswith("_"):
        key = key.rstrip("_")
    if not any(character.isalnum() for character in key):
        return _hashed(location, f"{location}:{name}")
    return _cut(key, name, location)


def _cut(key: str, name: str, location: str) -> str:
    return key if len(key) <= MAX_KEY else _hashed(key, f"{location}:{name}")
