"""Own what several commands share: arguments, options, and the opened program."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
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


def credentials(values: list[str]) -> "tuple[NewCredential, ...]":
    """Read `SCHEME=env:NAME` and `SCHEME=file:PATH`.

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
        made.append(NewCredential(scheme, reference))
    return tuple(made)
