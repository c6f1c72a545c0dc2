"""Own the upstream binding: where the API is, which secrets by name, and the limits of a call.

Pure until `bind`. A credential belongs to one origin; when the base URL moves to another, it is
unbound and must be declared anew.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from curation.drafting import known_api, known_version
from curation.keys import checked_principal
from curation.patterns import near_to
from curation.reports import UpstreamReport
from curation.store import Connection, Store
from curation.store.apis import know_principal
from curation.store.keys import principals_by_digest
from curation.store.upstreams import add_revision, current_upstream
from curation.store.versions import VersionRow, candidates_of, outline_of
from translator.errors import PlanError, RefusedByUs
from translator.operation import Extraction, Location
from translator.runtime.addresses import base_url as base_url_of
from translator.runtime.addresses import origin_of
from translator.runtime.forwarding import refusal
from translator.surface import Call
from translator.trace import LOCAL
from translator.upstream import CredentialReference, Limits, Upstream

_REFERENCE = re.compile(r"env:[A-Za-z_][A-Za-z0-9_]*|file:.+")
_UNSET = ""

#: Less of an answer says nothing but what was cut.
MIN_TEXT_BYTES = 1_000


@dataclass(frozen=True, slots=True)
class NewCredential:
    """A credential as declared: the scheme's key, and `env:NAME` or `file:PATH`.

    `origin` None means the origin of the API's base URL, `principal` None everyone.
    """

    scheme: str
    reference: str
    origin: str | None = None
    principal: str | None = None


@dataclass(frozen=True, slots=True)
class UpstreamChange:
    """What to change; None keeps. An empty `base_url` returns to the description's servers.

    Credentials replace those of the same schemes and principals; an empty sequence takes all
    away, `unbind` those of these schemes and principals.
    """

    base_url: str | None = None
    credentials: Sequence[NewCredential] | None = None
    timeout_s: float | None = None
    max_response_bytes: int | None = None
    max_attempts: int | None = None
    max_text_bytes: int | None = None
    allowed_origins: tuple[str, ...] | None = None
    variables: Mapping[str, str] | None = None
    forward_headers: tuple[str, ...] | None = None
    unbind: Sequence[tuple[str, str | None]] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    """An upstream after a change; `unbound` names schemes whose credential was cut off."""

    upstream: Upstream
    changed: bool
    unbound: tuple[str, ...] = ()


def bind(
    connection: Connection,
    upstream_id: str,
    outline: Extraction,
    change: UpstreamChange,
    *,
    author: str,
    at: float,
) -> Bound:
    """Change an upstream in the store, as a new revision if anything differs.

    Raises:
        RefusedByUs: an unusable address, an unknown scheme, a limit that is none.
    """
    before = current_upstream(connection, upstream_id)
    after, unbound = changed_upstream(before, outline, change)
    if after == before:
        return Bound(before, changed=False)
    after = replace(after, revision=before.revision + 1)
    know_principal(connection, author, at)
    for principal in sorted({one.principal for one in after.credentials if one.principal}):
        know_principal(connection, principal, at)
    add_revision(connection, upstream_id, after, author, at)
    return Bound(after, changed=True, unbound=unbound)


def changed_upstream(
    before: Upstream, outline: Extraction, change: UpstreamChange
) -> tuple[Upstream, tuple[str, ...]]:
    """Return the upstream with a change, and the schemes it unbinds.

    Raises:
        RefusedByUs: an unusable address, an unknown scheme, a limit that is none.
    """
    origins = change.allowed_origins
    after = replace(
        before,
        base_url=before.base_url if change.base_url is None else _checked_url(change.base_url),
        limits=_limits(before.limits, change),
        allowed_origins=before.allowed_origins if origins is None else _origins(origins),
        variables=before.variables if change.variables is None else dict(change.variables),
        forward_headers=_forwarded(before, outline, change),
    )
    kept, lost = _still_bound(before, after, outline)
    given = _references(after, outline, change.credentials or ())
    if change.credentials is not None and not change.credentials:
        kept = ()
    named = {*(_whose(one) for one in given), *_unbinding(before, change)}
    credentials = (*(one for one in kept if _whose(one) not in named), *given)
    unbound = dict.fromkeys(_in_words(one) for one in lost if _whose(one) not in named)
    return replace(after, credentials=credentials), tuple(unbound)


def effective_base_url(outline: Extraction, upstream: Upstream) -> str | None:
    """Return the address calls go to, as the runtime finds it; None when there is none."""
    call = Call("", "", "GET", "/", servers=outline.servers)
    try:
        return base_url_of(call, upstream)
    except PlanError:
        return None


def effective_origin(outline: Extraction, upstream: Upstream) -> str | None:
    """Return the origin calls go to; None when no address is known."""
    address = effective_base_url(outline, upstream)
    return None if address is None else origin_of(address)


def _still_bound(
    before: Upstream, after: Upstream, outline: Extraction
) -> tuple[tuple[CredentialReference, ...], tuple[CredentialReference, ...]]:
    """Split the credentials into those that stay and those that a moved origin unbinds."""
    old, new = effective_origin(outline, before), effective_origin(outline, after)
    if old == new:
        return before.credentials, ()
    stay = tuple(one for one in before.credentials if one.origin != old)
    return stay, tuple(one for one in before.credentials if one not in stay)


def _whose(reference: CredentialReference) -> tuple[str, str | None]:
    return reference.scheme, reference.principal


def _in_words(reference: CredentialReference) -> str:
    return reference.scheme + (f" for {reference.principal}" if reference.principal else "")


def _unbinding(before: Upstream, change: UpstreamChange) -> set[tuple[str, str | None]]:
    """Return whose credentials of which schemes are taken away; each must be there."""
    declared = {_whose(one) for one in before.credentials}
    for scheme, principal in change.unbind:
        if (scheme, principal) not in declared:
            whose = "shared credential" if principal is None else f"credential of {principal}"
            raise RefusedByUs(f"no {whose} is declared for {scheme!r}; nothing was changed")
    return set(change.unbind)


def _forwarded(before: Upstream, outline: Extraction, change: UpstreamChange) -> tuple[str, ...]:
    """Return the headers of clients that go on, each once."""
    if change.forward_headers is None:
        return before.forward_headers
    for name in change.forward_headers:
        why_not = refusal(name, outline.security_schemes)
        if why_not is not None:
            raise RefusedByUs(why_not)
    return tuple({name.lower(): name for name in change.forward_headers}.values())


def _references(
    after: Upstream, outline: Extraction, given: Sequence[NewCredential]
) -> tuple[CredentialReference, ...]:
    return tuple(_reference(after, outline, new) for new in given)


def _reference(after: Upstream, outline: Extraction, new: NewCredential) -> CredentialReference:
    """Tie a declared credential to its origin; never repeats what might be a secret."""
    if new.scheme not in outline.security_schemes:
        raise RefusedByUs(_unknown_scheme(new.scheme, outline))
    if not _REFERENCE.fullmatch(new.reference):
        raise RefusedByUs(
            f"the credential for {new.scheme} must read env:NAME or file:PATH; it says where "
            "the secret is and never holds it"
        )
    origin = _origin(new.origin) if new.origin else effective_origin(outline, after)
    if origin is None:
        raise RefusedByUs(
            f"the credential for {new.scheme} belongs to one origin, and the description names "
            "no absolute server: give the API's address with --base-url too"
        )
    principal = None if new.principal is None else checked_principal(new.principal)
    return CredentialReference(new.scheme, new.reference, origin, principal)


def _unknown_scheme(scheme: str, outline: Extraction) -> str:
    declared = sorted(outline.security_schemes)
    if not declared:
        return f"the description declares no security scheme, so none can be called {scheme!r}"
    near = near_to(scheme, declared, 1)
    perhaps = f" (did you mean {near[0]}?)" if near else ""
    return (
        f"the description declares no security scheme {scheme!r}{perhaps}; "
        f"it declares {', '.join(declared)}"
    )


def _checked_url(base_url: str) -> str | None:
    """Return a base URL that calls can be made to; None for an empty one."""
    if base_url == _UNSET:
        return None
    if "@" in base_url:
        raise RefusedByUs(
            "the base URL holds a user or password; leave it out and declare a credential"
        )
    try:
        origin_of(re.sub(r"\{[^{}]*\}", "x", base_url))
    except PlanError as error:
        raise RefusedByUs(
            f"the base URL {base_url!r} is unusable: {error}; give one like "
            "https://api.example.com/v1"
        ) from error
    return base_url.rstrip("/")


def _origins(given: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_origin(one) for one in given))


def _origin(text: str) -> str:
    try:
        return origin_of(text)
    except PlanError as error:
        raise RefusedByUs(
            f"{text!r} is no origin: {error}; give one like https://files.example.com"
        ) from error


def _limits(before: Limits, change: UpstreamChange) -> Limits:
    limits = Limits(
        before.timeout_s if change.timeout_s is None else change.timeout_s,
        before.max_response_bytes
        if change.max_response_bytes is None
        else change.max_response_bytes,
        before.max_attempts if change.max_attempts is None else change.max_attempts,
        before.max_text_bytes if change.max_text_bytes is None else change.max_text_bytes,
    )
    if not (limits.timeout_s > 0 and limits.max_response_bytes > 0 and limits.max_attempts > 0):
        raise RefusedByUs("limits of a call must be more than zero")
    if limits.max_text_bytes < MIN_TEXT_BYTES:
        raise RefusedByUs(
            f"of an answer at least {MIN_TEXT_BYTES:,} bytes must enter a model's context; what is "
            "left of less tells nothing"
        )
    return limits


def set_upstream(
    store: Store, slug: str, change: UpstreamChange, *, author: str, at: float
) -> UpstreamReport:
    """Change the upstream of an API; takes effect at once, without publishing.

    Raises:
        RefusedByUs: no such API, an unusable address, an unknown scheme, a limit that is none.
    """
    with store.writing() as connection:
        api = known_api(connection, slug, lock=True)
        version = known_version(connection, api)
        outline = outline_of(connection, version.id)
        bound = bind(connection, api.upstream_id, outline, change, author=author, at=at)
        notes = (*_without_key(connection, change), *_also_arguments(connection, version, change))
    return UpstreamReport(slug, bound.upstream, bound.changed, bound.unbound, notes)


def _without_key(connection: Connection, change: UpstreamChange) -> Iterator[str]:
    """Say of whom a credential was declared for, but who cannot be told apart over HTTP."""
    named = {one.principal for one in change.credentials or () if one.principal}
    for name in sorted(named - {LOCAL} - set(principals_by_digest(connection).values())):
        yield f"{name} has no key yet, and is known over HTTP by one: isthmus key add {name}"


def _also_arguments(
    connection: Connection, version: VersionRow, change: UpstreamChange
) -> Iterator[str]:
    """Say which headers of clients give way to arguments, and in how many operations."""
    if not change.forward_headers:
        return
    parameters = Counter(
        parameter.name.lower()
        for candidate in candidates_of(connection, version.id).values()
        for parameter in candidate.operation.parameters
        if parameter.location is Location.HEADER
    )
    for name in change.forward_headers:
        count = parameters[name.lower()]
        if count:
            noun = "operation" if count == 1 else "operations"
            yield (
                f"{name} is a parameter of {count} {noun}: where the tool gives it a value, that "
                "one is sent and not the client's"
            )
