"""Own the URI an operation would have as a resource, with a variable for what it can carry.

`api://SLUG/PATH`: fixed parts percent-encoded, variables under names RFC 6570 allows, filters of
the query last. Pure.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from translator.arguments import Argument
from translator.operation import Parameter
from translator.uri_template import literal, parse_template

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_DOT_SEGMENT = re.compile(r"/(?:\.|%2e){1,2}(?:/|$)", re.IGNORECASE)
_ALIAS = re.compile(r"[^A-Za-z0-9_]+")


def propose_uri(
    slug: str,
    path: str,
    in_path: Sequence[tuple[Parameter, Argument]],
    in_query: Sequence[Argument],
    arrays: Collection[str],
) -> tuple[str | None, dict[str, str]]:
    """Return the URI or template of a path key, and the argument each of its variables fills.

    `arrays` names the arguments that may stand several times in the query. None where no
    template could be matched.
    """
    carried = [*(argument for _, argument in in_path), *in_query]
    aliases = _aliases([argument.name for argument in carried])
    by_name = {parameter.name: aliases[argument.name] for parameter, argument in in_path}
    before, mark, fixed = path.partition("?")
    uri = f"api://{slug}/{_expressions(before.removeprefix('/'), by_name)}"
    if mark:
        uri += f"?{_expressions(fixed, by_name)}"
    filters = ",".join(
        aliases[argument.name] + ("*" if argument.name in arrays else "") for argument in in_query
    )
    if filters:
        uri += f"{{{'&' if mark else '?'}{filters}}}"
    variables = {aliases[argument.name]: argument.name for argument in carried}
    return (uri, variables) if _can_be_matched(uri) else (None, {})


def _can_be_matched(uri: str) -> bool:
    """Tell whether a template takes its own URIs apart; dot segments do not (RFC 3986 §5.2.4)."""
    try:
        parse_template(uri)
    except ValueError:
        return False
    return not _DOT_SEGMENT.search(uri.partition("?")[0])


def _expressions(text: str, aliases: Mapping[str, str]) -> str:
    """Encode the fixed parts of a path key and put the aliases in place of its variables."""
    parts, position = [], 0
    for found in _VARIABLE.finditer(text):
        parts.append(_literal(text[position : found.start()]))
        alias = aliases.get(found[1])
        parts.append(f"{{{alias}}}" if alias else _literal(found[0]))
        position = found.end()
    return "".join([*parts, _literal(text[position:])])


def _literal(text: str) -> str:
    return "/".join(literal(segment) for segment in text.split("/"))


def _aliases(names: Sequence[str]) -> dict[str, str]:
    """Return a variable name (RFC 6570 §2.3) for each argument, the same in any order."""
    plain = {name: _ALIAS.sub("_", name).strip("_") or "x" for name in names}
    uses = Counter(plain.values())
    return {
        name: alias
        if uses[alias] == 1 or alias == name
        else f"{alias}_{hashlib.sha256(name.encode()).hexdigest()[:8]}"
        for name, alias in plain.items()
    }
