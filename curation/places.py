"""Own where an import goes: which API a description belongs to, and what a new one is called."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version as installed_version
from typing import TYPE_CHECKING

from curation.store import Connection
from curation.store.apis import ApiRow, all_apis, find_api, slugs
from curation.store.versions import VersionRow, latest_version
from translator.errors import RefusedByUs

if TYPE_CHECKING:
    from translator.openapi.description import Description

_SLUG = re.compile(r"[a-z][a-z0-9-]{0,62}")
_LONGEST_SLUG = 40


@cache
def made_by() -> str:
    """Name the program that judges: another release may make something else of the same bytes."""
    return f"isthmus {installed_version('isthmus')}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an import goes: an API that is there, or a slug for a new one."""

    slug: str
    api: ApiRow | None = None
    latest: VersionRow | None = None
    notes: tuple[str, ...] = ()


def holds(version: VersionRow, digest: str) -> bool:
    """Whether a version is the description with a digest, judged by this Isthmus."""
    return version.digest == digest and version.made_by == made_by()


def find_place(
    connection: Connection, slug: str | None, title: str, source: str, digest: str
) -> Place:
    """Return where a description belongs.

    With a slug, there. Without, to the API that was imported from the same source or with the
    same bytes; else to a new one, named after its title.

    Raises:
        RefusedByUs: the slug is none.
    """
    if slug is not None:
        if not _SLUG.fullmatch(slug):
            raise RefusedByUs(
                f"{slug!r} cannot name an API: use a letter, then letters, digits and - "
                "(lower case, at most 63), as in --name petstore"
            )
        return _place_of(connection, slug)
    for api in all_apis(connection):
        latest = latest_version(connection, api.id)
        if latest and (latest.digest == digest or _is_same_source(latest.source, source)):
            return Place(api.slug, api, latest)
    wanted, taken = slug_of(title), slugs(connection)
    if wanted not in taken:
        return Place(wanted)
    free = next(s for n in range(2, 10_000) if (s := f"{wanted}-{n}") not in taken)
    note = (
        f"{wanted} is another API; if this is a new version of it, import it with --name {wanted}"
    )
    return Place(free, notes=(note,))


def title_of(description: "Description") -> str:
    """Return the title of a description, '' where it has none."""
    root = description.documents[description.uri].root
    about = root.get("info") if isinstance(root, dict) else None
    title = about.get("title") if isinstance(about, dict) else None
    return title if isinstance(title, str) else ""


def slug_of(title: str) -> str:
    """Return a slug for a title: its letters and digits in ASCII, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    words = re.findall(r"[a-z0-9]+", plain.lower())
    while words and words[0].isdigit():
        words = words[1:]
    slug = words[0].lstrip("0123456789")[:_LONGEST_SLUG] if words else ""
    for word in words[1:]:
        if len(slug) + len(word) >= _LONGEST_SLUG:
            break
        slug += f"-{word}"
    return slug or "api"


def _place_of(connection: Connection, slug: str) -> Place:
    api = find_api(connection, slug)
    return Place(slug, api, latest_version(connection, api.id) if api else None)


def _is_same_source(kept: str, source: str) -> bool:
    """Whether both came from the same place; standard input is none."""
    return kept == source and not source.startswith("stdin:")
