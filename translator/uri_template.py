"""Own URI templates (RFC 6570): expand and match, one round-tripping pair.

Pure. Of RFC 6570 there is what resources need: `{var}`, `{+var}` (a whole segment), `{?a,b*}`
and `{&a,b*}`; a fixed query may stand before `{&…}`, with `{var}` as values in it. Whatever
`expand` returns, `match` takes apart into the same values, else `expand` refuses: dot segments,
empty values in the path, and values that two variables of one segment could share out
differently. Matching is linear in the length of the URI, whatever the template.

Values are texts, and for variables of the query lists of texts: one pair for each text where the
variable is exploded, else one pair with commas between (RFC 6570 §3.2.8). Of the latter, a list of
one text and the text are the same, and no list is empty. `{+var}` encodes `%`, where RFC 6570
§3.2.3 keeps a triplet that stands in the value: two values would give one URI. An undefined
variable of the query is left out (RFC 6570 §2.3); the order of the query's pairs is free, other
pairs are not.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote_to_bytes

#: What variables stand for.
Values = Mapping[str, str | Sequence[str]]
Matched = dict[str, str | list[str]]

_EXPRESSION = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*")
_TRIPLET = re.compile(r"%([0-9A-Fa-f]{2})")
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")
#: RFC 3986 §2.2, the reserved characters that `{+var}` leaves as they are.
_RESERVED = ":/?#[]@!$&'()*+,;="
_MAX_TOLD = 5
_LITERAL_SAFE = ":@!$&()*+,;="


@dataclass(frozen=True, slots=True)
class _Variable:
    name: str
    reserved: bool = False


_Part = str | _Variable


@dataclass(frozen=True, slots=True)
class _Pair:
    """A fixed pair of the query; `value` None stands for a bare key."""

    key: str
    value: tuple[_Part, ...] | None


@dataclass(frozen=True, slots=True)
class _QueryVariable:
    name: str
    explode: bool


@dataclass(frozen=True, slots=True)
class Template:
    """A parsed template; make it with `parse_template`."""

    text: str
    segments: tuple[tuple[_Part, ...], ...]
    pairs: tuple[_Pair, ...]
    query: tuple[_QueryVariable, ...]

    @property
    def variables(self) -> tuple[str, ...]:
        """All variable names, in the template's order."""
        return (*self.required, *(variable.name for variable in self.query))

    @property
    def required(self) -> tuple[str, ...]:
        """The variables that need a value."""
        parts = [part for segment in self.segments for part in segment]
        parts += [part for pair in self.pairs for part in pair.value or ()]
        return tuple(part.name for part in parts if isinstance(part, _Variable))

    def segment_of(self, name: str) -> int | None:
        """Return which segment is this variable and nothing else, None where none is."""
        alone = ((_Variable(name),), (_Variable(name, reserved=True),))
        return next((i for i, parts in enumerate(self.segments) if parts in alone), None)

    def is_exploded(self, name: str) -> bool:
        """Tell whether a list for this variable is one pair for each of its texts."""
        return any(variable.name == name and variable.explode for variable in self.query)

    def expand(self, values: Values) -> str:
        """Return the URI for the values.

        Raises:
            ValueError: a value is missing, unknown, or cannot stand where it belongs.
        """
        unknown = sorted(set(values) - set(self.variables))
        if unknown:
            raise ValueError(f"the template has no variable {unknown[0]!r}")
        path = "/".join(_expand_parts(segment, values) for segment in self.segments)
        pairs = [_expand_pair(pair, values) for pair in self.pairs]
        pairs += [text for variable in self.query for text in _expand_query(variable, values)]
        uri = f"{path}?{'&'.join(pairs)}" if pairs else path
        if self.match(uri) != self._defined(values):
            raise ValueError(f"the values cannot be told apart or are refused in {self.text!r}")
        return uri

    def match(self, uri: str) -> Matched | None:
        """Return the values that make this URI, None when it is none of the template's."""
        if "#" in uri or _BAD_PERCENT.search(uri):
            return None
        path, _, query = uri.partition("?")
        found = self._match_path(path)
        asked = self._match_query(query) if found is not None else None
        return None if found is None or asked is None else found | asked

    def why_not(self, uri: str) -> str | None:
        """Return what is wrong with the query of a URI, None where the path is not the template's.

        Names are told, values never.
        """
        path, _, query = uri.partition("?")
        if "#" in uri or _BAD_PERCENT.search(path) or self._match_path(path) is None:
            return None
        given = [pair.partition("=") for pair in query.split("&")] if query else []
        names = Counter(name for key, _, _ in given if (name := _decode(key)) is not None)
        known = {variable.name: variable for variable in self.query}
        fixed = {_decode(pair.key) for pair in self.pairs}
        unknown = [f"{name:.60}" for name in names if name not in known and name not in fixed]
        if unknown:
            told = ", ".join(map(repr, unknown[:_MAX_TOLD]))
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            return f"there is no filter {told}; {takes}"
        twice = [name for name, each in known.items() if names[name] > 1 and not each.explode]
        if twice:
            return f"{', '.join(twice)} can stand only once"
        if _BAD_PERCENT.search(query) or any(_decode(value) is None for _, _, value in given):
            return "its query is not percent-encoded UTF-8 (RFC 3986 §2.1)"
        return None

    def _defined(self, values: Values) -> Matched:
        query = {variable.name: variable for variable in self.query}
        defined: Matched = {}
        for name, value in values.items():
            variable = query.get(name)
            if variable is None:
                defined[name] = _text(name, value)
            elif texts := list(_texts(value)):
                defined[name] = texts if variable.explode or len(texts) > 1 else texts[0]
        return defined

    def _match_path(self, path: str) -> Matched | None:
        given = path.split("/")
        missing = len(given) - len(self.segments)
        plus = next((i for i, s in enumerate(self.segments) if _is_plus(s)), None)
        if plus is not None and missing > 0:
            joined = "/".join(given[plus : plus + missing + 1])
            given = [*given[:plus], joined, *given[plus + missing + 1 :]]
        if len(given) != len(self.segments):
            return None
        found: Matched = {}
        for parts, text in zip(self.segments, given, strict=True):
            matched = _match_parts(parts, text)
            if matched is None or (parts and any(map(_is_dot_segment, _decoded_segments(text)))):
                return None
            found |= matched
        return found

    def _match_query(self, query: str) -> Matched | None:
        given = [text.partition("=") for text in query.split("&")] if query else []
        found: Matched = {}
        for pair in self.pairs:
            index = next((i for i, g in enumerate(given) if _fits(pair, g) is not None), None)
            if index is None:
                return None
            found |= _fits(pair, given.pop(index)) or {}
        by_name = {variable.name: variable for variable in self.query}
        for key, _, value in given:
            variable = by_name.get(_decode(key) or "")
            if variable is None:
                return None
            # RFC 6570 §3.2.8: a comma inside a value is percent-encoded, one between values is not.
            texts = [_decode(each) for each in ([value] if variable.explode else value.split(","))]
            known = [text for text in texts if text is not None]
            earlier = found.setdefault(variable.name, [])
            if len(known) < len(texts) or not isinstance(earlier, list):
                return None
            if earlier and not variable.explode:
                return None
            earlier += known
            if not variable.explode and len(known) == 1:
                found[variable.name] = known[0]
        return found


