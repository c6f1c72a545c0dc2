"""What was asked of an API, and what the caller called it: for words about the answer.

Comes in: a call. Goes out: the operation, and the names of its arguments by the API's own names
for them, so that an error about `body/customer/name` names the argument that a model gave. Pure.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from translator.json_value import JsonValue
from translator.runtime.complaints import in_words
from translator.surface import Call

#: What APIs call the places of a request.
_PLACES = {
    "body": "body",
    "requestbody": "body",
    "json": "body",
    "payload": "body",
    "formdata": "body",
    "query": "query",
    "querystring": "query",
    "parameter": "query",
    "path": "path",
    "uri": "path",
    "header": "header",
    "headers": "header",
    "cookie": "cookie",
    "cookies": "cookie",
}
_STEP = re.compile(r"[^.\[\]]+")
_LONGEST = 200

#: A place in a request as an API names it: a name, a pointer, a path, or the steps of one.
Where = str | Sequence[str | int]


@dataclass(frozen=True, slots=True)
class ArgumentNames:
    """Arguments by the API's names.

    `parameters` are place, name and argument; `members` those of a flattened body; `whole` is
    the argument that is the body. An argument is None where a person has set the value.
    """

    parameters: tuple[tuple[str, str, str | None], ...] = ()
    members: Mapping[str, str | None] = field(default_factory=dict)
    whole: str | None = None

    def find(self, where: Where, place: str | None = None) -> str | None:
        """Return how to call a place of the request to whoever gave the arguments.

        None where it is no place of this request.
        """
        if isinstance(where, str):
            if len(where) > _LONGEST:
                return None
            exact = self._parameter(where, place)
            if exact is not None:
                return exact
        steps = _steps(where)
        if not steps:
            return None
        named = _PLACES.get(fold(str(steps[0])))
        if named is not None and len(steps) > 1:
            found = self._at(steps[1:], named)
            if found is not None:
                return found
        whole = place == "body" or (isinstance(where, str) and where.startswith(("/", "#/")))
        return (
            self._at(steps, place)
            or self._at(steps[1:], place)
            or (self._whole(steps) if whole else None)
        )

    def of_path(self) -> tuple[str, ...]:
        """Return the arguments that stand in the path."""
        return tuple(arg for place, _, arg in self.parameters if place == "path" and arg)

    def of_header(self, name: str) -> str | None:
        """Return the argument that fills a header of the request."""
        wanted = fold(name)
        return next(
            (arg for place, n, arg in self.parameters if place == "header" and fold(n) == wanted),
            None,
        )

    def renamed(self) -> Mapping[str, str]:
        """Return the arguments that are called otherwise than the API calls them.

        A name that stands for several of them is left out.
        """
        pairs = [(name, argument) for _, name, argument in self.parameters]
        pairs += self.members.items()
        meant: dict[str, set[str | None]] = {}
        for name, argument in pairs:
            meant.setdefault(name, set()).add(argument)
        only = ((name, next(iter(found))) for name, found in meant.items() if len(found) == 1)
        return {name: argument for name, argument in only if argument and argument != name}

    def _at(self, steps: Sequence[str | int], place: str | None) -> str | None:
        if not steps:
            return None
        first, rest = str(steps[0]), steps[1:]
        if place in (None, "body"):
            known = _folded(self.members, first)
            if known is not None:
                return _shown(known, self.members[known], rest)
        if place == "body":
            return self._whole(steps)
        return self._parameter(first, place, rest)

    def _parameter(
        self, name: str, place: str | None, rest: Sequence[str | int] = ()
    ) -> str | None:
        fitting = {n: arg for at, n, arg in self.parameters if place in (None, "body", at)}
        known = _folded(fitting, name)
        return None if known is None else _shown(known, fitting[known], rest)

    def _whole(self, steps: Sequence[str | int]) -> str | None:
        return None if self.whole is None else in_words([self.whole, *steps], "")


def argument_names(call: Call) -> ArgumentNames:
    """Return the names of a call's arguments."""
    body = call.body
    return ArgumentNames(
        tuple(
            (bound.parameter.location.value, bound.parameter.name, bound.argument)
            for bound in call.parameters
        ),
        {member.name: member.argument for member in body.members} if body is not None else {},
        (body.whole or None) if body is not None else None,
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked, such as `GET /pets/{id}`, and whether asking again is safe.

    `headers` are the names of those that the description declares for its answers.
    """

    operation: str
    repeatable: bool
    names: ArgumentNames = ArgumentNames()
    headers: tuple[str, ...] = ()


def fold(name: str) -> str:
    """Return a name without what differs between spellings: case, `_` and `-`."""
    return name.lower().replace("_", "").replace("-", "")


def _folded(names: Mapping[str, JsonValue], name: str) -> str | None:
    if name in names:
        return name
    wanted = fold(name)
    return next((known for known in names if fold(known) == wanted), None)


def _shown(name: str, argument: str | None, rest: Sequence[str | int]) -> str:
    if argument is None:
        return f"{in_words([name, *rest], '')} (set by the operator)"
    return in_words([argument, *rest], "")


def _steps(where: Where) -> list[str | int]:
    """Read a pointer (RFC 6901), a dotted or bracketed path, or steps."""
    if not isinstance(where, str):
        return [step for step in where if isinstance(step, (str, int))]
    if where.startswith(("/", "#/")):
        tokens = unquote(where.removeprefix("#")).split("/")[1:]
        return [_step(token.replace("~1", "/").replace("~0", "~")) for token in tokens]
    return [_step(token) for token in _STEP.findall(where.removeprefix("$"))]


def _step(token: str) -> str | int:
    return int(token) if token.isascii() and token.isdigit() and len(token) < 9 else token
