"""How the versions of OpenAPI differ, as values: the one place that asks for the version.

`dialect_of` gives the `Dialect` of a version; everything else reads its fields. Versions differ
in which methods a path item has, in the styles a parameter may have, and in what their schemas
mean. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from translator.operation import Location

#: OAS 3.1.1, Style Values; the first style of a location is its default.
_STYLES: dict[Location, tuple[str, ...]] = {
    Location.PATH: ("simple", "label", "matrix"),
    Location.QUERY: ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    Location.HEADER: ("simple",),
    Location.COOKIE: ("form",),
}

#: OAS 3.2.0, Parameter Object: `cookie` joins the styles, and a query can be one value.
_STYLES_3_2: dict[Location, tuple[str, ...]] = {
    **_STYLES,
    Location.COOKIE: ("form", "cookie"),
    Location.QUERYSTRING: ("form",),
}

#: OAS 2.0, Parameter Object, `collectionFormat`: tsv has no style in OAS 3.
_STYLES_2_0: dict[Location, tuple[str, ...]] = {
    Location.PATH: ("simple",),
    Location.QUERY: ("form", "spaceDelimited", "tabDelimited", "pipeDelimited"),
    Location.HEADER: ("simple",),
}

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What one version of OpenAPI means where versions differ.

    `styles` lists the styles of each location, the default first. `nullable` is the keyword
    that allows null, None where type lists do. `ref_siblings` is true where keywords beside a
    `$ref` count. `file_type` is true where `type: file` is legal.
    """

    styles: Mapping[Location, tuple[str, ...]]
    methods: tuple[str, ...] = _METHODS
    additional_operations: bool = False
    nullable: str | None = None
    ref_siblings: bool = False
    file_type: bool = False


_DIALECTS = {
    "2.0": Dialect(_STYLES_2_0, nullable="x-nullable", file_type=True),
    "3.0": Dialect(_STYLES, nullable="nullable"),
    "3.1": Dialect(_STYLES, ref_siblings=True),
    "3.2": Dialect(
        _STYLES_3_2,
        methods=(*_METHODS, "query"),
        additional_operations=True,
        ref_siblings=True,
    ),
}


def dialect_of(version: str) -> Dialect:
    """Return the dialect of `2.0`, `3.0`, `3.1` or `3.2`."""
    return _DIALECTS[version]