@lru_cache(maxsize=1024)
def parse_template(text: str) -> Template:
    """Parse a template.

    Raises:
        ValueError: it is no template, or one that cannot be matched unambiguously.
    """
    before, query = _split_query(text)
    segments = tuple(_parse_parts(segment) for segment in before.split("/"))
    literal, expressions = _split_expressions(query)
    pairs = tuple(_parse_pair(pair) for pair in literal.split("&")) if literal else ()
    template = Template(text, segments, pairs, expressions)
    names = template.variables
    if len(set(names)) != len(names):
        raise ValueError(f"a variable stands twice in {text!r}")
    if sum(map(_is_plus, segments)) > 1:
        raise ValueError(f"{{+…}} stands twice in {text!r}")
    if {pair.key for pair in pairs} & {variable.name for variable in expressions}:
        raise ValueError(f"a name is both fixed and a variable in the query of {text!r}")
    return template


def expand(template: str, variables: Values) -> str:
    """Return the URI that the template gives for the values.

    Raises:
        ValueError: the template is none, or a value is missing, unknown or refused.
    """
    return parse_template(template).expand(variables)


def match(template: str, uri: str) -> Matched | None:
    """Return the values with which the template gives this URI, None when there are none.

    Raises:
        ValueError: the template is none.
    """
    return parse_template(template).match(uri)


