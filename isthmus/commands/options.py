"""Own what several commands share: arguments, options, and the opened program."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from translator.errors import RefusedByUs
from translator.trace import LOCAL

if TYPE_CHECKING:
    from curation.served import PublishedSurfaces
    from curation.service import NewCredential, Service
    from isthmus.settings import Settings

Slug = Annotated[str, typer.Argument(metavar="SLUG", help="The API, as `isthmus apis` lists it.")]
Operation = Annotated[
    str,
    typer.Argument(metavar="OPERATION", help="'GET /pets/{petId}', an operationId, or its name."),
]
Patterns = Annotated[
    list[str],
    typer.Argument(
        metavar="PATTERN…", help="'GET /pets*', a path with *, an operationId, or tag:NAME."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for another program.")]
As = Annotated[
    str,
    typer.Option("--as", metavar="PRINCIPAL", help="Whose call it is; its credentials are used."),
]
Reason = Annotated[str, typer.Option("--reason", "-r", help="Why; kept with the decision.")]


@dataclass(frozen=True, slots=True)
class Context:
    """What the program was started with."""

    data: str | None = None

    def settings(self, **overrides: object) -> "Settings":
        """Return the settings, the command line's word last."""
        from isthmus.settings import load_settings

        return load_settings(**{"data": self.data, **overrides})

    def service(self) -> "Service":
        """Open the store and return the use cases."""
        from isthmus.program import open_service

        return open_service(self.settings())

    @property
    def author(self) -> str:
        """Who decides."""
        return self.settings().author


def context_of(context: typer.Context) -> Context:
    """Return what the program was started with."""
    found = context.find_object(Context)
    return found or Context()


def known_caller(name: str, slug: str, surfaces: "PublishedSurfaces") -> str:
    """Return the principal that calls of an endpoint are made as.

    Raises:
        RefusedByUs: nobody has a key, or a credential for this endpoint, under the name.
    """
    served = surfaces.served(slug)
    bound = {one.principal for one in served.upstream.credentials} if served else set()
    if name != LOCAL and name not in surfaces.principals | bound:
        raise RefusedByUs(
            f"nobody is known as {name!r}: make a key with `isthmus key add {name}`, or declare a "
            f"credential with `isthmus upstream {slug} --credential SCHEME=env:NAME --for {name}`"
        )
    return name


def credentials(values: list[str], principal: str | None = None) -> "tuple[NewCredential, ...]":
    """Read `SCHEME=env:NAME` and `SCHEME=file:PATH`; None as principal means everyone.

    Raises:
        typer.BadParameter: the text is neither; it is not repeated, it might be a secret.
    """
    from curation.service import NewCredential

    made = []
    for value in values:
        scheme, separator, reference = value.partition("=")
        kind, colon, name = reference.partition(":")
        if not (scheme and separator and colon and name and kind in ("env", "file")):
            raise typer.BadParameter(
                "--credential must read SCHEME=env:NAME or SCHEME=file:PATH: it names where the "
                "secret is, and never holds it"
            )
        made.append(NewCredential(scheme, reference, principal=principal))
    return tuple(made)
