"""Names for `$defs`: short, legal, unique, and the same whatever the order of the document.

A schema under `components/schemas` (OAS 2.0: `definitions`) of the entry document keeps its
name when that is legal, and so does a schema elsewhere that such a component is nothing but a
reference to. Every other target is named by the last telling token of its pointer,
or by its file; where two targets ask for one name, or the name had to change, a short hash of
the target follows. Pure.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from urllib.parse import unquote

from translator.openapi.resolve import Place, relative_uri, split_pointer

_ILLEGAL = re.compile(r"[^A-Za-z0-9_.-]+")
_COMPONENT = (("components", "schemas"), ("definitions",))
#: Pointer tokens that say where a schema stands, not what it is.
_SILENT = re.compile(
    "schemas?|items|properties|content|allOf|anyOf|oneOf|prefixItems|additionalProperties|not"
    r"|definitions|\$defs|components|paths|responses|parameters|requestBody|[0-9]+|.*/.*"
    "|get|put|post|delete|options|head|patch|trace|query"
)


def definition_names(
    places: Iterable[Place], entry: str, components: Mapping[Place, str] = MappingProxyType({})
) -> dict[Place, str]:
    """Return `{place: name}`; each name matches `^[A-Za-z0-9_.-]+$` and occurs once.

    `components` names the places elsewhere that components of the entry document refer to.
    """
    ordered = sorted(places, key=lambda place: (place.document, place.pointer))
    wanted = {place: components.get(place) or _wanted_name(place) for place in ordered}
    first = {
        name: place
        for place, name in wanted.items()
        if place in components or _is_component(place, entry, name)
    }
    asked = Counter(_legal(name) for name in wanted.values())
    named: dict[Place, str] = {}
    for place, name in wanted.items():
        legal = _legal(name)
        alone = asked[legal] == 1 and legal == name
        keeps = first.get(name) == place and legal == name
        named[place] = legal if alone or keeps else f"{legal}-{_hash(place, entry)}"
    return named


def _wanted_name(place: Place) -> str:
    """Return the name a target would like to have."""
    tokens = split_pointer(place.pointer)
    if tokens[:-1] in _COMPONENT:
        return tokens[-1]
    for token in reversed(tokens):
        if token.startswith("/"):
            return _last_segment(token)
        if not _SILENT.fullmatch(token):
            return token
    return unquote(place.document.rpartition("/")[2].partition(".")[0])


def _last_segment(path: str) -> str:
    """Return the last fixed segment of an API's path: `pets` for `/v2/pets/{petId}`."""
    fixed = [part for part in path.split("/") if part and "{" not in part]
    return fixed[-1] if fixed else "schema"


def _is_component(place: Place, entry: str, name: str) -> bool:
    tokens = split_pointer(place.pointer)
    return place.document == entry and tokens[:-1] in _COMPONENT and tokens[-1] == name


def _legal(name: str) -> str:
    return _ILLEGAL.sub("_", name) or "schema"


def _hash(place: Place, entry: str) -> str:
    target = f"{relative_uri(place.document, entry)}#{place.pointer}"
    return hashlib.sha256(target.encode()).hexdigest()[:6]
