"""Own the choice among security requirements: which one can be met, with which credentials.

Pure. In comes what the description requires, what the operator declared, the origin of the call
and who calls; out come the schemes to meet, or a `CredentialError` that says what is missing.

OAS 3.1.1, Security Requirement Object: entries of the list are alternatives, members of one
entry go together. The first counts, in the document's order, whose schemes all have a
credential that was declared for this very origin; only when there is none, an anonymous one.
Someone who declared a credential wants it used, and `{}` before it means that one may go
without, not that one must.

A credential of this principal goes before everyone's, and so does an alternative that uses one:
who has a credential acts in its own name, and not in that of all. Another principal's is never
used.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from translator.errors import CredentialError, PlanError
from translator.operation import SchemeUse, SecurityRequirement, SecurityScheme
from translator.runtime.addresses import origin_of
from translator.upstream import CredentialReference

#: http schemes that answer a challenge, so that no text declared beforehand can serve them.
_CHALLENGES = frozenset(
    {"digest", "hoba", "mutual", "negotiate", "ntlm", "scram-sha-1", "scram-sha-256"}
)


@dataclass(frozen=True, slots=True)
class ChosenScheme:
    """One scheme of the requirement that will be met, and the reference that meets it."""

    scheme: SecurityScheme
    reference: CredentialReference
    scopes: tuple[str, ...] = ()


def choose(
    security: Sequence[SecurityRequirement],
    schemes: Mapping[str, SecurityScheme],
    declared: Sequence[CredentialReference],
    origin: str,
    principal: str | None = None,
) -> tuple[ChosenScheme, ...]:
    """Return the schemes of the requirement to be met; empty means anonymous.

    Raises:
        CredentialError: none can be met; names the schemes and what to declare.
    """
    anonymous = not security
    everyones: tuple[ChosenScheme, ...] = ()
    problems = []
    for requirement in security:
        if not requirement.schemes:
            anonymous = True
            continue
        outcome = [_meet(use, schemes, declared, origin, principal) for use in requirement.schemes]
        missing = [met for met in outcome if isinstance(met, str)]
        if missing:
            problems.append(", ".join(dict.fromkeys(missing)))
            continue
        chosen = tuple(met for met in outcome if isinstance(met, ChosenScheme))
        if any(one.reference.principal is not None for one in chosen):
            return chosen
        everyones = everyones or chosen
    if everyones or anonymous:
        return everyones
    raise CredentialError(
        f"The API wants {' or '.join(_names(requirement) for requirement in security)} "
        f"at {origin}: " + "; or ".join(problems)
    )


def _names(requirement: SecurityRequirement) -> str:
    return " and ".join(f"'{use.key}'" for use in requirement.schemes)


def _meet(
    use: SchemeUse,
    schemes: Mapping[str, SecurityScheme],
    declared: Sequence[CredentialReference],
    origin: str,
    principal: str | None,
) -> ChosenScheme | str:
    """Return what meets one scheme, or a sentence that says why nothing does."""
    scheme = schemes.get(use.key)
    if scheme is None:
        return f"the description does not define '{use.key}'"
    unsupported = _unsupported(scheme)
    if unsupported is not None:
        return f"'{use.key}' {unsupported}"
    all_of_scheme = [reference for reference in declared if reference.scheme == use.key]
    ours = [one for one in all_of_scheme if one.principal in (None, principal)]
    here = [reference for reference in ours if is_same_origin(reference.origin, origin)]
    if not here and not ours and all_of_scheme:
        return _for_others(use.key, principal)
    if not here:
        return _undeclared(use.key, ours)
    own = [reference for reference in here if reference.principal is not None]
    return ChosenScheme(scheme, (own or here)[0], use.scopes)


def _unsupported(scheme: SecurityScheme) -> str | None:
    if scheme.kind == "mutualTLS":
        return "asks for a client certificate, which Isthmus cannot present"
    if scheme.kind == "http" and (scheme.http_scheme or "").lower() in _CHALLENGES:
        return f"is the challenge scheme {scheme.http_scheme}, which Isthmus cannot answer"
    if scheme.kind == "apiKey" and (scheme.location is None or not scheme.parameter_name):
        return "does not say where its key goes"
    if scheme.kind not in ("apiKey", "http", "oauth2", "openIdConnect"):
        return f"is of the unknown type {scheme.kind!r}"
    return None


def _undeclared(key: str, elsewhere: list[CredentialReference]) -> str:
    if elsewhere:
        return wrong_origin(key, elsewhere)
    return f"no credential is declared for '{key}': declare one with --credential {key}=env:NAME"


def _for_others(key: str, principal: str | None) -> str:
    """Say that a principal may use no credential of a scheme; whose there are is not said."""
    return (
        f"no credential is declared for '{key}' that {principal or 'this caller'} may use: declare "
        f"one with --credential {key}=env:NAME --for {principal or 'PRINCIPAL'}, or without --for "
        "one for everyone"
    )


def wrong_origin(key: str, elsewhere: Sequence[CredentialReference]) -> str:
    """Say which origins the credentials of a scheme are meant for."""
    origins = ", ".join(dict.fromkeys(reference.origin for reference in elsewhere))
    return f"the credential declared for '{key}' is meant for {origins} and goes nowhere else"


def is_same_origin(declared: str, origin: str) -> bool:
    """Tell whether two URLs share their origin (RFC 6454 §5); False for what is no HTTP URL."""
    try:
        return origin_of(declared) == origin_of(origin)
    except PlanError:
        return False
