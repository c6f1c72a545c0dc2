"""Read what an API says of its failure, in whatever shape it says so.

Comes in: the JSON of an error. Goes out: sentences, problems with the place in the request that
each is about, and what else may matter. RFC 9457, JSON:API, OData, Google, GraphQL, FHIR, and
what frameworks make of validation errors; names are read in any spelling. Pure.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from translator.json_value import JsonValue, to_json
from translator.runtime.asked import Where, fold

_MOST = 20
_DEEPEST = 5
_MAX_COMPACT = 300

_TITLES = ("title", "error", "code", "errorcode", "faultcode")
_DETAILS = (
    "detail",
    "message",
    "errordescription",
    "errormessage",
    "msg",
    "reason",
    "description",
    "faultstring",
    "errorsummary",
    "diagnostics",
    "defaultmessage",
    "usermessage",
    "text",
)
_LISTS = (
    "errors",
    "invalidparams",
    "invalidfields",
    "violations",
    "fieldviolations",
    "constraintviolations",
    "fielderrors",
    "validationerrors",
    "validation",
    "errormessages",
    "nonfielderrors",
    "suberrors",
    "causes",
    "issues",
    "issue",
    "messages",
    "fields",
    "details",
    "errordetails",
    "data",
)
_WHERE = (
    "field",
    "pointer",
    "instancepath",
    "datapath",
    "propertypath",
    "property",
    "path",
    "loc",
    "param",
    "parameter",
    "attribute",
    "target",
    "expression",
    "location",
    "name",
)
#: What is sent around an error, and tells a model nothing.
_NOISE = {
    "status",
    "statuscode",
    "type",
    "instance",
    "timestamp",
    "stack",
    "stacktrace",
    "trace",
    "innererror",
    "success",
    "ok",
    "resourcetype",
}
_ENVELOPES = {"error", "err", "fault", "problem", "exception", "response", "errors"}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where in the request (`place` such as query) it is."""

    what: str
    where: Where | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What an API says: in words, in problems, and besides."""

    texts: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    rest: JsonValue = None


def read_problem(value: JsonValue) -> Said:
    """Return what the JSON of an error says."""
    value = _unwrapped(value)
    if not isinstance(value, dict):
        several = tuple(_from_list(value, 0)) if isinstance(value, list) else ()
        return Said((), several) if several else Said(rest=value)
    if _are_fields(value):
        return Said((), tuple(_first(_from_fields(value, (), 0))))
    spelt = {fold(name): name for name in reversed(value)}
    texts: list[str] = []
    problems: list[Problem] = []
    told: set[str] = set()
    for key in (*_TITLES, *_DETAILS, *_LISTS):
        name = spelt.get(key, "")
        part = value.get(name)
        if isinstance(part, str) and key not in _LISTS:
            texts.append(part)
        else:
            found = list(_from_part(part)) if key not in ("code", "errorcode") else []
            problems += found
            if not found:
                continue
        told.add(name)
    rest = {name: part for name, part in value.items() if name not in told and _matters(name, part)}
    return Said(tuple(dict.fromkeys(texts)), tuple(_first(problems)), rest or None)


def _unwrapped(value: JsonValue) -> JsonValue:
    """Return what stands in an envelope that holds nothing else of interest."""
    for _ in range(_DEEPEST):
        if not isinstance(value, dict):
            break
        parts = {name: part for name, part in value.items() if _matters(name, part)}
        inner = next(iter(parts.values())) if len(parts) == 1 else None
        if not isinstance(inner, dict) or fold(next(iter(parts))) not in _ENVELOPES:
            break
        if fold(next(iter(parts))) == "errors" and not _has_words(inner):
            break
        value = inner
    return value


def _matters(name: str, part: JsonValue) -> bool:
    folded = fold(name)
    if folded in _NOISE:
        # Google's status is a word: INVALID_ARGUMENT.
        return folded == "status" and isinstance(part, str) and part.isupper()
    return not (folded in ("error", "path") and (isinstance(part, bool) or _is_path(part)))


def _is_path(part: JsonValue) -> bool:
    return isinstance(part, str) and part.startswith("/")


def _has_words(error: Mapping[str, JsonValue]) -> bool:
    return any(fold(name) in _DETAILS and isinstance(error[name], str) for name in error)


def _are_fields(value: Mapping[str, JsonValue]) -> bool:
    """Tell whether the whole error is `{field: [what, …]}`."""
    known = {*_TITLES, *_DETAILS, *_LISTS} - {"nonfielderrors"}
    return bool(value) and all(
        fold(name) not in known and _is_field(part) for name, part in value.items()
    )


def _is_field(part: JsonValue) -> bool:
    if isinstance(part, dict):
        return bool(part) and all(map(_is_field, part.values()))
    return isinstance(part, list) and bool(part) and all(isinstance(one, str) for one in part)


def _first(problems: Iterable[Problem]) -> list[Problem]:
    found: list[Problem] = []
    for problem in problems:
        if problem not in found:
            found.append(problem)
        if len(found) == _MOST:
            break
    return found


def _from_part(part: JsonValue, depth: int = 0) -> Iterator[Problem]:
    if isinstance(part, list):
        yield from _from_list(part, depth)
    elif isinstance(part, dict) and depth < _DEEPEST:
        if _has_words(part):
            yield from _from_error(part, depth)
        else:
            yield from _from_fields(part, (), depth)
    elif isinstance(part, str) and depth:
        yield Problem(part)


def _from_list(errors: list[JsonValue], depth: int) -> Iterator[Problem]:
    for error in errors[:_MOST]:
        if isinstance(error, dict) and depth < _DEEPEST:
            yield from _from_error(error, depth + 1)
        else:
            yield Problem(error if isinstance(error, str) else _compact(error))


def _from_fields(
    fields: Mapping[str, JsonValue], path: tuple[str | int, ...], depth: int
) -> Iterator[Problem]:
    for name, what in list(fields.items())[:_MOST]:
        general = fold(name) in ("nonfielderrors", "base", "")
        where = path if general else (*path, name)
        if isinstance(what, dict) and what and depth < _DEEPEST:
            yield from _from_fields(what, where, depth + 1)
        else:
            yield Problem(_joined(what), _place(where))


def _place(path: tuple[str | int, ...]) -> Where | None:
    if len(path) == 1 and isinstance(path[0], str):
        return path[0]
    return path or None


def _joined(what: JsonValue) -> str:
    parts = what if isinstance(what, list) else [what]
    said = (part if isinstance(part, str) else _words(part) for part in parts[:_MOST])
    return ", ".join(said)


def _words(part: JsonValue) -> str:
    if isinstance(part, dict):
        found = [part[name] for name in part if fold(name) in _DETAILS]
        return next((text for text in found if isinstance(text, str)), _compact(part))
    return _compact(part)


def _from_error(error: Mapping[str, JsonValue], depth: int) -> Iterator[Problem]:
    """Give one error of a list, and those inside it."""
    spelt = {fold(name): error[name] for name in reversed(list(error))}
    inner = [
        problem
        for key in _LISTS
        if isinstance(spelt.get(key), (list, dict)) and depth < _DEEPEST
        for problem in _from_part(spelt[key], depth + 1)
    ]
    what = _what(spelt)
    if what or not inner:
        where, place = _where(spelt)
        yield Problem(what or _compact(error), where if what else None, place if what else None)
    yield from inner


def _what(spelt: Mapping[str, JsonValue]) -> str:
    for key in (*_DETAILS, "title", "error", "code", "keyword"):
        said = spelt.get(key)
        if isinstance(said, dict):
            said = next((said[name] for name in ("text", "message", "value") if name in said), None)
        if isinstance(said, str) and said:
            return said
        if isinstance(said, list) and said and all(isinstance(one, str) for one in said):
            return ", ".join(said[:_MOST])
    return ""


def _where(spelt: Mapping[str, JsonValue]) -> tuple[Where | None, str | None]:
    source = spelt.get("source")
    if isinstance(source, dict):  # JSON:API 1.1, error objects
        for key, place in (("pointer", "body"), ("parameter", "query"), ("header", "header")):
            if isinstance(source.get(key), str):
                return source[key], place
    for key in _WHERE:
        found = spelt.get(key)
        if isinstance(found, str) and found:
            return found, _kind(spelt)
        if isinstance(found, list) and found and all(isinstance(s, (str, int)) for s in found):
            # FHIR gives a list of paths, others the steps of one.
            return (found[0] if key == "expression" else tuple(found)), _kind(spelt)
    return None, None


def _kind(spelt: Mapping[str, JsonValue]) -> str | None:
    kind = spelt.get("locationtype") or spelt.get("in")
    known = {"parameter": "query", "query": "query", "body": "body", "header": "header"}
    return known.get(kind) if isinstance(kind, str) else None


def _compact(value: JsonValue) -> str:
    text = to_json(value)
    return text if len(text) <= _MAX_COMPACT else text[:_MAX_COMPACT] + " …"
