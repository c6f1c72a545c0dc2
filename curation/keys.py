"""Own the bearer keys by which an endpoint knows who calls.

A key is 256 random bits, shown once. The store has its SHA-256 only: so much randomness cannot
be guessed from a digest, so that no slow hash is needed, and a look-up by digest tells nothing
by the time it takes.
"""

import base64
import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from curation.patterns import near_to
from curation.store import Store
from curation.store.apis import know_principal
from curation.store.keys import KeyRow, key_rows, remove_key
from curation.store.keys import add_key as store_key
from translator.errors import RefusedByUs
from translator.trace import LOCAL

_PREFIX = "isthmus_"
_KEY_BYTES = 32
_PRINCIPAL = re.compile(r"[A-Za-z][A-Za-z0-9._@+-]{0,99}")
_MAX_NOTE = 200


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made; `key` is shown this once and never again."""

    number: int
    principal: str
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class KeySummary:
    """A key that counts, without the key."""

    number: int
    principal: str
    note: str
    author: str
    created_at: float


def key_digest(key: str) -> str:
    """Return the digest by which a key is known."""
    return "sha256:" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def checked_principal(name: str) -> str:
    """Return the name of a principal.

    Raises:
        RefusedByUs: it is no name.
    """
    if not _PRINCIPAL.fullmatch(name):
        raise RefusedByUs(
            f"{name!r} cannot name who calls: a letter, then up to 99 letters, digits or . _ @ + -"
        )
    return name


def add_key(
    store: Store,
    principal: str,
    *,
    author: str,
    at: float,
    random_bytes: Callable[[int], bytes],
    note: str = "",
) -> NewKey:
    """Make a key for a principal, known or new, and return it: this once.

    Raises:
        RefusedByUs: the principal's name is none, or the one of who calls without a key.
    """
    if checked_principal(principal) == LOCAL:
        raise RefusedByUs(f"{LOCAL!r} is who calls without a key; give the principal another name")
    if len(note) > _MAX_NOTE or not note.isprintable():
        raise RefusedByUs(f"a note is one line of at most {_MAX_NOTE} characters")
    secret = base64.urlsafe_b64encode(random_bytes(_KEY_BYTES)).rstrip(b"=").decode("ascii")
    key = _PREFIX + secret
    with store.writing() as connection:
        know_principal(connection, author, at)
        know_principal(connection, principal, at)
        number = store_key(connection, principal, key_digest(key), note, author=author, at=at)
    return NewKey(number, principal, key)


def keys(store: Store) -> tuple[KeySummary, ...]:
    """Return the keys that count, by principal."""
    with store.reading() as connection:
        return tuple(_summary(row) for row in key_rows(connection))


def remove_keys(
    store: Store, which: Iterable[str], *, author: str, at: float
) -> tuple[KeySummary, ...]:
    """Let keys count no more: each by its number, or all of a principal by the name.

    Raises:
        RefusedByUs: no key has this number, or the principal has none.
    """
    with store.writing() as connection:
        rows = key_rows(connection)
        named = [_named(rows, each) for each in which]
        gone = {row.id: row for found in named for row in found}
        know_principal(connection, author, at)
        for number in gone:
            remove_key(connection, number, author=author, at=at)
    return tuple(_summary(row) for row in gone.values())


def _named(rows: tuple[KeyRow, ...], which: str) -> list[KeyRow]:
    found = [row for row in rows if which in (str(row.id), row.principal_id)]
    if not found:
        near = near_to(which, sorted({row.principal_id for row in rows}), 1)
        perhaps = f" (did you mean {near[0]}?)" if near else ""
        raise RefusedByUs(
            f"there is no key {which!r}{perhaps}; isthmus key list shows those there are"
        )
    return found


def _summary(row: KeyRow) -> KeySummary:
    return KeySummary(row.id, row.principal_id, row.note, row.author, row.created_at)