def literal(text: str) -> str:
    """Encode a text for the fixed parts of a template; what is encoded already stays so."""
    return "%".join(
        quote(piece, safe=_LITERAL_SAFE) for piece in _BAD_PERCENT.sub("%25", text).split("%")
    )


def _is_plus(segment: tuple[_Part, ...]) -> bool:
    return any(isinstance(part, _Variable) and part.reserved for part in segment)


# --- parsing ---------------------------------------------------------------------------------


def _split_query(text: str) -> tuple[str, str]:
    """Split before the literal `?` or the first `{?…}`; neither `?` is kept, `{&` is."""
    depth = 0
    for index, character in enumerate(text):
        if character == "?" and depth == 0:
            return text[:index], text[index + 1 :]
        if text.startswith(("{?", "{&"), index):
            return text[:index], text[index:]
        depth += (character == "{") - (character == "}")
    return text, ""


def _split_expressions(query: str) -> tuple[str, tuple[_QueryVariable, ...]]:
    """Split a query into its literal beginning and the variables of `{?…}` and `{&…}`."""
    start = min((i for i in (query.find("{?"), query.find("{&")) if i >= 0), default=len(query))
    text, rest = query[:start], query[start:]
    found: list[_QueryVariable] = []
    position = 0
    for expression in _EXPRESSION.finditer(rest):
        body = expression.group(1)
        expected = "?" if not text and not found else "&"
        if expression.start() != position or body[:1] != expected:
            raise ValueError(f"{rest!r} is no query of a template here")
        for name in body[1:].split(","):
            found.append(_QueryVariable(_checked(name.removesuffix("*")), name.endswith("*")))
        position = expression.end()
    if position != len(rest):
        raise ValueError(f"{rest[position:]!r} follows the template's query")
    return text, tuple(found)


def _parse_parts(text: str) -> tuple[_Part, ...]:
    parts: list[_Part] = []
    position = 0
    for expression in _EXPRESSION.finditer(text):
        if expression.start() > position:
            parts.append(_normal(text[position : expression.start()]))
        elif parts:
            raise ValueError(f"nothing stands between two variables of {text!r}")
        body = expression.group(1)
        reserved = body.startswith("+")
        if reserved and expression.group(0) != text:
            raise ValueError(f"{{+…}} is not the whole segment in {text!r}")
        parts.append(_Variable(_checked(body.removeprefix("+")), reserved))
        position = expression.end()
    if position < len(text):
        parts.append(_normal(text[position:]))
    return tuple(parts)


def _parse_pair(text: str) -> _Pair:
    key, equals, value = text.partition("=")
    if "{" in key or not key:
        raise ValueError(f"{text!r} is no fixed pair of a query")
    return _Pair(_normal(key), _parse_parts(value) if equals else None)


