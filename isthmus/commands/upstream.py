"""`upstream`: where the API is, whose credentials there are, what of a client goes on to it."""

from typing import TYPE_CHECKING, Annotated

import typer

from isthmus import console
from isthmus.commands.options import Json, Slug, context_of, credentials

if TYPE_CHECKING:
    from curation.reports import UpstreamReport

BaseUrl = Annotated[
    str | None, typer.Option("--base-url", help="Where the API is, if not where it says.")
]
Credentials = Annotated[
    list[str],
    typer.Option(
        "--credential",
        metavar="SCHEME=env:NAME",
        help="Where the secret of a security scheme is: env:NAME or file:PATH. Repeatable.",
    ),
]
Timeout = Annotated[
    float | None, typer.Option("--timeout", min=0.01, help="Seconds one call may take (30).")
]
MaxResponse = Annotated[
    int | None,
    typer.Option("--max-response", min=1, help="Bytes that are read of one reply (1 000 000)."),
]
MaxContext = Annotated[
    int | None,
    typer.Option(
        "--max-context",
        metavar="BYTES",
        min=1_000,
        help="Bytes of one reply that enter a model's context (100 000); the rest is read by "
        "pages.",
    ),
]
AllowOrigin = Annotated[
    list[str],
    typer.Option("--allow-origin", metavar="ORIGIN", help="Further origins calls may go to."),
]

For = Annotated[
    str | None,
    typer.Option("--for", metavar="PRINCIPAL", help="Whose credential it is; else all share it."),
]
Unbind = Annotated[
    list[str],
    typer.Option("--unbind", metavar="SCHEME", help="Take this credential away (see --for)."),
]
ForwardHeader = Annotated[
    list[str],
    typer.Option(
        "--forward-header",
        metavar="NAME",
        help="A header of the client's request that goes on to the API. Repeatable; replaces the "
        "list, which is empty at first.",
    ),
]
NoForward = Annotated[
    bool, typer.Option("--no-forward-headers", help="Let none of the client's headers go on.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("upstream")(upstream)


def upstream(
    context: typer.Context,
    slug: Slug,
    base_url: BaseUrl = None,
    credential: Credentials = [],  # noqa: B006
    principal: For = None,
    unbind: Unbind = [],  # noqa: B006
    forward_header: ForwardHeader = [],  # noqa: B006
    no_forward: NoForward = False,
    allow_origin: AllowOrigin = [],  # noqa: B006
    timeout: Timeout = None,
    max_response: MaxResponse = None,
    max_context: MaxContext = None,
    as_json: Json = False,
) -> None:
    """Show or change where the API is, its credentials by name, and the limits of a call.

    Takes effect at once, without publishing. A credential is shared by all callers, or with
    --for used for one of them, whose own goes before the shared one. Changing the origin unbinds
    the credentials that were declared for the old one.
    """
    if principal is not None and not (credential or unbind):
        raise typer.BadParameter("--for says whose --credential or --unbind is meant")
    if no_forward and forward_header:
        raise typer.BadParameter("--no-forward-headers and --forward-header exclude each other")
    program = context_of(context)
    report = program.service().set_upstream(
        slug,
        author=program.author,
        base_url=base_url,
        credentials=credentials(credential, principal) or None,
        unbind=[(scheme, principal) for scheme in unbind],
        forward_headers=() if no_forward else tuple(forward_header) or None,
        allowed_origins=tuple(allow_origin) or None,
        timeout_s=timeout,
        max_response_bytes=max_response,
        max_text_bytes=max_context,
    )
    if as_json:
        console.print_json(report)
    else:
        _print(report)


def _print(report: "UpstreamReport") -> None:
    bound = report.upstream
    limits = bound.limits
    rows = [
        ("base URL", bound.base_url or "as the description says"),
        ("further origins", ", ".join(bound.allowed_origins) or "none"),
        ("seconds a call", limits.timeout_s),
        ("bytes read of a reply", console.thousands(limits.max_response_bytes)),
        ("bytes for a model", console.thousands(limits.max_text_bytes)),
        ("client's headers", ", ".join(bound.forward_headers) or "none go on"),
        ("revision", bound.revision),
    ]
    rows += [
        (f"credential {c.scheme}", f"{c.reference}, for {c.origin}, {_whose(c.principal)}")
        for c in bound.credentials
    ]
    console.table(("", report.slug), rows)
    for note in report.notes:
        console.say(note, "yellow")
    for scheme in report.unbound:
        console.say(f"the credential of {scheme} was for the old origin and is unbound", "yellow")


def _whose(principal: str | None) -> str:
    return "shared by all" if principal is None else f"of {principal}"