def _checked(name: str) -> str:
    """Return a variable's name (RFC 6570 §2.3)."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a template variable, or an operator not known")
    return name


def _normal(text: str) -> str:
    """Return a literal in the normal form of RFC 3986 §6.2.2."""
    if "{" in text or "}" in text or _BAD_PERCENT.search(text):
        raise ValueError(f"{text!r} is no literal of a template")
    return _normalised(text)


def _normalised(text: str) -> str:
    def triplet(found: re.Match[str]) -> str:
        character = chr(int(found.group(1), 16))
        return character if _UNRESERVED.fullmatch(character) else found.group(0).upper()

    return _TRIPLET.sub(triplet, text)


# --- expanding -------------------------------------------------------------------------------


def _expand_parts(parts: tuple[_Part, ...], values: Values) -> str:
    return "".join(
        part if isinstance(part, str) else _expand_variable(part, values) for part in parts
    )


def _expand_variable(variable: _Variable, values: Values) -> str:
    if variable.name not in values:
        raise ValueError(f"{variable.name!r} needs a value")
    text = _text(variable.name, values[variable.name])
    if not text:
        raise ValueError(f"{variable.name!r} is empty")
    if any(_is_dot_segment(piece) for piece in re.split(r"[/\\]", text)):
        raise ValueError(f"{variable.name!r} holds a dot segment")
    return quote(text, safe=_RESERVED if variable.reserved else "")


def _expand_pair(pair: _Pair, values: Values) -> str:
    return pair.key if pair.value is None else f"{pair.key}={_expand_parts(pair.value, values)}"


def _expand_query(variable: _QueryVariable, values: Values) -> list[str]:
    """Return the pairs of one variable (RFC 6570 §3.2.8)."""
    if variable.name not in values:
        return []
    texts = [quote(text, safe="") for text in _texts(values[variable.name])]
    if not variable.explode and texts:
        texts = [",".join(texts)]
    return [f"{variable.name}={text}" for text in texts]


def _text(name: str, value: str | Sequence[str]) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name!r} takes one text, not a list")
    return value


def _texts(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


# --- matching --------------------------------------------------------------------------------


def _match_parts(parts: tuple[_Part, ...], text: str) -> Matched | None:
    """Match literals and variables in turn, from the end: later variables are the shorter."""
    rest = _normalised(text)
    found: Matched = {}
    pending: _Variable | None = None
    for index in range(len(parts) - 1, -1, -1):
        part = parts[index]
        if isinstance(part, _Variable):
            pending = part
            continue
        start = _literal_start(part, rest, first=index == 0, last=pending is None)
        if start is None:
            return None
        if pending and not _bind(pending, rest[start + len(part) :], found):
            return None
        rest, pending = rest[:start], None
    if pending:
        return found if _bind(pending, rest, found) else None
    return found if not rest else None


def _literal_start(part: str, rest: str, *, first: bool, last: bool) -> int | None:
    """Return where the literal stands last; never inside a percent-encoded triplet."""
    if first or last:
        start = 0 if first else len(rest) - len(part)
        fits = rest == part if first and last else start >= 0 and rest.startswith(part, start)
        return start if fits and not _in_triplet(rest, start) else None
    start = rest.rfind(part, 0, len(rest) - 1)
    while start >= 0 and _in_triplet(rest, start):
        start = rest.rfind(part, 0, start + len(part) - 1)
    return start if start >= 0 else None


def _in_triplet(text: str, position: int) -> bool:
    return "%" in text[max(position - 2, 0) : position]


def _bind(variable: _Variable, encoded: str, found: Matched) -> bool:
    text = _decode(encoded)
    if not text or any(_is_dot_segment(piece) for piece in re.split(r"[/\\]", text)):
        return False
    found[variable.name] = text
    return True


def _fits(pair: _Pair, given: tuple[str, str, str]) -> Matched | None:
    key, equals, value = given
    if _normalised(key) != pair.key or bool(equals) != (pair.value is not None):
        return None
    return _match_parts(pair.value, value) if pair.value else ({} if not value else None)


def _decode(text: str) -> str | None:
    try:
        return unquote_to_bytes(text).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _decoded_segments(text: str) -> list[str]:
    return (_decode(text) or "").split("/")


def _is_dot_segment(segment: str) -> bool:
    """Tell `.` and `..`, also with dots that are percent-encoded (RFC 3986 §5.2.4)."""
    return re.sub("%2e", ".", segment, flags=re.IGNORECASE) in (".", "..")
